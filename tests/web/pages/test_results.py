"""How a showdown tells two hands apart."""

from types import SimpleNamespace
from typing import cast

import pytest

from paigow.comparison import HandComparison, Winner
from paigow.poker import parse_cards
from paigow.poker.evaluator import HandRank, rank_high, rank_low
from paigow.tiles import TileSetting
from paigow.web.pages.table.results import _outcome_words, _with_kicker


def five(text: str) -> HandRank:
    return rank_high(parse_cards(text))


@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [
        (five("5d 5s Jd 8d 7d"), five("5h 5c Qs 8h 7c"), ("Pair of fives, J kicker", "Pair of fives, Q kicker")),
        (five("5d 5s Jd 8d 7d"), five("5h 5c Js Th 2c"), ("Pair of fives, 8 kicker", "Pair of fives, 10 kicker")),
        (five("Kd Td 8d 7d 2d"), five("Ks Ts 8s 7s 3s"), ("Flush, king high, 2 kicker", "Flush, king high, 3 kicker")),
        (five("5d 5s Jd 8d 7d"), five("5h 5c Js 8h 7c"), ("Pair of fives", "Pair of fives")),
        (five("5d 5s Jd 8d 7d"), five("6h 6c Js 8h 7c"), ("Pair of fives", "Pair of sixes")),
        (rank_low(parse_cards("Ad Js")), rank_low(parse_cards("As Td")), ("Ace-jack", "Ace-ten")),
    ],
)
def test_the_deciding_card_is_named_where_the_names_are_the_same(
    mine: HandRank, theirs: HandRank, said: tuple[str, str]
) -> None:
    assert _with_kicker(mine.name, theirs.name, mine, theirs) == said


def test_tiles_keep_their_names() -> None:
    setting = TileSetting.parse("66 45 / 23 12")
    assert _with_kicker("Nine", "Nine", setting, setting) == ("Nine", "Nine")


def test_a_copy_is_told_without_a_word_that_only_some_documents_use() -> None:
    """A result of equal hands is a tie, a push or a wash, as the document says; one half of them is a copy."""
    said = _outcome_words(cast(HandComparison, SimpleNamespace(winner=Winner.COPY)))
    assert said == "is a copy, so it loses to"
