"""Direct counts of one hand against everything the other side could have, without inclusion-exclusion.

The number of hands of a type that avoid seven given cards is a product of binomials, one for each rank, over the cards
not already held. Hands with a flush suit are counted suit by suit and subtracted from their rank type. This takes a few
milliseconds per hand.
"""

import numpy as np

from paigow.analysis.disjoint import CHOOSE, Dealer
from paigow.analysis.kernel import I8, I16, I32, I64, U8, U16, kernel
from paigow.analysis.types import JOKER, type_table


@kernel
def _hands_left(
    held: I64, suits: I64, joker: int, counts: U8, mask: U16, off: I8, rank_type: I32, choose: I64, left: I64
) -> None:
    """Count the hands of each type that avoid the given cards."""
    for r in range(counts.shape[0]):
        ways = 1 - counts[r, 13] * joker
        for rank in range(13):
            ways *= choose[4 - held[rank], counts[r, rank]]
        left[r] = ways
    free = np.empty(13, dtype=np.int64)
    for t in range(counts.shape[0], mask.shape[0]):
        left[t] = 0
    for suit in range(4):
        for rank in range(13):
            free[rank] = 3 - held[rank] + ((suits[suit] >> rank) & 1)
        for t in range(counts.shape[0], mask.shape[0]):
            if mask[t] & (suits[suit] | (joker << 13)):
                continue
            a = off[t, 0]
            b = off[t, 1]
            ways = 1
            if a >= 0:
                ways = free[a]
                if b >= 0:
                    ways = free[a] * (free[a] - 1) // 2 if a == b else free[a] * free[b]
            left[t] += ways
    for t in range(counts.shape[0], mask.shape[0]):
        left[rank_type[t]] -= left[t]


@kernel
def _tally(left: I64, types: I32, high: I16, low: U8, weight: I32, row_of: U8, tally: I64) -> None:
    for entry in range(len(types)):
        tally[row_of[high[entry]], low[entry]] += left[types[entry]] * weight[entry]


def hands_left(cards: tuple[int, ...]) -> I64:
    """Return the number of hands of each type that can still be dealt without these cards."""
    types = type_table()
    held = np.zeros(13, dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    for card in cards:
        if card != JOKER:
            held[card // 4] += 1
            suits[card % 4] |= 1 << (card // 4)
    left = np.empty(len(types.mask), dtype=np.int64)
    _hands_left(held, suits, int(JOKER in cards), types.counts, types.mask, types.off, types.rank_type, CHOOSE, left)
    return left


def count_against(cards: tuple[int, ...], dealer: Dealer, high: I16, low: U8) -> tuple[I64, I64]:
    """Count, for each pair of thresholds, the hands without these cards that are below both, and at or above both."""
    steps = np.unique(high)
    row_of = np.searchsorted(steps, np.arange(7465), side="right").astype(np.uint8)
    tally = np.zeros((len(steps) + 1, 94), dtype=np.int64)
    _tally(hands_left(cards), dealer.type, dealer.high, dealer.low, dealer.weight, row_of, tally)
    # under[i, j]: hands in rows below i and low classes below j.
    under = np.zeros((len(steps) + 2, 95), dtype=np.int64)
    under[1:, 1:] = tally.cumsum(axis=0).cumsum(axis=1)
    rows = np.searchsorted(steps, high) + 1
    lows = low.astype(np.int64)
    below = under[rows, lows]
    everything = under[-1, -1]
    above = everything - under[rows, -1] - under[-1, lows] + below
    return below, above
