"""Dealer Open, solved: the dealer's hand lies open, so there is nothing to guess and nothing to mix.

A player who sees the dealer's two hands wins if any legal setting beats both and loses if none beats either. So each
setting of a dealer's hand has a worth of its own, whatever the dealer does with other hands, and the best is found
hand by hand. With two jacks the dealer wins however the hand is set (DO-W).
"""

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from paigow.analysis.best import choose_best
from paigow.analysis.dealer_open import jacks_of_types
from paigow.analysis.deals import dealer_hands
from paigow.analysis.disjoint import Dealer
from paigow.analysis.execution import Progress
from paigow.analysis.kernel import I64
from paigow.analysis.results import Counts
from paigow.analysis.types import TYPES
from paigow.solver.poker.choices import Choices


@dataclass(frozen=True, slots=True, eq=False)
class OpenDealer:
    """The best fixed way by type, and what no dealer can do better than."""

    line: I64
    """The best line of each dealt type."""
    counts: Counts
    """Deals that the player wins, pushes and loses against it."""
    by_hand: Counts
    """The same against a dealer who sets every single hand best, the suits of its cards considered."""


def beating(lines: Choices) -> Dealer:
    """Players as a list whose entries at or above a dealer's classes add up to the players who can beat both.

    A player's settings form a staircase. Counting each step, and taking off what two neighbours share, counts every
    player once who has a step above the dealer's hands, and nobody else.
    """
    last = np.append(lines.type[1:] != lines.type[:-1], True)
    step = np.flatnonzero(~last)
    types = np.concatenate([lines.type, lines.type[step]])
    high = np.concatenate([lines.high, lines.high[step + 1]])
    low = np.concatenate([lines.low, lines.low[step]])
    weight = np.repeat(np.array([1, -1], dtype=np.int32), [len(lines.type), len(step)])
    order = np.argsort(types, kind="stable")
    return Dealer(types[order], high[order], low[order], weight[order])


def beaten(lines: Choices) -> Dealer:
    """Players by their highest high hand and their highest low hand: who is below both can beat neither."""
    first = np.append(True, lines.type[1:] != lines.type[:-1])
    last = np.append(first[1:], True)
    one_each = np.ones(int(first.sum()), dtype=np.int32)
    return Dealer(lines.type[first], lines.high[first], lines.low[last], one_each)


def open_dealer(
    lines: Choices, win: Fraction, *, executor: Executor | None = None, progress: Progress | None = None
) -> OpenDealer:
    """Return the best way to set an open dealer's hands if a win pays the player ``win``."""
    asked = np.diff(lines.start)
    found = choose_best(
        beaten(lines),
        lines.questions(True),
        asked,
        np.zeros(TYPES, dtype=np.int32),
        lines.setting.astype(np.int16),
        win=1 / win,
        above=beating(lines),
        deck=lines.deck,
        executor=executor,
        progress=progress,
    )
    lost, won = found.by_question
    worth = win.denominator * lost - win.numerator * won
    order = np.lexsort((np.arange(len(worth)), -worth, lines.type))
    _, first = np.unique(lines.type[order], return_index=True)
    line = order[first]
    jacks = jacks_of_types() >= 2
    outright = int(lines.hands[jacks].sum()) * dealer_hands(lines.deck)
    quiet = ~jacks[lines.type[line]]

    def counts(win: I64, lose: I64) -> Counts:
        wins, losses = sum(win.tolist()), sum(lose.tolist()) + outright
        return Counts(wins, lines.deals - wins - losses, losses)

    return OpenDealer(
        line,
        counts(won[line][quiet], lost[line][quiet]),
        counts(found.best[~jacks, 1], found.best[~jacks, 0]),
    )
