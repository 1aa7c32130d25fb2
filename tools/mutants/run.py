"""A pytest plugin that learns which lines tests reach, and then runs them once more for each mutant.

Each mutant lives in a forked process, in which the code of one function is another: nothing is imported or collected
again, so that a mutant costs no more than the tests that it takes to find it. Time is that of the processor, so that a
busy machine changes no result.
"""

import gc
import inspect
import os
import signal
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from _pytest.runner import runtestprotocol

from paigow.rules import STANDARDS, load_submission, under
from paigow.rules.coverage import PACKAGE
from tools.mutants.aims import Mutant, mutants, sources
from tools.mutants.learning import learn, limit
from tools.mutants.results import KILLED, SURVIVED, UNREACHED, Result, Results, digest

LAYERS = {"tiles": 0, "poker": 0, "money": 1, "rules": 2, "hands": 3, "table": 4}
"""What each part may import: a change in one cannot reach the caches of those below it."""
BUDGET = 200.0
"""How long all tests of a mutant may take together, as each was measured alone; the quickest are asked first.

Here they take a small part of that, for what they share has been worked out before. It is there so that a mutant of a
line which everything passes does not take minutes: a test that is left out could have noticed it.
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """A test that may find a mutant."""

    item: pytest.Item
    clauses: frozenset[str]
    seconds: float

    @property
    def version(self) -> str:
        function = inspect.unwrap(getattr(self.item, "function", None) or self._no_function)
        return self.item.nodeid + inspect.getsource(function)

    def _no_function(self) -> None:
        """Stand in for the function of a test that has none."""


Reached = dict[str, dict[int, list[Asked]]]
"""For each file and line the tests that reach it, the quickest first."""


class Runner:
    def __init__(self, wanted: frozenset[str], results: Results, workers: int, deadline: float) -> None:
        self.wanted, self.results, self.workers, self.deadline = wanted, results, workers, deadline
        self.children: dict[int, tuple[Mutant, str]] = {}

    def pytest_collection(self) -> None:
        """Have Hypothesis stop at the first example that fails: nobody reads the smallest one."""
        from hypothesis import Phase, settings  # pytest wants to be the first to import it

        settings.register_profile(
            "mutants", settings.get_profile("steady"), phases=(Phase.explicit, Phase.generate), database=None
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        from paigow.rules.pytest_plugin import really_asserts  # pytest wants to be the first to import it

        items = {
            item: clauses
            for item in session.items
            if (clauses := self._clauses(item)) and really_asserts(getattr(item, "function", None))
        }
        code = Code()
        reached = self._learn(items)  # before anything is known that a test would have to work out
        warm_up()
        gc.freeze()
        for path in sources():
            self._break(path, reached, code)
        while self.children:
            self._wait()
        return True

    @staticmethod
    def _clauses(item: pytest.Item) -> frozenset[str]:
        marked = [str(each) for mark in item.iter_markers("clause") for each in mark.args]
        return frozenset(row.id for each in marked for row in under(each))

    def _learn(self, items: dict[pytest.Item, frozenset[str]]) -> Reached:
        """Which tests reach which lines, as far as they may find any of the mutants."""
        found = [mutant.clauses for path in sources() for mutant, _ in mutants(path, self.wanted)]
        concerned = frozenset[str]().union(*found)
        reached: Reached = defaultdict(lambda: defaultdict(list))
        for item, seconds, lines in learn([item for item in items if items[item] & concerned], self.workers):
            for name, numbers in lines.items():
                for line in numbers:
                    reached[name][line].append(Asked(item, items[item], seconds))
        for by_line in reached.values():
            for tests in by_line.values():
                tests.sort(key=lambda each: each.seconds)
        return reached

    def _break(self, path: Path, reached: Reached, code: "Code") -> None:
        for mutant, tree in mutants(path, self.wanted):
            chosen, seconds = [], 0.0
            for each in reached.get(mutant.path, {}).get(mutant.line, ()):
                if each.clauses & mutant.clauses and seconds + each.seconds < BUDGET:
                    chosen.append(each)
                    seconds += each.seconds
            tests = digest(each.version for each in chosen)
            if self.results.known(mutant, tests):
                continue
            if not chosen:
                self.results.add(Result(mutant.key, tests, UNREACHED))
                continue
            while len(self.children) >= self.workers:
                self._wait()
            changed = compile(tree, str(path), "exec")
            pid = os.fork()
            if not pid:
                self._try(mutant, changed, code, chosen)
            self.children[pid] = mutant, tests

    def _try(self, mutant: Mutant, changed: CodeType, code: "Code", tests: list[Asked]) -> None:
        """In a process of its own: end with 1 if a test notices."""
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        try:
            code.swap(mutant, changed)
            for each in tests:
                limit(3 + 3 * each.seconds)
                if any(report.outcome == "failed" for report in runtestprotocol(each.item, nextitem=None, log=False)):
                    os._exit(1)
        except BaseException:
            os._exit(1)
        os._exit(0)

    def _wait(self) -> None:
        pid, status = os.wait()
        mutant, tests = self.children.pop(pid)
        self.results.add(Result(mutant.key, tests, KILLED if status else SURVIVED))
        if time.monotonic() > self.deadline:
            for child in self.children:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
            pytest.exit("the time is up; the next run goes on from here", returncode=0)


def warm_up() -> None:
    """Have what every test needs worked out before processes part."""
    from paigow.bots.session import Session

    for standard in STANDARDS:
        session = Session(load_submission(standard), 3, "warm")
        session.open()
        session.play_round()


class Code:
    """The functions of this process by where they begin, and its caches."""

    def __init__(self) -> None:
        self.functions: dict[tuple[str, int, str], list[FunctionType]] = defaultdict(list)
        self.caches: list[_lru_cache_wrapper[object]] = []
        gc.unfreeze()  # so that all objects are listed
        for each in gc.get_objects():
            if type(each) is FunctionType:  # not isinstance, which asks lazy objects what they stand for
                code = each.__code__
                self.functions[code.co_filename, code.co_firstlineno, code.co_name].append(each)
            elif type(each) is _lru_cache_wrapper and str(each.__module__).startswith("paigow"):
                self.caches.append(each)
        gc.freeze()

    def swap(self, mutant: Mutant, module: CodeType) -> None:
        """Give every copy of a function its changed code, and forget what was worked out with the old one."""
        changed = find(module, mutant.function.split("."), mutant.first_line)
        for each in self.functions[str(PACKAGE.parent / mutant.path), mutant.first_line, changed.co_name]:
            each.__code__ = changed
        layer = LAYERS[mutant.path.split("/")[1]]
        for cache in self.caches:
            if LAYERS.get(cache.__module__.split(".")[1], len(LAYERS)) >= layer:
                cache.cache_clear()


def find(module: CodeType, names: list[str], line: int) -> CodeType:
    """Return the code of a function in that of its module."""
    for each in module.co_consts:
        if isinstance(each, CodeType) and each.co_name == names[0]:
            if len(names) > 1:
                try:
                    return find(each, names[1:], line)
                except LookupError:
                    continue
            if each.co_firstlineno == line:
                return each
    raise LookupError(f"no {'.'.join(names)} on line {line}")


sys.setrecursionlimit(10_000)
