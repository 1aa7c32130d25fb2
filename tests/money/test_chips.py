"""What chips can pay, against counting every combination."""

from itertools import product
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.money import Chips, MoneyError

SETS = st.lists(st.integers(1, 60), min_size=1, max_size=4).map(tuple)


@given(SETS)
def test_payable_sums_are_exactly_the_sums_of_chips(values: tuple[int, ...]) -> None:
    reachable = {0}
    for total in range(1, 300):
        if any(total - value in reachable for value in values):
            reachable.add(total)
    chips = Chips(values)
    assert {amount for amount in range(300) if chips.can_pay(amount)} == reachable


@given(SETS)
def test_where_there_are_no_more_gaps(values: tuple[int, ...]) -> None:
    chips, step = Chips(values), gcd(*values)
    assert all(chips.can_pay(amount) for amount in range(chips.no_gap_from, chips.no_gap_from + 2000, step))
    last = max((amount for amount in range(0, 4000, step) if not chips.can_pay(amount)), default=-step)
    assert chips.no_gap_from < last + step + min(values)


@given(SETS, st.integers(0, 1000))
def test_a_stack_adds_up(values: tuple[int, ...], amount: int) -> None:
    chips = Chips(values)
    if chips.can_pay(amount):
        stack = chips.stack(amount)
        assert sum(value * number for value, number in stack) == amount
        assert all(value in values and number > 0 for value, number in stack)
        assert [value for value, _ in stack] == sorted((value for value, _ in stack), reverse=True)
    else:
        with pytest.raises(MoneyError, match="cannot be made up of chips"):
            chips.stack(amount)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=3).map(tuple), st.integers(0, 30))
def test_the_stack_prefers_the_largest_chips(values: tuple[int, ...], amount: int) -> None:
    chips = Chips(values)
    counts = [
        tuple(reversed(numbers))
        for numbers in product(range(amount + 1), repeat=len(chips.values))
        if sum(number * value for number, value in zip(numbers, chips.values, strict=True)) == amount
    ]
    if counts:
        found = dict(chips.stack(amount))
        assert tuple(found.get(value, 0) for value in reversed(chips.values)) == max(counts)


def test_a_usual_table() -> None:
    chips = Chips((10_000, 100, 500, 2500, 100))
    assert chips.values == (100, 500, 2500, 10_000)
    assert chips.stack(13_700) == ((10_000, 1), (2500, 1), (500, 2), (100, 2))
    assert str(chips) == "$1.00, $5.00, $25.00, $100.00"
    assert not chips.can_pay(250)


@pytest.mark.parametrize("values", [(), (0,), (-100,), (1.5,)])
def test_impossible_chips_are_refused(values: tuple[int, ...]) -> None:
    with pytest.raises(MoneyError, match="at least one value"):
        Chips(values)
