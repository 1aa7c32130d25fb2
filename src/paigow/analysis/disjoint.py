"""Exact counts over all deals of two hands with no card in common.

The question is always the same: a hand P is set into the classes (high, low); how many hands D, disjoint from P and set
in a fixed way, are below it in both, and how many are at or above it in both? The answer is an inclusion-exclusion over
the cards S that P and D would share, done twice:

* *ranks*: every D counted as if suits did not exist. Then only the ranks of S matter, and S is a sub-multiset of the
  ranks of P: about seven million pairs of a rank type and a part of it.
* *suits*: D that hold a flush suit, once as they are and once, with the opposite sign, as the rank type that stood for
  them before. D is a set of ranks in that suit and at most two other cards, so S is a set of ranks in that suit and at
  most two others, and all that matters about P is its ranks in that suit and the ranks of its other cards. With four
  suits, each P has four such answers, each shared by all hands that look alike from that suit.

For each S, the hands that contain it are visited in order of their high class, with running sums over the low classes
seen so far, so that a question takes one look-up. All sums fit in 64 bits: the sum over S of the number of pairs (P, D)
in which both hands contain S is the sum over pairs of 2**|P & D|, below 5 * 10**16.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from paigow.analysis.kernel import I8, I16, I32, I64, U8, U16, Bool, kernel
from paigow.analysis.multisets import RANK_KEYS, multiset_number, number_multisets
from paigow.analysis.types import TYPES, type_table
from paigow.errors import PaigowError

WIDTH = 96
"""Room for every low-class threshold, 0 to 92, in whole vectors; the last slot is above every low class."""

MUS = 1 + 13 + 91
"""The number of multisets of at most two ranks: what a flush hand may hold outside its suit."""

CHOOSE = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]], dtype=np.int64)


MOST_PARTS = 1024
"""The largest denominator of a weight: sums over the flush hands of one suit must fit in 32 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Dealer:
    """The other side's strategy: the classes of each setting it uses, by type, and how often it uses each.

    A fixed house way has one entry per type. A mixed strategy has several, whose weights add up to ``parts``; every
    answer is then ``parts`` times the average. Types without an entry are not counted.
    """

    type: I32
    high: I16
    low: U8
    weight: I32
    parts: int = 1

    @classmethod
    def fixed(cls, high: I16, low: U8) -> "Dealer":
        """Return a dealer with one setting for every type."""
        return cls(np.arange(TYPES, dtype=np.int32), high, low, np.ones(TYPES, dtype=np.int32))

    @classmethod
    def mixed(cls, type_: I32, high: I16, low: U8, weight: I32, parts: int) -> "Dealer":
        """Return a dealer with several settings per type, listed by type, each with its weight out of ``parts``."""
        if not 1 <= parts <= MOST_PARTS:
            raise PaigowError(f"weights are out of 1 to {MOST_PARTS} parts, not {parts}")
        used = weight > 0
        return cls(type_[used], high[used], low[used], weight[used], parts)

    def only(self, types: Bool) -> "Dealer":
        """Return the same dealer with only the given types counted."""
        kept = types[self.type]
        return Dealer(self.type[kept], self.high[kept], self.low[kept], self.weight[kept], self.parts)


@dataclass(frozen=True, slots=True, eq=False)
class Questions:
    """Thresholds to count against, listed by type: those of type ``t`` are ``start[t]`` to ``start[t + 1]``.

    A question has two answers: the hands D below ``high`` whose low class is at least ``floor`` and below ``low``, and
    the hands D at or above ``high`` whose low class is at least ``over``. Usually ``floor`` is 0 and ``over`` equals
    ``low``.
    """

    start: I32
    high: I16
    low: U8
    floor: U8
    over: U8

    @classmethod
    def plain(cls, start: I32, high: I16, low: U8) -> "Questions":
        """Ask how many hands are below both thresholds, and how many are at or above both."""
        return cls(start, high, low, np.zeros_like(low), low)

    @classmethod
    def one_each(cls, high: I16, low: U8) -> "Questions":
        """Ask one question for every type."""
        return cls.plain(np.arange(TYPES + 1, dtype=np.int32), high, low)


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """The multisets of at most seven ranks."""

    numbering: I32
    size: int
    mu_start: I32
    mu_index: U8
    mu_sign: I8
    """For a multiset of ranks in three suits: its parts of at most two cards and their inclusion-exclusion factors."""


@dataclass(frozen=True, slots=True, eq=False)
class RankParts:
    """All parts of all rank types of a deck."""

    start: I32
    part: I32
    within: I32
    """The number of hands of the rank type that contain given cards of these ranks."""
    factor: I8
    """The number of ways in which the hand contains such cards, with the sign of inclusion-exclusion."""


