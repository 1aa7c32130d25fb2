"""Rank keys without objects: the readable evaluator, cached by the sum of a hand's rank weights.

Each rank has a weight in base 5, so that the sum of five weights tells how many of each rank there are, and the sum for
seven cards less the two of the low hand identifies the high hand. Each sum is evaluated once, by the readable
evaluator, when it is first needed.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations

from paigow.poker.card import ACE, DECK, RANK, Card, display_order, seven_in_order
from paigow.poker.evaluator import DIGIT, Category, HighRank, Wheel, rank_high, rank_ranks

SPLITS: tuple[tuple[int, int], ...] = tuple(combinations(range(7), 2))
"""The 21 positions of the low hand's cards."""

CATEGORY_SHIFT = 5 * DIGIT
_SECOND_SHIFT = 3 * DIGIT
_FIRST_SHIFT = 4 * DIGIT

_JOKER_WEIGHT = 5**13
WEIGHTS: tuple[int, ...] = tuple(_JOKER_WEIGHT if card.is_joker else 5 ** (card.rank - 2) for card in DECK)
"""The amount that each card, by index, adds to a sum of ranks."""

RANK_WEIGHTS: tuple[int, ...] = (0, 0, *(5**place for place in range(13)))
"""The amount that a natural card of each rank adds to a sum of ranks."""

SUIT_WEIGHTS: tuple[int, ...] = tuple(0x1111 if card.is_joker else 16 ** "cdhs".index(card.suit) for card in DECK)
"""The amount that each card, by index, adds to a sum of suits, one hexadecimal digit each. The joker counts for every
suit.
"""

_SUIT_WEIGHT_OF = dict(zip(DECK, SUIT_WEIGHTS, strict=True))

_FIVE_OR_MORE = 0x8888
_TO_FIVE = 0x3333


def has_flush(suit_sum: int) -> bool:
    """Return whether some suit has five cards or more, counting the joker."""
    return bool((suit_sum + _TO_FIVE) & _FIVE_OR_MORE)


@cache
def has_run(ranks: tuple[int, ...]) -> bool:
    """Return whether five of these different ranks are in sequence; the ace may be low."""
    held = {*ranks, 1} if ACE in ranks else {*ranks}
    return any(held.issuperset(range(lowest, lowest + 5)) for lowest in range(1, 11))


class RankKeys(dict[int, int]):
    """A map from a sum of five weights to the key of that high hand."""

    def __init__(self, suited: bool, wheel: Wheel) -> None:
        super().__init__()
        self._suited = suited
        self._wheel = wheel

    def __missing__(self, weight: int) -> int:
        key = self[weight] = rank_ranks(tuple(_ranks(weight % _JOKER_WEIGHT)), self._suited, self._wheel).key
        return key


def _ranks(weight: int) -> list[int]:
    ranks = []
    rank = 2
    while weight:
        weight, count = divmod(weight, 5)
        ranks += [rank] * count
        rank += 1
    return ranks


@cache
def rank_keys(wheel: Wheel = Wheel.SECOND) -> tuple[RankKeys, RankKeys]:
    """Return the keys of five unsuited cards, and of five suited cards."""
    return RankKeys(False, wheel), RankKeys(True, wheel)


def pair_key(rank: int) -> int:
    """Return the key of a low hand that is a pair."""
    return Category.PAIR << CATEGORY_SHIFT | rank << _FIRST_SHIFT


def high_card_key(first: int, second: int) -> int:
    """Return the key of a low hand of two ranks, the higher first."""
    return first << _FIRST_SHIFT | second << _SECOND_SHIFT


def low_key(first: int, second: int) -> int:
    """Return the key of a low hand of two ranks in any order."""
    if first == second:
        return pair_key(first)
    return high_card_key(first, second) if first > second else high_card_key(second, first)


LOW_KEYS: tuple[tuple[int, ...], ...] = tuple(
    tuple(low_key(first, second) if min(first, second) >= 2 else 0 for second in range(15)) for first in range(15)
)

LOW_RANKS: Mapping[int, tuple[int, int]] = {
    LOW_KEYS[first][second]: (first, second) for first in range(2, ACE + 1) for second in range(2, first + 1)
}
"""The ranks of a low hand, the higher first, by its key."""


def split_keys(cards: Sequence[Card], wheel: Wheel = Wheel.SECOND) -> tuple[int, ...]:
    """Return the keys of the high hands that the 21 splits leave, in the order of :data:`SPLITS`.

    Give the cards in display order if their order does not matter: the answer is then shared by all who look at a hand.
    """
    return _split_keys(tuple(cards), wheel)


