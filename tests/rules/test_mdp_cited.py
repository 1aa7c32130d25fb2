"""Maryland poker: each step of a round cites exactly the clauses it follows.

One table for what every round has, one for what a bank adds or changes, and one for each way of dealing.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from paigow.poker import DECK
from paigow.table import Event, Phase
from paigow.table.cards.discards import HandDiscarded
from paigow.table.floor.conduct import NoteConduct
from paigow.table.floor.irregularities import FindMisdeal, ShowPiece
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import DirectDealerWager, OfferBank, PassBank, why_not_bank
from paigow.table.steps.opening import InspectSet, ReceiveSet
from paigow.table.steps.seating import LeaveTable
from paigow.table.steps.setting import ExposeBankHand, LookAtHand
from paigow.table.steps.start import ChooseDelivery
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager

Table = Callable[..., TableScript]
Bets = Callable[..., Any]
Cited = Mapping[str, tuple[str, ...]]
BOTH = {"ann": 1000, "bob": 1000}

OPENING: Cited = {
    "SetReceived": ("MDP-4.A", "MDP-3.A.1"),
    "SetInspected": ("MDP-4.A", "MDP-3.A.2", "MDP-3.A.3.b"),
    "SetVerified": ("MDP-4.A.s2",),
    "SetDisplayed": ("MDP-4.B.1", "MDP-4.B.2"),
    "PlayerSeated": ("MDP-7.C", "MDP-2.A"),
    "ChipsBought": ("MDP-7.A",),
    "SetTurnedDown": ("MDP-4.C.1",),
}
ROUND: Cited = {
    "RoundOpened": ("MDP-5.A.1",),
    "Mixed": ("MDP-5.A.1", "MDP-4.C.2", "MDP-4.C.3", "MDP-4.D", "MDP-5.C.2", "MDP-5.D"),
    "CutPassed": ("MDP-5.D.1",),
    "CardsCut": ("MDP-5.F", "MDP-5.F.1", "MDP-5.F.2", "MDP-5.D.2", "MDP-5.F.3.a", "MDP-3.A.3.a"),
    "WagerPlaced": ("MDP-7.A", "MDP-7.D", "MDP-7.D.1"),
    "BetsClosed": ("MDP-8.C", "MDP-7.D.1"),
    "DiceShaken": ("MDP-5.K.1.a",),
    "StartDetermined": ("MDP-5.K.1.b.i", "MDP-5.K.1.b.ii", "MDP-5.K.1.d"),
    "ShakerRested": ("MDP-5.K.1.f",),
    "HandLookedAt": ("MDP-11.A", "MDP-11.A.1", "MDP-11.A.2", "MDP-11.A.4"),
    "HandSet": ("MDP-11.A.1", "MDP-11.B"),
    "PlayersReady": ("MDP-11.C",),
    "HouseHandSet": ("MDP-11.C", "MDP-11.C.1", "MDP-11.C.2"),
    "HandsCompared": ("MDP-11.E", "MDP-11.E.1", "MDP-11.E.2"),
    "AllExposed": ("MDP-11.E", "MDP-11.E.1", "MDP-11.E.2"),
    "RoundSettled": ("MDP-11.J", "MDP-5.A.2"),
    "RoundClosed": ("MDP-11.J", "MDP-5.A.2"),
}
BANK: Cited = {
    "BankOffered": ("MDP-12.C.1.a", "MDP-12.C"),
    "BankPassed": ("MDP-12.C",),
    "BankAccepted": ("MDP-12.C.1.b", "MDP-12.A.1"),
    "Mixed": ("MDP-5.A.2", "MDP-12.G", "MDP-5.C.2", "MDP-5.D"),
    "DealerWagered": ("MDP-12.G.4", "MDP-12.G.1", "MDP-12.G.2"),
    "DiceShaken": ("MDP-5.K.1.a.i", "MDP-5.K.1.a.ii"),
    "StartDetermined": ("MDP-5.K.1.b.i", "MDP-5.K.1.b.ii", "MDP-5.K.1.e", "MDP-12.H"),
    "ShakerRested": ("MDP-5.K.1.f",),
    "PlayersReady": ("MDP-11.C",),
    "HandsCompared": ("MDP-12.J", "MDP-12.J.1"),
    "AllExposed": ("MDP-12.J", "MDP-12.J.1"),
}
CO_BANK: Cited = {
    "BankOffered": ("MDP-12.C.2", "MDP-12.C.1.a", "MDP-12.C"),
    "BankAccepted": ("MDP-12.C.1.b", "MDP-12.A.1", "MDP-12.E.2", "MDP-12.E.3", "MDP-12.E.1"),
    "HouseHandSet": ("MDP-12.E.4", "MDP-11.C.1"),
    "HandsCompared": ("MDP-12.L", "MDP-12.L.1.a"),
    "AllExposed": ("MDP-12.L", "MDP-12.L.1.a"),
}
SHOE: Cited = {
    "DeckPlaced": ("MDP-8.B", "MDP-8.D.3"),
    "BetsClosed": ("MDP-8.C", "MDP-7.D.1"),
    "LammersPlaced": ("MDP-8.C.1",),
    "ProgressiveLocked": ("MDP-8.C.2",),
    "ProgressiveCollected": ("MDP-8.C.3", "MDP-8.C.4"),
    "Delivered": ("MDP-8.D.2", "MDP-8.D.3"),
    "StubCounted": ("MDP-8.E.1", "MDP-8.E.2"),
    "EmptyCollected": ("MDP-8.G",),
}
HAND: Cited = {
    "DeckPlaced": ("MDP-9.A.2", "MDP-9.A.2.b", "MDP-9.B.1", "MDP-9.A.2.a"),
    "BetsClosed": ("MDP-9.A.3", "MDP-7.D.1"),
    "LammersPlaced": ("MDP-9.A.3.a",),
    "ProgressiveLocked": ("MDP-9.A.3.b",),
    "ProgressiveCollected": ("MDP-9.A.3.b.i", "MDP-9.A.3.b.ii", "MDP-9.A.3.b.iii"),
    "Delivered": ("MDP-9.C", "MDP-9.B.1"),
    "StubCounted": ("MDP-9.D.1", "MDP-9.D.2", "MDP-9.D.3"),
    "EmptyCollected": ("MDP-9.F",),
}
AUTOMATED_SHOE: Cited = {
    "DeckPlaced": ("MDP-10.A.1",),
    "BetsClosed": ("MDP-10.A.2", "MDP-7.D.1"),
    "LammersPlaced": ("MDP-10.A.2.a",),
    "ProgressiveLocked": ("MDP-10.A.2.b",),
    "ProgressiveCollected": ("MDP-10.A.2.c", "MDP-10.A.2.d"),
    "Delivered": ("MDP-10.C.1", "MDP-10.C.2.a", "MDP-10.C.2.b"),
    "StubCounted": ("MDP-10.D.1", "MDP-10.D.2", "MDP-10.D.3"),
    "EmptyCollected": ("MDP-10.F.1", "MDP-10.F.2"),
}


def clause(*tables: Cited, also: tuple[str, ...] = ()) -> pytest.MarkDecorator:
    """Mark a test with every clause of these tables."""
    cited = [name for table in tables for clauses in table.values() for name in clauses]
    return pytest.mark.clause(*dict.fromkeys((*cited, *also)))


def cited(script: TableScript, table: Cited) -> Cited:
    """Return what the last event of each kind in the table cites, and forget the events."""
    found: dict[str, Event] = {type(event).__name__: event for _, events in script.history for event in events}
    script.history.clear()
    return {kind: found[kind].clauses for kind in table if kind in found}


@clause(OPENING, ROUND)
def test_opening_a_table_and_its_first_round(poker: Table) -> None:
    script = poker()
    assert cited(script, OPENING) == OPENING
    script.play(Plan(wagers=BOTH))
    assert cited(script, ROUND) == ROUND


@clause(BANK, CO_BANK)
def test_a_bank_and_then_a_co_bank(poker: Table) -> None:
    script = poker()
    script.play(Plan(wagers=BOTH))
    script.history.clear()
    script.play(Plan(bank="bob", wagers={"ann": 1000}))
    assert cited(script, BANK) == BANK
    script.play(Plan(bank="ann", co=True, wagers={"bob": 1000}))
    assert cited(script, CO_BANK) == CO_BANK


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        pytest.param({}, SHOE, id="shoe", marks=clause(SHOE)),
        pytest.param(
            {"dealing.method": "hand", "dealing.shuffler": "automated", "equipment.cards_hours": 4},
            HAND,
            id="hand",
            marks=clause(HAND),
        ),
        pytest.param(
            {"dealing.method": "automated-shoe"}, AUTOMATED_SHOE, id="automated shoe", marks=clause(AUTOMATED_SHOE)
        ),
    ],
)
def test_each_way_of_dealing(poker: Table, bets: Bets, choices: Mapping[str, object], expected: Cited) -> None:
    script = poker(choices)
    script.play(Plan(before=bets({"ann": (1, {"main": 1000, "fortune": 500, "progressive": 100})})))
    assert cited(script, expected) == expected


@pytest.mark.clause("MDP-5.B", "MDP-5.C.1")
def test_a_shuffler_that_fills_the_shoe(poker: Table) -> None:
    script = poker({"dealing.shuffler": "into-shoe"})
    for own in (("MDP-5.A.1", "MDP-4.C.2", "MDP-4.C.3", "MDP-4.D"), ("MDP-5.A.2",)):
        script.play(Plan(wagers=BOTH))
        assert cited(script, ROUND)["Mixed"] == (*own, "MDP-5.B", "MDP-5.C.1")


@pytest.mark.clause("MDP-4.A", "MDP-3.B", "MDP-4.E")
def test_a_deck_that_is_replaced_and_one_of_two(empty_table: Table) -> None:
    two = {"dealing.shuffler": "automated", "dealing.decks": 2, "dealing.backs": ["red", "blue"]}
    script = empty_table("maryland-poker", two)
    script.do(ReceiveSet(set_id="red", pieces=DECK[1:]), InspectSet())
    assert cited(script, {"SetReceived": (), "SetRejected": ()}) == {
        "SetReceived": ("MDP-4.A", "MDP-4.E", "MDP-3.B"),
        "SetRejected": ("MDP-4.A",),
    }


@pytest.mark.clause("MDP-5.K.2.b", "MDP-12.H")
def test_a_number_is_counted_from_the_bank(poker: Table) -> None:
    script = poker({"start": "random-number", "approvals.random_number_generator": "yes"})
    script.play(Plan(wagers=BOTH))
    script.play(Plan(bank="bob", wagers={"ann": 1000}))
    assert cited(script, ROUND)["StartDetermined"] == ("MDP-5.K.2", "MDP-5.K.2.b", "MDP-12.H")


@pytest.mark.clause("MDP-12.G.2", "MDP-12.G.3", "MDP-12.G.4")
def test_a_dealer_who_wagers_less_as_the_bank_wants(poker: Table) -> None:
    script = poker()
    script.play(Plan(wagers=BOTH))
    less = {Phase.BETTING: [DirectDealerWager(player="bob", amount=500)]}
    script.play(Plan(bank="bob", wagers={"ann": 1000}, before=less))
    assert cited(script, BANK)["DealerWagered"] == ("MDP-12.G.4", "MDP-12.G.3", "MDP-12.G.2")


@pytest.mark.clause("MDP-12.B.1", "MDP-12.B.2", "MDP-12.C.3", "MDP-12.D.1", "MDP-12.D.2")
def test_why_a_player_does_not_bank(poker: Table) -> None:
    def why(name: str) -> tuple[str, ...]:
        found = why_not_bank(script.state, script.state.players[name])
        return found[1] if found else ()

    script = poker(players={"ann": 1, "bob": 3, "cyd": 4})
    assert why("ann") == ("MDP-12.B.1", "MDP-12.B.2")
    script.play(Plan(wagers=BOTH))
    assert [why(name) for name in ("ann", "cyd")] == [(), ("MDP-12.D.1",)]
    script.play(Plan(bank="bob", wagers={"ann": 1000}))
    assert [why(name) for name in ("ann", "bob")] == [(), ("MDP-12.C.3",)]


@pytest.mark.clause("MDP-12.C", "MDP-12.C.4")
def test_nobody_is_left_to_be_offered_the_bank(poker: Table) -> None:
    script = poker()
    script.play(Plan(wagers=BOTH))
    script.to(Phase.OFFERING, Plan())
    script.do(OfferBank(), PassBank(player="ann"), LeaveTable(player="bob"), OfferBank())
    assert cited(script, {"HouseBanks": ()}) == {"HouseBanks": ("MDP-12.C.4",)}


@pytest.mark.clause("MDP-8.D.2", "MDP-12.I.1")
def test_what_is_done_with_tiles_only(poker: Table) -> None:
    script = poker()
    script.play(Plan(wagers=BOTH))
    script.to(Phase.STARTING, Plan(bank="bob", wagers={"ann": 1000}))
    assert script.refusal(ChooseDelivery(delivery="chee-yee", player="bob")).clause == "MDP-8.D.2"
    script.to(Phase.BANKING)
    assert script.refusal(ExposeBankHand()).clause == "MDP-12.I.1"


@pytest.mark.clause("MDP-7.E", "MDP-2.B.2")
def test_a_wager_that_is_not_offered(poker: Table) -> None:
    script = poker({"wagers.fortune.offered": False})
    script.to(Phase.BETTING, Plan(wagers=BOTH))
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    assert script.refusal(PlaceWager(player="ann", position=1, kind="fortune", amount=500)).clause == "MDP-7.E"
    assert script.refusal(PlaceWager(player="ann", position=7, amount=1000)).clause == "MDP-2.B.2"


@pytest.mark.clause("MDP-11.D.4", "MDP-11.I", "MDP-11.G", "MDP-11.J")
def test_each_hand_is_discarded_for_its_own_reason(poker: Table, bets: Bets) -> None:
    script = poker(players={"ann": 1, "bob": 3, "cyd": 4})
    plain = {"ann": 1000, "cyd": 1000}
    script.to(Phase.EXPOSING, Plan(wagers=plain, before=bets({"bob": (3, {"main": 1000, "insurance": 100})})))
    script.do(Surrender(player="ann", position=1))
    script.play()
    assert {event.position: event.clauses for event in script.events(HandDiscarded)} == {
        1: ("MDP-11.D.4", "MDP-11.J"),
        3: ("MDP-11.I", "MDP-11.J"),
        4: ("MDP-11.G", "MDP-11.J"),
        0: ("MDP-11.J",),
    }


@pytest.mark.clause("MDP-11.A.4", "MDP-2.C.1.b", "MDP-2.C.1.b.i")
def test_what_a_player_shows_and_what_the_dealer_leaves(poker: Table) -> None:
    script = poker()
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    script.do(LookAtHand(player="ann", position=1), ShowPiece(player="ann", position=1, place=0))
    script.do(NoteConduct(kind="shaker-unattended"))
    assert cited(script, {"PieceExposed": (), "ConductNoted": ()}) == {
        "PieceExposed": ("MDP-11.A.4",),
        "ConductNoted": ("MDP-2.C.1.b.i", "MDP-2.C.1.b"),
    }


@pytest.mark.clause("MDP-5.K.2", "MDP-2.C.2")
def test_a_generator_that_fails(poker: Table) -> None:
    script = poker({"start": "random-number", "approvals.random_number_generator": "yes"})
    script.to(Phase.STARTING, Plan(wagers=BOTH))
    script.do(FindMisdeal(reason="number-fault"))
    assert cited(script, {"RoundVoided": ()}) == {"RoundVoided": ("MDP-5.K.2", "MDP-2.C.2")}
