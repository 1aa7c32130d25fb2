"""Ratings of seven cards by the side bets of Maryland poker and Dealer Open, by the chosen tables and readings."""

from collections.abc import Iterable, Mapping
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


def poker_outcomes(data: Data, cards: Iterable[Card]) -> tuple[SideBetResult, ...]:
    """Return the results of Maryland poker's side bets on a player's seven cards."""
    seven = tuple(cards)
    outcomes = []
    for name, lost in (("fortune", "MDP-11.H.3.a.i"), ("emperors", "MDP-11.H.4.a")):
        if (wager := data["wagers"][name])["offered"]:
            found = bonus_class(data["readings"], name, seven)
            envy = ENVY_TABLES[name][wager["paytable"]].line(found)
            outcomes.append(_outcome(name, PAYTABLES[name], wager, found, lost, str(envy) if envy else None))
    if (wager := data["wagers"]["insurance"])["offered"]:
        insured = classify_insurance(seven)
        outcomes.append(_outcome("insurance", PAYTABLES["insurance"], wager, insured, "MDP-11.H.5.a"))
    if (wager := data["wagers"]["progressive"])["offered"]:
        progressive = classify_progressive(seven)
        outcomes.append(_outcome("progressive", PAYTABLES["progressive"], wager, progressive, "MDP-11.H.6.a"))
    return tuple(outcomes)


def bonus_class(readings: Mapping[str, str], wager: str, cards: Iterable[Card]) -> FortuneClass | None:
    """Return the class of seven cards for the Fortune Bonus or Emperor's Treasure, under the readings."""
    straight_needed = readings["bonus_threshold"] == "straight"
    chosen = ThreesOverStraight(readings["threes_over_straight"])
    reading = ThreesOverStraight.HIGHEST_RANKING if straight_needed else chosen
    classify = classify_fortune if wager == "fortune" else classify_emperors
    found = classify(cards, reading)
    return None if straight_needed and found is FortuneClass.THREE_OF_A_KIND else found


def dealer_outcomes(
    data: Data, cards: Iterable[Card], player: Iterable[Card] | None = None
) -> tuple[SideBetResult, ...]:
    """Return the results of Dealer Open's side bets.

    They depend on the dealer's seven cards and, for the best line, on the player's too.
    """
    dealt = tuple(cards)
    outcomes = []
    if (wager := data["wagers"]["ace_high"])["offered"]:
        found = _dealers_line(dealt) if player is None else classify_ace_high(player, dealt)
        outcomes.append(_outcome("ace_high", PAYTABLES["push-ace-high"], wager, found, "DO-P.push-ace-high"))
    jacks = count_jacks(dealt)
    for name in ("jack_beats", "chan_chu"):
        if (wager := data["wagers"][name])["offered"]:
            pays = next((line["pays"] for line in wager["lines"] if line["jacks"] == jacks), None)
            outcomes.append(SideBetResult(name, None, f"{jacks} jacks" if pays else None, pays, "DO-R4.a.s2"))
    return tuple(outcomes)


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
