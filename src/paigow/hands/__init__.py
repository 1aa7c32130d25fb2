"""One interface to both kinds of game: read a hand, set it, compare it and classify it under some rules.

`hands_for` chooses the implementation by the rules and imports only that game: `tiles` or `cards`. `answers` returns
the results as plain data.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

from paigow.hands.interface import MIXED, Classified, Hands, HouseSet, Verdict
from paigow.rules.choices import Choices, choices, choices_of

if TYPE_CHECKING:
    from paigow.hands.pieces import Piece, Setting
    from paigow.rules.standards import Game
    from paigow.rules.submission import Submission

AnyHands: TypeAlias = "Hands[Piece, Setting]"
"""Either kind of game, for code that serves both."""

__all__ = [
    "MIXED",
    "AnyHands",
    "Classified",
    "Hands",
    "HouseSet",
    "Verdict",
    "hands_for",
    "hands_of",
    "kind_of_hands",
    "open_hands",
]


def kind_of_hands(game: "Game") -> type[Hands[Any, Any]]:
    """Return the implementation of a kind of game."""
    if game == "tiles":
        from paigow.hands.tiles import TileHands

        return TileHands
    from paigow.hands.cards import CardHands

    return CardHands


def hands_for(chosen: Choices, *, losing_clause: str = "") -> AnyHands:
    """Return the kind of game for these choices.

    The pieces given to it must be of that kind. With `losing_clause`, every bet that loses both hands cites that
    clause, regardless of how it loses.
    """
    return kind_of_hands(chosen.standard.game)(chosen, losing_clause)


def hands_of(submission: "Submission", *, losing_clause: str = "") -> AnyHands:
    """Return the kind of game for a validated submission."""
    return hands_for(choices_of(submission), losing_clause=losing_clause)


def open_hands(rules: str, house_way: str | None = None) -> AnyHands:
    """Return the game of a standard or a submission file, with another house way if the rules allow it."""
    return hands_for(choices(rules, house_way))
