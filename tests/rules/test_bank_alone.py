"""A player who is alone at the table and banks: the dealer wagers against the bank, and that is the round."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.money import COMMISSION, INVENTORY
from paigow.table import Phase
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import BankOffered, DealerWagered, DirectDealerWager
from paigow.table.steps.closing import RoundAbandoned
from paigow.table.steps.settlement import DealerHandCompared, HandExposed
from paigow.table.steps.wagers import NoMoreBets

Table = Callable[..., TableScript]
Chips = Callable[[TableScript], dict[str, int]]
clause = pytest.mark.clause

HANDS = {  # best first; the dealer's and the bank's are both set the house way
    "maryland-tiles": ("24 12 66 66", "11 11 44 44", "22 56 46 55"),
    "maryland-poker": ("As Ah Kd Kc 9c 5h 3d", "Qs Qh Jd Jc 8c 7h 2d", "2s 4h 5c 7c 8s Th Kh"),
}
WAGER = 3000


def lone(table: Table, standard: str) -> TableScript:
    """ann, alone at a table, has wagered once against the dealer."""
    script = table(standard, players=["ann"])
    script.play(Plan(wagers={"ann": WAGER}))
    script.history.clear()
    return script


@clause("MDT-1.B.1", "MDT-9.I", "MDT-9.O.2", "MDT-9.O.4", "MDT-9.P.7", "MDP-1.B.1", "MDP-12.G.2", "MDP-12.I.3")
@pytest.mark.parametrize("standard", HANDS)
@pytest.mark.parametrize("bank_wins", [True, False])
def test_the_dealer_wagers_against_a_bank_without_other_players(
    table: Table, chips: Chips, standard: str, bank_wins: bool
) -> None:
    script = lone(table, standard)
    before = chips(script)["ann"]
    house, taken = script.state.ledger[INVENTORY], script.state.ledger[COMMISSION]
    best, _, poor = HANDS[standard]
    script.play(Plan(bank="ann", hands={1: best, 0: poor} if bank_wins else {1: poor, 0: best}))
    assert script.last(DealerWagered).amount == WAGER
    assert script.last(DealerHandCompared).result is (Result.LOSE if bank_wins else Result.WIN)
    assert not script.events(HandExposed)
    fee = WAGER // 20 if bank_wins else 0
    won = WAGER if bank_wins else -WAGER
    assert chips(script)["ann"] == before + won - fee
    assert script.state.ledger[INVENTORY] == house - won
    assert script.state.ledger[COMMISSION] == taken + fee


@clause("MDT-9.C.3", "MDP-12.C.3")
@pytest.mark.parametrize("standard", HANDS)
def test_the_bank_then_goes_back_to_the_house_for_a_round(table: Table, standard: str) -> None:
    script = lone(table, standard)
    script.play(Plan(bank="ann"))
    script.play(Plan(bank="ann", wagers={"ann": WAGER}))
    assert len(script.events(BankOffered)) == 1
    script.play(Plan(bank="ann"))
    assert len(script.events(BankOffered)) == 2


@clause("MDT-9.I", "MDT-9.I.1", "MDP-12.G", "MDP-12.G.3", "MDT-9.E.5", "MDP-12.E.5")
@pytest.mark.parametrize("standard", HANDS)
@pytest.mark.parametrize("co", [True, False])
def test_without_the_dealers_wager_there_is_no_round(table: Table, standard: str, co: bool) -> None:
    script = lone(table, standard)
    script.to(Phase.BETTING, Plan(bank="ann", co=co))
    if not co:
        script.do(DirectDealerWager(player="ann", amount=0))
    assert "nobody has wagered" in str(script.refusal(NoMoreBets()))
    script.step()
    assert script.last(RoundAbandoned).reason == "nobody wagers"


@clause("MDT-5.D", "NZ-11.2.b")
def test_a_new_zealand_bank_needs_somebody_to_play_against(table: Table) -> None:
    """There the house has no wager of its own against a bank."""
    script = table("new-zealand", players={"ann": 2, "bob": 3})
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    script.to(Phase.BETTING, Plan(bank="ann"))
    assert "nobody has wagered" in str(script.refusal(NoMoreBets()))
