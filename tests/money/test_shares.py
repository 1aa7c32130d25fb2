"""Sums that do not divide evenly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.money import Halves, MoneyError, halves, pro_rata


@given(st.integers(0, 10**9), st.sampled_from([1, 5, 25, 50, 100, 250]))
def test_halves_add_up_and_the_house_has_the_odd_unit(amount: int, unit: int) -> None:
    parts = halves(amount, unit)
    assert parts.house + parts.co_bank == amount
    assert parts.co_bank % unit == 0
    assert 0 <= parts.house - parts.co_bank < 2 * unit


@pytest.mark.parametrize(
    ("amount", "unit", "house", "co_bank"),
    [(0, 1, 0, 0), (1, 1, 1, 0), (1001, 1, 501, 500), (1000, 1, 500, 500), (1500, 100, 800, 700), (300, 250, 300, 0)],
)
def test_halves(amount: int, unit: int, house: int, co_bank: int) -> None:
    assert halves(amount, unit) == Halves(house, co_bank)


def test_impossible_halves_are_refused() -> None:
    with pytest.raises(MoneyError, match="the sum to divide is -1"):
        halves(-1)
    with pytest.raises(MoneyError, match="the smallest unit is 0"):
        halves(5, 0)


@given(st.integers(0, 10**9), st.lists(st.integers(0, 10**6), min_size=1, max_size=8).filter(any).map(tuple))
def test_shares_follow_the_stakes_to_less_than_a_cent(amount: int, stakes: tuple[int, ...]) -> None:
    shares, whole = pro_rata(amount, stakes), sum(stakes)
    assert sum(shares) == amount
    for share, stake in zip(shares, stakes, strict=True):
        assert abs(share * whole - amount * stake) < whole  # so an exact share stays exact, and no stake has none
    up = [
        amount * stake % whole for share, stake in zip(shares, stakes, strict=True) if share > amount * stake // whole
    ]
    down = [
        amount * stake % whole for share, stake in zip(shares, stakes, strict=True) if share <= amount * stake // whole
    ]
    assert not up or not down or min(up) >= max(down)  # whoever is rounded up had the larger remainder


@pytest.mark.clause("NZ-5.5")
def test_left_over_cents_go_to_the_largest_remainders() -> None:
    assert pro_rata(100, (1, 1, 1)) == (34, 33, 33)
    assert pro_rata(100, (100, 200)) == (33, 67)
    assert pro_rata(3, (4, 1, 1)) == (2, 1, 0)  # the largest stake's share comes out exactly
    assert pro_rata(1, (5, 9, 9)) == (0, 1, 0)
    with pytest.raises(MoneyError, match="nothing is staked") as refusal:
        pro_rata(100, (0, 0))
    assert refusal.value.clause == "NZ-5.5"


@pytest.mark.clause("NZ-5.5")
@pytest.mark.parametrize(
    ("amount", "stakes", "shares"),
    [(2, (1, 3), (0, 2)), (2, (3, 1), (2, 0)), (1, (1, 1), (1, 0)), (5, (2, 1, 3), (2, 1, 2))],
)
def test_a_cent_left_over_goes_to_the_largest_remainder_then_the_larger_stake(
    amount: int, stakes: tuple[int, ...], shares: tuple[int, ...]
) -> None:
    assert pro_rata(amount, stakes) == shares
