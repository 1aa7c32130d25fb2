"""Five percent, for every way of rounding it."""

from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.money import Chips, MoneyError, VigorishRounding, is_exactly_payable, vigorish

WON = st.integers(0, 10**9)


@given(WON)
def test_against_fractions(won: int) -> None:
    five_percent = Fraction(won * 5, 100)
    assert vigorish(won, VigorishRounding.QUARTER) == min(won, 25 * ceil(five_percent / 25))
    assert vigorish(won, VigorishRounding.CENT) == vigorish(won) == ceil(five_percent)
    assert vigorish(won, VigorishRounding.CENT_DOWN) == floor(five_percent)
    if five_percent.denominator == 1:
        assert vigorish(won, VigorishRounding.NONE) == five_percent
    else:
        with pytest.raises(MoneyError, match="is not a whole number of cents"):
            vigorish(won, VigorishRounding.NONE)


@given(WON, st.sampled_from(list(VigorishRounding)))
def test_it_is_never_more_than_the_win(won: int, rounding: VigorishRounding) -> None:
    won = won // 20 * 20
    assert 0 <= vigorish(won, rounding) <= won
    assert vigorish(won % 500, rounding) <= won % 500


def test_a_win_below_nothing_is_refused() -> None:
    with pytest.raises(MoneyError, match="the amount won is -1"):
        vigorish(-1)


@given(st.lists(st.integers(1, 120), min_size=1, max_size=4).map(tuple), st.integers(0, 3000))
def test_exactly_payable_is_what_chips_pay_less_five_percent(values: tuple[int, ...], wager: int) -> None:
    chips = Chips(values)
    assert is_exactly_payable(wager, chips) == (wager * 95 % 100 == 0 and chips.can_pay(wager * 95 // 100))
