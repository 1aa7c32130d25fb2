"""What the size of a wager does to its edge: vigorish in whole coins, and a limit on what one hand is paid."""

from fractions import Fraction

from paigow.analysis.results import Counts, Odds
from paigow.money import Cents, VigorishRounding, vigorish


def edge_with_rounding(counts: Counts, bet: Cents, rounding: VigorishRounding) -> Fraction:
    """The edge of a main wager of a size, when the vigorish on it is rounded to what a table can take (MDT-8.K.1)."""
    won = bet - vigorish(bet, rounding)
    return Fraction(counts.lose * bet - counts.win * won, counts.total * bet)


def edge_with_limit(odds: Odds, stake: Cents, limit: Cents) -> Fraction:
    """The edge of an optional wager of a size, when no hand is paid more than the limit (MDP-13.G)."""
    gain = sum(
        (
            each.count * (min(each.pays, Fraction(limit, stake)) if each.pays > 0 else each.pays)
            for each in odds.outcomes
        ),
        Fraction(0),
    )
    return -gain / odds.total


def limited_from(odds: Odds, limit: Cents) -> Cents:
    """The smallest stake whose greatest payout the limit cuts."""
    return int(limit / max(each.pays for each in odds.outcomes)) + 1
