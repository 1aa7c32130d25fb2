"""Edges of a player's bank in Maryland: the dealer's wager against it, the order of payment, and the last cent."""

from collections.abc import Callable, Mapping

import pytest

from paigow.money import CENTRE, COMMISSION, INVENTORY, bet, rack
from paigow.table import Phase
from paigow.table.core.engine import Event
from paigow.table.core.model import DEALER, DEALER_WAGER
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import DealerWagered, DirectDealerWager
from paigow.table.steps.seating import BuyIn
from paigow.table.steps.settlement import BankSettled, PayWinners, WagerSettled

Table = Callable[..., TableScript]
TILES, POKER = "maryland-tiles", "maryland-poker"
FOUR = ["ann", "bob", "cyd", "dan"]
BANK, WIN_1, WIN_2, LOSE_1 = "13 16 45 24", "11 11 44 44", "66 66 15 15", "35 12 13 25"
clause = pytest.mark.clause


def paid(
    table: Table,
    wagers: Mapping[str, int],
    hands: Mapping[int, str],
    *,
    dealer: int = 0,
    co: bool = False,
    choices: Mapping[str, object] = {},
) -> tuple[Event, ...]:
    """What happens when the winners against bob's bank are paid."""
    script = table(TILES, choices, players=FOUR)
    script.play(Plan(wagers=dict.fromkeys(FOUR, 1000)))
    script.to(Phase.BETTING, Plan(wagers=wagers, bank="bob", co=co, hands={2: BANK, **hands}))
    if not co:
        script.do(DirectDealerWager(player="bob", amount=dealer))
    script.to(Phase.PAYING)
    return script.do(PayWinners())


@clause("MDT-9.D.2", "MDT-9.H.3", "MDT-9.I", "MDP-12.D.2", "MDP-12.G.1", "MDP-12.G.4")
@pytest.mark.parametrize("standard", [TILES, POKER])
@pytest.mark.parametrize("left", [9_000, 1_000, 0])
def test_the_dealer_wagers_no_more_than_the_bank_can_still_cover(table: Table, standard: str, left: int) -> None:
    script = table(standard, players={"ann": 1, "bob": 3}, chips=50_000)
    script.play(Plan(wagers={"ann": 1000, "bob": 5000}))
    script.do(BuyIn(player="ann", amount=50_000))
    script.history.clear()
    funds = script.state.ledger[rack("bob")]
    script.to(Phase.STARTING, Plan(wagers={"ann": funds - left}, bank="bob"))
    area = bet(0, DEALER_WAGER, DEALER)
    wagered = [
        (event.amount, [(move.debit, move.credit, move.clause) for move in event.transfers])
        for event in script.events(DealerWagered)
    ]
    first = script.state.game.cite("bank.dealer-wager")[0]
    assert wagered == ([(min(left, 5000), [(INVENTORY, area, first)])] if left else [])
    cited = [{"MDT-9.D.2", "MDP-12.D.2"} & set(event.clauses) != set() for event in script.events(DealerWagered)]
    assert cited == ([left < 5000] if left else [])


@clause("MDT-9.P.4", "MDT-9.Q")
def test_the_dealer_is_paid_first_by_the_rule_that_spares_him_vigorish(table: Table) -> None:
    events = paid(table, {"ann": 1000, "cyd": 3000}, {0: WIN_1, 1: WIN_2, 3: LOSE_1}, dealer=1000)
    settled = [event for event in events if isinstance(event, WagerSettled)]
    assert [event.wager.player for event in settled] == [DEALER, "ann"]
    assert [move.clause for move in settled[0].transfers] == ["MDT-9.Q", "MDT-9.Q"]


@clause("MDT-9.P.4", "MDT-9.P.5", "MDT-9.P.6")
def test_a_centre_that_just_suffices_is_not_made_up(table: Table) -> None:
    events = paid(table, {"ann": 1000, "cyd": 1000, "dan": 1000}, {1: WIN_1, 3: LOSE_1, 4: WIN_2})
    told = [event for event in events if isinstance(event, WagerSettled | BankSettled)]
    assert [event.clauses[0] for event in told] == ["MDT-9.P.4", "MDT-9.P.5", "MDT-9.P.6"]


@clause("MDT-9.S.8", "MDT-9.S.9", "MDT-9.S.10")
@pytest.mark.parametrize(("reading", "gets", "fee"), [("house", INVENTORY, 0), ("bank", COMMISSION, 1)])
def test_a_last_cent_is_not_halved(table: Table, reading: str, gets: str, fee: int) -> None:
    """If it is the bank's, the vigorish takes it."""
    wagers, choices = {"ann": 1000, "cyd": 1001}, {"readings.odd_half": reading}
    settled = paid(table, wagers, {1: WIN_1, 3: LOSE_1}, co=True, choices=choices)
    (last,) = [event for event in settled if isinstance(event, BankSettled)]
    assert (last.surplus, last.vigorish) == (1, fee)
    assert [(move.debit, move.credit, move.amount) for move in last.transfers] == [(CENTRE, gets, 1)]


@clause("MDT-9.P.7", "MDT-9.P.8")
def test_a_quarter_takes_the_whole_of_a_dime(table: Table) -> None:
    wagers, choices = {"ann": 1000, "cyd": 1010}, {"vigorish.rounding": "quarter"}
    settled = paid(table, wagers, {1: WIN_1, 3: LOSE_1}, choices=choices)
    (last,) = [event for event in settled if isinstance(event, BankSettled)]
    assert (last.surplus, last.vigorish) == (10, 10)
    assert [(move.debit, move.credit, move.amount) for move in last.transfers] == [(CENTRE, COMMISSION, 10)]
