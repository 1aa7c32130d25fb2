"""This process's cache of its tables: the latest state of each, the actions since the last round, and recent events.

Only committed state is cached, and it is compared with the table's row on every use, since another process may have
written.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from typing import Any, Generic, TypeVar

from django.db import OperationalError, connection, transaction
from psycopg.errors import DeadlockDetected

from paigow.table import Command, Event, TableState, evolve
from paigow.table.steps.closing import RoundClosed
from paigow.table.steps.mixing import RoundOpened
from paigow.web.fast.statements import NUMBER, TEXT, Statement, row_of
from paigow.web.service.errors import NoSuchTable
from paigow.web.store import journal
from paigow.web.store.models import StoredEvent, Table

R = TypeVar("R")
TRIES = 3
_SQLITE = threading.RLock()
"""A lock for SQLite, which has one writer for the whole database and waits by sleeping and retrying, without a queue;
the threads of a process queue here instead.
"""

FIELDS = [field.attname for field in Table._meta.concrete_fields if field.name != "submission"]
_ROW = Statement(lambda slug: Table.objects.select_for_update().filter(slug=slug).order_by().values_list(*FIELDS), TEXT)


@contextmanager
def writing() -> Iterator[None]:
    """Provide a transaction that locks tables, in order of their names."""
    with _SQLITE if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
        yield


@contextmanager
def locked(slug: str) -> Iterator[Table]:
    """Provide a transaction that locks the table's row. Anything read in it stays true until the commit."""
    with writing():
        found = _ROW(slug)
        if not found:
            raise NoSuchTable("there is no table {slug}", slug=repr(slug))
        yield row_of(Table, FIELDS, found[0])


def past_deadlocks(transact: Callable[[], R]) -> R:
    """Retry a transaction that the database aborted to break a deadlock."""
    for left in reversed(range(TRIES)):
        try:
            return transact()
        except OperationalError as error:
            if not (left and isinstance(error.__cause__, DeadlockDetected)):
                raise
    raise AssertionError("the last try returns or raises")


