"""The 53 cards and their notation."""

import pickle
from collections.abc import Callable
from operator import ge, gt, le, lt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.errors import HandError, NotationError
from paigow.poker import DECK, JOKER, Card, parse_cards


def test_the_deck_has_53_different_cards_in_index_order() -> None:
    assert len(DECK) == len(set(DECK)) == 53
    assert [card.index for card in DECK] == list(range(53))
    assert DECK[0] == Card("2c")
    assert DECK[51] == Card("As")
    assert DECK[52] is JOKER


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_prints_parses_and_evaluates_back(card: Card) -> None:
    assert Card(str(card)) == card
    assert eval(repr(card)) == card
    assert parse_cards(str(card)) == (card,)
    assert pickle.loads(pickle.dumps(card)) == card


@pytest.mark.parametrize("text", ["", "A", "as", "AS", "10s", "1s", "Ax", "JK", "jk", "Joker", "A s", "As "])
def test_only_the_one_notation_is_a_card(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card"):
        Card(text)


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    if text in {card.code for card in DECK}:
        assert str(Card(text)) == text
    else:
        with pytest.raises(NotationError):
            Card(text)


@pytest.mark.parametrize("thing", [None, 5, ("A", "s"), ["A", "s"], Card("As")])
def test_what_is_no_text_is_no_card(thing: Any) -> None:
    with pytest.raises(NotationError, match="is not a card"):
        Card(thing)


@pytest.mark.clause("MDP-3.A.1")
def test_a_card_named_twice_is_refused_with_its_name() -> None:
    with pytest.raises(HandError, match="As appears twice"):
        parse_cards("As Kd As")
    with pytest.raises(HandError, match="one joker"):
        parse_cards(["Jk", "Jk"])


def test_parsing_takes_text_or_parts_and_keeps_the_order() -> None:
    assert parse_cards("  9h As\tJk\n") == parse_cards(["9h", "As", "Jk"]) == (Card("9h"), Card("As"), JOKER)
    with pytest.raises(NotationError):
        parse_cards(["9h As"])


def test_order_is_by_rank_only() -> None:
    assert Card("2s") < Card("3c")
    assert Card("As") > Card("Kd")
    assert not Card("As") < Card("Ad")
    assert not Card("As") > Card("Ad")
    assert Card("As") != Card("Ad")
    assert JOKER.rank == Card("As").rank
    assert not Card("As") < JOKER
    assert Card("As") <= JOKER <= Card("As")
    assert Card("As") >= Card("Ad") >= Card("Kd")
    assert [str(card) for card in sorted(parse_cards("Td 2c Jk 9h"))] == ["2c", "9h", "Td", "Jk"]


@pytest.mark.parametrize("compare", [lt, le, gt, ge])
def test_a_card_has_no_order_among_other_things(compare: Callable[[object, object], object]) -> None:
    with pytest.raises(TypeError):
        compare(Card("As"), 14)


def test_cards_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Card("As").rank = 2


def test_names_in_words() -> None:
    assert [card.name for card in parse_cards("As Td Jk")] == ["ace of spades", "ten of diamonds", "joker"]
