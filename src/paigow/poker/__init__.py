"""Pai gow poker: what can be said about cards without a table.

The 53 cards, what hands are worth, how seven cards can be set and how a house sets them, what side wagers pay.
"""

from paigow.poker.card import DECK, JOKER, RANKS, SUITS, Card, parse_cards
from paigow.poker.evaluator import Category, HandRank, HighRank, LowRank, Wheel, rank_high, rank_low
from paigow.poker.house_way import HouseSetting, HouseWay
from paigow.poker.house_ways import DEFAULT_HOUSE_WAY, HOUSE_WAYS
from paigow.poker.keys import best_five, best_key
from paigow.poker.setting import Defect, DefectKind, PokerSetting, compare, legal_settings, settings
from paigow.poker.types import HANDS, hand_types

__all__ = [
    "DECK",
    "DEFAULT_HOUSE_WAY",
    "HANDS",
    "HOUSE_WAYS",
    "JOKER",
    "RANKS",
    "SUITS",
    "Card",
    "Category",
    "Defect",
    "DefectKind",
    "HandRank",
    "HighRank",
    "HouseSetting",
    "HouseWay",
    "LowRank",
    "PokerSetting",
    "Wheel",
    "best_five",
    "best_key",
    "compare",
    "hand_types",
    "legal_settings",
    "parse_cards",
    "rank_high",
    "rank_low",
    "settings",
]
