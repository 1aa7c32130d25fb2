"""A fixed house way derived from a mixed strategy: types that are set at random are distributed instead."""

import numpy as np

from paigow.analysis.kernel import I16, I32, I64, U8, kernel
from paigow.analysis.ranks import HIGH_CLASSES, LOW_CLASSES
from paigow.solver.poker.choices import Choices


@kernel
def _share_out(order: I64, start: I32, high: I16, low: U8, weight: I32, hands: I64, parts: int, width: int,
               owed: I64, line: I64) -> None:  # fmt: skip
    for t in order:
        best = -1
        most = 0
        for k in range(start[t], start[t + 1]):
            if weight[k] > 0:
                owed[high[k] // width, low[k]] += hands[t] * weight[k]
                if best < 0 or owed[high[k] // width, low[k]] > most:
                    best = k
                    most = owed[high[k] // width, low[k]]
        owed[high[best] // width, low[best]] -= hands[t] * parts
        line[t] = best


def share_out(lines: Choices, weight: I32, parts: int, width: int = 8) -> I64:
    """Return one line for each dealt type so that similar hands are met about as often as with the mixed strategy.

    Mixed types are processed one after another, the most common first; each takes the line whose neighbourhood (its low
    class and about ``width`` high classes) is owed the most hands by the types before it.
    """
    used = np.bincount(lines.type[weight > 0], minlength=len(lines.hands))
    dealt = np.flatnonzero(used)
    order = dealt[np.lexsort((dealt, -lines.hands[dealt], used[dealt] > 1))]
    line = np.zeros(len(lines.hands), dtype=np.int64)
    owed = np.zeros((HIGH_CLASSES // width + 1, LOW_CLASSES), dtype=np.int64)
    _share_out(order, lines.start, lines.high, lines.low, weight, lines.hands, parts, width, owed, line)
    return line[dealt]
