"""Properties of the evaluator, and the remembered keys against it."""

from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.errors import HandError
from paigow.poker import DECK, JOKER, Card, Category, Wheel, parse_cards, rank_high, rank_low
from paigow.poker.keys import LOW_KEYS, WEIGHTS, best_category, best_five, rank_keys, split_keys
from paigow.poker.setting import settings

FIVE = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)
SEVEN = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True)


def natural(rank: int, suit: int) -> Card:
    return DECK[(rank - 2) * 4 + suit]


def five_card_types() -> list[tuple[Card, ...]]:
    """Every five-card hand up to suits: not of one suit, and of one suit."""
    types: list[tuple[Card, ...]] = []
    for size, joker in ((5, ()), (4, (JOKER,))):
        for ranks in combinations_with_replacement(range(2, 15), size):
            if all(ranks.count(rank) <= 4 for rank in ranks):
                types.append((*(natural(rank, place % 4) for place, rank in enumerate(ranks)), *joker))
        types += [(*(natural(rank, 0) for rank in ranks), *joker) for ranks in combinations(range(2, 15), size)]
    return types


TYPES = five_card_types()


def test_there_are_as_many_five_card_types_as_combinatorics_says() -> None:
    assert len(TYPES) == 6175 + 1820 + 1287 + 715


@pytest.mark.parametrize("wheel", Wheel)
def test_remembered_keys_are_those_of_the_readable_evaluator(wheel: Wheel) -> None:
    unsuited, suited = rank_keys(wheel)
    for cards in TYPES:
        one_suit = len({card.suit for card in cards if card != JOKER}) == 1
        weight = sum(WEIGHTS[card.index] for card in cards)
        assert (suited if one_suit else unsuited)[weight] == rank_high(cards, wheel).key


@pytest.mark.parametrize("wheel", Wheel)
def test_equal_keys_are_hands_of_one_name(wheel: Wheel) -> None:
    names: dict[int, tuple[Category, tuple[int, ...], str]] = {}
    for cards in TYPES:
        rank = rank_high(cards, wheel)
        assert names.setdefault(rank.key, (rank.category, rank.ranks, rank.name)) == (
            rank.category,
            rank.ranks,
            rank.name,
        )
    # 7,462 classes of a 52-card deck, and five aces; a joker brings no other hand that is not there without it
    assert len(names) == 7463


def test_low_keys_are_those_of_the_readable_evaluator() -> None:
    ranks = set()
    for pair in combinations(DECK, 2):
        rank = rank_low(pair)
        assert LOW_KEYS[pair[0].rank][pair[1].rank] == LOW_KEYS[pair[1].rank][pair[0].rank] == rank.key
        ranks.add(rank)
    assert len(ranks) == 13 + 78


@given(FIVE, st.randoms(use_true_random=False), st.permutations("cdhs"))
def test_neither_order_nor_names_of_suits_matter(cards: list[Card], random: Random, suits: list[str]) -> None:
    renamed = [
        card if card == JOKER else Card(card.code[0] + suits["cdhs".index(card.suit)])
        for card in random.sample(cards, 5)
    ]
    assert rank_high(renamed) == rank_high(cards)


@given(FIVE)
def test_the_joker_is_never_worth_less_than_any_ace(cards: list[Card]) -> None:
    aces = [card for card in cards if card.rank == 14 and card != JOKER]
    if aces and JOKER not in cards:
        with_joker = [JOKER if card == aces[0] else card for card in cards]
        assert rank_high(with_joker) >= rank_high(cards)


@given(SEVEN)
def test_split_keys_and_best_five_agree_with_the_settings(cards: list[Card]) -> None:
    ranks = [setting.high_rank() for setting in settings(cards)]
    assert split_keys(cards) == tuple(rank.key for rank in ranks)
    best, five = best_five(cards)
    assert best == max(ranks)
    assert set(five) <= set(cards)
    assert rank_high(five) == best
    assert best_category(cards) == best.category


@given(FIVE, FIVE)
def test_ranks_are_totally_ordered(one: list[Card], other: list[Card]) -> None:
    first, second = rank_high(one), rank_high(other)
    assert (first < second) + (first > second) + (first == second) == 1
    if first.category > second.category:
        assert first > second


@pytest.mark.parametrize("cards", ["As Ks Qs Js", "As Ks Qs Js Ts 9s"])
def test_a_high_hand_has_five_cards(cards: str) -> None:
    with pytest.raises(HandError, match="5 cards"):
        rank_high(parse_cards(cards))
    with pytest.raises(HandError, match="2 cards"):
        rank_low(parse_cards(cards))


def test_a_hand_cannot_hold_a_card_twice() -> None:
    with pytest.raises(HandError, match="appears twice"):
        rank_low([Card("As"), Card("As")])


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Jk As Ad Ah Ac", "Five aces"),
        ("As Ks Qs Js Ts", "Royal flush"),
        ("5d 4d 3d 2d Ad", "Straight flush, ace to five"),
        ("Kd Qd Jd Td 9d", "Straight flush, king high"),
        ("6s 6d 6h 6c 2d", "Four of a kind, sixes"),
        ("Js Jd Jh 4c 4d", "Full house, jacks over fours"),
        ("Kd 9d 7d 3d 2d", "Flush, king high"),
        ("9s 8s 7d 6d 5d", "Straight, nine high"),
        ("3s 3d 3h 7d 5d", "Three of a kind, threes"),
        ("As Ad 9h 9d 5d", "Two pair, aces and nines"),
        ("As Jk 9h 8d 5d", "Pair of aces"),
        ("Ks Qd 9c 8c 2d", "King-queen-nine-eight-two"),
    ],
)
def test_hands_are_named_in_words(cards: str, name: str) -> None:
    assert rank_high(parse_cards(cards)).name == name


def test_low_hands_are_named_in_words() -> None:
    assert str(rank_low(parse_cards("Qd Ks"))) == "King-queen"
    assert str(rank_low(parse_cards("Jk As"))) == "Pair of aces"
