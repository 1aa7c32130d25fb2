"""The features of the dealer's seven cards that matter in Dealer Open: an Ace-high Pai Gow, and jacks."""

from collections.abc import Iterable
from enum import StrEnum

from paigow.poker.card import Card, require_seven
from paigow.poker.insurance import InsuranceClass, classify_insurance


def is_ace_high_pai_gow(cards: Iterable[Card]) -> bool:
    """Return whether seven cards have an ace or the joker and no pair, straight or flush (DO-P.push-ace-high)."""
    return classify_insurance(cards) is InsuranceClass.ACE_HIGH


def count_jacks(cards: Iterable[Card]) -> int:
    """Return the number of jacks.

    The joker never counts as one: it is an ace or completes a straight or flush (DO-W.s3).
    """
    return [card.rank for card in cards].count(11)


def dealer_wins_outright(cards: Iterable[Card]) -> bool:
    """Return whether the dealer's cards beat every main wager without being set: two jacks or more (DO-R4.a, DO-W)."""
    return count_jacks(require_seven(cards)) >= 2


class AceHighClass(StrEnum):
    """The lines of a Push Ace High / Ace High Tie Wager, best first; only one line is paid."""

    BOTH_ACE_HIGH = "player and dealer ace-high"
    DEALER_ACE_HIGH_WITH_JOKER = "dealer ace-high with joker"
    DEALER_ACE_HIGH = "dealer ace-high"


def classify_ace_high(player: Iterable[Card], dealer: Iterable[Card]) -> AceHighClass | None:
    """Return the highest line that the two hands reach (DO-P.push-ace-high.1, DO-P.push-ace-high.2)."""
    dealt = require_seven(dealer)
    if not is_ace_high_pai_gow(dealt):
        return None
    if is_ace_high_pai_gow(player):
        return AceHighClass.BOTH_ACE_HIGH
    if any(card.is_joker for card in dealt):
        return AceHighClass.DEALER_ACE_HIGH_WITH_JOKER
    return AceHighClass.DEALER_ACE_HIGH
