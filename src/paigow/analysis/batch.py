"""Evaluation of many hands at once: arrays of card codes in, arrays of classes out.

A card's code is its index in ``paigow.poker.DECK``: four times its rank (0 for a two, 12 for an ace) plus its suit, 52
for the joker. Classes are those of ``ranks``: a higher class is a better hand, and equal classes are a copy.
"""

from collections.abc import Iterable
from concurrent.futures import Executor
from functools import cache

import numpy as np

from paigow.analysis.execution import run
from paigow.analysis.house_ways import house_way, house_way_classes
from paigow.analysis.kernel import I16, I32, I64, U8, kernel
from paigow.analysis.multisets import JOKER_PART, LAST_BITS, SUITS_AT, multiset_number
from paigow.analysis.ranks import rank_table, setting_table
from paigow.analysis.types import CARD_KEYS, JOKER, PAIR_INDEX, flush_type, type_table
from paigow.errors import HandError
from paigow.poker import Card, HouseWay, Wheel

SLICE = 1 << 18
"""The number of hands per job."""


@kernel
def _look_up(cards: U8, keys: I64, numbering: I32, mask_start: I32, pairs: I64, table: I16, found: I16) -> None:
    """Look up table[type] for every hand."""
    for hand in range(np.uint64(len(found))):
        first = hand * np.uint64(7)
        key = np.int64(0)
        for i in range(np.uint64(7)):
            key += keys[np.uint64(cards[first + i])]
        suits = (key >> SUITS_AT) & 0xFFFF
        joker = ((key >> LAST_BITS) & 0x7FF) >= JOKER_PART
        if (suits + (0x4444 if joker else 0x3333)) & 0x8888:
            found[hand] = table[np.uint64(flush_type(cards, np.int64(first), key, mask_start, pairs))]
        else:
            found[hand] = table[np.uint64(multiset_number(key, numbering))]


def hands_array(hands: Iterable[Iterable[Card]]) -> U8:
    """Return the card codes of some hands as an array for the functions below."""
    return np.array([[card.index for card in hand] for hand in hands], dtype=np.uint8)


def _checked(cards: U8) -> U8:
    rows = np.ascontiguousarray(cards, dtype=np.uint8)
    if rows.ndim != 2 or rows.shape[1] != 7:
        raise HandError(f"a batch of hands has rows of seven cards, not the shape {rows.shape}")
    if rows.size and rows.max() > JOKER:
        raise HandError(f"card codes are 0 to {JOKER}, not {rows.max()}")
    return rows


def _map(cards: U8, table: I16, executor: Executor | None) -> I16:
    rows = _checked(cards)
    types = type_table()
    found = np.empty(len(rows), dtype=np.int16)

    def job(first: int) -> None:
        part = rows[first : first + SLICE]
        _look_up(
            part.reshape(-1), CARD_KEYS, types.numbering, types.mask_start, PAIR_INDEX, table,
            found[first : first + SLICE],
        )  # fmt: skip

    starts = range(0, len(rows), SLICE)
    if len(starts) > 1:
        run(job, starts, executor)
    elif len(rows):
        job(0)
    return found


@cache
def _best_table(wheel: Wheel) -> I16:
    best: I16 = setting_table(wheel).high.max(axis=1)
    return best


def best_five(cards: U8, wheel: Wheel = Wheel.SECOND, executor: Executor | None = None) -> I16:
    """Return the class of the best five cards in each row of seven.

    An executor, if given, must share memory (threads).
    """
    return _map(cards, _best_table(wheel), executor)


def categories(classes: I16, wheel: Wheel = Wheel.SECOND) -> U8:
    """Return the category (``paigow.poker.Category``) of high classes."""
    return rank_table(wheel).category[classes]


def set_by_house_way(
    cards: U8, way: str | HouseWay, wheel: Wheel = Wheel.SECOND, executor: Executor | None = None
) -> tuple[I16, I16]:
    """Return the high and low classes of each row of seven cards when set by a house way."""
    high, low = house_way_classes(house_way(way), wheel)
    return _map(cards, high, executor), _map(cards, low.astype(np.int16), executor)
