"""MGM Grand: a document of 2002, completed from a public program and from its published figures."""

from paigow.poker.card import ACE
from paigow.poker.house_way import ANY_COMPLETE, Holding, HouseWay, Play, Rule
from paigow.poker.house_ways.common import (
    ACE_FRONT,
    ACES,
    FIVE_ACES,
    FOUR_AND_PAIR,
    HIGH,
    KING,
    KINGS,
    LOW,
    MID,
    NO_PAIR,
    ONE_PAIR,
    PAIR_AND_COMPLETE,
    PAIR_LOW_AND_COMPLETE,
    SPLIT_TWO_PAIR,
    THREES,
    THREES_AND_COMPLETE,
    THREES_AND_PAIRS,
    keep_four,
    keep_two_pair,
    split_four,
)
from paigow.poker.keys import high_card_key

_TENS_TO_KINGS = (10, KING)

HOUSE_WAY = HouseWay(
    "mgm-grand",
    "MGM Grand procedures of 2002 as published, the rest as coded at https://github.com/jliese916/FaceUpPaiGow",
    (
        *FIVE_ACES,
        Rule(
            "Four aces with a pair or three of kings: kings low",
            Holding.FOUR_OF_A_KIND,
            Play.SECOND_PAIR,
            first=ACES,
            second=KINGS,
        ),
        split_four("aces", ACES),
        FOUR_AND_PAIR,
        keep_four("2 to 6", LOW),
        keep_four("7 to 10 with an ace for the front", MID, ACE_FRONT),
        split_four("7 to king", (7, KING)),
        *THREES_AND_PAIRS,
        THREES_AND_COMPLETE,
        *THREES,
        keep_two_pair("low and low with an ace for the front", LOW, LOW, ACE_FRONT),
        Rule(
            "Two pair, low and low, with a straight or flush and no ace: complete hand high",
            Holding.TWO_PAIR,
            Play.KEEP_COMPLETE,
            first=LOW,
        ),
        keep_two_pair("low and low", LOW, LOW),
        keep_two_pair("mid and low with an ace for the front", MID, LOW, ACE_FRONT),
        keep_two_pair("high and low with an ace for the front", HIGH, LOW, ACE_FRONT),
        keep_two_pair("mid and mid with an ace for the front", MID, MID, ACE_FRONT),
        SPLIT_TWO_PAIR,
        PAIR_LOW_AND_COMPLETE,
        Rule(
            "Straight or flush with an ace and a pair of 10 to king: ace low, complete hand high",
            Holding.ONE_PAIR,
            Play.KEEP_COMPLETE,
            first=_TENS_TO_KINGS,
            front=ACE_FRONT,
            least=high_card_key(ACE, 2),
        ),
        Rule(
            "Straight or flush with an ace and a pair of 10 to king: ace and next low, pair high",
            Holding.ONE_PAIR,
            Play.OTHERS,
            first=_TENS_TO_KINGS,
            front=ACE_FRONT,
            complete=ANY_COMPLETE,
        ),
        PAIR_AND_COMPLETE,
        ONE_PAIR,
        *NO_PAIR,
    ),
)
