"""Reduction of hands to types.

Every rule of pai gow poker depends on ranks alone unless the hand has five cards of one suit, counting the joker; then
it depends on the ranks in that suit and the ranks of the other cards. So 154,143,080 hands fall into 292,253 types:

* a *rank type* (67,600) is a multiset of ranks, with or without the joker: the hands without a flush;
* a *flush type* (224,653) is a set of ranks in the flush suit (the joker counts as one more) and a multiset of at
  most two ranks in the other suits.

Types are numbered with the rank types first. The type of a hand is a sum of per-card keys and a few look-ups.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np

from paigow.analysis.kernel import I8, I32, I64, U8, U16, U64, Int, kernel
from paigow.analysis.multisets import JOKER_PART, LAST_BITS, RANK_KEYS, SUITS_AT, multiset_number, number_multisets
from paigow.errors import HandError

JOKER = 52
JOKER_RANK = 13
"""Ranks are 0 (two) to 12 (ace); the joker has its own rank where hands are counted."""
JOKER_BIT = 1 << JOKER_RANK

RANK_TYPES = 67_600
FLUSH_TYPES = 224_653
TYPES = RANK_TYPES + FLUSH_TYPES
HANDS = 154_143_080

SUIT_BITS = 4

CARD_KEYS = np.array(
    [int(RANK_KEYS[card // 4]) + (1 << (SUITS_AT + SUIT_BITS * (card % 4))) for card in range(52)]
    + [int(RANK_KEYS[JOKER_RANK])],
    dtype=np.int64,
)
"""The amount that each card adds to the key of a hand, for its rank and one card of its suit."""

CODE_AT = np.uint64(56)
"""Bit position of a card's code in a keyed deck, above the highest bit that the sum of seven keys can reach."""

