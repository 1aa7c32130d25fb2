"""A concern keeps what it remembers in a part of its own, without a change to the round or the table."""

import json
from dataclasses import dataclass, field, fields
from typing import ClassVar

import pytest

from paigow.record.wire import read_state, write_state
from paigow.rules import load_submission
from paigow.table import Phase, TableState, game_of
from paigow.table.core import model
from paigow.table.core.game import Options, Strategy
from paigow.table.core.model import Bank, Part, Round, WagerKey
from paigow.table.core.values import changed
from paigow.table.driver import new_table
from paigow.table.script import Plan, TableScript
from tools.measure import largest_class


@dataclass(frozen=True)
class Songs(Part):
    """What a concern that only this test has remembers of a round."""

    sung: tuple[str, ...] = ()
    for_whom: dict[WagerKey, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Manners(Part):
    """What it remembers from one round to the next."""

    of_table: ClassVar[bool] = True
    bad: frozenset[str] = frozenset()


def script() -> TableScript:
    made = TableScript(new_table(game_of(load_submission("maryland-tiles"))), {})
    made.open({"ann": 1, "bob": 2}, 100_000)
    return made


def betting() -> TableState:
    return script().to(Phase.BETTING)


def test_a_part_is_there_before_anything_has_happened_to_it() -> None:
    state = betting()
    assert state.part(Songs) == state.current.part(Songs) == Songs()
    assert state.part(Manners) == Manners()
    assert (Songs in state.current.parts, Manners in state.parts) == (False, False)


def test_parts_and_fields_of_the_round_are_put_together() -> None:
    state = betting()
    wager = {WagerKey("ann", 1, "main"): 500}
    after = state.put(Songs(sung=("one",)), Bank(player="bob", position=2), wagers=wager, void="rain")
    one_by_one = state.put(Songs(sung=("one",))).put(Bank(player="bob", position=2))
    assert after == changed(one_by_one, round=changed(one_by_one.current, wagers=wager, void="rain"))
    assert after.current.bettors == {1: "ann"}
    assert (after.current.bettors_and_bank, state.current.bettors_and_bank) == ((1, 2), ())


def test_putting_only_parts_of_the_table_needs_no_round() -> None:
    between = script().state
    assert between.round is None
    assert between.put(Manners(bad=frozenset({"bob"}))).part(Manners).bad == {"bob"}
    with pytest.raises(LookupError, match="no round is on"):
        between.put(Songs())


def test_putting_a_part_changes_it_and_nothing_else() -> None:
    state = betting()
    after = state.put(Songs(sung=("one",)), Manners(bad=frozenset({"bob"})))
    assert (after.part(Songs).sung, after.part(Manners).bad) == (("one",), frozenset({"bob"}))
    assert (state.part(Songs), state.part(Manners)) == (Songs(), Manners())
    assert changed(after, parts=state.parts, round=state.round) == state
    assert changed(after.current, parts=state.current.parts) == state.current
    assert after.put(Songs()).part(Songs) == Songs()


def test_a_part_that_every_game_has_is_a_field_of_the_round() -> None:
    state = betting()
    bank = changed(state.current.bank, player="ann", position=1)
    assert state.put(bank).current.bank == bank
    assert state.put(bank).current.parts == state.current.parts


def test_a_round_takes_its_parts_along_and_the_table_keeps_its_own() -> None:
    played = script()
    played.to(Phase.BETTING, Plan(wagers={"ann": 1000, "bob": 1000}))
    played.state = played.state.put(Songs(sung=("one",)), Manners(bad=frozenset({"bob"})))
    played.play()
    after = played.to(Phase.BETTING)
    assert (after.part(Songs), after.part(Manners).bad) == (Songs(), frozenset({"bob"}))


def test_a_part_is_written_and_read_like_the_rest_of_the_state() -> None:
    key = WagerKey("ann", 1, "main")
    state = betting().put(Songs(("one", "two"), {key: 3}), Manners(frozenset({"bob", "ann"})))
    written = json.loads(json.dumps(write_state(state)))
    assert written["round"]["parts"]["Songs"] == {"sung": ["one", "two"], "for_whom": [[["ann", 1, "main"], 3]]}
    assert read_state(written, state.game) == state


def test_two_parts_cannot_have_one_name() -> None:
    body = {"__module__": "elsewhere"}
    with pytest.raises(LookupError, match="two parts are called Bank"):
        type("Bank", (Part,), body)
    assert Bank.__module__ == model.__name__


def test_what_all_games_share_stays_small() -> None:
    assert max(len(fields(kind)) for kind in (Round, TableState, Strategy, Options)) <= 16
    assert largest_class() <= (24, "paigow.record.rows.Row"), "outside the site, a row of an export has the most fields"
