"""A public evaluator for 52 cards agrees on a million hands, once the wheel is the lowest straight as it has it."""

import random
from itertools import pairwise

import pytest
from phevaluator import evaluate_cards

from paigow.poker import DECK, Wheel
from paigow.poker.keys import best_key

HANDS_PER_SEED = 250_000


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(4))
def test_the_same_order_of_seven_card_hands(seed: int) -> None:
    dealer = random.Random(seed)
    places = range(52)
    theirs: dict[int, int] = {}
    for _ in range(HANDS_PER_SEED):
        hand = dealer.sample(places, 7)
        key = best_key([DECK[place] for place in hand], Wheel.LOWEST)
        rank = evaluate_cards(*hand)  # 1 is best; the same order of cards as DECK
        assert theirs.setdefault(key, rank) == rank
    ordered = [theirs[key] for key in sorted(theirs)]
    assert all(worse > better for worse, better in pairwise(ordered))
    assert len(ordered) > 4_500


def test_it_numbers_cards_as_the_deck_does() -> None:
    names = ["2c", "7d", "9h", "Ts", "Js", "Qd", "As"]
    places = [[card.code for card in DECK].index(name) for name in names]
    assert evaluate_cards(*places) == evaluate_cards(*names)
