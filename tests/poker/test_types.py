"""All hands up to suits, and the published counts from the package's own functions."""

from collections import Counter
from math import comb

import pytest

from paigow.poker import (
    HANDS,
    Category,
    ThreesOverStraight,
    best_key,
    classify_emperors,
    classify_fortune,
    classify_insurance,
    classify_progressive,
    hand_types,
)

pytestmark = pytest.mark.exhaustive

Counts = dict[str, dict[str, int]]


def test_the_types_are_different_and_make_up_all_hands() -> None:
    total = types = 0
    for cards, count in hand_types():
        assert len(set(cards)) == 7
        assert count > 0
        types += 1
        total += count
    assert total == HANDS == comb(53, 7) == 154_143_080
    assert types == 296_257


def test_no_two_types_are_the_same_hand_with_other_suits() -> None:
    seen = set()
    for cards, _ in hand_types():
        by_suit = Counter(card.suit for card in cards)
        flush = next((suit for suit, count in by_suit.items() if suit and count + ("" in by_suit) >= 5), None)
        suited = frozenset(card.rank for card in cards if card.suit == flush)
        others = [card for card in cards if card.suit not in (flush, "")]
        ranks = sorted(card.rank for card in others)
        match = flush is not None and ranks in ([13, 14], [12, 13]) and len({card.suit for card in others}) == 1
        seen.add((suited, tuple(ranks), match, "" in by_suit))
    assert len(seen) == 296_257


@pytest.fixture(scope="module")
def counts() -> Counts:
    """How many hands each function puts in each of its classes."""
    found: dict[str, Counter[str]] = {
        name: Counter() for name in ("best five", "fortune", "fortune by rank", "emperors", "insurance", "progressive")
    }
    for cards, count in hand_types():
        best = Category(best_key(cards) >> 20)
        found["best five"][best.label] += count
        fortune = classify_fortune(cards)
        found["fortune"][str(fortune)] += count
        if best is Category.STRAIGHT:
            fortune = classify_fortune(cards, ThreesOverStraight.HIGHEST_RANKING)
        found["fortune by rank"][str(fortune)] += count
        if best is Category.HIGH_CARD:
            found["insurance"][str(classify_insurance(cards))] += count
        if best >= Category.FULL_HOUSE:
            found["emperors"][str(classify_emperors(cards))] += count
            found["progressive"][str(classify_progressive(cards))] += count
    return {name: dict(counter) for name, counter in found.items()}


def test_published_counts_of_the_best_five_cards(counts: Counts) -> None:
    best = counts["best five"]
    published = {
        "five aces": 1_128,
        "royal flush": 26_132,
        "straight flush": 184_832,
        "four of a kind": 307_472,
        "full house": 4_188_528,
        "flush": 6_172_088,
    }
    assert {name: best[name] for name in published} == published


def test_published_counts_of_threes_and_straights_are_in_pay_table_order(counts: Counts) -> None:
    assert counts["fortune"]["three of a kind"] == 7_672_500
    assert counts["fortune"]["straight"] == 11_034_204
    assert counts["fortune by rank"]["three of a kind"] == counts["best five"]["three of a kind"] == 7_470_676
    assert counts["fortune by rank"]["straight"] == counts["best five"]["straight"] == 11_236_028


def test_published_counts_of_hands_that_make_nothing(counts: Counts) -> None:
    assert counts["insurance"] == {
        "nine-high": 31_080,
        "ten-high": 248_640,
        "jack-high": 963_480,
        "queen-high": 2_719_500,
        "king-high": 6_386_940,
        "ace-high": 14_430_780,
    }


def test_seven_card_hands(counts: Counts) -> None:
    top = {
        "seven-card straight flush": 8 * 4,
        "royal flush plus suited match": 144,
        "seven-card straight flush with joker": (8 * 7 - 7) * 4,
        "five aces": 1_128,
        "royal flush": 25_948,
        "straight flush": 184_644,
        "four of a kind": 307_472,
        "full house": 4_188_528,
    }
    assert {name: counts["fortune"][name] for name in top} == top
    # Emperor's Treasure has no king-queen match
    assert counts["emperors"] == {**top, "royal flush plus suited match": 72, "royal flush": 25_948 + 72}


def test_progressive_counts(counts: Counts) -> None:
    assert counts["progressive"] == {
        "seven-card straight flush": 32 + 196,
        "five aces": 1_128,
        "royal flush": 25_948 + 144,
        "straight flush": 184_644,
        "four of a kind": 307_472,
        "full house": 4_188_528,
    }