@kernel
def _mu_lists(counts: U8) -> tuple[I32, U8, I8]:
    """List the parts of at most two cards of every multiset that three suits can hold; list nothing for the others."""
    size = counts.shape[0]
    start = np.zeros(size + 1, dtype=np.int32)
    for m in range(size):
        d = 0
        doubles = 0
        most = np.int64(counts[m, 13]) * 4
        for rank in range(13):
            d += counts[m, rank] > 0
            doubles += counts[m, rank] > 1
            most = max(most, np.int64(counts[m, rank]))
        start[m + 1] = start[m] + (1 + d + d * (d - 1) // 2 + doubles if most < 4 else 0)
    index = np.empty(start[size], dtype=np.uint8)
    sign = np.empty(start[size], dtype=np.int8)
    for m in range(size):
        place = start[m]
        if place == start[m + 1]:
            continue
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
    """Enumerate all multisets of at most seven ranks, and list the small parts of those that three suits can hold."""
    numbering, counts = number_multisets(exactly_seven=False)
    return Parts(numbering, len(counts), *_mu_lists(counts))


@kernel
def _rank_parts(counts: U8, chosen: Bool, numbering: I32, rank_keys: I64, choose: I64) -> tuple[I32, I32, I32, I8]:
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
            part[place] = multiset_number(key, numbering)
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
    """A deck of some ranks in four suits with the joker.

    Small decks allow the exact method to be checked by enumeration.
    """

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
    """Return the rank types that the deck can deal."""
    missing = [rank for rank in range(13) if rank not in deck.ranks]
    found: Bool = (type_table().counts[:, missing] == 0).all(axis=1)
    return found


@cache
def rank_parts(deck: Deck = FULL_DECK) -> RankParts:
    """Return the parts of a deck's rank types (seven million for the full deck)."""
    p = parts()
    return RankParts(*_rank_parts(type_table().counts, rank_types_of(deck), p.numbering, RANK_KEYS, CHOOSE))


@kernel
def _by_part(types: I32, start: I32, part: I32, size: int) -> tuple[I64, I32, I32]:
    """Return, for each part of ranks, the types that contain it, in the given order, and the index of each pair."""
    end = np.zeros(size + 1, dtype=np.int64)
    for r in types:
        for item in range(start[r], start[r + 1]):
            end[part[item] + 1] += 1
    for i in range(size):
        end[i + 1] += end[i]
    place = end[:size].copy()
    who = np.empty(end[size], dtype=np.int32)
    listed = np.empty(end[size], dtype=np.int32)
    for number in range(len(types)):
        r = types[number]
        for item in range(start[r], start[r + 1]):
            at = place[part[item]]
            place[part[item]] = at + 1
            who[at] = number
            listed[at] = item
    return end, who, listed


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
    dealer_weight: I32,
    asked: I32,
    high: I16,
    low: U8,
    floor: U8,
    over: U8,
    below: I64,
    above: I64,
) -> None:
    """Answer questions as if suits did not exist.

    ``dealers`` are rank types in order of their high class, with their classes and weights. Question q, in order of
    its high threshold, is asked by a hand of rank type ``asked[q]``; its answers are added to ``below[q]`` and
    ``above[q]``.
    """
    dealer_end, who, dealer_item = _by_part(dealers, start, part, size)
    asked_end, question, asked_item = _by_part(asked, start, part, size)
    met = np.zeros(WIDTH, dtype=np.int64)  # hands seen so far with a low class below each threshold
    all_above = np.zeros(WIDTH, dtype=np.int64)  # all hands with a low class at or above it
    for i in range(size):
        if asked_end[i] == asked_end[i + 1] or dealer_end[i] == dealer_end[i + 1]:
            continue
        met[:] = 0
        all_above[:] = 0
        for d in range(dealer_end[i], dealer_end[i + 1]):
            all_above[dealer_low[who[d]]] += np.int64(within[dealer_item[d]]) * dealer_weight[who[d]]
        for threshold in range(WIDTH - 2, -1, -1):
            all_above[threshold] += all_above[threshold + 1]
        d = dealer_end[i]
        for a in range(asked_end[i], asked_end[i + 1]):
            q = question[a]
            while d < dealer_end[i + 1] and dealer_high[who[d]] < high[q]:
                ways = np.int64(within[dealer_item[d]]) * dealer_weight[who[d]]
                row = met[np.int64(dealer_low[who[d]]) + 1 :]
                for threshold in range(len(row)):
                    row[threshold] += ways
                d += 1
            times = np.int64(factor[asked_item[a]])
            below[q] += times * (met[low[q]] - met[floor[q]])
            above[q] += times * (all_above[over[q]] - met[WIDTH - 1] + met[over[q]])


@kernel
def _by_shared(mask: U16, mine: Bool) -> tuple[I64, I32]:
    """Return, for each set of ranks in a suit, the lines whose own set contains it, in the given order."""
    end = np.zeros((1 << 14) + 1, dtype=np.int64)
    for line in range(len(mask)):
        whole = np.int64(mask[line])
        shared = whole
        while True:
            end[shared + 1] += mine[shared]
            if shared == 0:
                break
            shared = (shared - 1) & whole
    for i in range(1 << 14):
        end[i + 1] += end[i]
    place = end[: 1 << 14].copy()
    lines = np.empty(end[1 << 14], dtype=np.int32)
    for line in range(len(mask)):
        whole = np.int64(mask[line])
        shared = whole
        while True:
            if mine[shared]:
                lines[place[shared]] = line
                place[shared] += 1
            if shared == 0:
                break
            shared = (shared - 1) & whole
    return end, lines


