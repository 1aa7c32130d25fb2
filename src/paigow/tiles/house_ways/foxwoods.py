"""The Foxwoods house way of 1997, as far as it is published."""

from functools import partial
from typing import Final

from paigow.tiles.house_way import (
    Dealt,
    HouseWay,
    Rule,
    Settings,
    best,
    high_then_low,
    low_then_high,
    score,
    scores,
    with_pair,
    without_pair,
)
from paigow.tiles.ranking import HandKind, rank_pair
from paigow.tiles.setting import TileSetting
from paigow.tiles.tile import TILES, Tile

_TEEN: Final = 1
_DAY: Final = 2
_LOW_8: Final = 13
_GEE: Final = 16


def _counting(*totals: int) -> frozenset[int]:
    """The kinds of tile that have these points; the Gee Joon tiles, which have no number of their own, apart."""
    return frozenset(tile.kind for tile in TILES if tile.total in totals and not tile.is_gee)


# Pair rules: which pairs, and for which two other tiles to split them.
_NEVER_SPLIT: Final = _counting(4, 5, 6, 10, 11)

HIGH_3: Final = rank_pair(Tile("33"), Tile("16"))
"""Three points with High 6 as the higher tile."""

# The results named by the exceptions C to K of "other hands", as low and high points. Their lists of tiles are lost.
_LOST: Final = frozenset({(2, 5), (6, 7), (6, 8), (6, 9), (7, 9), (5, 7)})


def _two_pairs(dealt: Dealt) -> Settings:
    return with_pair(dealt) if len(dealt.pairs) == 2 else ()


def _never_split(dealt: Dealt) -> Settings:
    return with_pair(dealt) if set(dealt.pairs) & _NEVER_SPLIT else ()


def _not_worse(dealt: Dealt, left: Settings) -> Settings:
    """Never split a pair if both hands get worse by it."""
    kept = with_pair(dealt)[0]
    return [split for split in left if split.high_rank > kept.high_rank or split.low_rank >= kept.low_rank]


def _split(pairs: frozenset[int], companions: tuple[frozenset[int], ...], dealt: Dealt) -> Settings:
    """Split one of `pairs` if the two other tiles can be told off to one of the `companions`, taken two by two."""
    if not dealt.pairs or dealt.pairs[0] not in pairs:
        return ()
    x, y = dealt.singles
    for first, second in zip(companions[::2], companions[1::2], strict=True):
        if (x in first and y in second) or (y in first and x in second):
            return _not_worse(dealt, without_pair(dealt))
    return ()


def _split_for_six_eight(dealt: Dealt) -> Settings:
    if not set(dealt.pairs) & {_TEEN, _DAY}:
        return ()
    left = [split for split in without_pair(dealt) if scores(split)[0] >= 6 and scores(split)[1] >= 8]
    return _not_worse(dealt, left)


def _with(kind: HandKind, dealt: Dealt) -> Settings:
    return [setting for setting in dealt.settings if kind in (setting.high_rank.kind, setting.low_rank.kind)]


def _instead(kind: HandKind, held: tuple[frozenset[int], ...], dealt: Dealt) -> Settings:
    """Play this kind if one Teen or Day comes with exactly these three tiles."""
    top, *rest = dealt.kinds
    if top not in (_TEEN, _DAY) or _DAY in rest:
        return ()
    return _with(kind, dealt) if all(any(tile in wanted for tile in rest) for wanted in held) else ()


def _strong_hand(dealt: Dealt) -> Settings:
    for kind in (HandKind.HIGH_NINE, HandKind.GONG, HandKind.WONG):
        if left := _with(kind, dealt):
            return _teen_high(dealt, left)
    return ()


def _teen_high(dealt: Dealt, left: Settings) -> Settings:
    if dealt.kinds[:2] != (_TEEN, _DAY):
        return left
    return _top_high(dealt, left)


def _top_high(dealt: Dealt, left: Settings) -> Settings:
    return [setting for setting in left if dealt.tiles[0] in setting.high] or left


def _eight_nine(dealt: Dealt) -> Settings:
    left = best(dealt.settings, scores)
    low, high = scores(left[0])
    return _top_high(dealt, left) if low >= 8 and high >= 9 else ()


