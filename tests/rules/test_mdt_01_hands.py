"""Maryland tiles, chapter 1: the definitions that concern tiles, hands and positions."""

import pytest

from paigow.comparison import Result, Winner
from paigow.tiles import (
    TILES,
    Tile,
    TileSetting,
    compare,
    compare_hands,
    hand_kinds,
    parse_tiles,
    rank_pair,
    settings,
)

clause = pytest.mark.clause


@clause("MDT-1.B.3")
def test_copy_hand() -> None:
    """Identical in pair rank, or in points and top tile; a copy is not a win for the player."""
    player, bank = TileSetting.parse("66 36 / 44 46"), TileSetting.parse("66 45 / 44 55")
    match = compare(player, bank)
    assert match.high.winner is Winner.COPY
    assert match.low.winner is Winner.COPY
    assert match.result is Result.LOSE
    # Equal points with a different top tile are not a copy (3.H).
    teen, day, six = parse_tiles("66 11 33")
    assert compare_hands((teen, six), (day, six)).winner is Winner.PLAYER


@clause("MDT-1.B.5", "MDT-1.B.6")
def test_high_hand_outranks_low_hand() -> None:
    for tiles, _ in hand_kinds():
        for setting in settings(tiles):
            assert rank_pair(*setting.high) >= rank_pair(*setting.low)
            assert sorted((*setting.high, *setting.low), key=lambda tile: tile.index) == list(tiles)
    assert TileSetting.parse("44 46 / 66 36") == TileSetting.parse("66 36 / 44 46")


@clause("MDT-1.B.8")
def test_setting_forms_two_hands_of_two_from_four_tiles() -> None:
    ways = settings(parse_tiles("66 44 13 55"))
    assert [str(way) for way in ways] == ["66 44 / 13 55", "44 55 / 66 13", "66 55 / 44 13"]
    assert (ways[0].high_rank.name, ways[0].low_rank.name) == ("Teen Gong", "Four with High 4")


@clause("MDT-1.B.9")
def test_supreme_pair_is_the_highest_hand() -> None:
    supreme = rank_pair(Tile("42"), Tile("12"))
    others = [
        rank_pair(a, b) for a in TILES for b in TILES if (a is not b or a.copies == 2) and not (a.is_gee and b.is_gee)
    ]
    assert supreme > max(others)
    assert supreme.name == "Gee Joon"


@clause("MDT-1.B.10")
def test_value_belongs_to_two_tiles_together() -> None:
    assert rank_pair(Tile("66"), Tile("33")).points == 8
    assert rank_pair(Tile("66"), Tile("14")).points == 7
