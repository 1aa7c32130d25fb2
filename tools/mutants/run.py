"""A pytest plugin that runs tests once to learn which lines they reach, and then once more for each mutant.

Each mutant lives in a forked process, in which the code of one function is another: nothing is imported or collected
again, so that a mutant costs no more than the tests that it takes to find it. Time is that of the processor, so that a
busy machine changes no result.
"""

import gc
import hashlib
import inspect
import json
import math
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType

import coverage
import pytest
from _pytest.runner import runtestprotocol

from paigow.rules import under
from paigow.rules.coverage import PACKAGE
from tools.mutants.aims import FOLDERS, Mutant, mutants, sources
from tools.mutants.results import KILLED, SURVIVED, UNREACHED, Result, Results, digest

LEARNED = Path("build") / "mutants"
"""Where a run keeps what it learned about the tests, for the next one."""
PATIENCE = 5.0
"""A test that takes longer is not asked: what it knows, quick tests must know too."""
LAYERS = {"tiles": 0, "poker": 0, "money": 1, "rules": 2, "table": 3}
"""What each part may import: a change in one cannot reach the caches of those below it."""
BUDGET = 20.0
"""How long all tests of a mutant may take together; the quickest are asked first."""


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
        reached = self._learn(items)
        code = Code()
        gc.collect()
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
        """Which lines the tests reach; read from a file if nothing has changed since."""
        text = hashlib.sha256("\n".join(item.nodeid for item in items).encode())
        for file in sorted({*(PACKAGE.rglob("*.py")), *(item.path for item in items)}):
            text.update(file.read_bytes())
        kept = LEARNED / f"{text.hexdigest()[:16]}.json"
        if not kept.exists():
            LEARNED.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(measure(list(items), self.workers)), encoding="utf-8")
        known = json.loads(kept.read_text(encoding="utf-8"))
        asked = {
            item.nodeid: Asked(item, clauses, known["seconds"][item.nodeid])
            for item, clauses in items.items()
            if item.nodeid in known["seconds"]
        }
        return {
            name: {int(line): [asked[test] for test in tests] for line, tests in lines.items()}
            for name, lines in known["reached"].items()
        }

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
                _limit(10 + 5 * seconds)
                self._try(mutant, changed, code, [each.item for each in chosen])
            self.children[pid] = mutant, tests

    def _try(self, mutant: Mutant, changed: CodeType, code: "Code", items: list[pytest.Item]) -> None:
        """In a process of its own: end with 1 if a test notices."""
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        try:
            code.swap(mutant, changed)
            for item in items:
                if any(report.outcome == "failed" for report in runtestprotocol(item, nextitem=None, log=False)):
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


def measure(items: list[pytest.Item], workers: int) -> dict[str, object]:
    """Run each test on the code as it is, in a process of its own: how long it takes, and which lines it reaches. Leave
    out what fails or takes too long."""
    seconds: dict[str, float] = {}
    reached: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    running: dict[int, str] = {}
    todo = items[::-1]
    while todo or running:
        while todo and len(running) < workers:
            item = todo.pop()
            pid = os.fork()
            if not pid:
                _limit(PATIENCE)
                _learn_one(item)
            running[pid] = item.nodeid
        pid, status = os.wait()
        test, answer = running.pop(pid), LEARNED / f"{pid}.answer"
        if not status:
            found = json.loads(answer.read_text(encoding="utf-8"))
            seconds[test] = found["seconds"]
            for name, lines in found["lines"].items():
                for line in lines:
                    reached[name][line].append(test)
        answer.unlink(missing_ok=True)
    for lines in reached.values():
        for tests in lines.values():
            tests.sort(key=seconds.__getitem__)
    return {"seconds": seconds, "reached": reached}


def _learn_one(item: pytest.Item) -> None:
    """In a process of its own: end with 0 and an answer if the test passes."""
    measured = coverage.Coverage(data_file=None, config_file=False, source_pkgs=["paigow"])
    measured.set_option("run:disable_warnings", ["module-not-measured", "already-imported", "no-data-collected"])
    began = time.process_time()
    try:
        measured.start()
        reports = runtestprotocol(item, nextitem=None, log=False)
        measured.stop()
        if any(report.outcome != "passed" for report in reports):
            os._exit(1)
        data = measured.get_data()
        names = {Path(file).relative_to(PACKAGE.parent).as_posix(): file for file in data.measured_files()}
        ours = tuple(f"paigow/{folder}/" for folder in FOLDERS)
        lines = {name: data.lines(file) for name, file in names.items() if name.startswith(ours)}
        told = json.dumps({"seconds": time.process_time() - began, "lines": lines})
        (LEARNED / f"{os.getpid()}.answer").write_text(told, encoding="utf-8")
    except BaseException:
        os._exit(1)
    os._exit(0)


def _limit(seconds: float) -> None:
    """Have this process end when it has used up its time, or sleeps."""
    limit = math.ceil(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    signal.alarm(30 * limit)


class Code:
    """The functions of this process by where they begin, and its caches."""

    def __init__(self) -> None:
        self.functions: dict[tuple[str, int, str], list[FunctionType]] = defaultdict(list)
        self.caches: list[_lru_cache_wrapper[object]] = []
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                code = each.__code__
                self.functions[code.co_filename, code.co_firstlineno, code.co_name].append(each)
            elif isinstance(each, _lru_cache_wrapper) and str(each.__module__).startswith("paigow"):
                self.caches.append(each)

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
    """The code of a function in that of its module."""
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
