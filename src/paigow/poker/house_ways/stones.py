"""Stones Gambling Hall: as coded publicly for its face-up game."""

from paigow.poker.card import ACE
from paigow.poker.house_way import A_PAIR, Holding, HouseWay, Play, Rule
from paigow.poker.house_ways.common import (
    ACE_FRONT,
    FIVE_ACES,
    FOUR_AND_PAIR,
    FULL_HOUSE,
    FULL_HOUSE_GAP,
    JACK,
    KING_FRONT,
    NO_PAIR,
    ONE_PAIR,
    PAIR_AND_COMPLETE,
    QUEEN,
    SPLIT_TWO_PAIR,
    THREE_PAIR,
    THREES,
    TWO_THREES,
    keep_four,
    keep_two_pair,
    split_four,
)

_QUEEN_FRONT = (QUEEN,)

HOUSE_WAY = HouseWay(
    "stones",
    "Stones Gambling Hall, https://www.stonesgamblinghall.com/portfolio-item/face-up-pai-gow-poker/",
    (
        FIVE_ACES[-1],
        FOUR_AND_PAIR,
        keep_four("2 to 5", (2, 5)),
        keep_four("6 to 8 with a queen or better for the front", (6, 8), _QUEEN_FRONT),
        keep_four("9 to jack with a king or ace for the front", (9, JACK), KING_FRONT),
        split_four("6 to ace", (6, ACE)),
        TWO_THREES,
        FULL_HOUSE_GAP,
        FULL_HOUSE,
        THREE_PAIR,
        Rule(
            "Three of a kind with a straight or flush: best front that leaves a complete hand",
            Holding.THREE_OF_A_KIND,
            Play.KEEP_COMPLETE,
        ),
        *THREES,
        Rule(
            "Two pair with a straight or flush: complete hand high if a pair goes low",
            Holding.TWO_PAIR,
            Play.KEEP_COMPLETE,
            least=A_PAIR,
        ),
        keep_two_pair("9 to jack with an ace for the front", (9, JACK), front=ACE_FRONT),
        keep_two_pair("6 to 8 with a king or ace for the front", (6, 8), front=KING_FRONT),
        keep_two_pair("3 to 5 with a queen or better for the front", (3, 5), front=_QUEEN_FRONT),
        SPLIT_TWO_PAIR,
        PAIR_AND_COMPLETE,
        ONE_PAIR,
        *NO_PAIR,
    ),
)
