"""Dealer Open: the dealer's hand is open and set by the house way before players set theirs.

A player who sees the dealer's hands wins if any legal setting beats both, and pushes if any beats one. The undominated
settings form a staircase from the highest high hand to the highest low hand; the dealer's hands beaten by any step are
counted step by step, each step leaving out those that the previous step beats too. A player loses only to a dealer at
or above the first step's high hand and the last step's low hand, or with two jacks (DO-W).
"""

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from time import perf_counter

import numpy as np

from paigow.analysis.deals import deals, sum_over_deals
from paigow.analysis.disjoint import FULL_DECK, Dealer, Deck, Questions, rank_types_of
from paigow.analysis.execution import Progress
from paigow.analysis.house_ways import dealer_of, house_way
from paigow.analysis.kernel import I64, Bool
from paigow.analysis.ranks import front_table, rank_table, setting_table
from paigow.analysis.results import Counts, Odds, Outcome, main_odds
from paigow.analysis.types import TYPES, type_table
from paigow.errors import PaigowError
from paigow.poker import DEFAULT_HOUSE_WAY, PAYTABLES, AceHighClass, Category, HouseWay, Wheel

JACK = 9
ACE = 12


def jacks_of_types() -> I64:
    """Return the number of jacks in hands of each type; the joker never counts as a jack (DO-W.s3)."""
    types = type_table()
    jacks: I64 = types.counts[types.rank_type, JACK].astype(np.int64)
    return jacks


def staircase(wheel: Wheel = Wheel.SECOND) -> tuple[Questions, tuple[I64, I64]]:
    """Return questions whose answers add up to the number of dealer hands that decide the wager.

    They count the hands that some setting beats in both halves, and those that no setting beats in either. There is one
    question for each step: the hands below its high hand whose low hand this step beats but the previous one does not.
    The first step also asks for the hands at or above its high hand and at or above the last step's low hand.
    """
    table = setting_table(wheel)
    start, front = front_table(wheel)
    row = np.repeat(np.arange(TYPES), np.diff(start))
    high, low = table.high[row, front], table.low[row, front]
    first = np.zeros(len(row), dtype=np.bool_)
    first[start[:-1]] = True
    floor = np.where(first, 0, np.roll(low, 1)).astype(np.uint8)
    return Questions(start, high, low, floor, low[start[row + 1] - 1]), (
        np.ones(len(row), dtype=np.int64),
        first.astype(np.int64),
    )


