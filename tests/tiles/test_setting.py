"""Settings: one value for each way to set, the better hand always high, and matching with the bank."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.comparison import Result, Winner
from paigow.errors import HandError, NotationError
from paigow.tiles import TILE_SET, Tile, TileSetting, compare, hand_kinds, parse_tiles, settings

four = st.permutations(TILE_SET).map(lambda tiles: tuple(tiles[:4]))
set_hands = four.map(lambda tiles: TileSetting((tiles[0], tiles[1]), (tiles[2], tiles[3])))


def test_all_hands_and_kinds() -> None:
    assert sum(1 for _ in combinations(TILE_SET, 4)) == 35_960
    kinds = list(hand_kinds())
    assert len(kinds) == 3_620
    assert sum(hands for _, hands in kinds) == 35_960
    counted: dict[tuple[int, ...], int] = {}
    for hand in combinations(TILE_SET, 4):
        kind = tuple(sorted(tile.kind for tile in hand))
        counted[kind] = counted.get(kind, 0) + 1
    assert {tuple(sorted(tile.kind for tile in hand)): hands for hand, hands in kinds} == counted


@given(four)
def test_up_to_three_settings_in_a_fixed_order(tiles: tuple[Tile, ...]) -> None:
    ways = settings(tiles)
    assert ways == settings(tiles[::-1])
    assert len(set(ways)) == len(ways) == {4: 3, 3: 2, 2: 2}[len(set(tiles))]
    assert all(sorted(map(str, way.tiles)) == sorted(map(str, tiles)) for way in ways)


@given(set_hands)
def test_the_better_hand_is_high_and_text_reads_back(setting: TileSetting) -> None:
    assert setting.high_rank >= setting.low_rank
    assert setting.high_rank.level >= setting.low_rank.level
    assert TileSetting(setting.low, setting.high) == setting
    assert TileSetting.parse(str(setting)) == setting
    assert eval(repr(setting)) == setting


def test_notation() -> None:
    setting = TileSetting.parse("66 45 / 12 24")
    assert str(setting) == "24 12 / 66 45"
    assert setting.name == "Gee Joon / Teen Wong"
    assert setting.tiles == parse_tiles("66 45 24 12")


@pytest.mark.parametrize("text", ["66 45 12 24", "66 45 / 12", "66 / 45 / 12 24", "66 45 12 / 24", "", "66 45 / 12 99"])
def test_wrong_notation(text: str) -> None:
    with pytest.raises(NotationError):
        TileSetting.parse(text)


@pytest.mark.clause("MDT-1.B.8")
def test_impossible_setting() -> None:
    with pytest.raises(HandError):
        TileSetting.parse("36 66 / 36 11")
    three: Any = parse_tiles("66 45 24")
    with pytest.raises(HandError, match="hands have 3 and 2 tiles"):
        TileSetting(three, (Tile("11"), Tile("12")))


@given(set_hands, set_hands)
def test_match_follows_from_both_comparisons(player: TileSetting, bank: TileSetting) -> None:
    for match in (compare(player, bank, "MDT"), compare(player, bank, "NZ")):
        won = [match.high.winner, match.low.winner].count(Winner.PLAYER)
        assert match.result is (Result.LOSE, Result.PUSH, Result.WIN)[won]
    assert compare(player, bank, "MDT").result is compare(player, bank, "NZ").result


@given(set_hands)
def test_the_bank_wins_its_own_hand(setting: TileSetting) -> None:
    match = compare(setting, setting)
    assert match.result is Result.LOSE
    assert match.high.winner is match.low.winner is Winner.COPY


@given(set_hands, set_hands)
def test_literal_zero_only_ever_turns_a_push_into_a_loss(player: TileSetting, bank: TileSetting) -> None:
    usual, literal = compare(player, bank, "NZ"), compare(player, bank, "NZ", literal_zero=True)
    both_zero = any(
        mine.points == theirs.points == 0
        for mine, theirs in ((player.high_rank, bank.high_rank), (player.low_rank, bank.low_rank))
    )
    assert literal.result is (Result.LOSE if both_zero else usual.result)
