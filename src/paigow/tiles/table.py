"""A house way as a table, found by computation: one setting for each of the 3,620 kinds of hand."""

from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import Final

from paigow.errors import PaigowError
from paigow.tiles.house_way import Dealt, HouseWay, Rule, Settings
from paigow.tiles.setting import TileSetting, hand_kinds, settings
from paigow.tiles.tile import Tile, four_tiles, parse_tiles

Kinds = tuple[int, ...]
Partition = tuple[Kinds, Kinds]

KINDS: Final = 3620


def kinds_of(tiles: Iterable[Tile]) -> Kinds:
    """Return the kinds of some tiles, in order: tiles of one kind play the same."""
    return tuple(sorted(tile.kind for tile in tiles))


def partition(setting: TileSetting) -> Partition:
    """Return the kinds that are set together: the same for every hand of a kind, whichever tiles it has."""
    first, second = sorted((kinds_of(setting.high), kinds_of(setting.low)))
    return first, second


def table_way(name: str, source: str, digits: str, *, clause: str, note: str = "") -> HouseWay:
    """Build a house way from a table: a digit for each kind in the order of `hand_kinds`, its index in `settings`."""
    if len(digits) != KINDS or digits.strip("012"):
        raise PaigowError(
            "the table of a tile house way has {kinds} digits 0, 1 or 2, not {count} characters",
            kinds=f"{KINDS:,}",
            count=f"{len(digits):,}",
        )
    return HouseWay(name, source, (Rule("table", clause, partial(_choose, digits)),), note)


@cache
def _read(digits: str) -> dict[Kinds, Partition]:
    """Return the kinds that each kind of hand sets together; parsed with the first hand, so that startup is fast."""
    table = {}
    for (tiles, _), digit in zip(hand_kinds(), digits, strict=True):
        options = settings(tiles)
        if int(digit) >= len(options):
            hand = " ".join(map(str, tiles))
            raise PaigowError(
                "{hand} has settings 0 to {last}, not {digit}", hand=hand, last=len(options) - 1, digit=digit
            )
        table[kinds_of(tiles)] = partition(options[int(digit)])
    return table


def _choose(digits: str, dealt: Dealt) -> Settings:
    wanted = _read(digits)[kinds_of(dealt.tiles)]
    return [setting for setting in dealt.settings if partition(setting) == wanted]


PREFIX: Final = "table:"
"""Prefix of a house way that contains its own table: `table:NAME:DIGITS`. A submission with such a house way needs no
file.
"""


def written_table(name: str, digits: str) -> str:
    return f"{PREFIX}{name}:{digits}"


def digits_of(lines: Mapping[str, object]) -> str:
    """Return the digits of a table whose hands and settings are written with tiles."""
    known = {}
    for hand, setting in lines.items():
        if not isinstance(setting, str):
            raise PaigowError("{hand}: a house way sets a hand in one way, not at random", hand=hand)
        chosen = TileSetting.parse(setting)
        if chosen.tiles != four_tiles(parse_tiles(hand)):
            raise PaigowError("{hand}: {setting} is not made of these tiles", hand=hand, setting=setting)
        known[kinds_of(chosen.tiles)] = partition(chosen)
    digits = ""
    for tiles, _ in hand_kinds():
        if kinds_of(tiles) not in known:
            raise PaigowError("the table has no line for {tiles}", tiles=" ".join(map(str, tiles)))
        digits += str([partition(each) for each in settings(tiles)].index(known[kinds_of(tiles)]))
    return digits
