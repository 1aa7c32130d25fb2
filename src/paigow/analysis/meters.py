"""The long run of progressive meters: how often they are won, and what a wager returns as a result."""

from collections.abc import Mapping
from fractions import Fraction

from paigow.analysis.side import class_counts, pay_table
from paigow.analysis.types import HANDS
from paigow.money import Cents, MeterRules
from paigow.money.meters import BASIS
from paigow.poker import PayUnit


def fixed_return(paytable: str) -> Fraction:
    """Return the contribution of the fixed lines (paid for 1) of a progressive table to the return per unit wagered."""
    counts = class_counts("progressive")
    lines = (line for line in pay_table("progressive", paytable).lines if line.unit is PayUnit.FOR_ONE)
    return Fraction(sum(counts[line.hand] * line.amount for line in lines), HANDS)


def won_whole(paytable: str, meter: str) -> Fraction:
    """Return the frequency with which a wager wins a whole meter."""
    counts = class_counts("progressive")
    lines = pay_table("progressive", paytable).lines
    return Fraction(sum(counts[line.hand] for line in lines if str(line.meter) == meter and line.amount == 100), HANDS)


def long_run_return(paytable: str, wager: Cents, meters: Mapping[str, MeterRules]) -> Fraction:
    """Return the long-run return per unit wagered.

    A meter eventually pays out everything it takes in, and each time it is won whole it restarts at its reset amount,
    no matter who pays that in. So it returns its rate of progression, plus the reset amount times the frequency with
    which it is won. A ceiling changes nothing, because the excess goes to the next jackpot.
    """
    back = fixed_return(paytable)
    for name, rules in meters.items():
        back += Fraction(rules.rate, BASIS) + won_whole(paytable, name) * rules.reset / wager
    return back
