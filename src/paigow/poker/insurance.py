"""Seven cards without a pair or better, as classified for the Pai Gow Insurance Wager (MDP-7.E.3)."""

from collections.abc import Iterable
from enum import StrEnum

from paigow.poker.card import ACE, Card, seven_in_order
from paigow.poker.evaluator import Category
from paigow.poker.keys import best_category


class InsuranceClass(StrEnum):
    """The hands that a Pai Gow Insurance Wager can be paid for: no pair, straight or flush, by the highest card."""

    NINE_HIGH = "nine-high"
    TEN_HIGH = "ten-high"
    JACK_HIGH = "jack-high"
    QUEEN_HIGH = "queen-high"
    KING_HIGH = "king-high"
    ACE_HIGH = "ace-high"


_NOTHING = Category.HIGH_CARD
_BY_TOP_CARD = dict(zip(range(9, ACE + 1), InsuranceClass, strict=True))


def classify_insurance(cards: Iterable[Card]) -> InsuranceClass | None:
    """Return the class for the Insurance Wager (MDP-7.E.3), or None if the seven cards have a pair or better.

    The joker is an ace, so a hand with it is ace-high unless it makes something. Seven cards that make nothing are
    never lower than nine-high.
    """
    seven = seven_in_order(cards)
    return _BY_TOP_CARD[seven[0].rank] if best_category(seven) == _NOTHING else None
