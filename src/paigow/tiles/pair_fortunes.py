"""The Pair Fortunes Pai Gow Bonus (MDT-5.F.1, MDT-8.L): pairs among the four tiles dealt, however they are set."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from paigow.tiles.tile import Tile, four_tiles


class PairFortune(StrEnum):
    """The lines of the pay tables from the highest down; only the highest that matches is paid."""

    GEE_JOON_AND_HEAVEN = "Gee Joon pair and Heaven pair"
    TWO_PAIRS = "two pairs"
    GEE_JOON = "Gee Joon pair"
    MIXED_PAIR = "one mixed pair"
    IDENTICAL_PAIR = "one identical pair"


_HEAVEN: Final = 1
_GEE_JOON: Final = 16
_MIXED: Final = frozenset({12, 13, 14, 15})


def classify_pair_fortune(tiles: Iterable[Tile]) -> PairFortune | None:
    """Return the line that four tiles reach; None if they have no pair. Gee Joon is not a mixed pair."""
    kinds = [tile.kind for tile in four_tiles(tiles)]
    pairs = {kind for kind in kinds if kinds.count(kind) == 2}
    if pairs == {_GEE_JOON, _HEAVEN}:
        return PairFortune.GEE_JOON_AND_HEAVEN
    if len(pairs) == 2:
        return PairFortune.TWO_PAIRS
    if _GEE_JOON in pairs:
        return PairFortune.GEE_JOON
    if pairs & _MIXED:
        return PairFortune.MIXED_PAIR
    return PairFortune.IDENTICAL_PAIR if pairs else None


@dataclass(frozen=True, slots=True)
class PairFortunePay:
    """The payout of a line, to 1, and its clause."""

    to_one: int
    clause: str


PairFortunesPaytable = Mapping[PairFortune, PairFortunePay]


def _paytable(number: int, *pays: int) -> PairFortunesPaytable:
    return MappingProxyType(
        {
            line: PairFortunePay(to_one, f"MDT-8.L.{number}.{letter}")
            for line, to_one, letter in zip(PairFortune, pays, "abcde", strict=True)
        }
    )


PAIR_FORTUNES_PAYTABLES: Final[Mapping[str, PairFortunesPaytable]] = MappingProxyType(
    {
        "A": _paytable(1, 300, 25, 8, 4, 3),
        "B": _paytable(2, 250, 25, 8, 5, 2),
        "C": _paytable(3, 250, 30, 7, 5, 2),
        "D": _paytable(4, 200, 30, 10, 4, 2),
    }
)