PAIR_INDEX = np.array([[max(a, b) * (max(a, b) + 1) // 2 + min(a, b) for b in range(13)] for a in range(13)], np.int64)
"""Number of the multiset {a, b} of two ranks, 0 to 90."""

LOW_OF_SETTING = np.array([(i, j) for j in range(7) for i in range(j)], dtype=np.int64)
"""The two positions of a hand in canonical order that go into the low hand, for each of the 21 settings."""


@dataclass(frozen=True, slots=True, eq=False)
class TypeTable:
    """Every type, with the means to get from cards to types."""

    numbering: I32
    """The map from the key of a hand to its rank type (see ``multisets``)."""
    counts: U8
    """The number of cards of each rank, and of jokers: one row of fourteen for each rank type."""
    mask_start: I32
    """The first type with a given set of ranks (and joker bit) in the flush suit; -1 if it makes no flush."""
    mask: U16
    """The ranks in the flush suit and the joker bit; 0 for rank types."""
    off: I8
    """The (at most two) ranks outside the flush suit, higher first; -1 for none."""
    rank_type: I32
    """The rank type of every type: what the hand would be if suits did not exist."""
    hands: I64
    """The number of hands of each type, out of 154,143,080."""
    cards: U8
    """One hand of each type in canonical order: the joker, then from aces down, with the flush suit (clubs) first."""


@kernel
def _fill_flush_types(mask_start: I32, mask: U16, off: I8, first: int) -> int:
    """Enumerate the flush types: masks in order, then the multiset of other ranks."""
    place = first
    for bits in range(1 << 14):
        size = 0
        for rank in range(14):
            size += (bits >> rank) & 1
        mask_start[bits] = -1
        if size < 5 or size > 7:
            continue
        mask_start[bits] = place
        if size == 7:
            mask[place] = bits
            off[place, 0] = -1
            off[place, 1] = -1
            place += 1
        elif size == 6:
            for a in range(13):
                mask[place] = bits
                off[place, 0] = a
                off[place, 1] = -1
                place += 1
        else:
            for a in range(13):
                for b in range(a + 1):
                    mask[place] = bits
                    off[place, 0] = a
                    off[place, 1] = b
                    place += 1
    return place


@kernel
def _fill_types(
    numbering: I32, counts: U8, mask: U16, off: I8, rank_keys: I64, rank_type: I32, hands: I64, cards: U8
) -> None:
    """Fill in the rank type, the number of hands and one hand of every type."""
    choose4 = (1, 4, 6, 4, 1)
    choose3 = (1, 3, 3, 1)
    for t in range(counts.shape[0]):
        ways = 1
        place = 0
        rank_type[t] = t
        if counts[t, 13]:
            cards[t, 0] = 52
            place = 1
        for rank in range(12, -1, -1):
            ways *= choose4[counts[t, rank]]
            for _ in range(counts[t, rank]):
                cards[t, place] = 4 * rank + place % 4
                place += 1
        hands[t] = ways
    held = np.zeros(13, dtype=np.int64)
    for t in range(counts.shape[0], mask.shape[0]):
        held[:] = 0
        key = 0
        for rank in range(14):
            if (mask[t] >> rank) & 1:
                key += rank_keys[rank]
        for i in range(2):
            if off[t, i] >= 0:
                held[off[t, i]] += 1
                key += rank_keys[off[t, i]]
        r = multiset_number(key, numbering)
        rank_type[t] = r
        ways = 4
        place = 0
        suit = 1
        if (mask[t] >> 13) & 1:
            cards[t, 0] = 52
            place = 1
        for rank in range(12, -1, -1):
            ways *= choose3[held[rank]]
            if (mask[t] >> rank) & 1:
                cards[t, place] = 4 * rank
                place += 1
            for _ in range(held[rank]):
                cards[t, place] = 4 * rank + suit
                place += 1
                suit += 1
        hands[t] = ways
        hands[r] -= ways


@cache
def type_table() -> TypeTable:
    """Build the table (about ten milliseconds once compiled)."""
    numbering, counts = number_multisets(exactly_seven=True)
    mask_start = np.empty(1 << 14, dtype=np.int32)
    mask = np.zeros(TYPES, dtype=np.uint16)
    off = np.full((TYPES, 2), -1, dtype=np.int8)
    _fill_flush_types(mask_start, mask, off, RANK_TYPES)
    rank_type = np.empty(TYPES, dtype=np.int32)
    hands = np.empty(TYPES, dtype=np.int64)
    cards = np.empty((TYPES, 7), dtype=np.uint8)
    _fill_types(numbering, counts, mask, off, RANK_KEYS, rank_type, hands, cards)
    return TypeTable(numbering, counts, mask_start, mask, off, rank_type, hands, cards)


@kernel
def flush_type(cards: U8, first: Int, key: Int, mask_start: I32, pair_index: I64) -> Int:
    """Return the type of the seven cards from ``first`` on if five share a suit, counting the joker, else -1."""
    joker = ((key >> LAST_BITS) & 0x7FF) >= JOKER_PART
    suits = key >> SUITS_AT
    reach = suits + (0x4444 if joker else 0x3333)
    if reach & 0x8888 == 0:
        return -1
    suit = 0
    while (reach >> (SUIT_BITS * suit + 3)) & 1 == 0:
        suit += 1
    bits: Int = 1 << 13 if joker else 0
    a: Int = -1
    b: Int = -1
    for i in range(first, first + 7):
        card = np.int64(cards[i])
        if card == 52:
            continue
        if card & 3 == suit:
            bits |= 1 << (card >> 2)
        else:
            b = a
            a = card >> 2
    start = mask_start[bits]
    if a < 0:
        return start
    if b < 0:
        return start + a
    return start + pair_index[a, b]


@kernel
def keyed_deck(keys: I64) -> U64:
    """Return the 53 cards to shuffle, each as its key with its code in the bits above.

    A hand's key is the sum of its cards' keys.
    """
    deck = np.empty(53, dtype=np.uint64)
    for card in range(53):
        deck[card] = np.uint64(keys[card]) | (np.uint64(card) << CODE_AT)
    return deck


@kernel
def type_in_deck(deck: U64, first: Int, cards: U8, numbering: I32, mask_start: I32, pairs: I64) -> Int:
    """Return the type of the seven cards of a keyed deck from ``first`` on.

    If they make a flush, ``cards`` receives their codes.
    """
    total = deck[first]
    for i in range(np.uint64(1), np.uint64(7)):
        total += deck[first + i]
    suits = (total >> np.uint64(SUITS_AT)) & np.uint64(0xFFFF)
    joker = ((total >> np.uint64(LAST_BITS)) & np.uint64(0x7FF)) >= np.uint64(JOKER_PART)
    if (suits + np.uint64(0x4444 if joker else 0x3333)) & np.uint64(0x8888):
        for i in range(np.uint64(7)):
            cards[i] = deck[first + i] >> CODE_AT
        return flush_type(cards, 0, np.int64(total & ((np.uint64(1) << CODE_AT) - np.uint64(1))), mask_start, pairs)
    return multiset_number(total, numbering)


@kernel
def _types_of(cards: U8, card_keys: I64, numbering: I32, mask_start: I32, pair_index: I64) -> I32:
    flat = cards.reshape(-1)
    found = np.empty(cards.shape[0], dtype=np.int32)
    for hand in range(cards.shape[0]):
        key = 0
        for i in range(7 * hand, 7 * hand + 7):
            key += card_keys[flat[i]]
        t = flush_type(flat, 7 * hand, key, mask_start, pair_index)
        if t < 0:
            t = multiset_number(key, numbering)
        found[hand] = t
    return found


def types_of(cards: U8) -> I32:
    """Return the type of each row of seven card codes (4 * rank + suit, 52 for the joker)."""
    table = type_table()
    rows = np.ascontiguousarray(cards, dtype=np.uint8)
    if rows.ndim != 2 or rows.shape[1] != 7:
        raise HandError(f"a batch of hands has rows of seven cards, not the shape {rows.shape}")
    if rows.size and rows.max() > JOKER:
        raise HandError(f"card codes are 0 to {JOKER}, not {rows.max()}")
    return _types_of(rows, CARD_KEYS, table.numbering, table.mask_start, PAIR_INDEX)


def canonical_order(cards: Iterable[int]) -> list[int]:
    """Return the cards of one hand in canonical order: the joker, then from aces down, with the flush suit first."""
    hand = list(cards)
    suits = [sum(card != JOKER and card % 4 == suit for card in hand) for suit in range(4)]
    flush = max(range(4), key=suits.__getitem__)
    if suits[flush] + (JOKER in hand) < 5:
        flush = -1
    return sorted(hand, key=lambda card: (card == JOKER, card // 4, card % 4 == flush, -card), reverse=True)
