"""Independent check of a solution of pai gow poker, without any import from `paigow`.

It ranks every hand and counts every deal.

Every hand of one side responds best to a strategy of the other, which may hold only cards that the hand does not
contain. This is inclusion-exclusion over the cards that both would hold: for each set of cards, the pairs of hands that
both contain it are compared; sets of even size are added and those of odd size subtracted. Hands and sets that differ
only by a permutation of suits are counted once, with their number. It also runs alone: `python verify_cards.py FILE`.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path
from typing import Any, cast
from zipfile import BadZipFile

import numba
import numpy as np

Array = np.ndarray[Any, Any]
Int = Any
"""A machine integer in a compiled loop."""
Found = tuple[str, str, bool]
"""A check, its result, and whether that agrees with the claim."""

ALL_RANKS = tuple(range(13))
ACE, JOKER, JACK = 12, 13, 9
STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL = 4, 5, 8, 9
SHAPES = {(5,): 10, (4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
LOWS, WORDS = 92, 118
SETTINGS = [(i, j) for j in range(7) for i in range(j)]
"""The two cards that go low, as the file numbers settings: joker first, then from aces down, flush suit first."""


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    return cast(Callable[..., Any], numba.njit(cache=True, nogil=True)(function))


def natural(ranks: tuple[int, ...], suited: bool, wheel_is_second: bool) -> tuple[int, ...]:
    """Return the rank of five cards without a joker; a greater number is better."""
    groups = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    shape = SHAPES[tuple(n for n, _ in groups)]
    order = [rank for _, rank in groups]
    if shape == 0 and (order[0] - order[4] == 4 or order == [ACE, 3, 2, 1, 0]):
        top = 2 * order[0] if order[0] - order[4] == 4 else 2 * ACE - 1 if wheel_is_second else 2 * 3
        return (ROYAL if top == 2 * ACE else STRAIGHT_FLUSH) if suited else STRAIGHT, top
    return FLUSH if suited else shape, *order


def worth(ranks: tuple[int, ...], suited: bool, wheel_is_second: bool) -> tuple[int, ...]:
    """Return the rank of five cards; the joker is an ace or completes a straight, a flush or both."""
    if JOKER not in ranks:
        return natural(ranks, suited, wheel_is_second)
    four = tuple(rank for rank in ranks if rank != JOKER)
    completed = [
        natural((*four, rank), suited, wheel_is_second) for rank in ALL_RANKS if not suited or rank not in four
    ]
    completed = [each for each in completed if each[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL)]
    return max([natural((*four, ACE), False, wheel_is_second), *completed])


@dataclass
class Types:
    """The types of hand of the file, the 21 settings of each, and which of them are worth considering."""

    high: Array
    low: Array
    legal: Array
    front: Array
    in_file: Array
    """The order of types in mixed strategies, which differs from that of the fixed way's table, as indexes here."""


