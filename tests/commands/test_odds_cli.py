"""`paigow odds`, `advise`, `compare-house-ways`, `simulate` and `par`: keys, files, and one line for what is wrong."""

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import paigow
from paigow import pango
from paigow.analysis import odds

Run = Callable[..., Any]

ODDS_KEYS = [
    "rules", "wager", "paytable", "house_way", "player", "bank", "total", "outcomes", "win", "push", "lose", "copies",
    "edge", "edge_percent", "standard_deviation", "hit_frequency", "exact", "seconds",
]  # fmt: skip
SETTING_KEYS = ["high", "low", "high_name", "low_name", "win", "push", "lose", "ev", "ev_percent"]
SIMULATE_KEYS = [
    "rules", "bank", "seats", "rounds", "seed", "house_way", "player", "positions", "net", "player_edge", "bank_result",
    "co_bank_result", "checks", "passed", "exact", "complete", "seconds",
]  # fmt: skip


def asked(run: Run, *arguments: str) -> dict[str, Any]:
    ran = run(*arguments, "--json")
    assert (ran.status, ran.err) == (0, "")
    answer = json.loads(ran.out)
    assert isinstance(answer, dict)
    return answer


def test_odds_in_json(run: Run) -> None:
    answer = asked(run, "odds", "maryland-tiles")
    assert list(answer) == ODDS_KEYS
    assert (answer["player"], answer["bank"], answer["house_way"]) == ("house-way", "house", "maryland")
    assert [list(each) for each in answer["outcomes"]] == [["name", "count", "pays"]] * 3
    lost = sum(each["count"] * Fraction(each["pays"]) for each in answer["outcomes"])
    assert Fraction(answer["edge"]) == -Fraction(lost) / answer["total"]
    assert type(answer["total"]) is int


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        (["maryland-tiles", "--player", "best"], {"player": "best", "house_way": "maryland"}),
        (["maryland-tiles", "--house-way", "foxwoods"], {"house_way": "foxwoods", "player": "house-way"}),
        (
            ["maryland-tiles", "--player", "new-zealand", "--bank", "player"],
            {"player": "new-zealand", "bank": "player"},
        ),
        (["maryland-poker", "--wager", "fortune", "--paytable", "C"], {"paytable": "C", "player": None}),
        (["maryland-poker", "--wager", "progressive", "--meter", "$243,011.06"], {"wager": "progressive"}),
        (["maryland-poker", "--wager", "progressive", "--paytable", "B", "--meter", "minor=$2,000"], {"paytable": "B"}),
        (["dealer-open", "--wager", "chan-chu", "--paytable", "2=1,3=9,4=99"], {"total": 154_143_080}),
    ],
)
def test_options_reach_the_answer(run: Run, arguments: list[str], keys: dict[str, Any]) -> None:
    answer = asked(run, "odds", *arguments)
    assert {key: answer[key] for key in keys} == keys
    assert answer["exact"] is True


def test_a_meter_at_its_break_even_amount(run: Run) -> None:
    at = ("odds", "maryland-poker", "--wager", "progressive", "--meter")
    assert asked(run, *at, "$243,011.05")["edge_percent"] > 0
    assert asked(run, *at, "$243,011.06")["edge_percent"] <= 0


def test_envy_by_other_players(run: Run) -> None:
    alone = asked(run, "odds", "maryland-poker", "--wager", "fortune")
    joined = asked(run, "odds", "maryland-poker", "--wager", "fortune", "--others", "4")
    envy = asked(run, "odds", "maryland-poker", "--wager", "envy", "--others", "4")
    assert Fraction(alone["edge"]) - Fraction(joined["edge"]) == -Fraction(envy["edge"]) == Fraction(joined["envy"])
    larger = asked(run, "odds", "maryland-poker", "--wager", "fortune", "--others", "4", "--bet", "$10")
    assert Fraction(larger["envy"]) == Fraction(joined["envy"]) / 2
    cut = asked(run, "odds", "maryland-poker", "--wager", "fortune", "--bet", "$100", "--payout-limit", "$50,000")
    assert [each["pays"] for each in cut["outcomes"]][:3] == ["500", "500", "500"]


def test_odds_in_words(run: Run) -> None:
    ran = run("odds", "maryland-tiles", "--wager", "pair-fortunes")
    assert "maryland-tiles, pair-fortunes, pay table A\n" in ran.out
    assert "edge 381/7192 = 5.297553%\n" in ran.out
    assert "one mixed pair" in ran.out
    assert "(the player's advantage)" in run("odds", "maryland-tiles", "--player", "best").out
    assert "(the player's advantage)" not in ran.out


def test_without_commission(run: Run) -> None:
    answer = asked(run, "odds", "new-zealand", "--no-commission")
    assert Fraction(answer["edge"]) == Fraction(answer["lose"] - answer["win"], answer["total"])


