"""Ranks of five and two cards as dense integers, and the ranks of all 21 settings of every type.

This module was written independently of the readable evaluator in ``paigow.poker`` and is compared with it over every
hand. Five cards fall into one of 7,463 classes, two cards into one of 91; a higher class is the better hand, and equal
classes are a copy.
"""

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from paigow.analysis.kernel import I16, I32, I64, U8, Bool, Int, kernel
from paigow.analysis.types import LOW_OF_SETTING, type_table
from paigow.poker.evaluator import Category, Wheel

HIGH_CLASSES = 7463
LOW_CLASSES = 91
FIRST_PAIR = 78
"""The lowest low class that is a pair (of twos)."""

FIVES = comb(18, 5)
"""The number of multisets of five out of thirteen ranks and the joker, whether or not they are possible."""

FIVE_INDEX = np.array([[comb(symbol + place, place + 1) for symbol in range(14)] for place in range(5)], dtype=np.int64)
"""A multiset in ascending order has the number FIVE_INDEX[0, first] + ... + FIVE_INDEX[4, last]."""

LOW_CLASS = np.array(
    [
        [FIRST_PAIR + a if a == b else max(a, b) * (max(a, b) - 1) // 2 + min(a, b) for b in (*range(13), 12)]
        for a in (*range(13), 12)
    ],
    dtype=np.int64,
)
"""Class of two cards by their ranks; the joker, rank 13, is an ace (MDP-6.A.2)."""

_STRAIGHTS = [0b11111 << low for low in range(8, -1, -1)]
_WHEEL = 0b1000000001111
STRAIGHTS = {
    Wheel.SECOND: np.array([_STRAIGHTS[0], _WHEEL, *_STRAIGHTS[1:]], dtype=np.int64),  # MDP-6.B.3, MDP-6.B.7
    Wheel.LOWEST: np.array([*_STRAIGHTS, _WHEEL], dtype=np.int64),
}
"""Straights as sets of ranks, best first."""


@dataclass(frozen=True, slots=True, eq=False)
class RankTable:
    """Classes of five cards under one wheel rule."""

    high_class: I16
    """[suited, multiset] -> class, -1 if no such five cards exist."""
    category: U8
    """Category of each class (``paigow.poker.evaluator.Category``)."""
    lowest_legal: I16
    """For each low class, the lowest high class that may go with it (MDP-1.B.5, MDP-1.B.6)."""


@kernel
def _five_key(symbols: I64, suited: bool, straights: I64) -> int:
    """Return a number that orders five-card hands; -1 if the deck has no such five cards."""
    counts = np.zeros(13, dtype=np.int64)
    joker = 0
    for symbol in symbols:
        if symbol == 13:
            joker += 1
        else:
            counts[symbol] += 1
    bits = 0
    distinct = 0
    for rank in range(13):
        if counts[rank] > 4:
            return -1
        if counts[rank] > 0:
            bits |= 1 << rank
            distinct += 1
    if joker > 1 or (suited and distinct != 5 - joker):
        return -1
    straight = -1
    if distinct == 5 - joker:
        for i in range(10):
            if bits & straights[i] == bits:
                straight = i
                break
    if straight >= 0 and suited:
        royal = straight == 0
        return ((9 if royal else 8) << 20) + (10 - straight)
    if joker == 1 and suited:
        rank = 12
        while (bits >> rank) & 1:
            rank -= 1
        counts[rank] += 1
    elif joker == 1:
        counts[12] += 1
    most = 0
    groups = 0
    kickers = 0
    for size in range(5, 0, -1):
        for rank in range(12, -1, -1):
            if counts[rank] == size:
                most = max(most, size)
                groups += 1
                kickers = kickers * 16 + rank + 1
    for _ in range(groups, 5):
        kickers *= 16
    if most == 5:
        category = 10
    elif most == 4:
        category = 7
    elif most == 3 and groups == 2:
        category = 6
    elif suited:
        category = 5
    elif straight >= 0:
        return (4 << 20) + (10 - straight)
    elif most == 3:
        category = 3
    elif most == 2:
        category = 2 if groups == 3 else 1
    else:
        category = 0
    return (category << 20) + kickers


@kernel
def _five_keys(straights: I64, five_index: I64) -> I64:
    keys = np.full((2, FIVES), -1, dtype=np.int64)
    five = np.zeros(5, dtype=np.int64)
    for e in range(14):
        for d in range(e + 1):
            for c in range(d + 1):
                for b in range(c + 1):
                    for a in range(b + 1):
                        five[:] = (a, b, c, d, e)
                        index = 0
                        for place in range(5):
                            index += five_index[place, five[place]]
                        keys[0, index] = _five_key(five, False, straights)
                        keys[1, index] = _five_key(five, True, straights)
    return keys


@cache
def rank_table(wheel: Wheel = Wheel.SECOND) -> RankTable:
    """Enumerate the classes of five cards from worst to best."""
    keys = _five_keys(STRAIGHTS[wheel], FIVE_INDEX)
    ordered, inverse = np.unique(keys, return_inverse=True)
    classes = (inverse.reshape(keys.shape) - 1).astype(np.int16)  # the first is -1, no hand
    ordered = ordered[1:]
    low_keys = np.array(
        [(a + 1 << 16) + (b + 1 << 12) for a in range(13) for b in range(a)]
        + [(int(Category.PAIR) << 20) + (a + 1 << 16) for a in range(13)]
    )
    lowest = np.searchsorted(ordered, low_keys).astype(np.int16)
    return RankTable(classes, (ordered >> 20).astype(np.uint8), lowest)


@kernel
def setting_classes(cards: U8, setting: int, low_of: I64, high_class: I16, five_index: I64, low_class: I64) -> Int:
    """Return 128 * high class + low class of one setting of seven cards.

    The cards are in canonical order, with clubs as the flush suit.
    """
    i = low_of[setting, 0]
    j = low_of[setting, 1]
    index = 0
    place = 4
    suited = 1
    ranks_low = low_class[cards[i] >> 2, cards[j] >> 2]
    for k in range(7):
        if k != i and k != j:
            index += five_index[place, cards[k] >> 2]
            place -= 1
            if cards[k] & 3 and cards[k] != 52:
                suited = 0
    return np.int64(high_class[suited, index]) * 128 + ranks_low


@kernel
def _all_settings(cards: U8, low_of: I64, high_class: I16, five_index: I64, low_class: I64) -> I32:
    found = np.empty((cards.shape[0], 21), dtype=np.int32)
    for t in range(cards.shape[0]):
        for setting in range(21):
            found[t, setting] = setting_classes(cards[t], setting, low_of, high_class, five_index, low_class)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class SettingTable:
    """The 21 settings of every type: classes of both hands, and which of them are legal."""

    high: I16
    low: U8
    legal: Bool


@cache
def setting_table(wheel: Wheel = Wheel.SECOND) -> SettingTable:
    """Return the classes of all settings of all types."""
    return settings_of(type_table().cards, wheel)


def settings_of(cards: U8, wheel: Wheel = Wheel.SECOND) -> SettingTable:
    """Return the classes of all settings of hands given in canonical order, with clubs as the flush suit."""
    ranks = rank_table(wheel)
    both = _all_settings(cards, LOW_OF_SETTING, ranks.high_class, FIVE_INDEX, LOW_CLASS)
    high = (both >> 7).astype(np.int16)
    low = (both & 127).astype(np.uint8)
    return SettingTable(high, low, high >= ranks.lowest_legal[low])


@kernel
def _classes(cards: U8, choice: U8, low_of: I64, high_class: I16, five_index: I64, low_class: I64) -> I32:
    found = np.empty(cards.shape[0], dtype=np.int32)
    for t in range(cards.shape[0]):
        found[t] = setting_classes(cards[t], choice[t], low_of, high_class, five_index, low_class)
    return found


def classes_of(choice: U8, wheel: Wheel = Wheel.SECOND) -> tuple[I16, U8]:
    """Return the high and low classes of one setting per type."""
    both = _classes(type_table().cards, choice, LOW_OF_SETTING, rank_table(wheel).high_class, FIVE_INDEX, LOW_CLASS)
    return (both >> 7).astype(np.int16), (both & 127).astype(np.uint8)


@kernel
def _front(high: I16, low: U8, legal: Bool, best: U8) -> int:
    """Return the undominated settings of one hand, highest high hand first, and how many there are."""
    found = 0
    for s in range(21):
        if not legal[s]:
            continue
        beaten = False
        for o in range(21):
            if (
                o != s
                and legal[o]
                and high[o] >= high[s]
                and low[o] >= low[s]
                and (high[o] > high[s] or low[o] > low[s] or o < s)
            ):
                beaten = True
                break
        if not beaten:
            place = found
            while place > 0 and high[best[place - 1]] < high[s]:
                best[place] = best[place - 1]
                place -= 1
            best[place] = s
            found += 1
    return found


@kernel
def _fronts(high: I16, low: U8, legal: Bool) -> tuple[I32, U8]:
    start = np.zeros(high.shape[0] + 1, dtype=np.int32)
    chosen_settings = np.empty(high.shape[0] * 21, dtype=np.uint8)
    best = np.zeros(21, dtype=np.uint8)
    for t in range(high.shape[0]):
        found = _front(high[t], low[t], legal[t], best)
        chosen_settings[start[t] : start[t] + found] = best[:found]
        start[t + 1] = start[t] + found
    return start, chosen_settings[: start[-1]].copy()


@cache
def front_table(wheel: Wheel = Wheel.SECOND) -> tuple[I32, U8]:
    """Return the undominated settings of every type: no other legal one is at least as good in both hands.

    Settings ``front[start[t]:start[t + 1]]`` of type ``t`` go from the highest high hand to the highest low hand.
    """
    table = setting_table(wheel)
    return _fronts(table.high, table.low, table.legal)