@lru_cache(maxsize=256)  # as often as hands are put in order
def _split_keys(cards: tuple[Card, ...], wheel: Wheel) -> tuple[int, ...]:
    weights = [WEIGHTS[card.index] for card in cards]
    total = sum(weights)
    unsuited, suited = rank_keys(wheel)
    suits = [SUIT_WEIGHTS[card.index] for card in cards]
    suit_total = sum(suits)
    if not has_flush(suit_total):
        return tuple([unsuited[total - a - b] for a, b in combinations(weights, 2)])
    return tuple(
        [
            (suited if has_flush(suit_total - c - d) else unsuited)[total - a - b]
            for (a, b), (c, d) in zip(combinations(weights, 2), combinations(suits, 2), strict=True)
        ]
    )


def best_key(cards: Sequence[Card], wheel: Wheel = Wheel.SECOND) -> int:
    """Return the key of the best five of seven cards."""
    return max(split_keys(display_order(cards), wheel))


@lru_cache(maxsize=256)  # as often as hands are put in order
def rank_counts(cards: tuple[Card, ...]) -> tuple[Mapping[int, int], bool]:
    """Return how many of seven cards have each rank, and whether nothing else matters, given them in display order.

    It does if there is a joker, or five cards for a straight or flush; most hands have none.
    """
    ranks = list(map(RANK, cards))
    counts = {rank: ranks.count(rank) for rank in ranks}
    suited = has_flush(sum(map(_SUIT_WEIGHT_OF.__getitem__, cards)))
    return counts, not (cards[0].is_joker or suited or (len(counts) > 4 and has_run(tuple(counts))))


_BEST_OF_COUNTS: Mapping[tuple[int, int], Category] = {
    (1, 1): Category.HIGH_CARD,
    (2, 1): Category.PAIR,
    (2, 2): Category.TWO_PAIR,
    (3, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 3): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
    (4, 2): Category.FOUR_OF_A_KIND,
    (4, 3): Category.FOUR_OF_A_KIND,
}
"""The best hand by the sizes of the two largest groups of equal ranks, if nothing else matters."""


def best_category(cards: Sequence[Card], wheel: Wheel = Wheel.SECOND) -> int:
    """Return the category of the best five of seven cards."""
    return _best_category(tuple(cards), wheel)


@lru_cache(maxsize=256)  # needed for each side wager on a hand, and for everyone who may envy it
def _best_category(cards: tuple[Card, ...], wheel: Wheel) -> int:
    ordered = seven_in_order(cards)
    counts, plain = rank_counts(ordered)
    if plain:
        *_, second, first = sorted(counts.values())
        return _BEST_OF_COUNTS[first, second]
    return max(split_keys(ordered, wheel)) >> CATEGORY_SHIFT


def best_five(cards: Sequence[Card], wheel: Wheel = Wheel.SECOND) -> tuple[HighRank, tuple[Card, ...]]:
    """Return the best five of seven cards, as MDP-11.H.1 requires the dealer to form them, and their rank."""
    seven = tuple(cards)
    ordered = seven_in_order(seven)
    counts, plain = rank_counts(ordered)
    if plain:
        five = _best_plain_five(seven, ordered, counts)
        return rank_ranks(tuple(map(RANK, reversed(five))), False, wheel), five
    keys = split_keys(ordered, wheel)
    best = max(keys)
    if keys.count(best) == 1:
        i, j = SPLITS[keys.index(best)]
    else:  # of cards that make no difference, those that were dealt first are left over
        dealt = [seven.index(card) for card in ordered]
        left = [split for split, key in zip(SPLITS, keys, strict=True) if key == best]
        i, j = min(left, key=lambda split: sorted((dealt[split[0]], dealt[split[1]])))
    five = (*ordered[:i], *ordered[i + 1 : j], *ordered[j + 1 :])
    return rank_high(five, wheel), five


def _best_plain_five(seven: tuple[Card, ...], ordered: tuple[Card, ...], counts: Mapping[int, int]) -> tuple[Card, ...]:
    """Return the best five cards if only their ranks matter: the largest groups, then the highest of the others.

    Of cards that make no difference, those that were dealt first are left over.
    """
    if len(counts) == 7:
        return ordered[:5]
    if len(counts) > 4:  # a pair, two pair or three of a kind: the two lowest single cards are left over
        singles = [rank for rank, count in counts.items() if count == 1]
        lowest = singles[-2:]
        return tuple([card for card in ordered if card.rank not in lowest])
    highest = sorted(seven, key=lambda card: (card.rank, seven.index(card)), reverse=True)
    largest = sorted(highest, key=lambda card: counts[card.rank], reverse=True)
    five = largest[:5]
    if counts[five[0].rank] != 3 and counts[five[3].rank] > 1:  # four of a kind or two pair leave one for the highest
        five[4] = next(card for card in highest if card not in five[:4])
    return display_order(five)
