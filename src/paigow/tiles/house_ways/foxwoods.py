"""The Foxwoods house way of 1997, as far as it is published."""

from collections.abc import Callable
from functools import partial
from typing import Final

from paigow.tiles.house_way import (
    Choice,
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
    """Return the kinds of tile with these points, except the Gee Joon tiles, which have no fixed number."""
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
    """Return the settings, never splitting a pair if that makes both hands worse."""
    kept = with_pair(dealt)[0]
    return [split for split in left if split.high_rank > kept.high_rank or split.low_rank >= kept.low_rank]


def _split(pairs: frozenset[int], companions: tuple[frozenset[int], ...], dealt: Dealt) -> Settings:
    """Split one of `pairs` if the two other tiles match one of the `companions`, taken two by two."""
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
    """Return whether one of the missing lists might name this hand: another setting has one of their results."""
    others = (s for s in dealt.settings if low_then_high(s) != low_then_high(chosen))
    return any(scores(setting) in _LOST for setting in others)


def _rule(name: str, choose: Choice, gap: Callable[[Dealt, TileSetting], bool] | None = None) -> Rule:
    """Return a rule named by the booklet's section and letter.

    The submission is what makes the booklet binding (MDT-10.F).
    """
    return Rule(name, "MDT-10.F", choose, gap=gap)


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
        _rule("pair rules: two pairs", _two_pairs),
        _rule("pair rule A: never split", _never_split),
        _rule("pair rule B: split Gee Joon", partial(_split, frozenset({_GEE}), (_counting(6), _counting(4, 5, 6)))),
        _rule("pair rule C: split Teen or Day for 6/8", _split_for_six_eight),
        _rule(
            "pair rule C: split Teen or Day with 9 and 11",
            partial(_split, frozenset({_TEEN, _DAY}), (_NINE, _ELEVEN)),
        ),
        _rule("pair rule D: split nines", partial(_split, _NINE, (_TENS, _TENS))),
        _rule(
            "pair rule E: split eights",
            partial(_split, _counting(8), (_TENS_AND_11, _TENS_AND_11, _NINE, _ELEVEN)),
        ),
        _rule("pair rule F: split sevens", partial(_split, _counting(7), (_TENS_AND_11, _TENS_AND_11))),
        _rule("pair rules: keep the pair", with_pair),
        _rule(
            "Wong exception A: Wong over Gong with 11",
            partial(_instead, HandKind.WONG, (_NINE, _counting(8), _ELEVEN)),
        ),
        _rule(
            "Wong exception B: Wong over High Nine with 11",
            partial(_instead, HandKind.WONG, (_NINE, _counting(7), _ELEVEN)),
        ),
        _rule(
            "Wong exception C: Gong over High Nine with 4",
            partial(_instead, HandKind.GONG, (_counting(8), _counting(7), _counting(4))),
        ),
        _rule(
            "Wong exception C: Gong over High Nine with Low 8 and 5",
            partial(_instead, HandKind.GONG, (frozenset({_LOW_8}), _counting(7), _counting(5))),
        ),
        _rule("Wong rules: High Nine, Gong, Wong", _strong_hand),
        _rule("other hands A: 8/9 or more, top tile high", _eight_nine, gap=_lost),
        _rule("other hands B: 7/8 with Teen and Day, Teen high", _seven_eight, gap=_lost),
        _rule("other hands: best high hand", _best_high, gap=_lost),
        _rule("other hands: best low hand", _best_low, gap=_lost),
    ),
    note=(
        "Documented: the pair rules, the Wong, Gong and High Nine rules, the general rule and its exceptions A and B. "
        "Not recoverable: the tiles pictured in the exceptions C to K, which are therefore not applied (a hand they "
        "might name is marked as a gap), and the wording of an unwritten rule that the page announces last. Closed "
        "here: two pairs are kept; a pair is never split if both hands get worse, a rule that other houses publish; "
        "what is still equal goes to the highest low hand, then the highest high hand."
    ),
)
