"""New Zealand, section 6: wagers against the bank, the bank's own, their limits, and commission."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.money import (
    BANKER_AREA,
    COMMISSION,
    INVENTORY,
    LOSING_AREA,
    Chips,
    bet,
    is_exactly_payable,
    least_wager,
    rack,
    smallest_step,
)
from paigow.table import Phase, legal_commands
from paigow.table.boxes.inexact import AcceptInexact, WagerCutDown
from paigow.table.boxes.staking import StakeBank, StakeReturned, StakeTaken, TakeStake
from paigow.table.core.model import BANK_STAKE, MAIN, WagerKey
from paigow.table.floor.conduct import ConductNoted, NoteConduct
from paigow.table.script import Plan, TableScript
from paigow.table.steps.seating import BuyIn, StandBehind
from paigow.table.steps.settlement import BankSettled, PayWinners, WagerSettled
from paigow.table.steps.wagers import DeclareWager, PlaceWager, WagerDeclared, WagerPlaced, WithdrawWager

Table = Callable[..., TableScript]
NZ = "new-zealand"
THREE = {"ann": 2, "bob": 3, "cyd": 4}
ALL = {"ann": 10_000, "bob": 10_000, "cyd": 10_000}
BANK, WINS, LOSES, LOSING = "22 22 13 15", "44 44 33 33", "56 36 46 55", "56 36 / 46 55"


def banked(table: Table, plan: Plan, **choices: object) -> TableScript:
    """A table at the start of a round in which bob banks."""
    script = table(NZ, choices, players=THREE)
    script.play(Plan(wagers=ALL))
    script.begin(plan)
    return script


@pytest.mark.clause("NZ-6.1")
def test_players_wager_against_the_bank_and_the_bank_does_not(table: Table) -> None:
    script = banked(table, Plan(bank="bob"))
    script.to(Phase.BETTING)
    assert script.refusal(PlaceWager(player="bob", position=5, amount=10_000)).clause == "NZ-6.1"
    script.do(PlaceWager(player="ann", position=2, amount=10_000))
    placed = script.last(WagerPlaced)
    assert "NZ-6.1" in placed.clauses
    assert placed.transfers[0].credit == bet(2, MAIN, "ann")


@pytest.mark.clause("NZ-6.2")
@pytest.mark.parametrize("co", [False, True])
def test_a_player_banker_wagers_too_with_the_house_if_they_co_bank(table: Table, co: bool) -> None:
    script = banked(table, Plan(bank="bob", co=co, wagers={"ann": 10_000, "cyd": 10_000}))
    script.to(Phase.STARTING)
    own = 10_000 if co else 20_000
    assert script.state.current.wagers[WagerKey("bob", 3, BANK_STAKE)] == own
    taken = script.last(StakeTaken)
    assert (taken.stake, taken.house) == (own, own if co else 0)
    assert script.state.ledger[BANKER_AREA] == 20_000
    staked = next(events[0] for command, events in script.history if isinstance(command, StakeBank))
    assert "NZ-6.2" in staked.clauses


@pytest.mark.clause("NZ-6.3", "NZ-6.1")
def test_wagers_are_chips_in_the_box(table: Table) -> None:
    script = table(NZ, players=THREE, chips=20_000)
    script.to(Phase.BETTING, Plan())
    assert script.refusal(PlaceWager(player="ann", position=2, amount=30_000)).clause == "NZ-6.3"
    script.do(PlaceWager(player="ann", position=2, amount=20_000))
    assert script.state.ledger[rack("ann")] == 0
    assert script.state.ledger[bet(2, MAIN, "ann")] == 20_000
    stack = Chips((50, 500, 2_500, 10_000)).stack(18_050)  # from the layout up: smaller chips on top
    assert stack == ((10_000, 1), (2_500, 3), (500, 1), (50, 1))


@pytest.mark.clause("NZ-6.3.s2", "NZ-6.9.a", "NZ-6.9.b")
def test_wagers_are_open_from_the_shuffle_to_no_more_bets(table: Table) -> None:
    script = table(NZ, players=THREE)
    wager = PlaceWager(player="ann", position=2, amount=10_000)
    script.begin(Plan(wagers={"bob": 10_000}))
    assert script.state.phase is Phase.MIXING
    assert script.refusal(wager).clause == "NZ-6.9.a"
    script.to(Phase.BETTING)
    script.do(wager, PlaceWager(player="ann", position=2, amount=20_000))
    for phase in (Phase.STARTING, Phase.DEALING, Phase.SETTING, Phase.BANKING, Phase.EXPOSING, Phase.PAYING):
        script.to(phase)
        assert script.refusal(wager).clause == "NZ-6.9.a"
        assert script.refusal(WithdrawWager(player="ann", position=2)).clause == "NZ-6.9.a"
        assert not [o for o in legal_commands(script.state, "ann") if isinstance(o.command, PlaceWager | WithdrawWager)]


@pytest.mark.clause("NZ-6.4")
def test_a_wager_called_out_needs_chips_and_time(table: Table) -> None:
    script = table(NZ, players=THREE, chips=20_000)
    script.to(Phase.BETTING, Plan(wagers={"bob": 10_000}))
    assert script.refusal(DeclareWager(player="ann", position=2, amount=30_000)).clause == "NZ-6.4"
    short = script.refusal(DeclareWager(player="ann", position=2, amount=20_001))
    assert ("ann does not have chips for" in str(short), short.clause) == (True, "NZ-6.4")
    stranger = script.refusal(DeclareWager(player="zed", position=2, amount=10_000))
    assert "zed is not at this table" in str(stranger)
    script.do(DeclareWager(player="ann", position=2, amount=10_000))
    script.do(DeclareWager(player="ann", position=2, amount=20_000))
    assert script.last(WagerDeclared).clauses == ("NZ-6.4",)
    assert script.state.ledger[bet(2, MAIN, "ann")] == 20_000
    script.to(Phase.STARTING)
    assert script.refusal(DeclareWager(player="cyd", position=4, amount=10_000)).clause == "NZ-6.4"


@pytest.mark.clause("NZ-6.5")
@pytest.mark.parametrize("most", [1, 2, 3])
def test_so_many_players_wager_on_a_box(table: Table, most: int) -> None:
    script = table(NZ, {"wagers.bettors_per_box": most}, players={"ann": 2, "bob": 3, "cyd": 4, "dan": 5})
    script.to(Phase.BETTING, Plan())
    names = ["ann", "bob", "cyd", "dan"]
    for name in names[:most]:
        script.do(PlaceWager(player=name, position=2, amount=10_000))
    assert script.refusal(PlaceWager(player=names[most], position=2, amount=10_000)).clause == "NZ-6.5"
    script.do(PlaceWager(player="ann", position=2, amount=20_000))  # a player who is present may change the wager


@pytest.mark.clause("NZ-6.5.s2")
def test_nobody_else_wagers_on_the_banks_box(table: Table) -> None:
    script = banked(table, Plan(bank="bob"))
    script.to(Phase.BETTING)
    assert script.refusal(PlaceWager(player="ann", position=3, amount=10_000)).clause == "NZ-6.5.s2"


@pytest.mark.clause("NZ-6.6")
def test_maxima_of_a_box_and_of_a_player_on_it(table: Table) -> None:
    choices = {"wagers.box_maximum": "$300.00", "wagers.player_maximum": "$200.00"}
    script = table(NZ, choices, players=THREE)
    script.to(Phase.BETTING, Plan())
    assert script.refusal(PlaceWager(player="ann", position=2, amount=21_000)).clause == "NZ-6.6"
    script.do(PlaceWager(player="ann", position=2, amount=20_000))
    assert script.refusal(PlaceWager(player="bob", position=2, amount=11_000)).clause == "NZ-6.6"
    script.do(PlaceWager(player="bob", position=2, amount=10_000))
    assert script.refusal(PlaceWager(player="cyd", position=2, amount=10_000)).clause == "NZ-6.6"
    script.do(PlaceWager(player="bob", position=3, amount=20_000))
    least = script.state.game.options.minimum
    script.do(PlaceWager(player="bob", position=2, amount=10_000 - least))
    script.do(PlaceWager(player="cyd", position=2, amount=least))  # just what the box still takes


@pytest.mark.clause("NZ-6.7")
def test_a_player_wagers_on_several_boxes(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.BETTING, Plan())
    for box in (2, 5, 8):
        script.do(PlaceWager(player="ann", position=box, amount=10_000))
    assert sorted(key.position for key in script.state.current.wagers) == [2, 5, 8]


@pytest.mark.clause("NZ-6.8", "NZ-6.8.s2")
def test_no_maximum_against_a_sole_player_banker_but_the_minimum(table: Table) -> None:
    choices = {"table.maximum": "$100.00", "table.minimum": "$50.00"}
    script = table(NZ, choices, players=THREE, chips=100_000_000)
    script.play(Plan(wagers=ALL))
    script.to(Phase.BETTING, Plan(bank="bob"))
    script.do(PlaceWager(player="ann", position=2, amount=90_000_000))
    assert script.refusal(PlaceWager(player="cyd", position=4, amount=4_000)).clause == "NZ-6.8.s2"
    script.do(PlaceWager(player="cyd", position=4, amount=5_000))
    script.do(StakeBank(player="bob", amount=95_000_000))


@pytest.mark.clause("NZ-6.8", "NZ-5.1.c")
def test_with_the_house_in_the_bank_the_maximum_applies(table: Table) -> None:
    script = table(NZ, {"table.maximum": "$100.00"}, players=THREE)
    script.play(Plan(wagers=ALL))
    script.to(Phase.BETTING, Plan(bank="bob", co=True))
    assert script.refusal(PlaceWager(player="ann", position=2, amount=20_000)).clause == "NZ-6.6"


@pytest.mark.clause("NZ-6.9.s2", "NZ-6.10")
@pytest.mark.parametrize(
    ("kind", "clause"), [("late-wager-permitted", "NZ-6.9.s2"), ("losing-wager-handled", "NZ-6.10")]
)
def test_breaches_are_noted(table: Table, kind: str, clause: str) -> None:
    script = table(NZ, players=THREE)
    plan = Plan(wagers=ALL, hands={1: BANK, 2: LOSES}, settings={2: LOSING})
    script.to(Phase.EXPOSING, plan)
    script.step()
    assert script.last(WagerSettled).result is Result.LOSE
    assert script.refusal(WithdrawWager(player="ann", position=2)).clause == "NZ-6.9.a"  # a losing wager is gone
    assert script.state.ledger[bet(2, MAIN, "ann")] == 0
    script.do(NoteConduct(kind=kind, player="ann"))
    assert script.last(ConductNoted).clauses == (clause,)


@pytest.mark.clause("NZ-6.9.b")
def test_a_winning_wager_stays_until_it_is_paid(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.PAYING, Plan(wagers=ALL, hands={1: BANK, 2: WINS}))
    assert script.state.ledger[bet(2, MAIN, "ann")] == 10_000
    script.do(PayWinners())
    assert script.state.ledger[bet(2, MAIN, "ann")] == 0


@pytest.mark.clause("NZ-6.11", "NZ-6.11.s2")
def test_winners_get_even_money_less_five_percent_when_they_are_paid(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.PAYING, Plan(wagers={"ann": 10_000}, hands={1: BANK, 2: WINS}))
    before = script.state.ledger
    script.do(PayWinners())
    paid = script.last(WagerSettled)
    assert (paid.won, paid.vigorish) == (10_000, 500)
    assert {"NZ-6.11", "NZ-6.11.s2"} <= set(paid.clauses)
    assert script.state.ledger[rack("ann")] - before[rack("ann")] == 10_000 + 9_500
    assert [(t.credit, t.amount) for t in paid.transfers if t.debit == rack("ann")] == [(COMMISSION, 500)]
    assert script.state.ledger[INVENTORY] == before[INVENTORY] - 10_000


@pytest.mark.clause("NZ-6.12")
def test_a_wager_that_chips_could_not_pay_is_refused(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.BETTING, Plan())
    for amount in (10_050, 10_500, 1_050, 15_500):
        assert script.refusal(PlaceWager(player="ann", position=2, amount=amount)).clause == "NZ-6.12"
    script.do(PlaceWager(player="ann", position=2, amount=11_000))


@pytest.mark.clause("NZ-6.12")
@pytest.mark.parametrize(
    ("chips", "minimum", "step", "least"),
    [
        ((50, 100, 250), 1_000, 50, 1_000),
        ((100, 250), 1_000, 50, 1_000),
        ((500,), 1_000, 500, 10_000),
        ((52, 275), 2_778, 1, 14_400),  # 95 percent of 14,380 is 13,661, which these chips cannot make up
    ],
)
def test_which_wagers_chips_can_pay(chips: tuple[int, ...], minimum: int, step: int, least: int) -> None:
    assert smallest_step(Chips(chips)) == step
    assert least_wager(minimum, Chips(chips)) == least
    payable = [is_exactly_payable(amount, Chips(chips)) for amount in range(least, 20 * least, 20 * step)]
    assert all(payable)


@pytest.mark.clause("NZ-6.12")
def test_with_coarse_chips_small_wagers_are_refused(table: Table) -> None:
    script = table(NZ, {"table.chips": ["$5.00", "$25.00"]}, players=THREE)
    script.to(Phase.BETTING, Plan())
    assert script.refusal(PlaceWager(player="ann", position=2, amount=9_500)).clause == "NZ-6.12"
    script.do(PlaceWager(player="ann", position=2, amount=10_000))


@pytest.mark.clause("NZ-6.13")
def test_a_wager_accepted_by_mistake_is_valid_as_far_as_it_can_be_paid(table: Table) -> None:
    script = table(NZ, players=THREE)
    plan = Plan(hands={1: BANK, 2: WINS, 3: LOSES}, settings={3: LOSING}, wagers={"bob": 10_000})
    script.to(Phase.BETTING, plan)
    before = script.state.ledger[rack("ann")]
    script.do(AcceptInexact(player="ann", position=2, amount=11_750))
    assert script.state.ledger[bet(2, MAIN, "ann")] == 11_750
    script.to(Phase.STARTING)
    cut = script.last(WagerCutDown)
    assert (cut.amount, cut.clauses) == (11_000, ("NZ-6.13",))
    assert script.state.ledger[rack("ann")] == before - 11_000
    script.play()
    assert script.state.ledger[rack("ann")] == before + 10_450
    script.begin(Plan())
    script.to(Phase.BETTING)
    assert script.refusal(AcceptInexact(player="ann", position=2, amount=20_000)).clause == "NZ-6.13"


@pytest.mark.clause("NZ-6.14", "NZ-6.14.a", "NZ-6.14.c")
def test_commission_on_a_player_banker_is_on_the_net_gain_and_comes_last(table: Table) -> None:
    hands = {3: BANK, 2: WINS, 4: LOSES}
    plan = Plan(bank="bob", wagers={"ann": 10_000, "cyd": 30_000}, stake=50_000, hands=hands, settings={4: LOSING})
    script = banked(table, plan)
    script.to(Phase.PAYING)
    before = script.state.ledger
    events = script.do(PayWinners())
    kinds = [type(event) for event in events[:3]]
    assert kinds == [WagerSettled, StakeReturned, BankSettled]
    gain = script.last(BankSettled)
    assert (gain.surplus, gain.vigorish) == (20_000, 1_000)
    assert gain.transfers[0].clause == "NZ-6.14"
    assert script.state.ledger[rack("bob")] - before[rack("bob")] == 50_000 + 19_000


@pytest.mark.clause("NZ-6.14.b")
def test_commission_on_a_co_banker_comes_after_the_houses_share(table: Table) -> None:
    hands = {3: BANK, 2: WINS, 4: LOSES}
    plan = Plan(bank="bob", co=True, wagers={"ann": 10_000, "cyd": 30_000}, hands=hands, settings={4: LOSING})
    script = banked(table, plan)
    script.to(Phase.PAYING)
    before = script.state.ledger
    events = script.do(PayWinners())
    assert [type(event) for event in events[:4]] == [WagerSettled, BankSettled, StakeReturned, BankSettled]
    house, _, own = events[1:4]
    assert isinstance(house, BankSettled)
    assert isinstance(own, BankSettled)
    assert (house.surplus, house.vigorish) == (10_000, 0)
    assert (own.surplus, own.vigorish) == (10_000, 500)
    assert script.state.ledger[rack("bob")] - before[rack("bob")] == 20_000 + 9_500
    assert script.state.ledger[INVENTORY] - before[INVENTORY] == 20_000 + 10_000


@pytest.mark.clause("NZ-6.14")
def test_no_commission_on_a_bank_that_does_not_gain(table: Table) -> None:
    hands = {3: BANK, 2: WINS, 4: LOSES}
    plan = Plan(bank="bob", wagers={"ann": 10_000, "cyd": 10_000}, hands=hands, settings={4: LOSING})
    script = banked(table, plan)
    settled = len(script.events(BankSettled))
    script.to(Phase.FINISHED)
    assert len(script.events(BankSettled)) == settled
    assert script.last(StakeReturned).transfers[0].amount == 20_000


@pytest.mark.clause("NZ-6.5", "NZ-6.1")
def test_bettors_on_one_box_are_settled_each_for_himself(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.do(StandBehind(player="zed"), BuyIn(player="zed", amount=50_000))
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000}, hands={1: BANK, 2: WINS}))
    script.do(PlaceWager(player="zed", position=2, amount=30_000))
    before = script.state.ledger
    script.play()
    assert script.state.ledger[rack("ann")] - before[rack("ann")] == 9_500
    assert script.state.ledger[rack("zed")] - before[rack("zed")] == 30_000 + 28_500


def test_the_banks_stake_is_only_taken_once_others_have_wagered(table: Table) -> None:
    script = banked(table, Plan(bank="bob"))
    script.to(Phase.BETTING)
    assert script.refusal(TakeStake()).clause == "NZ-11.2.b"
    assert script.state.ledger[LOSING_AREA] == 0
