"""What the dealer and the bots do at one look at a table is one booking: all of it comes to be, or nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from paigow.rules import STANDARDS
from paigow.table import Phase
from paigow.web.service import notices, records, seats, tables
from paigow.web.service.loading import CACHE, Gap, hear
from paigow.web.store.models import LedgerEntry, StoredCommand, StoredEvent, StoredRound, Table

pytestmark = pytest.mark.django_db(transaction=True)


def rows() -> tuple[Any, ...]:
    counted = (model.objects.count() for model in (StoredCommand, StoredEvent, LedgerEntry, StoredRound))
    return (*counted, *Table.objects.values_list("sequence", "head", "due_at", "awaited").get())


class Failing:
    """A database that fails at the nth statement that writes."""

    def __init__(self, nth: int) -> None:
        self.left = nth

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "WITH")):
            self.left -= 1
            if self.left == 0:
                raise OperationalError("the disk is full")
        return execute(sql, params, many, context)


def test_a_look_that_fails_anywhere_leaves_nothing(open_house: Any, unhurried: Any) -> None:
    house = open_house("maryland-tiles", unhurried)
    house.seat("ann")
    house.deal_until(lambda: house.state.phase is Phase.BETTING)
    before, state, failed = rows(), house.state, 0
    for nth in range(1, 20):
        with connection.execute_wrapper(Failing(nth)):
            try:
                house.desk.attend("t", timezone.now())
            except OperationalError:
                failed += 1
                assert rows() == before
                assert house.state == state
                CACHE.clear()
                assert house.state == state
                continue
        break
    # Commands, events, ledger and the table's row at least. PostgreSQL gets all but the last in one statement.
    assert failed >= (2 if connection.vendor == "postgresql" else 4)
    wagers = StoredCommand.objects.filter(first__gt=state.sequence)
    assert {row.actor for row in wagers} == {"bot-an", "bot-bao"}
    assert len({row.at for row in wagers}) == 1  # one booking
    assert house.state.sequence == Table.objects.get().sequence == StoredEvent.objects.count()


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_round_is_recorded_alike_from_memory_and_from_the_store(open_house: Any, standard: str) -> None:
    house = open_house(standard)
    house.seat("ann")
    house.play_on()
    finished = StoredRound.objects.exclude(record_hash="")
    house.deal_until(finished.exists)
    house.deal_until(lambda: house.state.round is not None and house.state.sequence > finished.count())
    CACHE.clear()  # a process that comes in between remembers nothing of the round
    house.deal_until(lambda: finished.count() == 3)
    for kept in finished:
        assert kept.record_hash == records.hash_of(tables.find("t"), kept)


@pytest.mark.parametrize("heard", [True, False])
@pytest.mark.parametrize("standard", STANDARDS)
def test_two_processes_that_take_turns_record_a_round_alike(open_house: Any, standard: str, heard: bool) -> None:
    """Each process knows its own actions and reads those of the other, whether or not it heard their events."""
    house = open_house(standard)
    house.seat("ann")
    house.play_on()
    finished = StoredRound.objects.exclude(record_hash="")
    first = CACHE.get("t")
    assert first is not None
    memories, gaps = [first, first], 0
    while finished.count() < 3:
        for process, memory in enumerate(memories):
            CACHE.clear()
            CACHE.put("t", memory)
            if heard:
                news = notices.news_after("t", memory.state.sequence)
                hear("t", memory.state.sequence + 1, [each.event for each in news])
            house.deal()
            known = CACHE.get("t")
            assert known is not None
            memories[process] = known
            gaps += any(isinstance(each, Gap) for each in known.actions)
    assert gaps
    for kept in finished:
        assert kept.record_hash == records.hash_of(tables.find("t"), kept)


def test_events_that_do_not_continue_what_is_known_are_not_heard(open_house: Any) -> None:
    house = open_house("dealer-open")
    house.deal(20)
    known, news = CACHE.get("t"), [each.event for each in notices.news_after("t", 0)]
    assert known is not None
    last = known.state.sequence
    hear("t", last + 2, news[:1])  # one is missing
    hear("t", 1, news)  # nothing is new
    hear("elsewhere", 1, news)
    assert CACHE.get("t") is known
    assert CACHE.get("elsewhere") is None


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_window_that_opens_is_not_closed_at_the_same_look(open_house: Any, standard: str) -> None:
    """However short it is, and even if it was a bot that opened it."""
    house = open_house(standard)
    house.seat("ann")
    house.play_on()
    seen: set[int] = set()
    while len(seen) < 12:
        if house.state.round is None and "ann" in house.state.players:
            seats.act("t", "ann", "deal-me-in")
        house.desk.attend("t", timezone.now())
        state = house.state
        if state.phase is Phase.BETTING:
            seen.add(state.rounds)
        elif state.round is not None and state.phase in (Phase.STARTING, Phase.DEALING, Phase.SETTING):
            assert state.rounds in seen
    assert seen
