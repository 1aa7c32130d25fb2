"""The engine and the house ways: rule by rule, and whatever the order and suits of the cards."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.errors import HandError
from paigow.hands import open_hands
from paigow.poker import DECK, DEFAULT_HOUSE_WAY, HOUSE_WAYS, JOKER, Card, PokerSetting, parse_cards

SEVEN = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True)
NAMES = [
    "foxwoods",
    "trump-plaza",
    "mgm-grand",
    "ballys-atlantic-city",
    "flamingo",
    "stones",
    "optimal",
    "optimal-open",
]


def test_the_house_ways_have_names_and_sources() -> None:
    assert list(HOUSE_WAYS) == NAMES
    assert DEFAULT_HOUSE_WAY == "foxwoods"
    for name, way in HOUSE_WAYS.items():
        assert way.name == name
        assert way.source


def ranks(cards: tuple[Card, ...]) -> str:
    return "".join("A" if card == JOKER else card.code[0] for card in cards)


@pytest.mark.parametrize("name", NAMES)
@given(cards=SEVEN, suits=st.permutations("cdhs"), seed=st.integers(0, 10**6))
def test_neither_order_nor_names_of_suits_matter(name: str, cards: list[Card], suits: list[str], seed: int) -> None:
    way = HOUSE_WAYS[name]
    answer = way.set(cards)
    shuffled = random.Random(seed).sample(cards, 7)
    assert way.set(shuffled) == answer
    renamed = [card if card == JOKER else Card(card.code[0] + suits["cdhs".index(card.suit)]) for card in cards]
    other = way.set(renamed)
    assert ranks(other.setting.low) == ranks(answer.setting.low)
    assert other.setting.high_rank() == answer.setting.high_rank()
    assert (other.rule, other.gap) == (answer.rule, answer.gap)
    assert answer.setting.status(hand=cards) == []


def test_a_hand_that_is_none_is_refused() -> None:
    way = HOUSE_WAYS["foxwoods"]
    with pytest.raises(HandError, match="seven cards, not 6"):
        way.set(parse_cards("As Ks Qs Js Ts 9h"))
    with pytest.raises(HandError, match="appears twice"):
        way.set([Card("As")] * 7)


def test_the_clause_is_that_of_the_document() -> None:
    for rules, clause in (("maryland-poker", "MDP-11.C.1"), ("dealer-open", "DO-R9")):
        hands = open_hands(rules, "foxwoods")
        assert hands.house_set(hands.parse("As Ks Qs Js Ts 9h 9d")).clause == clause


FOXWOODS = [
    # five aces
    ("As Ah Ad Ac Jk Kd Ks", "Jk As Ah Ad Ac / Ks Kd"),
    ("As Ah Ad Ac Jk Qd Qs", "As Ah Ad Qs Qd / A A"),
    # four of a kind
    ("9s 9h 9d 9c 2s 2d As", "As 9s 9h 9d 9c / 2s 2d"),
    ("9s 9h 9d 9c 2s 2d 2h", "9s 9h 9d 9c 2s / 2 2"),
    ("Js Jh Jd Jc As Kd 2h", "As Kd Js Jh 2h / J J"),
    ("Ts Th Td Tc Ks 9d 2h", "Ts Th Td Tc 2h / Ks 9d"),
    ("Ts Th Td Tc Qs 9d 2h", "Qs Ts Th 9d 2h / T T"),
    ("6s 6h 6d 6c 5s 3d 2h", "6s 6h 6d 6c 2h / 5s 3d"),
    # two threes of a kind, full house, three pair
    ("Qs Qh Qd 4c 4s 4d Ah", "Ah Qs 4c 4s 4d / Q Q"),
    ("3s 3h 3d Ac As 2d Kh", "Kh 3s 3h 3d 2d / As Ac"),
    ("3s 3h 3d 8c 8s 9d 9h", "8s 8c 3s 3h 3d / 9h 9d"),
    ("8s 8h 7s 7h 6s 6h As", "As 7s 7h 6s 6h / 8s 8h"),
    # three of a kind
    ("8s 8h 8d 7c 6s 5d 4h", "8s 7c 6s 5d 4h / 8 8"),
    ("As Ah Ad Kc Js 9d 4h", "As Ah Js 9d 4h / A Kc"),
    ("Ks Kh Kd Ac Js 9d 4h", "Ks Kh Kd 9d 4h / Ac Js"),
    # two pair
    ("Js Jh 2d 2c As Kd 9h", "As Kd Js Jh 9h / 2d 2c"),
    ("Ts Th 2d 2c As Kd 9h", "Ts Th 2d 2c 9h / As Kd"),
    ("Ts Th 2d 2c Qs Kd 9h", "Kd Qs Ts Th 9h / 2d 2c"),
    ("6s 6h 2d 2c Qs Kd 9h", "6s 6h 2d 2c 9h / Kd Qs"),
    ("6s 6h 2d 2c Qs Jd 9h", "Qs Jd 9h 6s 6h / 2d 2c"),
    ("9s 9h 8s 8h 7d 6c 5s", "9s 9h 7d 6c 5s / 8s 8h"),
    # complete hands
    ("As Ks Qs Js Ts 9h 9d", "As Ks Qs Js Ts / 9h 9d"),
    ("As Kd Qs Js Ts 9h 8d", "Qs Js Ts 9h 8d / As Kd"),
    ("As Ks Kd Qd Jc Th 4s", "Ks Kd Jc Th 4s / As Qd"),
    ("As Qs Qd Jd Tc 9h 8s", "Qs Jd Tc 9h 8s / As Q"),
    ("As Ts Td 9d 8c 7h 6s", "Ts 9d 8c 7h 6s / As T"),
    ("As Qs 9s 9d 8c 7h 6s", "9s 9d 8c 7h 6s / As Qs"),
    # one pair, no pair
    ("9s 9h Ad Kc 7s 4d 2h", "9s 9h 7s 4d 2h / Ad Kc"),
    ("As Kh Jd 9c 7s 4d 2h", "As 9c 7s 4d 2h / Kh Jd"),
    ("Jk Kh Jd 9c 7s 4d 2h", "Jk 9c 7s 4d 2h / Kh Jd"),
]


def low_matches(setting: PokerSetting, expected: str) -> bool:
    """Cards without a suit stand for any card of that rank."""
    wanted = expected.split()
    return all(card.code == want or ranks((card,)) == want for card, want in zip(setting.low, wanted, strict=True))


@pytest.mark.parametrize(("cards", "expected"), FOXWOODS)
def test_foxwoods_rule_by_rule(cards: str, expected: str) -> None:
    high, low = expected.split(" / ")
    answer = HOUSE_WAYS["foxwoods"].set(parse_cards(cards))
    assert not answer.gap
    assert low_matches(answer.setting, low), str(answer.setting)
    assert ranks(answer.setting.high) == ranks(PokerSetting(parse_cards(high), ()).high)


@pytest.mark.parametrize(
    ("name", "cards", "low", "gap"),
    [
        # full house with twos
        ("trump-plaza", "9s 9h 9d 2c 2s Ad Kh", "Ad Kh", False),
        ("mgm-grand", "9s 9h 9d 2c 2s Ad Kh", "Ad Kh", False),
        ("flamingo", "9s 9h 9d 2c 2s Ad Kh", "Ad Kh", False),
        ("ballys-atlantic-city", "9s 9h 9d 2c 2s Ad Kh", "Ad Kh", True),
        ("stones", "9s 9h 9d 2c 2s Ad Kh", "2s 2c", False),
        ("trump-plaza", "9s 9h 9d 2c 2s Ad Qh", "2s 2c", False),
        ("trump-plaza", "9s 9h 9d 3c 3s Ad Kh", "3s 3c", False),
        # four of a kind
        ("trump-plaza", "Ts Th Td Tc Ks 9d 2h", "Ks 9d", False),
        ("mgm-grand", "Ts Th Td Tc Ks 9d 2h", "T T", False),
        ("mgm-grand", "Ts Th Td Tc As 9d 2h", "As 9d", False),
        ("trump-plaza", "Js Jh Jd Jc As 9d 2h", "As 9d", False),
        ("mgm-grand", "Js Jh Jd Jc As 9d 2h", "J J", False),
        ("mgm-grand", "As Ah Ad Ac Qs Qd 2h", "A A", False),
        ("mgm-grand", "As Ah Ad Ac Ks Kd 2h", "Ks Kd", False),
        ("flamingo", "Ts Th Td Tc As Jd 2h", "As Jd", False),
        ("flamingo", "Ts Th Td Tc As 9d 2h", "T T", False),
        ("flamingo", "Qs Qh Qd Qc 9s 9d 2h", "Q Q", False),
        ("flamingo", "Qs Qh Qd Qc Ts Td 2h", "Ts Td", False),
        ("flamingo", "As Ah Ad Ac 6s 6d 2h", "A A", False),
        ("flamingo", "As Ah Ad Ac 7s 7d 2h", "7s 7d", False),
        ("stones", "Js Jh Jd Jc Ks 9d 2h", "Ks 9d", False),
        ("stones", "Js Jh Jd Jc Qs 9d 2h", "J J", False),
        ("stones", "6s 6h 6d 6c Qs 9d 2h", "Qs 9d", False),
        ("stones", "6s 6h 6d 6c Js 9d 2h", "6 6", False),
        ("stones", "5s 5h 5d 5c Js 9d 2h", "Js 9d", False),
        ("stones", "Qs Qh Qd Qc As Kd 2h", "Q Q", False),
        ("ballys-atlantic-city", "5s 5h 5d 5c As Kd 2h", "5 5", True),
        # five aces
        ("stones", "As Ah Ad Ac Jk Kd Ks", "A A", False),
        ("mgm-grand", "As Ah Ad Ac Jk Kd Ks", "Ks Kd", False),
        ("ballys-atlantic-city", "As Ah Ad Ac Jk Kd Ks", "A A", True),
        # two pair
        ("trump-plaza", "6s 6h 3d 3c Ks 9d 8h", "Ks 9d", False),
        ("trump-plaza", "6s 6h 3d 3c Qs 9d 8h", "3d 3c", False),
        ("trump-plaza", "9s 9h 3d 3c Ks Jd 8h", "Ks Jd", False),
        ("trump-plaza", "9s 9h 7d 7c Ks Jd 2h", "7d 7c", False),
        ("trump-plaza", "9s 9h 7d 7c As Jd 2h", "As Jd", False),
        ("trump-plaza", "Qs Qh 6d 6c As Jd 2h", "As Jd", False),
        ("trump-plaza", "Qs Qh 6d 6c Ks Jd 2h", "6d 6c", False),
        ("trump-plaza", "Qs Qh 7d 7c As Jd 2h", "7d 7c", False),
        ("trump-plaza", "As Ah 3d 3c Ks Jd 9h", "3d 3c", False),
        ("mgm-grand", "6s 6h 3d 3c Qs 9d 8h", "Qs 9d", False),
        ("mgm-grand", "9s 9h 3d 3c Ks Jd 8h", "3d 3c", False),
        ("mgm-grand", "6s 6h 5d 5c 4s 3d 2h", "6 5", False),
        ("mgm-grand", "6s 6h 5d 5c 4s 3d Ah", "Ah 4s", False),
        ("flamingo", "6s 6h 3d 3c Qs 9d 8h", "Qs 9d", False),
        ("flamingo", "9s 9h 3d 3c Ks Jd 8h", "3d 3c", False),
        ("flamingo", "9s 9h 3d 3c As Jd 8h", "As Jd", False),
        ("flamingo", "Qs Qh 5d 5c As Jd 8h", "As Jd", False),
        ("flamingo", "Qs Qh 6d 6c As Jd 8h", "6d 6c", False),
        ("stones", "Qs Qh 5d 5c As Jd 8h", "5d 5c", False),
        ("stones", "Js Jh 5d 5c As Kd 8h", "As Kd", False),
        ("stones", "8s 8h 5d 5c Kd Jd 9h", "Kd Jd", False),
        ("stones", "5s 5h 4d 4c Qd Jd 9h", "Qd Jd", False),
        ("stones", "5s 5h 4d 4c Jd Td 9h", "4d 4c", False),
        # a complete hand with a pair
        ("trump-plaza", "As Ks Kd Qd Jc Th 4s", "K 4s", False),
        ("trump-plaza", "As Qs Qd Jc Th 9s 8d", "As Q", False),
        ("trump-plaza", "As Js Ts 9d 9c 8h 7s", "As 9", False),
        ("mgm-grand", "As Ks Kd Qd Jc Th 4s", "As Q", False),
        ("mgm-grand", "As Ts Td 9d 8c 7h 6s", "As T", False),
        ("mgm-grand", "9s 9d 8c 7h 6s 5d 4s", "9 9", False),
        ("ballys-atlantic-city", "Jk As Kd Qs Jc 4h 3d", "Kd Qs", False),
        ("ballys-atlantic-city", "Jk As Kd Qs Jc 9h 3d", "A 3d", False),
        ("ballys-atlantic-city", "Jk As 2d 3s 4c Kh Qd", "Kh Qd", False),
        # a complete hand with two or three pair, or with three of a kind
        ("trump-plaza", "9s 9h 8s 8h 7d 6c 5s", "8s 8h", False),
        ("flamingo", "9s 9h 8s 8h 7d 6c 5s", "9 8", False),
        ("flamingo", "Ks Kh Ts Th Qd Jc 9s", "Ts Th", False),
        ("stones", "9s 9h 8s 8h 7d 6c 5s", "8s 8h", False),
        ("stones", "As Jk 9d 9h 5s 3s 2s", "9h 9d", False),
        ("trump-plaza", "8s 8h 8d 7c 6s 5d 4h", "8 8", False),
        ("flamingo", "8s 8h 8d 7c 6s 5d 4h", "8 8", True),
        ("trump-plaza", "As Jk Kd Ks Qh Qd Jc", "A A", True),
        ("stones", "As Jk Kd Ks Qh Qd Jc", "A A", False),
        ("ballys-atlantic-city", "As Jk Kd Ks Qh Qd Jc", "A A", False),
        # which complete hand
        ("flamingo", "9s 8s 7s 6s 5s Kd Qh", "Kd Qh", False),
        ("flamingo", "As Qs 9s 7s 3s Td 8h", "Td 8h", False),
        ("flamingo", "Qs Js 6s 5s 4s 3d 2d", "3d 2d", False),
        ("flamingo", "Ks Js 6s 5s 4s 3d 2d", "Ks Js", False),
        ("foxwoods", "Qs Js 6s 5s 4s 3d 2d", "Qs Js", False),
        ("flamingo", "9s 8s 7s 6s 5s 4d 3d", "4d 3d", False),
        ("foxwoods", "9s 8s 7s 6s 5s 4d 3d", "9s 8s", False),
        ("flamingo", "As 9s 8s 7s 6s 5s Td", "As Td", False),
        ("flamingo", "As 9s 8s 7s 6s 5s Jd", "As Jd", False),
    ],
)
def test_where_the_house_ways_differ(name: str, cards: str, low: str, gap: bool) -> None:
    answer = HOUSE_WAYS[name].set(parse_cards(cards))
    assert low_matches(answer.setting, low), f"{answer.setting} by {answer.rule}"
    assert answer.gap is gap


def test_a_joker_in_the_low_hand_is_used_if_that_leaves_more() -> None:
    # the natural ace completes the flush as well as the joker would, and leaves a higher one with the king
    answer = HOUSE_WAYS["foxwoods"].set(parse_cards("As Ad Ah Jk 9s 5s 2s"))
    assert str(answer.setting) == "Jk As 9s 5s 2s / Ah Ad"
