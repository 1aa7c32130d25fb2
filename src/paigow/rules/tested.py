"""The tests that assert each clause, known even if the package is installed without its tests.

`paigow rules index` asks pytest for every test that is marked with clauses and really asserts, and writes their names
into the package. A test fails when that file is out of date.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from paigow.errors import PaigowError
from paigow.rules.coverage import PACKAGE, TestResult

INDEX = PACKAGE / "rules" / "data" / "clause_tests.json"
CHECKOUT = PACKAGE.parent.parent

Tests = Mapping[str, tuple[str, ...]]
"""The clauses of each test, by its name such as `tests/rules/test_do_rules.py::test_foul`."""


def asserted_by(clause_id: str) -> tuple[str, ...]:
    """Return the names of the tests that assert a clause."""
    return _by_clause().get(clause_id, ())


@cache
def _by_clause() -> Tests:
    found: dict[str, tuple[str, ...]] = {}
    text = (files("paigow.rules") / "data" / INDEX.name).read_text(encoding="utf-8")
    for test, clauses in json.loads(text).items():
        for clause_id in clauses:
            found[clause_id] = (*found.get(clause_id, ()), test)
    return found


def shipped_results() -> tuple[TestResult, ...]:
    """Return the tests of this release, which all passed, for installations without tests."""
    text = (files("paigow.rules") / "data" / INDEX.name).read_text(encoding="utf-8")
    return tuple(TestResult(test, tuple(cited), "passed", True) for test, cited in json.loads(text).items())


def collect(checkout: Path = CHECKOUT) -> Tests:
    """Return the tests that pytest collects in a checkout; nothing is run."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "tests.json"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "--collect-only",
            "-q",
            "-p",
            "no:cacheprovider",
            f"--clause-tests={out}",
        ]
        ran = subprocess.run(command, cwd=checkout, capture_output=True, text=True)
        if ran.returncode or not out.exists():
            raise PaigowError(
                f"pytest could not collect the tests of {checkout}: {ran.stdout[-500:]}{ran.stderr[-500:]}"
            )
        found: dict[str, list[str]] = json.loads(out.read_text(encoding="utf-8"))
    return {test: tuple(clauses) for test, clauses in found.items()}


def to_text(tests: Tests) -> str:
    """Return one line per test, so that changing one test changes one line."""
    lines = ",\n".join(f"{json.dumps(test)}: {json.dumps(list(clauses))}" for test, clauses in sorted(tests.items()))
    return f"{{\n{lines}\n}}\n"
