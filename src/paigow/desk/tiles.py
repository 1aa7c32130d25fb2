"""The desk for tiles, Maryland and New Zealand."""

from functools import cached_property, lru_cache

from paigow.comparison import Match, cited
from paigow.desk import Answer, Choices, comparison
from paigow.rules.tile_wagers import tile_outcomes
from paigow.tiles import TILE_SET, HouseWay, Tile, TileSetting, compare, find_house_way, four_tiles, parse_tiles


class TilesDesk:
    pieces = tuple(map(str, TILE_SET))
    hand_size = 4

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self._answers = lru_cache(maxsize=None)(self._set)

    @cached_property
    def _house_way(self) -> HouseWay:
        return find_house_way(self.choices.house_way)

    def set(self, pieces: str) -> Answer:
        """How the house way sets four tiles. There are few hands, so every answer is kept."""
        tiles = sorted(parse_tiles(pieces), key=lambda tile: tile.index)
        return self._answers(tuple(tiles))

    def _set(self, tiles: tuple[Tile, ...]) -> Answer:
        decided = self._house_way.set(tiles)
        return {
            "rules": self.choices.rules,
            "house_way": self._house_way.name,
            **_hands(decided.setting),
            "rule": decided.rule,
            "clause": decided.clause,
        }

    def match(self, player: str, bank: str) -> tuple[Match, str | None]:
        """Match high against high and low against low, of hands that one set of tiles can hold."""
        players, banks = TileSetting.parse(player), TileSetting.parse(bank)
        parse_tiles([str(tile) for tile in (*players.tiles, *banks.tiles)])
        literal = self.choices.readings.get("zero_zero") == "loses-wager"
        standard = self.choices.standard
        match = compare(players, banks, "NZ" if standard.compares == "NZ" else "MDT", literal_zero=literal)
        return cited(match, standard.compare_clause), None

    def compare(self, player: str, bank: str) -> Answer:
        match, reason = self.match(player, bank)
        return comparison(
            self.choices, match, _hands(TileSetting.parse(player)), _hands(TileSetting.parse(bank)), reason
        )

    def classify(self, pieces: str) -> Answer:
        tiles = four_tiles(parse_tiles(pieces))
        return {
            "rules": self.choices.rules,
            "pieces": " ".join(map(str, tiles)),
            "wagers": [outcome.to_dict() for outcome in tile_outcomes(self.choices.data, tiles)],
        }


def _hands(setting: TileSetting) -> Answer:
    return {
        "high": " ".join(map(str, setting.high)),
        "low": " ".join(map(str, setting.low)),
        "high_name": setting.high_rank.name,
        "low_name": setting.low_rank.name,
    }
