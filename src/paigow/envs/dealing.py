"""Deal, set and compare many hands at once: the compiled part of the environments that set one hand.

An action is the number of a setting. With tiles, which are in the order of their kinds, action n keeps the first tile
with tile n + 1. With cards, it is the pair of places that goes low, in the order of
`paigow.analysis.types.LOW_OF_SETTING`; the cards of an observation are in canonical order (joker, then from aces down,
the flush suit first), so that equal hands look alike.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numba.cpython.unsafe import numbers

from paigow.analysis.asked import Asked, ask
from paigow.analysis.dealer_open import jacks_of_types
from paigow.analysis.house_ways import house_way, house_way_classes
from paigow.analysis.kernel import I8, I32, I64, U8, U64, Int, kernel
from paigow.analysis.randomness import next32, seeded, shuffle
from paigow.analysis.ranks import setting_table
from paigow.analysis.tiles import TileCounts, tile_counts, tile_house_settings, tile_house_way, tile_table
from paigow.analysis.types import (
    CARD_KEYS,
    CODE_AT,
    JOKER,
    PAIR_INDEX,
    RANK_TYPES,
    keyed_deck,
    type_in_deck,
    type_table,
)
from paigow.errors import PaigowError
from paigow.tiles import TILE_SET

if TYPE_CHECKING:
    from paigow.rules.submission import Submission

ALWAYS = np.uint64(1 << 32)
"""The threshold of a setting that is always chosen."""
leading_zeros: Any = numbers.leading_zeros  # an intrinsic, whose types only the compiler knows
UNBEATABLE = (1 << 31) - 1
"""The classes of a hand that beats every other."""


@dataclass(frozen=True, slots=True, eq=False)
class Opponent:
    """How the other side sets each kind of hand: its possible settings, each up to a threshold out of 2**32."""

    start: I32
    """Where the settings of each kind begin; empty if every kind has one."""
    packed: I32
    """High class << 7 | low class."""
    upto: U64


def pure(packed: I32) -> Opponent:
    """Return an opponent with one setting for each kind of hand."""
    return Opponent(np.empty(0, dtype=np.int32), packed, np.empty(0, dtype=np.uint64))


def _pack(high: Any, low: Any) -> I32:
    packed: I32 = (np.asarray(high).astype(np.int32) << 7) | np.asarray(low).astype(np.int32)
    return packed


@kernel
def _chosen(kind: Int, start: I32, packed: I32, upto: U64, state: U64) -> Int:
    """Return the opponent's setting of this kind of hand."""
    if len(start) == 0:
        return packed[kind]
    at = start[kind]
    if start[kind + 1] - at > 1:
        drawn = next32(state)
        while drawn >= upto[at]:
            at += 1
    return packed[at]


@kernel
def _deal_tiles(
    wall: U64, kinds: I8, lookup: I32, start: I32, packed: I32, upto: U64, state: U64, seen: I8, theirs: I32, hand: I32
) -> None:
    """Deal a hand to see and one to the opponent, who sets it at once."""
    mine = np.empty(4, dtype=np.int64)
    other = np.empty(4, dtype=np.int64)
    for n in range(len(theirs)):
        shuffle(wall, 8, state)
        for i in range(4):
            mine[i] = np.int64(wall[i])
            other[i] = np.int64(wall[4 + i])
        for i in range(1, 4):  # by kind, so that an action means the same for all hands of a kind
            tile = mine[i]
            j = i
            while j > 0 and kinds[mine[j - 1]] > kinds[tile]:
                mine[j] = mine[j - 1]
                j -= 1
            mine[j] = tile
        key = np.int64(0)
        for i in range(4):
            seen[n, i] = mine[i]
            key = key * 16 + kinds[mine[i]]
        hand[n] = key
        key = np.int64(0)
        for i in range(4):
            key = key * 16 + kinds[other[i]]
        theirs[n] = _chosen(np.int64(lookup[key]), start, packed, upto, state)


@kernel
def _settle_tiles(actions: I64, seen: I8, kinds: I8, standing: I32, theirs: I32, literal_zero: bool, won: I8) -> None:
    """Settle each hand: 1 if both hands are better, -1 if neither is, 0 if one is."""
    for n in range(len(won)):
        a = np.int64(actions[n]) + 1
        b = 1 if a != 1 else 2
        c = 6 - a - b
        one = standing[kinds[seen[n, 0]], kinds[seen[n, a]]]
        two = standing[kinds[seen[n, b]], kinds[seen[n, c]]]
        high = max(one, two)
        low = min(one, two)
        their_high = theirs[n] >> 7
        their_low = theirs[n] & 127
        better: Int = np.int64(high > their_high) + np.int64(low > their_low)
        if literal_zero and (high + their_high == 0 or low + their_low == 0):
            better = 0
        won[n] = better - 1


