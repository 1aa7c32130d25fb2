"""The settings of four tiles, counted against every hand the other side may hold."""

from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

from paigow.analysis.asked import Asked
from paigow.analysis.results import Counts
from paigow.errors import PaigowError
from paigow.tiles import HOUSE_WAYS, TILES, HouseWay, Tile, TileSetting, four_tiles, parse_tiles, settings

Kind = tuple[tuple[tuple[int, int], ...], int, int]
"""One kind of hand: which tiles and how many of each, and how its high and low hand stand in a comparison."""


@cache
def kinds(way: HouseWay) -> tuple[Kind, ...]:
    """All 3,620 kinds of hand as a house way sets them."""
    found = []
    for tiles in combinations_with_replacement(TILES, 4):
        held = {tile: tiles.count(tile) for tile in tiles}
        if all(number <= tile.copies for tile, number in held.items()):
            setting = way.set(tiles).setting
            pieces = tuple((tile.index, number) for tile, number in held.items())
            found.append((pieces, setting.high_rank.standing, setting.low_rank.standing))
    return tuple(found)


class TileTable:
    """The other side plays a house way."""

    total = comb(28, 4)

    def __init__(self, asked: Asked, player_banks: bool) -> None:
        way = HOUSE_WAYS.get(asked.house_way)
        if way is None:
            raise PaigowError(f"there is no tile house way {asked.house_way!r}; there are {', '.join(HOUSE_WAYS)}")
        self.way = way
        self.player_banks = player_banks
        self.zero_loses = asked.reading("zero_zero") == "loses-wager"

    def read(self, pieces: str) -> str:
        return " ".join(map(str, four_tiles(parse_tiles(pieces))))

    def counts(self, pieces: str) -> list[tuple[str, str, str, str, Counts]]:
        tiles = parse_tiles(pieces)
        found = settings(tiles)
        left = [tile.copies - tiles.count(tile) for tile in TILES]
        tallies = [[0, 0, 0] for _ in found]
        mine = [(setting.high_rank.standing, setting.low_rank.standing) for setting in found]
        for held, high, low in kinds(self.way):
            ways = prod(comb(left[index], number) for index, number in held)
            if ways:
                for tally, (my_high, my_low) in zip(tallies, mine, strict=True):
                    tally[self._result(my_high, my_low, high, low)] += ways
        return [
            (*_words(setting), setting.high_rank.name, setting.low_rank.name, Counts(*tally))
            for setting, tally in zip(found, tallies, strict=True)
        ]

    def _result(self, my_high: int, my_low: int, high: int, low: int) -> int:
        """0 for a win, 1 for a push, 2 for a loss; a copy goes to the bank, as two zeros are."""
        if self.zero_loses and (my_high == high == 0 or my_low == low == 0):  # NZ-6.1.b.ii by the letter
            return 0 if self.player_banks else 2
        if self.player_banks:
            return 2 - (my_high >= high) - (my_low >= low)
        return 2 - (my_high > high) - (my_low > low)

    def house(self, pieces: str) -> tuple[str, str, str]:
        decided = self.way.set(parse_tiles(pieces))
        return (*_words(decided.setting), decided.rule)


def _words(setting: TileSetting) -> tuple[str, str]:
    return _hand(setting.high), _hand(setting.low)


def _hand(tiles: tuple[Tile, Tile]) -> str:
    return " ".join(map(str, tiles))
