"""Two-tile hands, ranked according to Maryland's chapter 3 and New Zealand's appendices 2 and 3.

Each document has its own table of ranked hands and its own order of single tiles; one evaluator reads either. A test
proves that the two decide every comparison alike, so a hand has the same level under either document.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from itertools import combinations_with_replacement, product
from types import MappingProxyType
from typing import Final, Literal

from paigow.comparison import HandComparison, Winner, compared
from paigow.errors import HandError
from paigow.tiles.tile import TILES, Tile

Document = Literal["MDT", "NZ"]
TwoTiles = tuple[Tile, Tile]


class HandKind(StrEnum):
    """The kinds of two-tile hands. Maryland has no High Nine: there it is nine points with Teen or Day on top."""

    GEE_JOON = "Gee Joon"
    MATCHED_PAIR = "matched pair"
    MIXED_PAIR = "mixed pair"
    WONG = "Wong"
    GONG = "Gong"
    HIGH_NINE = "High Nine"
    POINTS = "points"


PAIRS: Final = frozenset({HandKind.GEE_JOON, HandKind.MATCHED_PAIR, HandKind.MIXED_PAIR})


@dataclass(frozen=True, slots=True, order=True)
class TwoTileRank:
    """The rank of a two-tile hand.

    Ranks compare as hands do at the table, by `standing`: all zeros are equal, whatever their tiles (MDT-3.H.2).
    `level` also distinguishes zeros by their top tile; it is used to order a player's own two hands.
    """

    standing: int
    """0 for every zero, else the level; hands are compared by these integers."""
    level: int = field(compare=False)
    """0, the lowest zero, to 105, Gee Joon."""
    kind: HandKind = field(compare=False)
    name: str = field(compare=False)
    points: int | None = field(compare=False)
    """The value of the hand, 0 to 9; a pair, Wong or Gong has none."""
    top: Tile = field(compare=False)
    """The tile of higher individual rank, which breaks ties of points."""
    clause: str = field(compare=False)

    @property
    def is_pair(self) -> bool:
        """Return whether this is one of the sixteen pairs (ranks 1 to 16)."""
        return self.kind in PAIRS

    @property
    def is_ranked(self) -> bool:
        """Return whether this is a pair, Wong or Gong, which rank above all hands that are counted by points."""
        return self.points is None


@dataclass(frozen=True, slots=True)
class RankedHand:
    """A row of a document's table of ranked hands: the tiles that make it, and its clause."""

    kind: HandKind
    clause: str
    tops: tuple[str, ...]
    mates: tuple[str, ...]

    def holds(self, a: Tile, b: Tile) -> bool:
        return (a.text in self.tops and b.text in self.mates) or (b.text in self.tops and a.text in self.mates)


@dataclass(frozen=True, slots=True)
class RankingTable:
    """A document's ranking: ranked hands and single tiles, each from first to last.

    `gee_ranks` gives a Gee Joon tile's individual rank when it counts 3 and when it counts 6.
    """

    document: Document
    ranked: tuple[RankedHand, ...]
    tile_ranks: Mapping[str, int]
    gee_ranks: Mapping[int, int]
    points_clause: str

    def tile_rank(self, tile: Tile, count: int) -> int:
        return self.gee_ranks[count] if tile.is_gee else self.tile_ranks[tile.text]


def _counts(tile: Tile) -> tuple[int, ...]:
    return (3, 6) if tile.is_gee else (tile.total,)


_MATCHED: Final = ("66", "11", "44", "13", "55", "33", "22", "56", "46", "16", "15")
_ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi")
_NINES: Final = ("36", "45")
_EIGHTS: Final = ("44", "26", "35")
_SEVENS: Final = ("16", "25", "34")

