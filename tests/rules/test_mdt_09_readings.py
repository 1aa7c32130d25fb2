"""Maryland tiles, where chapter 9 is silent: a generator instead of the bank's shake, and a bank that runs out."""

from collections.abc import Callable

import pytest

from paigow.money import CENTRE, bet, rack
from paigow.table import Phase
from paigow.table.core.model import DEALER_WAGER
from paigow.table.floor.conduct import WalkAway
from paigow.table.script import Plan, TableScript
from paigow.table.steps.setting import HouseHandSet
from paigow.table.steps.settlement import BankSettled, PayWinners, WagerSettled
from paigow.table.steps.start import DrawNumber, ShakeDice, StartDetermined

clause = pytest.mark.clause
Table = Callable[..., TableScript]
TILES = "maryland-tiles"
TWO = {"ann": 1, "bob": 3}
RICH, POOR, MIDDLE = "66 66 12 24", "46 14 35 56", "44 44 13 13"


@clause("MDT-9.J.2", "MDT-9.K")
def test_a_random_number_may_stand_for_the_banks_shake(table: Table) -> None:
    script = table(TILES, {"start": "random-number", "approvals.random_number_generator": "yes"}, players=TWO)
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}, bank="bob"))
    script.do(DrawNumber(number=2))
    assert script.last(StartDetermined).start == 4  # the bank at 3 is number one
    assert script.play().rounds == 2


@clause("MDT-9.P.5", "MDT-9.H.3")
def test_a_bank_that_need_not_cover_the_dealer_pays_him_what_it_has_left(table: Table) -> None:
    """Under the reading `players-only`, the house bears what a bank cannot pay on the dealer's own wager."""
    script = table(TILES, {"readings.bank_cover": "players-only"}, players=TWO, chips=10_000)
    script.play(Plan(wagers={"ann": 1000, "bob": 5000}, hands={0: RICH, 3: POOR}))
    assert script.state.ledger[rack("bob")] == 5000
    script.to(Phase.PAYING, Plan(wagers={"ann": 4000}, bank="bob", hands={0: RICH, 1: MIDDLE, 3: POOR}))
    assert script.state.ledger[bet(0, DEALER_WAGER, "dealer")] == 5000
    events = script.do(PayWinners())
    paid = [event for event in events if isinstance(event, WagerSettled)]
    assert [event.collected for event in events if isinstance(event, BankSettled)] == [5000]
    assert {event.wager.player: event.won for event in paid} == {"ann": 4000, "dealer": 1000}
    assert script.state.ledger[rack("bob")] == script.state.ledger[CENTRE] == 0


@clause("MDT-5.C.2", "MDT-9.J.2")
def test_for_a_bank_that_is_gone_the_dealer_shakes_and_sets(table: Table) -> None:
    script = table(TILES, players=TWO)
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}, bank="bob", hands={3: RICH}))
    script.do(WalkAway(player="bob"))
    script.do(ShakeDice(dice=(1, 2, 3)))
    script.to(Phase.EXPOSING)
    set_by = {event.position: event.set_by for event in script.events(HouseHandSet)[1:]}
    assert set_by[3] == "dealer"
    assert script.play().rounds == 2
