"""The 5 percent taken from a win, and the wagers that New Zealand can pay exactly."""

from enum import StrEnum
from math import gcd

from paigow.money.cents import Cents, MoneyError, format_cents, require_amount
from paigow.money.chips import Chips

PERCENT = 5


class VigorishRounding(StrEnum):
    """The treatment of a vigorish that is not an amount the table can take."""

    QUARTER = "quarter"
    """Round up to the next 25 cents, so that it is never less than 25 (MDT-8.K.1, MDP-13.A.1)."""
    CENT = "cent"
    """Round 5 percent to the cent. A fraction of a cent is rounded up, because the documents mention only rounding up,
    and an operator who took less would not collect the 5 percent they require.
    """
    CENT_DOWN = "cent-down"
    """Like `CENT`, but the winner keeps the fraction of a cent."""
    NONE = "none"
    """Only a whole number of cents is allowed (NZ-6.12 permits no other wager)."""


def vigorish(won: Cents, rounding: VigorishRounding = VigorishRounding.CENT) -> Cents:
    """Return 5 percent of the amount won.

    The amount is a win (MDT-8.K, MDP-13.A, NZ-6.11) or a bank's net surplus (MDT-9.P.7, NZ-6.14).
    """
    twentieth, left = divmod(require_amount(won, "the amount won") * PERCENT, 100)
    match rounding:
        case VigorishRounding.QUARTER:
            return min(won, -(-won * PERCENT // 2500) * 25)  # taken from the win (MDT-1.B.11), so never more
        case VigorishRounding.CENT:
            return twentieth + bool(left)
        case VigorishRounding.CENT_DOWN:
            return twentieth
        case VigorishRounding.NONE:
            if left:
                raise MoneyError(f"5% of {format_cents(won)} is not a whole number of cents", "NZ-6.12")
            return twentieth


def is_exactly_payable(wager: Cents, chips: Chips) -> bool:
    """Return whether the wager, if it wins, can be paid 1 to 1 less 5 percent in chips (NZ-6.12)."""
    pay, left = divmod(require_amount(wager, "the wager") * (100 - PERCENT), 100)
    return not left and chips.can_pay(pay)


def smallest_step(chips: Chips) -> int:
    """Return the largest unit of which every chip amount is a multiple."""
    return gcd(*chips.values)


def least_wager(minimum: int, chips: Chips) -> int:
    """Return the smallest wager such that it and every larger step can be paid exactly (NZ-6.12).

    It is at least the table minimum; steps are multiples of twenty times the smallest chip step.
    """
    unit = 20 * smallest_step(chips)
    start = -(-minimum // unit) * unit
    doubtful = range(start, 2 * chips.no_gap_from, unit)  # further up, 95 percent of a wager has no gap either
    gaps = [wager for wager in doubtful if not (chips.can_pay(wager) and is_exactly_payable(wager, chips))]
    return gaps[-1] + unit if gaps else start
