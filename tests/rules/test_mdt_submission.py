"""What Maryland's rules for tiles leave to an operator's Rules Submission, and what they do not."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from paigow.errors import SubmissionError
from paigow.money import ToOne, parse_odds
from paigow.rules import STANDARDS

TILES = "maryland-tiles"
Choose = Callable[..., Any]
Refusal = Callable[..., SubmissionError]


@pytest.mark.clause("MDT-2.A")
def test_six_seats(choose: Choose, refusal: Refusal) -> None:
    assert choose(TILES).table.seats == STANDARDS[TILES].seats == 6
    for seats in (5, 7):
        assert refusal(TILES, {"table.seats": seats}).clause == "MDT-2.A"


@pytest.mark.clause("MDT-2.B.1")
def test_layout_carries_the_operators_name(choose: Choose, refusal: Refusal) -> None:
    assert choose(TILES, {"operator": "Harbour House"}).operator == "Harbour House"
    assert refusal(TILES, {"operator": ""}).clause == "MDT-2.B.1"


@pytest.mark.parametrize(
    ("key", "start"),
    [
        pytest.param("approvals.layout", "shaker", marks=pytest.mark.clause("MDT-2.B")),
        pytest.param("approvals.boxes", "shaker", marks=pytest.mark.clause("MDT-2.C")),
        pytest.param("approvals.shaker", "shaker", marks=pytest.mark.clause("MDT-2.D")),
        pytest.param("approvals.random_number_generator", "random-number", marks=pytest.mark.clause("MDT-2.F")),
    ],
)
def test_what_is_used_needs_its_approval(
    choose: Choose, refusal: Refusal, request: pytest.FixtureRequest, key: str, start: str
) -> None:
    (mark,) = [mark.args[0] for mark in request.node.iter_markers("clause")]
    approved = {"start": start, "approvals.random_number_generator": "ref 7"}
    assert choose(TILES, approved | {key: "ref 8"}).start == start
    assert refusal(TILES, approved | {key: ""}).clause == mark


@pytest.mark.clause("MDT-2.F", "MDT-2.D")
def test_what_is_not_used_needs_no_approval(choose: Choose) -> None:
    assert choose(TILES, {"start": "shaker"}).approvals.random_number_generator == ""
    chosen = choose(TILES, {"start": "random-number", "approvals.random_number_generator": "r", "approvals.shaker": ""})
    assert chosen.start == "random-number"


@pytest.mark.clause("MDT-2.E")
def test_dice_stay_24_hours_at_most(choose: Choose, refusal: Refusal) -> None:
    assert choose(TILES, {"equipment.dice_hours": 24}).equipment.dice_hours == 24
    assert choose(TILES, {"equipment.dice_hours": 1}).equipment.dice_hours == 1
    assert refusal(TILES, {"equipment.dice_hours": 25}).clause == "MDT-2.E"


@pytest.mark.clause("MDT-3.A.2")
def test_tiles_are_changed_every_12_hours_or_sooner(choose: Choose, refusal: Refusal) -> None:
    assert choose(TILES, {"equipment.tiles_hours": 12}).equipment.tiles_hours == 12
    assert choose(TILES, {"equipment.tiles_hours": 6}).equipment.tiles_hours == 6
    assert refusal(TILES, {"equipment.tiles_hours": 13}).clause == "MDT-3.A.2"
    assert refusal(TILES, {"equipment.tiles_hours": 0}).clause == "MDT-3.A.2"


@pytest.mark.clause("MDT-5.E")
@pytest.mark.parametrize("allowed", [True, False])
def test_two_adjacent_positions_are_an_option(choose: Choose, allowed: bool) -> None:
    assert choose(TILES, {"wagers.two_adjacent": allowed}).wagers.two_adjacent is allowed


@pytest.mark.clause("MDT-5.F")
@pytest.mark.parametrize("offered", [True, False])
def test_pair_fortunes_is_an_option_and_the_only_one(choose: Choose, refusal: Refusal, offered: bool) -> None:
    assert choose(TILES, {"wagers.pair_fortunes.offered": offered}).wagers.pair_fortunes.offered is offered
    assert "unknown key wagers.fortune" in str(refusal(TILES, {"wagers.fortune.offered": True}))


@pytest.mark.clause("MDT-6.A.1")
def test_a_random_number_may_replace_the_shaker_but_nothing_else(choose: Choose, refusal: Refusal) -> None:
    approved = {"approvals.random_number_generator": "r"}
    assert choose(TILES, {"start": "random-number"} | approved).start == "random-number"
    assert refusal(TILES, {"start": "button"}).clause == "MDT-6.A.1"


@pytest.mark.clause("MDT-7.A")
def test_alternative_deliveries_are_an_option(choose: Choose, refusal: Refusal) -> None:
    assert len(choose(TILES).delivery.styles) == 9
    assert choose(TILES, {"delivery.styles": []}).delivery.styles == ()
    assert choose(TILES, {"delivery.dealer_may_choose": True}).delivery.dealer_may_choose
    assert refusal(TILES, {"delivery.styles": ["kangaroo-jump"]}).clause == "MDT-7.A"
    assert refusal(TILES, {"delivery.styles": ["chee-yee", "chee-yee"]}).clause == "MDT-7.A"
    assert refusal(TILES, {"delivery.styles": [], "delivery.dealer_may_choose": True}).clause == "MDT-7.A"


@pytest.mark.clause("MDT-8.K")
def test_a_winning_wager_pays_1_to_1() -> None:
    assert parse_odds(STANDARDS[TILES].main.pays) == ToOne(1)


@pytest.mark.clause("MDT-1.B.11", "MDT-8.K.s2")
def test_vigorish_is_five_percent(choose: Choose, refusal: Refusal) -> None:
    assert STANDARDS[TILES].main.vigorish == Fraction(1, 20)
    assert choose(TILES).vigorish.percent == 5
    assert refusal(TILES, {"vigorish.percent": 4}).clause == "MDT-8.K.s2"


@pytest.mark.clause("MDT-8.K.1")
def test_rounding_to_a_quarter_is_an_option(choose: Choose, refusal: Refusal) -> None:
    assert choose(TILES).vigorish.rounding == "cent"
    assert choose(TILES, {"vigorish.rounding": "quarter"}).vigorish.rounding == "quarter"
    assert refusal(TILES, {"vigorish.rounding": "dollar"}).clause == "MDT-8.K.1"


@pytest.mark.clause("MDT-8.L")
def test_one_of_four_pay_tables_is_selected(choose: Choose, refusal: Refusal) -> None:
    for letter in "ABCD":
        assert choose(TILES, {"wagers.pair_fortunes.paytable": letter}).wagers.pair_fortunes.paytable == letter
    assert refusal(TILES, {"wagers.pair_fortunes.paytable": "E"}).clause == "MDT-8.L"


@pytest.mark.clause("MDT-9.A", "MDT-9.E")
def test_banking_and_co_banking_are_options(choose: Choose, refusal: Refusal) -> None:
    for offered, co_banking in ((True, True), (True, False), (False, False)):
        banking = choose(TILES, {"banking.offered": offered, "banking.co_banking": co_banking}).banking
        assert (banking.offered, banking.co_banking) == (offered, co_banking)
    assert refusal(TILES, {"banking.offered": False, "banking.co_banking": True}).clause == "MDT-9.E"


@pytest.mark.clause("MDT-1.B.2")
def test_a_co_bank_covers_half() -> None:
    assert STANDARDS[TILES].co_bank_share == Fraction(1, 2)
