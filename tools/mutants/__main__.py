"""The command: choose the clauses, run their tests and mutants, report."""

import argparse
import json
import os
import sys
import time

import pytest

from paigow.rules import CLAUSES
from paigow.rules.coverage import MUTANTS
from tools.mutants.results import TRIAGE, Results, by_clause, current, needless, report
from tools.mutants.run import Runner

TESTS = tuple(f"tests/{folder}" for folder in ("rules", "submissions", "money", "tiles", "poker", "hands", "table"))
"""Tests of the site, the analysis and the solver are left out: the tests of the rules should notice first."""
OPTIONS = (
    *("-q", "-c", os.devnull, "--rootdir=.", "--import-mode=importlib", "-m", "not exhaustive"),
    *("-p", "no:cacheprovider", "-p", "no:warnings", "--ignore=tests/rules/test_depicted.py"),
)
"""Run without the project's settings, most of which are for the tests of the site."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description="Mutation testing by clause.")
    parser.add_argument(
        "--clause", action="append", metavar="ID", help="MDT-8.D.4, or a chapter or document such as MDT-8 or MDT"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="mutants that are tried at the same time")
    parser.add_argument(
        "--minutes", type=float, default=10_000.0, help="stop after so many minutes; run again to go on"
    )
    parser.add_argument("--report", action="store_true", help="only say what is known so far")
    asked = parser.parse_args()
    named = tuple(asked.clause or ())
    below = tuple(f"{each}{sign}" for each in named for sign in ".-")
    wanted = frozenset(each for each in CLAUSES if not named or each in named or each.startswith(below))
    if not wanted:
        parser.error(f"there is no clause {', '.join(named)}")
    results = Results()
    if not asked.report:
        runner = Runner(wanted, results, asked.workers, time.monotonic() + 60 * asked.minutes)
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # a small process forks faster
        if status := pytest.main([*OPTIONS, *TESTS], plugins=[runner]):
            return int(status)
    now = current()
    print(report(results, now, wanted))
    clauses = by_clause(results, now)
    full = sum(not row["survivors"] and not row["untried"] for row in clauses.values())
    print(f"{full} of {len(clauses)} clauses that the code implements are fully mutation-tested")
    for each in needless(now):
        print(f"{TRIAGE} speaks of what is no longer there: {each}")
    MUTANTS.write_text(json.dumps(clauses, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
