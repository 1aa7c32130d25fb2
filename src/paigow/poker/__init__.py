"""Pai gow poker without a table.

The 53 cards, the ranks of hands, the ways to set seven cards, house ways, and the pay tables of side wagers.
"""

from paigow.poker.ace_high import (
    AceHighClass,
    classify_ace_high,
    count_jacks,
    dealer_wins_outright,
    is_ace_high_pai_gow,
)
from paigow.poker.bonus import ENVY_CLASSES, FortuneClass, ThreesOverStraight, classify_emperors, classify_fortune
from paigow.poker.card import DECK, JOKER, RANKS, SUITS, Card, parse_cards
from paigow.poker.evaluator import Category, HandRank, HighRank, LowRank, Wheel, rank_high, rank_low
from paigow.poker.house_way import HouseSetting, HouseWay
from paigow.poker.house_ways import DEFAULT_HOUSE_WAY, HOUSE_WAYS, find_house_way
from paigow.poker.insurance import InsuranceClass, classify_insurance
from paigow.poker.keys import best_five, best_key
from paigow.poker.paytables import (
    ENVY_TABLES,
    PAYTABLES,
    QUALIFYING_WAGER,
    RESET_MINIMA,
    Meter,
    PayLine,
    PayTable,
    PayUnit,
    ResetMinimum,
)
from paigow.poker.progressive import ProgressiveClass, classify_progressive
from paigow.poker.setting import Defect, DefectKind, PokerSetting, compare, legal_settings, settings
from paigow.poker.types import HANDS, hand_types

__all__ = [
    "DECK",
    "DEFAULT_HOUSE_WAY",
    "ENVY_CLASSES",
    "ENVY_TABLES",
    "HANDS",
    "HOUSE_WAYS",
    "JOKER",
    "PAYTABLES",
    "QUALIFYING_WAGER",
    "RANKS",
    "RESET_MINIMA",
    "SUITS",
    "AceHighClass",
    "Card",
    "Category",
    "Defect",
    "DefectKind",
    "FortuneClass",
    "HandRank",
    "HighRank",
    "HouseSetting",
    "HouseWay",
    "InsuranceClass",
    "LowRank",
    "Meter",
    "PayLine",
    "PayTable",
    "PayUnit",
    "PokerSetting",
    "ProgressiveClass",
    "ResetMinimum",
    "ThreesOverStraight",
    "Wheel",
    "best_five",
    "best_key",
    "classify_ace_high",
    "classify_emperors",
    "classify_fortune",
    "classify_insurance",
    "classify_progressive",
    "compare",
    "count_jacks",
    "dealer_wins_outright",
    "find_house_way",
    "hand_types",
    "is_ace_high_pai_gow",
    "legal_settings",
    "parse_cards",
    "rank_high",
    "rank_low",
    "settings",
]
