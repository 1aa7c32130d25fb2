"""MDP chapter 12, sections I to M: a bank's hand against the dealer's, and settlement through the centre."""

from collections.abc import Callable, Mapping

import pytest

from paigow.comparison import Result
from paigow.money import CENTRE, COMMISSION, INVENTORY, bet, rack
from paigow.poker import PokerSetting
from paigow.table import Phase
from paigow.table.core.model import DEALER_WAGER, MAIN, HandStatus
from paigow.table.floor.irregularities import HouseHandReset
from paigow.table.script import Plan, TableScript
from paigow.table.steps import mixing
from paigow.table.steps.banking import DirectDealerWager
from paigow.table.steps.seating import rack_of
from paigow.table.steps.setting import HandsCompared, HouseHandSet, LookAtHand, SetBankHand, SetHouseHand
from paigow.table.steps.settlement import (
    BankSettled,
    DealerHandCompared,
    ExposeHand,
    HandExposed,
    PayWinners,
    WagerSettled,
)

Poker = Callable[..., TableScript]

BANK = "Qs Qd Ks 8h Jc 4d 2c"  # set Q-Q-8-4-2 / K-J
BEST = "Ac Ah Kd Kc 7s 6d 4h"  # wins
WORST = "2d 3c 5h 7d 9s Ts Jh"  # loses
COPY = "Qc Qh 8s 4c 2h As Td"  # A-T low wins, the high hand is a copy: a tie
COPY_SET = "Qc Qh 8s 4c 2h / As Td"
WIN_4 = "Ad As 3s 3d 7c 6h 5c"
LOSE_1 = "2d 3c 5h 7d 9s Ts Jh"
LOSE_6 = "2s 4s 5s 7h 9d Th Jd"
WIN_6 = BEST


def paying(
    after_a_round: Poker,
    hands: Mapping[int, str],
    co: bool = False,
    dealer: int = 0,
    choices: Mapping[str, object] = {},
) -> TableScript:
    """Let bob bank at 3, with ann wagering 1000, cyd 2000 and dan 4001 against him, and the dealer as given."""
    script = after_a_round(choices)
    script.to(
        Phase.BETTING, Plan(bank="bob", wagers={"ann": 1000, "cyd": 2000, "dan": 4001}, co=co, hands={3: BANK, **hands})
    )
    if not co:
        script.do(DirectDealerWager(player="bob", amount=dealer))
    script.to(Phase.PAYING)
    return script


# the dealer against the bank


@pytest.mark.clause("MDP-12.I", "MDP-12.I.1")
def test_the_dealers_hands_are_set_and_then_compared_with_the_banks(after_a_round: Poker) -> None:
    script = after_a_round()
    script.to(Phase.BANKING, Plan(bank="bob", wagers={"ann": 1000}, hands={3: BANK, 0: BEST}))
    bank = SetBankHand(player="bob", setting=PokerSetting.parse("Qs Qd 8h 4d 2c / Ks Jc"))
    assert script.refusal(bank).clause == "MDP-11.C"
    script.do(SetHouseHand(), LookAtHand(player="bob", position=3), bank)
    compared = script.last(DealerHandCompared)
    assert {"MDP-12.I", "MDP-12.I.1"} <= set(compared.clauses)
    assert compared.result is Result.WIN
    assert [event.position for event in script.events(HouseHandSet)] == [0, 3]


@pytest.mark.clause("MDP-12.I")
def test_without_a_wager_of_his_own_the_dealer_has_no_hands(after_a_round: Poker) -> None:
    script = after_a_round()
    script.to(Phase.BETTING, Plan(bank="bob", wagers={"ann": 1000}))
    script.do(DirectDealerWager(player="bob", amount=0))
    script.to(Phase.FINISHED)
    assert [event.position for event in script.events(HouseHandSet)] == [3]
    assert not script.events(DealerHandCompared)
    assert 0 in script.state.current.stack.discards


@pytest.mark.clause("MDP-12.I.2")
def test_a_bank_that_fouls_is_set_by_the_house_way(after_a_round: Poker) -> None:
    script = after_a_round()
    foul = "Ks 8h Jc 4d 2c / Qs Qd"
    script.to(Phase.EXPOSING, Plan(bank="bob", wagers={"ann": 1000}, hands={3: BANK}, settings={3: foul}))
    reset = script.last(HouseHandReset)
    assert "MDP-12.I.2" in reset.clauses
    assert str(script.state.current.hands[3].setting) == "Qs Qd 8h 4d 2c / Ks Jc"
    assert not script.state.current.hands[3].foul