@cache
def types(wheel_is_second: bool) -> Types:
    """Rank all hands of five and of two, and set every type in every way."""
    five = [each for each in combinations_with_replacement(range(JOKER, -1, -1), 5) if each[1] != JOKER]
    five = [each for each in five if max(Counter(each).values()) <= 4]
    keys = {(False, each): worth(each, False, wheel_is_second) for each in five}
    keys |= {(True, each): worth(each, True, wheel_is_second) for each in five if len(set(each)) == 5}
    lows = [(0, a, b) for a in ALL_RANKS for b in range(a)] + [(1, a) for a in ALL_RANKS]
    ordered = sorted(set(keys.values()))
    place = {key: number for number, key in enumerate(ordered)}
    classes = np.full((2, 14**5), -1, dtype=np.int64)
    for (suited, each), key in keys.items():
        classes[int(suited), sum(symbol * 14 ** (4 - n) for n, symbol in enumerate(each))] = place[key]
    behind = np.array([sum(key < low for key in ordered) for low in lows])  # the lowest high hand that may go with it
    low_of = np.zeros((14, 14), dtype=np.int64)
    for a, b in combinations_with_replacement(range(14), 2):
        one, other = min(a, ACE), min(b, ACE)
        low_of[a, b] = low_of[b, a] = lows.index((1, one) if one == other else (0, max(one, other), min(one, other)))

    ranks, counts = rank_types()
    hands = [[(symbol, int(symbol == JOKER)) for symbol in hand] for hand in ranks]
    for mask in range(1 << 14):
        suit = [(symbol, 1) for symbol in range(14) if mask >> symbol & 1]
        if 5 <= len(suit) <= 7:
            others = combinations_with_replacement(ALL_RANKS, 7 - len(suit))
            hands += [
                sorted([*suit, *((rank, 0) for rank in each)], reverse=True)
                for each in sorted(others, key=lambda each: each[::-1])
            ]
    cards = np.array(hands)
    high, low = np.empty((2, len(cards), 21), dtype=np.int64)
    for setting, (i, j) in enumerate(SETTINGS):
        five_cards = cards[:, [n for n in range(7) if n not in (i, j)]]
        index = (five_cards[:, :, 0] * 14 ** np.arange(4, -1, -1)).sum(axis=1)
        high[:, setting] = classes[five_cards[:, :, 1].all(axis=1).astype(int), index]
        low[:, setting] = low_of[cards[:, i, 0], cards[:, j, 0]]
    legal = high >= behind[low]
    both, allowed = np.ascontiguousarray(np.array([high, low], dtype=np.int16).transpose(2, 0, 1)), legal.T.copy()
    front = allowed.copy()
    for one in range(21):
        for other in range(21):
            if one != other:
                as_good = allowed[other] & (both[other] >= both[one]).all(axis=0)
                front[one] &= ~(as_good if other < one else as_good & (both[other] != both[one]).any(axis=0))
    first, middle, last = (counts[:, part] @ 5 ** np.arange(part.stop - part.start) for part in PARTS)
    sizes = [counts[:, part].sum(axis=1) for part in PARTS]
    order = np.lexsort((last, middle, sizes[1], first, sizes[0]))
    return Types(high, low, legal, front.T, np.r_[order, np.arange(len(order), len(cards))])


PARTS = slice(0, 5), slice(5, 9), slice(9, 14)
"""Twos to sixes, sevens to tens, and jacks to aces with the joker: the order of flushless hands in mixed strategies."""


def rank_types() -> tuple[list[tuple[int, ...]], Array]:
    """Return hands without a flush by their ranks alone: by the joker, then by the number of aces, kings and so on."""
    hands = [
        joker + each
        for joker in ((), (JOKER,))
        for each in combinations_with_replacement(range(ACE, -1, -1), 7 - len(joker))
        if max(Counter(each).values()) <= 4
    ]
    counts = np.array([[hand.count(symbol) for symbol in range(14)] for hand in hands])
    order = np.lexsort(counts.T)
    return [hands[n] for n in order], counts[order]


@compiled
def supersets(start: Int, take: Int, cards: Array, keys: Array, ways: Array) -> Int:
    """List the sets that add a number of cards to a set, and how many each stands for by exchanging equal suits."""
    have = np.zeros(8, dtype=np.int64)
    at = np.zeros(9, dtype=np.int64)
    field = np.zeros(4, dtype=np.int64)
    alike = np.zeros(4, dtype=np.bool_)
    for suit in range(1, 4):
        alike[suit] = (start >> 13 * suit - 13) & 0x1FFF == (start >> 13 * suit) & 0x1FFF
    have[0] = start
    depth = found = 0
    while depth >= 0:
        if depth < take:
            if at[depth] > len(cards) - take + depth:
                depth -= 1
                continue
            have[depth + 1] = have[depth] | 1 << cards[at[depth]]
            at[depth] += 1
            at[depth + 1] = at[depth]
            depth += 1
            continue
        key = have[depth]
        depth -= 1
        number = members = equal = 1
        field[0] = key & 0x1FFF
        for suit in range(1, 4):
            field[suit] = (key >> 13 * suit) & 0x1FFF
            if not alike[suit]:
                members = equal = 1
            elif field[suit] > field[suit - 1]:
                number = 0
                break
            else:
                members += 1
                equal = equal + 1 if field[suit] == field[suit - 1] else 1
                number = number * members // equal
        if number:
            keys[found] = key
            ways[found] = number
            found += 1
    return found


