"""The game as learning sees it: the gain of each line against a distribution of the other side's hands.

For a small deck the model is exact as long as hands are distinguished by type: every type meets the other side's types
as often as they can be dealt together. In the full deck every type meets the same distribution, which ignores the cards
already held; the difference from the exact count, computed now and then for the current strategies, is added to every
line. Only the change of that difference with the strategies is neglected until it is recomputed.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
import numpy.typing as npt

from paigow.analysis.best import choose_best
from paigow.analysis.disjoint import Dealer, Questions
from paigow.analysis.kernel import I32, I64, kernel
from paigow.analysis.types import TYPES
from paigow.solver.poker.choices import Choices

Reals = npt.NDArray[np.float64]

PLAYER, HOUSE = 0, 1

FEW_TYPES = 1000
"""The maximum number of types for which a deck's pairs of types are counted; with five ranks there are 535 to 545."""


@kernel
def _gains(
    first: I32,
    row: I32,
    low: I32,
    own: Reals,
    met: Reals,
    weight: Reals,
    beats: int,
    win: float,
    loss: float,
    sums: Reals,
    gains: Reals,
) -> None:
    """Fill in the gain of each line.

    Hands below both classes, or equal if it ``beats`` them, are a win; hands above both are a loss.

    Group g of lines, ``first[g]`` to ``first[g + 1]``, meets the other side's lines with the frequencies ``met[g]``.
    """
    rows = sums.shape[0] - 1
    lows = sums.shape[1] - 1
    for group in range(len(first) - 1):
        # sums[i, j]: how often a high class in a row below i is met together with a low class below j.
        sums[:] = 0.0
        for line in range(len(row)):
            if weight[line] > 0.0:
                sums[row[line] + 1, low[line] + 1] += met[group, line] * weight[line]
        for i in range(1, rows + 1):
            running = 0.0
            for j in range(1, lows + 1):
                running += sums[i, j]
                sums[i, j] = sums[i - 1, j] + running
        for line in range(first[group], first[group + 1]):
            i = row[line] + beats
            j = low[line] + beats
            below = sums[i, j]
            above = sums[rows, lows] - sums[i, lows] - sums[rows, j] + below
            gains[line] = own[line] * (win * below - loss * above)


@dataclass(slots=True, eq=False)
class Model:
    """Gains of every line of one side against the other side's strategy, in bets, times the probability of the type."""

    win: float
    """The player's payout for a win, after commission; a loss costs 1."""
    copies: int
    """The side that banks and wins copies."""
    first: I32
    row: I32
    low: I32
    own: Reals
    met: Reals
    added: list[Reals]
    """Corrections from the exact count to the gains of the player's and of the house's lines."""
    both_pay: bool = False
    """Whether the other side is also paid ``win`` for a win and loses 1."""

    @classmethod
    def of(cls, lines: Choices, win: float, copies: int = HOUSE, both_pay: bool = False) -> "Model":
        _, row = np.unique(lines.high, return_inverse=True)
        _, low = np.unique(lines.low, return_inverse=True)
        size, dealt = len(lines.type), np.flatnonzero(np.diff(lines.start))
        if len(dealt) <= FEW_TYPES:
            pairs = count_pairs(lines) / lines.deals
            first = np.append(lines.start[dealt], size).astype(np.int32)
            own, met = np.ones(size), np.ascontiguousarray(pairs[:, np.searchsorted(dealt, lines.type)])
        else:
            chance = lines.hands[lines.type] / lines.hands.sum()
            first, own, met = np.array([0, size], dtype=np.int32), chance, chance[None]
        added = [np.zeros(size), np.zeros(size)]
        return cls(win, copies, first, row.astype(np.int32), low.astype(np.int32), own, met, added, both_pay)

    def gains(self, side: int, other: Reals) -> Reals:
        """Return the average gain of each line of a side when the other side sets its hands by the given weights."""
        return self._plain(side, other) + self.added[side]

    def correct(self, exact: list[Reals], weight: list[Reals]) -> None:
        """Store the difference from the exact gains of both sides, found for these weights."""
        for side in (PLAYER, HOUSE):
            self.added[side] = exact[side] - self._plain(side, weight[1 - side])

    def _plain(self, side: int, other: Reals) -> Reals:
        found = np.empty(len(self.row))
        sums = np.zeros((int(self.row.max()) + 2, int(self.low.max()) + 2))
        win, loss = (self.win, 1.0) if side == PLAYER or self.both_pay else (1.0, self.win)
        beats = int(side == self.copies)
        _gains(self.first, self.row, self.low, self.own, self.met, other, beats, win, loss, sums, found)
        return found


@cache
def count_pairs(lines: Choices) -> I64:
    """Count the deals that give one side a hand of one type and the other side one of another, for all pairs of types.

    The other side is set so that its n-th type holds the n-th high class; each type asks how many hands are below
    every class.
    """
    dealt = np.flatnonzero(np.diff(lines.start)).astype(np.int32)
    size = len(dealt)
    zeros = np.zeros(size, dtype=np.uint8)
    other = Dealer(dealt, np.arange(size, dtype=np.int16), zeros, np.ones(size, dtype=np.int32))
    asks = np.zeros(TYPES, dtype=np.int32)
    asks[dealt] = size
    start = np.append(np.int32(0), np.cumsum(asks, dtype=np.int32))
    high = np.tile(np.arange(1, size + 1, dtype=np.int16), size)
    questions = Questions.plain(start, high, np.ones_like(high, dtype=np.uint8))
    nothing = np.zeros(TYPES, dtype=np.int32)
    found = choose_best(other, questions, asks, nothing, high, win=Fraction(1), deck=lines.deck)
    below: I64 = found.by_question[0].reshape(size, size)
    return np.diff(below, axis=1, prepend=0)