@pytest.mark.clause("MDP-12.I.2")
@pytest.mark.parametrize(
    ("reading", "kept"), [("free", "Qs Qd Ks Jc 8h / 4d 2c"), ("house-way", "Qs Qd 8h 4d 2c / Ks Jc")]
)
def test_otherwise_it_sets_as_it_likes_unless_read_strictly(after_a_round: Poker, reading: str, kept: str) -> None:
    script = after_a_round({"readings.bank_setting": reading})
    plan = Plan(bank="bob", wagers={"ann": 1000}, hands={3: BANK}, settings={3: "Qs Qd Ks Jc 8h / 4d 2c"})
    script.to(Phase.EXPOSING, plan)
    assert str(script.state.current.hands[3].setting) == PokerSetting.parse(kept).__str__()
    assert bool(script.events(HouseHandReset)) == (reading == "house-way")


@pytest.mark.clause("MDP-12.I.2")
def test_a_bank_that_follows_the_house_way_is_not_reset(after_a_round: Poker) -> None:
    script = after_a_round({"readings.bank_setting": "house-way"})
    script.to(Phase.EXPOSING, Plan(bank="bob", wagers={"ann": 1000}, hands={3: BANK}))
    assert not script.events(HouseHandReset)


@pytest.mark.clause("MDP-12.I.3", "MDP-12.K", "MDP-12.J.3")
def test_a_dealer_who_wins_is_paid_from_the_centre_into_the_inventory(after_a_round: Poker) -> None:
    script = after_a_round()
    plan = Plan(
        bank="bob",
        wagers={"ann": 1000, "cyd": 3000},
        hands={3: BANK, 0: BEST, 1: COPY, 4: WORST},
        settings={1: COPY_SET},
    )
    script.to(Phase.PAYING, plan)
    assert "MDP-12.I.3" in script.last(DealerHandCompared).clauses
    area = bet(0, DEALER_WAGER, "dealer")
    assert script.state.ledger[area] == 1000
    assert script.state.current.hands[0].status is HandStatus.EXPOSED
    assert 0 not in script.state.current.stack.discards
    assert script.state.ledger[CENTRE] == 3000
    script.do(PayWinners())
    (paid,) = [event for event in script.events(WagerSettled) if event.wager.kind == DEALER_WAGER]
    assert {"MDP-12.K", "MDP-12.J.3"} <= set(paid.clauses)
    assert [(move.debit, move.credit, move.amount) for move in paid.transfers] == [
        (CENTRE, INVENTORY, 1000),
        (area, INVENTORY, 1000),
    ]


@pytest.mark.clause("MDP-12.I.4")
def test_a_tie_goes_back_into_the_inventory(after_a_round: Poker) -> None:
    script = after_a_round()
    hands = {3: BANK, 0: "As Th 9c 9d 5s 3h 6c", 1: WORST.replace("9s", "9h").replace("5h", "5d").replace("3c", "3d")}
    script.to(Phase.EXPOSING, Plan(bank="bob", wagers={"ann": 1000}, hands=hands))
    settled = script.last(WagerSettled)
    assert script.last(DealerHandCompared).result is Result.PUSH
    assert settled.clauses == ("MDP-12.I.4",)
    assert settled.transfers[0].credit == INVENTORY


@pytest.mark.clause("MDP-12.I.5")
def test_a_loss_goes_to_the_centre(after_a_round: Poker) -> None:
    script = after_a_round()
    script.to(Phase.EXPOSING, Plan(bank="bob", wagers={"ann": 1000}, hands={3: BANK, 0: WORST}))
    assert script.last(DealerHandCompared).result is Result.LOSE
    assert script.last(WagerSettled).clauses == ("MDP-12.I.5",)
    assert script.state.ledger[CENTRE] == 1000


# settlement through the centre


