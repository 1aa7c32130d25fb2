"""Maryland tiles, chapters 2 and 6: where dealing starts, and the plain delivery."""

from itertools import product

import pytest

from paigow.errors import Refused
from paigow.tiles import (
    DELIVERIES,
    MARYLAND_POSITIONS,
    by_position,
    check_random_number,
    dice_total,
    starting_position,
)

clause = pytest.mark.clause


def test_three_dice_are_totalled() -> None:
    assert {dice_total(dice) for dice in product(range(1, 7), repeat=3)} == set(range(3, 19))
    assert dice_total((2, 5, 6)) == 13
    with pytest.raises(Refused) as refused:
        dice_total((2, 5))
    assert refused.value.clause == "MDT-2.D.1"


def test_a_random_number_selects_one_of_eight_positions() -> None:
    starts = [starting_position(check_random_number(number)) for number in range(1, 9)]
    assert starts == list(range(8))
    for number in (0, 9):
        with pytest.raises(Refused) as refused:
            check_random_number(number)
        assert refused.value.clause == "MDT-6.A.1"


def test_the_announced_number_decides_who_gets_the_first_stack() -> None:
    stacked = range(32)
    for number in range(1, 19):
        dealt = by_position(DELIVERIES["house-way-right"].deliver(stacked), starting_position(number))
        assert dealt[starting_position(number)] == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("number", "position"),
    [
        (1, "dealer"),
        (2, "seat 1"),
        (7, "seat 6"),
        (8, "dead hand"),
        (9, "dealer"),
        (10, "seat 1"),
        (17, "dealer"),
        (18, "seat 1"),
    ],
)
def test_the_count_goes_round_until_it_matches(number: int, position: str) -> None:
    assert MARYLAND_POSITIONS[starting_position(number)] == position


def test_every_betting_position_is_counted_in_order() -> None:
    counted = [MARYLAND_POSITIONS[starting_position(number)] for number in range(2, 8)]
    assert counted == [f"seat {seat}" for seat in range(1, 7)]


def test_the_dealer_is_one_and_the_dead_hand_is_counted() -> None:
    assert starting_position(1) == MARYLAND_POSITIONS.index("dealer")
    assert starting_position(8) == MARYLAND_POSITIONS.index("dead hand")
    # Counter-clockwise: seat 1 is at the dealer's right, the Dead Hand at the dealer's left.
    assert MARYLAND_POSITIONS == ("dealer", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "dead hand")


def test_the_first_stack_is_the_rightmost() -> None:
    style = DELIVERIES["house-way-right"]
    assert style.clause == "MDT-6.C"
    assert style.groups == tuple(tuple(range(4 * stack, 4 * stack + 4)) for stack in range(8))
    assert by_position(style.groups, start=5)[5] == (0, 1, 2, 3)


def test_all_positions_receive_a_stack_counter_clockwise() -> None:
    for start in range(8):
        dealt = by_position(DELIVERIES["house-way-right"].groups, start)
        assert len(dealt) == len(MARYLAND_POSITIONS)
        for stack in range(8):
            assert dealt[(start + stack) % 8][0] == 4 * stack
