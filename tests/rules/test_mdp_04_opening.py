"""MDP chapter 4: decks arrive, are inspected, verified and spread, and get ready for the first shuffle."""

from collections.abc import Callable

import pytest

from paigow.poker import DECK, JOKER, Card
from paigow.table import Phase
from paigow.table.floor.equipment import RemoveSet
from paigow.table.script import Plan, TableScript
from paigow.table.steps.mixing import Mix, Mixed, OpenRound
from paigow.table.steps.opening import (
    DisplaySet,
    InspectSet,
    ReceiveSet,
    SetDisplayed,
    SetInspected,
    SetRejected,
    TurnSetDown,
    VerifySet,
    ViewSet,
)
from paigow.table.steps.seating import SitDown
from paigow.table.view import view

Empty = Callable[..., TableScript]
POKER = "maryland-poker"
TWO_DECKS = {"dealing.shuffler": "automated", "dealing.decks": 2, "dealing.backs": ["red", "blue"]}
ANN = SitDown(player="ann", position=3, seed="a")


@pytest.mark.clause("MDP-4.A")
def test_the_dealer_inspects_a_deck_before_anything_else(empty_table: Empty) -> None:
    script = empty_table(POKER)
    script.do(ReceiveSet(set_id="deck", pieces=DECK))
    assert script.refusal(DisplaySet()).clause == "MDP-4.B.1"
    assert script.refusal(VerifySet()).clause == "MDP-4.A.s2"
    script.do(InspectSet())
    assert "MDP-4.A" in script.last(SetInspected).clauses


@pytest.mark.clause("MDP-3.A.1", "MDP-4.E")
def test_one_deck_comes_by_itself(empty_table: Empty) -> None:
    (came,) = empty_table(POKER).do(ReceiveSet(set_id="deck", pieces=DECK))
    assert came.clauses == ("MDP-4.A", "MDP-3.A.1")


@pytest.mark.clause("MDP-4.A")
@pytest.mark.parametrize(
    ("pieces", "flaw"),
    [(DECK[:-1], "missing Jk"), (DECK[1:], "missing 2c"), ((*DECK, Card("As")), "one As too many")],
)
def test_a_defective_deck_is_found_and_replaced(empty_table: Empty, pieces: tuple[Card, ...], flaw: str) -> None:
    script = empty_table(POKER)
    script.do(ReceiveSet(set_id="deck", pieces=pieces), InspectSet())
    assert script.last(SetRejected).flaws == (flaw,)
    assert script.state.equipment.sets == {}
    script.do(ReceiveSet(set_id="another", pieces=DECK), InspectSet(), VerifySet())
    assert script.state.equipment.in_play == "another"


@pytest.mark.clause("MDP-4.A.s2")
def test_the_floor_verifies_the_inspection(empty_table: Empty) -> None:
    script = empty_table(POKER)
    script.do(ReceiveSet(set_id="deck", pieces=DECK), InspectSet())
    assert VerifySet().by == "floor"
    assert script.refusal(DisplaySet()).clause == "MDP-4.B.1"
    (verified,) = script.do(VerifySet())
    assert verified.clauses == ("MDP-4.A.s2",)
    assert script.refusal(VerifySet()).clause == "MDP-4.A.s2"
    script.do(DisplaySet())
    assert script.state.phase is Phase.DISPLAY


@pytest.mark.clause("MDP-4.B.1", "MDP-4.B.2")
def test_the_cards_are_spread_face_up_by_suit_and_in_sequence_with_the_joker(empty_table: Empty) -> None:
    script = empty_table(POKER)
    script.do(*script.opening())
    shown = script.last(SetDisplayed)
    assert shown.clauses == ("MDP-4.B.1", "MDP-4.B.2")
    assert shown.pieces[-1] == JOKER
    for suit in range(4):
        fan = shown.pieces[13 * suit : 13 * suit + 13]
        assert len({str(card)[1] for card in fan}) == 1
        assert [card.rank for card in fan] == list(range(2, 15))
    assert view(script.state, "anyone")["set"] == [str(card) for card in shown.pieces]


@pytest.mark.clause("MDP-4.B.1", "MDP-4.C.1")
def test_they_stay_face_up_until_the_first_player_could_look(empty_table: Empty) -> None:
    script = empty_table(POKER)
    script.do(*script.opening())
    assert script.refusal(TurnSetDown()).clause == "MDP-4.B.1"
    script.do(ANN, ViewSet(player="ann"))
    (turned,) = script.do(TurnSetDown())
    assert turned.clauses == ("MDP-4.C.1",)
    assert view(script.state, "ann")["set"] == []


