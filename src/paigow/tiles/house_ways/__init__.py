"""The house ways as data: each a decision table for the engine in `paigow.tiles.house_way`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from paigow.tiles.house_way import HouseWay
from paigow.tiles.house_ways.foxwoods import FOXWOODS
from paigow.tiles.house_ways.maryland import MARYLAND
from paigow.tiles.house_ways.new_zealand import NEW_ZEALAND

HOUSE_WAYS: Final[Mapping[str, HouseWay]] = MappingProxyType(
    {house_way.name: house_way for house_way in (MARYLAND, NEW_ZEALAND, FOXWOODS)}
)
