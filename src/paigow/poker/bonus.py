"""Classes of seven cards for the Fortune Bonus and Emperor's Treasure Wagers (MDP-6.D, MDP-6.E)."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

from paigow.poker.card import ACE, Card, seven_in_order
from paigow.poker.evaluator import Category
from paigow.poker.keys import CATEGORY_SHIFT, SPLITS, best_category, split_keys


class FortuneClass(StrEnum):
    """The hands that a Fortune Bonus or Emperor's Treasure Wager can be paid for, best first."""

    SEVEN_CARD_STRAIGHT_FLUSH = "seven-card straight flush"
    ROYAL_FLUSH_PLUS_MATCH = "royal flush plus suited match"
    SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER = "seven-card straight flush with joker"
    FIVE_ACES = "five aces"
    ROYAL_FLUSH = "royal flush"
    STRAIGHT_FLUSH = "straight flush"
    FOUR_OF_A_KIND = "four of a kind"
    FULL_HOUSE = "full house"
    FLUSH = "flush"
    THREE_OF_A_KIND = "three of a kind"
    STRAIGHT = "straight"

    @property
    def is_envy(self) -> bool:
        """Whether this is an Envy Bonus Qualifying Hand: four of a kind or better (MDP-1.B.4)."""
        return self in _ENVY


ENVY_CLASSES = tuple(FortuneClass)[: list(FortuneClass).index(FortuneClass.FOUR_OF_A_KIND) + 1]
_ENVY = frozenset(ENVY_CLASSES)


class ThreesOverStraight(StrEnum):
    """The class of a hand that has both three of a kind and a straight."""

    HIGHEST_RANKING = "highest-ranking"
    """The straight, which ranks higher (MDP-11.H.1)."""
    BETTER_LINE = "better-line"
    """Three of a kind, which pays more."""


FORTUNE_MATCHES = (frozenset({ACE, 13}), frozenset({13, 12}))
EMPERORS_MATCHES = (frozenset({ACE, 13}),)

_STRAIGHT_FLUSHES = (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
_STRAIGHT = Category.STRAIGHT
_BY_CATEGORY: Mapping[int, FortuneClass] = {
    Category.FIVE_ACES: FortuneClass.FIVE_ACES,
    Category.ROYAL_FLUSH: FortuneClass.ROYAL_FLUSH,
    Category.STRAIGHT_FLUSH: FortuneClass.STRAIGHT_FLUSH,
    Category.FOUR_OF_A_KIND: FortuneClass.FOUR_OF_A_KIND,
    Category.FULL_HOUSE: FortuneClass.FULL_HOUSE,
    Category.FLUSH: FortuneClass.FLUSH,
    Category.STRAIGHT: FortuneClass.STRAIGHT,
    Category.THREE_OF_A_KIND: FortuneClass.THREE_OF_A_KIND,
}


def classify_fortune(
    cards: Iterable[Card], reading: ThreesOverStraight = ThreesOverStraight.BETTER_LINE
) -> FortuneClass | None:
    """Return the class for the Fortune Bonus Wager, whose match is ace-king or king-queen (MDP-6.D.2)."""
    return _classify(tuple(cards), FORTUNE_MATCHES, reading)


def classify_emperors(
    cards: Iterable[Card], reading: ThreesOverStraight = ThreesOverStraight.BETTER_LINE
) -> FortuneClass | None:
    """Return the class for the Emperor's Treasure Wager, whose match is ace-king only (MDP-6.E.2)."""
    return _classify(tuple(cards), EMPERORS_MATCHES, reading)


def is_seven_card_straight_flush(cards: Sequence[Card]) -> bool:
    """Return whether seven cards are a straight flush; the joker may fill a gap, and the ace may be low."""
    naturals = [card for card in cards if not card.is_joker]
    if len({card.suit for card in naturals}) > 1:
        return False
    ranks = {card.rank for card in naturals}
    return any(ranks <= sequence for sequence in _SEVEN_IN_SEQUENCE)


_SEVEN_IN_SEQUENCE = ({ACE, *range(2, 8)}, *(set(range(lowest, lowest + 7)) for lowest in range(2, 9)))


@lru_cache(maxsize=256)  # needed for the hand's own wager, and for everyone who may envy it
def _classify(
    cards: tuple[Card, ...], matches: tuple[frozenset[int], ...], reading: ThreesOverStraight
) -> FortuneClass | None:
    best = best_category(cards)
    if best in _STRAIGHT_FLUSHES:
        cards = seven_in_order(cards)
        with_joker = any(card.is_joker for card in cards)
        if is_seven_card_straight_flush(cards) and not with_joker:
            return FortuneClass.SEVEN_CARD_STRAIGHT_FLUSH
        if best == Category.ROYAL_FLUSH and _has_match(cards, matches):
            return FortuneClass.ROYAL_FLUSH_PLUS_MATCH
        if is_seven_card_straight_flush(cards):
            return FortuneClass.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER
    if best == _STRAIGHT and reading == ThreesOverStraight.BETTER_LINE and _has_threes(cards):
        return FortuneClass.THREE_OF_A_KIND
    return _BY_CATEGORY.get(best)


def _has_match(cards: Sequence[Card], matches: tuple[frozenset[int], ...]) -> bool:
    """Return whether two suited natural cards accompany a royal flush; only the royal flush may use the joker."""
    for (i, j), key in zip(SPLITS, split_keys(cards), strict=True):
        if key >> CATEGORY_SHIFT == Category.ROYAL_FLUSH:
            first, second = cards[i], cards[j]
            natural = not (first.is_joker or second.is_joker)
            if natural and first.suit == second.suit and {first.rank, second.rank} in matches:
                return True
    return False


def _has_threes(cards: Sequence[Card]) -> bool:
    ranks = [card.rank for card in cards]
    return any(ranks.count(rank) == 3 for rank in ranks)
