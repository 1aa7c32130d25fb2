"""Rules of Maryland poker that act together: banks, players who leave, void hands, bonuses and devices."""

from collections.abc import Callable
from typing import Any

import pytest

from paigow.money import COMMISSION, INVENTORY, rack
from paigow.table import Phase
from paigow.table.cards.decks import DeckPlaced, PlaceDeck
from paigow.table.cards.progressive import CompleteDocuments, ValidateProgressive
from paigow.table.floor.conduct import WagerAbandoned, WalkAway
from paigow.table.floor.irregularities import ExposePiece, VoidHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import BankOffered, DirectDealerWager
from paigow.table.steps.closing import CloseRound
from paigow.table.steps.settlement import RoundSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.steps.start import DiceShaken, ShakeDice
from paigow.table.steps.wagers import PlaceWager

Table = Callable[..., TableScript]
Bets = Callable[..., Any]
clause = pytest.mark.clause
BOTH = {"ann": 1000, "bob": 1000}
LOSING = {"readings.abandoned_wager": "losing"}
FIVE_ACES = "As Ad Ah Ac Jk 7d 2c"


# a player who leaves


@clause("MDP-7.C.2", "MDP-12.J.2", "MDP-12.N")
def test_abandoned_wagers_go_to_a_players_bank_and_optional_ones_to_the_house(poker: Table, bets: Bets) -> None:
    script = poker(LOSING)
    script.play(Plan(wagers=BOTH))
    bank, house = script.state.ledger[rack("ann")], script.state.ledger[INVENTORY]
    before = bets({"bob": (2, {"main": 1000, "insurance": 700})})
    before[Phase.BETTING].append(DirectDealerWager(player="ann", amount=0))
    script.to(Phase.SETTING, Plan(wagers={"bob": 1000}, bank="ann", before=before))
    script.do(WalkAway(player="bob"))
    fees = script.state.ledger[COMMISSION]
    script.play()
    assert script.state.ledger[rack("ann")] == bank + 950
    assert script.state.ledger[COMMISSION] == fees + 50
    assert script.state.ledger[INVENTORY] == house + 700


@clause("MDP-7.C.2")
def test_the_round_is_over_when_the_last_player_leaves_before_the_hand_is_opened(poker: Table) -> None:
    script = poker(LOSING)
    script.to(Phase.EXPOSING, Plan(wagers={"ann": 1000}))
    script.do(WalkAway(player="ann"))
    assert [event.wager.player for event in script.events(WagerAbandoned)] == ["ann"]
    assert script.events(RoundSettled)
    assert script.state.phase is Phase.FINISHED


@clause("MDP-5.K.1.a.i", "MDP-7.C.2")
def test_the_dealer_shakes_for_a_bank_that_has_left(poker: Table) -> None:
    script = poker()
    script.play(Plan(wagers=BOTH))
    script.to(Phase.STARTING, Plan(wagers={"bob": 1000}, bank="ann"))
    assert script.refusal(ShakeDice(dice=(1, 2, 3))).clause == "MDP-5.K.1.a.i"
    script.do(WalkAway(player="ann"), ShakeDice(dice=(1, 2, 3)))
    assert script.last(DiceShaken).player == ""


# the bank's turn


@clause("MDP-12.C.2", "MDP-12.C.1.a")
def test_the_offer_goes_on_from_the_last_bank_even_after_a_round_without_one(poker: Table) -> None:
    three = {"ann": 1, "bob": 3, "cyd": 5}
    script = poker(players=three)
    wagers = dict.fromkeys(three, 1000)
    script.play(Plan(wagers=wagers))
    script.play(Plan(wagers={"bob": 1000, "cyd": 1000}, bank="ann"))
    for _ in range(2):
        script.history.clear()
        script.play(Plan(wagers=wagers))
        offered = [event.player for event in script.events(BankOffered)]
        assert offered[0] == "bob"
    assert offered == ["bob", "cyd", "ann"]


# two hands


@clause("MDP-7.F")
def test_two_players_do_not_share_the_position_between_them(poker: Table) -> None:
    script = poker(players={"ann": 1, "bob": 3})
    script.to(Phase.BETTING, Plan(wagers=BOTH))
    script.do(PlaceWager(player="ann", position=2, amount=1000))
    refused = script.refusal(PlaceWager(player="bob", position=2, amount=1000))
    assert refused.clause == "MDP-7.F"
    assert "another player's wager" in str(refused)


# void hands


@clause("MDP-14.C", "MDP-11.H.6.b.iii", "MDP-11.H.6.b.vi")
def test_a_payout_on_a_void_hand_is_documented_before_the_round_is_closed(poker: Table, bets: Bets) -> None:
    script = poker({"readings.exposed_hand_void": "main"})
    before = bets({"ann": (1, {"main": 1000, "progressive": 100})})
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}, hands={1: FIVE_ACES}, before=before))
    script.do(ExposePiece(position=1), VoidHand(player="ann", position=1))
    assert script.state.phase is Phase.FINISHED
    close = CloseRound(seed=script.server_seed.hex())
    assert script.refusal(close).clause == "MDP-11.H.6.b.vi"
    script.do(ValidateProgressive(position=1))
    assert script.refusal(close).clause == "MDP-11.H.6.b.vi"
    script.do(CompleteDocuments(position=1), close)
    assert script.state.phase is Phase.OPEN


# readings that meet


@clause("MDP-7.E.1", "MDP-11.H.3.a.ii", "MDP-13.B.1.k")
@pytest.mark.parametrize(
    ("threshold", "threes", "won"),
    [
        ("straight", "better-line", 1000),
        ("straight", "highest-ranking", 1000),
        ("three-of-a-kind", "better-line", 1500),
        ("three-of-a-kind", "highest-ranking", 1000),
    ],
)
def test_a_straight_with_three_of_a_kind_always_pays_something(
    poker: Table, bets: Bets, threshold: str, threes: str, won: int
) -> None:
    script = poker({"readings.bonus_threshold": threshold, "readings.threes_over_straight": threes})
    before = bets({"ann": (1, {"main": 1000, "fortune": 500})})
    script.play(Plan(wagers={"ann": 1000}, hands={1: "9s 9d 9h 8c 7d 6s 5h"}, before=before))
    assert script.last(SideWagerSettled).won == won


# devices


@clause("MDP-9.A.2", "MDP-5.I")
def test_a_deck_from_a_reshuffling_device_is_still_dealt_from_the_hand(poker: Table) -> None:
    choices = {
        "dealing.method": "hand",
        "dealing.shuffler": "reshuffling-device",
        "approvals.reshuffling_device": "yes",
        "equipment.cards_hours": 4,
    }
    script = poker(choices)
    script.to(Phase.DEALING, Plan(wagers=BOTH))
    assert not script.events(DeckPlaced)
    assert script.refusal(PlaceDeck()).clause == "MDP-9.A.2"
    script.play()
    (placed,) = script.events(DeckPlaced)
    assert not placed.by_device
    assert "hand" in placed.at
