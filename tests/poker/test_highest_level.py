"""A hand that fits several lines of a progressive's pay table is paid the best of them (gaming standards P10)."""

import random
from itertools import combinations

import pytest

from paigow.poker import DECK, PAYTABLES, Card, PayLine, PayUnit, classify_progressive, parse_cards, rank_high
from paigow.poker.bonus import is_seven_card_straight_flush
from paigow.poker.evaluator import Category
from paigow.poker.progressive import ProgressiveClass

FITTING = {
    Category.FIVE_ACES: {ProgressiveClass.FIVE_ACES, ProgressiveClass.FOUR_OF_A_KIND},
    Category.ROYAL_FLUSH: {ProgressiveClass.ROYAL_FLUSH, ProgressiveClass.STRAIGHT_FLUSH},
    Category.STRAIGHT_FLUSH: {ProgressiveClass.STRAIGHT_FLUSH},
    Category.FOUR_OF_A_KIND: {ProgressiveClass.FOUR_OF_A_KIND},
    Category.FULL_HOUSE: {ProgressiveClass.FULL_HOUSE},
}
METER = 10_000  # for one: the least that any meter of the document is reset to is more
SEVERAL = [
    "As Ks Qs Js Ts 9s 8s",  # seven-card straight flush, royal flush, straight flush
    "9h 8h 7h 6h 5h 4h 3h",
    "As Ah Ad Ac Jk Ks Kh",  # five aces, four of a kind, full house
    "As Ks Qs Js Ts 9s Ah",  # royal flush and a lower straight flush
    "8s 8h 8d 8c Qd Qh Qc",  # four of a kind and full houses
    "As Ks Qs Js Jk Th Td",
]


def fits(cards: tuple[Card, ...]) -> set[ProgressiveClass]:
    """Every class that any five of the seven make, or all of them."""
    found = {each for five in combinations(cards, 5) for each in FITTING.get(rank_high(five).category, ())}
    return found | ({ProgressiveClass.SEVEN_CARD_STRAIGHT_FLUSH} if is_seven_card_straight_flush(cards) else set())


def value(line: PayLine) -> int:
    """What a line is worth for a wager of one, with every meter at its least."""
    return line.amount if line.unit is PayUnit.FOR_ONE else METER * line.amount


@pytest.mark.parametrize("letter", PAYTABLES["progressive"])
@pytest.mark.parametrize("cards", SEVERAL)
def test_the_best_line_is_paid(cards: str, letter: str) -> None:
    hand, table = parse_cards(cards), PAYTABLES["progressive"][letter]
    possible = [line for line in table.lines if line.hand in fits(hand)]
    assert len(possible) > 1
    paid = table.line(classify_progressive(hand))
    assert paid is not None
    assert value(paid) == max(map(value, possible))


@pytest.mark.parametrize("letter", PAYTABLES["progressive"])
def test_so_it_is_with_any_hand(letter: str) -> None:
    table, chance, paid_hands = PAYTABLES["progressive"][letter], random.Random(7), 0
    for _ in range(1500):
        hand = tuple(chance.sample(DECK, 7))
        possible = [line for line in table.lines if line.hand in fits(hand)]
        paid = table.line(classify_progressive(hand))
        assert (paid is None) is (not possible)
        if paid is not None:
            paid_hands += 1
            assert value(paid) == max(map(value, possible))
    assert paid_hands > 20
