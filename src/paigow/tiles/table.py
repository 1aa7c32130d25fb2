"""A house way that is a table: one setting for each of the 3,620 kinds of hand, as computers find them."""

from collections.abc import Iterable
from functools import partial
from typing import Final

from paigow.errors import PaigowError
from paigow.tiles.house_way import Dealt, HouseWay, Rule, Settings
from paigow.tiles.setting import TileSetting, hand_kinds, settings
from paigow.tiles.tile import Tile

Kinds = tuple[int, ...]
Partition = tuple[Kinds, Kinds]

KINDS: Final = 3620


def kinds_of(tiles: Iterable[Tile]) -> Kinds:
    """The kinds of some tiles, in order: tiles of one kind play alike."""
    return tuple(sorted(tile.kind for tile in tiles))


def partition(setting: TileSetting) -> Partition:
    """Which kinds are set together: the same for every hand of a kind, whichever tiles of it are held."""
    first, second = sorted((kinds_of(setting.high), kinds_of(setting.low)))
    return first, second


def table_way(name: str, source: str, digits: str, *, note: str = "", clause: str = "MDT-8.D") -> HouseWay:
    """Make a house way of a table: a digit for each kind in the order of `hand_kinds`, its place in `settings`."""
    table = _read(digits)
    return HouseWay(name, source, (Rule("table", clause, partial(_choose, table)),), note)


def _read(digits: str) -> dict[Kinds, Partition]:
    if len(digits) != KINDS:
        raise PaigowError(f"a table of a tile house way has {KINDS:,} digits, not {len(digits):,}")
    table = {}
    for (tiles, _), digit in zip(hand_kinds(), digits, strict=True):
        options = settings(tiles)
        if digit not in "012"[: len(options)]:
            hand = " ".join(map(str, tiles))
            raise PaigowError(f"{hand} has settings 0 to {len(options) - 1}, not {digit!r}")
        table[kinds_of(tiles)] = partition(options[int(digit)])
    return table


def _choose(table: dict[Kinds, Partition], dealt: Dealt) -> Settings:
    wanted = table[kinds_of(dealt.tiles)]
    return [setting for setting in dealt.settings if partition(setting) == wanted]
