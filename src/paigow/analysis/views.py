"""The appearance of a hand from one suit: its ranks in that suit and the ranks of its other cards.

Seen from one suit, hands of one type differ in only a few ways, and hands of many types look alike. A *view* is one
such way; the effect of a flush in that suit on a hand is counted once per view.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from paigow.analysis.disjoint import CHOOSE, FULL_DECK, Dealer, Deck, Questions, parts, rank_types_of
from paigow.analysis.kernel import I8, I16, I32, I64, U8, U16, Int, kernel
from paigow.analysis.multisets import RANK_KEYS, multiset_number
from paigow.analysis.types import RANK_TYPES, type_table


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """Views of all hands of some rank types, with one line for every question asked by a hand with that view.

    ``at`` maps a hand to its lines: for a rank type with d different ranks, ``code_start[r]`` plus a bit for each of
    them that is in the suit (lowest rank first); for a flush type, five places from ``flush_start``: seen from the
    flush suit, then from another suit that holds none, the first, the second or both of the other cards.
    """

    code_start: I32
    at: I32
    flush_start: I32
    flush_at: I32
    question: I32
    mask: U16
    rest: I32
    weight: I32
    """The number of hands that have this view from one given suit."""


@cache
def flush_types_by_rank_type() -> tuple[I32, I32]:
    """Return the flush types of each rank type: ``types[start[r]:start[r + 1]]``."""
    rank_type = type_table().rank_type[RANK_TYPES:]
    order = np.argsort(rank_type, kind="stable").astype(np.int32) + RANK_TYPES
    start = np.searchsorted(np.sort(rank_type), np.arange(RANK_TYPES + 1)).astype(np.int32)
    return start, order


@kernel
def _views(
    fill: bool,
    chosen: I32,
    counts: U8,
    flush_of: I32,
    flush_types: I32,
    type_mask: U16,
    off: I8,
    q_start: I32,
    numbering: I32,
    rank_keys: I64,
    choose: I64,
    code_start: I32,
    at: I32,
    flush_start: I32,
    flush_at: I32,
    question: I32,
    mask: U16,
    rest: I32,
    weight: I32,
) -> int:
    """Fill the views, or only count their lines and codes. Return the number of lines."""
    line = 0
    codes = 0
    flushes = 0
    support = np.zeros(13, dtype=np.int64)
    where = np.zeros(13, dtype=np.int64)
    code: Int
    hands = np.zeros(128, dtype=np.int64)
    for c in range(len(chosen)):
        r = chosen[c]
        asks = q_start[r + 1] - q_start[r]
        joker = np.int64(counts[r, 13])
        d = 0
        natural_key = 0
        quads = 0
        for rank in range(13):
            if counts[r, rank]:
                support[d] = rank
                where[rank] = d
                natural_key += counts[r, rank] * rank_keys[rank]
                if counts[r, rank] == 4:
                    quads |= 1 << d
                d += 1
        for code in range(1 << d):
            ways = 1
            if code & quads != quads:
                ways = 0
            else:
                for i in range(d):
                    ways *= choose[3, np.int64(counts[r, support[i]]) - ((code >> i) & 1)]
            hands[code] = ways
        code_start[c] = codes
        flush_start[c] = flushes
        for f in range(flush_of[r], flush_of[r + 1]):
            t = flush_types[f]
            a = np.int64(off[t, 0])
            b = np.int64(off[t, 1])
            own = 1
            if a >= 0:
                own = 3
                if b >= 0:
                    own = 3 if a == b else 9
            mine = q_start[t + 1] - q_start[t]
            if fill:
                flush_at[5 * flushes] = line
                rest_key = (rank_keys[a] if a >= 0 else 0) + (rank_keys[b] if b >= 0 else 0)
                for k in range(mine):
                    question[line + k] = q_start[t] + k
                    mask[line + k] = type_mask[t]
                    rest[line + k] = multiset_number(rest_key, numbering)
                    weight[line + k] = own
            line += mine
            for which in range(4):
                if fill:
                    flush_at[5 * flushes + 1 + which] = -1
                if (which & 1 and a < 0) or (which & 2 and (b < 0 or a == b)):
                    continue
                ways = 3
                if a >= 0 and a == b:
                    ways *= 2 if which & 1 else 1
                else:
                    if a >= 0 and not which & 1:
                        ways *= 2
                    if b >= 0 and not which & 2:
                        ways *= 2
                bits: Int = 0
                code = 0
                key: Int = natural_key
                if which & 1:
                    bits |= 1 << a
                    code |= 1 << where[a]
                    key -= rank_keys[a]
                if which & 2:
                    bits |= 1 << b
                    code |= 1 << where[b]
                    key -= rank_keys[b]
                hands[code] -= ways
                if fill:
                    flush_at[5 * flushes + 1 + which] = line
                    for k in range(mine):
                        question[line + k] = q_start[t] + k
                        mask[line + k] = bits | (joker << 13)
                        rest[line + k] = multiset_number(key, numbering)
                        weight[line + k] = ways
                line += mine
            flushes += 1
        for code in range(1 << d):
            size = joker
            key = natural_key
            bits = joker << 13
            for i in range(d):
                if (code >> i) & 1:
                    size += 1
                    key -= rank_keys[support[i]]
                    bits |= 1 << support[i]
            if hands[code] == 0 or size >= 5:
                if fill:
                    at[codes + code] = -1
                continue
            if fill:
                at[codes + code] = line
                for k in range(asks):
                    question[line + k] = q_start[r] + k
                    mask[line + k] = bits
                    rest[line + k] = multiset_number(key, numbering)
                    weight[line + k] = hands[code]
            line += asks
        codes += 1 << d
    code_start[len(chosen)] = codes
    flush_start[len(chosen)] = flushes
    return line


def views(chosen: I32, questions: Questions) -> Views:
    """Return all views of the hands of the given rank types."""
    types, p = type_table(), parts()
    flush_of, flush_types = flush_types_by_rank_type()
    code_start = np.zeros(len(chosen) + 1, dtype=np.int32)
    flush_start = np.zeros(len(chosen) + 1, dtype=np.int32)
    nothing = np.empty(0, dtype=np.int32)
    fixed = (
        chosen, types.counts, flush_of, flush_types, types.mask, types.off, questions.start,
        p.numbering, RANK_KEYS, CHOOSE,
    )  # fmt: skip
    no_mask = np.empty(0, dtype=np.uint16)
    lines = _views(False, *fixed, code_start, nothing, flush_start, nothing, nothing, no_mask, nothing, nothing)
    found = Views(
        code_start,
        np.empty(code_start[-1], dtype=np.int32),
        flush_start,
        np.empty(5 * flush_start[-1], dtype=np.int32),
        np.empty(lines, dtype=np.int32),
        np.empty(lines, dtype=np.uint16),
        np.empty(lines, dtype=np.int32),
        np.empty(lines, dtype=np.int32),
    )
    _views(
        True, *fixed, code_start, found.at, flush_start, found.flush_at,
        found.question, found.mask, found.rest, found.weight,
    )  # fmt: skip
    return found


def flush_entries(dealer: Dealer, deck: Deck = FULL_DECK) -> tuple[U16, I16, U8, I32, I8]:
    """Return flush hands as they are set and, with the opposite sign, as their rank type is set, by high class."""
    types = type_table()
    present = np.flatnonzero(rank_types_of(deck)[types.rank_type[RANK_TYPES:]]) + RANK_TYPES
    as_flush, of_flush = _entries_of(dealer, present, present)
    as_ranks, of_ranks = _entries_of(dealer, types.rank_type[present], present)
    entry, mine = np.concatenate([as_flush, as_ranks]), np.concatenate([of_flush, of_ranks])
    sign = np.repeat(np.array([1, -1], dtype=np.int32), [len(as_flush), len(as_ranks)])
    # One line for each setting of a type; whatever both ways of counting share cancels out.
    key = (mine.astype(np.int64) << 20) + (dealer.high[entry].astype(np.int64) << 7) + dealer.low[entry]
    settings, line = np.unique(key, return_inverse=True)
    weight = np.zeros(len(settings), dtype=np.int64)
    np.add.at(weight, line, sign * dealer.weight[entry])
    settings, weight = settings[weight != 0], weight[weight != 0]
    high = (settings >> 7 & 0x1FFF).astype(np.int16)
    order = np.argsort(high, kind="stable")
    flush = (settings >> 20)[order]
    low = (settings & 127).astype(np.uint8)[order]
    return types.mask[flush], high[order], low, weight.astype(np.int32)[order], types.off[flush]


def _entries_of(dealer: Dealer, types: I64 | I32, named: I64) -> tuple[I64, I64]:
    """Return the dealer's entries for the given types, one type after another, and the name given to each type."""
    first = np.searchsorted(dealer.type, types)
    sizes = np.searchsorted(dealer.type, types, side="right") - first
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) - np.repeat(ends - sizes - first, sizes), np.repeat(named, sizes)