@pytest.mark.clause("MDP-4.C.2", "MDP-4.C.3", "MDP-4.D")
def test_then_they_are_washed_stacked_and_shuffled(empty_table: Empty) -> None:
    script = empty_table(POKER)
    script.open({"ann": 3}, 100_000)
    script.to(Phase.CUTTING, Plan(wagers={"ann": 1000}))
    mixed = script.last(Mixed)
    assert {"MDP-4.C.2", "MDP-4.C.3", "MDP-4.D"} <= set(mixed.clauses)
    assert sorted(card.index for card in mixed.order if isinstance(card, Card)) == list(range(53))
    assert mixed.order != DECK
    script.play()
    script.to(Phase.CUTTING, Plan(wagers={"ann": 1000}, bank=None))
    assert "MDP-4.C.2" not in script.last(Mixed).clauses
    script.play()


@pytest.mark.clause("MDP-4.E", "MDP-4.A")
def test_each_of_two_decks_is_inspected_verified_and_spread(empty_table: Empty) -> None:
    script = empty_table(POKER, TWO_DECKS)
    (came,) = script.do(ReceiveSet(set_id="red", pieces=DECK))
    assert "MDP-4.E" in came.clauses
    second = ReceiveSet(set_id="blue", pieces=DECK)
    assert script.refusal(second).clause == "MDP-4.A"
    script.do(InspectSet(), VerifySet())
    assert script.refusal(DisplaySet()).clause == "MDP-4.B.1"
    assert script.refusal(ReceiveSet(set_id="red", pieces=DECK)).clause == "MDP-4.A"
    script.do(second)
    assert script.refusal(DisplaySet()).clause == "MDP-4.B.1"
    script.do(InspectSet(), VerifySet(), DisplaySet())
    assert script.last(SetDisplayed).pieces == script.state.game.spread * 2


@pytest.mark.clause("MDP-4.F")
def test_decks_that_come_inspected_and_shuffled_are_played_at_once(empty_table: Empty) -> None:
    script = empty_table(POKER, {"dealing.preshuffled": True})
    (came,) = script.do(ReceiveSet(set_id="deck", pieces=DECK, prepared=True))
    assert came.clauses == ("MDP-4.F",)
    assert script.state.phase is Phase.OPEN
    script.sit({"ann": 1}, 100_000)
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    assert script.last(Mixed).clauses == ("MDP-4.F",)
    script.play()
    script.to(Phase.CUTTING, Plan(wagers={"ann": 1000}))
    assert "MDP-5.A.2" in script.last(Mixed).clauses


@pytest.mark.clause("MDP-4.F")
def test_other_decks_are_inspected_whatever_is_said_of_them(empty_table: Empty) -> None:
    script = empty_table(POKER)
    assert script.refusal(ReceiveSet(set_id="deck", pieces=DECK, prepared=True)).clause == "MDP-4.A"
    script.do(ReceiveSet(set_id="deck", pieces=DECK))
    assert script.refusal(Mix(order=DECK)).clause == "MDP-5.A.2"


@pytest.mark.clause("MDP-5.H.3", "MDP-5.H.4", "MDP-4.F")
@pytest.mark.parametrize("revision", [3, 4])
def test_preshuffled_cards_that_were_spread_out_are_shuffled_and_cut(empty_table: Empty, revision: int) -> None:
    """While nobody plays, the cards lie spread on the table, so that they are no longer shuffled."""
    script = empty_table(POKER, {"dealing.preshuffled": True})
    script.do(ReceiveSet(set_id="deck", pieces=DECK, prepared=True), DisplaySet())
    script.sit({"ann": 1}, 100_000)
    script.do(TurnSetDown())
    script.do(OpenRound(commitment="0" * 64, revision=revision), Mix(order=DECK))
    if revision > 3:
        assert {"MDP-4.C.2", "MDP-4.D", "MDP-5.C.2"} <= set(script.last(Mixed).clauses)
        assert script.state.phase is Phase.CUTTING
    else:
        assert script.last(Mixed).clauses == ("MDP-4.F",)


@pytest.mark.clause("MDP-4.F")
def test_a_deck_that_comes_shuffled_later_is_not_the_one_that_was_spread_out(empty_table: Empty) -> None:
    script = empty_table(POKER, {"dealing.preshuffled": True})
    comes = ReceiveSet(set_id="deck", pieces=DECK, prepared=True)
    script.do(comes, DisplaySet(), RemoveSet(), comes)
    script.sit({"ann": 1}, 100_000)
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    assert script.last(Mixed).clauses == ("MDP-4.F",)
