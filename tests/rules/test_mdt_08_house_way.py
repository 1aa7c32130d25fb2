"""Maryland tiles, chapter 8, section D: the house way."""

import pytest

from paigow.tiles import HOUSE_WAYS, HandKind, HouseSetting, hand_kinds, parse_tiles, settings

clause = pytest.mark.clause


def house(text: str) -> HouseSetting:
    return HOUSE_WAYS["maryland"].set(parse_tiles(text))


@clause("MDT-8.D.1")
def test_supreme_pair_is_played_as_such() -> None:
    assert str(house("24 12 33 15").setting) == "24 12 / 33 15"
    assert house("24 12 33 15").clause == "MDT-8.D.1"
    for tiles, _ in hand_kinds():
        if sum(tile.is_gee for tile in tiles) == 2:
            assert HOUSE_WAYS["maryland"].set(tiles).setting.high_rank.kind is HandKind.GEE_JOON


@clause("MDT-8.D.2")
def test_pair_wong_or_gong_is_played_whenever_possible() -> None:
    assert str(house("66 66 36 56").setting) == "66 66 / 56 36"
    assert str(house("66 36 26 56").setting) == "66 36 / 56 26"
    for tiles, _ in hand_kinds():
        answer = HOUSE_WAYS["maryland"].set(tiles)
        possible = [setting for setting in settings(tiles) if setting.high_rank.is_ranked]
        assert answer.setting.high_rank.is_ranked == bool(possible)
        if possible and answer.clause != "MDT-8.D.1":
            assert answer.clause == "MDT-8.D.2"
            best = max(possible, key=lambda s: (s.high_rank, s.low_rank))
            assert (answer.setting.high_rank, answer.setting.low_rank) == (best.high_rank, best.low_rank)


@clause("MDT-8.D.3")
def test_nine_eight_or_seven_is_played_next() -> None:
    assert str(house("66 16 33 55").setting) == "66 16 / 55 33"
    assert str(house("44 56 55 36").setting) == "44 56 / 55 36"
    for tiles, _ in hand_kinds():
        answer = HOUSE_WAYS["maryland"].set(tiles)
        ways = settings(tiles)
        if not any(way.high_rank.is_ranked for way in ways):
            highest = max(way.high_rank for way in ways)
            if highest.points in (7, 8, 9):
                assert answer.clause == "MDT-8.D.3"
                assert answer.setting.high_rank == highest
                assert answer.setting.low_rank == max(way.low_rank for way in ways if way.high_rank == highest)


@clause("MDT-8.D.4")
def test_otherwise_highest_tile_with_lowest() -> None:
    answer = house("66 11 55 56")
    assert str(answer.setting) == "66 56 / 11 55"
    assert answer.clause == "MDT-8.D.4"
    seen = 0
    for tiles, hands in hand_kinds():
        answer = HOUSE_WAYS["maryland"].set(tiles)
        ways = settings(tiles)
        if not any(way.high_rank.is_ranked or (way.high_rank.points or 0) >= 7 for way in ways):
            seen += hands
            assert answer.clause == "MDT-8.D.4"
            assert {tiles[0], tiles[3]} in (set(answer.setting.high), set(answer.setting.low))
    assert seen == 2_256
