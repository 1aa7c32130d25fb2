"""MDP chapter 13, section A: the vigorish; section G: the payout limit."""

import pytest

from paigow.money import VigorishRounding, least_payout_limit, limited, vigorish


@pytest.mark.clause("MDP-13.A.s2")
@pytest.mark.parametrize(("won", "kept"), [(1_000, 50), (7_500, 375), (10_000_000, 500_000)])
def test_five_percent_of_the_win_is_kept(won: int, kept: int) -> None:
    assert vigorish(won) == kept


@pytest.mark.clause("MDP-13.A.1")
@pytest.mark.parametrize(("won", "kept"), [(100, 25), (500, 25), (501, 50), (1_500, 75), (1_600, 100), (10_000, 500)])
def test_the_operator_may_round_up_to_quarters(won: int, kept: int) -> None:
    assert vigorish(won, VigorishRounding.QUARTER) == kept


@pytest.mark.parametrize(
    ("most", "least"),
    [
        pytest.param(4_000_000, 5_000_000, marks=pytest.mark.clause("MDP-13.G.1.a")),
        pytest.param(5_000_000, 5_000_000, marks=pytest.mark.clause("MDP-13.G.1.a")),
        pytest.param(12_500_000, 12_500_000, marks=pytest.mark.clause("MDP-13.G.1.b")),
    ],
)
def test_the_limit_is_the_greater_of_two(most: int, least: int) -> None:
    assert least_payout_limit(most) == least


@pytest.mark.clause("MDP-13.G")
@pytest.mark.parametrize(
    ("pays", "limit", "paid"),
    [
        ((4_000_000, 500_000), 5_000_000, (4_000_000, 500_000)),
        ((4_000_000, 2_000_000), 5_000_000, (4_000_000, 1_000_000)),
        ((9_000_000, 2_000_000), 5_000_000, (5_000_000, 0)),
        ((9_000_000, 2_000_000), None, (9_000_000, 2_000_000)),
        ((), 5_000_000, ()),
    ],
)
def test_one_hand_is_paid_no_more_than_the_limit(
    pays: tuple[int, ...], limit: int | None, paid: tuple[int, ...]
) -> None:
    assert limited(pays, limit) == paid
