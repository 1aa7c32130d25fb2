"""The house way of MDT-8.D: pairs are never split, and the high hand comes first."""

from typing import Final

from paigow.tiles.house_way import Dealt, HouseWay, Rule, Settings, best, high_then_low
from paigow.tiles.ranking import HandKind


def _gee_joon(dealt: Dealt) -> Settings:
    return [setting for setting in dealt.settings if setting.high_rank.kind is HandKind.GEE_JOON]


def _ranked(dealt: Dealt) -> Settings:
    """Return the highest-ranking high hand, then the highest low hand, if a pair, Wong or Gong can be made at all."""
    left = best(dealt.settings, high_then_low)
    return left if left[0].high_rank.is_ranked else ()


def _nine_eight_seven(dealt: Dealt) -> Settings:
    left = best(dealt.settings, high_then_low)
    return left if (left[0].high_rank.points or 0) >= 7 else ()


def _highest_with_lowest(dealt: Dealt) -> Settings:
    ends = dealt.tiles[0], dealt.tiles[3]
    return [setting for setting in dealt.settings if ends in (setting.high, setting.low)]


MARYLAND: Final = HouseWay(
    name="maryland",
    source="Maryland Lottery and Gaming Control Agency, Pai Gow (tiles), version 1.1, chapter 8, section D",
    rules=(
        Rule("supreme pair", "MDT-8.D.1", _gee_joon, plain="Gee Joon stays together."),
        Rule(
            "pair, Wong or Gong",
            "MDT-8.D.2",
            _ranked,
            plain="If there is a pair, a Wong or a Gong, make it; the best goes high.",
        ),
        Rule(
            "nine, eight or seven",
            "MDT-8.D.3",
            _nine_eight_seven,
            plain="Otherwise two tiles that make nine, eight or seven go high.",
        ),
        Rule(
            "highest tile with lowest",
            "MDT-8.D.4",
            _highest_with_lowest,
            plain="Otherwise the highest tile goes with the lowest.",
        ),
    ),
    note="Among several settings that a step allows: the highest-ranking high hand, then the highest low hand.",
)
