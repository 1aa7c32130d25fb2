"""Pytest plugin that records the clauses each test is marked with, whether it really asserts, and its outcome.

The results go to `build/clauses.json`, which `paigow rules coverage` reads. A test marked with an id that is not in the
index fails, because nobody could check its claim. It also works under xdist, where the workers run the tests and the
controller writes the file.
"""

import ast
import inspect
import json
import textwrap
from collections.abc import Callable, Generator, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from paigow.rules.clauses import known, under
from paigow.rules.coverage import RESULTS, TestResult

_CLAUSES, _ASSERTS, _SEEN = "clauses", "asserts", "seen"
COLLECTED = pytest.StashKey[list[pytest.Item]]()
"""The tests that pytest collected, before any deselection."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clause-tests", metavar="FILE", help="write which tests assert which clauses, by name")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[COLLECTED] = list(items)


def pytest_collection_finish(session: pytest.Session) -> None:
    out = session.config.getoption("--clause-tests")
    if out is not None:
        Path(out).write_text(json.dumps(clause_tests(session.items)), encoding="utf-8")


def clause_tests(items: Iterable[pytest.Item]) -> dict[str, tuple[str, ...]]:
    """Return the names of the tests that assert clauses, with the clauses; a parametrised function counts as one."""
    found: dict[str, set[str]] = {}
    for item in items:
        if (marked := _marked(item)) and really_asserts(getattr(item, "function", None)):
            rows = {clause.id for clause_id in marked for clause in under(clause_id)}
            found.setdefault(item.nodeid.partition("[")[0], set()).update(rows)
    return {test: tuple(sorted(rows)) for test, rows in sorted(found.items()) if rows}


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        config.pluginmanager.register(_Recorder(config.rootpath / RESULTS), "clause-recorder")


def pytest_runtest_setup(item: pytest.Item) -> None:
    unknown = [clause_id for clause_id in _marked(item) if not known(clause_id)]
    if unknown:
        pytest.fail(f"marked with what is not in the clause index: {', '.join(unknown)}", pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Attach to the report what the controller needs, since under xdist it has no test items."""
    report = yield
    marked = _marked(item)
    if marked:
        rows = sorted({clause.id for clause_id in marked for clause in under(clause_id)})
        report.user_properties += [
            (_CLAUSES, rows),
            (_ASSERTS, really_asserts(getattr(item, "function", None))),
            (_SEEN, any(mark.kwargs.get("seen", False) for mark in item.iter_markers("clause"))),
        ]
    return report


class _Recorder:
    """Collects the reports of the whole run and writes them once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results: dict[str, TestResult] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        properties: dict[str, Any] = dict(report.user_properties)
        if _CLAUSES not in properties:
            return
        earlier = self.results.get(report.nodeid)
        outcome: str = earlier.outcome if earlier else "not run"
        if outcome != "failed" and (report.when == "call" or report.outcome != "passed"):
            outcome = "expected to fail" if hasattr(report, "wasxfail") else report.outcome
        clauses = tuple(properties[_CLAUSES])
        self.results[report.nodeid] = TestResult(
            report.nodeid, clauses, outcome, bool(properties[_ASSERTS]), bool(properties[_SEEN])
        )

    def pytest_sessionfinish(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        tests = [result.to_dict() for _, result in sorted(self.results.items())]
        self.path.write_text(json.dumps({"tests": tests}, indent=1) + "\n", encoding="utf-8")


def _marked(item: pytest.Item) -> list[str]:
    return [str(clause_id) for mark in item.iter_markers("clause") for clause_id in mark.args]


@cache  # a function with parameters is asked about for each of them, and for each phase of each
def really_asserts(function: Callable[..., Any] | None) -> bool:
    """Return whether a test's own source has an assertion that could fail.

    That is an `assert` on a value, or `pytest.raises`.
    """
    if function is None:
        return False
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function))))
    except (OSError, TypeError, SyntaxError):
        return False
    return any(_could_fail(node) for node in ast.walk(tree))


def _could_fail(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert):
        return any(isinstance(part, ast.Name) for part in ast.walk(node.test))  # otherwise it concerns only constants
    if isinstance(node, ast.Call):
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        return name in ("raises", "fail")
    return False