@pytest.mark.clause("MDP-12.J", "MDP-12.J.1", "MDP-12.J.2")
def test_hands_are_opened_in_order_and_losers_go_to_the_centre_at_once(after_a_round: Poker) -> None:
    script = after_a_round()
    plan = Plan(
        bank="bob", wagers={"ann": 1000, "cyd": 2000, "dan": 4000}, hands={3: BANK, 1: LOSE_1, 6: WIN_6, 4: LOSE_6}
    )
    script.to(Phase.EXPOSING, plan)
    script.do(ExposeHand())
    assert {"MDP-12.J", "MDP-12.J.1"} <= set(script.last(HandExposed).clauses)
    lost = script.last(WagerSettled)
    assert lost.clauses == ("MDP-12.J.2", "MDP-11.F.1.a")
    assert [(move.debit, move.credit, move.amount) for move in lost.transfers] == [(bet(1, MAIN, "ann"), CENTRE, 1000)]
    script.to(Phase.PAYING)
    assert [event.position for event in script.events(HandExposed)] == [1, 4, 6]
    assert [event.result.value for event in script.events(HandExposed)] == ["lose", "lose", "win"]
    assert script.state.ledger[bet(6, MAIN, "dan")] == 4000


@pytest.mark.clause("MDP-12.J.3", "MDP-12.J.6", "MDP-12.J.7")
def test_winners_are_paid_from_the_centre_and_the_rest_less_vigorish_is_the_banks(after_a_round: Poker) -> None:
    script = paying(after_a_round, {1: LOSE_1, 4: WIN_4, 6: LOSE_6})
    bank, commission = rack_of(script.state, "bob"), script.state.ledger[COMMISSION]
    assert script.state.ledger[CENTRE] == 5001
    script.do(PayWinners())
    (paid,) = [event for event in script.events(WagerSettled) if event.result is Result.WIN]
    assert "MDP-12.J.3" in paid.clauses
    assert paid.transfers[0].debit == CENTRE
    surplus = script.last(BankSettled)
    assert {"MDP-12.J.6", "MDP-12.J.7"} <= set(surplus.clauses)
    assert (surplus.surplus, surplus.vigorish) == (3001, 151)
    assert rack_of(script.state, "bob") == bank + 3001 - 151
    assert script.state.ledger[COMMISSION] == commission + 100 + 151
    assert script.state.ledger[CENTRE] == 0


@pytest.mark.clause("MDP-12.J.4", "MDP-12.J.5")
def test_what_the_centre_lacks_comes_from_the_bank_first(after_a_round: Poker) -> None:
    script = paying(after_a_round, {1: LOSE_1, 4: LOSE_6, 6: WIN_6})
    bank = rack_of(script.state, "bob")
    script.do(PayWinners())
    short = script.last(BankSettled)
    assert short.clauses == ("MDP-12.J.4",)
    assert (short.collected, short.surplus) == (1001, 0)
    assert rack_of(script.state, "bob") == bank - 1001
    (paid,) = [event for event in script.events(WagerSettled) if event.result is Result.WIN]
    assert "MDP-12.J.5" in paid.clauses
    assert script.state.ledger[CENTRE] == 0
    kinds = [type(event) for _, events in script.history for event in events]
    assert kinds.index(BankSettled) < max(index for index, kind in enumerate(kinds) if kind is WagerSettled)


@pytest.mark.clause("MDP-12.M")
def test_who_beats_the_bank_pays_vigorish(after_a_round: Poker) -> None:
    script = paying(after_a_round, {1: LOSE_1, 4: LOSE_6, 6: WIN_6})
    before = rack_of(script.state, "dan")
    script.do(PayWinners())
    (paid,) = [event for event in script.events(WagerSettled) if event.result is Result.WIN]
    assert "MDP-12.M" in paid.clauses
    assert paid.vigorish == 201  # 5% of $40.01, rounded up to the next cent
    assert rack_of(script.state, "dan") == before + 4001 + 4001 - 201


# co-bank


@pytest.mark.clause("MDP-12.L", "MDP-12.L.1.a", "MDP-12.L.1.b")
def test_with_a_co_bank_hands_are_opened_once_its_hand_is_set(after_a_round: Poker) -> None:
    script = paying(after_a_round, {1: LOSE_1, 4: WIN_4, 6: LOSE_6}, co=True)
    kinds = [type(event) for _, events in script.history for event in events]
    assert kinds.index(HouseHandSet) < kinds.index(HandsCompared) < kinds.index(HandExposed)
    assert [event.position for event in script.events(HandExposed)] == [1, 4, 6]
    for event in script.events(HandExposed):
        assert {"MDP-12.L", "MDP-12.L.1.a"} <= set(event.clauses)
    lost = [event for event in script.events(WagerSettled) if event.result is Result.LOSE]
    assert all(event.clauses == ("MDP-12.L.1.b", "MDP-11.F.1.a") for event in lost)
    assert script.state.ledger[CENTRE] == 5001