def _seven_eight(dealt: Dealt) -> Settings:
    left = best(dealt.settings, scores)
    both = dealt.kinds[:2] == (_TEEN, _DAY)
    return _top_high(dealt, left) if both and scores(left[0]) == (7, 8) else ()


def _best_high(dealt: Dealt) -> Settings:
    low, high = best(dealt.settings, low_then_high), best(dealt.settings, high_then_low)
    return high if low[0].low_rank.level < HIGH_3.level and score(high[0].high_rank) >= 7 else ()


def _best_low(dealt: Dealt) -> Settings:
    return best(dealt.settings, low_then_high)


def _lost(dealt: Dealt, chosen: TileSetting) -> bool:
    """Whether one of the lost lists might name this hand: another setting has one of their results."""
    others = (s for s in dealt.settings if low_then_high(s) != low_then_high(chosen))
    return any(scores(setting) in _LOST for setting in others)


_TENS: Final = _counting(2, 10, 12)
_TENS_AND_11: Final = _counting(2, 10, 11, 12)
_NINE: Final = _counting(9)
_ELEVEN: Final = _counting(11)

FOXWOODS: Final = HouseWay(
    name="foxwoods",
    source=(
        "Foxwoods Training Center booklet, February 1997, as published at "
        "https://wizardofodds.com/games/pai-gow-tiles/house-way/foxwoods/"
    ),
    rules=(
        Rule("two pairs", "Foxwoods, pair rules", _two_pairs),
        Rule("never split", "Foxwoods, pair rule A", _never_split),
        Rule(
            "split Gee Joon",
            "Foxwoods, pair rule B",
            partial(_split, frozenset({_GEE}), (_counting(6), _counting(4, 5, 6))),
        ),
        Rule("split Teen or Day for 6/8", "Foxwoods, pair rule C", _split_for_six_eight),
        Rule(
            "split Teen or Day with 9 and 11",
            "Foxwoods, pair rule C",
            partial(_split, frozenset({_TEEN, _DAY}), (_NINE, _ELEVEN)),
        ),
        Rule("split nines", "Foxwoods, pair rule D", partial(_split, _NINE, (_TENS, _TENS))),
        Rule(
            "split eights",
            "Foxwoods, pair rule E",
            partial(_split, _counting(8), (_TENS_AND_11, _TENS_AND_11, _NINE, _ELEVEN)),
        ),
        Rule("split sevens", "Foxwoods, pair rule F", partial(_split, _counting(7), (_TENS_AND_11, _TENS_AND_11))),
        Rule("keep the pair", "Foxwoods, pair rules", with_pair),
        Rule(
            "Wong over Gong with 11",
            "Foxwoods, Wong exception A",
            partial(_instead, HandKind.WONG, (_NINE, _counting(8), _ELEVEN)),
        ),
        Rule(
            "Wong over High Nine with 11",
            "Foxwoods, Wong exception B",
            partial(_instead, HandKind.WONG, (_NINE, _counting(7), _ELEVEN)),
        ),
        Rule(
            "Gong over High Nine with 4",
            "Foxwoods, Wong exception C",
            partial(_instead, HandKind.GONG, (_counting(8), _counting(7), _counting(4))),
        ),
        Rule(
            "Gong over High Nine with Low 8 and 5",
            "Foxwoods, Wong exception C",
            partial(_instead, HandKind.GONG, (frozenset({_LOW_8}), _counting(7), _counting(5))),
        ),
        Rule("High Nine, Gong, Wong", "Foxwoods, Wong rules", _strong_hand),
        Rule("8/9 or more: top tile high", "Foxwoods, other hands A", _eight_nine, gap=_lost),
        Rule("7/8 with Teen and Day: Teen high", "Foxwoods, other hands B", _seven_eight, gap=_lost),
        Rule("best high hand", "Foxwoods, other hands", _best_high, gap=_lost),
        Rule("best low hand", "Foxwoods, other hands", _best_low, gap=_lost),
    ),
    note=(
        "Documented: the pair rules, the Wong, Gong and High Nine rules, the general rule and its exceptions A and B. "
        "Not recoverable: the tiles pictured in the exceptions C to K, which are therefore not applied (a hand they "
        "might name is marked as a gap), and the wording of an unwritten rule that the page announces last. Closed "
        "here: two pairs are kept; a pair is never split if both hands get worse, a rule that other houses publish; "
        "what is still equal goes to the highest low hand, then the highest high hand."
    ),
)
