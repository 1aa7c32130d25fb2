"""All seven-card hands up to suits: one representative of each type, and the number of hands it stands for.

Ranks decide everything except flushes and the two suited cards beside a royal flush. So a type is either a multiset of
ranks in which no suit has enough cards for a flush, or the ranks of the flush suit together with those of the other
cards; an ace and king or a king and queen beside the flush suit are distinguished by whether they share a suit
(MDP-6.D.2).
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from paigow.poker.card import DECK, JOKER, Card

HANDS = comb(53, 7)
"""The number of seven-card hands: 154,143,080."""

_RANKS = range(2, 15)
_MATCHES = {(13, 14), (12, 13)}


def hand_types() -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield every type of hand as seven cards and the number of such hands. The numbers sum to :data:`HANDS`."""
    yield from _types(7, 5, ())
    yield from _types(6, 4, (JOKER,))


def _types(naturals: int, flush: int, joker: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], int]]:
    with_flush: Counter[tuple[int, ...]] = Counter()
    for suited in range(flush, naturals + 1):
        for ranks in combinations(_RANKS, suited):
            clubs = tuple(_card(rank, 0) for rank in ranks)
            for others, cards, count in _OTHERS[naturals - suited]:
                with_flush[tuple(sorted(ranks + others))] += count
                yield clubs + cards + joker, count
    for ranks in combinations_with_replacement(_RANKS, naturals):
        counts = Counter(ranks)
        if max(counts.values()) <= 4:
            count = prod(comb(4, each) for each in counts.values()) - with_flush[ranks]
            yield _rainbow(ranks) + joker, count


def _others(size: int) -> list[tuple[tuple[int, ...], tuple[Card, ...], int]]:
    """Return the cards beside a flush in clubs.

    They are given as ranks, representative cards, and the number of hands for all four flush suits.
    """
    found: list[tuple[tuple[int, ...], tuple[Card, ...], int]] = []
    for ranks in combinations_with_replacement(_RANKS, size):
        cards = tuple(_card(rank, 1 + ranks[:place].count(rank)) for place, rank in enumerate(ranks))
        if ranks in _MATCHES:
            found.append((ranks, cards, 4 * 3))
            found.append((ranks, (cards[0], _card(ranks[1], 2)), 4 * 6))
        else:
            found.append((ranks, cards, 4 * prod(comb(3, count) for count in Counter(ranks).values())))
    return found


def _rainbow(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    """Deal sorted ranks to the suits in turn: equal ranks get different suits, and no suit more than two cards."""
    return tuple(_card(rank, place % 4) for place, rank in enumerate(ranks))


def _card(rank: int, suit: int) -> Card:
    return DECK[(rank - 2) * 4 + suit]


_OTHERS = {size: _others(size) for size in range(3)}
