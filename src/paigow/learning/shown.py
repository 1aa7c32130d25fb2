"""Settings as a drill shows them, and as a person types them."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from paigow.errors import HandError
from paigow.hands import AnyHands, open_hands
from paigow.hands.interface import LOW_SIZE
from paigow.hands.pieces import Setting
from paigow.text import Data

CARRIED = ("table:", "list:")
"""Prefixes of house way names that contain their own table or rules."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A setting, and the names of its two hands."""

    high: str
    low: str
    high_name: str
    low_name: str
    ranks: tuple[int, int]
    """The ranks of both hands; settings with equal ranks have the same value against everything. Zeros, which all have
    the same value, are distinguished by their tiles, because house ways do so.
    """
    foul: str | None = None
    """The clause by which the setting is foul, if any."""

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


def show(hands: AnyHands, setting: Setting) -> Shown:
    """Return a setting as a drill shows it."""
    high, low = (" ".join(map(str, hand)) for hand in (setting.high, setting.low))
    foul = hands.choices.standard.comparing.foul_clause if hands.is_foul(setting) else None
    return Shown(high, low, *hands.names(setting), hands.keys(setting), foul)


@lru_cache(maxsize=64)
def hands_to_drill(rules: str, house_way: str | None = None) -> AnyHands:
    """Return the game of a standard or a submission file, with its own house way unless another is named."""
    hands = open_hands(rules)
    return hands if house_way is None else hands.with_house_way(house_way)


def called(house_way: str) -> str:
    """Return the name of a house way; one that contains its table or rules starts with its name."""
    return house_way.split(":", 2)[1] if house_way.startswith(CARRIED) else house_way


def read_setting(hand: tuple[str, ...], typed: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Parse a setting as a person types it: HIGH / LOW, or only the low hand.

    Case and the order of a tile's pips do not matter. Anything that does not match the hand is refused.
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
