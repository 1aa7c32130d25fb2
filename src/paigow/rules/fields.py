"""Building blocks of the submission models: money, shares and odds as text, each key with its clauses."""

import re
from typing import Annotated
from unicodedata import category

from paigow.errors import NotationError, PaigowError, SubmissionError
from paigow.money import MAX_AMOUNT, ToOne, format_cents, parse_cents, parse_odds
from paigow.rules.models import Bounds, Field, Reads

NONE = "none"
LAST_WAGER = "last-wager"
UNSEEN = ("Zl", "Zp")  # line and paragraph separators; "C…" are control and unassigned characters
MOST_TO_ONE = 1_000_000  # upper bound: any database can hold what a wager wins at these odds
_PERCENT = re.compile(r"(\d{1,3})(?:\.(\d{1,2}))?%")


def clauses_of(field: Field, prefix: str) -> tuple[str, ...]:
    """Return the clauses of one document that concern a key."""
    return tuple(each for each in field.clauses if each.startswith(f"{prefix}-"))


def refuse(condition: bool, message: str, clause: str) -> None:
    """Refuse a choice that the document does not leave to the operator."""
    if condition:
        raise SubmissionError(message, clause)


def printable(text: str) -> str:
    """Check text that people enter and others read.

    It may not contain control characters, which PostgreSQL does not store or which reverse a line, or other invisible
    characters.
    """
    if text.isascii() and text.isprintable():  # nearly all text, and a tenth of the time
        return text
    if any(category(sign) in UNSEEN or category(sign).startswith("C") for sign in text):
        raise NotationError(
            "{text} contains characters that cannot be printed: use printable characters only", text=repr(text[:40])
        )
    return text


def read_money(value: object) -> int:
    """Parse money from text: a bare number would not say whether it means dollars or cents."""
    return _amount(value, 'is not an amount; write money as text such as "$12.50"')


def _amount(value: object, otherwise: str) -> int:
    try:
        cents = parse_cents(value) if isinstance(value, str) else -1
    except PaigowError:
        cents = -1
    if cents < 0:
        raise SubmissionError(f"{value!r} {otherwise}")
    if cents > MAX_AMOUNT:
        raise SubmissionError(f"{str(value)[:40]} is too much; an amount is at most {format_cents(MAX_AMOUNT)}")
    return cents


def read_limit(value: object) -> int | None:
    return None if value == NONE else read_money(value)


def read_dealer_wager(value: object) -> int | None:
    return None if value == LAST_WAGER else _amount(value, f'is neither "{LAST_WAGER}" nor an amount such as "$50.00"')


def read_rate(value: object) -> int:
    """Parse a share such as "12.5%" into basis points, the unit that meters use."""
    found = _PERCENT.fullmatch(value) if isinstance(value, str) else None
    if not found:
        raise SubmissionError(f'{value!r} is not a share; write it as text such as "20%" or "12.5%"')
    return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))


def write_rate(basis_points: int) -> str:
    whole, part = divmod(basis_points, 100)
    return (f"{whole}.{part:02}".rstrip("0") if part else f"{whole}") + "%"


def read_odds(value: object) -> ToOne:
    try:
        odds = parse_odds(value) if isinstance(value, str) else None
    except ValueError:  # not odds, or more digits than Python parses
        odds = None
    if not isinstance(odds, ToOne):
        raise SubmissionError(f'{str(value)[:40]!r} is not a payout; write odds as text such as "3 to 1"')
    if max(odds.number, odds.per) > MOST_TO_ONE:
        raise SubmissionError(f"{str(value)[:40]} is too much; odds have numbers up to {MOST_TO_ONE:,}")
    return odds


Cents = Annotated[int, Reads(read_money, format_cents)]
"""An amount of money, stored as integer cents and written as text."""

Limit = Annotated[int | None, Reads(read_limit, lambda cents: NONE if cents is None else format_cents(cents))]
"""An amount, or "none" for no limit."""

DealerWager = Annotated[
    int | None, Reads(read_dealer_wager, lambda cents: LAST_WAGER if cents is None else format_cents(cents))
]
"""A fixed amount, or "last-wager", stored as None."""

Rate = Annotated[int, Reads(read_rate, write_rate), Bounds(ge=0, le=10_000)]
"""A share of a wager, stored in basis points."""

Payout = Annotated[ToOne, Reads(read_odds, str)]
"""Odds to 1."""

Approval = Annotated[str, Bounds(max_length=200)]
"""The reference of a regulator's approval; empty text means there is none."""