MARYLAND: Final = RankingTable(
    document="MDT",
    ranked=(
        RankedHand(HandKind.GEE_JOON, "MDT-3.B.2.a", ("24",), ("12",)),
        *(
            RankedHand(HandKind.MATCHED_PAIR, f"MDT-3.B.2.b.{number}", (face,), (face,))
            for number, face in zip(_ROMAN, _MATCHED, strict=True)
        ),
        RankedHand(HandKind.MIXED_PAIR, "MDT-3.B.2.c.i", ("36",), ("45",)),
        RankedHand(HandKind.MIXED_PAIR, "MDT-3.B.2.c.ii", ("35",), ("26",)),
        RankedHand(HandKind.MIXED_PAIR, "MDT-3.B.2.c.iii", ("34",), ("25",)),
        RankedHand(HandKind.MIXED_PAIR, "MDT-3.B.2.c.iv", ("14",), ("23",)),
        RankedHand(HandKind.WONG, "MDT-3.B.2.d.i", ("66",), _NINES),
        RankedHand(HandKind.WONG, "MDT-3.B.2.d.ii", ("11",), _NINES),
        RankedHand(HandKind.GONG, "MDT-3.B.2.e.i", ("66",), _EIGHTS),
        RankedHand(HandKind.GONG, "MDT-3.B.2.e.ii", ("11",), _EIGHTS),
    ),
    # MDT-3.I: two tiles share a rank where the set has one each.
    tile_ranks=MappingProxyType(
        {face: rank for rank, face in enumerate(_MATCHED, 1)}
        | {"36": 12, "45": 12, "26": 13, "35": 13, "25": 14, "34": 14, "24": 15, "14": 16, "23": 16, "12": 17}
    ),
    # MDT-3.F and 3.G: the rank goes with the count, not with the tile.
    gee_ranks=MappingProxyType({6: 15, 3: 17}),
    points_clause="MDT-3.D",
)

NEW_ZEALAND: Final = RankingTable(
    document="NZ",
    ranked=(
        RankedHand(HandKind.GEE_JOON, "NZ-A2.1", ("24",), ("12",)),
        *(
            RankedHand(HandKind.MATCHED_PAIR, f"NZ-A2.{number}", (face,), (face,))
            for number, face in enumerate(_MATCHED, 2)
        ),
        RankedHand(HandKind.MIXED_PAIR, "NZ-A2.13", ("36",), ("45",)),
        RankedHand(HandKind.MIXED_PAIR, "NZ-A2.14", ("26",), ("35",)),
        RankedHand(HandKind.MIXED_PAIR, "NZ-A2.15", ("25",), ("34",)),
        RankedHand(HandKind.MIXED_PAIR, "NZ-A2.16", ("14",), ("23",)),
        RankedHand(HandKind.WONG, "NZ-A2.17", ("66",), _NINES),
        RankedHand(HandKind.WONG, "NZ-A2.18", ("11",), _NINES),
        RankedHand(HandKind.GONG, "NZ-A2.19", ("66",), _EIGHTS),
        RankedHand(HandKind.GONG, "NZ-A2.20", ("11",), _EIGHTS),
        RankedHand(HandKind.HIGH_NINE, "NZ-A2.21", ("66",), _SEVENS),
        RankedHand(HandKind.HIGH_NINE, "NZ-A2.22", ("11",), _SEVENS),
    ),
    # NZ-A3: the fives come before the Gee Jun tiles, which are always last.
    tile_ranks=MappingProxyType(
        {face: rank for rank, face in enumerate(_MATCHED, 1)}
        | {"36": 12, "45": 12, "26": 13, "35": 13, "25": 14, "34": 14, "14": 15, "23": 15, "24": 16, "12": 16}
    ),
    gee_ranks=MappingProxyType({3: 16, 6: 16}),
    points_clause="NZ-4.2.a",
)

RANKING_TABLES: Final[Mapping[str, RankingTable]] = MappingProxyType({"MDT": MARYLAND, "NZ": NEW_ZEALAND})


@dataclass(frozen=True, slots=True, order=True)
class Strength:
    """A hand in a document's terms: its place among the ranked hands, then its points, then its top tile."""

    ranked: int
    points: int
    top_rank: int
    top: Tile = field(compare=False)
    row: RankedHand | None = field(compare=False)


def strength(table: RankingTable, a: Tile, b: Tile) -> Strength:
    """Place a hand in a document's table.

    The holder counts a Gee Joon tile as 3 or 6, whichever makes the better hand (MDT-3.E, NZ-4.2); the two counts never
    give the same points.
    """
    for order, row in enumerate(table.ranked):
        if row.holds(a, b):
            points = (a.total + b.total) % 10
            return Strength(
                len(table.ranked) - order, points if row.kind is HandKind.HIGH_NINE else 0, 0, max(a, b), row
            )
    return max(
        Strength(0, (m + n) % 10, -rank, top, None)
        for m, n in product(_counts(a), _counts(b))
        for rank, _, top in [min((table.tile_rank(a, m), 0, a), (table.tile_rank(b, n), 1, b))]
    )


