"""One dealer at a table at any time; a dead one is replaced, and nobody's time is lost or lengthened by it."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from paigow.table import Phase
from paigow.web.service.booking import last_deed
from paigow.web.service.dealer import DEAD, STUCK, Desk, Heart
from paigow.web.store.models import Dealer, Table

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_table_is_dealt_by_one_process_only(open_house: Any, unhurried: Any) -> None:
    house = open_house("maryland-tiles", unhurried)
    house.seat("ann")
    other = Desk("another")
    other.beat(timezone.now())
    assert Table.objects.get().dealer == house.desk.me
    before = house.state.sequence
    for _ in range(20):
        other.deal_due(timezone.now())
        other.attend("t", timezone.now())
    assert house.state.sequence == before


def test_a_dead_dealer_is_replaced_and_the_clock_stood_still_meanwhile(open_house: Any, unhurried: Any) -> None:
    house = open_house("maryland-tiles", unhurried)
    house.seat("ann")
    house.deal_until(lambda: house.state.phase is Phase.BETTING)
    state, deadline = house.state, Table.objects.get().deadline_at
    assert deadline is not None
    last = timezone.now()
    Dealer.objects.filter(pk=house.desk.me.pk).update(beat_at=last)
    other = Desk("another")
    soon = last + timedelta(seconds=DEAD - 0.5)
    other.beat(soon)
    assert Table.objects.get().dealer == house.desk.me  # it may only be slow
    lived = max(last, last_deed(Table.objects.get()))
    later = lived + timedelta(seconds=30)
    other.beat(later)
    table = Table.objects.get()
    assert table.dealer == other.me
    assert table.deadline_at == deadline + timedelta(seconds=30)
    assert house.state == state
    house.desk.attend("t", timezone.now())  # back from the dead, it has no say any more
    assert house.state == state


def test_a_quick_restart_does_not_lengthen_a_window(open_house: Any, unhurried: Any) -> None:
    house = open_house("maryland-tiles", unhurried)
    house.seat("ann")
    house.deal_until(lambda: house.state.phase is Phase.BETTING)
    deadline = Table.objects.get().deadline_at
    assert deadline is not None
    now = timezone.now()
    Dealer.objects.filter(pk=house.desk.me.pk).update(beat_at=now - timedelta(seconds=0.4))
    again = Desk("the dealer, restarted")
    again.beat(now, take_all=True)
    lengthened = (Table.objects.get().deadline_at or deadline) - deadline
    assert timedelta(0) <= lengthened <= timedelta(seconds=0.4)  # no more than the time without a sign of life


def test_a_dealer_who_leaves_lets_the_table_go_between_rounds(open_house: Any) -> None:
    house = open_house("maryland-tiles")
    house.seat("ann")
    house.deal_until(lambda: house.state.round is not None)
    house.desk.draining = True
    house.deal_until(lambda: Table.objects.get().dealer is None)
    assert house.state.round is None
    assert not house.desk.rounds_on()


def test_a_dealer_who_is_busy_is_not_dead_and_one_who_is_stuck_is(open_house: Any) -> None:
    """The heart beats by itself while the dealer moves at all."""
    house = open_house("maryland-tiles")
    last = timezone.now() - timedelta(seconds=DEAD * 2)
    Dealer.objects.filter(pk=house.desk.me.pk).update(beat_at=last)
    heart = Heart(house.desk, every=0.05)
    heart.start()
    try:
        until = time.monotonic() + 20
        while (beat := Dealer.objects.get(pk=house.desk.me.pk).beat_at) == last:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert beat > timezone.now() - timedelta(seconds=DEAD)
        heart.moved_at -= STUCK + 1
        time.sleep(0.3)
        stopped = Dealer.objects.get(pk=house.desk.me.pk).beat_at
        time.sleep(0.3)
        assert Dealer.objects.get(pk=house.desk.me.pk).beat_at == stopped
    finally:
        heart.stop()
        heart.join()
