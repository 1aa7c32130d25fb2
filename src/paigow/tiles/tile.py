"""The 32 tiles: 21 faces in 16 kinds, with their names and their notation by pips."""

from collections.abc import Iterable
from operator import attrgetter
from typing import Final, NoReturn

from paigow.errors import HandError, NotationError

# Canonical notation, individual rank by MDT-3.I, tiles of this face in the set, kind (NZ appendix 3), English name,
# common romanisation, the New Zealand Gazette's romanisation, characters, and what New Zealand tables call the tile.
_ROWS: Final = (
    ("66", 1, 2, 1, "Heaven", "Teen", "Teen", "天", "Teen"),
    ("11", 2, 2, 2, "Earth", "Day", "Day", "地", "Day"),
    ("44", 3, 2, 3, "Man", "Yun", "Yun", "人", "High 8"),
    ("13", 4, 2, 4, "Goose", "Gor", "Ngor", "鵝", "High 4"),
    ("55", 5, 2, 5, "Plum Flower", "Mooy", "Mooy", "梅花", "High 10"),
    ("33", 6, 2, 6, "Long Three", "Chong", "Cheong Sum", "長三", "High 6"),
    ("22", 7, 2, 7, "Bench", "Bon", "Ban Tang", "板凳", "Low 4"),
    ("56", 8, 2, 8, "Hatchet", "Foo", "Foo Tau", "斧頭", "11"),
    ("46", 9, 2, 9, "Partition", "Ping", "Hoong Tau Sap", "紅頭十", "Low 10"),
    ("16", 10, 2, 10, "Long Leg Seven", "Tit", "Ko Kiok Chaat", "高腳七", "High 7"),
    ("15", 11, 2, 11, "Big Head Six", "Look", "Lim Lum Lok", "零霖六", "Low 6"),
    ("36", 12, 1, 12, "Mixed Nine", "Chop Gow", "Chap Gow", "雜九", "9"),
    ("45", 12, 1, 12, "Mixed Nine", "Chop Gow", "Chap Gow", "雜九", "9"),
    ("26", 13, 1, 13, "Mixed Eight", "Chop Bot", "Chap Paat", "雜八", "Low 8"),
    ("35", 13, 1, 13, "Mixed Eight", "Chop Bot", "Chap Paat", "雜八", "Low 8"),
    ("25", 14, 1, 14, "Mixed Seven", "Chop Chit", "Chap Chaat", "雜七", "Low 7"),
    ("34", 14, 1, 14, "Mixed Seven", "Chop Chit", "Chap Chaat", "雜七", "Low 7"),
    ("24", 15, 1, 16, "Supreme Six", "Gee Joon", "Gee Jun", "至尊六", "Gee"),
    ("14", 16, 1, 15, "Mixed Five", "Chop Ng", "Chap Ng", "雜五", "5"),
    ("23", 16, 1, 15, "Mixed Five", "Chop Ng", "Chap Ng", "雜五", "5"),
    ("12", 17, 1, 16, "Supreme Three", "Gee Joon", "Gee Jun", "至尊三", "Gee"),
)
_FACES: Final[dict[str, "Tile"]] = {}


class Tile:
    """One of the 21 faces. There is one object per face, so the two copies of a matched tile are the same value.

    `<` compares individual ranks (MDT-3.I): a tile of lower rank is less, and tiles that share a rank are neither less
    nor greater. `index` is the position in `TILES` and gives hands a fixed order; tiles of one `kind` are
    interchangeable.
    """

    __slots__ = (
        "characters",
        "copies",
        "gazette_name",
        "index",
        "kind",
        "name",
        "pips",
        "rank",
        "romanisation",
        "table_name",
        "text",
        "total",
    )
    text: str
    index: int
    pips: tuple[int, int]
    total: int
    rank: int
    copies: int
    kind: int
    name: str
    romanisation: str
    gazette_name: str
    characters: str
    table_name: str

    def __new__(cls, face: str) -> "Tile":
        try:
            return _FACES[face]
        except (KeyError, TypeError):
            raise NotationError(
                "{face} is not a tile: write the pips of both halves, one of {rows}",
                face=repr(face),
                rows=" ".join(row[0] for row in _ROWS),
            ) from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a tile cannot be changed: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a tile cannot be changed: {name}")

    def __reduce__(self) -> tuple[type["Tile"], tuple[str]]:
        return Tile, (self.text,)

    def __repr__(self) -> str:
        return f'Tile("{self.text}")'

    def __str__(self) -> str:
        return self.text

    def __lt__(self, other: object) -> bool:
        return self.rank > other.rank if isinstance(other, Tile) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.rank < other.rank if isinstance(other, Tile) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.rank >= other.rank if isinstance(other, Tile) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.rank <= other.rank if isinstance(other, Tile) else NotImplemented

    @property
    def is_gee(self) -> bool:
        """Return whether this is one of the two Gee Joon tiles, which count 3 or 6 when apart (MDT-3.E, NZ-4.2)."""
        return self.kind == 16


def _make(index: int) -> Tile:
    text, rank, copies, kind, name, romanisation, gazette_name, characters, table_name = _ROWS[index]
    tile = object.__new__(Tile)
    low, high = int(text[0]), int(text[1])
    values: dict[str, object] = {
        "text": text,
        "index": index,
        "pips": (max(low, high), min(low, high)),
        "total": low + high,
        "rank": rank,
        "copies": copies,
        "kind": kind,
        "name": name,
        "romanisation": romanisation,
        "gazette_name": gazette_name,
        "characters": characters,
        "table_name": table_name,
    }
    for key, value in values.items():
        object.__setattr__(tile, key, value)
    _FACES[text] = _FACES[text[::-1]] = tile
    return tile


TILES: Final[tuple[Tile, ...]] = tuple(_make(index) for index in range(len(_ROWS)))
"""The 21 faces from the highest individual rank to the lowest (MDT-3.I)."""

TILE_SET: Final[tuple[Tile, ...]] = tuple(tile for tile in TILES for _ in range(tile.copies))
"""The 32 tiles of a set (MDT-3.I, NZ-3.3.a)."""

FourTiles = tuple[Tile, Tile, Tile, Tile]
_INDEX = attrgetter("index")


def parse_tiles(text: str | Iterable[str]) -> tuple[Tile, ...]:
    """Parse tiles written by their pips, in the order given; no face may occur more often than `Tile.copies`."""
    tiles = tuple(map(Tile, text.split() if isinstance(text, str) else text))
    check_copies(tiles)
    return tiles


def check_copies(tiles: tuple[Tile, ...]) -> None:
    """Refuse tiles that one set cannot contain together."""
    if len(set(tiles)) == len(tiles):
        return
    for tile in tiles:
        if (count := tiles.count(tile)) > tile.copies:
            raise HandError(
                "{tile} appears {count} times, but a set has only {copies}", count=count, tile=tile, copies=tile.copies
            )


def four_tiles(tiles: Iterable[Tile]) -> FourTiles:
    """Check that these are the four tiles of one hand, and put them in the fixed order of `TILES`."""
    hand = tuple(sorted(tiles, key=_INDEX))
    if len(hand) != 4:
        raise HandError("a hand has four tiles, not {count}", "MDT-1.B.8", count=len(hand))
    check_copies(hand)
    first, second, third, fourth = hand
    return first, second, third, fourth
