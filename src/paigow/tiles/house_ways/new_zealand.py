"""The house way of New Zealand's appendix 4, clause by clause."""

from functools import partial
from typing import Final

from paigow.tiles.house_way import (
    Choice,
    Dealt,
    HouseWay,
    Rule,
    Settings,
    best,
    low_then_high,
    score,
    scores,
    with_pair,
    without_pair,
)
from paigow.tiles.ranking import HandKind, rank_pair
from paigow.tiles.setting import TileSetting
from paigow.tiles.tile import Tile

# The appendix's names of tiles, as kinds (ranks of appendix 3). A number means High and Low tiles of that many points.
_NAMED: Final[dict[str, frozenset[int]]] = {
    "Teen": frozenset({1}),
    "Day": frozenset({2}),
    "Teen/Day": frozenset({1, 2}),
    "4": frozenset({4, 7}),
    "5": frozenset({15}),
    "6": frozenset({6, 11}),
    "7": frozenset({10, 14}),
    "8": frozenset({3, 13}),
    "9": frozenset({12}),
    "10": frozenset({5, 9}),
    "11": frozenset({8}),
    "Gee": frozenset({16}),
}
# Reading: a lone Gee Jun tile is a six beside 9, 8 or 7 under Teen or Day; elsewhere keeping gives two better hands.
_NAMED["6 or Gee"] = _NAMED["6"] | _NAMED["Gee"]

# NZ-A4.2.2: pairs never split.
_NEVER_SPLIT: Final = (("fours", "4"), ("fives", "5"), ("sixes", "6"), ("tens", "10"), ("elevens", "11"))

# NZ-A4.2.3: pairs to split, and the companions for which to split them. The last part of a clause id, then two tiles.
_SPLIT: Final = (
    ("gee-jun", "Gee", (("6-6", "6", "6"), ("6-5", "6", "5"), ("6-4", "6", "4"))),
    (
        "teen-day",
        "Teen/Day",
        (
            ("9-11", "9", "11"),
            ("9-9", "9", "9"),  # Cannot occur: the two nines are a pair, and two pairs are played as such.
            ("9-8", "9", "8"),
            ("9-7", "9", "7"),
            ("9-6", "9", "6 or Gee"),
            ("9-5", "9", "5"),
            ("9-4", "9", "4"),
            ("8-8", "8", "8"),
            ("8-7", "8", "7"),
            ("8-6", "8", "6 or Gee"),
            ("8-5", "8", "5"),
            ("8-4", "8", "4"),
            ("7-7", "7", "7"),
            ("7-6", "7", "6 or Gee"),
            ("7-5", "7", "5"),
            ("7-4", "7", "4"),
            ("6-6", "6", "6"),
            ("6-5", "6", "5"),
            ("6-4", "6", "4"),
        ),
    ),
    ("nines", "9", (("teen-day", "Teen", "Day"), ("td-10", "Teen/Day", "10"), ("10-10", "10", "10"))),
    (
        "eights",
        "8",
        (
            ("teen-day", "Teen", "Day"),
            ("td-11", "Teen/Day", "11"),
            ("td-10", "Teen/Day", "10"),
            ("11-10", "11", "10"),
            ("11-9", "11", "9"),
            ("10-10", "10", "10"),
        ),
    ),
    (
        "sevens",
        "7",
        (
            ("teen-day", "Teen", "Day"),
            ("td-11", "Teen/Day", "11"),
            ("td-10", "Teen/Day", "10"),
            ("11-10", "11", "10"),
            ("10-10", "10", "10"),
        ),
    ),
)

HARMONY_3: Final = rank_pair(Tile("13"), Tile("36"))
"""NZ-A4.1: three points with High 4 as the higher tile. Anything that ranks as high or higher qualifies."""

_PAIR_WORDS: Final = {"gee-jun": "Gee Joon", "teen-day": "Teens or Days"}
_ROW_WORDS: Final = {"teen-day": "Teen and Day", "td-10": "Teen or Day and 10", "td-11": "Teen or Day and 11"}
"""Parts of clause ids in words; other pairs are words already, and other rows are numbers."""

_LOW_10: Final = 9


def _reaches_harmony(setting: TileSetting) -> bool:
    return setting.low_rank.level >= HARMONY_3.level


def _holds(kinds: tuple[int, ...], first: str, second: str) -> bool:
    """Return whether two kinds of tile are the two tiles named, in either order."""
    x, y = kinds
    a, b = _NAMED[first], _NAMED[second]
    return (x in a and y in b) or (x in b and y in a)


# Section 2: pairs.


def _two_pairs(dealt: Dealt) -> Settings:
    return [setting for setting in dealt.settings if setting.high_rank.is_pair and setting.low_rank.is_pair]


def _keep(pair: str, dealt: Dealt) -> Settings:
    return with_pair(dealt) if dealt.pairs and dealt.pairs[0] in _NAMED[pair] else ()


def _split(pair: str, first: str, second: str, dealt: Dealt) -> Settings:
    fits = dealt.pairs and dealt.pairs[0] in _NAMED[pair] and _holds(dealt.singles, first, second)
    return without_pair(dealt) if fits else ()


# Section 3: Wong, Gong and High Nine.


def _with(kind: HandKind, left: Settings) -> Settings:
    return [setting for setting in left if kind in (setting.high_rank.kind, setting.low_rank.kind)]


