"""New Zealand, section 11.2: a player banks alone, or gives up the bank if the stake does not cover the wagers."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from paigow.money import BANKER_AREA, INVENTORY, LOSING_AREA, bet, rack
from paigow.table import Phase
from paigow.table.boxes.boxes import WagerReleased, chung
from paigow.table.boxes.staking import (
    AgreeToCoBank,
    BankUncovered,
    StakeBank,
    StakeTaken,
    TakeStake,
    WagerLimited,
    YieldBank,
)
from paigow.table.core.model import BANK_STAKE, MAIN, WagerKey
from paigow.table.games.new_zealand import BankTilesMoved
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import BankAccepted
from paigow.table.steps.delivery import Delivered, EmptyCollected
from paigow.table.steps.setting import HandsCompared, HouseHandSet, LookAtHand, PlayersReady, SetBankHand
from paigow.table.steps.settlement import BankSettled, ExposeHand, HandExposed, PayWinners, WagerSettled
from paigow.table.steps.wagers import NoMoreBets, PlaceWager
from paigow.table.view import view

Table = Callable[..., TableScript]
E = TypeVar("E")
NZ = "new-zealand"
SEATS = {"ann": 2, "bob": 3, "cyd": 4, "dan": 6}
AGAINST_BOB = {"ann": 10_000, "cyd": 20_000, "dan": 30_000}
BANK, WINS, LOSES, PUSHES, TOP = "22 22 13 15", "44 44 33 33", "56 36 46 55", "26 25 16 23", "66 66 11 11"
MIXED = {2: WINS, 4: LOSES, 6: PUSHES}


def in_round(script: TableScript, kind: type[E]) -> list[E]:
    """Return the events of a kind since the last round opened."""
    start = max(i for i, (command, _) in enumerate(script.history) if command.verb == "open-round")
    return [event for _, events in script.history[start:] for event in events if isinstance(event, kind)]


@pytest.mark.clause("NZ-11.2.a")
def test_player_bank_the_chung_and_the_tiles_are_on_its_box(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.SETTING)
    assert chung(script.state) == (3, "Banker")
    assert "NZ-11.2.a" in script.last(BankAccepted).clauses
    assert "NZ-11.2.a" in script.last(Delivered).clauses
    assert script.state.current.hands[3].pieces == script.state.game.kit.parse(BANK)
    assert 3 not in script.last(EmptyCollected).positions
    assert 1 in script.last(EmptyCollected).positions  # box 1 is a box like the others


@pytest.mark.clause("NZ-11.2.b")
def test_player_bank_stakes_at_least_the_wagers_when_they_are_made(bob_banks: Table) -> None:
    script = bob_banks(stake=70_000)
    script.to(Phase.BETTING)
    for name, amount in AGAINST_BOB.items():
        script.do(PlaceWager(player=name, position=SEATS[name], amount=amount))
    assert script.refusal(NoMoreBets()).clause == "NZ-11.2.b"
    assert script.refusal(StakeBank(player="ann", amount=10_000)).clause == "NZ-11.2.b"
    script.do(StakeBank(player="bob", amount=70_000))
    assert script.state.ledger[bet(3, BANK_STAKE, "bob")] == 70_000
    script.do(TakeStake())
    assert script.refusal(PlaceWager(player="ann", position=2, amount=20_000)).clause == "NZ-11.2.b"
    script.do(NoMoreBets())


@pytest.mark.clause("NZ-11.2.b", "NZ-6.2")
def test_player_bank_may_put_up_every_chip(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.BETTING)
    held = script.state.ledger[rack("bob")]
    chip = 50
    assert held % chip == 0
    assert script.refusal(StakeBank(player="bob", amount=held + chip)).clause == "NZ-11.2.b"
    script.do(StakeBank(player="bob", amount=held))
    assert script.state.ledger[rack("bob")] == 0


@pytest.mark.clause("NZ-11.2.c", "NZ-1.banker-wager-area")
def test_player_bank_the_stake_lies_in_the_banker_wager_area(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.STARTING)
    assert script.last(StakeTaken).clauses == ("NZ-11.2.c",)
    assert script.state.ledger[BANKER_AREA] == 60_000
    assert script.state.ledger[bet(3, BANK_STAKE, "bob")] == 0


@pytest.mark.clause("NZ-11.2.b", "NZ-11.2.b.s2", "NZ-11.1.b")
def test_uncovered_the_house_banks_and_wagers_on_its_box_are_returned(bob_banks: Table) -> None:
    script = bob_banks(stake=50_000)
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="ann", position=1, amount=10_000))
    before = script.state.ledger[rack("ann")]
    for name, amount in AGAINST_BOB.items():
        script.do(PlaceWager(player=name, position=SEATS[name], amount=amount))
    held = script.state.ledger[rack("bob")]
    script.do(StakeBank(player="bob", amount=50_000), TakeStake())
    event = script.last(BankUncovered)
    assert (event.co, event.clauses) == (False, ("NZ-11.2.b.s2",))
    assert script.state.current.bank.player is None
    assert chung(script.state)[0] == 1
    assert script.last(WagerLimited).clauses == ("NZ-11.1.b",)
    assert script.state.ledger[rack("ann")] == before - 10_000 + 10_000
    assert script.state.ledger[rack("bob")] == held  # the stake is back
    script.do(PlaceWager(player="bob", position=3, amount=10_000))  # betting is open again
    script.play()
    assert [event.position for event in in_round(script, HandExposed)] == [2, 3, 4, 6]


@pytest.mark.clause("NZ-11.2.b.s2")
@pytest.mark.parametrize(
    ("reading", "agrees", "stake", "co"),
    [
        ("co-bank", True, 30_000, True),
        ("co-bank", True, 29_950, False),
        ("co-bank", False, 30_000, False),
        ("house", True, 30_000, False),
    ],
)
def test_uncovered_a_bank_that_agrees_co_banks_if_half_is_covered(
    bob_banks: Table, reading: str, agrees: bool, stake: int, co: bool
) -> None:
    script = bob_banks(choices={"readings.uncovered_bank": reading})
    script.to(Phase.BETTING)
    for name, amount in AGAINST_BOB.items():
        script.do(PlaceWager(player=name, position=SEATS[name], amount=amount))
    script.do(StakeBank(player="bob", amount=stake))
    if agrees:
        script.do(AgreeToCoBank(player="bob"))
    script.do(TakeStake())
    assert script.last(BankUncovered).co is co
    assert script.state.current.bank.co_banked is co
    assert script.state.current.bank.player == ("bob" if co else None)
    assert script.state.ledger[BANKER_AREA] == (2 * stake if co else 0)


@pytest.mark.clause("NZ-11.2.b.s2", "NZ-5.1.c", "NZ-6.6")
def test_uncovered_the_displayed_maximum_applies_again(bob_banks: Table) -> None:
    script = bob_banks(choices={"table.maximum": "$150.00"})
    script.to(Phase.BETTING)
    for name, amount in AGAINST_BOB.items():
        script.do(PlaceWager(player=name, position=SEATS[name], amount=amount))
    script.do(AgreeToCoBank(player="bob"), StakeBank(player="bob", amount=20_000), TakeStake())
    assert script.state.current.bank.co_banked
    assert {event.clauses for event in script.events(WagerLimited)} == {script.state.game.cite("wager.limits")}
    assert script.state.current.wagers[WagerKey("bob", 3, BANK_STAKE)] == 20_000  # a stake is not a wager
    limited = {key.player: amount for key, amount in script.state.current.wagers.items() if key.kind == MAIN}
    assert limited == {"ann": 10_000, "cyd": 15_000, "dan": 15_000}


@pytest.mark.clause("NZ-11.2.b.s2")
def test_a_bank_may_give_up_at_once(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.BETTING)
    script.do(YieldBank(player="bob"))
    assert script.state.current.bank.player is None
    assert script.state.phase is Phase.BETTING


@pytest.mark.clause("NZ-11.2.b.s2", "NZ-11.3.b", "NZ-6.6")
@pytest.mark.parametrize(("stake", "co"), [(5_000, False), (10_000, True)])
def test_half_is_measured_by_what_the_limits_leave_of_the_wagers(table: Table, stake: int, co: bool) -> None:
    """$100 of bob's wager stays, which leaves room for cyd's on the box: together $200, half of which is $100."""
    limits = {"table.maximum": "$200", "wagers.box_maximum": "$200", "wagers.player_maximum": "$100"}
    script = table(NZ, limits, players={"ann": 2, "bob": 3, "cyd": 4})
    script.play(Plan(wagers=dict.fromkeys(("ann", "bob", "cyd"), 10_000)))
    script.to(Phase.BETTING, Plan(bank="ann"))
    script.do(PlaceWager(player="bob", position=3, amount=40_000), PlaceWager(player="cyd", position=3, amount=10_000))
    script.do(StakeBank(player="ann", amount=stake), AgreeToCoBank(player="ann"), TakeStake())
    assert script.last(BankUncovered).co is co
    kept = {key.player: amount for key, amount in script.state.current.wagers.items() if key.kind == MAIN}
    assert kept == {"bob": 10_000, "cyd": 10_000}


@pytest.mark.clause("NZ-11.2.d", "NZ-11.2.e")
def test_player_bank_sets_last_and_the_hand_is_moved_and_shown(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.SETTING)
    setting = script.state.game.kit.parse_setting("22 13 / 22 15")
    assert script.refusal(SetBankHand(player="bob", setting=setting)).clause == "NZ-11.2.d"
    assert script.refusal(LookAtHand(player="bob", position=3)).clause == "NZ-10.7"  # the chung is on the tiles
    script.to(Phase.BANKING)
    assert "NZ-11.2.d" in script.last(PlayersReady).clauses
    script.do(LookAtHand(player="bob", position=3))
    events = script.do(SetBankHand(player="bob", setting=setting))  # as he likes
    assert [type(event) for event in events] == [HouseHandSet, BankTilesMoved, HandsCompared]
    assert script.last(BankTilesMoved).clauses == ("NZ-11.2.e",)
    assert view(script.state, "ann")["round"]["hands"][3]["setting"] == str(setting)


@pytest.mark.clause("NZ-11.2.f")
def test_player_bank_hands_are_matched_counter_clockwise_from_its_box(bob_banks: Table) -> None:
    script = bob_banks(hands=MIXED)
    script.to(Phase.PAYING)
    exposed = script.events(HandExposed)[-3:]
    assert [event.position for event in exposed] == [4, 6, 2]
    assert all(event.clauses[0] == "NZ-11.2.f" for event in exposed)


@pytest.mark.clause("NZ-11.2.g", "NZ-11.2.h", "NZ-1.losing-wager-area")
def test_player_bank_losers_go_to_the_losing_wager_area_and_pushes_stay(bob_banks: Table) -> None:
    script = bob_banks(hands=MIXED)
    script.to(Phase.EXPOSING)
    script.do(ExposeHand())
    assert script.last(WagerSettled).clauses == ("NZ-11.2.g", "NZ-6.1.b.ii")
    assert script.state.ledger[LOSING_AREA] == 20_000
    script.do(ExposeHand())
    assert script.last(WagerSettled).clauses == ("NZ-11.2.h", "NZ-6.1.c")
    assert script.state.ledger[bet(6, MAIN, "dan")] == 30_000
    script.to(Phase.FINISHED)
    assert script.last(WagerReleased).wager == WagerKey("dan", 6, MAIN)


@pytest.mark.clause("NZ-11.2.i", "NZ-11.2.i.s2")
def test_player_bank_winners_are_paid_from_the_losers_and_the_rest_is_the_banks(bob_banks: Table) -> None:
    script = bob_banks(hands=MIXED)
    script.to(Phase.PAYING)
    before = script.state.ledger
    events = script.do(PayWinners())
    paid = next(event for event in events if isinstance(event, WagerSettled))
    assert {(t.debit, t.amount) for t in paid.transfers if t.credit == rack("ann")} == {
        (LOSING_AREA, 10_000),
        (bet(2, MAIN, "ann"), 10_000),
    }
    assert "NZ-11.2.i" in paid.clauses
    rest = script.last(BankSettled)
    assert (rest.surplus, rest.vigorish, rest.clauses[0]) == (10_000, 500, "NZ-11.2.i.s2")
    assert script.state.ledger[rack("bob")] - before[rack("bob")] == 60_000 + 9_500
    assert script.state.ledger[INVENTORY] == before[INVENTORY]
    assert script.state.ledger[LOSING_AREA] == script.state.ledger[BANKER_AREA] == 0


@pytest.mark.clause("NZ-11.2.i")
def test_player_bank_winners_are_paid_counter_clockwise_from_its_box(bob_banks: Table) -> None:
    script = bob_banks(hands={2: WINS, 4: TOP, 6: LOSES})
    script.to(Phase.PAYING)
    paid = [event for event in script.do(PayWinners()) if isinstance(event, WagerSettled)]
    assert [event.wager.position for event in paid] == [4, 2]


@pytest.mark.clause("NZ-11.2.j")
def test_player_bank_a_shortfall_comes_out_of_the_stake(bob_banks: Table) -> None:
    script = bob_banks(hands={2: LOSES, 4: PUSHES, 6: WINS})
    script.to(Phase.PAYING)
    before = script.state.ledger
    script.do(PayWinners())
    short = script.events(BankSettled)[-1]
    assert (short.collected, short.clauses) == (20_000, ("NZ-11.2.j",))
    assert short.transfers[0].debit == BANKER_AREA
    assert script.state.ledger[rack("bob")] - before[rack("bob")] == 60_000 - 20_000
    assert script.state.ledger[rack("dan")] - before[rack("dan")] == 30_000 + 28_500


@pytest.mark.clause("NZ-11.2.j", "NZ-11.3.l")
@pytest.mark.parametrize("co", [False, True])
def test_losers_that_pay_the_winners_exactly_leave_the_stake_alone(bob_banks: Table, co: bool) -> None:
    script = bob_banks(co=co, hands={2: WINS, 4: TOP, 6: LOSES})
    script.to(Phase.PAYING)
    before = script.state.ledger
    script.do(PayWinners())
    assert not script.events(BankSettled)
    assert script.state.ledger[rack("bob")] - before[rack("bob")] == (30_000 if co else 60_000)


@pytest.mark.clause("NZ-11.1.a.s2", "NZ-11.2.e", "NZ-11.3.d")
@pytest.mark.parametrize(
    ("bank", "co", "after_deal", "clause"),
    [
        (None, False, 1, "NZ-11.1.a.s2"),
        ("bob", False, 0, "NZ-11.2.e"),
        ("bob", True, 1, "NZ-11.3.d"),
    ],
)
def test_the_banks_tiles_go_before_the_float_tray_once(
    table: Table, bank: str | None, co: bool, after_deal: int, clause: str
) -> None:
    """Those of a player's bank go there when they are set, those of the house as soon as they are dealt."""
    script = table(NZ, players={"ann": 2, "bob": 3})
    script.play(Plan(wagers={"ann": 10_000, "bob": 10_000}))
    script.history.clear()
    script.to(Phase.SETTING, Plan(wagers={"ann": 10_000}, bank=bank, co=co))
    assert len(script.events(BankTilesMoved)) == after_deal
    script.to(Phase.EXPOSING)
    (moved,) = script.events(BankTilesMoved)
    assert (moved.position, moved.clauses) == (3 if bank else 1, (clause,))
