"""Trump Plaza: facts at second hand; its published wins, pushes and losses are what these rules give."""

from paigow.poker.house_way import HouseWay
from paigow.poker.house_ways.common import (
    ACE_FRONT,
    FIVE_ACES,
    FOUR_AND_PAIR,
    FULL_HOUSE,
    FULL_HOUSE_GAP,
    FULL_HOUSE_OF_TWOS,
    HIGH,
    KING_FRONT,
    LOW,
    MID,
    NO_PAIR,
    ONE_PAIR,
    PAIR_AND_COMPLETE,
    SPLIT_TWO_PAIR,
    THREE_PAIR,
    THREE_PAIR_GAP,
    THREES,
    THREES_AND_COMPLETE,
    TWO_THREES,
    keep_four,
    keep_two_pair,
    split_four,
)

BANDED_TWO_PAIR = (
    keep_two_pair("low and low with a king or ace for the front", LOW, LOW, KING_FRONT),
    keep_two_pair("mid and low with a king or ace for the front", MID, LOW, KING_FRONT),
    keep_two_pair("high and low with an ace for the front", HIGH, LOW, ACE_FRONT),
    keep_two_pair("mid and mid with an ace for the front", MID, MID, ACE_FRONT),
    SPLIT_TWO_PAIR,
)

HOUSE_WAY = HouseWay(
    "trump-plaza",
    "Trump Plaza house way, second hand, checked against its published figures at wizardofodds.com",
    (
        *FIVE_ACES,
        FOUR_AND_PAIR,
        keep_four("2 to 6", LOW),
        keep_four("7 to 10 with a king or ace for the front", MID, KING_FRONT),
        keep_four("jack to king with an ace for the front", HIGH, ACE_FRONT),
        split_four("7 to ace", (7, 14)),
        TWO_THREES,
        FULL_HOUSE_GAP,
        FULL_HOUSE_OF_TWOS,
        FULL_HOUSE,
        THREE_PAIR_GAP,
        THREE_PAIR,
        THREES_AND_COMPLETE,
        *THREES,
        *BANDED_TWO_PAIR,
        PAIR_AND_COMPLETE,
        ONE_PAIR,
        *NO_PAIR,
    ),
)
