"""Seven cards that make nothing, as the Pai Gow Insurance Wager counts them (MDP-7.E.3)."""

from collections.abc import Iterable
from enum import StrEnum

from paigow.poker.card import ACE, Card, require_seven
from paigow.poker.evaluator import Category
from paigow.poker.keys import CATEGORY_SHIFT, best_key


class InsuranceClass(StrEnum):
    """What a Pai Gow Insurance Wager can be paid for: no pair, straight or flush, by the highest card."""

    NINE_HIGH = "nine-high"
    TEN_HIGH = "ten-high"
    JACK_HIGH = "jack-high"
    QUEEN_HIGH = "queen-high"
    KING_HIGH = "king-high"
    ACE_HIGH = "ace-high"


_BY_TOP_CARD = dict(zip(range(9, ACE + 1), InsuranceClass, strict=True))


def classify_insurance(cards: Iterable[Card]) -> InsuranceClass | None:
    """Return what the Insurance Wager is paid for (MDP-7.E.3), or nothing if the seven cards hold a pair or better.

    The joker is an ace, so that a hand with it is ace-high unless it makes something. Seven cards that make nothing are
    never lower than nine-high.
    """
    seven = require_seven(cards)
    if best_key(seven) >> CATEGORY_SHIFT != Category.HIGH_CARD:
        return None
    return _BY_TOP_CARD[max(card.rank for card in seven)]
