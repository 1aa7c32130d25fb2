"""What the readings page says about the edge is what the odds say, for every switch of every standard."""

from fractions import Fraction

import pytest

from paigow.rules import STANDARDS, readings_of
from paigow.rules.prices import prices
from tools.reading_prices import priced

CARDS = ("maryland-poker", "dealer-open")  # whose main wagers take a while
EVERY = [
    pytest.param(standard, reading.name, marks=pytest.mark.exhaustive if standard in CARDS else ())
    for standard in STANDARDS
    for reading in readings_of(standard)
]


@pytest.mark.parametrize(("standard", "reading"), EVERY)
def test_every_switch_is_priced_as_it_is_worked_out(standard: str, reading: str) -> None:
    assert priced(standard, reading) == prices(standard, reading), "python -m tools.reading_prices"


def moved(standard: str, reading: str) -> set[str]:
    return {price.wager for found in prices(standard, reading).values() for price in found}


def test_what_moves_is_what_should() -> None:
    assert moved("new-zealand", "removed_box") == moved("maryland-poker", "cut_depth") == set()
    assert moved("maryland-tiles", "bank_setting") == moved("maryland-poker", "bank_setting") == {"as the bank"}
    assert {"Fortune Bonus", "Emperor's Treasure"} <= moved("maryland-poker", "threes_over_straight")
    assert "Pai Gow wager, house way" in moved("new-zealand", "zero_zero")
    (free,) = prices("maryland-tiles", "bank_setting")["free"]
    assert (round(float(free.usual) * 100, 4), round(float(free.edge) * 100, 4)) == (0.3401, -2.7944)
    assert free.change == free.edge - free.usual < Fraction(0)
    limits = prices("maryland-poker", "payout_limit")
    assert {value: len(found) for value, found in limits.items()} == {"fixed-pays": 1, "each-wager": 1}
    assert limits["each-wager"][0].edge < limits["fixed-pays"][0].edge < limits["fixed-pays"][0].usual