@kernel
def _show_sorted(deck: U64, first: Int, row: I8, place: Int) -> None:
    """Write seven cards to an observation from aces down: each is a bit, and the highest bit left comes next."""
    held = np.uint64(0)
    for i in range(np.uint64(7)):
        held |= np.uint64(1) << ((deck[first + i] >> CODE_AT) ^ np.uint64(3))  # within a rank, the lowest suit on top
    for i in range(np.uint64(7)):
        top = np.uint64(63) - np.uint64(leading_zeros(held))
        held ^= np.uint64(1) << top
        row[place + i] = np.int8(top ^ np.uint64(3))


@kernel
def _show_flush(cards: U8, joker: Int, row: I8, place: Int) -> None:
    """Write seven cards with a flush among them to an observation: within a rank, the suit of the flush comes first."""
    counts = np.zeros(4, dtype=np.int64)
    for i in range(7):
        if cards[i] < JOKER:
            counts[cards[i] & 3] += 1
    flush = -1
    for suit in range(4):
        if counts[suit] + joker >= 5:
            flush = suit
    for i in range(7):
        card = np.int64(cards[i])
        weight = ((card >> 2) << 3) + (((card & 3) == flush) << 2) + 3 - (card & 3)
        j = i
        while j > 0:
            before = np.int64(row[place + np.uint64(j - 1)])
            if ((before >> 2) << 3) + (((before & 3) == flush) << 2) + 3 - (before & 3) >= weight:
                break
            row[place + np.uint64(j)] = np.int8(before)
            j -= 1
        row[place + np.uint64(j)] = np.int8(card)


@kernel
def _deal_cards(
    deck: U64, numbering: I32, mask_start: I32, pairs: I64, start: I32, packed: I32, upto: U64, state: U64,
    seen: I8, theirs: I32, hand: I32,
) -> None:  # fmt: skip
    """Deal a hand to see and one to the opponent, who sets it at once. A wider `seen` shows the opponent's cards."""
    cards = np.empty(7, dtype=np.uint8)  # filled only where a hand holds a flush
    shown = seen.shape[1] == 14
    for n in range(np.uint64(len(theirs))):
        shuffle(deck, 14, state)
        row = seen[n]
        kind = np.int64(0)
        for side in range(np.uint64(2)):
            first = side * np.uint64(7)
            kind = np.int64(type_in_deck(deck, first, cards, numbering, mask_start, pairs))
            if side == np.uint64(0):
                hand[n] = kind
            elif not shown:
                break
            if kind < RANK_TYPES:
                _show_sorted(deck, first, row, first)
            else:
                joker = 0
                for i in range(7):
                    joker |= cards[i] == JOKER
                _show_flush(cards, joker, row, first)
        theirs[n] = _chosen(kind, start, packed, upto, state)


@kernel
def _settle_cards(actions: I64, hand: I32, mine: I32, theirs: I32, won: I8) -> None:
    """Settle each hand; a foul hand has the lowest classes and always loses (MDP-11.F.1.c)."""
    for n in range(len(won)):
        own = mine[np.uint64(hand[n]), np.uint64(actions[n])]
        won[n] = np.int64((own >> 7) > (theirs[n] >> 7)) + np.int64((own & 127) > (theirs[n] & 127)) - 1


