"""`paigow solve` and `paigow verify-solution`."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.long

Run = Callable[..., Any]


def test_solve_writes_a_solution_that_verifies(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "solved.json"
    ran = run("solve", "maryland-tiles", "--commission", "4%", "--out", str(file), "--json")
    assert ran.status == 0
    answer = json.loads(ran.out)
    assert answer["rules"] == "maryland-tiles"
    assert answer["commission"] == "1/25"
    assert answer["total"] == 736_281_000
    assert answer["gap"] == 0
    assert Fraction(answer["lower"]) == Fraction(answer["upper"])
    assert answer["bank"]["file"] == answer["player"]["file"] == answer["pure"]["file"] == str(file)
    assert answer["pure"]["proved"]
    assert (answer["pure"]["settled"], answer["pure"]["open"]) == (3_620, 0)
    assert {each["name"] for each in answer["house_ways"]} >= {"maryland", "new-zealand", "foxwoods"}
    assert "the player's value is between" in ran.err
    checked = run("verify-solution", str(file), "--json")
    assert checked.status == 0
    assert json.loads(checked.out)["passed"]
    file.write_text(file.read_text(encoding="utf-8").replace('"lower": "-', '"lower": "-1'), encoding="utf-8")
    assert run("verify-solution", str(file)).status == 1


def test_wrong_options_are_answered_with_a_line(run: Run, tmp_path: Path) -> None:
    for options in (
        ["--commission", "much"],
        ["--gap", "-1"],
        ["--bank", "nobody"],
        ["--out", str(tmp_path / "no" / "x")],
    ):
        ran = run("solve", "maryland-tiles", *options)
        assert ran.status == 2, options
        assert ran.err.count("\n") == 1
    nothing = tmp_path / "nothing.json"
    nothing.write_text("{}")
    assert "is not a solution" in run("verify-solution", str(nothing)).err
    assert run("verify-solution", str(tmp_path / "none")).status == 2
