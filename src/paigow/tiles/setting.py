"""Four tiles set as a high hand and a low hand, and a player's setting matched with the bank's."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from math import comb, prod

from paigow.comparison import Match, Result, Winner, result_of
from paigow.errors import HandError, NotationError
from paigow.tiles.ranking import Document, TwoTileRank, TwoTiles, compare_hands, rank_pair
from paigow.tiles.tile import TILES, FourTiles, Tile, check_copies, four_tiles, parse_tiles


def _in_order(hand: TwoTiles) -> TwoTiles:
    a, b = hand
    return (a, b) if a.index <= b.index else (b, a)


def _strength(hand: TwoTiles, rank: TwoTileRank) -> tuple[int, int, int]:
    """Return a sort key for a player's own two hands.

    Hands of one level go by their tiles, so that every setting has one form.
    """
    return rank.level, -hand[0].index, -hand[1].index


@dataclass(frozen=True, slots=True)
class TileSetting:
    """A hand as set. The better two tiles are always the high hand (MDT-1.B.5), so no setting of tiles is foul.

    Each hand shows its higher tile first and hands of equal rank have a fixed order: equal settings are equal values.
    """

    high: TwoTiles
    low: TwoTiles
    high_rank: TwoTileRank = field(init=False, repr=False, compare=False)
    low_rank: TwoTileRank = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if (len(self.high), len(self.low)) != (2, 2):
            raise HandError(
                "the hands have {high} and {low} tiles, but a hand is set as two and two",
                "MDT-1.B.8",
                high=len(self.high),
                low=len(self.low),
            )
        check_copies((*self.high, *self.low))
        high, low = _in_order(self.high), _in_order(self.low)
        high_rank, low_rank = rank_pair(*high), rank_pair(*low)
        if _strength(high, high_rank) < _strength(low, low_rank):
            high, high_rank, low, low_rank = low, low_rank, high, high_rank
        object.__setattr__(self, "high", high)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high_rank", high_rank)
        object.__setattr__(self, "low_rank", low_rank)

    @classmethod
    def parse(cls, text: str) -> "TileSetting":
        """Parse `high / low`, two tiles on each side; the better hand becomes the high hand in either order."""
        sides = [side.split() for side in text.split("/")]
        if [len(side) for side in sides] != [2, 2]:
            raise NotationError(
                "{text} is not a setting: write two tiles, a slash and two tiles, as in '66 45 / 13 22'",
                text=repr(text),
            )
        a, b, c, d = parse_tiles(sides[0] + sides[1])
        return cls((a, b), (c, d))

    @property
    def tiles(self) -> FourTiles:
        return four_tiles((*self.high, *self.low))

    @property
    def name(self) -> str:
        """Return the names of both hands at the table."""
        return f"{self.high_rank.name} / {self.low_rank.name}"

    def __str__(self) -> str:
        return " / ".join(" ".join(map(str, hand)) for hand in (self.high, self.low))


def settings(tiles: Iterable[Tile]) -> tuple[TileSetting, ...]:
    """Return the ways to set four tiles, which are three unless a tile is held twice, always in the same order."""
    a, b, c, d = four_tiles(tiles)
    ways = (TileSetting((a, b), (c, d)), TileSetting((a, c), (b, d)), TileSetting((a, d), (b, c)))
    return tuple(dict.fromkeys(ways))


def compare(player: TileSetting, bank: TileSetting, document: Document = "MDT", *, literal_zero: bool = False) -> Match:
    """Compare a player's hands with the bank's.

    `literal_zero` takes NZ-6.1.b.ii literally: zero against zero loses the wager, not just that hand.
    """
    high = compare_hands(player.high, bank.high, document)
    low = compare_hands(player.low, bank.low, document)
    result = result_of(high.winner, low.winner)
    if document == "NZ":
        if literal_zero and "NZ-6.1.b.ii" in (high.clause, low.clause):
            return Match(high, low, Result.LOSE, "NZ-6.1.b.ii")
        copies = [each.clause for each in (high, low) if each.winner is Winner.COPY]
        lost = copies[0] if copies else "NZ-6.1.b.i"
        clauses = {Result.WIN: "NZ-6.1.a.i", Result.PUSH: "NZ-6.1.c", Result.LOSE: lost}
        return Match(high, low, result, clauses[result])
    if result is Result.PUSH:
        return Match(high, low, result, _maryland_push(high.winner, low.winner, player.low_rank))
    return Match(high, low, result, "MDT-8.I" if result is Result.WIN else "MDT-8.G")


def _maryland_push(high: Winner, low: Winner, player_low: TwoTileRank) -> str:
    if high is not Winner.PLAYER:
        return "MDT-8.H.2"
    if player_low.points == 0:
        return "MDT-8.H.1.c"
    return "MDT-8.H.1.a" if low is Winner.COPY else "MDT-8.H.1.b"


def hand_kinds() -> Iterator[tuple[FourTiles, int]]:
    """Yield the 3,620 kinds of four-tile hand, each as an example and its number of the 35,960 hands.

    Tiles of one kind (both copies of a matched tile, the two nines, the two Gee Joon tiles ...) are interchangeable.
    """
    faces = [[tile for tile in TILES if tile.kind == kind] for kind in range(1, 17)]
    for kinds in combinations_with_replacement(range(16), 4):
        counts = Counter(kinds)
        if max(counts.values()) <= 2:
            example = (tile for kind, n in counts.items() for tile in (faces[kind] * 2)[:n])
            yield four_tiles(example), prod(comb(2, n) for n in counts.values())
