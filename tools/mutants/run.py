"""A pytest plugin that runs tests once to learn which lines they reach, and then once more for each mutant.

Each mutant lives in a forked process, in which the code of one function is another: nothing is imported or collected
again, so that a mutant costs no more than the tests that it takes to find it.
"""

import gc
import hashlib
import json
import os
import signal
import sys
import time
from collections import defaultdict
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType

import coverage
import pytest
from _pytest.runner import runtestprotocol

from paigow.rules import under
from paigow.rules.coverage import PACKAGE
from tools.mutants.aims import FOLDERS, Mutant, mutants, sources
from tools.mutants.results import KILLED, SURVIVED, UNREACHED, Result, Results

Reached = dict[str, dict[int, set[int]]]
"""For each file and line the numbers of the tests that reach it."""
LEARNED = Path("build") / "mutants"
"""Where a run keeps what it learned about the tests, for the next one."""
SLOWEST = 20.0
"""How many times longer than before the tests may take, and at least so many seconds; then the mutant is stuck."""


class Runner:
    def __init__(self, wanted: frozenset[str], results: Results, workers: int, deadline: float) -> None:
        self.wanted, self.results, self.workers, self.deadline = wanted, results, workers, deadline
        self.children: dict[int, tuple[Mutant, str, float]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        from paigow.rules.pytest_plugin import really_asserts  # pytest wants to be the first to import it

        items = [item for item in session.items if really_asserts(getattr(item, "function", None))]
        clauses = [self._clauses(item) for item in items]
        reached, seconds, good = self._learn(items)
        for path in sources():
            self._break(path, items, clauses, reached, seconds, good)
        while self.children:
            self._wait()
        return True

    @staticmethod
    def _clauses(item: pytest.Item) -> frozenset[str]:
        marked = [str(each) for mark in item.iter_markers("clause") for each in mark.args]
        return frozenset(row.id for each in marked for row in under(each))

    def _learn(self, items: list[pytest.Item]) -> tuple[Reached, list[float], list[bool]]:
        """Which lines each test reaches, how long it takes and whether it passes; read from a file if it can be."""
        text = hashlib.sha256("\n".join(item.nodeid for item in items).encode())
        for file in sorted({*(PACKAGE.rglob("*.py")), *(item.path for item in items)}):
            text.update(file.read_bytes())
        kept = LEARNED / f"{text.hexdigest()[:16]}.json"
        if kept.exists():
            known = json.loads(kept.read_text(encoding="utf-8"))
            lines = {
                name: {int(line): set(tests) for line, tests in found.items()}
                for name, found in known["reached"].items()
            }
            return lines, known["seconds"], known["good"]
        reached, seconds, good = self._measure(items)
        plain = {
            name: {line: sorted(tests) for line, tests in found.items()}
            for name, found in reached.items()
            if name.startswith(tuple(f"paigow/{folder}/" for folder in FOLDERS))
        }
        LEARNED.mkdir(parents=True, exist_ok=True)
        told = json.dumps({"reached": plain, "seconds": seconds, "good": good})
        kept.write_text(told, encoding="utf-8")
        return reached, seconds, good

    def _measure(self, items: list[pytest.Item]) -> tuple[Reached, list[float], list[bool]]:
        """Run all tests on the code as it is."""
        measured = coverage.Coverage(data_file=None, config_file=False, source_pkgs=["paigow"])
        measured.set_option("run:disable_warnings", ["module-not-measured", "already-imported", "no-data-collected"])
        seconds, good = [], []
        measured.start()
        for number, item in enumerate(items):
            measured.switch_context(str(number))
            began = time.monotonic()
            following = items[number + 1] if number + 1 < len(items) else None
            reports = runtestprotocol(item, nextitem=following, log=False)
            seconds.append(time.monotonic() - began)
            good.append(all(report.outcome == "passed" for report in reports))
        measured.stop()
        reached: Reached = {}
        data = measured.get_data()
        for file in data.measured_files():
            name = Path(file).relative_to(PACKAGE.parent).as_posix()
            lines: dict[int, set[int]] = defaultdict(set)
            for line, contexts in data.contexts_by_lineno(file).items():
                lines[line].update(int(context) for context in contexts if context)
            reached[name] = lines
        return reached, seconds, good

    def _break(
        self,
        path: Path,
        items: list[pytest.Item],
        clauses: list[frozenset[str]],
        reached: Reached,
        seconds: list[float],
        good: list[bool],
    ) -> None:
        for mutant, tree in mutants(path, self.wanted):
            reach = reached.get(mutant.path, {}).get(mutant.line, set())
            chosen = sorted((n for n in reach if good[n] and clauses[n] & mutant.clauses), key=lambda n: seconds[n])
            tests = [items[number].nodeid for number in chosen]
            if self.results.known(mutant, tests):
                continue
            if not tests:
                self.results.add(Result.of(mutant, tests, UNREACHED))
                continue
            while len(self.children) >= self.workers:
                self._wait()
            code = compile(tree, str(path), "exec")
            limit = max(10.0, SLOWEST * sum(seconds[number] for number in chosen))
            pid = os.fork()
            if not pid:
                self._try(mutant, code, [items[number] for number in chosen])
            self.children[pid] = mutant, json.dumps(tests), time.monotonic() + limit

    def _try(self, mutant: Mutant, code: CodeType, items: list[pytest.Item]) -> None:
        """In a process of its own: end with 1 if a test notices."""
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        try:
            swap(mutant, code)
            for item in items:
                if any(report.outcome == "failed" for report in runtestprotocol(item, nextitem=None, log=False)):
                    os._exit(1)
        except BaseException:
            os._exit(1)
        os._exit(0)

    def _wait(self) -> None:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            for child, (_, _, end) in self.children.items():
                if time.monotonic() > end:
                    os.kill(child, signal.SIGKILL)
            time.sleep(0.01)
            return
        mutant, tests, _ = self.children.pop(pid)
        self.results.add(Result.of(mutant, json.loads(tests), KILLED if status else SURVIVED))
        if time.monotonic() > self.deadline:
            for child in self.children:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
            pytest.exit("the time is up; the next run goes on from here", returncode=0)


def swap(mutant: Mutant, module: CodeType) -> None:
    """Give every copy of a function its changed code, and forget what was worked out with the old one."""
    changed = find(module, mutant.function.split("."), mutant.first_line)
    file = str(PACKAGE.parent / mutant.path)
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            code = each.__code__
            if (
                code.co_firstlineno == mutant.first_line
                and code.co_filename == file
                and code.co_name == changed.co_name
            ):
                each.__code__ = changed
        elif isinstance(each, _lru_cache_wrapper) and str(each.__module__).startswith("paigow"):
            each.cache_clear()


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
