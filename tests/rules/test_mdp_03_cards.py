"""MDP chapter 3: the deck, alternating decks, and how long they stay in use."""

from collections import Counter
from collections.abc import Callable

import pytest
from tests.rules.racks import rack_contents

from paigow.poker import DECK, JOKER
from paigow.table import Phase, TableState
from paigow.table.cards.card_cut import CardsCut
from paigow.table.cards.card_deal import DealWithSlip
from paigow.table.cards.decks import DeckTaken, ReportFault, TearJoker
from paigow.table.floor.equipment import PassTime, RemoveSet
from paigow.table.script import Plan, TableScript
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.opening import InspectSet, ReceiveSet, SetRejected, VerifySet
from paigow.table.view import FACE_DOWN, view

Poker = Callable[..., TableScript]
PickedUp = Callable[[TableScript], TableState]
Empty = Callable[..., TableScript]
BOTH = {"ann": 1000, "bob": 1000}
TWO_DECKS = {"dealing.shuffler": "automated", "dealing.decks": 2, "dealing.backs": ["red", "blue"]}
HOUR = 3600
COMMITMENT = "0" * 64


@pytest.mark.clause("MDP-3.A.1", "MDP-3.A.3.b")
def test_a_round_is_played_with_one_deck_of_53_cards_and_one_joker(poker: Poker) -> None:
    script = poker()
    script.play(Plan(wagers=BOTH))
    assert len(script.state.equipment.sets) == 1
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    current = script.state.current
    cards = [card for hand in current.hands.values() for card in hand.pieces] + list(current.stack.stub)
    assert Counter(cards) == Counter(DECK)
    assert cards.count(JOKER) == 1


@pytest.mark.clause("MDP-3.A.2")
def test_no_card_can_be_told_from_another_by_its_back(poker: Poker, empty_table: Empty) -> None:
    state = poker().to(Phase.SETTING, Plan(wagers=BOTH))
    for viewer in ("dealer", "floor", "bob"):
        hand = view(state, viewer)["round"]["hands"][1]
        assert hand["pieces"] == [FACE_DOWN] * 7
    script = empty_table("maryland-poker")
    script.do(ReceiveSet(set_id="worn", pieces=DECK), InspectSet(flaws=("a bent corner on 7h",)))
    assert script.last(SetRejected).flaws == ("a bent corner on 7h",)
    assert script.state.phase is Phase.CLOSED
    assert script.refusal(ReceiveSet(set_id="worn", pieces=DECK)).clause == "MDP-4.A"


@pytest.mark.clause("MDP-3.A.3.a")
@pytest.mark.parametrize("use", ["discard-rack", "fourth-from-bottom"])
def test_two_cover_cards_serve_the_cut_and_none_is_dealt(poker: Poker, use: str) -> None:
    script = poker({"dealing.cover_card": use})
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    cut = script.last(CardsCut)
    assert "MDP-3.A.3.a" in cut.clauses
    assert cut.cover_card == use
    assert len(script.state.current.stack.order) == len(DECK)


@pytest.mark.clause("MDP-3.A.4", "MDP-4.B")
def test_of_two_jokers_one_is_torn_before_the_floor_verifies(empty_table: Empty) -> None:
    script = empty_table("maryland-poker", {"dealing.two_joker_decks": True})
    box = (*DECK, JOKER)
    script.do(ReceiveSet(set_id="deck", pieces=box))
    assert script.refusal(TearJoker()).clause == "MDP-4.B"
    script.do(InspectSet())
    assert script.refusal(VerifySet()).clause == "MDP-4.B"
    (torn,) = script.do(TearJoker())
    assert torn.clauses == ("MDP-4.B", "MDP-3.A.4")
    assert script.state.pieces.count(JOKER) == 1
    assert Counter(script.state.pieces) == Counter(DECK)
    script.do(VerifySet())
    assert script.refusal(TearJoker()).clause == "MDP-4.B"


