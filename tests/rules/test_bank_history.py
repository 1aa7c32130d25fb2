"""What earlier rounds decide about a player's bank in Maryland: who is offered it first, who may take it, and for what.

Each test uses a history in which the last round, the first one and the one in between differ.
"""

from collections.abc import Callable

import pytest

from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import BankOffered, DealerWagered

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
