"""Rules shared by several house ways, and the vocabulary of their tables."""

from paigow.poker.card import ACE
from paigow.poker.evaluator import Category
from paigow.poker.house_way import ANY_COMPLETE, ANY_RANK, Band, Holding, Play, Rule

JACK, QUEEN, KING = 11, 12, 13
LOW: Band = (2, 6)
MID: Band = (7, 10)
HIGH: Band = (JACK, KING)
ACES: Band = (ACE, ACE)
KINGS: Band = (KING, KING)
TWOS: Band = (2, 2)

ACE_FRONT = (ACE,)
KING_FRONT = (KING,)
ACE_KING_FRONT = (ACE, KING)

STRAIGHT_FLUSHES = frozenset({Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH})

NO_PAIR = (
    Rule("Straight or flush, no pair: complete hand high, best front", Holding.NO_PAIR, Play.KEEP_COMPLETE),
    Rule("No pair: second and third highest low", Holding.NO_PAIR, Play.SECOND_AND_THIRD),
)
ONE_PAIR = Rule("One pair: two highest others low", Holding.ONE_PAIR, Play.OTHERS)
PAIR_AND_COMPLETE = Rule(
    "Straight or flush with a pair: best front that leaves a complete hand", Holding.ONE_PAIR, Play.KEEP_COMPLETE
)
PAIR_LOW_AND_COMPLETE = Rule(
    "Straight or flush with a pair: pair low if a complete hand stays high",
    Holding.ONE_PAIR,
    Play.FIRST_PAIR,
    keeps=True,
)
THREE_PAIR = Rule("Three pair: highest pair low", Holding.THREE_PAIR, Play.FIRST_PAIR)
THREE_PAIR_GAP = Rule(
    "Three pair beside a straight or flush, on which the source is silent: highest pair low",
    Holding.THREE_PAIR,
    Play.FIRST_PAIR,
    complete=ANY_COMPLETE,
    gap=True,
)
THREES = (
    Rule("Three aces: one ace and the highest other low", Holding.THREE_OF_A_KIND, Play.FIRST_AND_NEXT, first=ACES),
    Rule("Three of a kind: two highest others low", Holding.THREE_OF_A_KIND, Play.OTHERS),
)
THREES_AND_COMPLETE = Rule(
    "Three of a kind with a straight or flush: complete hand high, pair low",
    Holding.THREE_OF_A_KIND,
    Play.FIRST_PAIR,
    keeps=True,
)
TWO_THREES = Rule("Two threes of a kind: pair of the higher low", Holding.TWO_THREES, Play.FIRST_PAIR)
FULL_HOUSE = Rule("Full house: highest pair low", Holding.FULL_HOUSE, Play.SECOND_PAIR)
FULL_HOUSE_OF_TWOS = Rule(
    "Full house with a pair of twos: kept, ace-king low",
    Holding.FULL_HOUSE,
    Play.OTHERS,
    second=TWOS,
    front=ACE_KING_FRONT,
)
FULL_HOUSE_GAP = Rule(
    "Full house beside a straight flush, on which the source is silent: complete hand high, pair low",
    Holding.FULL_HOUSE,
    Play.FIRST_PAIR,
    complete=STRAIGHT_FLUSHES,
    keeps=True,
    gap=True,
)
"""A straight flush is the stronger holding, so its row for three of a kind decides whenever it applies."""
THREES_AND_PAIRS = (TWO_THREES, FULL_HOUSE_GAP, FULL_HOUSE_OF_TWOS, FULL_HOUSE, THREE_PAIR_GAP, THREE_PAIR)
"""Two groups or more, the largest of at most three cards: three tables agree here, and are silent on the same hands."""
FOUR_AND_PAIR = Rule(
    "Four of a kind with a pair or three of a kind: pair of those low",
    Holding.FOUR_OF_A_KIND,
    Play.SECOND_PAIR,
    second=ANY_RANK,
)
FIVE_ACES = (
    Rule("Five aces with a pair of kings: kings low", Holding.FIVE_ACES, Play.SECOND_PAIR, second=KINGS),
    Rule("Five aces: pair of aces low", Holding.FIVE_ACES, Play.FIRST_PAIR),
)


def keep_four(words: str, first: Band, front: tuple[int, ...] = ()) -> Rule:
    """Return a rule that keeps four of a kind of these ranks together, if the front can be at least this good."""
    return Rule(f"Four of a kind, {words}: kept", Holding.FOUR_OF_A_KIND, Play.OTHERS, first=first, front=front)


def split_four(words: str, first: Band) -> Rule:
    """Return a rule that splits four of a kind of these ranks into two pairs."""
    return Rule(f"Four of a kind, {words}: split", Holding.FOUR_OF_A_KIND, Play.FIRST_PAIR, first=first)


def keep_two_pair(words: str, first: Band, second: Band = ANY_RANK, front: tuple[int, ...] = ()) -> Rule:
    """Return a rule that keeps two pair of these ranks together, if the front can be at least this good."""
    return Rule(f"Two pair, {words}: both high", Holding.TWO_PAIR, Play.OTHERS, first=first, second=second, front=front)


SPLIT_TWO_PAIR = Rule("Two pair: lower pair low", Holding.TWO_PAIR, Play.SECOND_PAIR)
BANDED_TWO_PAIR = (
    keep_two_pair("low and low with a king or ace for the front", LOW, LOW, KING_FRONT),
    keep_two_pair("mid and low with a king or ace for the front", MID, LOW, KING_FRONT),
    keep_two_pair("high and low with an ace for the front", HIGH, LOW, ACE_FRONT),
    keep_two_pair("mid and mid with an ace for the front", MID, MID, ACE_FRONT),
    SPLIT_TWO_PAIR,
)
"""The lower the two pairs, the more readily both stay high."""
