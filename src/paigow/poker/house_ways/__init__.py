"""The house ways that come with the package: tables of rules, and two that were computed."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from paigow.errors import PaigowError
from paigow.poker.house_way import HouseWay
from paigow.poker.house_ways import ballys, flamingo, foxwoods, mgm_grand, optimal, stones, trump_plaza
from paigow.poker.lists import PREFIX as LIST
from paigow.poker.lists import carried_list, written_list
from paigow.poker.table_way import PREFIX, TableWay
from paigow.short_ways import ShortWays
from paigow.text import words

_KNOWN = {
    way.name: way
    for way in (
        foxwoods.HOUSE_WAY,
        trump_plaza.HOUSE_WAY,
        mgm_grand.HOUSE_WAY,
        ballys.HOUSE_WAY,
        flamingo.HOUSE_WAY,
        stones.HOUSE_WAY,
        optimal.HOUSE_WAY,
        optimal.OPEN,
    )
}
HOUSE_WAYS: Final[Mapping[str, HouseWay]] = MappingProxyType(_KNOWN)
DEFAULT_HOUSE_WAY = "foxwoods"
SHORT = ShortWays("paigow.poker.house_ways", written_list)


def add_house_way(house_way: HouseWay) -> None:
    """Register the house way of a further document under its name."""
    _KNOWN[house_way.name] = house_way


@lru_cache(maxsize=64)
def find_house_way(text: str) -> HouseWay:
    """Return a house way by its name, or the one contained in the text (`table:NAME:DATA`, `list:NAME:RULES`)."""
    text = SHORT.text(text) or text
    if text.startswith(LIST):
        return carried_list(text)
    if text.startswith(PREFIX):
        return TableWay.parse(text)
    if text not in HOUSE_WAYS:
        raise PaigowError(
            "there is no poker house way {text}: choose one of {house_ways}",
            text=repr(text[:40]),
            house_ways=words(HOUSE_WAYS),
        )
    return HOUSE_WAYS[text]
