"""The settings of four tiles, counted against every hand the other side may hold."""

from paigow.analysis.asked import Asked
from paigow.analysis.results import Counts
from paigow.analysis.tiles import OTHERS, kind_of_tiles, tile_counts, tile_house_way, tile_table
from paigow.tiles import Tile, TileSetting, four_tiles, parse_tiles, settings


class TileAdvice:
    """The other side plays a house way."""

    total = OTHERS

    def __init__(self, asked: Asked, player_banks: bool) -> None:
        self.way = tile_house_way(asked.house_way)
        self.player_banks = player_banks
        self.literal_zero = asked.literal_zero

    def read(self, pieces: str) -> str:
        return " ".join(map(str, four_tiles(parse_tiles(pieces))))

    def counts(self, pieces: str) -> list[tuple[str, str, str, str, Counts]]:
        """Hands of a kind count alike, so the kind's example is counted and its setting named in the tiles held."""
        tiles = parse_tiles(pieces)
        table, kind = tile_table(), kind_of_tiles(tiles)
        found = tile_counts(self.way, player_banks=self.player_banks, literal_zero=self.literal_zero, only=kind)
        by_ranks = {}
        for place in range(int(table.start[kind]), int(table.start[kind + 1])):
            win, lose = int(found.win[place]), int(found.lose[place])
            by_ranks[int(table.high[place]), int(table.low[place])] = Counts(win, OTHERS - win - lose, lose)
        return [
            (
                *_words(setting),
                setting.high_rank.name,
                setting.low_rank.name,
                by_ranks[setting.high_rank.standing, setting.low_rank.standing],
            )
            for setting in settings(tiles)
        ]

    def house(self, pieces: str) -> tuple[str, str, str]:
        decided = self.way.set(parse_tiles(pieces))
        return (*_words(decided.setting), decided.rule)


def _words(setting: TileSetting) -> tuple[str, str]:
    return _hand(setting.high), _hand(setting.low)


def _hand(tiles: tuple[Tile, Tile]) -> str:
    return " ".join(map(str, tiles))
