"""New Zealand, sections 9 and 10: the approved cut, the count from the chung, and the groups delivered."""

import pytest

from paigow.errors import Refused
from paigow.tiles import (
    NEW_ZEALAND_DELIVERIES,
    NEW_ZEALAND_POSITIONS,
    TILE_SET,
    adjusted_total,
    approved_cut,
    by_position,
    starting_position,
)

clause = pytest.mark.clause


@clause("NZ-9.5")
def test_only_an_approved_cut_is_used() -> None:
    approved = ["yat-dong-dong-right", "cup-say-top-left"]
    for key in approved:
        assert approved_cut(key, approved).key == key
    for key in ("chee-yee-top", "foot-say", "dai-pin-left"):
        with pytest.raises(Refused):
            approved_cut(key, approved)


def test_plus_or_minus_four_moves_the_start() -> None:
    assert [adjusted_total(10, nominated) for nominated in (0, 4, -4)] == [10, 14, 6]
    assert {adjusted_total(total, nominated) for total in range(3, 19) for nominated in (4, -4)} == set(range(-1, 23))
    chung = 2
    unchanged, moved = starting_position(10, chung), starting_position(adjusted_total(10, 4), chung)
    assert moved == (unchanged + 4) % 8
    for other in (2, -3, 8):
        with pytest.raises(Refused) as refused:
            adjusted_total(10, other)
        assert refused.value.clause == "NZ-9.6"


@pytest.mark.parametrize("number", [1, 9, 17])
def test_the_chung_counts_as_1_9_and_17(number: int) -> None:
    for chung in range(8):
        assert starting_position(number, chung) == chung


@pytest.mark.parametrize(
    ("chung", "total", "nominated", "box"),
    [(1, 3, 0, 3), (1, 8, 0, 8), (1, 18, 0, 2), (6, 5, 0, 2), (6, 5, 4, 6), (6, 5, -4, 6), (3, 3, -4, 1)],
)
def test_the_first_box_is_counted_counter_clockwise(chung: int, total: int, nominated: int, box: int) -> None:
    position = starting_position(adjusted_total(total, nominated), chung - 1)
    assert NEW_ZEALAND_POSITIONS[position] == f"box {box}"


def test_each_box_gets_four_tiles_in_the_style_of_the_cut() -> None:
    for delivery in NEW_ZEALAND_DELIVERIES.values():
        groups = delivery.deliver(TILE_SET)
        dealt = by_position(groups, start=6)
        assert [len(hand) for hand in dealt] == [4] * 8
        assert dealt[6] == groups[0]
        assert dealt[7] == groups[1]
        assert dealt[0] == groups[2]
