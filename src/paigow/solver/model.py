"""What solving a game gives: strategies, a certificate of what they guarantee, and the best fixed house way."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, Protocol

from paigow.analysis.results import Counts
from paigow.errors import PaigowError

FORMAT = "paigow-solution-1"
Banker = Literal["house", "player"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Progress of a solver: between which bounds the player's value is known to lie."""

    stage: str
    iteration: int
    lower: float
    upper: float
    seconds: float

    @property
    def gap(self) -> float:
        return self.upper - self.lower


Watch = Callable[[Bounds], None]
"""Told the bounds from time to time."""


class Strategy(Protocol):
    """How one side sets every hand: one setting for a hand, or several with probabilities."""

    @property
    def game(self) -> str: ...
    @property
    def mixed_kinds(self) -> int:
        """How many kinds (tiles) or types (cards) of hand are set at random."""

    def weights(self, pieces: str) -> tuple[tuple[Any, Fraction], ...]:
        """Return the settings of one hand with their probabilities."""


@dataclass(frozen=True, slots=True)
class Pure:
    """The best fixed house way found, against a player who responds optimally."""

    strategy: Strategy
    counts: Counts
    """Of the player's best response."""
    edge: Fraction
    proved: bool
    """Whether every other fixed house way has been shown to be no better."""
    at_most: Fraction
    """No fixed house way has a larger edge than this."""
    tried: int = 0
    """Fixed house ways compared one by one for the proof."""


@dataclass(frozen=True, slots=True)
class Priced:
    """A packaged house way against best play."""

    name: str
    counts: Counts
    edge: Fraction

    def to_dict(self) -> dict[str, object]:
        return {"name": self.name, **self.counts.to_dict(), "edge": str(self.edge), "edge_percent": percent(self.edge)}


@dataclass(frozen=True, slots=True)
class Solution:
    """A solved game. `lower` is what the player's strategy guarantees, `upper` what the house's allows at most."""

    rules: str
    game: str
    commission: Fraction
    banker: Banker
    total: int
    lower: Fraction
    upper: Fraction
    house: Strategy
    player: Strategy | None
    """None where the player sees the house's hand first and needs no strategy (Dealer Open)."""
    pure: Pure
    house_ways: tuple[Priced, ...]
    iterations: int
    literal_zero: bool = False
    file: str | None = None
    seconds: float = field(default=0.0, compare=False)

    @property
    def gap(self) -> Fraction:
        return self.upper - self.lower

    @property
    def value(self) -> Fraction:
        """The player's value of a unit staked; the middle of the bounds where they differ."""
        return (self.lower + self.upper) / 2

    def to_dict(self) -> dict[str, object]:
        """Return the answer of `paigow solve --json`. Exact values are fractions written as text."""
        sides = {"bank": self.house, "player": self.player}
        if self.banker == "player":
            sides = {"bank": self.player, "player": self.player, "house": self.house}

        def told(side: Strategy | None) -> dict[str, object] | None:
            return None if side is None else {"mixed_kinds": side.mixed_kinds, "file": self.file}

        return {
            "rules": self.rules,
            "game": self.game,
            "banker": self.banker,
            "commission": str(self.commission),
            "total": self.total,
            "lower": str(self.lower),
            "upper": str(self.upper),
            "lower_value": float(self.lower),
            "upper_value": float(self.upper),
            "gap": float(self.gap),
            "iterations": self.iterations,
            "seconds": self.seconds,
            **{name: told(side) for name, side in sides.items()},
            "pure": {
                **self.pure.counts.to_dict(),
                "edge": str(self.pure.edge),
                "edge_percent": percent(self.pure.edge),
                "proved": self.pure.proved,
                "at_most": str(self.pure.at_most),
                "tried": self.pure.tried,
                "file": self.file,
            },
            "house_ways": [each.to_dict() for each in self.house_ways],
        }


def percent(share: Fraction) -> float:
    return float(100 * share)


def read_commission(text: str) -> Fraction:
    """Return a commission written as `5%`, `0.05` or `1/20`."""
    number, sign, rest = text.strip().partition("%")
    try:
        rate = Fraction(number) / (100 if sign else 1)
    except (ValueError, ZeroDivisionError):
        rate = Fraction(-1)
    if rest or not 0 <= rate < 1:
        raise PaigowError(f"{text!r} is not a commission: write a share of winnings from 0 up to 1, such as 5% or 1/20")
    if rate.denominator > MOST_DENOMINATOR:
        raise PaigowError(f"a commission has a denominator of at most {MOST_DENOMINATOR:,}, not {rate}")
    return rate


MOST_DENOMINATOR = 100_000
"""So that values of all deals stay within 64 bits."""
