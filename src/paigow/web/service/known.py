"""This process's cache of its tables: the latest state of each, and the actions since the last round.

Only committed state is cached, and it is compared with the table's row on every use, since another process may have
written.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass

from paigow.table import Command, Event, TableState
from paigow.web.store import journal
from paigow.web.store.models import Table

Action = tuple[Command, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Block:
    """The end of a finished round in the table's record: its last event, and the hash of its block."""

    last: int
    hash: str


@dataclass(frozen=True, slots=True)
class Known:
    """A state, the actions that led to it from event `since`, and the end of the last round before them, if known."""

    state: TableState
    since: int
    actions: tuple[Action, ...] = ()
    block: Block | None = None


class _Cache:
    def __init__(self, most: int = 2000) -> None:
        self._known: OrderedDict[int, Known] = OrderedDict()
        self._most = most
        self._lock = threading.Lock()

    def get(self, pk: int) -> Known | None:
        with self._lock:
            return self._known.get(pk)

    def put(self, pk: int, known: Known) -> None:
        with self._lock:
            had = self._known.get(pk)
            if had is not None and had.state.sequence > known.state.sequence:
                return
            self._known[pk] = known
            self._known.move_to_end(pk)
            if len(self._known) > self._most:
                self._known.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._known.clear()


CACHE = _Cache()


def known_at(table: Table) -> Known:
    """Return the state the table's row refers to, or a later committed one."""
    known = CACHE.get(table.pk)
    if known is None:
        state = journal.load_state(table)
    elif known.state.sequence < table.sequence:
        state = journal.catch_up(table, known.state)
    else:
        return known
    known = Known(state, state.sequence)
    CACHE.put(table.pk, known)
    return known


def state_at(table: Table) -> TableState:
    return known_at(table).state


def last_known(table: Table) -> TableState:
    """Return the last state known to this process; commands based on it carry `expected`."""
    known = CACHE.get(table.pk)
    return known.state if known is not None else state_at(table)