class Dealing:
    """Hands of one game dealt against one opponent. `seen`, `hand` and `won` are overwritten in place."""

    actions: int
    pieces: int
    """Codes an observation can have: tiles 0 to 31 in the order of the set, cards 0 to 52."""
    width: int
    """Codes in an observation."""

    def __init__(self, asked: Asked, size: int) -> None:
        self.asked = asked
        self.size = size
        self.seen = np.zeros((size, self.width), dtype=np.int8)
        self.hand = np.zeros(size, dtype=np.int32)
        self.won = np.zeros(size, dtype=np.int8)
        self._theirs = np.zeros(size, dtype=np.int32)
        self.seed(0)

    def seed(self, seed: int) -> None:
        """Start again with a new set and its own random stream."""
        self._set = self.new_set()
        self._state = seeded(seed & (2**62 - 1), 0)

    def new_set(self) -> U64:
        """Return the tiles or cards to deal from, in order."""
        return np.arange(self.pieces, dtype=np.uint64)

    def deal(self) -> None:
        """Deal new hands to everyone."""
        raise NotImplementedError

    def settle(self, actions: Any) -> None:
        """Set every hand by its action and compare it."""
        given = np.ascontiguousarray(actions, dtype=np.int64)
        if given.shape != (self.size,) or given.view(np.uint64).max() >= self.actions:  # a negative one is huge
            raise PaigowError(
                f"give each of {self.size} hands an action from 0 to {self.actions - 1}, not "
                f"{np.array2string(given, threshold=10)}"
            )
        self._settle(given)

    def _settle(self, actions: I64) -> None:
        raise NotImplementedError

    def masks(self) -> I8:
        """Return which actions are legal and distinct, for every hand."""
        raise NotImplementedError

    def values(self, place: int) -> tuple[Fraction, ...]:
        """Return the exact expectation of every action for one hand, over everything the other side could have."""
        raise NotImplementedError

    def kinds(self) -> I32:
        """Return the number of each hand's kind, in the order of `all_values`."""
        raise NotImplementedError("kinds of hands are numbered for tiles only")

    def all_values(self) -> tuple[Any, Any]:
        """Return how likely each kind of hand is, and the value of each of its actions."""
        raise NotImplementedError("the values of all hands are there for tiles only")


class TileDealing(Dealing):
    """Four tiles each; copies go to the bank, which is the opponent."""

    actions, pieces, width = 3, 32, 4

    def __init__(self, asked: Asked, size: int, opponent: Any = None) -> None:
        super().__init__(asked, size)
        table = tile_table()
        self._kinds = np.array([tile.kind - 1 for tile in TILE_SET], dtype=np.int8)
        self._lookup = _tile_lookup()
        self._standing = _tile_standings()
        self._way = tile_house_way(asked.house_way)
        if opponent is not None and hasattr(opponent, "weights"):
            self._opponent = _mixed_tiles(opponent)
        else:
            self._way = tile_house_way(opponent or asked.house_way)
            line = table.start[:-1] + tile_house_settings(self._way)
            self._opponent = pure(_pack(table.high[line], table.low[line]))
        self._mixed = opponent if opponent is not None and hasattr(opponent, "weights") else None

    def deal(self) -> None:
        _deal_tiles(
            self._set, self._kinds, self._lookup, self._opponent.start, self._opponent.packed, self._opponent.upto,
            self._state, self.seen, self._theirs, self.hand,
        )  # fmt: skip

    def _settle(self, actions: I64) -> None:
        _settle_tiles(actions, self.seen, self._kinds, self._standing, self._theirs, self.asked.literal_zero, self.won)

    def masks(self) -> I8:
        return np.ones((self.size, self.actions), dtype=np.int8)

    def kinds(self) -> I32:
        """Return the number of each hand's kind, of 3,620."""
        return self._lookup[self.hand]

    def values(self, place: int) -> tuple[Fraction, ...]:
        kind = int(self.kinds()[place])
        counts = self._counts(kind)
        return tuple(
            _expectation(int(counts.win[line]), int(counts.lose[line]), 20475, self.asked.vigorish)
            for line in self._lines(kind)
        )

    def all_values(self) -> tuple[Any, Any]:
        """Return how likely each kind of hand is, and the value of its actions: exact until they become floats."""
        table, counts = tile_table(), self._counts(None)
        lines = np.array([self._lines(kind) for kind in range(len(table.ways))])
        worth = (counts.win * float(1 - self.asked.vigorish) - counts.lose) / 20475
        return table.ways / table.ways.sum(), worth[lines]

    def _counts(self, kind: int | None) -> TileCounts:
        if self._mixed is not None:
            raise NotImplementedError("exact values are available against a house way, not against a mixed strategy")
        return tile_counts(self._way, literal_zero=self.asked.literal_zero, only=kind)

    def _lines(self, kind: int) -> list[int]:
        """Find where the table has the setting that each action makes of a kind of hand."""
        table = tile_table()
        held, first = table.kinds[kind], int(table.start[kind])
        known = {(table.high[line], table.low[line]): line for line in range(first, int(table.start[kind + 1]))}
        found = []
        for action in range(3):
            a = action + 1
            b = 1 if a != 1 else 2
            one, two = (self._standing[held[x], held[y]] for x, y in ((0, a), (b, 6 - a - b)))
            found.append(known[max(one, two), min(one, two)])
        return found


