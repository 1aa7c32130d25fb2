"""This process's cache of its tables: the latest state of each, and the actions since the last round.

Only committed state is cached, and it is compared with the table's row on every use, since another process may have
written.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from paigow.table import Command, Event, TableState, evolve
from paigow.table.steps.closing import RoundClosed
from paigow.web.store import journal
from paigow.web.store.models import Table

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
