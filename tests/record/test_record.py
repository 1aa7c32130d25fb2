"""Writing, reading, telling and verifying records."""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from io import StringIO

import pytest

from paigow.bots.session import Session
from paigow.money import Ledger
from paigow.record import Chance, RecordError, RecordWriter, Replay, record, verify
from paigow.record.narration import narrate
from paigow.rules import STANDARDS, build_submission, load_submission, submission_hash
from paigow.table import TableState, game_of
from paigow.table.chance import RoundChance
from paigow.table.driver import new_table
from paigow.table.script import Plan, TableScript

Recorded = Callable[[str, int], str]
STANDARDS_PLAYED = list(STANDARDS)


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


@pytest.mark.parametrize("standard", STANDARDS_PLAYED)
def test_what_was_played_holds_and_ends_in_the_same_state(standard: str) -> None:
    session = Session(load_submission(standard), 4, "replayed")
    file = StringIO(newline="\n")
    states: list[TableState] = []
    writer = record(session.driver, file)
    session.open()
    for _ in range(5):
        session.play_round()
        states.append(session.driver.state)
    replay = Replay(lines(file.getvalue()))
    for _ in replay:
        pass
    assert replay.hash == writer.hash
    after = {name: item for name, item in vars(replay.state).items() if name != "game"}
    assert after == {name: item for name, item in vars(states[-1]).items() if name != "game"}
    assert replay.state.game.submission_hash == states[-1].game.submission_hash


@pytest.mark.parametrize("standard", STANDARDS_PLAYED)
def test_a_record_is_plain_toml_that_anybody_can_read(recorded: Recorded, standard: str) -> None:
    text = recorded(standard, 2)
    data = tomllib.loads(text)
    assert (data["format"], data["version"], data["standard"]) == ("paigow-record", 1, standard)
    assert data["submission_hash"] == submission_hash(load_submission(standard))
    assert data["submission"] == tomllib.loads(text)["submission"]
    assert [block["number"] for block in data["round"]] == [1, 2]
    assert data["round"][1]["previous"] == data["round"][0]["hash"]
    assert data["end"]["previous"] == data["round"][1]["hash"]
    assert {seat["player"] for seat in data["round"][0]["seats"]} == {"ann", "bob", "cyd", "dan", "eve"}


def test_every_cent_can_be_added_up_from_the_transfers_alone(recorded: Recorded) -> None:
    data = tomllib.loads(recorded("maryland-tiles", 3))
    balances: dict[str, int] = {}
    blocks = [*data["round"], data["end"]]
    moves = [entry for block in blocks for entry in block["log"] if "from" in entry]
    for move in moves:
        balances[move["from"]] = balances.get(move["from"], 0) - move["cents"]
        balances[move["to"]] = balances.get(move["to"], 0) + move["cents"]
    replay = Replay(lines(recorded("maryland-tiles", 3)))
    for _ in replay:
        pass
    assert {name: cents for name, cents in balances.items() if cents} == dict(replay.state.ledger.items())
    assert len(moves) > 50


def test_nothing_of_a_round_is_written_before_its_seed_is_revealed() -> None:
    script = TableScript(new_table(game_of(load_submission("dealer-open"))), {})
    file = StringIO(newline="\n")
    writer = record(script, file, Chance.CHOSEN)
    script.open({"ann": 1}, 100_000)
    script.begin(Plan(wagers={"ann": 1000}))
    while script.state.round is not None:
        assert "[[round]]" not in file.getvalue()
        writer.end(script.state)  # a round that is on has no record
        script.advance()
    assert file.getvalue().count("[[round]]") == 1
    assert verify(lines(file.getvalue())).head.chance is Chance.CHOSEN


def test_a_record_begins_with_a_fresh_table() -> None:
    state = new_table(game_of(load_submission("dealer-open")))
    RecordWriter(StringIO(), state)
    script = TableScript(state, {})
    script.open({"ann": 1}, 1000)
    with pytest.raises(ValueError, match="fresh table"):
        RecordWriter(StringIO(), script.state)
    assert state.ledger == Ledger()


def test_draws_are_checked_against_the_seeds() -> None:
    """A script that chooses its cards cannot pass them off as drawn."""
    script = TableScript(new_table(game_of(load_submission("dealer-open"))), {})
    file = StringIO(newline="\n")
    record(script, file, Chance.SEEDS)
    script.open({"ann": 1}, 100_000)
    script.play(Plan(wagers={"ann": 1000}, hands={1: "As Ac Ad Ah Jk Ks Kd"}))
    with pytest.raises(RecordError, match="the seeds give order = ") as refused:
        verify(lines(file.getvalue()))
    assert '"mix"' in lines(file.getvalue())[refused.value.line - 1]


@pytest.mark.parametrize(("start", "method"), [("random-number", "number"), ("shaker", "dice")])
def test_a_number_or_dice_that_were_not_drawn_are_named(start: str, method: str) -> None:
    submission = build_submission({"standard": "dealer-open", "start": start})
    script = TableScript(new_table(game_of(submission)), {})
    file = StringIO(newline="\n")
    record(script, file, Chance.SEEDS)
    script.open({"ann": 1}, 100_000)
    script.begin(Plan(wagers={"ann": 1000}))
    chance = RoundChance(script.state, script.server_seed)
    number = chance.number(script.state) % 7 + 1
    dice = (chance.dice(script.state)[0] % 6 + 1, 1, 1)
    script.plan = replace(script.plan, number=number, dice=dice)
    script.play()
    with pytest.raises(RecordError, match=f"the seeds give {method} = ") as refused:
        verify(lines(file.getvalue()))
    assert f"{method} = " in lines(file.getvalue())[refused.value.line - 1]


def test_the_story_names_every_clause_and_every_transfer(recorded: Recorded) -> None:
    text = recorded("maryland-tiles", 3)
    told = "\n".join(narrate(Replay(lines(text))))
    data = tomllib.loads(text)
    for block in data["round"]:
        for entry in block["log"]:
            for clause in entry.get("clauses", []):
                assert clause in told
            if "from" in entry:
                assert f"{entry['from']} → {entry['to']}" in told
    assert told.count("\nRound ") == 3
