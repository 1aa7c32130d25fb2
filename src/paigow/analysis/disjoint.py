"""Exact counts over all deals of two hands with no card in common.

The question is always the same: a hand P is set so that it holds the classes (high, low); how many hands D, disjoint
from P and set in a fixed way, are below it in both, and how many are at or above it in both? The answer is an
inclusion-exclusion over the cards S that P and D would share, done twice:

* *ranks*: every D counted as if suits did not exist. Then only the ranks of S matter, and S is a sub-multiset of the
  ranks of P: some seven million pairs of a rank type and a part of it.
* *suits*: D that hold a flush suit, once as they are and once, with the opposite sign, as the rank type that stood for
  them before. D is a set of ranks in that suit and at most two other cards, so S is a set of ranks in that suit and at
  most two others, and all that counts of P are its ranks in that suit and the ranks of its other cards. Four suits,
  four such answers for each P, each shared by all hands that look alike from that suit.

For one S the hands that contain it are met in the order of their high class; the low classes met so far are kept as
running sums, so that a question is answered by one look-up. All sums fit 64 bits: the sum over S of the number of pairs
(P, D) that both contain S is the sum over pairs of 2**|P & D|, below 5 * 10**16.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from paigow.analysis.kernel import I8, I16, I32, I64, U8, U16, Bool, kernel
from paigow.analysis.ranks import HIGH_CLASSES, LOW_CLASSES
from paigow.analysis.types import (
    HIGH_MASK,
    LOW_BITS,
    LOW_MASK,
    LOW_RANKS,
    PAIR_INDEX,
    RANK_KEYS,
    RANK_TYPES,
    TYPES,
    half_keys,
    type_table,
)

LOWS = LOW_CLASSES + 2
"""Room for every threshold a question may have: 0 to 92."""

WIDTH = 96
"""The same, rounded up to whole vectors; the last place is above every low class."""

MUS = 1 + 13 + 91
"""Sets of at most two ranks that a flush hand may hold beside its suit: none, one, two."""

CHOOSE = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]], dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Dealer:
    """How the other side is set: classes of every type, and whether the type takes part in the count."""

    high: I16
    low: U8
    live: Bool


@dataclass(frozen=True, slots=True, eq=False)
class Questions:
    """Thresholds to count against, some for every type: ``start[t]`` to ``start[t + 1]``.

    A question (high, low) has two answers: the hands D below both thresholds, and the hands D at or above both.
    """

    start: I32
    high: I16
    low: U8

    @classmethod
    def one_each(cls, high: I16, low: U8) -> "Questions":
        return cls(np.arange(TYPES + 1, dtype=np.int32), high, low)


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """The sub-multisets of ranks, numbered like rank types by the sum of two look-ups."""

    low_part: I32
    high_part: I32
    size: int
    mu_start: I32
    mu_index: U8
    mu_sign: I8
    """For a multiset M of ranks in three suits: its parts of at most two cards and their inclusion-exclusion factors."""


@dataclass(frozen=True, slots=True, eq=False)
class RankParts:
    """All parts of all rank types of a deck."""

    start: I32
    part: I32
    within: I32
    """How many hands of the rank type contain given cards of these ranks."""
    factor: I8
    """In how many ways the hand contains such cards, with the sign of inclusion-exclusion."""


@kernel
def _mu_lists(keys: I64, counts: U8, low_part: I32, high_part: I32, size: int) -> tuple[I32, U8, I8]:
    start = np.zeros(size + 1, dtype=np.int32)
    ids = np.empty(len(keys), dtype=np.int64)
    for m in range(len(keys)):
        ids[m] = low_part[keys[m] & LOW_MASK] + high_part[keys[m] >> LOW_BITS]
        d = 0
        doubles = 0
        for rank in range(13):
            d += counts[m, rank] > 0
            doubles += counts[m, rank] > 1
        start[ids[m] + 1] = 1 + d + d * (d - 1) // 2 + doubles
    for i in range(size):
        start[i + 1] += start[i]
    index = np.empty(start[size], dtype=np.uint8)
    sign = np.empty(start[size], dtype=np.int8)
    for m in range(len(keys)):
        place = start[ids[m]]
        index[place] = 0
        sign[place] = 1
        place += 1
        for a in range(13):
            if counts[m, a]:
                index[place] = 1 + a
                sign[place] = -np.int64(counts[m, a])
                place += 1
                for b in range(a):
                    if counts[m, b]:
                        index[place] = 14 + a * (a + 1) // 2 + b
                        sign[place] = counts[m, a] * counts[m, b]
                        place += 1
                if counts[m, a] > 1:
                    index[place] = 14 + a * (a + 1) // 2 + a
                    sign[place] = counts[m, a] * (counts[m, a] - 1) // 2
                    place += 1
    return start, index, sign


@cache
def parts() -> Parts:
    """Number all multisets of at most seven ranks, and list the small parts of those that three suits can hold."""
    low_keys, low_counts = half_keys(LOW_RANKS, joker=False)
    high_keys, high_counts = half_keys(13 - LOW_RANKS, joker=True)
    low_part = np.full(1 << LOW_BITS, -1, dtype=np.int32)
    high_part = np.full(HIGH_MASK + 1, -1, dtype=np.int32)
    high_part[high_keys] = np.arange(len(high_keys))
    room = np.searchsorted(high_counts.sum(axis=1), 7 - low_counts.sum(axis=1).astype(np.int64), side="right")
    ends = np.cumsum(room)
    low_part[low_keys] = ends - room
    keys, counts = [], []
    plain_high = high_counts[:, -1] == 0
    for key, shape, space in zip(low_keys.tolist(), low_counts, room.tolist(), strict=True):
        if shape.max() > 3:
            continue
        fits = np.flatnonzero(plain_high[:space] & (high_counts[:space].max(axis=1) <= 3))
        keys.append(key + (high_keys[fits] << LOW_BITS))
        block = np.empty((len(fits), 13), dtype=np.uint8)
        block[:, :LOW_RANKS] = shape
        block[:, LOW_RANKS:] = high_counts[fits, :-1]
        counts.append(block)
    size = int(ends[-1])
    lists = _mu_lists(np.concatenate(keys), np.concatenate(counts), low_part, high_part, size)
    return Parts(low_part, high_part, size, *lists)


@kernel
def _rank_parts(
    counts: U8, chosen: Bool, low_part: I32, high_part: I32, rank_keys: I64, choose: I64
) -> tuple[I32, I32, I32, I8]:
    start = np.zeros(counts.shape[0] + 1, dtype=np.int32)
    for r in range(counts.shape[0]):
        ways = 0
        if chosen[r]:
            ways = 1
            for rank in range(14):
                ways *= 1 + counts[r, rank]
        start[r + 1] = start[r] + ways
    part = np.empty(start[-1], dtype=np.int32)
    within = np.empty(start[-1], dtype=np.int32)
    factor = np.empty(start[-1], dtype=np.int8)
    digits = np.zeros(14, dtype=np.int64)
    for r in range(counts.shape[0]):
        if not chosen[r]:
            continue
        digits[:] = 0
        for place in range(start[r], start[r + 1]):
            key = 0
            ways = 1
            sign = 1
            for rank in range(14):
                count = np.int64(counts[r, rank])
                taken = digits[rank]
                key += taken * rank_keys[rank]
                copies = 4 if rank < 13 else 1
                ways *= choose[copies - taken, count - taken]
                sign *= choose[count, taken] * (1 - 2 * (taken & 1))
            part[place] = low_part[key & LOW_MASK] + high_part[key >> LOW_BITS]
            within[place] = ways
            factor[place] = sign
            for rank in range(14):
                if digits[rank] < counts[r, rank]:
                    digits[rank] += 1
                    break
                digits[rank] = 0
    return start, part, within, factor


@dataclass(frozen=True)
class Deck:
    """A deck of some ranks in four suits with the joker. Small decks let the exact method be checked one by one."""

    ranks: tuple[int, ...] = tuple(range(13))

    @property
    def cards(self) -> tuple[int, ...]:
        return (*(4 * rank + suit for rank in self.ranks for suit in range(4)), 52)

    @property
    def mask(self) -> int:
        return sum(1 << rank for rank in self.ranks) | 1 << 13


FULL_DECK = Deck()


@cache
def rank_types_of(deck: Deck) -> Bool:
    """Which rank types the deck can deal."""
    missing = [rank for rank in range(13) if rank not in deck.ranks]
    found: Bool = (type_table().counts[:, missing] == 0).all(axis=1)
    return found


@cache
def rank_parts(deck: Deck = FULL_DECK) -> RankParts:
    """Parts of the rank types of a deck (seven million for the full one)."""
    p = parts()
    return RankParts(
        *_rank_parts(type_table().counts, rank_types_of(deck), p.low_part, p.high_part, RANK_KEYS, CHOOSE)
    )


@kernel
def sweep_ranks(
    start: I32,
    part: I32,
    within: I32,
    factor: I8,
    size: int,
    dealers: I32,
    dealer_high: I16,
    dealer_low: U8,
    asked: I32,
    high: I16,
    low: U8,
    below: I64,
    above: I64,
) -> None:
    """Answer questions as if suits did not exist.

    ``dealers`` are rank types in order of their high class. Question q, in order of its high threshold, is asked by a
    hand of rank type ``asked[q]``; its answers are added to ``below[q]`` and ``above[q]``.
    """
    dealer_end = np.zeros(size + 1, dtype=np.int64)
    for r in dealers:
        for item in range(start[r], start[r + 1]):
            dealer_end[part[item] + 1] += 1
    asked_end = np.zeros(size + 1, dtype=np.int64)
    for r in asked:
        for item in range(start[r], start[r + 1]):
            asked_end[part[item] + 1] += 1
    for i in range(size):
        dealer_end[i + 1] += dealer_end[i]
        asked_end[i + 1] += asked_end[i]
    place = dealer_end[:size].copy()
    who = np.empty(dealer_end[size], dtype=np.int32)
    weight = np.empty(dealer_end[size], dtype=np.int32)
    for r in dealers:
        for item in range(start[r], start[r + 1]):
            at = place[part[item]]
            place[part[item]] = at + 1
            who[at] = r
            weight[at] = within[item]
    place[:] = asked_end[:size]
    question = np.empty(asked_end[size], dtype=np.int32)
    times = np.empty(asked_end[size], dtype=np.int8)
    for q in range(len(asked)):
        for item in range(start[asked[q]], start[asked[q] + 1]):
            at = place[part[item]]
            place[part[item]] = at + 1
            question[at] = q
            times[at] = factor[item]
    met = np.zeros(LOWS, dtype=np.int64)  # hands met so far with a low class below each threshold
    left = np.zeros(LOWS, dtype=np.int64)  # hands still to come with a low class at or above it
    for i in range(size):
        if asked_end[i] == asked_end[i + 1] or dealer_end[i] == dealer_end[i + 1]:
            continue
        met[:] = 0
        left[:] = 0
        for d in range(dealer_end[i], dealer_end[i + 1]):
            left[dealer_low[who[d]]] += weight[d]
        for threshold in range(LOWS - 2, -1, -1):
            left[threshold] += left[threshold + 1]
        d = dealer_end[i]
        for a in range(asked_end[i], asked_end[i + 1]):
            q = question[a]
            while d < dealer_end[i + 1] and dealer_high[who[d]] < high[q]:
                w = weight[d]
                split = dealer_low[who[d]] + 1
                for threshold in range(split):
                    left[threshold] -= w
                for threshold in range(split, LOWS):
                    met[threshold] += w
                d += 1
            below[q] += times[a] * met[low[q]]
            above[q] += times[a] * left[low[q]]


@kernel
def sweep_suits(
    entry_mask: U16,
    entry_high: I16,
    entry_low: U8,
    entry_sign: I8,
    entry_off: I8,
    mask: U16,
    rest: I32,
    high: I16,
    low: U8,
    mu_start: I32,
    mu_index: U8,
    mu_sign: I8,
    mine: Bool,
    below: I64,
    above: I64,
) -> None:
    """Answer questions about hands D with a flush suit, seen from one suit, for some sets of shared cards in it.

    Entries are such D in order of their high class: the ranks in the suit with the joker bit, and the other ranks.
    Question q is asked by a hand with the ranks ``mask[q]`` in that suit and the multiset ``rest[q]`` outside.
    """
    size = 1 << 14
    entry_end = np.zeros(size + 1, dtype=np.int64)
    for e in range(len(entry_mask)):
        whole = np.int64(entry_mask[e])
        shared = whole
        while True:
            entry_end[shared + 1] += mine[shared]
            if shared == 0:
                break
            shared = (shared - 1) & whole
    asked_end = np.zeros(size + 1, dtype=np.int64)
    for q in range(len(mask)):
        whole = np.int64(mask[q])
        shared = whole
        while True:
            asked_end[shared + 1] += mine[shared]
            if shared == 0:
                break
            shared = (shared - 1) & whole
    for i in range(size):
        entry_end[i + 1] += entry_end[i]
        asked_end[i + 1] += asked_end[i]
    place = entry_end[:size].copy()
    entries = np.empty(entry_end[size], dtype=np.int32)
    for e in range(len(entry_mask)):
        whole = np.int64(entry_mask[e])
        shared = whole
        while True:
            if mine[shared]:
                entries[place[shared]] = e
                place[shared] += 1
            if shared == 0:
                break
            shared = (shared - 1) & whole
    place[:] = asked_end[:size]
    questions = np.empty(asked_end[size], dtype=np.int32)
    for q in range(len(mask)):
        whole = np.int64(mask[q])
        shared = whole
        while True:
            if mine[shared]:
                questions[place[shared]] = q
                place[shared] += 1
            if shared == 0:
                break
            shared = (shared - 1) & whole
    met = np.zeros((MUS, WIDTH), dtype=np.int32)  # hands met so far with a low class below each threshold
    all_above = np.zeros((MUS, WIDTH), dtype=np.int32)  # all hands with a low class at or above it
    flat_met = met.reshape(-1)
    flat_above = all_above.reshape(-1)
    mus = np.zeros(4, dtype=np.int64)
    ways = np.zeros(4, dtype=np.int32)
    for shared in range(size):
        if entry_end[shared] == entry_end[shared + 1] or asked_end[shared] == asked_end[shared + 1]:
            continue
        bits = 0
        for rank in range(14):
            bits += (shared >> rank) & 1
        parity = 1 - 2 * (bits & 1)
        met[:] = 0
        all_above[:] = 0
        for i in range(entry_end[shared], entry_end[shared + 1]):
            e = entries[i]
            number = _small_parts(entry_off[e, 0], entry_off[e, 1], entry_sign[e], mus, ways)
            for k in range(number):
                all_above[mus[k], entry_low[e]] += ways[k]
        for mu in range(MUS):
            for threshold in range(LOWS - 2, -1, -1):
                all_above[mu, threshold] += all_above[mu, threshold + 1]
        i = entry_end[shared]
        for a in range(asked_end[shared], asked_end[shared + 1]):
            q = questions[a]
            while i < entry_end[shared + 1] and entry_high[entries[i]] < high[q]:
                e = entries[i]
                number = _small_parts(entry_off[e, 0], entry_off[e, 1], entry_sign[e], mus, ways)
                split = np.int64(entry_low[e]) + 1
                for k in range(number):
                    row = met[mus[k], split:]
                    way = ways[k]
                    for threshold in range(len(row)):
                        row[threshold] += way
                i += 1
            under = 0
            over = 0
            threshold = np.uint64(low[q])
            for m in range(np.uint64(mu_start[rest[q]]), np.uint64(mu_start[rest[q] + 1])):
                at = np.uint64(mu_index[m]) * np.uint64(WIDTH)
                sign = np.int32(mu_sign[m])
                under += sign * flat_met[at + threshold]
                over += sign * (flat_above[at + threshold] - flat_met[at + np.uint64(WIDTH - 1)])
            below[q] += parity * under
            above[q] += parity * (over + under)


@kernel
def _small_parts(first: int, second: int, sign: int, mus: I64, ways: I32) -> int:
    """Parts of the other ranks of a flush hand, and how many hands of three suits contain given cards of that part."""
    mus[0] = 0
    if first < 0:
        ways[0] = sign
        return 1
    mus[1] = 1 + first
    if second < 0:
        ways[0] = 3 * sign
        ways[1] = sign
        return 2
    mus[2] = 14 + first * (first + 1) // 2 + second
    ways[2] = sign
    if first == second:
        ways[0] = 3 * sign
        ways[1] = 2 * sign
        return 3
    mus[3] = 1 + second
    ways[0] = 9 * sign
    ways[1] = 3 * sign
    ways[3] = 3 * sign
    return 4
