"""Money as an integer number of cents, written "12.50" or "$1,234.50"."""

import re
from typing import TypeAlias

from paigow.errors import NotationError, PaigowError

Cents: TypeAlias = int

_WRITTEN = re.compile(r"(-?)\$?((?:0|[1-9][0-9]*)|[1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.([0-9]{2}))?")

MAX_AMOUNT_LENGTH = 1000
"""Longest amount we parse, in characters."""

MAX_AMOUNT: Cents = 10**15
"""Upper bound for any user-supplied amount. The databases can store nine thousand times as much, which leaves room for
winnings.
"""


class MoneyError(PaigowError, ValueError):
    """Raised for an impossible amount: negative, not whole cents, or not payable in the available chips."""


def parse_cents(text: str) -> Cents:
    """Parse an amount: no spaces, no leading zeros, no decimals or exactly two, all thousands separators or none."""
    found = _WRITTEN.fullmatch(text) if len(text) <= MAX_AMOUNT_LENGTH else None
    if not found:
        raise NotationError(
            "{text} is not an amount of money: write it like 12, 12.50 or $1,234.50", text=repr(text[:40])
        )
    sign, whole, decimals = found.groups()
    cents = int(whole.replace(",", "")) * 100 + int(decimals or 0)
    return -cents if sign else cents


def format_cents(cents: Cents) -> str:
    """Format an amount; nothing else formats money. `parse_cents` reads it back."""
    whole, decimals = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}.{decimals:02}"


def require_amount(cents: Cents, what: str) -> Cents:
    """Refuse anything that is not an amount of zero or more."""
    if type(cents) is not int or cents < 0:
        raise MoneyError(f"{what} is {cents!r}; it must be a whole number of cents, zero or more")
    return cents
