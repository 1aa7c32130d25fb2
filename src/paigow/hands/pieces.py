"""Tiles, cards and their settings, for code that serves both kinds of game."""

from collections import Counter
from typing import TypeAlias

from paigow.errors import HandError
from paigow.poker import Card, PokerSetting
from paigow.tiles import Tile, TileSetting

Piece: TypeAlias = Tile | Card
Setting: TypeAlias = TileSetting | PokerSetting
LOW_SIZE = 2


def require_made_of(setting: Setting, pieces: tuple[Piece, ...], clause: str) -> None:
    """Refuse a setting that uses pieces that were not dealt, or too many in one hand."""
    if Counter((*setting.high, *setting.low)) != Counter(pieces):
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
