"""Hands to types: every hand has one, the table and the cards agree, and the numbers of hands add up."""

import random
from itertools import combinations

import numpy as np
import pytest

from paigow.analysis.types import (
    FLUSH_TYPES,
    HANDS,
    JOKER,
    RANK_TYPES,
    TYPES,
    canonical_order,
    type_table,
    types_of,
)
from paigow.errors import HandError


def signature(cards: list[int]) -> tuple[object, ...]:
    """What the rules can see of a hand, worked out without any table."""
    naturals = [card for card in cards if card != JOKER]
    joker = JOKER in cards
    for suit in range(4):
        inside = sorted(card // 4 for card in naturals if card % 4 == suit)
        if len(inside) + joker >= 5:
            return joker, tuple(inside), tuple(sorted(card // 4 for card in naturals if card % 4 != suit))
    return joker, tuple(sorted(card // 4 for card in naturals))


def test_types_are_fewer_than_300_000_and_hold_every_hand() -> None:
    table = type_table()
    assert len(table.hands) == TYPES == RANK_TYPES + FLUSH_TYPES < 300_000
    assert int(table.hands.sum()) == HANDS
    assert (table.hands > 0).all()


def test_every_type_has_a_hand_that_leads_back_to_it() -> None:
    table = type_table()
    assert (types_of(table.cards) == np.arange(TYPES)).all()
    assert len({signature(row) for row in table.cards.tolist()}) == TYPES


def test_type_of_a_hand_is_what_the_rules_can_see() -> None:
    rng = random.Random(7)
    hands = [rng.sample(range(53), 7) for _ in range(30_000)]
    # Suited hands are rare at random: deal half of one suit as well.
    hands += [rng.sample([*range(rng.randrange(4), 52, 4), *rng.sample(range(53), 8)], 7) for _ in range(30_000)]
    hands = [hand for hand in hands if len(set(hand)) == 7]
    table = type_table()
    for hand, found in zip(hands, types_of(np.array(hands, dtype=np.uint8)).tolist(), strict=True):
        assert signature(hand) == signature(table.cards[found].tolist())


def test_numbers_of_hands_on_a_small_deck_are_those_counted_one_by_one() -> None:
    deck = [card for card in range(52) if card // 4 in (0, 3, 10, 11, 12)] + [JOKER]
    hands = np.array(list(combinations(deck, 7)), dtype=np.uint8)
    counted = np.bincount(types_of(hands), minlength=TYPES)
    table = type_table()
    present = counted > 0
    assert (counted[present] == table.hands[present]).all()
    assert int(table.hands[present].sum()) == len(hands)


def test_canonical_order_matches_the_types_own_hand() -> None:
    table = type_table()
    rng = random.Random(3)
    for found in rng.sample(range(TYPES), 2_000):
        cards = table.cards[found].tolist()
        suits = rng.sample(range(4), 4)
        moved = [card if card == JOKER else card - card % 4 + suits[card % 4] for card in rng.sample(cards, 7)]
        in_order = canonical_order(moved)
        assert [card // 4 for card in in_order] == [card // 4 for card in cards]
        if found >= RANK_TYPES:
            assert [card != JOKER and card % 4 == suits[0] for card in in_order] == [
                card != JOKER and card % 4 == 0 for card in cards
            ]


def test_wrong_batches_are_refused() -> None:
    with pytest.raises(HandError, match="rows of seven"):
        types_of(np.zeros((3, 6), dtype=np.uint8))
    with pytest.raises(HandError, match="0 to 52"):
        types_of(np.full((1, 7), 53, dtype=np.uint8))
