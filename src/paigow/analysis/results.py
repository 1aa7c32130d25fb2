"""Results: immutable and typed, in integers and fractions, and as plain dictionaries for JSON."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame

COMMISSION = Fraction(1, 20)
"""Five percent of a win (MDT-8.K.s2, MDP-13.A.s2)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a wager can end: its frequency, and its gain per unit staked (-1 if the stake is lost)."""

    name: str
    count: int
    pays: Fraction

    def to_dict(self) -> dict[str, object]:
        return {"name": self.name, "count": self.count, "pays": str(self.pays)}


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of deals won, pushed and lost by the player."""

    win: int
    push: int
    lose: int

    @property
    def total(self) -> int:
        return self.win + self.push + self.lose

    def value(self, commission: Fraction = COMMISSION) -> Fraction:
        """Return the expected gain per unit staked."""
        return (self.win * (1 - commission) - self.lose) / Fraction(self.total)

    def outcomes(self, commission: Fraction = COMMISSION) -> tuple[Outcome, ...]:
        return (
            Outcome("win", self.win, 1 - commission),
            Outcome("push", self.push, Fraction(0)),
            Outcome("lose", self.lose, Fraction(-1)),
        )

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.win + other.win, self.push + other.push, self.lose + other.lose)

    def to_dict(self) -> dict[str, int]:
        return {"win": self.win, "push": self.push, "lose": self.lose}


@dataclass(frozen=True, slots=True)
class Odds:
    """The value of a wager: every outcome with its number of equally likely deals."""

    game: str
    wager: str
    outcomes: tuple[Outcome, ...]
    total: int
    paytable: str | None = None
    house_way: str | None = None
    player: str | None = None
    counts: Counts | None = None
    copies: int | None = None
    """The number of deals in which at least one of the two comparisons is a copy, if counted."""
    envy: Fraction = Fraction(0)
    """Expected gain per unit staked from other players' hands, on top of the outcomes."""
    exact: bool = True
    seconds: float = field(default=0.0, compare=False)

    @property
    def expectation(self) -> Fraction:
        """Return the expected gain per unit staked."""
        return self._own_expectation + self.envy

    @property
    def _own_expectation(self) -> Fraction:
        return sum((each.count * each.pays for each in self.outcomes), Fraction(0)) / self.total

    @property
    def edge(self) -> Fraction:
        """Return the expected loss per unit staked: the share kept by the house, or the bank."""
        return -self.expectation

    @property
    def variance(self) -> Fraction:
        """Return the variance per unit staked, without envy."""
        squares = sum((each.count * each.pays**2 for each in self.outcomes), Fraction(0)) / self.total
        return squares - self._own_expectation**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of what a bet of one unit gains."""
        return sqrt(self.variance)

    @property
    def hit_frequency(self) -> Fraction:
        """Return the probability that the wager wins anything."""
        return Fraction(sum(each.count for each in self.outcomes if each.pays > 0), self.total)

    @property
    def edge_percent(self) -> float:
        """The edge in percent, rounded as a float is."""
        return float(self.edge * 100)

    def to_dict(self) -> dict[str, object]:
        """Return plain data: counts as integers, exact values as fractions written as text."""
        shown: dict[str, object] = {
            "game": self.game,
            "wager": self.wager,
            "paytable": self.paytable,
            "house_way": self.house_way,
            "player": self.player,
            "total": self.total,
            "outcomes": [each.to_dict() for each in self.outcomes],
        }
        if self.counts is not None:
            shown |= self.counts.to_dict()
        if self.copies is not None:
            shown["copies"] = self.copies
        if self.envy:
            shown["envy"] = str(self.envy)
        return shown | {
            "edge": str(self.edge),
            "edge_percent": self.edge_percent,
            "standard_deviation": self.standard_deviation,
            "hit_frequency": str(self.hit_frequency),
            "exact": self.exact,
            "seconds": self.seconds,
        }


def main_odds(
    game: str,
    counts: Counts,
    commission: Fraction,
    *,
    house_way: str,
    player: str,
    seconds: float,
    copies: int | None = None,
) -> Odds:
    """Return the odds of a main wager from its counts."""
    return Odds(
        game=game,
        wager="main",
        outcomes=counts.outcomes(commission),
        total=counts.total,
        house_way=house_way,
        player=player,
        counts=counts,
        copies=copies,
        seconds=seconds,
    )


def frame(rows: Iterable[Odds | Outcome]) -> "DataFrame":
    """Return the results as a pandas frame, if pandas is installed."""
    import pandas as pd

    return pd.DataFrame([row.to_dict() for row in rows])
