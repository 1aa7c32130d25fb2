"""Bally's Atlantic City: the accessible part of a public page, which lacks four of a kind and five aces."""

from dataclasses import replace

from paigow.poker.house_way import ANY_COMPLETE, Holding, HouseWay, Play, Rule
from paigow.poker.house_ways.common import (
    ACES,
    BANDED_TWO_PAIR,
    FULL_HOUSE,
    FULL_HOUSE_OF_TWOS,
    NO_PAIR,
    ONE_PAIR,
    PAIR_AND_COMPLETE,
    PAIR_LOW_AND_COMPLETE,
    THREE_PAIR,
    THREES,
    THREES_AND_COMPLETE,
    TWO_THREES,
)

HOUSE_WAY = HouseWay(
    "ballys-atlantic-city",
    "Bally's Atlantic City house way, https://wizardofodds.com/games/pai-gow-poker/house-way/ballys-atlantic-city",
    (
        TWO_THREES,
        replace(FULL_HOUSE_OF_TWOS, gap=True),  # the page makes an exception for twos; its condition could not be seen
        FULL_HOUSE,
        THREE_PAIR,
        THREES_AND_COMPLETE,
        Rule(
            "Three aces beside a straight or flush that no pair leaves, on which the source is silent: best front",
            Holding.THREE_OF_A_KIND,
            Play.KEEP_COMPLETE,
            gap=True,
        ),
        *THREES,
        *BANDED_TWO_PAIR,
        PAIR_LOW_AND_COMPLETE,
        Rule(
            "Ace-high straight that needs the joker beside an ace: pair of aces high, next two low",
            Holding.ONE_PAIR,
            Play.OTHERS,
            first=ACES,
            complete=ANY_COMPLETE,
            joker_ace_high=True,
        ),
        PAIR_AND_COMPLETE,
        ONE_PAIR,
        *NO_PAIR,
    ),
)
