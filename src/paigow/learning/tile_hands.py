"""Tiles as a drill sees them."""

from dataclasses import dataclass
from functools import cached_property

from paigow.desk import Choices
from paigow.learning.hands import MIXED, Decided, Shown, solved
from paigow.tiles import TILE_SET, HouseWay, TileSetting, find_house_way, four_tiles, parse_tiles
from paigow.tiles.mixed import MixedWay, equilibrium


@dataclass(frozen=True)
class TileHands:
    choices: Choices
    pieces: tuple[str, ...] = tuple(map(str, TILE_SET))
    size: int = 4

    @cached_property
    def way(self) -> HouseWay:
        return self.mixed.likeliest if self.mixed else find_house_way(self.choices.house_way)

    @cached_property
    def mixed(self) -> MixedWay | None:
        """The strategy of the solved game, if that is what is drilled."""
        side = MIXED.get(self.choices.house_way)
        return None if side is None else equilibrium(side)

    @property
    def examples(self) -> tuple[str, ...]:
        return () if self.mixed is None else self.mixed.examples

    def order(self, pieces: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(str, four_tiles(parse_tiles(pieces))))

    def decide(self, pieces: tuple[str, ...]) -> Decided:
        if self.mixed is not None:
            return solved(tuple((_shown(each), share) for each, share in self.mixed.weights(parse_tiles(pieces))))
        found = self.way.set(parse_tiles(pieces))
        return Decided(_shown(found.setting), found.rule, found.clause, found.tie_break, found.gap)

    def show(self, high: tuple[str, ...], low: tuple[str, ...]) -> Shown:
        return _shown(TileSetting.parse(f"{' '.join(high)} / {' '.join(low)}"))


def _shown(setting: TileSetting) -> Shown:
    high, low = setting.high_rank, setting.low_rank
    first, second = (" ".join(map(str, hand)) for hand in (setting.high, setting.low))
    return Shown(first, second, high.name, low.name, (high.level, low.level))
