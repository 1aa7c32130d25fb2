"""Maryland tiles, chapter 3: ranking and value of a hand."""

import pytest

from paigow.comparison import Winner
from paigow.tiles import TILE_SET, TILES, HandKind, Tile, compare_hands, rank_pair

clause = pytest.mark.clause

PAIRS = [
    ("MDT-3.B.2.a", ["24 12"]),
    ("MDT-3.B.2.b.i", ["66 66"]),
    ("MDT-3.B.2.b.ii", ["11 11"]),
    ("MDT-3.B.2.b.iii", ["44 44"]),
    ("MDT-3.B.2.b.iv", ["13 13"]),
    ("MDT-3.B.2.b.v", ["55 55"]),
    ("MDT-3.B.2.b.vi", ["33 33"]),
    ("MDT-3.B.2.b.vii", ["22 22"]),
    ("MDT-3.B.2.b.viii", ["56 56"]),
    ("MDT-3.B.2.b.ix", ["46 46"]),
    ("MDT-3.B.2.b.x", ["16 16"]),
    ("MDT-3.B.2.b.xi", ["15 15"]),
    ("MDT-3.B.2.c.i", ["36 45"]),
    ("MDT-3.B.2.c.ii", ["35 26"]),
    ("MDT-3.B.2.c.iii", ["34 25"]),
    ("MDT-3.B.2.c.iv", ["14 23"]),
    ("MDT-3.B.2.d.i", ["66 45", "66 36"]),
    ("MDT-3.B.2.d.ii", ["11 45", "11 36"]),
    ("MDT-3.B.2.e.i", ["66 26", "66 35", "66 44"]),
    ("MDT-3.B.2.e.ii", ["11 26", "11 35", "11 44"]),
]


def hand(text: str) -> tuple[Tile, Tile]:
    a, b = map(Tile, text.split())
    return a, b


def decide(player: str, bank: str) -> tuple[Winner, str]:
    comparison = compare_hands(hand(player), hand(bank))
    return comparison.winner, comparison.clause


@pytest.mark.parametrize(
    ("number", "row", "examples"),
    [pytest.param(n, row, examples, marks=clause(row)) for n, (row, examples) in enumerate(PAIRS, 1)],
)
def test_permissible_pairs_in_their_order(number: int, row: str, examples: list[str]) -> None:
    for example in examples:
        rank = rank_pair(*hand(example))
        assert rank.clause == row
        assert rank.is_ranked
        assert rank.level == 106 - number


@clause("MDT-3.B")
def test_pairs_are_compared_first_by_rank() -> None:
    assert decide("15 15", "36 45") == (Winner.PLAYER, "MDT-3.B")
    assert decide("66 36", "14 23") == (Winner.BANK, "MDT-3.B")
    assert decide("66 66", "24 12") == (Winner.BANK, "MDT-3.B")


@clause("MDT-3.B.1")
def test_any_permissible_pair_outranks_any_hand_without() -> None:
    assert decide("11 35", "66 16") == (Winner.PLAYER, "MDT-3.B.1")
    assert decide("66 16", "11 35") == (Winner.BANK, "MDT-3.B.1")
    ranks = [rank_pair(a, b) for a in TILES for b in TILES if a is not b or a.copies == 2]
    assert min(rank for rank in ranks if rank.is_ranked) > max(rank for rank in ranks if not rank.is_ranked)


@clause("MDT-3.C", "MDT-1.B.3")
@pytest.mark.parametrize(("mine", "theirs"), [("66 45", "66 36"), ("11 26", "11 44"), ("55 55", "55 55")])
def test_equal_pair_rank_is_a_copy(mine: str, theirs: str) -> None:
    assert decide(mine, theirs) == (Winner.COPY, "MDT-3.C")


@clause("MDT-3.D")
def test_without_a_pair_the_value_decides() -> None:
    assert decide("15 23", "66 46") == (Winner.BANK, "MDT-3.D")  # one against two
    assert decide("26 56", "66 33") == (Winner.PLAYER, "MDT-3.D")  # nine against eight, whatever the tiles
    assert decide("66 33", "26 56") == (Winner.BANK, "MDT-3.D")


