"""Progressive meters in the long run: how often they are won, and what a wager then returns."""

from collections.abc import Mapping
from fractions import Fraction

from paigow.analysis.side import class_counts, pay_table
from paigow.analysis.types import HANDS
from paigow.money import Cents, MeterRules
from paigow.money.meters import BASIS
from paigow.poker import PayUnit


def fixed_return(paytable: str) -> Fraction:
    """Return what the lines of a progressive table that are paid for 1 return, of a unit wagered."""
    counts = class_counts("progressive")
    lines = (line for line in pay_table("progressive", paytable).lines if line.unit is PayUnit.FOR_ONE)
    return Fraction(sum(counts[line.hand] * line.amount for line in lines), HANDS)


def won_whole(paytable: str, meter: str) -> Fraction:
    """How often a wager takes the whole of a meter."""
    counts = class_counts("progressive")
    lines = pay_table("progressive", paytable).lines
    return Fraction(sum(counts[line.hand] for line in lines if str(line.meter) == meter and line.amount == 100), HANDS)


def long_run_return(paytable: str, wager: Cents, meters: Mapping[str, MeterRules]) -> Fraction:
    """Return what comes back of a unit wagered in the long run.

    Whatever a meter took in is paid out in time, and each time it is won whole it begins again with its reset amount,
    whoever puts that in: so it returns its rate of progression, and the reset amount as often as it is won. A ceiling
    changes nothing, for what is above it joins the next jackpot.
    """
    back = fixed_return(paytable)
    for name, rules in meters.items():
        back += Fraction(rules.rate, BASIS) + won_whole(paytable, name) * rules.reset / wager
    return back
