"""The soak and the benchmark of rounds do what they say, in small."""

import json
from pathlib import Path

import pytest

from benchmarks import rounds
from benchmarks import soak_rounds as soak
from paigow.rules import STANDARDS, load_submission
from paigow.table import Phase, game_of
from paigow.table.driver import new_table
from paigow.table.script import Plan, TableScript


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_chunk_is_played_meddled_with_recorded_and_verified(standard: str) -> None:
    done = [soak.play_chunk(standard, chunk, 12) for chunk in (0, 20, 40)]
    assert sum(sum(each.values()) for each in done) > 0


def test_a_wager_left_lying_is_found() -> None:
    script = TableScript(new_table(game_of(load_submission("dealer-open"))), {})
    script.open({"ann": 1}, 100_000)
    soak.check(script.state)
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    with pytest.raises(AssertionError, match="bet:1:main:ann still has 1000 cents"):
        soak.check(script.state)


def test_a_soak_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(soak, "PLACE", tmp_path)
    notes = tmp_path / "dealer-open-5.jsonl"
    soak.main(["--standard", "dealer-open", "--rounds", "10", "--chunk", "5"])
    assert [json.loads(line)["chunk"] for line in notes.read_text().splitlines()] == [0, 1]
    soak.main(["--standard", "dealer-open", "--rounds", "15", "--chunk", "5"])
    assert [json.loads(line)["chunk"] for line in notes.read_text().splitlines()] == [0, 1, 2]
    assert "15 rounds, every cent accounted for" in capsys.readouterr().out


def test_the_benchmark_names_every_standard_and_pokerkit(capsys: pytest.CaptureFixture[str]) -> None:
    rounds.main(["--turns", "1", "--rounds", "2"])
    out = capsys.readouterr().out
    for name in (*STANDARDS, "PokerKit"):
        assert f"  {name}" in out
    assert "as seats grow" in out