@clause("MDT-3.D.1", "MDT-1.B.10")
@pytest.mark.parametrize(("text", "value"), [("13 14", 9), ("22 11", 6), ("13 22", 8), ("11 14", 7), ("22 23", 9)])
def test_value_is_the_sum_of_the_spots(text: str, value: int) -> None:
    a, b = hand(text)
    assert rank_pair(a, b).points == a.total + b.total == value


@clause("MDT-3.D.2")
@pytest.mark.parametrize(("text", "value"), [("55 56", 1), ("66 56", 3), ("55 46", 0), ("44 33", 4), ("36 26", 7)])
def test_of_two_digits_the_right_one_counts(text: str, value: int) -> None:
    a, b = hand(text)
    assert a.total + b.total >= 10
    assert rank_pair(a, b).points == value


@pytest.mark.parametrize(
    "gee", [pytest.param("12", marks=clause("MDT-3.E.1")), pytest.param("24", marks=clause("MDT-3.E.2"))]
)
def test_each_tile_of_the_supreme_pair_counts_three_or_six(gee: str) -> None:
    better = {2: 8, 8: 4, 4: 7, 10: 6, 6: 9, 11: 7, 7: 3, 9: 5, 5: 8, 12: 8}
    for other in TILES:
        if not other.is_gee:
            points = rank_pair(Tile(gee), other).points
            assert points == max((other.total + 3) % 10, (other.total + 6) % 10) == better[other.total]


@clause("MDT-3.F", "MDT-3.G")
def test_the_rank_of_a_supreme_tile_goes_with_its_count() -> None:
    """As a 3, both tiles rank 17th, below the fives: an eight of a five and either tile has the five on top."""
    for five in ("14", "23"):
        for gee in ("12", "24"):
            rank = rank_pair(Tile(gee), Tile(five))
            assert (rank.points, rank.top) == (8, Tile(five))
    assert decide("12 14", "24 23") == (Winner.COPY, "MDT-3.J")
    # As a 6 either ranks 15th, so 1-2 and 2-4 are interchangeable in every hand.
    assert all(rank_pair(Tile("12"), t) == rank_pair(Tile("24"), t) for t in TILES if not t.is_gee)


@clause("MDT-3.H.1")
def test_of_equal_value_the_highest_tile_decides() -> None:
    assert decide("66 33", "11 15") == (Winner.PLAYER, "MDT-3.H.1")
    assert decide("55 26", "44 46") == (Winner.BANK, "MDT-3.H.1")


@clause("MDT-3.H.2")
@pytest.mark.parametrize(
    ("mine", "theirs"), [("55 46", "22 15"), ("22 15", "55 46"), ("13 33", "56 36"), ("55 46", "55 46")]
)
def test_zero_against_zero_goes_to_the_bank_whatever_the_tiles(mine: str, theirs: str) -> None:
    assert decide(mine, theirs) == (Winner.COPY, "MDT-3.H.2")


SINGLES = "66 11 44 13 55 33 22 56 46 16 15 36 45 26 35 25 34 24 14 23 12"
RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 13, 13, 14, 14, 15, 16, 16, 17]
TOTALS = [12, 2, 8, 4, 10, 6, 4, 11, 10, 7, 6, 9, 9, 8, 8, 7, 7, 6, 5, 5, 3]


@pytest.mark.parametrize(
    ("number", "face", "rank", "total"),
    [
        pytest.param(number, *row, marks=clause(f"MDT-3.I.{number}"))
        for number, row in enumerate(zip(SINGLES.split(), RANKS, TOTALS, strict=True), 1)
    ],
)
def test_individual_ranking(number: int, face: str, rank: int, total: int) -> None:
    tile = Tile(face)
    assert TILES[number - 1] is tile
    assert (tile.rank, tile.total) == (rank, total)
    assert TILE_SET.count(tile) == tile.copies == (2 if number <= 11 else 1)


@clause("MDT-3.J")
def test_equal_value_and_equal_top_tile_is_a_copy() -> None:
    assert decide("66 14", "66 23") == (Winner.COPY, "MDT-3.J")
    assert decide("66 16", "66 25") == (Winner.COPY, "MDT-3.J")
    assert decide("36 26", "45 35") == (Winner.COPY, "MDT-3.J")


def test_nine_with_teen_or_day_is_no_pair_in_maryland() -> None:
    rank = rank_pair(*hand("66 16"))
    assert rank.kind is HandKind.HIGH_NINE
    assert (rank.points, rank.clause) == (9, "MDT-3.D")
