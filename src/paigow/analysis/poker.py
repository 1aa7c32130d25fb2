"""The main wager of pai gow poker, computed exactly over all 8,250,459,031,214,400 deals."""

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter

import numpy as np

from paigow.analysis.deals import deals, sum_over_deals
from paigow.analysis.disjoint import FULL_DECK, Dealer, Deck, Questions
from paigow.analysis.execution import Progress
from paigow.analysis.house_ways import dealer_of, house_way, house_way_classes
from paigow.analysis.kernel import I16, U8
from paigow.analysis.ranks import HIGH_CLASSES, LOW_CLASSES
from paigow.analysis.results import COMMISSION, Counts, Odds, main_odds
from paigow.poker import DEFAULT_HOUSE_WAY, HouseWay, Wheel


def count_main(
    player: tuple[I16, U8],
    dealer: Dealer,
    *,
    player_banks: bool = False,
    deck: Deck = FULL_DECK,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Counts:
    """Count the deals won, pushed and lost by a player with the given classes for each type.

    A copy goes to the bank: the player must be strictly better in both hands to win, or at least as good if the player
    is the bank.
    """
    high, low = player
    if player_banks:
        high, low = high + np.int16(1), low + np.uint8(1)
    win, lose = sum_over_deals(dealer, Questions.one_each(high, low), None, deck, executor, progress)
    return Counts(win, deals(deck) - win - lose, lose)


def main_wager(
    bank_way: str | HouseWay = DEFAULT_HOUSE_WAY,
    player_way: str | HouseWay | None = None,
    *,
    player_banks: bool = False,
    commission: Fraction = COMMISSION,
    wheel: Wheel = Wheel.SECOND,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Odds:
    """Return the odds for a player who sets every hand by a house way against the house's own.

    With ``player_banks``, the player is the bank and plays only against the house; the commission is then charged on
    the bank's winnings, which with one opponent is the same five percent (MDP-12.K).
    """
    began = perf_counter()
    theirs, ours = house_way(bank_way), house_way(bank_way if player_way is None else player_way)
    counts = count_main(
        house_way_classes(ours, wheel),
        dealer_of(theirs, wheel),
        player_banks=player_banks,
        executor=executor,
        progress=progress,
    )
    return main_odds(
        "poker", counts, commission, house_way=theirs.name, player=ours.name, seconds=perf_counter() - began
    )


@dataclass(frozen=True, slots=True)
class Copies:
    """The numbers of deals in which player and bank have hands of equal rank."""

    high: int
    low: int
    both: int
    total: int


def count_copies(
    player: tuple[I16, U8], dealer: Dealer, *, deck: Deck = FULL_DECK, executor: Executor | None = None
) -> Copies:
    """Count the deals in which the high hands, the low hands or both are copies."""
    high, low = player
    next_high, next_low = high + np.int16(1), low + np.uint8(1)
    any_high, any_low = np.full_like(high, HIGH_CLASSES), np.full_like(low, LOW_CLASSES)

    def below(first: I16, second: U8) -> int:
        return sum_over_deals(dealer, Questions.one_each(first, second), None, deck, executor)[0]

    return Copies(
        below(next_high, any_low) - below(high, any_low),
        below(any_high, next_low) - below(any_high, low),
        below(next_high, next_low) - below(next_high, low) - below(high, next_low) + below(high, low),
        deals(deck),
    )
