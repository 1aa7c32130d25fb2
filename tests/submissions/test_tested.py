"""The names of the tests that assert a clause, as the package carries them."""

import pytest

from paigow.rules import CLAUSES
from paigow.rules.pytest_plugin import COLLECTED, clause_tests
from paigow.rules.tested import CHECKOUT, INDEX, asserted_by, collect, to_text


def test_every_clause_has_a_test() -> None:
    assert [clause_id for clause_id in CLAUSES if not asserted_by(clause_id)] == []


def test_tests_by_name() -> None:
    """A mark counts, spelled out, put together or for a list that the clause is in; any other string does not."""
    assert any(test.startswith("tests/rules/test_mdp_submission.py::") for test in asserted_by("MDP-9.A.1"))
    assert asserted_by("NZ-4.2.a")
    assert asserted_by("MDT-3.B.2.b.i")
    files = {test.partition("::")[0] for test in asserted_by("MDT-8.D.4")}
    assert "tests/rules/test_mdt_08_house_way.py" in files
    assert not files & {"tests/commands/test_rules.py", "tests/submissions/test_coverage.py"}


def test_the_packaged_names_are_up_to_date(request: pytest.FixtureRequest) -> None:
    """If not: run `paigow rules index`. In a run of all tests pytest has collected them already."""
    collected = request.config.stash[COLLECTED]
    all_there = {item.path for item in collected} >= set((CHECKOUT / "tests").rglob("test_*.py"))
    assert INDEX.read_text(encoding="utf-8") == to_text(clause_tests(collected) if all_there else collect())
