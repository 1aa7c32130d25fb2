"""NZ section 6: 1 to 1 less 5%, and only wagers that chips can pay exactly."""

import pytest

from paigow.money import Chips, ToOne, VigorishRounding, is_exactly_payable, vigorish

DOLLARS = Chips((100, 500, 2_500, 10_000))
HALVES = Chips((50, 100, 250, 500, 2_500, 10_000))


@pytest.mark.clause("NZ-6.11")
@pytest.mark.parametrize(("wager", "paid"), [(2_000, 1_900), (10_000, 9_500), (50_000, 47_500)])
def test_a_win_pays_nineteen_for_twenty(wager: int, paid: int) -> None:
    won = ToOne(1).pay(wager)
    assert won - vigorish(won, VigorishRounding.NONE) == paid


@pytest.mark.clause("NZ-6.12")
@pytest.mark.parametrize(
    ("wager", "chips", "accepted"),
    [
        (2_000, DOLLARS, True),
        (2_500, DOLLARS, False),
        (1_000, DOLLARS, False),
        (1_000, HALVES, True),
        (2_500, HALVES, False),
        (2_500, Chips((25, 100)), True),
        (2_500, Chips((125, 250, 1_000)), True),
        (3_000, HALVES, True),
    ],
)
def test_only_what_can_be_paid_exactly_is_accepted(wager: int, chips: Chips, accepted: bool) -> None:
    assert is_exactly_payable(wager, chips) is accepted