@pytest.mark.clause("MDP-12.L.1.c", "MDP-12.L.3.c", "MDP-12.L.3.d", "MDP-12.L.3.e")
def test_a_surplus_is_halved_and_only_the_banks_half_pays_vigorish(after_a_round: Poker) -> None:
    script = paying(after_a_round, {1: LOSE_1, 4: WIN_4, 6: LOSE_6}, co=True)
    bank, inventory = rack_of(script.state, "bob"), script.state.ledger[INVENTORY]
    script.do(PayWinners())
    (paid,) = [event for event in script.events(WagerSettled) if event.result is Result.WIN]
    assert "MDP-12.L.1.c" in paid.clauses
    surplus = script.last(BankSettled)
    assert surplus.clauses == ("MDP-12.L.3.c", "MDP-12.L.3.d", "MDP-12.L.3.e")
    assert (surplus.surplus, surplus.vigorish) == (3001, 75)  # 5% of 1500
    assert script.state.ledger[INVENTORY] == inventory + 1501
    assert rack_of(script.state, "bob") == bank + 1500 - 75


@pytest.mark.clause("MDP-13.A.1", "MDP-12.J.6", "MDP-12.L.3.d")
@pytest.mark.parametrize(("co", "fee"), [(False, 175), (True, 75)])
@pytest.mark.parametrize("revision", [3, 4])
def test_the_vigorish_of_a_bank_is_rounded_up_to_quarters_too(
    after_a_round: Poker, monkeypatch: pytest.MonkeyPatch, co: bool, fee: int, revision: int
) -> None:
    opened = mixing.OpenRound
    monkeypatch.setattr(mixing, "OpenRound", lambda commitment, **_: opened(commitment=commitment, revision=revision))
    quarters = {"vigorish.rounding": "quarter"}
    script = paying(after_a_round, {1: LOSE_1, 4: WIN_4, 6: LOSE_6}, co, choices=quarters)
    script.do(PayWinners())
    surplus = script.last(BankSettled)
    assert (surplus.surplus, surplus.vigorish) == (3001, fee)
    assert ("MDP-13.A.1" in surplus.clauses) == (revision > 3)
    assert surplus.transfers[-1].clause == ("MDP-12.L.3.e" if co else "MDP-12.J.7")


@pytest.mark.clause("MDP-12.L.2", "MDP-12.L.3.a", "MDP-12.L.3.b")
def test_a_shortfall_is_halved_too(after_a_round: Poker) -> None:
    script = paying(after_a_round, {1: LOSE_1, 4: LOSE_6, 6: WIN_6}, co=True)
    bank, inventory = rack_of(script.state, "bob"), script.state.ledger[INVENTORY]
    script.do(PayWinners())
    short = script.last(BankSettled)
    assert short.clauses == ("MDP-12.L.2", "MDP-12.L.3.a")
    assert [(move.debit, move.amount) for move in short.transfers] == [(rack("bob"), 500), (INVENTORY, 501)]
    (paid,) = [event for event in script.events(WagerSettled) if event.result is Result.WIN]
    assert "MDP-12.L.3.b" in paid.clauses
    assert rack_of(script.state, "bob") == bank - 500
    assert script.state.ledger[INVENTORY] == inventory - 501


@pytest.mark.clause("MDP-12.L.2", "MDP-12.L.3.c", "MDP-1.B.2")
def test_the_odd_cent_may_be_read_as_the_banks(after_a_round: Poker) -> None:
    script = after_a_round({"readings.odd_half": "bank"})
    hands = {3: BANK, 1: LOSE_1, 4: WIN_4, 6: LOSE_6}
    plan = Plan(bank="bob", wagers={"ann": 1000, "cyd": 2000, "dan": 4001}, co=True, hands=hands)
    script.to(Phase.PAYING, plan)
    inventory = script.state.ledger[INVENTORY]
    script.do(PayWinners())
    assert script.state.ledger[INVENTORY] == inventory + 1500
