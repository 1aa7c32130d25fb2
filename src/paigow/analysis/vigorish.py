"""The effect of rounding the vigorish on a main wager, by the size of the bet."""

from dataclasses import dataclass
from fractions import Fraction

from paigow.analysis.results import Counts
from paigow.money import VigorishRounding, vigorish


@dataclass(frozen=True, slots=True)
class VigorishEffect:
    """A bet in cents, the vigorish on its win, and the resulting edge; ``plain`` is the edge at exactly 5%."""

    bet: int
    vigorish: int
    edge: Fraction
    plain: Fraction

    @property
    def added(self) -> Fraction:
        """Return the amount that rounding adds to the edge."""
        return self.edge - self.plain

    def to_dict(self) -> dict[str, object]:
        return {"bet": self.bet, "vigorish": self.vigorish, "edge": str(self.edge), "added": str(self.added)}


def vigorish_effect(counts: Counts, bet: int, rounding: VigorishRounding = VigorishRounding.QUARTER) -> VigorishEffect:
    """Return the edge of a main wager of this many cents when its vigorish is rounded (MDT-8.K.1, MDP-13.A.1)."""
    held = vigorish(bet, rounding)
    return VigorishEffect(bet, held, -counts.value(Fraction(held, bet)), -counts.value())
