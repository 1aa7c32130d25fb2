"""The results of the shipped solutions, for pages, par sheets and the paper. Written by `tools.solved_figures`."""

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any

from paigow.analysis.results import Counts


@dataclass(frozen=True, slots=True)
class Costly:
    """A hand whose setting by a house way costs something against the player's optimal strategy."""

    hand: str
    sets: str
    better: str
    cost: Fraction
    """The cost in bets, over all deals in which the house has such a hand."""
    about: str = ""
    """A description of the hands, if this one stands for many."""


@dataclass(frozen=True, slots=True)
class SolvedWay:
    """A house way's results against a player who exploits it, and against one who need not know it."""

    name: str
    rules: int
    counts: Counts
    edge: Fraction
    unexploitable: Fraction | None
    """The value of the player's optimal strategy against it, if that has been computed."""
    costly: tuple[Costly, ...]


@dataclass(frozen=True, slots=True)
class SolvedGame:
    """One solution. `lower` and `upper` bound the player's value per bet."""

    name: str
    rules: str
    game: str
    commission: Fraction
    banker: str
    total: int
    lower: Fraction
    upper: Fraction
    mixed_player: int
    """The number of types of hand at which the player's optimal strategy mixes settings."""
    mixed_house: int
    """The same for the house."""
    counts: Counts
    """The counts of the best response to the best fixed house way."""
    edge: Fraction
    proved: bool
    at_most: Fraction
    settled: int
    """The number of kinds or types of hand that every better fixed way would set like this one."""
    open: int
    """The number of those that a better one might set differently."""
    ways: tuple[SolvedWay, ...]
    file: str

    @property
    def gap(self) -> Fraction:
        return self.upper - self.lower

    def gives_away(self, edge: Fraction) -> Fraction:
        """Return the least amount by which a house way with this edge falls short of a mixed strategy's guarantee."""
        return -self.upper - edge


@dataclass(frozen=True, slots=True)
class ShortWay:
    rules: int
    edge: Fraction


@dataclass(frozen=True, slots=True)
class BetweenPlayers:
    """An approximate equilibrium in which a player banks against another player and both pay commission."""

    game: str
    commission: Fraction
    player: Fraction
    """The value per bet to the player who does not bank."""
    bank: Fraction
    player_gains: Fraction
    """The most that the player could gain by deviating."""
    bank_gains: Fraction
    mixed_player: int
    mixed_bank: int


@dataclass(frozen=True, slots=True)
class Solved:
    games: tuple[SolvedGame, ...]
    short: dict[str, tuple[ShortWay, ...]]
    between: tuple[BetweenPlayers, ...]

    def of(self, game: str, commission: Fraction, banker: str = "house") -> SolvedGame | None:
        """Return the solution of a game on these terms, if one is shipped."""
        asked = (game, commission, banker)
        return next((each for each in self.games if (each.game, each.commission, each.banker) == asked), None)


@cache
def solved() -> Solved:
    """Return all shipped solutions."""
    data = json.loads(resources.files("paigow.analysis").joinpath("data", "solved.json").read_bytes())
    return Solved(
        tuple(map(_game, data["games"])),
        {
            game: tuple(ShortWay(each["rules"], Fraction(each["edge"])) for each in curve)
            for game, curve in data["short"].items()
        },
        tuple(
            BetweenPlayers(
                each["game"],
                Fraction(each["commission"]),
                Fraction(each["player"]),
                Fraction(each["bank"]),
                Fraction(each["player_gains"]),
                Fraction(each["bank_gains"]),
                each["mixed_player"],
                each["mixed_bank"],
            )
            for each in data["between"]
        ),
    )


def _counts(data: dict[str, Any]) -> Counts:
    return Counts(data["win"], data["push"], data["lose"])


def _game(data: dict[str, Any]) -> SolvedGame:
    pure = data["pure"]
    return SolvedGame(
        data["name"],
        data["rules"],
        data["game"],
        Fraction(data["commission"]),
        data["banker"],
        data["total"],
        Fraction(data["lower"]),
        Fraction(data["upper"]),
        data["mixed_player"],
        data["mixed_house"],
        _counts(pure),
        Fraction(pure["edge"]),
        pure["proved"],
        Fraction(pure["at_most"]),
        pure["settled"],
        pure["open"],
        tuple(
            SolvedWay(
                each["name"],
                each["rules"],
                _counts(each),
                Fraction(each["edge"]),
                None if each["unexploitable"] is None else Fraction(each["unexploitable"]),
                tuple(
                    Costly(one["hand"], one["sets"], one["better"], Fraction(one["cost"]), one.get("about", ""))
                    for one in each["costly"]
                ),
            )
            for each in data["house_ways"]
        ),
        data["file"],
    )
