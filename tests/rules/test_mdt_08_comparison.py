"""Maryland tiles, chapter 8, sections G to I: when a wager loses, ties and wins."""

import pytest

from paigow.comparison import Match, Result
from paigow.tiles import TileSetting, compare

clause = pytest.mark.clause
BANK = "66 36 / 44 55"  # Teen Wong and eight with High 8


def match(player: str, bank: str = BANK) -> Match:
    return compare(TileSetting.parse(player), TileSetting.parse(bank))


@clause("MDT-8.G.1", "MDT-8.G.2")
@pytest.mark.parametrize(
    "player", ["66 45 / 44 46", "11 45 / 44 46", "66 45 / 55 33", "11 36 / 55 46", "16 66 / 55 33"]
)
def test_loses_if_neither_hand_is_higher(player: str) -> None:
    assert (match(player).result, match(player).clause) == (Result.LOSE, "MDT-8.G")


@clause("MDT-8.G.2")
def test_a_low_hand_of_zero_does_not_lose_a_wager_whose_high_hand_wins() -> None:
    assert match("14 23 / 55 46").result is Result.PUSH


@clause("MDT-8.H.1.a")
def test_ties_with_high_won_and_low_copied() -> None:
    assert (match("14 23 / 44 46").result, match("14 23 / 44 46").clause) == (Result.PUSH, "MDT-8.H.1.a")


@clause("MDT-8.H.1.b")
def test_ties_with_high_won_and_low_lost() -> None:
    assert (match("14 23 / 33 13").result, match("14 23 / 22 13").clause) == (Result.PUSH, "MDT-8.H.1.b")


@clause("MDT-8.H.1.c")
def test_ties_with_high_won_and_a_low_of_zero() -> None:
    assert (match("14 23 / 55 46").result, match("14 23 / 55 46").clause) == (Result.PUSH, "MDT-8.H.1.c")


@clause("MDT-8.H.2")
@pytest.mark.parametrize("player", ["66 45 / 11 16", "11 45 / 66 16"])
def test_ties_with_only_low_won(player: str) -> None:
    assert (match(player).result, match(player).clause) == (Result.PUSH, "MDT-8.H.2")


@clause("MDT-8.I.1", "MDT-8.I.2")
def test_wins_with_both_hands_higher() -> None:
    assert (match("14 23 / 66 33").result, match("14 23 / 66 33").clause) == (Result.WIN, "MDT-8.I")