Action = tuple[Command, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Block:
    """The end of a finished round in the table's record: its last event, and the hash of its block."""

    last: int
    hash: str


@dataclass(frozen=True, slots=True)
class Gap:
    """The numbers of events that another process has written; its commands are read only if they are needed."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Known:
    """A state, the actions that led to it from event `since`, and the end of the last round before them, if known."""

    state: TableState
    since: int
    actions: tuple[Action | Gap, ...] = ()
    block: Block | None = None

    def after(self, events: Sequence[Event]) -> "Known":
        """Return what is known after another process has written these events."""
        state = reduce(evolve, events, self.state)
        if any(isinstance(event, RoundClosed) for event in events):
            return Known(state, state.sequence)
        first, actions = self.state.sequence + 1, self.actions
        if actions and isinstance(actions[-1], Gap):
            first, actions = actions[-1].first, actions[:-1]
        return Known(state, self.since, (*actions, Gap(first, state.sequence)), self.block)


class _Cache:
    def __init__(self, most: int = 2000) -> None:
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._most = most
        self._lock = threading.Lock()

    def get(self, slug: str) -> Known | None:
        with self._lock:
            return self._known.get(slug)

    def put(self, slug: str, known: Known) -> None:
        with self._lock:
            had = self._known.get(slug)
            if had is not None and had.state.sequence > known.state.sequence:
                return
            self._known[slug] = known
            self._known.move_to_end(slug)
            if len(self._known) > self._most:
                self._known.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._known.clear()


CACHE = _Cache()


def known_at(table: Table) -> Known:
    """Return the state the table's row refers to, or a later committed one."""
    known = CACHE.get(table.slug)
    if known is None:
        state = journal.load_state(table)
        known = Known(state, state.sequence)
    elif known.state.sequence < table.sequence:
        known = known.after(journal.events_after(table, known.state.sequence))
    else:
        return known
    CACHE.put(table.slug, known)
    return known


def hear(slug: str, first: int, events: Sequence[Event]) -> None:
    """Continue the cached state of a table with events from number `first` on that another process has committed.

    They have been read for those who follow the table, so nobody has to read them again.
    """
    known = CACHE.get(slug)
    if known is not None and first <= known.state.sequence + 1 < first + len(events):
        CACHE.put(slug, known.after(events[known.state.sequence + 1 - first :]))


def state_at(table: Table) -> TableState:
    return known_at(table).state


def last_known(table: Table) -> TableState:
    """Return the last state known to this process; commands based on it carry `expected`."""
    known = CACHE.get(table.slug)
    return known.state if known is not None else state_at(table)


class Events(tuple[Event, ...]):
    """The events of one round so far, with what has been worked out from them."""

    _known: dict[Hashable, Any]
    _of_each: dict[Hashable, Any]

    def once(self, key: Hashable, work: Callable[[], R]) -> R:
        """Return what follows from these events; it is worked out for the first who asks under this key."""
        return _remembered(self.__dict__.setdefault("_known", {}), key, work)

    def each(self, key: Hashable, work: Callable[[], R]) -> R:
        """Return what follows from one of these events, and is still true when others have followed."""
        return _remembered(self.__dict__.setdefault("_of_each", {}), key, work)

    def follow(self, before: "Events | None") -> "Events":
        """Return these events with what is known about them from an earlier moment of the round."""
        if before is None:
            return self
        self._of_each = before.__dict__.setdefault("_of_each", {})
        return before if len(before) == len(self) else self


def _remembered(known: dict[Hashable, Any], key: Hashable, work: Callable[[], R]) -> R:
    if key not in known:
        known[key] = work()
    found: R = known[key]
    return found


UNUSED = 60.0
"""Seconds after which a value that has not been replaced is dropped. Played tables are drawn far more often; without
this, every table that anybody has ever looked at would keep its last drawing, state and events."""
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Lately(Generic[K, V]):
    """The values of the last minute by key, up to a limit. Safe to use from any thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[K, tuple[float, V]] = OrderedDict()  # the one replaced longest ago first
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        known = self._known.get(key)
        return known[1] if known else None

    def put(self, key: K, value: V) -> None:
        now = time.monotonic()
        with self._lock:
            self._known[key] = now, value
            self._known.move_to_end(key)
            while len(self._known) > self._most or next(iter(self._known.values()))[0] < now - UNUSED:
                self._known.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._known.clear()


Row = tuple[int, int, Event]
"""The number of an event, its round, and the event."""
_EVENTS = Statement(
    lambda table, first, after, last: (
        StoredEvent.objects.filter(table=table, round_number__gte=first, number__gt=after, number__lte=last)
        .order_by("number")
        .values_list("number", "round_number", "data", "sealed")
    ),
    *range(NUMBER, NUMBER + 4),
)


def _events_after(table: Table, after: int, state: TableState) -> Iterable[Row]:
    """Return the events of the last two rounds after this number: from memory, if this process has carried them out."""
    known, number, current = CACHE.get(table.slug), state.sequence, state.rounds
    found: list[Row] = []
    for action in reversed(known.actions) if known is not None and known.state is state else ():
        if number <= after or isinstance(action, Gap):
            break
        for event in reversed(action[1]):
            found.append((number, current, event))
            number, current = number - 1, current - isinstance(event, RoundOpened)
    if number <= after:
        return [row for row in reversed(found) if row[0] > after]
    return [
        (each, played, journal.read_stored(table.slug, each, data, sealed))
        for each, played, data, sealed in _EVENTS(table.pk, max(state.rounds - 1, 0), after, state.sequence)
    ]


class Recent:
    """The events of the last two rounds of the tables that this process draws, decoded once for all viewers."""

    def __init__(self, most: int = 200) -> None:
        self._known: Lately[int, tuple[tuple[Row, ...], Mapping[int, Events]]] = Lately(most)

    def of(self, table: Table, state: TableState) -> Mapping[int, Events]:
        """Return the events by round: the current or last one, including what came after it, and the one before."""
        rows, rounds = self._known.get(table.pk) or ((), {})
        last = rows[-1][0] if rows else -1
        if last == state.sequence:
            return rounds
        if last < state.sequence:
            kept = (row for row in rows if row[1] >= state.rounds - 1)
            rows = (*kept, *_events_after(table, max(last, 0), state))
        else:
            rows = tuple(row for row in rows if row[0] <= state.sequence)
        grouped = groupby(rows, key=lambda row: row[1])
        found = {number: Events(row[2] for row in each).follow(rounds.get(number)) for number, each in grouped}
        if last < state.sequence:
            self._known.put(table.pk, (rows, found))
        return found

    def clear(self) -> None:
        self._known.clear()


RECENT = Recent()
