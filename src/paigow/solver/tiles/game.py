"""Tiles as a zero-sum game between a player, who pays the commission, and the house.

Each side chooses a setting for each kind of hand. A setting that is never better than another of its kind is left out;
6,175 settings of 3,620 kinds remain, and 1,719 of these kinds have no choice.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from paigow.analysis.kernel import I8, I16, I32, I64, kernel
from paigow.analysis.results import Counts
from paigow.analysis.tiles import tile_table
from paigow.solver.model import Banker

KINDS = 16
_WAYS = np.array([[1, 2, 1], [1, 1, 0], [1, 0, 0]], dtype=np.int16)
"""The number of ways to hold 0, 1 or 2 tiles of a kind (column) when the other side holds 0, 1 or 2 (row)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that decide how a comparison is paid."""

    commission: Fraction
    banker: Banker = "house"
    literal_zero: bool = False
    """Zero against zero loses the wager of the side that is not the bank (NZ-6.1.b.ii as written)."""

    @property
    def gain(self) -> int:
        """The player's gain from a win, in units of which a loss costs `cost`."""
        return (1 - self.commission).numerator

    @property
    def cost(self) -> int:
        return (1 - self.commission).denominator


@dataclass(frozen=True, eq=False)
class TileGame:
    """All kinds of hand with the settings worth considering, and every comparison weighted by its deals."""

    terms: Terms
    kinds: I32
    """Numbers of the kinds of hand in `tile_table()`."""
    hand: I32
    """For each setting, the index of its kind in `kinds`; settings of one kind are adjacent."""
    setting: I8
    """For each setting, its number among those of its kind in `tile_table()`."""
    worth: I32
    """The gain of a setting of the player (row) from one of the house, over all deals of the two kinds; a loss is
    `terms.cost`, a win `terms.gain`.
    """
    total: int

    @classmethod
    def build(cls, terms: Terms, tiles: Sequence[int] = range(KINDS), including: Sequence[I32] = ()) -> "TileGame":
        """Build the game of the whole set, or of some of its sixteen kinds of tile.

        Settings of fixed ways in `including`, given as a number for each kind, are kept regardless of their value.
        """
        table = tile_table()
        kinds = np.flatnonzero(np.isin(table.kinds, list(tiles)).all(axis=1)).astype(np.int32)
        kept = [
            (place, number)
            for place, kind in enumerate(kinds.tolist())
            for number in sorted(
                {*_worth_considering(kind, terms.literal_zero), *(int(way[kind]) for way in including)}
            )
        ]
        hand = np.array([place for place, _ in kept], dtype=np.int32)
        setting = np.array([number for _, number in kept], dtype=np.int8)
        line = table.start[kinds[hand]] + setting
        deals = _deals(table.kinds[kinds])
        worth = np.empty((len(hand), len(hand)), dtype=np.int32)
        pays = np.array([-terms.cost, 0, terms.gain], dtype=np.int32)
        _compare(
            deals, hand, table.high[line], table.low[line], terms.banker == "player", terms.literal_zero, pays, worth
        )  # fmt: skip
        return cls(terms, kinds, hand, setting, worth, int(deals.sum(dtype=np.int64)))

    @cached_property
    def first(self) -> I64:
        """Return the index of the first setting of each kind."""
        return self.ends[:-1]

    @cached_property
    def ends(self) -> I64:
        return np.searchsorted(self.hand, np.arange(len(self.kinds) + 1))

    @cached_property
    def choices(self) -> I64:
        """Return the number of settings of each setting's kind."""
        return np.bincount(self.hand)[self.hand]

    @property
    def unit(self) -> int:
        """Return the divisor that turns a sum of `worth` into the expected gain per unit staked."""
        return self.terms.cost * self.total

    def player_worth(self, house: Iterable[int]) -> I64:
        """Return the value of each setting of the player against these settings of the house."""
        return np.asarray(self.worth[:, list(house)].sum(axis=1, dtype=np.int64))

    def house_worth(self, player: Iterable[int]) -> I64:
        """Return the player's value with these settings against each setting of the house."""
        return np.asarray(self.worth[list(player)].sum(axis=0, dtype=np.int64))

    def counts(self, player: I64, house: I64) -> Counts:
        """Return the deals won, pushed and lost by the player when both sides use fixed ways."""
        met = self.worth[np.ix_(player, house)]
        win = int(np.maximum(met, 0).sum(dtype=np.int64)) // self.terms.gain
        lose = -int(np.minimum(met, 0).sum(dtype=np.int64)) // self.terms.cost
        return Counts(win, self.total - win - lose, lose)

    def way(self, numbers: I32) -> I64:
        """Return a fixed way, given as a number for each kind of the whole set, as indexes of settings."""
        found = {pair: place for place, pair in enumerate(zip(self.hand.tolist(), self.setting.tolist(), strict=True))}
        return np.array([found[hand, int(numbers[kind])] for hand, kind in enumerate(self.kinds.tolist())])

    def places(self, kind: int) -> range:
        """Return the settings of a kind."""
        return range(int(self.ends[kind]), int(self.ends[kind + 1]))

    def best(self, worth: np.ndarray) -> I64:
        """Return the most valuable setting of each kind; the first if several are equal."""
        return np.array([max(self.places(kind), key=worth.__getitem__) for kind in range(len(self.kinds))])


def _worth_considering(kind: int, literal_zero: bool) -> list[int]:
    """Return settings of a kind, each once, without those that another beats in one hand and equals in the other.

    If zero against zero loses the wager, a low hand of zero can be better for the bank than a low hand of one, so only
    repetitions are left out.
    """
    table = tile_table()
    lines = range(int(table.start[kind]), int(table.start[kind + 1]))
    ranks = [(int(table.high[line]), int(table.low[line])) for line in lines]
    kept = []
    for number, (high, low) in enumerate(ranks):
        repeated = (high, low) in ranks[:number]
        beaten = any(h >= high and low_ >= low and (h, low_) != (high, low) for h, low_ in ranks)
        if not repeated and (literal_zero or not beaten):
            kept.append(number)
    return kept


def _deals(kinds: np.ndarray) -> I16:
    """Return the number of deals in which the player holds one kind of hand and the house another."""
    held = np.stack([(kinds == kind).sum(axis=1) for kind in range(KINDS)], axis=1)
    deals: I16 = _WAYS[0][held].prod(axis=1, dtype=np.int16)[:, None]
    for half in (held[:, : KINDS // 2], held[:, KINDS // 2 :]):  # few hands differ in half of the kinds
        different, number = np.unique(half, axis=0, return_inverse=True)
        disjoint = _WAYS[different[:, None], different].prod(axis=2, dtype=np.int16)
        deals = deals * disjoint[np.ix_(number, number)]
    return deals


@kernel
def _compare(
    deals: I16, hand: I32, high: I16, low: I16, player_banks: bool, literal_zero: bool, pays: I32, worth: I32
) -> None:  # fmt: skip
    """Compare every setting of the player with every setting of the house; a copy goes to the bank."""
    copy = 1 if player_banks else 0
    for s in range(len(hand)):
        for t in range(len(hand)):
            ours = int(high[s] + copy > high[t]) + int(low[s] + copy > low[t])
            if literal_zero and (high[s] + high[t] == 0 or low[s] + low[t] == 0):
                ours = 2 * copy
            worth[s, t] = deals[hand[s], hand[t]] * pays[ours]