def test_workers_do_not_change_the_answer(run: Run) -> None:
    plain = asked(run, "simulate", "maryland-tiles", "--rounds", "300000", "--seats", "3")
    for workers in ("1", "2"):
        split = asked(run, "simulate", "maryland-tiles", "--rounds", "300000", "--seats", "3", "--workers", workers)
        assert plain | {"seconds": 0} == split | {"seconds": 0}


def test_advise_in_json(run: Run) -> None:
    answer = asked(run, "advise", "maryland-poker", "As", "Kd", "9h", "9c", "5s", "4d", "2c")
    assert {"settings", "best", "house_way"} <= set(answer)
    assert all(list(each) == SETTING_KEYS for each in answer["settings"])
    assert answer["best"] == answer["settings"][0]
    assert {each["win"] + each["push"] + each["lose"] for each in answer["settings"]} == {53_524_680}
    assert Fraction(answer["cost"]) == Fraction(answer["best"]["ev"]) - Fraction(answer["house_way"]["ev"])


def test_advise_in_words(run: Run) -> None:
    ran = run("advise", "maryland-tiles", "66 45 14 24")
    assert "house way  66 45  24 14" in ran.out
    assert "best: " in ran.out
    shown = run("advise", "dealer-open", "As Kd 9h 9c 5s 4d 2c", "--dealer", "Ks Qd Jc 8s 7h 3d 2d")
    assert "+1.000000" in shown.out


def test_compare_house_ways(run: Run) -> None:
    answer = asked(run, "compare-house-ways", "maryland", "foxwoods", "--hands", "3")
    assert answer["game"] == "tiles"
    assert {len(hands) for hands in answer["costliest"].values()} == {3}
    words = run("compare-house-ways", "maryland", "foxwoods", "--hands", "1").out
    assert "sets every hand optimally an advantage of 0.9677%." in words
    assert "hands on which foxwoods gives up the most against best play" in words


def test_simulate_checks_itself(run: Run) -> None:
    answer = asked(
        run, "simulate", "new-zealand", "--rounds", "400000", "--seats", "1", "--seed", "7", "--bank", "player"
    )
    assert list(answer) == SIMULATE_KEYS
    assert answer["passed"]
    assert [check["name"] for check in answer["checks"]][-1] == "result of the bank"
    assert sum(answer["net"].values()) == answer["rounds"] == 400_000
    words = run("simulate", "new-zealand", "--rounds", "100000", "--seats", "7")
    assert (words.status, words.out.count("agrees: ")) == (0, 4)
    assert "commission" not in words.out.split("the bank's result")[1].splitlines()[0]
    assert asked(run, "simulate", "new-zealand", "--rounds", "1000", "--no-check")["checks"] == []


def test_the_house_pays_itself_no_commission(run: Run) -> None:
    command = ("simulate", "maryland-tiles", "--rounds", "20000", "--seats", "1", "--no-check", "--bank")
    house, player = asked(run, *command, "house"), asked(run, *command, "player")
    won = {int(net): number for net, number in house["net"].items()}
    plain = sum(net * number for net, number in won.items()) / house["rounds"]
    assert house["bank_result"]["mean"] == pytest.approx(plain)
    paid = {int(net): number for net, number in player["net"].items()}
    taken = sum(net * number for net, number in paid.items() if net > 0) / player["rounds"] / 20
    plain = sum(net * number for net, number in paid.items()) / player["rounds"]
    assert player["bank_result"]["mean"] == pytest.approx(plain - taken)


