"""The house ways that come with the package, each a table of rules of its own."""

from collections.abc import Mapping
from types import MappingProxyType

from paigow.poker.house_way import HouseWay
from paigow.poker.house_ways import ballys, flamingo, foxwoods, mgm_grand, stones, trump_plaza

HOUSE_WAYS: Mapping[str, HouseWay] = MappingProxyType(
    {
        way.name: way
        for way in (
            foxwoods.HOUSE_WAY,
            trump_plaza.HOUSE_WAY,
            mgm_grand.HOUSE_WAY,
            ballys.HOUSE_WAY,
            flamingo.HOUSE_WAY,
            stones.HOUSE_WAY,
        )
    }
)
DEFAULT_HOUSE_WAY = "foxwoods"
