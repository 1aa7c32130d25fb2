"""Maryland tiles, chapter 5, section F, and chapter 8, section L: the Pair Fortunes Pai Gow Bonus."""

import pytest

from paigow.tiles import (
    PAIR_FORTUNES_PAYTABLES,
    TILES,
    PairFortune,
    classify_pair_fortune,
    hand_kinds,
    parse_tiles,
)

clause = pytest.mark.clause

LINES = [
    (PairFortune.GEE_JOON_AND_HEAVEN, "24 66 12 66"),
    (PairFortune.TWO_PAIRS, "44 36 44 45"),
    (PairFortune.GEE_JOON, "24 66 12 11"),
    (PairFortune.MIXED_PAIR, "14 66 23 11"),
    (PairFortune.IDENTICAL_PAIR, "66 11 66 44"),
]
PAYS = {
    ("A", 1): (300, 25, 8, 4, 3),
    ("B", 2): (250, 25, 8, 5, 2),
    ("C", 3): (250, 30, 7, 5, 2),
    ("D", 4): (200, 30, 10, 4, 2),
}


@pytest.mark.parametrize(
    ("paytable", "row", "tiles", "line", "to_one"),
    [
        pytest.param(name, row, tiles, line, to_one, marks=clause(row), id=row)
        for (name, number), pays in PAYS.items()
        for letter, to_one, (line, tiles) in zip("abcde", pays, LINES, strict=True)
        for row in [f"MDT-8.L.{number}.{letter}"]
    ],
)
def test_pay_tables(paytable: str, row: str, tiles: str, line: PairFortune, to_one: int) -> None:
    assert classify_pair_fortune(parse_tiles(tiles)) is line
    pay = PAIR_FORTUNES_PAYTABLES[paytable][line]
    assert (pay.to_one, pay.clause) == (to_one, row)


def test_there_are_four_pay_tables() -> None:
    assert list(PAIR_FORTUNES_PAYTABLES) == ["A", "B", "C", "D"]


@clause("MDT-5.F.1")
def test_the_wager_wins_with_at_least_one_of_sixteen_pairs_among_the_four_tiles() -> None:
    winning = set()
    for tiles, _ in hand_kinds():
        kinds = [tile.kind for tile in tiles]
        pairs = {kind for kind in kinds if kinds.count(kind) == 2}
        assert (classify_pair_fortune(tiles) is not None) == bool(pairs)
        winning |= pairs
    assert len(winning) == 16


@pytest.mark.parametrize(
    ("tiles", "line"),
    [
        ("24 12 11 11", PairFortune.TWO_PAIRS),  # Gee Joon with a pair other than Heaven
        ("66 66 11 11", PairFortune.TWO_PAIRS),
        ("66 36 66 11", PairFortune.IDENTICAL_PAIR),
        ("66 36 11 45", PairFortune.MIXED_PAIR),  # two Wongs could be played: the tiles dealt count, not the hands set
        ("66 36 11 26", None),  # a Wong is not a pair here
    ],
)
def test_only_the_highest_line_and_only_real_pairs(tiles: str, line: PairFortune | None) -> None:
    assert classify_pair_fortune(parse_tiles(tiles)) is line


def test_mixed_and_identical_pairs_are_told_by_the_faces() -> None:
    for tile in TILES:
        if tile.copies == 2:
            others = [other for other in TILES if other.kind != tile.kind and other.copies == 2][:2]
            assert classify_pair_fortune((tile, tile, *others)) is PairFortune.IDENTICAL_PAIR
