"""This process's cache of its tables: the latest state of each, and the actions since the last round.

Only committed state is cached, and it is compared with the table's row on every use, since another process may have
written.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import reduce
from typing import TypeVar

from django.db import OperationalError, connection, transaction
from psycopg.errors import DeadlockDetected

from paigow.table import Command, Event, TableState, evolve
from paigow.table.steps.closing import RoundClosed
from paigow.web.fast.statements import TEXT, Statement, row_of
from paigow.web.service.errors import NoSuchTable
from paigow.web.store import journal
from paigow.web.store.models import Table

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
