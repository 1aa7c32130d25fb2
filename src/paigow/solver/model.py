"""The result of solving a game: strategies, a certificate of their guarantees, and the best fixed house way."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, Protocol

from paigow.analysis.results import Counts
from paigow.columns import columns
from paigow.errors import PaigowError

FORMAT = "paigow-solution-1"
Banker = Literal["house", "player"]
Weights = tuple[tuple[Any, Fraction], ...]
"""Settings with their probabilities."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """A solver's progress: the bounds within which the player's value is known to lie."""

    stage: str
    iteration: int
    lower: float
    upper: float
    seconds: float

    @property
    def gap(self) -> float:
        return self.upper - self.lower


Watch = Callable[[Bounds], None]
"""A callable that receives the bounds from time to time."""


class Strategy(Protocol):
    """A strategy for setting every hand: one setting for a hand, or several with probabilities."""

    @property
    def game(self) -> str: ...
    @property
    def mixed_kinds(self) -> int:
        """Return the number of kinds (tiles) or types (cards) of hand that are set at random."""

    def weights(self, pieces: str) -> Weights:
        """Return the settings of one hand with their probabilities."""


SHOWN = 10
"""The number of hands set at random that a printed strategy shows."""


def describe(kinds: int, what: str, mixed: int, examples: Iterable[Weights]) -> str:
    """Return a readable description of a strategy: how much of it is mixed, and some examples."""
    lines = [f"{kinds:,} {what}, {mixed:,} of them set at random"]
    lines += [" or ".join(f"{setting} ({share})" for setting, share in weights) for weights in examples]
    if mixed > SHOWN:
        lines.append(f"and {mixed - SHOWN:,} more")
    return "\n  ".join(lines)


@dataclass(frozen=True, slots=True)
class Pure:
    """The best fixed house way found, evaluated against a player who exploits it."""

    strategy: Strategy
    counts: Counts
    """The counts of the player's best response."""
    edge: Fraction
    proved: bool
    """Whether it has been proved that no other house way that sets all hands of a kind or type the same way is better.
    """
    at_most: Fraction
    """Upper bound for the edge of every house way, even one that distinguishes hands of one type by their suits."""
    settled: int
    """The number of kinds (tiles) or types (cards) of hand that every better fixed way would set like this one."""
    open: int
    """The number of kinds or types that a better fixed way might set differently: none if it is proved best."""
    tried: int = 0
    """The number of fixed house ways compared one by one for the proof."""