def test_simulate_goes_on_from_a_checkpoint(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import paigow.analysis.simulations as simulations

    command = ["simulate", "maryland-tiles", "--seats", "2", "--seed", "5", "--no-check"]
    whole = asked(run, *command, "--rounds", "400000")
    kept = tmp_path / "kept.json"
    monkeypatch.setattr(simulations, "SAVED_EVERY", 1)
    one_chunk = asked(run, *command, "--rounds", "131072", "--checkpoint", str(kept))
    assert one_chunk["rounds"] == 131_072
    assert json.loads(kept.read_text(encoding="utf-8"))["chunks"] == 1
    rest = asked(run, *command, "--rounds", "400000", "--checkpoint", str(kept))
    assert rest | {"seconds": 0} == whole | {"seconds": 0}
    again = asked(run, *command, "--rounds", "400000", "--checkpoint", str(kept))
    assert again | {"seconds": 0} == whole | {"seconds": 0}
    other = run("simulate", "maryland-tiles", "--rounds", "400000", "--seats", "3", "--checkpoint", str(kept))
    assert (other.status, other.out) == (2, "")
    assert "holds another simulation: tiles, 2 hands, seed 5" in other.err
    fewer = run(*command, "--rounds", "1000", "--checkpoint", str(kept))
    assert "cannot be gone on with" in fewer.err
    kept.write_text("{}", encoding="utf-8")
    assert "does not hold a simulation" in run(*command, "--rounds", "1000", "--checkpoint", str(kept)).err


NO_PANGO = pytest.mark.skipif(not pango.is_installed(), reason="WeasyPrint needs Pango")


@pytest.mark.parametrize(
    "ending", ["html", "json", "csv", pytest.param("pdf", marks=[NO_PANGO, pytest.mark.exhaustive])]
)
def test_par_writes_every_form(run: Run, tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"sheet.{ending}"
    answer = asked(run, "par", "maryland-tiles", "--out", str(out), "--date", "2026-11-15")
    assert answer["passed"] == answer["checks"] > 10
    assert answer["wagers"] == ["main", "pair-fortunes"]
    first = out.read_bytes()
    assert first.startswith({"html": b"<!DOCTYPE html>", "json": b"{", "csv": b"standard,", "pdf": b"%PDF-"}[ending])
    run("par", "maryland-tiles", "--out", str(out), "--date", "2026-11-15")
    assert out.read_bytes() == first, "the same sheet has the same bytes"


def test_par_of_a_submission_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'standard = "maryland-tiles"\ntitle = "Mine <&>"\nhouse_way = "foxwoods"\n'
        '[wagers.pair_fortunes]\noffered = false\n[vigorish]\nrounding = "quarter"\n',
        encoding="utf-8",
    )
    out = tmp_path / "sheet.csv"
    ran = run("par", str(file), "--out", str(out))
    assert ran.status == 0
    assert "Rounding the vigorish (quarter) raises the edge most on a wager of $11.00" in ran.out
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert {row["wager"] for row in rows} == {"main"}
    assert {row["house_way"] for row in rows} == {"foxwoods"}
    lost = next(row for row in rows if row["outcome"] == "lose")
    expected = odds("maryland-tiles", house_way="foxwoods").counts
    assert expected is not None
    assert int(lost["count"]) == expected.lose
    page = tmp_path / "sheet.html"
    run("par", str(file), "--out", str(page))
    assert "Mine &lt;&amp;&gt;" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["odds", "vegas"], "neither a standard"),
        (["odds", "maryland-tiles", "--wager", "fortune"], "it has main, pair-fortunes"),
        (["odds", "maryland-tiles", "--player", "vegas"], "there is no tile house way 'vegas'"),
        (["odds", "maryland-tiles", "--bank", "vegas"], "the bank must be house or player"),
        (["odds", "maryland-poker", "--wager", "progressive", "--meter", "lots"], "lots"),
        (["odds", "maryland-tiles", "--workers", "1", "--cluster", "tcp://x:1"], "either --workers or --cluster"),
        (["odds", "maryland-tiles", "--workers", "0"], "--workers"),
        (["advise", "maryland-tiles", "66", "45"], "a hand has four"),
        (["advise", "maryland-tiles"], "PIECES"),
        (["compare-house-ways", "maryland", "stones"], "not house ways of one game"),
        (["simulate", "maryland-tiles", "--rounds", "10", "--seats", "7"], "has 6 seats, not 7"),
        (["simulate", "maryland-tiles", "--seats", "1"], "--rounds"),
        (["simulate", "maryland-tiles", "--rounds", "10", "--seed", "9" * 30], "a seed is a whole number from 0 to"),
        (["simulate", "maryland-tiles", "--rounds", "9" * 30], "simulate 1 to 1,000,000,000,000 rounds"),
        (["simulate", "dealer-open", "--rounds", "10", "--bank", "player"], "no player may bank"),
        (["simulate", "maryland-tiles", "--rounds", "10", "--player", "best"], "setting by a house way"),
        (["par", "maryland-tiles"], "--out"),
        (["par", "maryland-tiles", "--out", "sheet.doc"], "ends in .html, .json, .csv or .pdf, not in .doc"),
        (["par", "maryland-tiles", "--out", "sheet.csv", "--date", "today"], "'today' is not a day"),
        (["par", "maryland-tiles", "--out", "no/such/place.csv"], "cannot be written: there is no directory no/such"),
        (["simulate", "maryland-tiles", "--rounds", "1", "--checkpoint", "no/such/place"], "cannot be written"),
        (["par", "nowhere.toml", "--out", "sheet.csv"], "neither a standard"),
    ],
)
def test_what_is_wrong_is_one_line_and_status_2(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("paigow: ")
    assert words in ran.err


def test_help_names_every_option(run: Run) -> None:
    for command in ("odds", "advise", "compare-house-ways", "simulate", "par"):
        ran = run(command, "--help")
        assert ran.status == 0
        assert "--json" in ran.out
    assert "pair-fortunes" in " ".join(run("odds", "--help").out.split())


def test_without_the_extra_the_command_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ModuleNotFoundError('no numpy', name='numpy')\n", encoding="utf-8")
    source = Path(paigow.__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{source}"}
    command = [sys.executable, "-m", "paigow", "odds", "maryland-tiles"]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (ran.returncode, ran.stderr) == (2, "paigow: this needs numpy: install paigow[analysis]\n")
