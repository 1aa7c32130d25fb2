"""The solved game's strategies, hand by hand."""

from fractions import Fraction

import pytest

from paigow.errors import PaigowError
from paigow.tiles import parse_tiles
from paigow.tiles.mixed import equilibrium

TWO_WAYS = {
    "player": ("13 56 33 25", "33 56 / 13 25", Fraction(47, 76), "13 56 / 33 25"),
    "bank": ("44 36 11 22", "44 36 / 11 22", Fraction(69, 80), "11 36 / 44 22"),
}


@pytest.mark.clause("MDT-8.D")
@pytest.mark.parametrize("side", TWO_WAYS)
def test_a_hand_that_is_mixed_has_its_likeliest_setting_first(side: str) -> None:
    hand, first, share, second = TWO_WAYS[side]
    way = equilibrium(side)
    assert way.name == f"equilibrium-{side}"
    assert len(way.examples) == 2
    assert [(str(setting), weight) for setting, weight in way.weights(parse_tiles(hand))] == [
        (first, share),
        (second, 1 - share),
    ]
    assert str(way.likeliest.set(parse_tiles(hand)).setting) == first


@pytest.mark.clause("MDT-8.D")
def test_any_other_hand_has_one_setting() -> None:
    assert [(str(each), weight) for each, weight in equilibrium().weights(parse_tiles("12 24 66 11"))] == [
        ("24 12 / 66 11", Fraction(1))
    ]


@pytest.mark.clause("MDT-8.D")
def test_there_are_two_sides() -> None:
    with pytest.raises(PaigowError, match="'dealer' is not a side: choose player or bank"):
        equilibrium("dealer")
