"""The vocabulary of narrations: how values, reasons and results are written.

Each event's own sentence is in its class.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from paigow.money import Movement
from paigow.table.core.engine import events
from paigow.table.core.log import BOXES, sentences
from paigow.text import capital


def templates() -> Iterator[str]:
    """Yield every text that a sentence may be built from, and the words in it."""
    yield from WORDS.values()
    yield from (capital(WORDS[word]) for word in FIRST)
    yield from (reason for reasons in OWN_REASONS.values() for reason in reasons.values())
    for kind in events():
        yield from sentences(kind.log)
        if kind.log_you:
            yield from sentences(kind.log_you)


WORDS: Mapping[str, str] = MappingProxyType(
    {
        "yes": "yes",
        "no": "no",
        "win": "win",
        "push": "push",
        "tie": "tie",
        "lose": "lose",
        "position": "position {number}",
        "box": "box {number}",
        "dealer": "the dealer",
        "set-by-dealer": "the dealer",
        "dead": "the Dead Hand",
        "wager": "{player}’s wager on {place}",
        "side-wager": "{player}’s {kind} wager on {place}",
        "own-wager": "your bet on {place}",
        "own-side-wager": "your {kind} bet on {place}",
        "own-bank-wager": "your stake on {place}",
        "dealer-wager": "the dealer’s wager",
        "bank-wager": "{player}’s stake on {place}",
        "high-player": "high to the player",
        "high-bank": "high to the bank",
        "high-banker": "high to the banker",
        "high-copy": "the high hand is a copy",
        "low-player": "low to the player",
        "low-bank": "low to the bank",
        "low-banker": "low to the banker",
        "low-copy": "the low hand is a copy",
    }
)
"""The wording of values in a sentence."""
FIRST = ("position", "box", "dealer", "dead", "dealer-wager", "own-wager", "own-side-wager", "own-bank-wager")
"""Words that may begin a sentence."""

OWN_REASONS: Mapping[str, Mapping[Movement, str]] = MappingProxyType(
    {
        BOXES: {
            Movement.VIGORISH: "commission",
            Movement.SURPLUS_VIGORISH: "commission on the banker's surplus",
            Movement.SURRENDER: "conceded",
        },
    }
)
"""Reasons for chip movements for which the document uses another word."""
