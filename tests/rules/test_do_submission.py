"""What Dealer Open Pai Gow leaves to the operator."""

from collections.abc import Callable
from typing import Any

import pytest

from paigow.errors import SubmissionError
from paigow.money import ToOne
from paigow.rules import STANDARDS

OPEN = "dealer-open"
Choose = Callable[..., Any]
Refusal = Callable[..., SubmissionError]


@pytest.mark.clause("DO-R0")
def test_random_number_or_dice(choose: Choose, refusal: Refusal) -> None:
    for start in ("random-number", "shaker"):
        assert choose(OPEN, {"start": start}).start == start
    assert refusal(OPEN, {"start": "button"}).clause == "DO-R0"


@pytest.mark.clause("DO-R0.s2")
def test_seven_spots_with_the_dealers(choose: Choose, refusal: Refusal) -> None:
    assert STANDARDS[OPEN].positions == 7
    assert choose(OPEN, {"table.seats": 6}).table.seats == 6
    assert refusal(OPEN, {"table.seats": 7}).clause == "DO-R0.s2"


@pytest.mark.clause("DO-R1.s2")
@pytest.mark.parametrize("wager", ["jack_beats", "chan_chu"])
def test_wagers_without_a_published_table_wait_for_one(choose: Choose, refusal: Refusal, wager: str) -> None:
    assert not getattr(choose(OPEN).wagers, wager).offered
    assert refusal(OPEN, {f"wagers.{wager}.offered": True}).clause == "DO-R4.a.s2"
    lines = [{"jacks": 2, "pays": "3 to 1"}, {"jacks": 4, "pays": "100 to 1"}]
    chosen = getattr(choose(OPEN, {f"wagers.{wager}.offered": True, f"wagers.{wager}.lines": lines}).wagers, wager)
    assert [(line.jacks, line.pays) for line in chosen.lines] == [(2, ToOne(3)), (4, ToOne(100))]
    assert refusal(OPEN, {f"wagers.{wager}.lines": lines[:1] * 2}).clause == "DO-R4.a.s2"
    one = [{"jacks": 1, "pays": "1 to 1"}]
    assert refusal(OPEN, {f"wagers.{wager}.lines": one}).clause == "DO-R4.a"
    for pays in ("3 for 1", "3:1", "$3", 3):
        refused = refusal(OPEN, {f"wagers.{wager}.lines": [{"jacks": 2, "pays": pays}]})
        assert "is not a payout; write odds as text" in refused.message
        assert refused.clause == "DO-R4.a.s2"


@pytest.mark.clause("DO-P.push-ace-high.1", "DO-P.push-ace-high.2")
def test_one_of_two_pay_tables(choose: Choose, refusal: Refusal) -> None:
    for paytable in ("1", "2"):
        assert choose(OPEN, {"wagers.ace_high.paytable": paytable}).wagers.ace_high.paytable == paytable
    assert refusal(OPEN, {"wagers.ace_high.paytable": "3"}).clause == "DO-P.push-ace-high.1"


@pytest.mark.clause("DO-R9")
def test_the_house_way_is_chosen(choose: Choose, refusal: Refusal) -> None:
    assert choose(OPEN).house_way == "foxwoods"
    assert refusal(OPEN, {"house_way": "dealer's choice"}).clause == "DO-R9"
