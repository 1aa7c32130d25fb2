"""New Zealand, section 11.3: a player and the house bank together."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.money import BANKER_AREA, COMMISSION, INVENTORY, LOSING_AREA, Halves, bet, rack
from paigow.table import Phase
from paigow.table.boxes.box_settlement import divide
from paigow.table.boxes.boxes import chung
from paigow.table.boxes.dealer_sets import TilesShown, TurnBankTile
from paigow.table.boxes.staking import StakeReturned, StakeTaken, stakes
from paigow.table.core.model import DEALER, MAIN
from paigow.table.games.new_zealand import BankTilesMoved
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import AcceptBank
from paigow.table.steps.delivery import Delivered
from paigow.table.steps.setting import HouseHandSet, SetHouseHand
from paigow.table.steps.settlement import BankSettled, HandExposed, PayWinners, WagerSettled
from paigow.table.view import view

Table = Callable[..., TableScript]
NZ = "new-zealand"
WINS, LOSES, PUSHES = "44 44 33 33", "56 36 46 55", "26 25 16 23"
MIXED = {2: WINS, 4: LOSES, 6: PUSHES}


@pytest.mark.clause("NZ-11.3.a")
def test_co_bank_the_chung_shows_its_co_banking_face(bob_banks: Table) -> None:
    script = bob_banks(co=True)
    script.to(Phase.SETTING)
    assert chung(script.state) == (3, "Co-banker")
    assert "NZ-11.3.a" in script.last(Delivered).clauses


@pytest.mark.clause("NZ-11.3.b", "NZ-11.2.b", "NZ-11.2.b.s2")
@pytest.mark.parametrize(("stake", "bank"), [(30_000, "bob"), (45_000, "bob"), (29_950, None), (20_000, None)])
def test_co_bank_stakes_at_least_half(bob_banks: Table, stake: int, bank: str | None) -> None:
    script = bob_banks(co=True, stake=stake)
    script.to(Phase.STARTING)
    assert script.state.current.bank.player == bank
    assert chung(script.state) == ((3, "Co-banker") if bank else (1, "Banker"))


@pytest.mark.clause("NZ-11.3.c")
@pytest.mark.parametrize("stake", [30_000, 45_000])
def test_co_bank_the_house_matches_the_stake(bob_banks: Table, stake: int) -> None:
    script = bob_banks(co=True, stake=stake)
    before = script.state.ledger[INVENTORY]
    script.to(Phase.STARTING)
    event = script.last(StakeTaken)
    assert (event.stake, event.house, event.clauses) == (stake, stake, ("NZ-11.3.c",))
    assert script.state.ledger[BANKER_AREA] == 2 * stake
    assert before - script.state.ledger[INVENTORY] == stake
    assert stakes(script.state) == {"bob": stake, DEALER: stake}


@pytest.mark.clause("NZ-11.3.d")
def test_co_bank_the_tiles_go_before_the_float_tray(bob_banks: Table) -> None:
    script = bob_banks(co=True)
    script.to(Phase.SETTING)
    assert script.last(BankTilesMoved).clauses == ("NZ-11.3.d",)
    assert script.last(BankTilesMoved).position == 3


@pytest.mark.clause("NZ-11.3.e")
def test_co_bank_the_dealer_sets_last_and_the_co_banker_may_turn_two_tiles(bob_banks: Table) -> None:
    script = bob_banks(co=True)
    script.to(Phase.SETTING)
    assert script.refusal(SetHouseHand()).clause == "NZ-11.1.c"
    assert script.refusal(TurnBankTile(player="bob", place=0)).clause == "NZ-11.3.e"
    script.to(Phase.BANKING)
    assert script.refusal(TurnBankTile(player="ann", place=0)).clause == "NZ-11.3.e"
    script.do(TurnBankTile(player="bob", place=0), TurnBankTile(player="bob", place=2))
    assert script.last(TilesShown).clauses == ("NZ-11.3.e",)
    assert view(script.state, "ann")["round"]["hands"][3]["pieces"] == ["22", "?", "13", "?"]
    assert script.refusal(TurnBankTile(player="bob", place=1)).clause == "NZ-11.3.e"
    script.do(SetHouseHand())
    assert str(script.last(HouseHandSet).setting) == "22 22 / 13 15"
    assert "NZ-11.3.e" in script.last(HouseHandSet).clauses


@pytest.mark.clause("NZ-11.3.e")
def test_co_bank_turning_tiles_is_the_operators_to_permit(bob_banks: Table) -> None:
    script = bob_banks(co=True, choices={"bank.co_banker_exposes": False})
    script.to(Phase.BANKING)
    assert script.refusal(TurnBankTile(player="bob", place=0)).clause == "NZ-11.3.e"


@pytest.mark.clause("NZ-11.3.f", "NZ-11.3.g", "NZ-11.3.h")
def test_co_bank_hands_are_matched_losers_gathered_and_pushes_left(bob_banks: Table) -> None:
    script = bob_banks(co=True, hands=MIXED)
    script.to(Phase.PAYING)
    exposed = script.events(HandExposed)[-3:]
    assert [event.position for event in exposed] == [4, 6, 2]
    assert all(event.clauses[0] == "NZ-11.3.f" for event in exposed)
    lost, pushed = script.events(WagerSettled)[-2:]
    assert (lost.result, lost.clauses) == (Result.LOSE, ("NZ-11.3.g", "NZ-6.1.b.ii"))
    assert (pushed.result, pushed.clauses) == (Result.PUSH, ("NZ-11.3.h", "NZ-6.1.c"))
    assert script.state.ledger[LOSING_AREA] == 20_000
    assert script.state.ledger[bet(6, MAIN, "dan")] == 30_000


@pytest.mark.clause("NZ-11.3.i", "NZ-11.3.j", "NZ-11.3.k", "NZ-11.3.k.s2")
def test_co_bank_a_gain_is_halved_and_the_stakes_go_back(bob_banks: Table) -> None:
    script = bob_banks(co=True, hands=MIXED)
    script.to(Phase.PAYING)
    before = script.state.ledger
    events = script.do(PayWinners())
    paid, house, back, own = events[:4]
    assert isinstance(paid, WagerSettled)
    assert isinstance(house, BankSettled)
    assert isinstance(back, StakeReturned)
    assert isinstance(own, BankSettled)
    assert "NZ-11.3.i" in paid.clauses
    assert paid.transfers[0].debit == LOSING_AREA
    assert house.clauses == ("NZ-11.3.j", "NZ-11.3.k")
    assert [(t.debit, t.credit, t.amount, t.clause) for t in house.transfers] == [
        (LOSING_AREA, INVENTORY, 5_000, "NZ-11.3.j")
    ]
    assert {(t.credit, t.amount) for t in back.transfers} == {(INVENTORY, 30_000), (rack("bob"), 30_000)}
    assert (own.surplus, own.vigorish, own.clauses[0]) == (5_000, 250, "NZ-11.3.k.s2")
    assert script.state.ledger[rack("bob")] - before[rack("bob")] == 30_000 + 4_750
    assert script.state.ledger[INVENTORY] - before[INVENTORY] == 30_000 + 5_000


@pytest.mark.clause("NZ-11.3.l", "NZ-11.3.l.s2")
@pytest.mark.parametrize(
    ("reading", "stake", "bob_loses"),
    [("half", 30_000, 10_000), ("half", 60_000, 10_000), ("pro-rata", 30_000, 10_000), ("pro-rata", 60_000, 13_334)],
)
def test_co_bank_a_shortfall_comes_out_of_both_stakes(
    bob_banks: Table, reading: str, stake: int, bob_loses: int
) -> None:
    hands = {2: LOSES, 4: PUSHES, 6: WINS}
    script = bob_banks(co=True, hands=hands, stake=stake, choices={"readings.co_bank_losses": reading})
    held = script.state.ledger
    script.to(Phase.PAYING)
    script.do(PayWinners())
    short = script.last(BankSettled)
    assert (short.collected, short.clauses) == (20_000, ("NZ-11.3.l",))
    left = script.last(StakeReturned)
    assert left.clauses == ("NZ-11.3.l.s2",)
    assert held[rack("bob")] - script.state.ledger[rack("bob")] == bob_loses
    assert held[INVENTORY] - script.state.ledger[INVENTORY] == 20_000 - bob_loses
    assert script.state.ledger[COMMISSION] - held[COMMISSION] == 1_500  # on dan's win alone


@pytest.mark.clause("NZ-11.3.j", "NZ-11.3.k")
def test_co_bank_without_a_gain_only_the_stakes_go_back(table: Table) -> None:
    players = {"ann": 2, "bob": 3, "cyd": 4}
    script = table(NZ, players=players)
    script.play(Plan(wagers=dict.fromkeys(players, 10_000)))
    hands, settings = {2: LOSES, 3: "22 22 13 15", 4: WINS}, {2: "56 36 / 46 55"}
    wagers = {"ann": 10_000, "cyd": 10_000}
    script.to(Phase.PAYING, Plan(wagers=wagers, bank="bob", co=True, hands=hands, settings=settings, stake=30_000))
    script.do(PayWinners())
    assert {(t.credit, t.amount) for t in script.last(StakeReturned).transfers} == {
        (INVENTORY, 30_000),
        (rack("bob"), 30_000),
    }
    assert not script.events(BankSettled)


@pytest.mark.clause("NZ-11.3.j", "NZ-11.3.l.s2")
@pytest.mark.parametrize(("reading", "parts"), [("house", Halves(550, 500)), ("bank", Halves(500, 550))])
def test_co_bank_the_odd_chip(table: Table, reading: str, parts: Halves) -> None:
    script = table(NZ, {"readings.odd_half": reading})
    assert divide(script.state, 1_050) == parts
    assert divide(script.state, 1_000) == Halves(500, 500)


@pytest.mark.clause("NZ-11.3.a")
def test_the_offer_of_the_bank_is_answered_with_co_or_not(bob_banks: Table) -> None:
    script = bob_banks(co=True)
    while "bob" not in script.state.current.bank.offered:
        script.step()
    script.do(AcceptBank(player="bob", co=True))
    assert script.state.current.bank.co_banked
