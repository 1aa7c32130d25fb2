"""Classes of seven cards for the Progressive Payout Wager (MDP-6.F)."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from paigow.poker.bonus import is_seven_card_straight_flush
from paigow.poker.card import Card, seven_in_order
from paigow.poker.evaluator import Category
from paigow.poker.keys import best_category


class ProgressiveClass(StrEnum):
    """The hands that a Progressive Payout Wager can be paid for, best first."""

    SEVEN_CARD_STRAIGHT_FLUSH = "seven-card straight flush"
    FIVE_ACES = "five aces"
    ROYAL_FLUSH = "royal flush"
    STRAIGHT_FLUSH = "straight flush"
    FOUR_OF_A_KIND = "four of a kind"
    FULL_HOUSE = "full house"


_STRAIGHT_FLUSHES = (ProgressiveClass.STRAIGHT_FLUSH, ProgressiveClass.ROYAL_FLUSH)
_BY_CATEGORY: Mapping[int, ProgressiveClass] = {
    Category.FIVE_ACES: ProgressiveClass.FIVE_ACES,
    Category.ROYAL_FLUSH: ProgressiveClass.ROYAL_FLUSH,
    Category.STRAIGHT_FLUSH: ProgressiveClass.STRAIGHT_FLUSH,
    Category.FOUR_OF_A_KIND: ProgressiveClass.FOUR_OF_A_KIND,
    Category.FULL_HOUSE: ProgressiveClass.FULL_HOUSE,
}


def classify_progressive(cards: Iterable[Card]) -> ProgressiveClass | None:
    """Return the class for the Progressive Payout Wager, or None below a full house."""
    seven = seven_in_order(cards)
    found = _BY_CATEGORY.get(best_category(seven))
    if found in _STRAIGHT_FLUSHES and is_seven_card_straight_flush(seven):
        return ProgressiveClass.SEVEN_CARD_STRAIGHT_FLUSH
    return found
