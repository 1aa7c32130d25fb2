"""MDP chapter 5, section K: where dealing begins."""

from itertools import pairwise

import pytest

from paigow.errors import PaigowError
from paigow.poker import (
    BUTTON_AT_FIRST,
    DEALER,
    deal_order,
    next_button,
    start_by_button,
    start_by_dice,
    start_by_number,
)

POSITIONS = range(7)


@pytest.mark.clause("MDP-5.K.1.d")
@pytest.mark.parametrize(
    ("total", "position"),
    list(zip(range(3, 19), [2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3], strict=True)),
)
def test_the_dealer_is_one_and_the_count_goes_counter_clockwise(total: int, position: int) -> None:
    dice = next(
        [one, two, total - one - two] for one in range(1, 7) for two in range(1, 7) if 1 <= total - one - two <= 6
    )
    start = start_by_dice(dice)
    assert (start.position, start.count, start.clause) == (position, total, "MDP-5.K.1.d")


@pytest.mark.clause("MDP-5.K.1.b.ii")
def test_the_dice_are_totalled_and_there_are_three() -> None:
    assert start_by_dice([6, 1, 4]).count == start_by_dice([4, 6, 1]).count == 11
    for wrong in ([6, 1], [6, 1, 4, 1], [0, 1, 4], [7, 1, 4]):
        with pytest.raises(PaigowError, match="three dice") as refused:
            start_by_dice(wrong)
        assert refused.value.clause == "MDP-5.K.1.b.ii"


@pytest.mark.clause("MDP-5.K.1.e")
@pytest.mark.parametrize("bank", range(1, 7))
def test_a_player_who_banks_is_one_instead(bank: int) -> None:
    for total in (8, 15):
        assert start_by_dice([total - 6 - min(6, total - 7), min(6, total - 7), 6], bank).position == bank
    start = start_by_dice([1, 1, 1], bank)
    assert (start.position, start.clause) == ((bank + 2) % 7, "MDP-5.K.1.e")


@pytest.mark.clause("MDP-5.K.2")
def test_the_random_number_is_one_to_seven() -> None:
    assert {start_by_number(number).position for number in range(1, 8)} == set(POSITIONS)
    for wrong in (0, 8, -1):
        with pytest.raises(PaigowError, match="one to seven") as refused:
            start_by_number(wrong)
        assert refused.value.clause == "MDP-5.K.2"


@pytest.mark.clause("MDP-5.K.2.a")
def test_the_random_number_is_counted_from_the_dealer() -> None:
    assert [start_by_number(number).position for number in range(1, 8)] == [0, 1, 2, 3, 4, 5, 6]
    assert start_by_number(1).clause == "MDP-5.K.2.a"


@pytest.mark.clause("MDP-5.K.2.b")
def test_the_random_number_is_counted_from_a_player_who_banks() -> None:
    assert [start_by_number(number, bank=4).position for number in range(1, 8)] == [4, 5, 6, 0, 1, 2, 3]
    assert start_by_number(1, bank=4).clause == "MDP-5.K.2.b"


@pytest.mark.clause("MDP-5.K.3", "MDP-5.K.3.a")
def test_the_button_shows_the_start_and_lies_at_first_before_the_dealer() -> None:
    assert BUTTON_AT_FIRST == DEALER == 0
    assert [start_by_button(button).position for button in POSITIONS] == list(POSITIONS)


@pytest.mark.clause("MDP-5.K.3.b")
def test_the_button_goes_round_clockwise() -> None:
    button, seen = BUTTON_AT_FIRST, []
    for _ in range(8):
        seen.append(button)
        button = next_button(button)
    assert seen == [0, 6, 5, 4, 3, 2, 1, 0]


@pytest.mark.clause("MDP-8.D.2", "MDP-9.C", "MDP-10.C.2.a")
@pytest.mark.parametrize("start", POSITIONS)
def test_cards_go_clockwise_from_the_start_to_every_position(start: int) -> None:
    order = deal_order(start)
    assert order[0] == start
    assert sorted(order) == list(POSITIONS)
    assert all((here - there) % 7 == 1 for here, there in pairwise(order))


@pytest.mark.parametrize("position", [-1, 7])
def test_there_are_seven_positions(position: int) -> None:
    for use in (next_button, start_by_button, deal_order):
        with pytest.raises(PaigowError, match="position"):
            use(position)
    with pytest.raises(PaigowError, match="position"):
        start_by_number(1, bank=position)
