"""One dealer at a table at any time; a dead one is replaced, and nobody's time is lost or lengthened by it."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from paigow.house import watch
from paigow.house.audit.house import house as log_faults
from paigow.rules import load_submission
from paigow.table import Phase
from paigow.web.people.log_models import SignificantEvent
from paigow.web.service import tables
from paigow.web.service.booking import last_action
from paigow.web.service.dealer import DEAD, STUCK, Desk, Heart
from paigow.web.store.models import Dealer, Table
from tools.waiting import PATIENCE, wait_until

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
    lived = max(last, last_action(Table.objects.get()))
    later = lived + timedelta(seconds=30)
    other.beat(later)
    table = Table.objects.get()
    assert table.dealer == other.me
    assert table.deadline_at == deadline + timedelta(seconds=30)
    assert house.state == state
    house.desk.attend("t", timezone.now())  # back from the dead, it has no say any more
    assert house.state == state


def outages() -> list[dict[str, Any]]:
    return [event.detail for event in SignificantEvent.objects.filter(kind="outage").order_by("pk")]


def test_a_dead_dealer_is_noted_once_by_whoever_takes_over(open_house: Any) -> None:
    """Gaming standards L2. Two processes share the dead one's tables; a third that starts finds nothing to add."""
    house = open_house("maryland-tiles")
    for slug in ("u", "v"):
        tables.open_table(slug, load_submission("maryland-tiles"), "operator")
        house.desk.take(slug, timezone.now())
    assert outages() == [], "a table that nobody had is nobody's outage"
    last = timezone.now()
    Dealer.objects.filter(pk=house.desk.me.pk).update(beat_at=last)
    one, two = Desk("one"), Desk("two")
    later = last + timedelta(seconds=DEAD * 2)
    one.live(later)
    two.live(later)
    one.take("t", later)
    two.beat(later)
    assert {table.slug: table.dealer.name for table in Table.objects.select_related("dealer") if table.dealer} == {
        "t": "one", "u": "two", "v": "two"
    }  # fmt: skip
    kept = Dealer.objects.get(pk=house.desk.me.pk).beat_at.isoformat()
    assert outages() == [{"dealer": "the dealer", "last": kept, "tables": 3}]
    assert watch.note_outages(later, alone=False) == 0
    assert list(log_faults()) == []


def test_two_who_take_over_at_the_same_moment_note_it_once(open_house: Any) -> None:
    house = open_house("maryland-tiles")
    slugs = [f"t{number}" for number in range(6)]
    for slug in slugs:
        tables.open_table(slug, load_submission("maryland-tiles"), "operator")
        house.desk.take(slug, timezone.now())
    later = timezone.now() + timedelta(seconds=DEAD * 2)
    desks = [Desk(f"desk {number}") for number in range(2)]
    together = Barrier(len(desks))

    def take_over(desk: Desk) -> None:
        try:
            together.wait(PATIENCE)
            for slug in slugs if desk is desks[0] else reversed(slugs):
                desk.take(slug, later)
        finally:
            connection.close()

    for desk in desks:
        desk.live(later)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(take_over, desks))
    assert set(Table.objects.filter(slug__in=slugs).values_list("dealer__name", flat=True)) <= {"desk 0", "desk 1"}
    assert [each["dealer"] for each in outages()] == ["the dealer"]


def test_one_found_at_the_start_is_not_noted_again_by_who_takes_over(open_house: Any) -> None:
    house = open_house("maryland-tiles")
    now = timezone.now() + timedelta(seconds=1)
    assert watch.note_outages(now, alone=True) == 1
    again = Desk("the dealer, restarted")
    again.beat(now, take_all=True)
    assert Table.objects.get().dealer == again.me
    assert [each["dealer"] for each in outages()] == [house.desk.name]


def test_a_dealer_who_leaves_with_a_word_is_no_outage(open_house: Any) -> None:
    house = open_house("maryland-tiles")
    house.desk.release()
    other = Desk("another")
    other.beat(timezone.now() + timedelta(minutes=1))
    assert Table.objects.get().dealer == other.me
    assert outages() == []


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


def test_a_window_that_was_left_in_the_middle_has_the_time_that_was_left(open_house: Any, unhurried: Any) -> None:
    """A dealer that cannot wait for the end of a round lets its tables go; until somebody takes them nobody deals."""
    house = open_house("maryland-tiles", unhurried)
    house.seat("ann")
    house.deal_until(lambda: house.state.phase is Phase.BETTING)
    deadline = Table.objects.get().deadline_at
    assert deadline is not None
    before = timezone.now()
    house.desk.release()
    let_go, away = timezone.now(), timedelta(minutes=10)
    Desk("the next one").beat(let_go + away)
    lengthened = (Table.objects.get().deadline_at or deadline) - deadline
    assert away <= lengthened <= away + (let_go - before)


@pytest.mark.parametrize("first", ["the dealer", "its heart"])
def test_a_process_that_could_not_deal_for_a_while_gives_the_time_back_once(
    open_house: Any, unhurried: Any, first: str
) -> None:
    """The machine slept, say: the time was over when it awoke, and nobody could have acted."""
    house = open_house("maryland-tiles", unhurried)
    house.seat("ann")
    house.deal_until(lambda: house.state.phase is Phase.BETTING)
    house.deal(5)  # the bots wager
    state, deadline = house.state, Table.objects.get().deadline_at
    assert deadline is not None
    fell_asleep = house.desk.lived_at
    awoke = deadline + timedelta(minutes=10)
    if first == "its heart":
        house.desk.live(awoke)
    assert house.desk.deal_due(awoke) == 1, "it is looked at, and has time left"
    assert house.state == state
    table = Table.objects.get()
    assert table.deadline_at == deadline + (awoke - max(fell_asleep, last_action(table)))
    assert outages() == [{"dealer": "the dealer", "last": fell_asleep.isoformat(), "tables": 1}]
    for more in (1, 2):
        house.desk.beat(awoke + timedelta(seconds=more))
        house.desk.deal_due(awoke + timedelta(seconds=more))
    assert Table.objects.get().deadline_at == table.deadline_at
    assert len(outages()) == 1
    assert list(log_faults()) == []


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

    def beat_at() -> datetime:
        return Dealer.objects.get(pk=house.desk.me.pk).beat_at

    heart = Heart(house.desk, every=0.05)
    heart.start()
    try:
        began = timezone.now()
        wait_until(lambda: beat_at() > last)
        assert beat_at() > began - timedelta(seconds=DEAD)
        heart.moved_at -= STUCK + 1

        def stopped() -> bool:
            before = beat_at()
            time.sleep(0.5)
            return beat_at() == before

        wait_until(stopped)  # a beat may be on its way
    finally:
        heart.stop()
        heart.join(PATIENCE)
        assert not heart.is_alive()
