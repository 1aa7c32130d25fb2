"""The tile as a value: notation, names, order, and what a set contains."""

import copy
import pickle
from collections.abc import Callable
from operator import ge, gt, le, lt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.errors import HandError, NotationError
from paigow.tiles import TILE_SET, TILES, Tile, four_tiles, parse_tiles

FACES = [
    "66",
    "11",
    "44",
    "13",
    "55",
    "33",
    "22",
    "56",
    "46",
    "16",
    "15",
    "36",
    "45",
    "26",
    "35",
    "25",
    "34",
    "24",
    "14",
    "23",
    "12",
]


def test_set_has_32_tiles_of_21_faces_and_16_kinds() -> None:
    assert [str(tile) for tile in TILES] == FACES
    assert len(TILE_SET) == 32
    assert len(set(TILE_SET)) == 21
    assert {tile.kind for tile in TILES} == set(range(1, 17))
    assert all(sum(other.kind == kind for other in TILE_SET) == 2 for kind in range(1, 17))


def test_the_faces_are_those_of_two_dice() -> None:
    assert {tile.pips for tile in TILES} == {(a, b) for a in range(1, 7) for b in range(1, a + 1)}
    assert sum(tile.total for tile in TILE_SET) == 227


@given(st.sampled_from(TILES))
def test_notation_and_repr_read_back(tile: Tile) -> None:
    assert Tile(str(tile)) is tile
    assert Tile(str(tile)[::-1]) is tile
    assert eval(repr(tile)) is tile


@given(st.sampled_from(TILES))
def test_copies_of_a_value_are_the_value(tile: Tile) -> None:
    assert pickle.loads(pickle.dumps(tile)) is tile
    assert copy.copy(tile) is tile
    assert copy.deepcopy((tile, tile)) == (tile, tile)
    assert hash(tile) == hash(Tile(str(tile)))


@given(st.text(max_size=4).filter(lambda text: text not in FACES and text[::-1] not in FACES))
def test_nothing_else_is_a_tile(text: str) -> None:
    with pytest.raises(NotationError, match="the pips of both halves"):
        Tile(text)


@pytest.mark.parametrize("attribute", ["rank", "name", "colour"])
def test_a_tile_is_frozen(attribute: str) -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        setattr(Tile("66"), attribute, 1)
    with pytest.raises(AttributeError):
        delattr(Tile("66"), attribute)


def test_order_is_individual_rank() -> None:
    assert Tile("11") < Tile("66")
    assert Tile("66") > Tile("11")
    nine, other = Tile("36"), Tile("45")
    assert nine != other
    assert not nine < other
    assert not nine > other
    assert nine <= other
    assert nine >= other


@pytest.mark.parametrize("compare", [lt, le, gt, ge])
def test_a_tile_has_no_order_among_other_things(compare: Callable[[object, object], object]) -> None:
    with pytest.raises(TypeError):
        compare(Tile("66"), 1)


@given(st.sampled_from(TILES), st.sampled_from(TILES))
def test_order_agrees_with_rank(a: Tile, b: Tile) -> None:
    assert (a < b) == (a.rank > b.rank) == (b > a)
    assert (a <= b) == (not a > b)
    assert (a >= b) == (not a < b)


def test_names() -> None:
    teen, plum, gee = Tile("66"), Tile("55"), Tile("12")
    assert (teen.name, teen.romanisation, teen.characters) == ("Heaven", "Teen", "天")
    assert (plum.name, plum.gazette_name, plum.table_name, plum.characters) == (
        "Plum Flower",
        "Mooy",
        "High 10",
        "梅花",
    )
    assert gee.is_gee
    assert Tile("24").is_gee
    assert sum(tile.is_gee for tile in TILES) == 2
    assert all(tile.name and tile.romanisation and tile.characters and tile.gazette_name for tile in TILES)


def test_names_tell_the_kinds_apart() -> None:
    for attribute in ("romanisation", "gazette_name", "table_name"):
        assert len({getattr(tile, attribute) for tile in TILES}) == 16
        assert len({(getattr(tile, attribute), tile.kind) for tile in TILES}) == 16


def test_parse_tiles_takes_a_line_or_words() -> None:
    assert parse_tiles("66 42 21") == parse_tiles(["66", "24", "12"]) == (Tile("66"), Tile("24"), Tile("12"))
    assert parse_tiles("") == ()


@pytest.mark.clause("MDT-1.B.8")
@pytest.mark.parametrize("text", ["66 66 66", "36 63", "12 21 66"])
def test_more_copies_than_the_set_has(text: str) -> None:
    with pytest.raises(HandError, match="a set has"):
        parse_tiles(text)


@pytest.mark.parametrize("text", ["66 77", "6 6", "66,11", "Teen"])
def test_wrong_notation(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tiles(text)


@pytest.mark.clause("MDT-1.B.8")
@pytest.mark.parametrize("text", ["", "66 11 44", "66 11 44 13 55"])
def test_a_hand_has_four_tiles(text: str) -> None:
    with pytest.raises(HandError, match="a hand has four"):
        four_tiles(parse_tiles(text))


def test_four_tiles_have_a_fixed_order() -> None:
    assert (
        four_tiles(parse_tiles("12 13 66 24")) == four_tiles(parse_tiles("66 24 13 12")) == parse_tiles("66 13 24 12")
    )
