"""Maryland tiles, chapter 4: opening a table, and mixing."""

from collections.abc import Callable

import pytest

from paigow.errors import HandError
from paigow.table import Phase
from paigow.table.floor.irregularities import ExposeInStacking, StackingSpoiled
from paigow.table.layout import Side, layout_of
from paigow.table.script import Plan, TableScript
from paigow.table.steps.mixing import Mix, Mixed, OpenRound
from paigow.table.steps.opening import (
    CleanSet,
    DisplaySet,
    InspectSet,
    ReceiveSet,
    SetCleaned,
    SetDisplayed,
    SetInspected,
    SetRejected,
    SetTurnedDown,
    SetVerified,
    TurnSetDown,
    VerifySet,
    ViewSet,
)
from paigow.table.steps.seating import LeaveTable, SitDown
from paigow.table.steps.wagers import PlaceWager
from paigow.table.view import view
from paigow.tiles import TILE_SET

clause = pytest.mark.clause
Table = Callable[..., TableScript]
TILES = "maryland-tiles"


@pytest.fixture
def received(empty_table: Table) -> TableScript:
    """A table that has just received a set of tiles."""
    script = empty_table(TILES)
    script.do(ReceiveSet(set_id="a", pieces=TILE_SET))
    return script


@clause("MDT-4.A", "MDT-4.A.s2")
def test_the_dealer_inspects_and_the_floor_verifies_before_the_set_is_used(received: TableScript) -> None:
    assert received.refusal(VerifySet()).clause == "MDT-4.A.s2"
    assert received.refusal(DisplaySet()).clause == "MDT-4.D.4"
    (inspected,) = received.do(InspectSet())
    assert isinstance(inspected, SetInspected)
    assert "MDT-4.A" in inspected.clauses
    assert received.refusal(DisplaySet()).clause == "MDT-4.D.4"
    (verified,) = received.do(VerifySet())
    assert isinstance(verified, SetVerified)
    assert verified.clauses == ("MDT-4.A.s2",)
    assert VerifySet.role == "floor"
    assert received.do(DisplaySet())


@clause("MDT-4.B")
def test_a_set_may_be_cleaned_before_it_is_inspected(received: TableScript) -> None:
    (cleaned,) = received.do(CleanSet())
    assert isinstance(cleaned, SetCleaned)
    received.do(InspectSet())
    assert received.refusal(CleanSet()).clause == "MDT-4.B"


@clause("MDT-4.C.1")
def test_the_supreme_pair_and_all_fifteen_other_pairs_must_be_there(empty_table: Table) -> None:
    for n, tile in enumerate(TILE_SET):
        script = empty_table(TILES)
        script.do(ReceiveSet(set_id="a", pieces=TILE_SET[:n] + TILE_SET[n + 1 :]), InspectSet())
        assert script.last(SetRejected).flaws == (f"missing {tile}",)
    script.do(ReceiveSet(set_id="b", pieces=TILE_SET), InspectSet())
    assert "MDT-4.C.1" in script.last(SetInspected).clauses


@clause("MDT-4.C.2", "MDT-4.C.3")
@pytest.mark.parametrize("flaw", ["44 is larger", "13 is paler", "a scratch on the back of 66", "a mark on a side"])
def test_a_difference_or_a_flaw_that_is_seen_makes_a_set_unsuitable(received: TableScript, flaw: str) -> None:
    received.do(InspectSet(flaws=(flaw,)))
    assert received.last(SetRejected).flaws == (flaw,)
    received.do(ReceiveSet(set_id="b", pieces=TILE_SET), InspectSet())
    assert {"MDT-4.C.2", "MDT-4.C.3"} <= set(received.last(SetInspected).clauses)


@clause("MDT-4.C.3.a")
def test_the_floor_brings_another_set(received: TableScript) -> None:
    received.do(InspectSet(flaws=("a scratch",)))
    assert received.refusal(ReceiveSet(set_id="a", pieces=TILE_SET)).clause == "MDT-4.C.3.a"
    assert ReceiveSet.role == "floor"
    received.do(ReceiveSet(set_id="reserve", pieces=TILE_SET))
    assert received.state.equipment.in_play == "reserve"


@clause("MDT-4.C.3.b")
def test_the_unsuitable_set_is_sealed_labelled_and_signed(received: TableScript) -> None:
    (rejected,) = received.do(InspectSet(flaws=("a scratch",)))
    assert isinstance(rejected, SetRejected)
    assert (rejected.table_id, rejected.time) == (received.state.table_id, received.state.now)
    assert rejected.signed == ("dealer", "floor")
    assert "MDT-4.C.3.b" in rejected.clauses


