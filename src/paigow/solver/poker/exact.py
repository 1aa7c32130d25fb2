"""Exact best responses of every hand to a mixed strategy, over all deals, in integers."""

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from paigow.analysis.best import BestPlay, Found, choose_best
from paigow.analysis.disjoint import Dealer
from paigow.analysis.execution import KeptResults, Progress
from paigow.analysis.kernel import I32, I64
from paigow.analysis.results import Counts
from paigow.analysis.types import TYPES
from paigow.solver.poker.choices import Choices
from paigow.solver.poker.model import HOUSE, PLAYER, Reals

PARTS = 1024
"""The denominator of the weights of mixed strategies."""


def whole_parts(lines: Choices, weight: Reals, parts: int = PARTS) -> I32:
    """Return weights as integers with the right sum for each type, rounding up the largest remainders."""
    exact = weight * parts
    whole = np.floor(exact).astype(np.int64)
    missing = parts - np.bincount(lines.type, whole, minlength=TYPES).astype(np.int64)
    order = np.lexsort((np.arange(len(whole)), -(exact - whole), lines.type))
    place = np.arange(len(whole)) - lines.start[lines.type[order]]
    whole[order[place < missing[lines.type[order]]]] += 1
    return whole.astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Response:
    """One side's best response, for every hand separately, to the other side's strategy."""

    side: int
    counts: Counts
    """The deals that the *player* wins, pushes and loses, times the parts of the strategy."""
    value: Fraction
    """The player's value per bet."""
    gains: Reals
    """The gain of each line for its side in bets, times the probability of the type: exact except for the last
    rounding.
    """
    by_type: float
    """The player's value if the response chooses only by type."""
    by_line: I64
    """[(won, lost), line]: deals times the parts of the strategy, if all hands of the type use that line."""


def respond(
    lines: Choices,
    side: int,
    other: Dealer,
    win: Fraction,
    copies: int = HOUSE,
    *,
    both_pay: bool = False,
    executor: Executor | None = None,
    progress: Progress | None = None,
    kept: KeptResults[Found] | None = None,
) -> Response:
    """Let every hand of one side choose best against the other side.

    A player's win pays ``win``, and the side ``copies`` wins copies. The house pays commission only if ``both_pay``.
    """
    asked = np.diff(lines.start)
    found: BestPlay = choose_best(
        other,
        lines.questions(side == copies),
        asked,
        np.zeros(TYPES, dtype=np.int32),
        lines.setting.astype(np.int16),
        win=win if side == PLAYER or both_pay else 1 / win,
        deck=lines.deck,
        executor=executor,
        progress=progress,
        kept=kept,
    )
    counts = found.counts
    below, above = found.by_question.astype(np.float64) / found.total
    if side == PLAYER:
        gains = float(win) * below - above
    else:
        counts = Counts(counts.lose, counts.push, counts.win)
        gains = float(win) * below - above if both_pay else below - float(win) * above
    best = np.maximum.reduceat(gains, lines.start[:-1][asked > 0]).sum()
    return Response(
        side,
        counts,
        counts.value(1 - win),
        gains,
        float(best if side == PLAYER else -best),
        found.by_question,
    )
