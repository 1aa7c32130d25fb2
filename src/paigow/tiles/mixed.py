"""Mixed strategies: each hand has one setting or several with probabilities. Those of the solved game are packaged."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources

from paigow.errors import PaigowError
from paigow.tiles.house_way import HouseWay
from paigow.tiles.setting import TileSetting, settings
from paigow.tiles.table import Kinds, Partition, kinds_of, partition, table_way
from paigow.tiles.tile import Tile, four_tiles, parse_tiles

Weights = tuple[tuple[TileSetting, Fraction], ...]


@dataclass(frozen=True)
class MixedWay:
    """A fixed way for most kinds of hand, and probabilities for the others."""

    name: str
    likeliest: HouseWay
    """Sets every hand in the likeliest way."""
    mixed: Mapping[Kinds, tuple[tuple[Partition, Fraction], ...]]

    examples: tuple[str, ...] = ()
    """A hand of each kind that is set at random."""

    def weights(self, tiles: Iterable[Tile]) -> Weights:
        """Return the settings of a hand with their probabilities, likeliest first."""
        hand = four_tiles(tiles)
        shares = self.mixed.get(kinds_of(hand))
        if shares is None:
            return ((self.likeliest.set(hand).setting, Fraction(1)),)
        own = {partition(each): each for each in reversed(settings(hand))}
        return tuple((own[each], share) for each, share in shares)


@cache
def equilibrium(side: str = "player") -> MixedWay:
    """Return the optimal strategy of a side (`player` or `bank`) at five percent: no opponent can exploit it."""
    data = json.loads(resources.files("paigow.tiles.house_ways").joinpath("equilibrium.json").read_bytes())
    if side not in data:
        raise PaigowError("{side} is not a side: choose player or bank", side=repr(side))
    mixed = {}
    for hand, line in data[side]["mixed"].items():
        shares = sorted(((text, Fraction(share)) for text, share in line.items()), key=lambda each: -each[1])
        mixed[kinds_of(parse_tiles(hand))] = tuple(
            (partition(TileSetting.parse(text)), share) for text, share in shares
        )
    source = "computed by paigow solve maryland-tiles"
    fixed = table_way("equilibrium", source, data[side]["digits"], clause="MDT-8.D")
    return MixedWay(f"equilibrium-{side}", fixed, mixed, tuple(data[side]["mixed"]))