@compiled
def hand_number(key: Int, table: Array, size: Array) -> Int:
    """Return the number of seven cards up to a permutation of suits: the ranks of the four suits, greatest first."""
    a = key & 0x1FFF
    b = (key >> 13) & 0x1FFF
    c = (key >> 26) & 0x1FFF
    d = (key >> 39) & 0x1FFF
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    left = 7 - (key >> 52)
    number = np.int64(table[4, left, a]) + (key >> 52) * np.int64(table[4, 7, 1 << 13])
    left -= np.int64(size[a])
    number += np.int64(table[3, left, b])
    left -= np.int64(size[b])
    return number + np.int64(table[2, left, c]) + np.int64(table[1, left - np.int64(size[c]), d])


@compiled
def type_number(key: Int, size: Array, flush_first: Array, multisets: Array) -> Int:
    """Return the type of seven cards as numbered in the table of a fixed way."""
    joker = key >> 52
    left = 7 - joker
    number = multisets[13, 7] * joker
    for suit in range(4):
        mask = (key >> 13 * suit) & 0x1FFF
        if np.int64(size[mask]) + joker >= 5:
            number = flush_first[mask | joker << 13]
            others = 0
            for rank in range(13):
                for other in range(4):
                    if other != suit and (key >> 13 * other + rank) & 1:
                        others += 1
                        number += rank if others == 1 else rank * (rank + 1) // 2
            return number
    for rank in range(12, -1, -1):
        for suit in range(4):
            if (key >> 13 * suit + rank) & 1:
                number += multisets[rank, left]
                left -= 1
    return number


@compiled
def describe(keys: Array, ways: Array, table: Array, size: Array, flush_first: Array, multisets: Array) -> Array:
    """Return, by hand number, the type, the number of hands it stands for, and the number of jacks."""
    found = np.zeros((3, len(keys)), dtype=np.int64)
    for place in range(len(keys)):
        number = hand_number(keys[place], table, size)
        found[0, number] = type_number(keys[place], size, flush_first, multisets)
        found[1, number] = ways[place]
        for suit in range(4):
            found[2, number] += (keys[place] >> 13 * suit + JACK) & 1
    return found


