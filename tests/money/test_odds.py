"""The four kinds of odds pay whole cents exactly, print and parse back."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.errors import NotationError
from paigow.money import (
    ForOne,
    MoneyError,
    Odds,
    ShareOfMeter,
    ToOne,
    odds_text,
    parse_odds,
)
from paigow.poker import PAYTABLES
from paigow.text import Text

ODDS = [
    (ToOne(25), "25 to 1", "ToOne(number=25, per=1)"),
    (ToOne(3, 2), "3 to 2", "ToOne(number=3, per=2)"),
    (ForOne(75), "75 for 1", "ForOne(number=75)"),
    (ShareOfMeter(10), "10% of the meter", "ShareOfMeter(percent=10, meter='')"),
    (ShareOfMeter(100, "major"), "100% of the major meter", "ShareOfMeter(percent=100, meter='major')"),
]


@pytest.mark.parametrize(("odds", "text", "code"), ODDS)
def test_printing(odds: Odds, text: str, code: str) -> None:
    assert str(odds) == text
    assert parse_odds(text) == odds
    assert repr(odds) == code
    assert eval(code) == odds


@pytest.mark.parametrize(
    "text",
    ["", "25", "25 to", "25:1", "0 to 1", "25 for 2", "-1 to 1", "5,000", "10% of meter", "101% of the meter", "$0"],
)
def test_what_is_no_odds_is_refused(text: str) -> None:
    with pytest.raises((NotationError, MoneyError)):
        parse_odds(text)


def test_to_one_adds_to_a_stake_that_stays() -> None:
    assert ToOne(25).pay(500) == 12_500
    assert ToOne(25).net(500) == 12_500
    assert ToOne(1).pay(500) == 500


def test_for_one_includes_a_stake_that_was_taken() -> None:
    assert ForOne(75).pay(100) == 7500
    assert ForOne(75).net(100) == 7400


@given(st.integers(1, 10**6), st.integers(0, 10**9))
def test_for_one_is_one_stake_less(number: int, stake: int) -> None:
    assert ForOne(number).net(stake) == ToOne(number).net(stake) - stake


def test_odds_never_round() -> None:
    assert ToOne(3, 2).pay(50) == 75
    with pytest.raises(MoneyError, match=r"\$0.25 cannot be paid at 3 to 2 in whole cents"):
        ToOne(3, 2).pay(25)


def test_a_share_rounds_down_and_leaves_the_rest() -> None:
    assert ShareOfMeter(100).of(1_000_007) == 1_000_007
    assert ShareOfMeter(10).of(1_000_007) == 100_000


@pytest.mark.parametrize("stake", [-1, 1.5, True, "5"])
def test_stakes_are_cents(stake: int) -> None:
    for odds in (ToOne(2), ForOne(2)):
        with pytest.raises(MoneyError, match="whole number of cents, zero or more"):
            odds.pay(stake)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (ToOne, (0,)),
        (ToOne, (1, 0)),
        (ToOne, (1.5,)),
        (ForOne, (-3,)),
        (ShareOfMeter, (0,)),
        (ShareOfMeter, (101,)),
        (ShareOfMeter, (10, "Big One")),
    ],
)
def test_impossible_odds_are_refused(kind: Callable[..., Odds], fields: tuple[object, ...]) -> None:
    with pytest.raises(MoneyError):
        kind(*fields)


def test_the_text_of_odds_has_the_number_as_a_field() -> None:
    """It is built from the odds themselves, so that a further kind of payout needs no pattern."""
    for odds in (ToOne(3, 2), ForOne(75), ShareOfMeter(10, "major"), ShareOfMeter(100)):
        text = odds_text(odds)
        assert text == odds_text(str(odds)) == odds.text()
        assert str(text) == str(odds)
        assert "{amount}" in text.template
    for tables in PAYTABLES.values():
        for line in (line for table in tables.values() for line in table.lines):
            assert odds_text(line) == odds_text(str(line))
    assert odds_text("$5,000") == Text("$5,000")
