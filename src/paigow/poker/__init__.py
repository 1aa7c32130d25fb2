"""Pai gow poker: what can be said about cards without a table."""

from paigow.poker.card import DECK, JOKER, RANKS, SUITS, Card, parse_cards
from paigow.poker.evaluator import Category, HandRank, HighRank, LowRank, Wheel, rank_high, rank_low
from paigow.poker.setting import Defect, DefectKind, PokerSetting, compare, legal_settings, settings

__all__ = [
    "DECK",
    "JOKER",
    "RANKS",
    "SUITS",
    "Card",
    "Category",
    "Defect",
    "DefectKind",
    "HandRank",
    "HighRank",
    "LowRank",
    "PokerSetting",
    "Wheel",
    "compare",
    "legal_settings",
    "parse_cards",
    "rank_high",
    "rank_low",
    "settings",
]
