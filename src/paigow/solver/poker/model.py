"""The game as learning sees it: what each line gains against a distribution of the other side's hands.

For a small deck the model is exact as long as hands are told apart by type: every type meets the other side's types as
often as they can be dealt together. In the full deck every type meets the same distribution, which leaves out which
cards are gone; the difference to the exact count, taken now and then for the strategies of the moment, is added to
every line. Only how that difference changes with the strategies is neglected until it is taken anew.
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
"""Up to so many types a deck's pairs of types are counted; there are 535 to 545 with five ranks."""


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
    """Fill in what each line gains.

    A win for hands below both classes, or equal where it ``beats`` them, a loss for others.

    Group g of lines, ``first[g]`` to ``first[g + 1]``, meets the other side's lines as often as ``met[g]`` says.
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
    """Gains of every line of one side against the other side's strategy, in bets, times the chance of the type."""

    win: float
    """What the player is paid for a win, commission taken off; a loss costs 1."""
    copies: int
    """The side that banks and wins copies."""
    first: I32
    row: I32
    low: I32
    own: Reals
    met: Reals
    added: list[Reals]
    """What the exact count adds to the gains of the player's and of the house's lines."""
    both_pay: bool = False
    """Whether the other side, too, is paid ``win`` for a win and loses 1."""

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
        """Return what each line of a side gains on average, the other side setting its hands by the given weights."""
        return self._plain(side, other) + self.added[side]

    def correct(self, exact: list[Reals], weight: list[Reals]) -> None:
        """Take the difference to the exact gains of both sides, found for these weights of theirs."""
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
    """How many deals give one side a hand of one type and the other side one of another, for all pairs of types.

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
