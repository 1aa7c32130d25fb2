"""Records as JSON, rows and PHH, and a reader that shares no line with ours."""

import json
import warnings
from collections import Counter
from pathlib import Path

import pyarrow.parquet
import pytest

from paigow.cli import main
from paigow.record import Replay, verify
from paigow.record.plain_form import text_of
from paigow.record.rows import rows
from tools import clients, data_set

GOLDEN = Path(__file__).parents[1] / "golden"
CARDS = sorted(GOLDEN.glob("maryland-poker/*.toml")) + sorted(GOLDEN.glob("dealer-open/*.toml"))
RECORDS = sorted(path for path in GOLDEN.rglob("*.toml") if "round" in path.read_text(encoding="utf-8"))


def export(*arguments: object) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["export", *map(str, arguments)])
    assert ended.value.code == 0


def test_rows_tell_what_was_wagered_and_won(tmp_path: Path) -> None:
    path = GOLDEN / "maryland-poker" / "01-win-lose-push.toml"
    export(path, "--format", "jsonl", "--out", tmp_path / "rows.jsonl")
    found = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["player"], row["result"], row["wagered"], row["won"], row["vigorish"]) for row in found] == [
        ("ann", "win", 1100, 1100, 75), ("bob", "lose", 2000, 0, 0), ("cyd", "push", 3000, 0, 0),
    ]  # fmt: skip
    assert {row["bank_high"] for row in found} == {"Ks Kd 7s 5d 3c"}
    assert all(set(row["pieces"].split()) == set(f"{row['high']} {row['low']}".split()) for row in found)


def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    export(*CARDS, "--format", "parquet", "--out", tmp_path / "rows.parquet")
    export(*CARDS, "--format", "jsonl", "--out", tmp_path / "rows.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text(encoding="utf-8").splitlines()]
    assert pyarrow.parquet.read_table(tmp_path / "rows.parquet").to_pylist() == lines
    assert len(lines) > 50


def test_the_rows_of_a_round_add_up_to_its_transfers() -> None:
    """What the ledger moved between players and the house, and what the rows say was won and lost, are the same."""
    path = GOLDEN / "maryland-tiles" / "01-win-lose-push.toml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    replay = Replay(lines)
    moved: Counter[str] = Counter()
    for step in replay:
        for event in step.events:
            for move in event.transfers:
                moved[str(move.credit)] += move.amount
                moved[str(move.debit)] -= move.amount
    for row in rows(lines):
        gained = {"win": row.won - row.vigorish, "lose": -row.wagered}.get(row.result, 0)
        bought = 100_000
        assert moved[f"rack:{row.player}"] == bought + gained, row


def test_the_json_form_gives_the_record_back(tmp_path: Path) -> None:
    path = GOLDEN / "new-zealand" / "04-player-banker.toml"
    export(path, "--format", "json", "--out", tmp_path / "record.json")
    data = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    assert text_of(data) == path.read_text(encoding="utf-8")


def test_pokerkit_loads_the_hands(tmp_path: Path) -> None:
    from pokerkit import Card, HandHistory  # here, since it takes a second, and all processes of a run load this module

    export(*CARDS, "--format", "phh", "--out", tmp_path / "hands.phhs")
    with warnings.catch_warnings(), (tmp_path / "hands.phhs").open("rb") as file:
        warnings.simplefilter("error")
        loaded = list(HandHistory.load_all(file))
    played = {(path, row.round) for path in CARDS for row in rows(path.read_text("utf-8").splitlines(keepends=True))}
    assert len(loaded) == len(played)
    for hand in loaded:
        assert hand.variant == "PGP"
        assert hand.players is not None
        assert len(hand.players) == len(hand.starting_stacks) == len(hand.antes)
        for action in hand.actions:
            cards = len(list(Card.parse(action.split()[-1])))
            assert cards == 7 or hand.user_defined_fields["_paigow_void"], (action, hand.table)


def test_tiles_have_no_phh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = GOLDEN / "maryland-tiles" / "01-win-lose-push.toml"
    with pytest.raises(SystemExit) as ended:
        main(["export", str(path), "--format", "phh", "--out", str(tmp_path / "x")])
    assert ended.value.code == 2
    assert "PHH is for cards" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--format", "jsonl"], "name their files"), (["a.toml", "--format", "ledger"], "choose one with --format")],
)
def test_what_cannot_be_exported_is_said(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["export", *arguments, "--out", str(tmp_path / "x")])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_a_record_that_does_not_hold_is_not_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (GOLDEN / "maryland-poker" / "01-win-lose-push.toml").read_text(encoding="utf-8")
    (tmp_path / "forged.toml").write_text(text.replace("amount = 1100", "amount = 1200", 1), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["export", str(tmp_path / "forged.toml"), "--format", "jsonl", "--out", str(tmp_path / "x")])
    assert ended.value.code == 2
    assert "line" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["forged.toml"]


def test_a_data_set_is_verified_and_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_set, "EACH", 2)
    data_set.main([str(tmp_path), "--rounds", "8", "--keep-records", "--processes", "1"])
    assert "8 of 8 rounds" in capsys.readouterr().out
    records = sorted(tmp_path.glob("*.toml"))
    assert len(records) == 4
    for path in records:
        with path.open(encoding="utf-8", newline="\n") as file:
            assert verify(file).rounds == 2
        found = pyarrow.parquet.read_table(path.with_suffix(".parquet")).to_pylist()
        assert {row["round"] for row in found} == {1, 2}
    first = records[0].with_suffix(".parquet")
    kept = first.stat().st_mtime_ns
    records[1].with_suffix(".parquet").unlink()
    data_set.main([str(tmp_path), "--rounds", "8", "--keep-records", "--processes", "1"])
    assert "2 of 2 rounds" in capsys.readouterr().out
    assert first.stat().st_mtime_ns == kept


@pytest.mark.skipif(not Path(clients.node()).exists(), reason="Node.js comes with the test tools and is missing")
def test_the_typescript_reader_agrees_on_every_golden_file() -> None:
    read = clients.run_node("record.ts", *map(str, RECORDS))
    found = [json.loads(line) for line in read.stdout.splitlines()]
    assert len(found) == len(RECORDS) > 100, read.stderr
    for path, told in zip(RECORDS, found, strict=True):
        with path.open(encoding="utf-8", newline="\n") as file:
            verdict = verify(file)
        assert told["holds"], told
        ours = (verdict.hash, verdict.rounds, verdict.actions, verdict.transfers)
        assert (told["hash"], told["rounds"], told["actions"], told["transfers"]) == ours, path


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("amount = 1100", "amount = 1200", "the hash is"),
        ("amount = 1100", "amount = 01100", "is expected"),
        ("amount = 1100", "amount  = 1100", "is expected"),
        ("number = 1", "number = 2", "round 1 is expected"),
        ("version = 1", "version = 2", "no record of version 1"),
        ('seed = "33', 'seed = "34', "the hash is"),
    ],
)
def test_the_typescript_reader_refuses_what_was_changed(old: str, new: str, said: str, tmp_path: Path) -> None:
    text = (GOLDEN / "maryland-poker" / "01-win-lose-push.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "changed.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    told = json.loads(clients.run_node("record.ts", str(tmp_path / "changed.toml")).stdout)
    assert not told["holds"]
    assert said in told["message"]
