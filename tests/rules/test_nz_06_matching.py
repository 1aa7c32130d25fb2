"""New Zealand, rules 6.1 and 6.2: when a wager against the bank wins, loses and pushes."""

import pytest

from paigow.comparison import Match, Result, Winner
from paigow.tiles import TileSetting, compare

clause = pytest.mark.clause


def match(player: str, bank: str, literal_zero: bool = False) -> Match:
    return compare(TileSetting.parse(player), TileSetting.parse(bank), "NZ", literal_zero=literal_zero)


@clause("NZ-6.1.a.i", "NZ-6.2.b.i")
def test_wins_with_both_hands_higher() -> None:
    result = match("14 23 / 66 33", "66 36 / 44 55")
    assert (result.result, result.clause) == (Result.WIN, "NZ-6.1.a.i")
    assert match("66 36 / 44 55", "14 23 / 66 33").result is Result.LOSE


@clause("NZ-6.1.a.ii", "NZ-6.2.b.ii")
def test_of_equal_value_the_players_higher_tile_wins_the_hand() -> None:
    result = match("66 33 / 44 16", "11 33 / 22 56")
    assert (result.high.winner, result.high.clause) == (Winner.PLAYER, "NZ-6.1.a.ii")
    assert (result.low.winner, result.low.clause) == (Winner.PLAYER, "NZ-6.1.a.ii")
    assert result.result is Result.WIN


@clause("NZ-6.1.b.i", "NZ-6.2.a.i")
def test_loses_with_both_hands_lower() -> None:
    result = match("44 56 / 22 56", "66 36 / 44 55")
    assert (result.result, result.clause) == (Result.LOSE, "NZ-6.1.b.i")


@clause("NZ-6.1.b.ii", "NZ-6.2.a.iii")
def test_zero_against_zero_is_lost_whatever_the_tiles() -> None:
    """We read it as losing that hand; read literally, it loses the wager."""
    player, bank = "66 36 / 55 46", "11 36 / 22 33"
    result = match(player, bank)
    assert (result.low.winner, result.low.clause) == (Winner.COPY, "NZ-6.1.b.ii")
    assert result.result is Result.PUSH
    literal = match(player, bank, literal_zero=True)
    assert (literal.result, literal.clause) == (Result.LOSE, "NZ-6.1.b.ii")


@clause("NZ-6.1.b.iii", "NZ-6.2.a.ii")
def test_of_equal_value_without_a_higher_tile_the_hand_is_lost() -> None:
    result = match("66 14 / 44 16", "66 23 / 44 25")
    assert (result.high.winner, result.high.clause) == (Winner.COPY, "NZ-6.1.b.iii")
    assert (result.low.winner, result.low.clause) == (Winner.COPY, "NZ-6.1.b.iii")
    assert (result.result, result.clause) == (Result.LOSE, "NZ-6.1.b.iii")
    lower = match("11 33 / 22 56", "66 33 / 44 16")
    assert (lower.high.winner, lower.high.clause) == (Winner.BANK, "NZ-6.1.b.iii")


@clause("NZ-6.2.a.iv")
def test_identical_hands_go_to_the_banker() -> None:
    result = match("66 36 / 44 55", "66 45 / 44 46")
    assert (result.high.winner, result.high.clause) == (Winner.COPY, "NZ-6.2.a.iv")
    assert (result.result, result.clause) == (Result.LOSE, "NZ-6.2.a.iv")


@clause("NZ-6.1.b.ii")
def test_a_wager_that_is_lost_with_a_zero_against_a_zero_is_lost_by_that_ground() -> None:
    lost = match("44 56 / 55 46", "66 36 / 22 33")
    assert (lost.result, lost.clause) == (Result.LOSE, "NZ-6.1.b.ii")


@clause("NZ-6.1.c", "NZ-6.2.c")
def test_pushes_with_one_hand_higher() -> None:
    for player in ("14 23 / 55 33", "11 45 / 66 16"):
        result = match(player, "66 36 / 44 55")
        assert (result.result, result.clause) == (Result.PUSH, "NZ-6.1.c")
        assert match("66 36 / 44 55", player).result is Result.PUSH
