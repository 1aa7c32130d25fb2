"""Tiles, cards, hands and chips as a page shows them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PieceView:
    """A tile or card face up with its name, or face down without; `rank` and `suit` are what a hand is sorted by."""

    symbol: str
    name: str = ""
    rank: int = 0
    suit: int = 0

    @property
    def up(self) -> bool:
        return bool(self.name)


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand on the felt: as one pile, or as its high and its low hand."""

    pieces: tuple[PieceView, ...] = ()
    high: tuple[PieceView, ...] = ()
    low: tuple[PieceView, ...] = ()
    high_name: str = ""
    low_name: str = ""
    foul: bool = False
    status: str = ""
    gone: bool = False  # open to all, but already put away

    @property
    def is_set(self) -> bool:
        return bool(self.low)


@dataclass(frozen=True, slots=True)
class Pile:
    """Chips in one place: the amount, and the chips that make it up, as (colour class, label) from the bottom."""

    amount: int
    chips: tuple[tuple[str, str], ...] = ()
