"""`paigow rules`: list, show and coverage."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def test_list(run: Run) -> None:
    assert run("rules", "list").out.count("\n") == 1237
    house_way = run("rules", "list", "--document", "MDT", "--kind", "house-way").out
    assert "MDT-8.D.4  house-way  House way: high with low tile" in house_way
    assert run("rules", "list", "--document", "maryland-tiles", "--kind", "house-way").out == house_way
    first = json.loads(run("rules", "list", "--document", "DO", "--json").out.splitlines()[0])
    assert first == {"id": "DO-R0", "kind": "start-position", "actor": "operator", "title": "RNG or dice"}


def test_list_of_what_there_is_not(run: Run) -> None:
    ran = run("rules", "list", "--document", "NV")
    assert (ran.status, ran.out) == (2, "")
    assert "the documents are MDT (maryland-tiles)" in ran.err
    assert "there is no kind 'fun'; the kinds are bank, commission" in run("rules", "list", "--kind", "fun").err


def test_show(run: Run) -> None:
    out = run("rules", "show", "MDT-8.D.4").out
    assert "top-ranking tile with the bottom-ranking tile" in out
    assert "carried out: paigow/tiles/house_ways/maryland.py" in out
    assert "tests/" in out
    answer = json.loads(run("rules", "show", "MDT-8.D.4", "--json").out)
    assert list(answer) == ["id", "document", "title", "kind", "actor", "summary", "implemented", "tests"]
    assert "no test yet" not in out
    assert answer["tests"]


def test_show_what_opens_a_list(run: Run) -> None:
    assert run("rules", "show", "MDT-8.L.1", "--json").out.count("\n") == 5
    ran = run("rules", "show", "MDT-8.D.9")
    assert (ran.status, ran.out) == (2, "")
    assert "nearest that exists is MDT-8.D" in ran.err


def results(path: Path, *tests: tuple[list[str], str, bool]) -> str:
    found = [
        {"id": f"t{number}", "clauses": clauses, "outcome": outcome, "asserts": asserts}
        for number, (clauses, outcome, asserts) in enumerate(tests)
    ]
    path.write_text(json.dumps({"tests": found}), encoding="utf-8")
    return str(path)


def test_coverage_counts_what_passes_and_asserts(run: Run, tmp_path: Path) -> None:
    file = results(
        tmp_path / "clauses.json",
        (["DO-R1", "DO-R2"], "passed", True),
        (["DO-R3"], "failed", True),
        (["DO-R4"], "passed", False),
        (["DO-R5"], "skipped", True),
        (["DO-R1"], "failed", True),
    )
    answer = json.loads(run("rules", "coverage", "--results", file, "--json").out)
    assert list(answer) == ["covered", "total", "natures", "unseen", "documents", "kinds", "uncovered"]
    assert (answer["covered"], answer["total"]) == (2, 1237)
    assert answer["documents"]["dealer-open-pai-gow-v2"] == {"covered": 2, "total": 41}
    assert answer["kinds"]["wager"]["covered"] == 1
    assert answer["natures"]["enforced"]["covered"] == 2
    assert sum(nature["total"] for nature in answer["natures"].values()) == 1237
    assert len(answer["unseen"]) == answer["natures"]["depicted"]["total"] > 50
    assert {"DO-R3", "DO-R4", "DO-R5"} <= set(answer["uncovered"])
    out = run("rules", "coverage", "--results", file, "--document", "DO", "--kind", "wager").out
    assert "1 of 3 clauses have a passing test that asserts them (33.3%)" in out
    assert "not yet in dealer-open (2):\n  DO-R1.s2 DO-P.push-ace-high\n" in out
    wrapped = run("rules", "coverage", "--results", file).out.partition("not yet in maryland-tiles (321):\n")[2]
    assert max(map(len, wrapped.splitlines())) <= 120
    assert "MDT-10.F" in wrapped.split()


def test_coverage_says_what_is_mutation_tested(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: dict[str, dict[str, int]] = {}
    monkeypatch.setattr("paigow.rules.coverage.read_mutants", lambda: counts)
    file = results(tmp_path / "clauses.json", (["DO-R1"], "passed", True))
    untried = (
        "The share of clauses that are fully mutation-tested is not known here: run `make mutants` in a checkout.\n"
    )
    assert untried in run("rules", "coverage", "--results", file).out
    counts |= {
        "DO-R1": {"mutants": 9, "survivors": 0, "untried": 0},
        "DO-R2": {"mutants": 9, "survivors": 1, "untried": 0},
        "DO-R3": {"mutants": 9, "survivors": 0, "untried": 2},
        "MDT-8.D.4": {"mutants": 9, "survivors": 0, "untried": 0},
    }
    told = "{} of {} clauses that functions name or cite are fully mutation-tested ({}); {} have been tried in full"
    assert told.format(2, 4, "50.0%", 3) in run("rules", "coverage", "--results", file).out
    assert untried not in run("rules", "coverage", "--results", file).out
    assert told.format(1, 3, "33.3%", 2) in run("rules", "coverage", "--results", file, "--document", "DO").out


def test_coverage_without_results(run: Run, tmp_path: Path) -> None:
    ran = run("rules", "coverage", "--results", str(tmp_path / "none.json"))
    assert (ran.status, ran.out) == (2, "")
    assert "run them from the checkout first" in ran.err
    broken = tmp_path / "broken.json"
    broken.write_text("[]", encoding="utf-8")
    assert "is not what the tests write" in run("rules", "coverage", "--results", str(broken)).err
