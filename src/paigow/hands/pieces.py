"""Tiles, cards and their settings, for code that serves both kinds of game."""

from typing import TypeAlias

from paigow.poker import Card, PokerSetting
from paigow.tiles import Tile, TileSetting

Piece: TypeAlias = Tile | Card
Setting: TypeAlias = TileSetting | PokerSetting