class CardDealing(Dealing):
    """Seven cards each; copies go to the bank, which is the opponent. A foul loses."""

    actions, pieces = 21, 53

    def __init__(self, asked: Asked, size: int, opponent: Any = None) -> None:
        self.shown = asked.shows_dealer
        self.width = 14 if self.shown else 7
        super().__init__(asked, size)
        table = setting_table(asked.wheel)
        self._mine = np.where(table.legal, _pack(table.high, table.low), 0)
        self._legal = table.legal
        self.way = house_way(opponent or asked.house_way)
        packed = _pack(*house_way_classes(self.way, asked.wheel))
        if self.shown:  # two jacks win outright (DO-R4.a)
            packed = np.where(jacks_of_types() >= 2, UNBEATABLE, packed).astype(np.int32)
        self._opponent = pure(packed)
        self._types = type_table()

    def new_set(self) -> U64:
        return keyed_deck(CARD_KEYS)

    def deal(self) -> None:
        _deal_cards(
            self._set, self._types.numbering, self._types.mask_start, PAIR_INDEX, self._opponent.start,
            self._opponent.packed, self._opponent.upto, self._state, self.seen, self._theirs, self.hand,
        )  # fmt: skip

    def _settle(self, actions: I64) -> None:
        _settle_cards(actions, self.hand, self._mine, self._theirs, self.won)

    def masks(self) -> I8:
        return self._legal[self.hand].astype(np.int8)

    def values(self, place: int) -> tuple[Fraction, ...]:
        from paigow.analysis.settings import advise
        from paigow.analysis.types import LOW_OF_SETTING
        from paigow.poker import DECK

        held = [DECK[code] for code in self.seen[place, :7]]
        dealer = " ".join(str(DECK[code]) for code in self.seen[place, 7:]) if self.shown else None
        advice = advise(self.asked.rules, " ".join(map(str, held)), house_way=self.way.name, dealer=dealer)
        worth = {frozenset(each.low.split()): each.value for each in advice.settings}
        lows = ({str(held[first]), str(held[second])} for first, second in LOW_OF_SETTING.tolist())
        return tuple(worth.get(frozenset(low), Fraction(-1)) for low in lows)


def dealing(rules: "str | Submission", size: int, opponent: Any = None) -> Dealing:
    """Return hands under some rules, against a house way (the rules' own by default) or a strategy of the solver."""
    asked = ask(rules)
    return (TileDealing if asked.game == "tiles" else CardDealing)(asked, size, opponent)


def _expectation(win: int, lose: int, total: int, commission: Fraction) -> Fraction:
    return (win * (1 - commission) - lose) / total


@cache
def _tile_lookup() -> I32:
    """Return the map from four kinds in any order, in base sixteen, to the kind of hand."""
    found = np.zeros(1 << 16, dtype=np.int32)
    for kinds, number in tile_table().number.items():
        for a in range(4):
            for b in range(4):
                for c in range(4):
                    d = 6 - a - b - c
                    if len({a, b, c, d}) == 4:
                        found[((kinds[a] * 16 + kinds[b]) * 16 + kinds[c]) * 16 + kinds[d]] = number
    return found


@cache
def _tile_standings() -> I32:
    """Return the standing of two tiles by their kinds."""
    from paigow.tiles import rank_pair

    faces = [[tile for tile in TILE_SET if tile.kind == kind] for kind in range(1, 17)]
    return np.array(
        [[rank_pair(faces[a][0], faces[b][1]).standing for b in range(16)] for a in range(16)], dtype=np.int32
    )


def _mixed_tiles(strategy: Any) -> Opponent:
    """Return a mixed strategy as thresholds; the rounding to 2**-32 is far below what play can notice."""
    table = tile_table()
    start, packed, upto = [0], [], []
    for hand in table.hands:
        total = Fraction(0)
        for setting, weight in strategy.weights(hand):
            total += weight
            packed.append(setting.high_rank.standing << 7 | setting.low_rank.standing)
            upto.append(int(total * (1 << 32)))
        upto[-1] = int(ALWAYS)
        start.append(len(packed))
    return Opponent(np.array(start, np.int32), np.array(packed, np.int32), np.array(upto, np.uint64))
