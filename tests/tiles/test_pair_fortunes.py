"""Pair Fortunes over every hand."""

from collections import Counter
from itertools import combinations
from math import comb

from paigow.tiles import PAIR_FORTUNES_PAYTABLES, TILE_SET, PairFortune, classify_pair_fortune


def test_counts_of_every_line() -> None:
    counts = Counter(classify_pair_fortune(hand) for hand in combinations(TILE_SET, 4))
    others = comb(15, 2) * 4  # two tiles of two further kinds
    assert counts == {
        PairFortune.GEE_JOON_AND_HEAVEN: 1,
        PairFortune.TWO_PAIRS: comb(16, 2) - 1,
        PairFortune.GEE_JOON: others,
        PairFortune.MIXED_PAIR: 4 * others,
        PairFortune.IDENTICAL_PAIR: 11 * others,
        None: comb(16, 4) * 16,
    }


def test_lines_are_in_the_order_of_pay() -> None:
    for paytable in PAIR_FORTUNES_PAYTABLES.values():
        assert list(paytable) == list(PairFortune)
        pays = [row.to_one for row in paytable.values()]
        assert pays == sorted(pays, reverse=True)
        assert all(isinstance(pay, int) for pay in pays)