@compiled
def bits_before(words: Array, before: Array, place: Int) -> Int:
    """Return the number of bits set before a position."""
    one = np.uint64(1)
    word = words[place >> 6] & ((one << np.uint64(place & 63)) - one)
    word -= (word >> one) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return before[place >> 6] + np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def compare(
    sets: Array, orbits: Array, held: Int, room: Int, deck: Array, table: Array, size: Array, hands: Array,
    met: Array, met_high: Array, met_low: Array, met_weight: Array,
    asked: Array, high: Array, low: Array, beaten: Array,
) -> None:  # fmt: skip
    """Add, for each setting of each hand, the hands it beats and loses to among those that share a set of cards."""
    keys = np.empty(room, dtype=np.int64)
    ways = np.empty(room, dtype=np.int64)
    kind = np.empty(room, dtype=np.int32)
    place = np.empty(room, dtype=np.int32)
    left = np.empty(len(deck) - held, dtype=np.int64)
    words = np.zeros(WORDS, dtype=np.uint64)
    before = np.zeros(WORDS + 1, dtype=np.int64)
    answer = np.zeros(44, dtype=np.int64)  # hands below, hands above, for each setting of a type
    sums = np.zeros((64 * WORDS, LOWS), dtype=np.int64)  # by high hands that occur, and low hands below each
    for s in range(len(sets)):
        rest: Int = 0
        for card in deck:
            if not (sets[s] >> card) & 1:
                left[rest] = card
                rest += 1
        found = supersets(sets[s], 7 - held, left, keys, ways)
        words[:] = 0
        for h in range(found):
            number = hand_number(keys[h], table, size)
            t = kind[h] = hands[number, 0]
            place[h] = hands[number, 1]
            for m in range(met[t], met[t + 1]):
                bit = np.int64(met_high[m])
                words[bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
        for w in range(WORDS - 1):
            before[w + 1] = before[w]
            if words[w]:
                before[w + 1] = bits_before(words, before, 64 * w + 63) + np.int64(words[w] >> np.uint64(63))
        rows = before[WORDS - 1]
        sums[: rows + 1] = 0
        for h in range(found):
            t = kind[h]
            for m in range(met[t], met[t + 1]):
                row = bits_before(words, before, np.int64(met_high[m])) + 1
                sums[row, np.int64(met_low[m]) + 1] += ways[h] * np.int64(met_weight[m])
        for row in range(1, rows + 1):
            run = 0
            for y in range(1, LOWS):
                run += sums[row, y]
                sums[row, y] = sums[row - 1, y] + run
        last: Int = -1
        for h in range(found):
            t = kind[h]
            if t != last:
                last = t
                for q in range(asked[t], asked[t + 1]):
                    row = bits_before(words, before, np.int64(high[q]))
                    level = np.int64(low[q])
                    at = 2 * (q - asked[t])
                    answer[at] = sums[row, level]
                    answer[at + 1] = sums[rows, LOWS - 1] - sums[rows, level] - sums[row, LOWS - 1] + sums[row, level]
            times = ways[h] * (-orbits[s] if held & 1 else orbits[s])
            first = 2 * np.int64(place[h])
            for at in range(2 * (asked[t + 1] - asked[t])):
                beaten[first + at] += times * answer[at]


@dataclass
class Listed:
    """Classes of both hands, several for each type: the settings to choose from, or those met, with their weights."""

    start: Array
    high: Array
    low: Array
    weight: Array

    @classmethod
    def of(cls, type_: Array, high: Array, low: Array, weight: Array, number: int) -> "Listed":
        order = np.argsort(type_, kind="stable")
        start = np.searchsorted(type_[order], np.arange(number + 1))
        return cls(
            start.astype(np.int32),
            high[order].astype(np.int16),
            low[order].astype(np.uint8),
            weight[order].astype(np.int32),
        )


class Game:
    """All hands of a deck up to a permutation of suits, and the ways to set them."""

    def __init__(self, wheel_is_second: bool, ranks: tuple[int, ...] = ALL_RANKS) -> None:
        self.types = types(wheel_is_second)
        self.number = len(self.types.high)
        self.deck = np.array([52, *(13 * suit + rank for rank in sorted(ranks, reverse=True) for suit in range(4))])
        self.size = np.array([mask.bit_count() for mask in range(1 << 13)], dtype=np.uint8)
        masks = [mask for mask in range(1 << 13) if self.size[mask] <= 7 and mask & ~sum(1 << r for r in ranks) == 0]
        self.table = np.zeros((5, 8, (1 << 13) + 1), dtype=np.int32)
        self.table[0, 0] = 1
        for suits in range(1, 5):
            step = np.zeros((8, 1 << 13), dtype=np.int64)
            for mask in masks:
                used = int(self.size[mask])
                step[used:, mask] = self.table[suits - 1, : 8 - used, mask + 1]
            self.table[suits, :, 1:] = np.cumsum(step, axis=1)
        self.sets = [self.listed(held) for held in range(8)]
        multisets = np.zeros((14, 8), dtype=np.int64)
        multisets[0, 0] = 1
        for rank in ALL_RANKS:
            for n in range(8):
                multisets[rank + 1, n] = multisets[rank, max(0, n - 4) : n + 1].sum()
        others = {5: 91, 6: 13, 7: 1}
        sizes = [others.get(mask.bit_count(), 0) for mask in range(1 << 14)]
        flush_first = 67_600 + np.cumsum([0, *sizes])[:-1]
        keys, ways = self.sets[7]
        found = describe(keys, ways, self.table, self.size, flush_first, multisets)
        self.type_of, self.ways, self.jacks = found[0].astype(np.int32), found[1], found[2]
        self.by_type = np.argsort(self.type_of, kind="stable")
        self.dealt = np.bincount(self.type_of, minlength=self.number) > 0
        self.others = comb(len(self.deck) - 7, 7)
        self.total = int(self.ways.sum()) * self.others

    def listed(self, held: int) -> tuple[Array, Array]:
        """Return all sets of this many cards up to a permutation of suits, and how many each stands for."""
        most = int(self.table[4, held, -1] + (self.table[4, held - 1, -1] if held else 0))
        keys, ways = np.empty((2, most), dtype=np.int64)
        found = supersets(0, held, self.deck, keys, ways)
        assert found == most
        return keys, ways

    def asked(self, copies: bool, extra: Array | None = None) -> Listed:
        """Return the settings to choose from, with the extra one of each type last; copies are won or not."""
        row, setting = np.nonzero(self.types.front)
        if extra is not None:
            row, setting = np.r_[row, np.arange(self.number)], np.r_[setting, extra]
        high, low = self.types.high[row, setting] + copies, self.types.low[row, setting] + copies
        return Listed.of(row, high, low, np.ones(len(row)), self.number)

    def met(self, type_: Array, setting: Array, weight: Array) -> Listed:
        return Listed.of(type_, self.types.high[type_, setting], self.types.low[type_, setting], weight, self.number)

    def count(self, met: Listed, asked: Listed) -> tuple[Array, Array, Array]:
        """Return the deals in which each hand, in each setting, beats and loses to both hands of the other side.

        Hands are ordered by type; the first array contains the index of the first setting of each.
        """
        first = np.cumsum(np.r_[0, np.diff(asked.start)[self.type_of[self.by_type]]])
        hands = np.stack([self.type_of, np.empty_like(self.type_of)], axis=1)
        hands[self.by_type, 1] = first[:-1]
        beaten = np.zeros(2 * first[-1], dtype=np.int64)
        for held, (keys, orbits) in enumerate(self.sets):
            room = comb(len(self.deck) - held, 7 - held) if held else len(self.ways)
            compare(
                keys, orbits, held, room, self.deck, self.table, self.size, hands,
                met.start, met.high, met.low, met.weight,
                asked.start, asked.high, asked.low, beaten,
            )  # fmt: skip
        return first[:-1], beaten[::2], beaten[1::2]

    def by_setting(self, asked: Listed, first: Array, won: Array, lost: Array) -> Array:
        """Return the deals won and lost with each setting, added up over the hands of its type."""
        sizes = np.diff(np.r_[first, len(won)])
        place = asked.start[np.repeat(self.type_of[self.by_type], sizes)] + np.arange(len(won))
        place -= np.repeat(first, sizes)
        totals = np.zeros((2, len(asked.high)), dtype=np.int64)
        for total, each in zip(totals, (won, lost), strict=True):
            np.add.at(total, place, each)
        return totals


def exact_sum(values: Array) -> int:
    """Add up integers whose sum may not fit into a machine word."""
    return (int((values >> 24).sum()) << 24) + int((values & 0xFFFFFF).sum())


class File:
    """The claims of a solution. Every error in it is a `ValueError` that says what is wrong."""

    def __init__(self, path: Path, ranks: tuple[int, ...]) -> None:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            self.arrays = dict(archive)
        self.claims = json.loads(self.arrays["header"].tobytes())
        rate = 1 - Fraction(self.claims["commission"])
        self.gain, self.cost = rate.numerator, rate.denominator
        self.player_banks = self.claims["banker"] == "player"
        self.game = Game(self.claims["wheel"] == "second", ranks)
        types, number = self.game.types, self.game.number
        table = self.arrays["table"].astype(np.int64)
        if table.shape != (number,):
            raise ValueError("the fixed way does not set every type")
        fits = types.legal & (types.low == table[:, None])
        if not fits.any(axis=1)[self.game.dealt].all():
            raise ValueError("the fixed way sets a hand against the rules")
        self.fixed = np.where(fits, types.high, -1).argmax(axis=1)

    def mixed(self, side: str) -> tuple[Listed, int]:
        """Return a side's strategy and the denominator of its weights."""
        game, parts = self.game, int(self.claims["parts"][side])
        type_ = np.repeat(game.types.in_file, self.arrays[f"{side}_settings"])
        setting, weight = (self.arrays[f"{side}_{each}"].astype(np.int64) for each in ("setting", "weight"))
        shares = np.zeros(game.number, dtype=np.int64)
        np.add.at(shares, type_, weight)
        if (weight < 0).any() or (shares[game.dealt] != parts).any():
            raise ValueError(f"weights of the {side} do not add up")
        if not game.types.legal[type_, setting].all():
            raise ValueError(f"a setting of the {side} is against the rules")
        return game.met(type_, setting, weight), parts


def verify(path: Path, ranks: tuple[int, ...] = ALL_RANKS) -> list[Found]:
    """Check everything that a solution claims about both bounds and its fixed way."""
    try:
        file = File(Path(path), ranks)
        total = file.game.total
        deals = ("deals", f"{total:,}", total == int(file.claims["total"]))
        return [deals, *(_hidden(file) if "player" in file.claims["parts"] else _open(file))]
    except (OSError, KeyError, TypeError, ValueError, IndexError, AttributeError, EOFError, BadZipFile) as error:
        return [("file", f"damaged: {error!r}", False)]


def _bound(file: File, of_house: bool) -> tuple[Fraction, Array, Array]:
    """Return the player's value if one side plays its strategy and every hand of the other responds best.

    Then the player's value from each setting of the other side, in integers, if all hands of a type use it, and the
    first setting of each type.
    """
    game, (met, parts) = file.game, file.mixed("house" if of_house else "player")
    asked = game.asked(of_house == file.player_banks)
    first, won, lost = game.count(met, asked)
    gains = file.gain * won - file.cost * lost if of_house else file.cost * won - file.gain * lost
    best = exact_sum(np.maximum.reduceat(gains, first))
    value = Fraction(best if of_house else -best, parts * game.total * file.cost)
    won, lost = (each.astype(object) for each in game.by_setting(asked, first, won, lost))
    by_setting = file.gain * won - file.cost * lost if of_house else file.gain * lost - file.cost * won
    return value, by_setting, asked.start


def _against_fixed(file: File) -> tuple[Fraction, int, int]:
    """Return the player's gain against the fixed way, and the least and greatest number of wins."""
    game = file.game
    met = game.met(np.arange(game.number), file.fixed, np.ones(game.number))
    first, won, lost = game.count(met, game.asked(file.player_banks))
    gains = file.gain * won - file.cost * lost
    best = np.maximum.reduceat(gains, first)
    tied = gains == np.repeat(best, np.diff(np.r_[first, len(gains)]))
    least = exact_sum(np.minimum.reduceat(np.where(tied, won, np.iinfo(np.int64).max), first))
    most = exact_sum(np.maximum.reduceat(np.where(tied, won, 0), first))
    return Fraction(exact_sum(best), game.total * file.cost), least, most


def _open_types(file: File, costs: Array, start: Array, value: Fraction) -> int:
    """Return how many types a fixed way as good as one of this value could set differently.

    Against the player's strategy, such a way costs at most the value. It costs at least the cheapest setting of every
    type, and any other setting costs more.
    """
    dealt = np.flatnonzero(file.game.dealt)
    least = np.minimum.reduceat(costs, start[:-1])
    slack = value * (int(file.claims["parts"]["player"]) * file.game.total * file.cost) - sum(least[dealt])
    extra = costs - np.repeat(least, np.diff(start))
    within = np.add.reduceat((extra <= slack).astype(np.int64), start[:-1])
    return int((within[dealt] > 1).sum()) if slack else 0


def _hidden(file: File) -> list[Found]:
    claims, pure = file.claims, file.claims["pure"]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        bounds = threads.map(partial(_bound, file), (False, True))
        value, least, most = threads.submit(_against_fixed, file).result()
        (lower, costs, start), (upper, *_) = bounds
    still_open = _open_types(file, costs, start, value)
    settled = int(file.game.dealt.sum()) - still_open
    win, push, lose = (int(pure[name]) for name in ("win", "push", "lose"))
    adds_up = win + push + lose == file.game.total and Fraction(pure["edge"]) == Fraction(
        file.cost * lose - file.gain * win, file.cost * file.game.total
    )
    return [
        _compared("the player's strategy guarantees", lower, claims["lower"]),
        _compared("the house's strategy allows", upper, claims["upper"]),
        ("gap", f"{upper - lower} = {float(upper - lower):.3e}", float(upper - lower) == claims["gap"]),
        _compared("fixed house way, edge against best play", -value, pure["edge"]),
        ("its counts", f"{win:,} / {push:,} / {lose:,}", adds_up and least <= win <= most),
        _compared("no fixed way keeps more than", -lower, pure["at_most"]),
        ("types settled", f"{settled:,}", pure.get("settled", settled) == settled),
        ("types open", f"{still_open:,}", pure.get("open", still_open) == still_open),
        ("proved to be the best", str(still_open == 0), pure["proved"] == (still_open == 0)),
    ]


def _open(file: File) -> list[Found]:
    """Check an open dealer: the players each setting beats regardless of their setting, and those who can beat it."""
    game, types, claims, pure = file.game, file.game.types, file.claims, file.claims["pure"]
    row, setting = np.nonzero(types.front)
    order = np.lexsort((-types.high[row, setting], row))
    row, setting = row[order], setting[order]
    high, low = types.high[row, setting], types.low[row, setting]
    begins = np.r_[True, row[1:] != row[:-1]]
    ends = np.r_[begins[1:], True]
    best = Listed.of(row[begins], high[begins], low[ends], np.ones(begins.sum()), game.number)
    # Each step of a player's staircase once, less what two neighbours share: a player who can beat both counts as one.
    step = np.flatnonzero(~ends)
    able = Listed.of(
        np.r_[row, row[step]], np.r_[high, high[step + 1]], np.r_[low, low[step]],
        np.repeat([1, -1], [len(row), len(step)]), game.number,
    )  # fmt: skip
    asked = game.asked(True, extra=file.fixed)
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        (first, won, _), (_, _, lost) = threads.map(lambda met: game.count(met, asked), (best, able))
    sizes = np.diff(np.r_[first, len(won)])
    outright = game.jacks[game.by_type] >= 2
    won[np.repeat(outright, sizes)] = np.repeat((game.ways[game.by_type] * game.others)[outright], sizes[outright])
    lost[np.repeat(outright, sizes)] = 0
    by_type = game.by_setting(asked, first, won, lost)
    unit = file.cost * game.total
    gains = file.cost * won - file.gain * lost
    by_setting = file.cost * by_type[0] - file.gain * by_type[1]
    lower = -Fraction(exact_sum(np.maximum.reduceat(gains, first)), unit)
    upper = -Fraction(exact_sum(np.maximum.reduceat(by_setting, asked.start[:-1])), unit)
    fixed = asked.start[1:] - 1
    edge = Fraction(exact_sum(by_setting[fixed]), unit)
    lose, win = (exact_sum(each[fixed]) for each in by_type)
    counted = [int(pure[name]) for name in ("win", "push", "lose")] == [win, game.total - win - lose, lose]
    dealt = int(game.dealt.sum())
    return [
        _compared("no dealer can hold the player to less", lower, claims["lower"]),
        _compared("the best way by type allows", upper, claims["upper"]),
        _compared("fixed house way, edge against best play", edge, pure["edge"]),
        ("its counts", f"{win:,} / {game.total - win - lose:,} / {lose:,}", counted),
        ("types settled", f"{dealt:,}", (pure.get("settled", dealt), pure.get("open", 0)) == (dealt, 0)),
        ("proved to be the best by type", str(edge == -upper), pure["proved"] == (edge == -upper)),
    ]


def _compared(name: str, found: Fraction, claimed: str) -> Found:
    return name, f"{found} = {float(found):+.9%}", found == Fraction(claimed)


def main(path: str) -> int:
    checks = verify(Path(path))
    for name, found, passed in checks:
        sys.stdout.write(f"{'agrees' if passed else 'DISAGREES'}: {name}: {found}\n")
    return 0 if all(passed for _, _, passed in checks) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
