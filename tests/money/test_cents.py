"""Amounts are written one way and read strictly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.errors import NotationError
from paigow.money import format_cents, parse_cents


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("12.50", 1250),
        ("12", 1200),
        ("0.05", 5),
        ("0", 0),
        ("$12.50", 1250),
        ("$1,234.50", 123450),
        ("1,234,567", 123456700),
        ("1234567", 123456700),
        ("-$0.25", -25),
    ],
)
def test_reading(text: str, cents: int) -> None:
    assert parse_cents(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        "",
        " 1",
        "1 ",
        "01",
        "1.5",
        "1.500",
        ".50",
        "1.",
        "1,00",
        "1,0000",
        "12,34",
        "0,123",
        "$",
        "$-1",
        "+1",
        "1e3",
        "١",
    ],
)
def test_refusing(text: str) -> None:
    with pytest.raises(NotationError, match="is not an amount of money"):
        parse_cents(text)


@pytest.mark.parametrize(
    ("cents", "text"), [(0, "$0.00"), (5, "$0.05"), (1250, "$12.50"), (123456789, "$1,234,567.89"), (-25, "-$0.25")]
)
def test_writing(cents: int, text: str) -> None:
    assert format_cents(cents) == text


@given(st.integers())
def test_what_is_written_is_read_back(cents: int) -> None:
    assert parse_cents(format_cents(cents)) == cents
