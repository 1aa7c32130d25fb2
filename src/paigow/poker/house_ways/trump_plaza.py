"""Trump Plaza, from second-hand facts; these rules reproduce its published wins, pushes and losses."""

from paigow.poker.house_way import HouseWay
from paigow.poker.house_ways.common import (
    ACE_FRONT,
    BANDED_TWO_PAIR,
    FIVE_ACES,
    FOUR_AND_PAIR,
    HIGH,
    KING_FRONT,
    LOW,
    MID,
    NO_PAIR,
    ONE_PAIR,
    PAIR_AND_COMPLETE,
    THREES,
    THREES_AND_COMPLETE,
    THREES_AND_PAIRS,
    keep_four,
    split_four,
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
        *THREES_AND_PAIRS,
        THREES_AND_COMPLETE,
        *THREES,
        *BANDED_TWO_PAIR,
        PAIR_AND_COMPLETE,
        ONE_PAIR,
        *NO_PAIR,
    ),
)