@pytest.mark.clause("MDP-3.A.4")
def test_a_second_joker_where_none_should_be_is_a_flaw(empty_table: Empty) -> None:
    script = empty_table("maryland-poker")
    script.do(ReceiveSet(set_id="deck", pieces=(*DECK, JOKER)), InspectSet())
    assert script.last(SetRejected).flaws == ("one Jk too many",)


@pytest.mark.clause("MDP-3.B.2", "MDP-3.B.3")
def test_two_decks_alternate_while_the_other_one_is_kept_in_the_shuffler(poker: Poker) -> None:
    script = poker(TWO_DECKS)
    for _ in range(5):
        script.play(Plan(wagers=BOTH))
    taken = script.events(DeckTaken)
    assert [event.deck for event in taken] == ["set-1", "set-2", "set-1", "set-2", "set-1"]
    assert [event.back for event in taken] == ["red", "blue", "red", "blue", "red"]
    assert all(event.stored != (event.deck,) and len(event.stored) == 1 for event in taken)
    assert all({"MDP-3.B.2", "MDP-3.B.3"} <= set(event.clauses) for event in taken)


@pytest.mark.clause("MDP-3.B.4")
def test_the_discard_rack_holds_the_cards_of_one_deck(poker: Poker, picked_up: PickedUp) -> None:
    script = poker(TWO_DECKS)
    for _ in range(2):
        script.to(Phase.FINISHED, Plan(wagers=BOTH))
        racked = [card for _, cards in rack_contents(picked_up(script)) for card in cards]
        assert Counter(racked) == Counter(DECK)
        assert "MDP-3.B.4" in script.last(DeckTaken).clauses


@pytest.mark.clause("MDP-3.B")
def test_without_its_shuffler_a_table_stays_with_one_deck(poker: Poker) -> None:
    script = poker(TWO_DECKS)
    script.to(Phase.MIXING, Plan(wagers=BOTH))
    script.do(ReportFault(device="shuffler", usable=False))
    script.play()
    for _ in range(2):
        script.play(Plan(wagers=BOTH))
    assert len(script.events(DeckTaken)) == 1
    assert script.state.equipment.in_play == "set-1"


@pytest.mark.parametrize(
    ("choices", "hours"),
    [
        pytest.param(
            {"dealing.method": "hand", "dealing.shuffler": "automated", "equipment.cards_hours": 4},
            4,
            marks=pytest.mark.clause("MDP-3.C.1"),
        ),
        pytest.param({"dealing.method": "manual-shoe"}, 8, marks=pytest.mark.clause("MDP-3.C.2")),
        pytest.param(
            {"dealing.method": "automated-shoe", "dealing.shuffler": "automated"},
            8,
            marks=pytest.mark.clause("MDP-3.C.2"),
        ),
    ],
)
def test_no_round_opens_with_cards_that_are_overdue(
    poker: Poker, request: pytest.FixtureRequest, choices: dict[str, object], hours: int
) -> None:
    (clause,) = [mark.args[0] for mark in request.node.iter_markers("clause")]
    script = poker(choices)
    script.do(PassTime(now=hours * HOUR - 1))
    script.play(Plan(wagers=BOTH))
    script.do(PassTime(now=hours * HOUR))
    assert script.refusal(OpenRound(commitment=COMMITMENT)).clause == clause
    script.do(RemoveSet(reason="time is up"))
    script.reopen()
    assert list(script.state.equipment.sets.values()) == [hours * HOUR]
    assert script.play(Plan(wagers=BOTH)).rounds == 2


@pytest.mark.clause("MDP-8.F.2", "MDP-3.B")
def test_a_deck_that_is_removed_leaves_room_for_one_of_another_name(poker: Poker) -> None:
    choices = {"dealing.shuffler": "automated", "dealing.decks": 2, "dealing.backs": ["red", "blue"]}
    script = poker(choices)
    for _ in range(3):
        script.to(Phase.DEALING, Plan(wagers=BOTH))
        script.step()
        script.do(DealWithSlip(slip="lost"))
        script.step()
        assert len(script.state.equipment.sets) == 1
        script.reopen()
        assert script.state.phase is Phase.OPEN
        assert len(script.state.equipment.sets) == 2