@clause("MDT-4.D.1", "MDT-4.D.2", "MDT-4.D.3")
def test_the_set_is_shown_face_up_in_sixteen_pairs_by_rank(received: TableScript) -> None:
    received.do(InspectSet(), VerifySet())
    (shown,) = received.do(DisplaySet())
    assert isinstance(shown, SetDisplayed)
    pieces = [str(piece) for piece in shown.pieces]
    pairs = [tuple(sorted(pieces[n : n + 2])) for n in range(0, 32, 2)]
    order = "12 24|66 66|11 11|44 44|13 13|55 55|33 33|22 22|56 56|46 46|16 16|15 15|36 45|26 35|25 34|14 23"
    assert pairs == [tuple(pair.split()) for pair in order.split("|")]
    assert view(received.state, "bystander")["set"] == pieces
    assert {"MDT-4.D.1", "MDT-4.D.2", "MDT-4.D.3"} <= set(shown.clauses)


@clause("MDT-4.D.4", "MDT-4.E")
def test_it_stays_so_until_the_first_player_has_had_a_look(received: TableScript) -> None:
    received.do(InspectSet(), VerifySet(), DisplaySet())
    assert received.refusal(TurnSetDown()).clause == "MDT-4.D.4"
    assert received.refusal(OpenRound(commitment="0" * 64)).clause == "MDT-4.I"
    received.sit({"ann": 2}, 1000)
    (seen,) = received.do(ViewSet(player="ann"))
    assert seen.clauses[0] == "MDT-4.E"
    (down,) = received.do(TurnSetDown())
    assert isinstance(down, SetTurnedDown)
    assert view(received.state, "ann")["set"] == []
    assert received.state.phase is Phase.OPEN


@clause("MDT-4.E.1.a", "MDT-4.E.1.b", "MDT-4.E.1.c")
def test_the_tiles_are_mixed_with_eight_circles_of_each_hand(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.MIXING, Plan(wagers={"ann": 1000}))
    assert script.refusal(Mix(order=TILE_SET, circles=7)).clause == "MDT-4.E.1.c"
    script.do(Mix(order=TILE_SET, circles=8))
    assert {"MDT-4.E.1.a", "MDT-4.E.1.b", "MDT-4.E.1.c"} <= set(script.last(Mixed).clauses)


@clause("MDT-4.E.1.c", "MDT-4.E.2")
def test_a_mix_is_the_whole_set_in_eight_stacks_of_four(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.MIXING, Plan(wagers={"ann": 1000}))
    assert isinstance(script.refusal(Mix(order=TILE_SET[1:])), HandError)
    assert isinstance(script.refusal(Mix(order=(TILE_SET[2], *TILE_SET[1:]))), HandError)
    script.to(Phase.SETTING)
    order = script.state.current.stack.order
    stacks = [order[n : n + 4] for n in range(0, 32, 4)]
    dealt = [script.state.current.hands[(script.state.current.start.position or 0) + k & 7].pieces for k in range(8)]
    assert dealt == stacks
    (place,) = layout_of(script.state.game).areas_of("stacks")
    assert (place.side, place.clause) == (Side.DEALER, "MDT-4.E.2")


@clause("MDT-4.F")
def test_a_tile_seen_in_stacking_has_the_whole_set_mixed_again(table: Table) -> None:
    script = table(TILES)
    before = script.to(Phase.BETTING, Plan(wagers={"ann": 1000})).current.stack.order
    (spoiled,) = script.do(ExposeInStacking())
    assert isinstance(spoiled, StackingSpoiled)
    assert spoiled.clauses == ("MDT-4.F",)
    assert script.state.phase is Phase.MIXING
    assert script.refusal(PlaceWager(player="ann", position=1, amount=1000)).clause == "MDT-5.D"
    script.to(Phase.BETTING)
    assert sorted(map(str, script.state.current.stack.order)) == sorted(map(str, before))
    assert script.state.current.stack.order != before


@clause("MDT-4.G")
def test_the_tiles_are_mixed_anew_for_every_round(table: Table) -> None:
    script = table(TILES)
    for number in (1, 2, 3):
        script.play(Plan(wagers={"ann": 1000}))
        assert len(script.events(Mixed)) == number
        assert view(script.state, "ann")["set"] == []
    orders = {event.order for event in script.events(Mixed)}
    assert len(orders) == 3


@clause("MDT-4.H", "MDT-4.I")
def test_an_idle_table_shows_the_set_until_a_player_comes(table: Table) -> None:
    script = table(TILES, players=["ann"])
    script.play(Plan(wagers={"ann": 1000}))
    assert script.refusal(DisplaySet()).clause == "MDT-4.D.4"
    script.do(LeaveTable(player="ann"))
    assert script.refusal(OpenRound(commitment="0" * 64)).clause == "MDT-4.H"
    (shown,) = script.do(DisplaySet())
    assert isinstance(shown, SetDisplayed)
    assert shown.clauses == ("MDT-4.H",)
    assert [str(piece) for piece in shown.pieces[:2]] == ["24", "12"]
    assert script.refusal(TurnSetDown()).clause == "MDT-4.D.4"
    script.do(SitDown(player="bob", position=1, seed="b"), TurnSetDown())
    assert script.state.phase is Phase.OPEN
