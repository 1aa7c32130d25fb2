"""Dealer Open, before the steps: who gets the first packet."""

from collections.abc import Callable

import pytest

from paigow.table import Phase
from paigow.table.floor.irregularities import FindMisdeal, RoundVoided
from paigow.table.script import Plan, TableScript
from paigow.table.steps.delivery import Delivered
from paigow.table.steps.seating import rack_of
from paigow.table.steps.start import DrawNumber, ShakeDice, StartDetermined

Table = Callable[..., TableScript]
OPEN = "dealer-open"
DICE = {"start": "shaker"}
WAGERS = {"ann": 1000}


@pytest.mark.clause("DO-R0")
def test_a_table_uses_the_generator_or_the_dice_and_not_the_other(table: Table) -> None:
    numbers = table(OPEN)
    numbers.to(Phase.STARTING, Plan(wagers=WAGERS))
    assert numbers.refusal(ShakeDice(dice=(1, 2, 3))).clause == "DO-R0"
    dice = table(OPEN, DICE)
    dice.to(Phase.STARTING, Plan(wagers=WAGERS))
    assert dice.refusal(DrawNumber(number=1)).clause == "DO-R0"
    for script in (numbers, dice):
        assert script.play().rounds == 1


@pytest.mark.clause("DO-R0.s2", "DO-R0.s3")
@pytest.mark.parametrize("number", range(1, 8))
def test_the_number_names_the_spot_of_the_first_packet_and_one_is_the_dealer(table: Table, number: int) -> None:
    script = table(OPEN, players=[f"p{seat}" for seat in range(1, 7)])
    plan = Plan(wagers={f"p{seat}": 1000 for seat in range(1, 7)}, number=number)
    script.to(Phase.BANKING, plan)
    start = script.last(StartDetermined)
    assert start.start == number - 1  # spot 1 is the dealer, position 0
    assert {"DO-R0.s2", "DO-R0.s3"} <= set(start.clauses)
    dealt = script.last(Delivered)
    assert dealt.hands[0] == (number - 1, script.plan.order or script.state.current.stack.order[:7])


@pytest.mark.clause("DO-R0.s2")
@pytest.mark.parametrize("number", [0, 8, -1])
def test_the_generator_has_one_to_seven(table: Table, number: int) -> None:
    script = table(OPEN)
    script.to(Phase.STARTING, Plan(wagers=WAGERS))
    assert script.refusal(DrawNumber(number=number)).clause == "DO-R0.s2"


@pytest.mark.clause("DO-R0.s4", "DO-R0.s5")
@pytest.mark.parametrize(
    ("dice", "spot"),
    [((1, 1, 1), 3), ((1, 1, 6), 1), ((2, 3, 3), 1), ((5, 5, 5), 1), ((6, 6, 6), 4), ((6, 6, 2), 7), ((3, 3, 3), 2)],
)
def test_the_sum_of_the_dice_names_the_spot_and_eight_and_fifteen_are_the_dealer(
    table: Table, dice: tuple[int, int, int], spot: int
) -> None:
    script = table(OPEN, DICE)
    script.to(Phase.BANKING, Plan(wagers=WAGERS, dice=dice))
    start = script.last(StartDetermined)
    assert (start.number, start.start) == (sum(dice), spot - 1)
    assert {"DO-R0.s4", "DO-R0.s5"} <= set(start.clauses)
    assert script.last(Delivered).hands[0] == (spot - 1, script.state.current.stack.order[:7])


@pytest.mark.clause("DO-R0.s2")
@pytest.mark.parametrize("phase", [Phase.STARTING, Phase.DEALING])
def test_a_generator_that_fails_before_the_deal_returns_all_wagers(table: Table, phase: Phase) -> None:
    script = table(OPEN)
    script.to(phase, Plan(wagers=WAGERS))
    script.do(FindMisdeal(reason="number-fault"))
    assert (script.last(RoundVoided).reason, script.last(RoundVoided).clauses[0]) == ("number-fault", "DO-R0.s2")
    assert rack_of(script.state, "ann") == 1_000_000
    dice = table(OPEN, DICE)
    dice.to(phase, Plan(wagers=WAGERS))
    assert dice.refusal(FindMisdeal(reason="number-fault")).clause == "DO-R0.s2"