def count_dealer_open(
    dealer: Dealer,
    *,
    wheel: Wheel = Wheel.SECOND,
    deck: Deck = FULL_DECK,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Counts:
    """Count the deals won, pushed and lost by a player who chooses the best setting against the dealer's open hand."""
    types = type_table()
    jacks = jacks_of_types() >= 2
    present = rank_types_of(deck)[types.rank_type]
    outright = int(types.hands[jacks & present].sum()) * comb(len(deck.cards) - 7, 7)
    questions, factors = staircase(wheel)
    win, lose = sum_over_deals(dealer.only(~jacks), questions, factors, deck, executor, progress)
    lose += outright
    return Counts(win, deals(deck) - win - lose, lose)


def dealer_open_main(
    bank_way: str | HouseWay = DEFAULT_HOUSE_WAY,
    *,
    wheel: Wheel = Wheel.SECOND,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Odds:
    """Return the odds of the Pai Gow wager in Dealer Open under best play.

    It pays 1 to 1 without commission (DO-W.s4).
    """
    began = perf_counter()
    way = house_way(bank_way)
    counts = count_dealer_open(dealer_of(way, wheel), wheel=wheel, executor=executor, progress=progress)
    return main_odds(
        "dealer-open", counts, Fraction(0), house_way=way.name, player="best", seconds=perf_counter() - began
    )


def ace_high_types() -> Bool:
    """Return which types are an Ace-high Pai Gow: an ace or the joker, without a pair, straight or flush."""
    types = type_table()
    best = rank_table().category[setting_table().high].max(axis=1)
    counts = types.counts[types.rank_type]
    found: Bool = (best == Category.HIGH_CARD) & ((counts[:, ACE] > 0) | (counts[:, 13] > 0))
    return found


def count_both(mine: Bool, theirs: Bool, deck: Deck = FULL_DECK, executor: Executor | None = None) -> int:
    """Count the deals in which the first hand is of a type in one set and the second hand of a type in another."""
    start = np.zeros(TYPES + 1, dtype=np.int32)
    np.cumsum(mine, out=start[1:])
    asks = int(start[-1])
    questions = Questions.plain(start, np.ones(asks, dtype=np.int16), np.ones(asks, dtype=np.uint8))
    height = np.where(theirs, 0, 1)
    dealer = Dealer.fixed(height.astype(np.int16), height.astype(np.uint8))
    return sum_over_deals(dealer, questions, None, deck, executor)[0]


@dataclass(frozen=True, slots=True)
class AceHigh:
    """Numbers of deals in which the dealer is ace-high, with or without the joker, and in which both hands are."""

    with_joker: int
    without: int
    both_with_joker: int
    both_without: int


@cache
def count_ace_high(deck: Deck = FULL_DECK, executor: Executor | None = None) -> AceHigh:
    types = type_table()
    ace_high = ace_high_types()
    joker = types.counts[types.rank_type, 13] > 0
    present = rank_types_of(deck)[types.rank_type]
    others = comb(len(deck.cards) - 7, 7)
    with_joker = int(types.hands[ace_high & joker & present].sum()) * others
    without = int(types.hands[ace_high & ~joker & present].sum()) * others
    both_with_joker = count_both(ace_high, ace_high & joker, deck, executor)
    both = count_both(ace_high, ace_high, deck, executor)
    return AceHigh(with_joker, without, both_with_joker, both - both_with_joker)


def ace_high_counts(deck: Deck = FULL_DECK, executor: Executor | None = None) -> Mapping[AceHighClass, int]:
    """Count the deals that reach each line of the Push Ace High / Ace High Tie wager; only the highest line counts."""
    found = count_ace_high(deck, executor)
    return {
        AceHighClass.BOTH_ACE_HIGH: found.both_with_joker + found.both_without,
        AceHighClass.DEALER_ACE_HIGH_WITH_JOKER: found.with_joker - found.both_with_joker,
        AceHighClass.DEALER_ACE_HIGH: found.without - found.both_without,
    }


def ace_high_wager(paytable: str = "1", *, all_lines: bool = False, executor: Executor | None = None) -> Odds:
    """Return the odds of the Push Ace High / Ace High Tie wager, over both hands.

    It pays the highest line, or all lines reached.
    """
    began = perf_counter()
    tables = PAYTABLES["push-ace-high"]
    if paytable not in tables:
        raise PaigowError(f"the ace high wager has pay tables {', '.join(tables)}, not {paytable!r}")
    if all_lines:
        outcomes = _by_all_lines({AceHighClass(line.hand): line.amount for line in tables[paytable].lines}, executor)
    else:
        counts = ace_high_counts(executor=executor)
        outcomes = [
            Outcome(str(line.hand), counts[AceHighClass(line.hand)], Fraction(line.amount))
            for line in tables[paytable].lines
        ]
    lost = deals() - sum(each.count for each in outcomes)
    return Odds(
        game="dealer-open",
        wager="ace-high",
        outcomes=(*outcomes, Outcome("lose", lost, Fraction(-1))),
        total=deals(),
        paytable=paytable,
        seconds=perf_counter() - began,
    )


def _by_all_lines(pays: Mapping[AceHighClass, int], executor: Executor | None) -> list[Outcome]:
    """Pay every line that a deal reaches (reading `ace_high_lines`)."""
    found = count_ace_high(executor=executor)
    both, joker, plain = (pays[line] for line in AceHighClass)
    reached = (
        ("both, the dealer with the joker", found.both_with_joker, both + joker + plain),
        ("both", found.both_without, both + plain),
        ("the dealer with the joker", found.with_joker - found.both_with_joker, joker + plain),
        ("the dealer", found.without - found.both_without, plain),
    )
    return [Outcome(name, count, Fraction(to_one)) for name, count, to_one in reached]