@kernel
def _meet(entry: int, low: U8, off: I8, weight: I32, met: I32, mus: I64, ways: I32) -> None:
    """Add a flush hand to the running sums for the parts of its other ranks."""
    number = _small_parts(off[entry, 0], off[entry, 1], weight[entry], mus, ways)
    for k in range(number):
        row = met[mus[k], np.int64(low[entry]) + 1 :]
        way = ways[k]
        for threshold in range(len(row)):
            row[threshold] += way


@kernel
def _fill_above(entries: I32, low: U8, off: I8, weight: I32, all_above: I32, mus: I64, ways: I32) -> None:
    """Count all flush hands with a low class at or above each threshold, by the parts of their other ranks."""
    all_above[:] = 0
    for e in entries:
        number = _small_parts(off[e, 0], off[e, 1], weight[e], mus, ways)
        for k in range(number):
            all_above[mus[k], low[e]] += ways[k]
    for mu in range(MUS):
        for threshold in range(WIDTH - 2, -1, -1):
            all_above[mu, threshold] += all_above[mu, threshold + 1]


@kernel
def _parity(bits: int) -> int:
    sign = 1
    for rank in range(14):
        if (bits >> rank) & 1:
            sign = -sign
    return sign


@kernel
def sweep_suits(
    entry_mask: U16,
    entry_high: I16,
    entry_low: U8,
    entry_weight: I32,
    entry_off: I8,
    mask: U16,
    rest: I32,
    high: I16,
    low: U8,
    floor: U8,
    over: U8,
    below_factor: I64,
    above_factor: I64,
    mu_start: I32,
    mu_index: U8,
    mu_sign: I8,
    mine: Bool,
    below: I64,
    above: I64,
) -> None:
    """Answer questions about hands D with a flush suit, seen from one suit, for some sets of shared cards in it.

    Entries are such D in order of their high class: the ranks in the suit with the joker bit, and the other ranks.
    Question q, in order of its high threshold, is asked by a hand with the ranks ``mask[q]`` in that suit and the
    multiset ``rest[q]`` outside. The answers times their factors are added to ``below`` and ``above``: one entry per
    question if they have room, otherwise one sum.
    """
    entry_end, entries = _by_shared(entry_mask, mine)
    asked_end, questions = _by_shared(mask, mine)
    each = len(below) == len(mask)
    met = np.zeros((MUS, WIDTH), dtype=np.int32)  # hands seen so far with a low class below each threshold
    all_above = np.zeros((MUS, WIDTH), dtype=np.int32)
    flat_met = met.reshape(-1)
    flat_above = all_above.reshape(-1)
    mus = np.zeros(4, dtype=np.int64)
    ways = np.zeros(4, dtype=np.int32)
    for shared in range(1 << 14):
        first = entry_end[shared]
        last = entry_end[shared + 1]
        if first == last or asked_end[shared] == asked_end[shared + 1]:
            continue
        parity = _parity(shared)
        met[:] = 0
        _fill_above(entries[first:last], entry_low, entry_off, entry_weight, all_above, mus, ways)
        for a in range(asked_end[shared], asked_end[shared + 1]):
            q = questions[a]
            while first < last and entry_high[entries[first]] < high[q]:
                _meet(entries[first], entry_low, entry_off, entry_weight, met, mus, ways)
                first += 1
            found = 0
            begin = np.uint64(mu_start[rest[q]])
            end = np.uint64(mu_start[rest[q] + 1])
            upper = np.uint64(low[q])
            lower = np.uint64(floor[q])
            for m in range(begin, end):
                at = np.uint64(mu_index[m]) * np.uint64(WIDTH)
                found += np.int32(mu_sign[m]) * (flat_met[at + upper] - flat_met[at + lower])
            place = q if each else 0
            below[place] += parity * below_factor[q] * found
            if above_factor[q] != 0:
                found = 0
                upper = np.uint64(over[q])
                for m in range(begin, end):
                    at = np.uint64(mu_index[m]) * np.uint64(WIDTH)
                    left = flat_above[at + upper] - flat_met[at + np.uint64(WIDTH - 1)] + flat_met[at + upper]
                    found += np.int32(mu_sign[m]) * left
                above[place] += parity * above_factor[q] * found


@kernel
def _small_parts(first: int, second: int, weight: int, mus: I64, ways: I32) -> int:
    """Return the parts of a flush hand's other ranks, and how many hands of three suits contain each part."""
    mus[0] = 0
    if first < 0:
        ways[0] = weight
        return 1
    mus[1] = 1 + first
    if second < 0:
        ways[0] = 3 * weight
        ways[1] = weight
        return 2
    mus[2] = 14 + first * (first + 1) // 2 + second
    ways[2] = weight
    if first == second:
        ways[0] = 3 * weight
        ways[1] = 2 * weight
        return 3
    mus[3] = 1 + second
    ways[0] = 9 * weight
    ways[1] = 3 * weight
    ways[3] = 3 * weight
    return 4