@dataclass(frozen=True, slots=True)
class Between:
    """Strategies for two players who both pay commission: their values in bets, and what deviating would gain."""

    game: str
    commission: Fraction
    player: Strategy
    bank: Strategy
    player_value: Fraction
    bank_value: Fraction
    player_gains: Fraction
    bank_gains: Fraction


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
    """A solved game.

    `lower` is the value that the player's strategy guarantees, `upper` the most that the house's strategy allows.
    """

    rules: str
    game: str
    commission: Fraction
    banker: Banker
    total: int
    lower: Fraction
    upper: Fraction
    house: Strategy
    player: Strategy | None
    """None if the player sees the house's hand first and needs no strategy (Dealer Open)."""
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
        """Return the player's value per unit staked; the midpoint of the bounds if they differ."""
        return (self.lower + self.upper) / 2

    def save(self, path: Path) -> None:
        """Write the solution to a file that `paigow.solver.load` reads, and that can be named as a house way."""
        from paigow.solver.files import save

        save(self, path)

    def __str__(self) -> str:
        return "\n".join((self._title, *self._worth(), columns(self._rows())))

    def __repr__(self) -> str:
        return f"<Solution {self._title}: the player's value is {percent(self.value):+.6f}%>"

    @property
    def _title(self) -> str:
        return f"{self.rules}: {self.total:,} deals, commission {float(self.commission):.4%}, the {self.banker} banks"

    def _worth(self) -> Iterable[str]:
        """Yield the certified values, line by line."""
        if self.gap:
            yield f"the player's value is between {self.lower} and {self.upper}"
            yield f"  = {float(self.lower):+.9%} and {float(self.upper):+.9%}, {float(self.gap):.2e} apart"
        else:
            yield f"the player's value is {self.value} = {float(self.value):+.9%}, exactly"
        sides = [("house", self.house), ("player", self.player)]
        yield "; ".join(f"the {name} mixes {side.mixed_kinds:,} kinds of hand" for name, side in sides if side)
        pure = self.pure
        sure = "proved best" if pure.proved else f"none has more than {float(pure.at_most):.9%}"
        yield f"best fixed house way: edge {pure.edge} = {float(pure.edge):.9%}, {sure}"
        if pure.open:
            yield f"  a better one would set {pure.settled:,} types of hand the same way; {pure.open:,} are open"

    def _rows(self) -> list[tuple[str, ...]]:
        """Return a table of every house way against best play."""
        ways = [("best fixed", self.pure.counts, self.pure.edge)]
        ways += [(each.name, each.counts, each.edge) for each in self.house_ways]
        rows: list[tuple[str, ...]] = [
            ("house way", "win".rjust(22), "push".rjust(22), "lose".rjust(22), "edge", "gives away")
        ]
        for name, counts, edge in ways:
            shown = (f"{count:,}".rjust(22) for count in (counts.win, counts.push, counts.lose))
            rows.append((name, *shown, f"{float(edge):9.6%}", f"{float(-self.value - edge):.6%}"))
        return rows

    def to_dict(self) -> dict[str, object]:
        """Return the answer of `paigow solve --json`. Exact values are fractions written as text."""
        sides = {"bank": self.house, "player": self.player}
        if self.banker == "player":
            sides = {"bank": self.player, "player": self.player, "house": self.house}

        def side_data(side: Strategy | None) -> dict[str, object] | None:
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
            **{name: side_data(side) for name, side in sides.items()},
            "pure": {
                **self.pure.counts.to_dict(),
                "edge": str(self.pure.edge),
                "edge_percent": percent(self.pure.edge),
                "proved": self.pure.proved,
                "at_most": str(self.pure.at_most),
                "settled": self.pure.settled,
                "open": self.pure.open,
                "tried": self.pure.tried,
                "file": self.file,
            },
            "house_ways": [each.to_dict() for each in self.house_ways],
        }


def read_claims(
    data: Mapping[str, Any],
    *,
    house: Strategy,
    player: Strategy | None,
    fixed: Strategy,
    file: str,
    literal_zero: bool = False,
) -> Solution:
    """Return a solution from its strategies and what it claims about them, which `Solution.to_dict` has written."""
    pure = data["pure"]
    return Solution(
        rules=data["rules"],
        game=data["game"],
        commission=Fraction(data["commission"]),
        banker=data["banker"],
        total=data["total"],
        lower=Fraction(data["lower"]),
        upper=Fraction(data["upper"]),
        house=house,
        player=player,
        pure=Pure(
            fixed,
            _counts(pure),
            Fraction(pure["edge"]),
            pure["proved"],
            Fraction(pure["at_most"]),
            pure.get("settled", 0),  # files written by version 0.2 do not say
            pure.get("open", 0),
            pure["tried"],
        ),
        house_ways=tuple(Priced(each["name"], _counts(each), Fraction(each["edge"])) for each in data["house_ways"]),
        iterations=data["iterations"],
        literal_zero=literal_zero,
        file=file,
    )


def _counts(data: Mapping[str, Any]) -> Counts:
    return Counts(data["win"], data["push"], data["lose"])


def percent(share: Fraction) -> float:
    return float(100 * share)


def read_commission(text: str) -> Fraction:
    """Parse a commission written as `5%`, `0.05` or `1/20`."""
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
"""The largest denominator of a commission, which keeps the values of all deals within 64 bits."""
