"""The house ways as data: each a decision table for the engine in `paigow.tiles.house_way`."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from paigow.errors import PaigowError
from paigow.short_ways import ShortWays
from paigow.text import words
from paigow.tiles.house_way import HouseWay
from paigow.tiles.house_ways.foxwoods import FOXWOODS
from paigow.tiles.house_ways.maryland import MARYLAND
from paigow.tiles.house_ways.new_zealand import NEW_ZEALAND
from paigow.tiles.house_ways.optimal import OPTIMAL
from paigow.tiles.lists import PREFIX as LIST
from paigow.tiles.lists import carried_list, read_rules, written_list
from paigow.tiles.table import PREFIX, table_way

_KNOWN = {house_way.name: house_way for house_way in (MARYLAND, NEW_ZEALAND, FOXWOODS, OPTIMAL)}
HOUSE_WAYS: Final[Mapping[str, HouseWay]] = MappingProxyType(_KNOWN)
SHORT: Final = ShortWays("paigow.tiles.house_ways", lambda name, rules: written_list(name, read_rules(rules)))


def add_house_way(house_way: HouseWay) -> None:
    """Register the house way of a further document under its name."""
    _KNOWN[house_way.name] = house_way


@lru_cache(maxsize=64)
def find_house_way(name: str) -> HouseWay:
    """Return a house way of the package, or the one that the text itself contains as a table or rules."""
    name = SHORT.text(name) or name
    if name.startswith(PREFIX):
        called, _, digits = name.removeprefix(PREFIX).partition(":")
        return table_way(called, "a table of its own", digits, clause="MDT-10.F")
    if name.startswith(LIST):
        return carried_list(name)
    found = HOUSE_WAYS.get(name)
    if found is None:
        raise PaigowError(
            "there is no tile house way {name}: choose one of {house_ways}",
            name=repr(name),
            house_ways=words(HOUSE_WAYS),
        )
    return found
