"""The two games as a drill sees them: pieces by name, hands set by a house way, settings with what they are worth."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from paigow.desk import Choices, choices
from paigow.errors import HandError, PaigowError
from paigow.text import Data, gettext_noop, words

LOW_SIZE = 2
CARRIED = ("table:", "list:")
"""Begin the name of a house way that carries its own table or rules."""
SHORT = "short-"
"""Begins the name of a short house way of the package, followed by how many rules it has."""
MIXED = {"equilibrium": "player", "equilibrium-bank": "bank"}
"""Strategies of the solved game that can be drilled like a house way, and whose they are."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A setting, and what its two hands are called."""

    high: str
    low: str
    high_name: str
    low_name: str
    ranks: tuple[int, int]
    """What both hands count: settings with equal ranks are worth the same against everything. Zeros, which are all
    worth the same, are told apart by their tiles, for a house way does."""
    foul: str | None = None
    """The clause by which the setting is foul, if it is."""

    def __str__(self) -> str:
        return f"{self.high} / {self.low}"

    def data(self) -> Data:
        return {
            "high": self.high,
            "low": self.low,
            "high_name": self.high_name,
            "low_name": self.low_name,
            "foul": self.foul,
        }


@dataclass(frozen=True, slots=True)
class Decided:
    """What a house way does with a hand."""

    setting: Shown
    rule: str
    clause: str
    tie_break: str | None = None
    gap: bool = False
    mixed: tuple[tuple[Shown, Fraction], ...] = ()
    """Every setting with its probability, the likeliest first, where the hand is set at random."""


def solved(weights: tuple[tuple[Shown, Fraction], ...]) -> Decided:
    """Return what an optimal strategy does with a hand."""
    if len(weights) == 1:
        return Decided(weights[0][0], gettext_noop("Computed: the optimal strategy"), "")
    return Decided(weights[0][0], gettext_noop("Computed: the optimal strategy, at random"), "", mixed=weights)


class Hands(Protocol):
    """One game under one set of rules with one house way."""

    @property
    def choices(self) -> Choices: ...
    @property
    def pieces(self) -> tuple[str, ...]: ...  # the whole set or deck
    @property
    def size(self) -> int: ...  # of a hand
    @property
    def examples(self) -> tuple[str, ...]: ...  # hands that are set at random

    def order(self, pieces: tuple[str, ...]) -> tuple[str, ...]: ...  # as a person likes to see them
    def decide(self, pieces: tuple[str, ...]) -> Decided: ...
    def show(self, high: tuple[str, ...], low: tuple[str, ...]) -> Shown: ...


def house_ways(standard_or_game: str) -> tuple[str, ...]:
    """Every house way of a game, also where a standard leaves the operator only one."""
    from paigow.rules.standards import STANDARDS

    game = STANDARDS[standard_or_game].game if standard_or_game in STANDARDS else standard_or_game
    if game == "tiles":
        from paigow.tiles import HOUSE_WAYS as TILE_WAYS

        return tuple(TILE_WAYS)
    if game == "poker":
        from paigow.poker import HOUSE_WAYS as CARD_WAYS

        return tuple(CARD_WAYS)
    raise PaigowError("there is no game {game}; the games are tiles and poker", game=repr(game))


@lru_cache(maxsize=64)
def hands_of(rules: str, house_way: str | None = None) -> Hands:
    """By the name of a standard or the path of a submission; its own house way unless another is named."""
    return hands(choices(rules), house_way)


def hands(chosen: Choices, house_way: str | None = None) -> Hands:
    game = chosen.standard.game
    name = house_way or chosen.house_way
    known = house_ways(game)
    if name not in known and name not in MIXED and not name.startswith((*CARRIED, SHORT)):
        raise PaigowError(
            "{game} has no house way {name}; its house ways are {known}", game=game, name=repr(name), known=words(known)
        )
    asked = replace(chosen, house_way=name)
    if game == "tiles":
        from paigow.learning.tile_hands import TileHands

        return TileHands(asked)
    from paigow.learning.card_hands import CardHands

    return CardHands(asked)


def called(house_way: str) -> str:
    """Return what a house way is called; one that carries its table or rules has its name in front of them."""
    return house_way.split(":", 2)[1] if house_way.startswith(CARRIED) else house_way


def read_setting(hand: tuple[str, ...], typed: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """High and low hand as a person gives them: both as HIGH / LOW, or only the low hand.

    Case does not matter, nor which pips of a tile come first. What is not made of the hand is refused.
    """
    first, stroke, second = typed.partition("/")
    low = _named(second if stroke else first, hand)
    left = Counter(hand)
    for piece in low:
        if not left[piece]:
            raise HandError("{piece} is not in your hand: {hand}", piece=piece, hand=" ".join(hand))
        left[piece] -= 1
    if len(low) != LOW_SIZE:
        raise HandError("a low hand has two cards or tiles, not {count}", count=len(low))
    if stroke and Counter(_named(first, hand)) != +left:
        raise HandError("the two hands together must make up your hand: {hand}", hand=" ".join(hand))
    high = []
    for piece in hand:
        if left[piece]:
            left[piece] -= 1
            high.append(piece)
    return tuple(high), low


def _named(text: str, hand: tuple[str, ...]) -> tuple[str, ...]:
    known = {spelling: piece for piece in hand for spelling in (piece.lower(), piece[::-1] if piece.isdigit() else "")}
    return tuple(known.get(piece.lower(), piece) for piece in text.replace(",", " ").split())
