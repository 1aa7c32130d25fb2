"""MDP chapter 13, sections E and F: the progressive meters."""

import pytest

from paigow.money import INVENTORY, Account, Ledger, Meter, MeterRules, Movement, ShareOfMeter, rack

WHOLE, TENTH = ShareOfMeter(100), ShareOfMeter(10)


@pytest.mark.clause("MDP-13.E.6")
@pytest.mark.parametrize(("rate", "shown"), [(0, 1_000_000), (1_500, 1_000_075), (2_000, 1_000_100)])
def test_the_meter_grows_at_the_rate_of_the_submission(rate: int, shown: int) -> None:
    meter, _ = Meter.opened(MeterRules("major", 1_000_000, 1_000_000, rate)).contribute(500)
    assert meter.display == shown


@pytest.mark.clause("MDP-13.E.7.a")
def test_the_meter_begins_and_resets_at_the_amounts_of_the_submission() -> None:
    meter = Meter.opened(MeterRules("major", initial=2_500_000, reset=1_200_000, rate=2_000))
    assert meter.display == 2_500_000
    meter, award = meter.award(WHOLE)
    assert award.amount == 2_500_000
    assert meter.display == 1_200_000


@pytest.mark.clause("MDP-13.F", "MDP-13.E.8")
def test_each_winner_is_paid_what_the_meter_shows_at_his_turn() -> None:
    """Four winners of one deal are paid in turn; what the meter showed when they bet or were dealt does not matter."""
    meter = Meter.opened(MeterRules("major", 1_000_000, 1_000_000, 2_000))
    for _ in range(4):
        meter, _ = meter.contribute(500)
    assert meter.display == 1_000_400
    paid = []
    for share in (TENTH, WHOLE, TENTH, WHOLE):
        meter, award = meter.award(share)
        paid.append(award.amount)
    assert paid == [100_040, 900_360, 100_000, 900_000]
    assert meter.display == 1_000_000


@pytest.mark.clause("MDP-11.H.6.b.v")
@pytest.mark.parametrize("share", [WHOLE, TENTH])
def test_a_share_of_the_meter_does_not_come_from_the_inventory(share: ShareOfMeter) -> None:
    meter = Meter.opened(MeterRules("major", 1_000_000, 1_000_000, 2_000))
    ledger = Ledger(meter.opening_transfers())
    _, award = meter.award(share)
    transfers = award.transfers(rack("alice"))
    paid = ledger.apply(transfers)
    assert paid[rack("alice")] == award.amount == meter.display * share.percent // 100
    assert all(INVENTORY not in (transfer.debit, transfer.credit) for transfer in transfers)
    assert paid[INVENTORY] == 0


@pytest.mark.clause("MDP-13.E.7.a", "MDP-13.F")
def test_what_a_full_meter_could_not_show_is_added_when_it_is_won() -> None:
    """A wager adds $2 to the display, of which $1 is above the ceiling, and $1 to the reserve."""
    meter = Meter.opened(MeterRules("major", 1_000_000, 1_000_000, 2_000, reserve_rate=1_000, ceiling=1_000_100))
    ledger = Ledger(meter.opening_transfers())
    meter, added = meter.contribute(1_000)
    assert (meter.display, meter.overflow, meter.reserve) == (1_000_100, 100, 100)
    meter, award = meter.award(WHOLE)
    moves = award.transfers(rack("alice"))
    assert [(str(move.debit), str(move.credit), move.amount, move.kind, move.clause) for move in moves] == [
        ("meter:major", "rack:alice", 1_000_100, Movement.METER_AWARD, "MDP-13.F"),
        ("reserve:major", "meter:major", 100, Movement.RESET_FROM_RESERVE, "MDP-13.E.7.a"),
        ("cage", "meter:major", 999_900, Movement.RESET_BY_HOUSE, "MDP-13.E.7.a"),
        ("overflow:major", "meter:major", 100, Movement.OVERFLOW, "MDP-13.E.7.a"),
    ]
    after = ledger.apply(added.transfers()).apply(moves)
    assert (after[Account("meter:major")], meter.display) == (1_000_100, 1_000_100)
    assert (meter.overflow, meter.reserve, meter.reset_by_house) == (0, 0, 999_900)
