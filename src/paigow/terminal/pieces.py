"""Tiles and cards as text: large for the player's own hand, small for the felt; with an ASCII form for plain terminals.

Ones and fours of a tile are red and the double six is half red, by tradition. In plain text, red pips are `*`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text

from paigow.hands.pieces import Piece
from paigow.language.saying import card_name, tile_name
from paigow.poker import Card
from paigow.terminal.text import voice
from paigow.tiles import Tile

TILE = "#ffffff on #15151a"
TILE_RED = "bold #ff5050 on #15151a"
EDGE = "#8a8a90 on #15151a"
CARD = "#101014 on #f5f2e8"
CARD_RED = "#c4161c on #f5f2e8"
CARD_EDGE = "#9a958a on #f5f2e8"
JOKER = "#7a2a9a on #f5f2e8"
BACK = "#8fa39a on #1d3a30"

# Positions of the pips of a half, in three rows of three.
_PIPS = {
    1: ("   ", " o ", "   "),
    2: ("o  ", "   ", "  o"),
    3: ("o  ", " o ", "  o"),
    4: ("o o", "   ", "o o"),
    5: ("o o", " o ", "o o"),
    6: ("o o", "o o", "o o"),
}
_RED = (1, 4)
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


@dataclass(frozen=True, slots=True)
class Art:
    """The drawing style of pieces."""

    plain: bool = False

    @property
    def back(self) -> str:
        """Return the two columns of a face-down piece."""
        return "##" if self.plain else "▒▒"

    def small(self, piece: Piece | None) -> Text:
        """Return a piece in two columns; None is face down."""
        if piece is None:
            return Text(self.back, BACK)
        if isinstance(piece, Card):
            return self._small_card(piece)
        first, second = (TILE_RED if pip in _RED else TILE for pip in _halves(piece))
        if piece.total == 12:
            first, second = TILE_RED, TILE
        return Text.assemble((str(piece)[0], first), (str(piece)[1], second))

    def _small_card(self, card: Card) -> Text:
        if card.is_joker:
            return Text("Jk" if self.plain else "★J", JOKER)
        return Text(f"{card.code[0]}{card.suit if self.plain else _SUITS[card.suit]}", _card_style(card))

    def row(self, pieces: Iterable[Piece | None], gap: str = " ") -> Text:
        """Return small pieces side by side."""
        return Text(gap).join(self.small(piece) for piece in pieces)

    def large(self, piece: Piece | None, tile: bool = True) -> list[Text]:
        """Return a piece in five lines, tiles nine columns wide and cards five.

        For None, draw a face-down `tile` or card.
        """
        if isinstance(piece, Tile):
            return self._large_tile(piece)
        if isinstance(piece, Card):
            return self._large_card(piece)
        return self._large_back(7 if tile else 3)

    def _large_back(self, wide: int) -> list[Text]:
        top, bottom, side, _middle = self._edges(wide)
        row = Text.assemble((side, EDGE), (("#" if self.plain else "▒") * wide, BACK), (side, EDGE))
        return [Text(top, EDGE), row, row, row, Text(bottom, EDGE)]

    def _large_tile(self, tile: Tile) -> list[Text]:
        top, bottom, side, middle = self._edges(3, 3)
        left, right = _halves(tile)
        halves = [(self._pips(left, row, tile), self._pips(right, row, tile)) for row in range(3)]
        rows = [Text.assemble((side, EDGE), one, (middle, EDGE), other, (side, EDGE)) for one, other in halves]
        return [Text(top, EDGE), *rows, Text(bottom, EDGE)]

    def _pips(self, half: int, row: int, tile: Tile) -> Text:
        text = Text()
        for column, pip in enumerate(_PIPS[half][row]):
            red = column == 0 if tile.total == 12 else half in _RED
            if self.plain and pip == "o" and red:
                pip = "*"
            text.append(pip if self.plain else pip.replace("o", "●"), TILE_RED if red else TILE)
        return text

    def _large_card(self, card: Card) -> list[Text]:
        style = JOKER if card.is_joker else _card_style(card)
        if card.is_joker:
            rows = ("Jo ", "ker", "   ") if self.plain else ("Jo ", " ★ ", "ker")
        else:
            rank = "10" if card.code[0] == "T" else card.code[0]
            suit = card.suit if self.plain else _SUITS[card.suit]
            rows = (f"{rank:<3}", f" {suit} ", f"{rank:>3}")
        top, bottom, side, _ = self._edges(3)
        lines = [Text.assemble((side, CARD_EDGE), (row, style), (side, CARD_EDGE)) for row in rows]
        return [Text(top, CARD_EDGE), *lines, Text(bottom, CARD_EDGE)]

    def _edges(self, *widths: int) -> tuple[str, str, str, str]:
        """Return the top, bottom, sides and the divider between the halves."""
        if self.plain:
            line = "+" + "+".join("-" * width for width in widths) + "+"
            return line, line, "|", "|"
        top = "╭" + "┬".join("─" * width for width in widths) + "╮"
        bottom = "╰" + "┴".join("─" * width for width in widths) + "╯"
        return top, bottom, "│", "│"


def _halves(tile: Tile) -> tuple[int, int]:
    """Return the halves in the order of the notation."""
    return int(tile.text[0]), int(tile.text[1])


def _card_style(card: Card) -> str:
    return CARD_RED if card.suit in ("d", "h") else CARD


def name_of(piece: Piece, plain: bool = False) -> str:
    """Return the name of a piece; for a tile, with its characters."""
    if isinstance(piece, Tile):
        return piece.name if plain else tile_name(piece, voice())
    return card_name(piece, voice())


_ASCII = str.maketrans("–−’‘“”…▸▶·", "--''\"\".>>.")


def in_ascii(text: Text) -> Text:
    """Return the same text, character by character, in ASCII."""
    plain = text.copy()
    plain.plain = text.plain.translate(_ASCII).encode("ascii", "replace").decode("ascii")
    return plain


def in_order(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return pieces as a player would hold them: highest first."""
    return tuple(sorted(pieces, key=lambda piece: piece.index if isinstance(piece, Tile) else -piece.index))
