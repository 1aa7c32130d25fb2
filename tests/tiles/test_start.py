"""Counting to the starting position."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.errors import Refused
from paigow.tiles import adjusted_total, by_position, check_random_number, dice_total, starting_position

positions = st.integers(0, 7)


def test_dice_totals() -> None:
    totals = [dice_total(dice) for dice in product(range(1, 7), repeat=3)]
    assert (min(totals), max(totals), len(totals)) == (3, 18, 216)


@pytest.mark.parametrize("dice", [(1, 2), (1, 2, 3, 4), (0, 1, 2), (7, 1, 1), ()])
def test_no_roll(dice: tuple[int, ...]) -> None:
    with pytest.raises(Refused, match="three dice"):
        dice_total(dice)


@given(st.integers(-1, 22), positions)
def test_counting_out_step_by_step(number: int, bank: int) -> None:
    position = bank
    for _ in range(1, number):
        position = (position + 1) % 8
    for _ in range(number, 1):
        position = (position - 1) % 8
    assert starting_position(number, bank) == position


@given(st.integers(3, 18), positions)
def test_plus_and_minus_four_are_the_same_box(total: int, bank: int) -> None:
    plus, minus = adjusted_total(total, 4), adjusted_total(total, -4)
    assert starting_position(plus, bank) == starting_position(minus, bank)
    assert starting_position(adjusted_total(total, 0), bank) == starting_position(total, bank)


@pytest.mark.parametrize("adjustment", [1, -1, 3, 8, -8])
def test_no_other_adjustment(adjustment: int) -> None:
    with pytest.raises(Refused, match="only") as refused:
        adjusted_total(10, adjustment)
    assert refused.value.clause == "NZ-9.6"


@given(positions)
def test_by_position_gives_the_first_group_to_the_start(start: int) -> None:
    dealt = by_position(range(8), start)
    assert [dealt[(start + step) % 8] for step in range(8)] == list(range(8))


@pytest.mark.parametrize("number", [0, 9, -1])
def test_no_random_number(number: int) -> None:
    with pytest.raises(Refused, match="1 to 8"):
        check_random_number(number)


def test_wrong_counts_are_refused() -> None:
    with pytest.raises(Refused, match="no position 8"):
        starting_position(5, 8)
    with pytest.raises(Refused, match="7 groups"):
        by_position(range(7), 0)
