"""What earlier rounds decide about a player's bank in Maryland: who is offered it first, who may take it, and for what.

Each test uses a history in which the last round, the first one and the one in between differ.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from paigow.table import Command, Phase
from paigow.table.boxes.disturbances import MixHands
from paigow.table.floor.irregularities import ExposePiece, VoidHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import BankOffered, DealerWagered
from paigow.table.steps.mixing import OpenRound

Table = Callable[..., TableScript]
clause = pytest.mark.clause
STANDARDS = ("maryland-tiles", "maryland-poker")
both = pytest.mark.parametrize("standard", STANDARDS)
SEATS = {"ann": 2, "bob": 3, "cyd": 4}
ALL = dict.fromkeys(SEATS, 1000)


def offered(script: TableScript) -> list[str]:
    return [event.player for event in script.events(BankOffered)]


@both
@clause("MDT-9.C.2", "MDP-12.C.2")
def test_the_next_offer_starts_at_the_right_of_whoever_banked(table: Table, standard: str) -> None:
    script = table(standard, players=SEATS)
    script.play(Plan(wagers=ALL))
    script.play(Plan(wagers={"ann": 1000, "cyd": 1000}, bank="bob"))
    script.history.clear()
    script.play(Plan(wagers=ALL))
    assert offered(script) == ["cyd", "ann"]  # from bob's right, round the table; bob has just banked


@both
@clause("MDT-9.D.1", "MDP-12.D.1")
def test_only_the_last_round_that_the_house_banked_counts(table: Table, standard: str) -> None:
    script = table(standard, players=SEATS)
    script.play(Plan(wagers=ALL))
    script.play(Plan(wagers={"bob": 1000, "cyd": 1000}))  # ann sits this one out
    script.history.clear()
    script.play(Plan(wagers=ALL))
    assert offered(script) == ["bob", "cyd"]
    script.history.clear()
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}, bank="cyd"))  # now ann has wagered against the dealer again
    assert offered(script) == ["ann", "bob", "cyd"]


@both
@clause("MDT-9.H.3", "MDP-12.G.1")
def test_the_dealer_wagers_as_much_as_the_banks_last_wager_not_an_earlier_one(table: Table, standard: str) -> None:
    script = table(standard, players=SEATS)
    script.play(Plan(wagers={**ALL, "bob": 1500}))
    script.play(Plan(wagers={**ALL, "bob": 4000}))
    script.play(Plan(wagers={"bob": 2500, "cyd": 1000}, bank="ann"))  # against ann, not against the dealer
    script.history.clear()
    script.play(Plan(wagers={"ann": 1000, "cyd": 1000}, bank="bob"))
    assert script.last(DealerWagered).amount == 4000


@both
@clause("MDT-9.D.1", "MDP-12.D.1", "MDT-9.H.3", "MDP-12.G.1")
def test_a_wager_on_a_void_hand_was_placed_all_the_same(table: Table, standard: str) -> None:
    """The dealer exposes part of bob's hand, and he gets the wager back; the round goes on and counts."""
    script = table(standard, players=SEATS)
    void: list[Command] = [ExposePiece(position=3), VoidHand(player="bob", position=3)]
    script.play(Plan(wagers={**ALL, "bob": 2500}, before={Phase.SETTING: void}))
    script.history.clear()
    script.play(Plan(wagers={"ann": 1000, "cyd": 1000}, bank="bob"))
    assert offered(script) == ["ann", "bob"]
    assert script.last(DealerWagered).amount == 2500


@clause("NZ-5.3.a")
@pytest.mark.parametrize(
    "void",
    [
        [ExposePiece(position=3), ExposePiece(position=3, place=1), VoidHand(player="bob", position=3)],
        [MixHands(position=3, other=4)],
    ],
    ids=["exposed", "mixed up"],
)
def test_whoever_had_a_void_hand_played_in_that_round(table: Table, void: list[Command]) -> None:
    script = table("new-zealand", players=SEATS)
    script.play(Plan(wagers=dict.fromkeys(SEATS, 10_000), before={Phase.SETTING: void}))
    script.history.clear()
    script.to(Phase.BETTING, Plan())
    assert offered(script) == ["ann", "bob", "cyd"]


@both
@clause("MDT-9.D.1", "MDP-12.D.1")
def test_rounds_before_revision_2_forgot_a_void_hand(table: Table, standard: str) -> None:
    script = table(standard, players=SEATS)
    script.begin(
        Plan(wagers=ALL, before={Phase.SETTING: [ExposePiece(position=3), VoidHand(player="bob", position=3)]})
    )
    (command, _), opened = script.history.pop(), script.state.current
    assert isinstance(command, OpenRound)
    script.state = replace(script.state, round=replace(opened, revision=1))
    script.play()
    script.history.clear()
    script.to(Phase.BETTING, Plan())
    assert offered(script) == ["ann", "cyd"]


@both
@clause("MDT-9.C.2", "MDT-9.C.1.a", "MDP-12.C.2", "MDP-12.C.1.a")
@pytest.mark.parametrize("first", ["after-last-bank", "far-right"])
def test_the_offer_says_where_it_starts(table: Table, standard: str, first: str) -> None:
    """From the far right, or from the right of the last bank; under the other reading, always from the far right."""
    script = table(standard, {"readings.bank_offer": first}, players=SEATS)
    passed_on = "MDT-9.C.2" if standard == "maryland-tiles" else "MDP-12.C.2"
    for bank in (None, "bob", None, None):
        script.play(Plan(wagers={name: 1000 for name in SEATS if name != bank}, bank=bank))
    cited = [{event.clauses for event in events if isinstance(event, BankOffered)} for _, events in script.history]
    grounds = [clauses.pop() for clauses in cited if clauses]
    at_the_far_right = 2  # offers before bob takes the bank, in the second round
    assert {passed_on in clauses for clauses in grounds[:at_the_far_right]} == {False}
    assert {passed_on in clauses for clauses in grounds[at_the_far_right:]} == {first == "after-last-bank"}