def _in_turn(order: tuple[HandKind, ...], left: Settings) -> Settings:
    for kind in order:
        if of_kind := _with(kind, left):
            return best(of_kind, lambda setting: (score(setting.low_rank),))
    return ()


def _ranked_with_harmony(dealt: Dealt) -> Settings:
    reaching = [setting for setting in dealt.settings if _reaches_harmony(setting)]
    return _in_turn((HandKind.HIGH_NINE, HandKind.GONG, HandKind.WONG), reaching)


def _ranked_without_harmony(dealt: Dealt) -> Settings:
    return _in_turn((HandKind.WONG, HandKind.GONG, HandKind.HIGH_NINE), dealt.settings)


# Section 6: exceptions to general play.


def _seven_nine(dealt: Dealt) -> Settings:
    even = [setting for setting in dealt.settings if scores(setting) == (8, 8)]
    uneven = [setting for setting in dealt.settings if scores(setting) == (7, 9)]
    if not even or not uneven:
        return ()
    return even if _LOW_10 in dealt.kinds else uneven


def _six_seven_eleven(dealt: Dealt) -> Settings:
    held = set(dealt.kinds)
    return _most_low(dealt) if all(held & _NAMED[name] for name in ("6", "7", "11")) else ()


# Section 4: general rules.


def _most_low_with_harmony(dealt: Dealt) -> Settings:
    return best([setting for setting in dealt.settings if _reaches_harmony(setting)], scores)


def _most_high(dealt: Dealt) -> Settings:
    left = best(dealt.settings, lambda setting: scores(setting)[::-1])
    return left if score(left[0].high_rank) >= 8 else ()


def _most_low(dealt: Dealt) -> Settings:
    return best(dealt.settings, scores)


# Section 5: high ranking tiles, among settings still equal.


def _place(tile: Tile, in_high: bool, left: Settings) -> Settings:
    return [setting for setting in left if (tile in setting.high) is in_high] or left


def _high_tiles(dealt: Dealt, left: Settings) -> tuple[Settings, str | None]:
    """Keep the two highest tiles apart if some setting does; then place Teen (5.4) or the highest tile (5.1, 5.2)."""
    top, second, *rest = dealt.tiles
    apart = [setting for setting in left if (top in setting.high) is not (second in setting.high)] or left
    if (top.kind, second.kind) == (1, 2):
        kinds = tuple(tile.kind for tile in rest)
        exception = "a" if _holds(kinds, "4", "5") else "b" if _holds(kinds, "10", "11") else ""
        clause = f"NZ-A4.5.4.{exception}" if exception else "NZ-A4.5.4"
        placed = _place(top, not exception, apart)
    else:
        strong_low = score(left[0].low_rank) >= 8
        clause = "NZ-A4.5.2" if strong_low else "NZ-A4.5.1"
        placed = _place(top, strong_low, apart)
    return placed, clause if _differ(left, placed) else None


def _top_tile_high(dealt: Dealt, left: Settings) -> tuple[Settings, str | None]:
    placed = _place(dealt.tiles[0], True, left)
    return placed, "NZ-A4.5.3" if _differ(left, placed) else None


def _differ(left: Settings, placed: Settings) -> bool:
    """Return whether narrowing made a difference that is visible in the ranks of the hands."""
    return {low_then_high(setting) for setting in left} != {low_then_high(setting) for setting in placed}


def _rule(name: str, clause: str, choose: Choice, plain: str = "") -> Rule:
    return Rule(name, f"NZ-A4.{clause}", choose, plain=plain)


def _split_rule(faces: str, pair: str, row: str, first: str, second: str) -> Rule:
    plain = f"split {_PAIR_WORDS.get(faces, faces)} with {_ROW_WORDS.get(row) or row.replace('-', ' and ')}"
    return _rule(f"split {faces} with {row}", f"2.3.{faces}.{row}", partial(_split, pair, first, second), plain)


NEW_ZEALAND: Final = HouseWay(
    name="new-zealand",
    source="New Zealand Gazette 1998, No 20, Division 12 Pai Gow, Appendix 4",
    rules=(
        _rule("two pairs", "2.1", _two_pairs),
        *(_rule(f"never split {faces}", f"2.2.{faces}", partial(_keep, pair)) for faces, pair in _NEVER_SPLIT),
        *(_split_rule(faces, pair, row, first, second) for faces, pair, rows in _SPLIT for row, first, second in rows),
        _rule("keep the pair", "2.3", with_pair),
        Rule("High Nine, Gong, Wong", "NZ-A4.3.2", _ranked_with_harmony, _high_tiles),
        Rule("Wong, Gong, High Nine", "NZ-A4.3.3", _ranked_without_harmony, _high_tiles),
        Rule("6, 7, 11", "NZ-A4.6.1", _six_seven_eleven, _high_tiles),
        Rule("7/9 or 8/8", "NZ-A4.6.2", _seven_nine, _high_tiles),
        Rule("low hand with Harmony 3", "NZ-A4.4.1", _most_low_with_harmony, _high_tiles),
        Rule("high hand of 8 or better", "NZ-A4.4.2", _most_high, _top_tile_high),
        Rule("low hand", "NZ-A4.4.3", _most_low, _high_tiles),
    ),
    note=(
        "A lone Gee Jun tile counts as a six in the splitting list only beside 9, 8 or 7 under Teen or Day. Among "
        "settings still equal, keeping the two highest tiles apart comes before placing the highest tile; the rest "
        "goes to the highest low hand, then the highest high hand."
    ),
)
