"""Progressive meters: every contribution is shown, held or paid, to the ten-thousandth of a cent."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from paigow.errors import NotationError, SubmissionError
from paigow.money import Account, Ledger, Meter, MeterRules, MoneyError, Movement, ShareOfMeter, Transfer, rack
from paigow.money.ledger import CAGE, INVENTORY

RULES = MeterRules("major", initial=1_000_000, reset=1_000_000, rate=2000)
WHOLE, TENTH = ShareOfMeter(100), ShareOfMeter(10)


class Progressive(RuleBasedStateMachine):
    """Wagers, voids, awards and amendments in any order, with the ledger beside the meter."""

    def __init__(self) -> None:
        super().__init__()
        self.meter = Meter.opened(MeterRules("m", 5_000, 3_000, rate=1733, reserve_rate=217, ceiling=5_600))
        self.ledger = Ledger(self.meter.opening_transfers()).apply(
            (Transfer(CAGE, rack("alice"), 10**6, Movement.BUY_IN),)
        )
        self.due = self.reserve_due = Fraction(0)
        self.open: list[int] = []
        self.paid = 0

    @rule(wager=st.integers(0, 2_000))
    def bets(self, wager: int) -> None:
        before = self.meter
        self.meter, move = before.contribute(wager)
        self.ledger = self.ledger.apply(move.transfers())
        self.due += Fraction(wager * before.rules.rate, 10_000)
        self.reserve_due += Fraction(wager * before.rules.reserve_rate, 10_000)
        assert min(move.to_display, move.to_reserve, move.to_overflow) >= 0
        assert self.meter.contributed - before.contributed == move.to_display + move.to_reserve + move.to_overflow
        assert self.meter.display >= before.display
        self.open.append(wager)

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        wager = self.open.pop(data.draw(st.integers(0, len(self.open) - 1)))
        self.meter, move = self.meter.reverse(wager)
        self.ledger = self.ledger.apply(move.transfers("MDP-8.F"))
        self.due -= Fraction(wager * self.meter.rules.rate, 10_000)
        self.reserve_due -= Fraction(wager * self.meter.rules.reserve_rate, 10_000)
        assert max(move.to_display, move.to_reserve, move.to_overflow) <= 0

    @rule(percent=st.sampled_from([10, 100]))
    def win(self, percent: int) -> None:
        before = self.meter
        self.meter, award = before.award(ShareOfMeter(percent))
        self.ledger = self.ledger.apply(award.transfers(rack("alice")))
        assert award.amount == before.display * percent // 100
        self.paid += award.amount
        self.open.clear()
        if percent == 100:
            assert self.meter.display == self.meter.rules.reset + award.from_overflow
            assert award.reset_from_reserve + award.reset_from_house == self.meter.rules.reset
            assert not award.reset_from_house or not self.meter.reserve
        else:
            assert self.meter.display == before.display - award.amount

    @rule(rate=st.integers(0, 5_000), reset=st.integers(0, 4_000), ceiling=st.none() | st.integers(4_000, 9_000))
    def amend(self, rate: int, reset: int, ceiling: int | None) -> None:
        rules = MeterRules("m", 4_000, reset, rate, 100, ceiling)
        if ceiling is not None and ceiling < self.meter.display:
            with pytest.raises(SubmissionError, match="below the"):
                self.meter.amend(rules)
        else:
            amended = self.meter.amend(rules)
            assert amended.rules == self.meter.rules
            self.meter = amended

    @invariant()
    def adds_up(self) -> None:
        meter = self.meter
        assert (
            5_000 + meter.contributed + meter.reset_by_house
            == meter.display + meter.reserve + meter.overflow + meter.wins
        )
        exact = meter.contributed + Fraction(meter.carry + meter.reserve_carry, 10_000)
        assert exact == self.due + self.reserve_due
        assert 0 <= meter.carry < 10_000
        assert 0 <= meter.reserve_carry < 10_000
        assert meter.rules.ceiling is None or meter.display <= meter.rules.ceiling
        assert meter.wins == self.paid
        for kind, cents in (("meter", meter.display), ("reserve", meter.reserve), ("overflow", meter.overflow)):
            assert self.ledger[Account(f"{kind}:m")] == cents


TestProgressive = Progressive.TestCase


@pytest.mark.clause("MDP-13.E.6")
def test_fractions_of_a_cent_are_carried_not_lost() -> None:
    meter = Meter.opened(MeterRules("m", 0, 0, rate=1))
    for _ in range(99):
        meter, move = meter.contribute(100)
        assert move.transfers() == ()
    assert (meter.display, meter.carry) == (0, 9_900)
    meter, move = meter.contribute(100)
    assert (meter.display, meter.carry) == (1, 0)
    assert move.transfers() == (Transfer(INVENTORY, Account("meter:m"), 1, Movement.CONTRIBUTION, "MDP-13.E.6"),)


@given(st.lists(st.integers(0, 10_000), max_size=20), st.integers(0, 10_000), st.integers(0, 10_000), st.data())
def test_voids_in_any_order_leave_no_trace(wagers: list[int], rate: int, reserve: int, data: st.DataObject) -> None:
    opened = Meter.opened(MeterRules("m", 100, 100, rate, min(reserve, 10_000 - rate), ceiling=400))
    meter = opened
    for wager in wagers:
        meter, _ = meter.contribute(wager)
    for wager in data.draw(st.permutations(wagers)):
        meter, _ = meter.reverse(wager)
    assert meter == opened


def test_a_wager_never_taken_cannot_be_reversed() -> None:
    meter, _ = Meter.opened(RULES).contribute(100)
    with pytest.raises(MoneyError, match="the major meter never took a wager of"):
        meter.reverse(200)


@pytest.mark.clause("MDP-13.E.8", "MDP-13.F")
def test_two_winners_of_one_round() -> None:
    """The first takes what is shown, the second the reset amount; a tenth taken first lowers both."""
    meter, _ = Meter.opened(RULES).contribute(500_000)
    meter, tenth = meter.award(TENTH)
    meter, first = meter.award(WHOLE)
    meter, second = meter.award(WHOLE)
    assert [award.amount for award in (tenth, first, second)] == [110_000, 990_000, 1_000_000]
    assert (meter.display, meter.hits, meter.wins, meter.reset_by_house) == (1_000_000, 3, 2_100_000, 2_000_000)


@pytest.mark.clause("MDP-13.F")
def test_a_tenth_rounds_down_and_the_rest_stays() -> None:
    meter, award = Meter.opened(MeterRules("m", 1_000_009, 0, 0)).award(TENTH)
    assert (award.amount, meter.display) == (100_000, 900_009)


@pytest.mark.clause("MDP-13.E.7.a", "MDP-13.F")
def test_a_reset_comes_from_the_reserve_and_then_from_the_house() -> None:
    meter, _ = Meter.opened(MeterRules("m", 1_000, 1_000, rate=0, reserve_rate=5_000)).contribute(1_200)
    assert meter.reserve == 600
    meter, award = meter.award(WHOLE)
    assert (award.reset_from_reserve, award.reset_from_house) == (600, 400)
    assert (meter.display, meter.reserve, meter.reset_by_house) == (1_000, 0, 400)
    assert award.transfers(rack("a")) == (
        Transfer(Account("meter:m"), rack("a"), 1_000, Movement.METER_AWARD, "MDP-13.F"),
        Transfer(Account("reserve:m"), Account("meter:m"), 600, Movement.RESET_FROM_RESERVE, "MDP-13.E.7.a"),
        Transfer(CAGE, Account("meter:m"), 400, Movement.RESET_BY_HOUSE, "MDP-13.E.7.a"),
    )


@pytest.mark.clause("MDP-13.E.6", "MDP-13.F")
def test_above_the_ceiling_it_overflows_into_the_next_jackpot() -> None:
    meter, move = Meter.opened(MeterRules("m", 900, 500, rate=10_000, ceiling=1_000)).contribute(1_500)
    assert (move.to_display, move.to_overflow) == (100, 1_400)
    meter, award = meter.award(TENTH)
    assert (meter.display, meter.overflow) == (900, 1_400)  # a part taken does not call on the overflow
    meter, award = meter.award(WHOLE)
    assert (award.amount, award.from_overflow) == (900, 500)
    assert (meter.display, meter.overflow) == (1_000, 900)


def test_amendments_wait_for_the_whole_meter_to_be_won() -> None:
    richer = MeterRules("major", 1_000_000, 1_500_000, 3000)
    meter = Meter.opened(RULES).amend(richer)
    meter, move = meter.contribute(100)
    assert move.to_display == 20
    meter, _ = meter.award(TENTH)
    assert meter.rules == RULES
    meter, _ = meter.award(WHOLE)
    assert (meter.rules, meter.pending, meter.display) == (richer, None, 1_500_000)
    assert Meter.opened(RULES).amend(richer).amend(RULES) == Meter.opened(RULES)
    with pytest.raises(SubmissionError, match="cannot be amended into the minor meter"):
        meter.amend(MeterRules("minor", 0, 0, 0))


@pytest.mark.clause("MDP-13.E.6")
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rate": -1}, "rates of -1 and 0 basis points"),
        ({"rate": 10_001}, "together at most 10000"),
        ({"rate": 9_000, "reserve_rate": 1_001}, "together at most 10000"),
        ({"rate": 0.5}, "each must be a whole number"),
        ({"ceiling": 999_999}, "is above its ceiling"),
    ],
)
def test_impossible_meters_are_refused(fields: dict[str, int], message: str) -> None:
    given_fields = {"initial": 1_000_000, "reset": 1_000_000, "rate": 2000} | fields
    with pytest.raises(SubmissionError, match=message):
        MeterRules("major", **given_fields)


@pytest.mark.clause("MDP-13.E.6")
def test_a_reserve_carries_fractions_of_a_cent_too() -> None:
    meter = Meter.opened(MeterRules("minor", 0, 0, 0, reserve_rate=33))
    reserves = []
    for _ in range(4):
        meter, move = meter.contribute(100)
        reserves.append(move.to_reserve)
    assert reserves == [0, 0, 0, 1]  # a third of a cent each time
    assert (meter.reserve, meter.reserve_carry) == (1, 3_200)


@pytest.mark.clause("MDP-13.E.6")
def test_a_meter_at_its_ceiling_takes_no_more_and_no_wager_is_negative() -> None:
    full = Meter.opened(MeterRules("minor", 50_000, 50_000, 1000, ceiling=50_000))
    after, move = full.contribute(100)
    assert (move.to_display, move.to_overflow) == (0, 10)
    assert (after.display, after.overflow) == (50_000, 10)
    with pytest.raises(MoneyError):
        full.contribute(-100)


@pytest.mark.clause("MDP-13.E.6")
def test_meters_have_a_name_and_amounts() -> None:
    with pytest.raises(NotationError, match="is not an account"):
        MeterRules("two words", 0, 0, 0)
    with pytest.raises(MoneyError, match="the reset amount of the m meter is -1"):
        MeterRules("m", 0, -1, 0)
