"""Which types of hand every fixed way as good as the known one sets alike, counted from a certificate.

Against the player's certified strategy each setting of the house has an exact cost. Any fixed way costs at least the
cheapest setting of every type, plus what its settings cost beyond that. A way that keeps as much as the known one costs
at most what the known one costs against best play, so its extra costs add up to at most the difference: the *slack*. A
type is settled if all of its settings but one have an extra cost above the slack. Everything is an integer; settings
that another one equals or beats in both hands are left out, because no way needs them.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from paigow.analysis.kernel import I64, Bool
from paigow.analysis.types import TYPES
from paigow.solver.poker.choices import Choices


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """What a certificate says about the fixed ways that are as good as the known one."""

    lines: Choices
    possible: Bool
    """The lines that such a way could use."""
    least: Fraction
    """A lower bound for the player's value against every way that sets all hands of a type alike."""
    slack: Fraction
    """The most that such a way could gain on the known one."""

    @property
    def open_types(self) -> Bool:
        """Return, for each type, whether a better way could use another setting."""
        return (np.bincount(self.lines.type[self.possible], minlength=TYPES) > 1) & (self.slack > 0)

    @property
    def open(self) -> int:
        return int(self.open_types.sum())

    @property
    def settled(self) -> int:
        return int(np.count_nonzero(np.diff(self.lines.start))) - self.open

    def __str__(self) -> str:
        hands, still_open = self.lines.hands, self.open_types
        share = float(hands[still_open].sum() / hands.sum())
        candidates = int((self.possible & still_open[self.lines.type]).sum())
        return (
            f"{self.settled:,} types settled, {self.open:,} open ({share:.2%} of all hands, {candidates:,} settings)\n"
            f"a way that sets hands by type keeps at most {-self.least} = {float(-self.least):.9%},\n"
            f"{self.slack} = {float(self.slack):.3e} of a bet more than the best fixed way found"
        )


def settle(lines: Choices, by_line: I64, win: Fraction, parts: int, value: Fraction) -> Settled:
    """Compare all fixed ways with one that is worth ``value`` to a player who responds best.

    ``by_line`` holds the deals that each line wins and loses for the house against the player's strategy, times that
    strategy's ``parts``.
    """
    won, lost = by_line.astype(object)  # Python integers: a sum over all deals exceeds 64 bits
    cost = win.numerator * lost - win.denominator * won
    dealt = np.flatnonzero(np.diff(lines.start))
    cheapest = np.zeros(TYPES, dtype=object)
    cheapest[dealt] = np.minimum.reduceat(cost, lines.start[dealt])
    unit = lines.deals * parts * win.denominator
    least = Fraction(int(cheapest.sum()), unit)
    slack = value - least
    possible = cost - cheapest[lines.type] <= slack * unit
    return Settled(lines, possible.astype(np.bool_), least, slack)
