"""Dealer Open, steps 2 to 4: packets of seven, the dealer's face up, a wrong count, the last four."""

from collections.abc import Callable

import pytest

from paigow.money import rack
from paigow.table import Phase
from paigow.table.cards.cards import StubCounted
from paigow.table.cards.jacks import DealerCardsShown
from paigow.table.floor.irregularities import FindMisdeal, RoundVoided
from paigow.table.script import Plan, TableScript
from paigow.table.steps.delivery import Delivered
from paigow.table.steps.setting import AskHouseWay, LookAtHand, SetHand
from paigow.table.view import FACE_DOWN, view

Table = Callable[..., TableScript]
OPEN = "dealer-open"
BOTH = {"ann": 1000, "bob": 2500}
NO_JACKS = {0: "As Kd Qc 9h 7s 5d 3c"}


@pytest.mark.clause("DO-R2")
@pytest.mark.parametrize("number", [1, 4, 7])
def test_packets_of_seven_go_counter_clockwise(table: Table, number: int) -> None:
    script = table(OPEN)
    script.to(Phase.BANKING, Plan(wagers=BOTH, number=number))
    order = script.state.current.stack.order
    dealt = script.last(Delivered)
    assert "DO-R2" in dealt.clauses
    assert dealt.start == script.state.current.start.position
    assert [position for position, _ in dealt.hands] == [(number - 1 + k) % 7 for k in range(7)]
    for k, (_, cards) in enumerate(dealt.hands):
        assert cards == order[7 * k : 7 * k + 7]


@pytest.mark.clause("DO-R2", "DO-R2.s2")
def test_players_cards_lie_face_down_and_the_dealers_face_up(table: Table) -> None:
    script = table(OPEN)
    state = script.to(Phase.BANKING, Plan(wagers=BOTH, hands=NO_JACKS))
    assert script.last(DealerCardsShown).clauses == ("DO-R2.s2",)
    for viewer in ("ann", "bob", "dealer", "floor", "nobody"):
        hands = view(state, viewer)["round"]["hands"]
        assert hands[0]["pieces"] == NO_JACKS[0].split()
        assert all(hands[seat]["pieces"] == [FACE_DOWN] * 7 for seat in range(1, 7))


@pytest.mark.clause("DO-R3")
def test_too_few_cards_kill_the_round_and_every_wager_goes_back(table: Table) -> None:
    script = table(OPEN)
    before = script.state.ledger
    script.to(Phase.BANKING, Plan(wagers=BOTH, hands=NO_JACKS))
    script.do(FindMisdeal(reason="fewer-cards"))
    assert script.state.phase is Phase.FINISHED
    assert script.last(RoundVoided).clauses == ("DO-R3",)
    assert all(hand.status == "void" for hand in script.state.current.hands.values())
    assert script.state.ledger == before
    assert script.play().round is None
    assert script.state.ledger[rack("bob")] == before[rack("bob")]


@pytest.mark.clause("DO-R3")
def test_too_many_cards_kill_it_too_unless_read_by_the_letter(table: Table) -> None:
    usual = table(OPEN)
    usual.to(Phase.SETTING, Plan(wagers=BOTH, hands=NO_JACKS))
    usual.do(FindMisdeal(reason="more-cards"))
    assert usual.state.current.void == "more-cards"
    letter = table(OPEN, {"readings.wrong_count": "fewer"})
    letter.to(Phase.SETTING, Plan(wagers=BOTH, hands=NO_JACKS))
    assert letter.refusal(FindMisdeal(reason="more-cards")).clause == "DO-R2"
    letter.do(FindMisdeal(reason="fewer-cards"))
    assert letter.state.current.void == "fewer-cards"


@pytest.mark.clause("DO-R3")
def test_a_round_that_is_being_settled_is_not_killed(table: Table) -> None:
    script = table(OPEN)
    script.to(Phase.EXPOSING, Plan(wagers=BOTH, hands=NO_JACKS))
    script.step()
    assert script.refusal(FindMisdeal(reason="fewer-cards")).clause == "DO-R3"


@pytest.mark.clause("DO-R4.s2")
def test_the_last_four_cards_are_verified(table: Table) -> None:
    script = table(OPEN)
    state = script.to(Phase.BANKING, Plan(wagers=BOTH))
    counted = script.last(StubCounted)
    assert (counted.count, counted.clauses) == (4, ("DO-R4.s2",))
    dealt = [card for hand in state.current.hands.values() for card in hand.pieces]
    assert set(state.current.stack.stub) == set(state.game.kit.full_set) - set(dealt)


@pytest.mark.clause("DO-R4", "DO-R4.s3")
def test_players_wait_for_the_house_hand(table: Table) -> None:
    script = table(OPEN)
    state = script.to(Phase.BANKING, Plan(wagers=BOTH, hands=NO_JACKS))
    setting = state.game.kit.house_set(state.current.hands[1].pieces).setting
    for early in (
        LookAtHand(player="ann", position=1),
        AskHouseWay(player="ann", position=1),
        SetHand(player="ann", position=1, setting=setting),
    ):
        assert script.refusal(early).clause == "DO-R4"
    script.step()  # the dealer sets
    assert script.state.phase is Phase.SETTING
    script.do(LookAtHand(player="ann", position=1), SetHand(player="ann", position=1, setting=setting))
    assert script.state.current.hands[1].setting == setting
