"""The record of which tests assert which clauses."""

import json
from pathlib import Path
from typing import Any

import pytest

from paigow.rules.clauses import clauses
from paigow.rules.coverage import PACKAGE, RESULTS, coverage, implemented, read_results
from paigow.rules.pytest_plugin import really_asserts

TESTS = """
import pytest

TWO = 2

@pytest.mark.clause("MDT-8.D.4", "MDT-8.L.1")
def test_good():
    assert 1 + 1 == TWO

@pytest.mark.clause("DO-R1")
def test_raises():
    with pytest.raises(ZeroDivisionError):
        1 / 0

@pytest.mark.clause("DO-R2")
def test_asserts_nothing():
    pass

@pytest.mark.clause("DO-R2")
def test_asserts_nothing_about_anything():
    assert 1 + 1 == 2

@pytest.mark.clause("DO-R3")
def test_fails():
    assert 1 + 1 == TWO + 1

@pytest.mark.clause("DO-R3")
def test_fails_afterwards(leaving):
    assert 1 + 1 == TWO

@pytest.mark.clause("DO-R4")
@pytest.mark.skip
def test_skipped():
    assert 1 + 1 == TWO

@pytest.mark.clause("DO-R4")
def test_skips_itself():
    assert 1 + 1 == TWO
    pytest.skip()

@pytest.mark.clause("DO-R4")
@pytest.mark.xfail
def test_fails_as_expected():
    assert 1 + 1 == TWO + 1

@pytest.mark.clause("DO-R4")
@pytest.mark.xfail
def test_passes_though_expected_to_fail():
    assert 1 + 1 == TWO

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("DO-R5")), 2])
def test_one_of_two(n):
    assert n

@pytest.fixture
def broken():
    raise RuntimeError

@pytest.fixture
def leaving():
    yield
    raise RuntimeError

@pytest.mark.clause("DO-R6")
def test_never_starts(broken):
    assert broken
"""


@pytest.fixture
def checkout(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTHONPATH", str(PACKAGE.parent))
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)  # the site is not there
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # other plugins take most of a start
    pytester.makeconftest('pytest_plugins = ("paigow.rules.pytest_plugin",)')
    pytester.makeini("[pytest]\nmarkers = clause(*ids)")
    return pytester


def recorded(folder: Path) -> dict[str, Any]:
    tests = json.loads((folder / RESULTS).read_text(encoding="utf-8"))["tests"]
    return {test["id"].split("::")[1]: (test["clauses"], test["outcome"], test["asserts"]) for test in tests}


@pytest.mark.parametrize("workers", [(), ("-p", "xdist.plugin", "-n", "2")], ids=["alone", "xdist"])
def test_what_is_recorded(checkout: pytest.Pytester, workers: tuple[str, ...]) -> None:
    checkout.makepyfile(TESTS)
    checkout.runpytest_subprocess(*workers)
    rows = ["MDT-8.D.4", *(f"MDT-8.L.1.{letter}" for letter in "abcde")]
    assert recorded(checkout.path) == {
        "test_good": (rows, "passed", True),
        "test_raises": (["DO-R1"], "passed", True),
        "test_asserts_nothing": (["DO-R2"], "passed", False),
        "test_asserts_nothing_about_anything": (["DO-R2"], "passed", False),
        "test_fails": (["DO-R3"], "failed", True),
        "test_fails_afterwards": (["DO-R3"], "failed", True),
        "test_skipped": (["DO-R4"], "skipped", True),
        "test_skips_itself": (["DO-R4"], "skipped", True),
        "test_fails_as_expected": (["DO-R4"], "expected to fail", True),
        "test_passes_though_expected_to_fail": (["DO-R4"], "expected to fail", True),
        "test_one_of_two[1]": (["DO-R5"], "passed", True),
        "test_never_starts": (["DO-R6"], "failed", True),
    }
    assert coverage(read_results(checkout.path / RESULTS)).covered == {*rows, "DO-R1", "DO-R5"}


def test_a_mark_that_names_no_clause_fails_the_run(checkout: pytest.Pytester) -> None:
    checkout.makepyfile('import pytest\n@pytest.mark.clause("MDT-8.D.9")\ndef test_it():\n    assert 1 + 1 == 2\n')
    ran = checkout.runpytest_subprocess()
    assert ran.ret != 0
    assert "MDT-8.D.9" in ran.stdout.str() + ran.stderr.str()


def test_what_really_asserts() -> None:
    def empty() -> None:
        pass

    def constant() -> None:
        assert True

    def constants() -> None:
        assert 1 + 1 == 2

    def good() -> None:
        assert len([]) == 0

    assert really_asserts(good)
    assert not really_asserts(empty)
    assert not really_asserts(constant)
    assert not really_asserts(constants)
    assert not really_asserts(None)
    assert not really_asserts(len)


def test_where_a_clause_is_carried_out() -> None:
    assert any(place.path == "paigow/tiles/house_ways/maryland.py" for place in implemented("MDT-8.D.4"))
    # the lines of a pay table have ids that are put together: the nearest id above is found
    above = [place for place in implemented("MDT-8.L.1.a") if place.path == "paigow/tiles/pair_fortunes.py"]
    assert {place.id for place in above} == {"MDT-8.L"}


def test_what_only_mentions_a_clause_does_not_carry_it_out() -> None:
    """An example of the API, the glossary, a page or a drill implements nothing."""
    folders = {place.path.split("/")[1] for clause_id in clauses() for place in implemented(clause_id)}
    assert folders <= {"tiles", "poker", "money", "fairness", "rules", "hands", "table", "analysis", "comparison.py"}
    assert {"tiles", "poker", "money", "fairness", "rules", "table", "analysis"} <= folders
    assert all(place.path.startswith("paigow/t") for place in implemented("MDT-9.I"))
    assert implemented("MDT-1.B.3") == (), "the glossary defines it, and is not searched"
