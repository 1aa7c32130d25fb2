"""Ratings of seven cards by the side bets on cards, by the chosen tables and readings."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from paigow.poker import (
    ENVY_TABLES,
    JOKER,
    PAYTABLES,
    AceHighClass,
    Card,
    FortuneClass,
    PayTable,
    ThreesOverStraight,
    classify_ace_high,
    classify_emperors,
    classify_fortune,
    classify_insurance,
    classify_progressive,
    count_jacks,
    is_ace_high_pai_gow,
)
from paigow.rules.packaged import Data
from paigow.rules.wagers import SideBetResult

Seven = tuple[Card, ...]


def card_outcomes(
    bets: Iterable[str], data: Data, cards: Iterable[Card], player: Iterable[Card] | None = None
) -> tuple[SideBetResult, ...]:
    """Return the results of those of these side bets that are offered, on the seven cards that they depend on.

    Some depend on the dealer's (`DEALERS`), and the best line of one of them on the player's too.
    """
    seven, others = tuple(cards), None if player is None else tuple(player)
    return tuple(RATINGS[name](name, data, seven, others) for name in bets if data["wagers"][name]["offered"])


def bonus_class(readings: Mapping[str, str], wager: str, cards: Iterable[Card]) -> FortuneClass | None:
    """Return the class of seven cards for the Fortune Bonus or Emperor's Treasure, under the readings."""
    straight_needed = readings.get("bonus_threshold") == "straight"
    chosen = ThreesOverStraight(readings.get("threes_over_straight", ThreesOverStraight.HIGHEST_RANKING))
    reading = ThreesOverStraight.HIGHEST_RANKING if straight_needed else chosen
    classify = classify_fortune if wager == "fortune" else classify_emperors
    found = classify(cards, reading)
    return None if straight_needed and found is FortuneClass.THREE_OF_A_KIND else found


def _bonus(name: str, data: Data, cards: Seven, _player: Seven | None) -> SideBetResult:
    wager = data["wagers"][name]
    found = bonus_class(data["readings"], name, cards)
    envy = ENVY_TABLES[name][wager["paytable"]].line(found)
    lost = "MDP-11.H.3.a.i" if name == "fortune" else "MDP-11.H.4.a"
    return _outcome(name, PAYTABLES[name], wager, found, lost, str(envy) if envy else None)


def _insurance(name: str, data: Data, cards: Seven, _player: Seven | None) -> SideBetResult:
    return _outcome(name, PAYTABLES[name], data["wagers"][name], classify_insurance(cards), "MDP-11.H.5.a")


def _progressive(name: str, data: Data, cards: Seven, _player: Seven | None) -> SideBetResult:
    return _outcome(name, PAYTABLES[name], data["wagers"][name], classify_progressive(cards), "MDP-11.H.6.a")


def _ace_high(name: str, data: Data, dealt: Seven, player: Seven | None) -> SideBetResult:
    found = _dealers_line(dealt) if player is None else classify_ace_high(player, dealt)
    return _outcome(name, PAYTABLES["push-ace-high"], data["wagers"][name], found, "DO-P.push-ace-high")


def _jacks(name: str, data: Data, dealt: Seven, _player: Seven | None) -> SideBetResult:
    jacks = count_jacks(dealt)
    pays = next((line["pays"] for line in data["wagers"][name]["lines"] if line["jacks"] == jacks), None)
    return SideBetResult(name, None, f"{jacks} jacks" if pays else None, pays, "DO-R4.a.s2")


def _dealers_line(dealt: tuple[Card, ...]) -> AceHighClass | None:
    """Return the line that the dealer's cards reach on their own, regardless of the player's."""
    if not is_ace_high_pai_gow(dealt):
        return None
    return AceHighClass.DEALER_ACE_HIGH_WITH_JOKER if JOKER in dealt else AceHighClass.DEALER_ACE_HIGH


def _outcome(
    name: str, tables: Mapping[str, PayTable], wager: Data, found: Any, lost: str, envy: str | None = None
) -> SideBetResult:
    line = tables[wager["paytable"]].line(found)
    if line is None:
        return SideBetResult(name, wager["paytable"], None, None, lost)
    return SideBetResult(name, wager["paytable"], str(found), str(line), line.clause, envy)


RATINGS: Mapping[str, Callable[[str, Data, Seven, Seven | None], SideBetResult]] = {
    "fortune": _bonus,
    "emperors": _bonus,
    "insurance": _insurance,
    "progressive": _progressive,
    "ace_high": _ace_high,
    "jack_beats": _jacks,
    "chan_chu": _jacks,
}
"""The side bets on cards, by their keys in a submission."""
DEALERS = frozenset({"ace_high", "jack_beats", "chan_chu"})
"""Those that depend on the dealer's cards."""
