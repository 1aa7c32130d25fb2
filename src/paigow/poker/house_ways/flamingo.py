"""Flamingo, as a public program states it; the rules for straights and flushes are from that program's comments."""

from paigow.poker.card import ACE
from paigow.poker.evaluator import Category
from paigow.poker.house_way import ANY_COMPLETE, Holding, HouseWay, Play, Rule
from paigow.poker.house_ways.common import (
    ACE_FRONT,
    ACES,
    FIVE_ACES,
    JACK,
    KING,
    LOW,
    MID,
    NO_PAIR,
    ONE_PAIR,
    SPLIT_TWO_PAIR,
    THREES,
    THREES_AND_PAIRS,
    keep_four,
    keep_two_pair,
    split_four,
)
from paigow.poker.keys import high_card_key

_ROYAL = frozenset({Category.ROYAL_FLUSH})
_STRAIGHT_FLUSH = frozenset({Category.STRAIGHT_FLUSH})
_FLUSH = frozenset({Category.FLUSH})
_KING_UP = high_card_key(KING, 2)
_ACE_FACE_UP = high_card_key(ACE, JACK)  # every pair ranks above it
_TEN_OR_LESS = (2, 10)
_TEN_OR_MORE = (10, ACE)
_FACES = (JACK, KING)


def _four_with_pair(words: str, first: tuple[int, int], second: tuple[int, int]) -> Rule:
    name = f"Four of a kind, {words}: pair of those low"
    return Rule(name, Holding.FOUR_OF_A_KIND, Play.SECOND_PAIR, first=first, second=second)


def _complete_hands(holding: Holding) -> tuple[Rule, ...]:
    """Set a complete hand. A complete hand stays high; which one depends on how high the low hand can be."""
    return (
        Rule(
            "Royal flush: broken for a straight or flush with a king or better low",
            holding,
            Play.KEEP_COMPLETE,
            complete=_ROYAL,
            least=_KING_UP,
        ),
        Rule(
            "Straight flush: broken for a straight or flush with ace and face card or a pair low",
            holding,
            Play.KEEP_COMPLETE,
            complete=_STRAIGHT_FLUSH,
            least=_ACE_FACE_UP,
        ),
        Rule(
            "Straight or flush: best front, king or better",
            holding,
            Play.KEEP_COMPLETE,
            complete=_FLUSH,
            least=_KING_UP,
        ),
        Rule("Straight or flush: best of them high", holding, Play.KEEP_STRONGEST, complete=ANY_COMPLETE),
    )


HOUSE_WAY = HouseWay(
    "flamingo",
    "Flamingo house way as coded at https://github.com/cammoore/PaiGow-Poker",
    (
        *FIVE_ACES,
        _four_with_pair("2 to 10 with a pair or three of a kind", _TEN_OR_LESS, (2, ACE)),
        _four_with_pair("jack to king with a pair of 10 or better", _FACES, _TEN_OR_MORE),
        _four_with_pair("aces with a pair of 7 or better", ACES, (7, KING)),
        keep_four("2 to 6", LOW),
        keep_four("7 to 10 with ace and face card for the front", MID, (ACE, JACK)),
        split_four("7 to ace", (7, ACE)),
        *THREES_AND_PAIRS,
        Rule(
            "Three of a kind beside a straight or flush, on which the source is silent: complete hand high, best front",
            Holding.THREE_OF_A_KIND,
            Play.KEEP_COMPLETE,
            gap=True,
        ),
        *THREES,
        Rule("Two pair, aces and any other: lower pair low", Holding.TWO_PAIR, Play.SECOND_PAIR, first=ACES),
        Rule("Two pair, both 10 or better: lower pair low", Holding.TWO_PAIR, Play.SECOND_PAIR, second=_TEN_OR_MORE),
        keep_two_pair("both 10 or less with an ace for the front", _TEN_OR_LESS, front=ACE_FRONT),
        *_complete_hands(Holding.TWO_PAIR),
        keep_two_pair("both 6 or less", LOW),
        keep_two_pair("faces and 5 or less with an ace for the front", _FACES, (2, 5), ACE_FRONT),
        SPLIT_TWO_PAIR,
        *_complete_hands(Holding.ONE_PAIR),
        ONE_PAIR,
        *_complete_hands(Holding.NO_PAIR),
        NO_PAIR[-1],
    ),
)
