"""The ranks of five and two cards (MDP chapter 6): the readable evaluator, against which all faster ones are checked.

A rank is a single integer ``key``: the category in the top digit, then up to five ranks, in base 16. Five and two cards
share one scale, on which a missing card counts as nothing, so a setting is legal exactly if ``high.key >= low.key``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cache, lru_cache

from paigow.errors import HandError
from paigow.poker.card import ACE, JOKER, RANK, RANK_NAMES, SUIT, Card, plural, require_distinct
from paigow.text import Text


class Wheel(StrEnum):
    """The rank of A-2-3-4-5 among the straights and, if suited, among the straight flushes."""

    SECOND = "second"
    """Below only A-K-Q-J-10 and, if suited, below only the royal flush (MDP-6.B.3, MDP-6.B.7)."""
    LOWEST = "lowest"
    """Below 2-3-4-5-6, as in some houses."""


class Category(IntEnum):
    """The categories of hands; a higher value is better."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_ACES = 10

    @property
    def clause(self) -> str:
        return "MDP-6.C.1" if self is Category.HIGH_CARD else f"MDP-6.B.{11 - self}"

    @property
    def label(self) -> str:
        return self.name.lower().replace("_", " ")


COMPLETE_HANDS = frozenset({Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH})
"""The categories that need all five cards in a sequence or a suit."""

DIGIT = 4  # bits of one rank in a key


@dataclass(frozen=True, slots=True, order=True)
class HandRank:
    """The rank of a hand. Comparisons use only ``key``."""

    key: int
    category: Category = field(compare=False)
    ranks: tuple[int, ...] = field(compare=False)
    """The card ranks that name the hand: those of the made part first, then the rest; for a straight, its highest card.
    """

    @property
    def clause(self) -> str:
        return self.category.clause

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Return the name of the hand as a dealer calls it."""
        return _name(self.category, self.ranks)


@lru_cache(maxsize=1024)
def _name(category: Category, ranks: tuple[int, ...]) -> str:
    first = ranks[0]
    match category:
        case Category.HIGH_CARD:
            return "-".join(RANK_NAMES[rank] for rank in ranks).capitalize()
        case Category.PAIR:
            return f"Pair of {plural(first)}"
        case Category.TWO_PAIR:
            return f"Two pair, {plural(first)} and {plural(ranks[1])}"
        case Category.FULL_HOUSE:
            return f"Full house, {plural(first)} over {plural(ranks[1])}"
        case Category.FIVE_ACES:
            return "Five aces"
        case Category.ROYAL_FLUSH:
            return "Royal flush"
        case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
            return f"{category.label.capitalize()}, {plural(first)}"
        case _:
            top = "ace to five" if first == 5 else f"{RANK_NAMES[first]} high"
            return f"{category.label.capitalize()}, {top}"


class HighRank(HandRank):
    """The rank of five cards."""

    __slots__ = ()


class LowRank(HandRank):
    """The rank of two cards: a pair or two high cards."""

    __slots__ = ()


def rank_high(cards: Iterable[Card], wheel: Wheel = Wheel.SECOND) -> HighRank:
    """Return the rank of five cards; the joker is whatever ranks highest among what MDP-6.A.2 allows."""
    return _rank_five(tuple(cards), wheel)


@lru_cache(maxsize=1024)  # a setting is looked at whenever it is checked, compared or named
def _rank_five(cards: tuple[Card, ...], wheel: Wheel) -> HighRank:
    five = _distinct(cards, 5, "high")
    naturals = [card for card in five if card is not JOKER] if JOKER in five else five
    return rank_ranks(tuple(sorted(map(RANK, naturals))), len(set(map(SUIT, naturals))) == 1, wheel)


@cache
def rank_ranks(naturals: tuple[int, ...], suited: bool, wheel: Wheel = Wheel.SECOND) -> HighRank:
    """Return the rank of five card ranks, or of four and the joker; ``suited`` if all natural cards share a suit.

    The joker is an ace without a suit, or the missing card of a straight or flush. Trying every missing rank and
    keeping the best makes it the highest card missing from a flush, and prefers a royal flush to a flush. There are few
    combinations of ranks, so every answer is cached.
    """
    if len(naturals) == 5:
        return _rank_natural(naturals, suited, wheel)
    candidates = [_rank_natural([*naturals, ACE], False, wheel)]
    if len(set(naturals)) == 4:
        for rank in set(range(2, ACE + 1)) - set(naturals):
            completed = _rank_natural([*naturals, rank], suited, wheel)
            if completed.category in COMPLETE_HANDS:
                candidates.append(completed)
    return max(candidates)


def rank_low(cards: Iterable[Card]) -> LowRank:
    """Return the rank of two cards. The joker is an ace, since there is no straight or flush to complete."""
    return _rank_two(tuple(cards))


@lru_cache(maxsize=1024)
def _rank_two(cards: tuple[Card, ...]) -> LowRank:
    first, second = sorted(map(RANK, _distinct(cards, 2, "low")), reverse=True)
    category = Category.PAIR if first == second else Category.HIGH_CARD
    ranks = (first,) if first == second else (first, second)
    return LowRank(_key(category, ranks), category, ranks)


def _distinct(cards: Iterable[Card], size: int, hand: str) -> tuple[Card, ...]:
    found = tuple(cards)
    if len(found) != size:
        raise HandError(
            "a {hand} hand has {size} cards, not {count}",
            f"MDP-1.B.{5 if hand == 'high' else 6}",
            hand=Text(hand),
            size=size,
            count=len(found),
        )
    if len(set(found)) != size:
        require_distinct(found)
    return found


def _rank_natural(ranks: Sequence[int], suited: bool, wheel: Wheel) -> HighRank:
    """Rank five card ranks without a joker, either suited or not."""
    distinct = sorted(set(ranks), reverse=True)
    top = _straight_top(distinct)
    if top and suited:
        category = Category.ROYAL_FLUSH if top == ACE else Category.STRAIGHT_FLUSH
    elif suited:
        category = Category.FLUSH
    elif top:
        category = Category.STRAIGHT
    else:
        category = _SHAPES[tuple(sorted(map(ranks.count, distinct), reverse=True))]
    if top:
        return HighRank(_key(category, (_straight_strength(top, wheel),)), category, (top,))
    by_count = tuple(sorted(distinct, key=ranks.count, reverse=True))  # equal counts stay in the order of their ranks
    return HighRank(_key(category, by_count), category, by_count)


_SHAPES = {
    (5,): Category.FIVE_ACES,
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
}


_WHEEL = [ACE, 5, 4, 3, 2]


def _straight_top(distinct: list[int]) -> int:
    """Return the highest card of a straight, 5 for A-2-3-4-5 (MDP-6.A.1), or 0 if the ranks are not a straight.

    The ranks are different, and the highest comes first.
    """
    if len(distinct) != 5:
        return 0
    if distinct == _WHEEL:
        return 5
    return distinct[0] if distinct[0] - distinct[4] == 4 else 0


def _straight_strength(top: int, wheel: Wheel) -> int:
    if wheel is Wheel.LOWEST or top == ACE:
        return top
    return ACE - 1 if top == 5 else top - 1


def _key(category: Category, ranks: Sequence[int]) -> int:
    key = int(category)
    for rank in ranks:
        key = key << DIGIT | rank
    return key << DIGIT * (5 - len(ranks))
