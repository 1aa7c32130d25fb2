"""Tiles, cards and their settings, for code that serves both kinds of game."""

from collections.abc import Iterable
from operator import attrgetter
from typing import TypeAlias

from paigow.errors import HandError
from paigow.poker import Card, PokerSetting
from paigow.tiles import Tile, TileSetting

Piece: TypeAlias = Tile | Card
Setting: TypeAlias = TileSetting | PokerSetting
LOW_SIZE = 2
_INDEX = attrgetter("index")


def same_pieces(some: Iterable[Piece], others: Iterable[Piece]) -> bool:
    """Return whether these are the same pieces, in whatever order."""
    return sorted(map(_INDEX, some)) == sorted(map(_INDEX, others))


def require_made_of(setting: Setting, pieces: tuple[Piece, ...], clause: str) -> None:
    """Refuse a setting that uses pieces that were not dealt, or too many in one hand."""
    if not same_pieces((*setting.high, *setting.low), pieces):
        raise HandError(
            "{setting} does not use exactly {pieces}", clause, setting=setting, pieces=" ".join(map(str, pieces))
        )
    if len(setting.low) != LOW_SIZE:
        raise HandError(
            "the low hand of {setting} has {count} cards or tiles instead of {low_size}",
            clause,
            setting=setting,
            count=len(setting.low),
            low_size=LOW_SIZE,
        )
