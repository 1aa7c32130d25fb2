"""What a wager returns at the least, with every meter at its lowest (gaming standards G5)."""

from fractions import Fraction

import pytest

from paigow.analysis import odds
from paigow.rules import load_submission

LEAST = Fraction(3, 4)
ENOUGH = [("maryland-poker", "fortune"), ("maryland-poker", "insurance"), ("maryland-tiles", "pair-fortunes")]


@pytest.mark.parametrize(("standard", "wager"), ENOUGH)
def test_wagers_with_fixed_odds_return_three_quarters(standard: str, wager: str) -> None:
    assert 1 - odds(load_submission(standard), wager=wager).edge >= LEAST


def test_a_progressive_wager_does_not_at_its_lowest_meter() -> None:
    """The conformance page says so: the document fixes its pay table, and the meter makes up for it as it grows."""
    found = 1 - odds(load_submission("maryland-poker"), wager="progressive").edge
    assert round(float(found), 3) == 0.485