def possible(a: Tile, b: Tile) -> bool:
    """Return whether one set contains these two tiles."""
    return a is not b or a.copies == 2


_NUMBERS: Final = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


def _name(kind: HandKind, points: int, top: Tile) -> str:
    match kind:
        case HandKind.GEE_JOON:
            return "Gee Joon"
        case HandKind.MATCHED_PAIR | HandKind.MIXED_PAIR:
            return f"{top.romanisation} pair"
        case HandKind.WONG | HandKind.GONG | HandKind.HIGH_NINE:
            return f"{top.romanisation} {kind}"
        case HandKind.POINTS:
            return f"{_NUMBERS[points]} with {top.table_name}" if points else _NUMBERS[0]


@cache
def _ranks(document: Document) -> tuple[TwoTileRank | None, ...]:
    """Return the rank of every ordered pair of faces, at `21 * a.index + b.index`.

    It is None if a set has only one such tile.
    """
    table = RANKING_TABLES[document]
    hands = [hand for hand in combinations_with_replacement(TILES, 2) if possible(*hand)]
    strengths = {hand: strength(table, *hand) for hand in hands}
    levels = {key: level for level, key in enumerate(sorted(set(strengths.values())))}
    ranks: list[TwoTileRank | None] = [None] * len(TILES) ** 2
    for (a, b), hand in strengths.items():
        high_nine = hand.points == 9 and hand.top.kind <= 2
        kind = HandKind.HIGH_NINE if high_nine else hand.row.kind if hand.row else HandKind.POINTS
        points = hand.points if high_nine or not hand.row else None
        ranks[len(TILES) * a.index + b.index] = ranks[len(TILES) * b.index + a.index] = TwoTileRank(
            standing=0 if points == 0 else levels[hand],
            level=levels[hand],
            kind=kind,
            name=_name(kind, hand.points, hand.top),
            points=points,
            top=hand.top,
            clause=hand.row.clause if hand.row else table.points_clause,
        )
    return tuple(ranks)


def rank_pair(a: Tile, b: Tile, document: Document = "MDT") -> TwoTileRank:
    """Return the rank of a two-tile hand, with the clause of the document that ranks it."""
    rank = _ranks(document)[len(TILES) * a.index + b.index]
    if rank is None:
        raise HandError("{a} appears twice, but a set has only {copies}", a=a, copies=a.copies)
    return rank


def compare_hands(player: TwoTiles, bank: TwoTiles, document: Document = "MDT") -> HandComparison:
    """Return the side with the better of two high hands or two low hands, and the clause that decides it."""
    mine, theirs = rank_pair(*player, document), rank_pair(*bank, document)
    winner = Winner.PLAYER if mine > theirs else Winner.BANK if mine < theirs else Winner.COPY
    decide = _maryland_clause if document == "MDT" else _new_zealand_clause
    return compared(winner, decide(mine, theirs, winner))


def _maryland_clause(mine: TwoTileRank, theirs: TwoTileRank, winner: Winner) -> str:
    ranked = mine.is_ranked + theirs.is_ranked
    if ranked == 2:
        return "MDT-3.C" if winner is Winner.COPY else "MDT-3.B"
    if ranked:
        return "MDT-3.B.1"
    if mine.points != theirs.points:
        return "MDT-3.D"
    if mine.points == 0:
        return "MDT-3.H.2"
    return "MDT-3.J" if winner is Winner.COPY else "MDT-3.H.1"


def _new_zealand_clause(mine: TwoTileRank, theirs: TwoTileRank, winner: Winner) -> str:
    ranked = HandKind.POINTS not in (mine.kind, theirs.kind)
    if ranked and winner is Winner.COPY:
        return "NZ-6.2.a.iv" if mine.is_ranked else "NZ-6.1.b.iii"
    if mine.kind is not HandKind.POINTS or theirs.kind is not HandKind.POINTS:
        return "NZ-4.1"
    if mine.points != theirs.points:
        return "NZ-4.2.a"
    if mine.points == 0:
        return "NZ-6.1.b.ii"
    return "NZ-6.1.a.ii" if winner is Winner.PLAYER else "NZ-6.1.b.iii"
