"""What this process has recently read and drawn of its tables, so that viewers share it."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from itertools import groupby
from typing import Any, Generic, TypeVar

from django.utils.translation import get_language

from paigow.record.wire import read_event
from paigow.table import Event, TableState
from paigow.table.hearing import hear
from paigow.web.fast.statements import NUMBER, Statement
from paigow.web.pages.table.model import LogLine
from paigow.web.pages.words import event_text
from paigow.web.people import display
from paigow.web.store import journal
from paigow.web.store.models import StoredEvent, Table

TOLD = frozenset(
    {
        "BankAccepted",
        "WagerPlaced",
        "WagerWithdrawn",
        "StartDetermined",
        "HandSet",
        "HouseHandSet",
        "BankHandExposed",
        "HandExposed",
        "Surrendered",
        "JacksDeclared",
        "WagerSettled",
        "SideWagerSettled",
        "BankSettled",
        "BankUncovered",
        "EnvyPaid",
        "ProgressiveHit",
        "ProgressivePaid",
        "RoundSettled",
        "RoundAbandoned",
        "RoundVoided",
        "TableStopped",
        "TableResumed",
        "PlayerSeated",
        "PlayerLeft",
    }
)
"""Events of the short log; all others are steps of procedure."""
PROOF = frozenset({"RoundOpened", "SeedGiven"})
"""Events that tell a commitment or a seed, which players find under "Is this deal fair?"."""


def is_detail(event: Event) -> bool:
    """Return whether an event is only in the full log. Events that move chips are always in the short log."""
    return type(event).__name__ not in TOLD and not event.transfers


def is_proof(event: Event) -> bool:
    """Return whether an event only tells what the deal can be verified with."""
    return type(event).__name__ in PROOF


R = TypeVar("R")


class Events(tuple[Event, ...]):
    """The events of one round so far, with what has been worked out from them."""

    _known: dict[Hashable, Any]

    def once(self, key: Hashable, work: Callable[[], R]) -> R:
        """Return what follows from these events; it is worked out for the first who asks under this key."""
        known = self.__dict__.setdefault("_known", {})
        if key not in known:
            known[key] = work()
        found: R = known[key]
        return found


_EVENTS = Statement(
    lambda table, first, after, last: (
        StoredEvent.objects.filter(table=table, round_number__gte=first, number__gt=after, number__lte=last)
        .order_by("number")
        .values_list("number", "round_number", "data", "sealed")
    ),
    *range(NUMBER, NUMBER + 4),
)

UNUSED = 60.0
"""Seconds after which a value that has not been replaced is dropped. Played tables are drawn far more often; without
this, every table that anybody has ever looked at would keep its last drawing, state and events."""
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class _Lately(Generic[K, V]):
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


class _Kept:
    """The events of a table's last two rounds, and their lines in the log."""

    def __init__(self, rows: tuple[tuple[int, int, Event], ...], before: "_Kept | None" = None) -> None:
        self.rows = rows
        self.last = rows[-1][0] if rows else -1
        self.rounds: dict[int, Events] = {}
        for number, found in groupby(rows, key=lambda each: each[1]):
            events = Events(event for _at, _round, event in found)
            old = before.rounds.get(number) if before else None
            self.rounds[number] = old if old is not None and len(old) == len(events) else events
        self.ids = {id(event) for _at, _round, event in rows}
        self.lines: dict[tuple[int, str, str | None, int], LogLine] = {}
        for key, line in before.lines.copy().items() if before else ():
            if key[0] in self.ids:
                self.lines[key] = line


class Recent:
    """The events of the last two rounds of the tables that this process draws, decoded once for all viewers."""

    def __init__(self, most: int = 200) -> None:
        self._known: _Lately[int, _Kept] = _Lately(most)

    def of(self, table: Table, state: TableState) -> Mapping[int, tuple[Event, ...]]:
        """Return the events by round: the current or last one, including what came after it, and the one before."""
        first = state.rounds - 1
        kept = self._known.get(table.pk) or _Kept(())
        if kept.last < state.sequence:
            found = _EVENTS(table.pk, max(first, 0), max(kept.last, 0), state.sequence)
            fresh = tuple(
                (number, played, read_event(journal.unsealed(table.slug, number, data, sealed)))
                for number, played, data, sealed in found
            )
            kept = _Kept(tuple(each for each in kept.rows if each[1] >= first) + fresh, kept)
            self._known.put(table.pk, kept)
        if kept.last == state.sequence:
            return kept.rounds
        return _Kept(tuple(each for each in kept.rows if each[0] <= state.sequence), kept).rounds

    def line(self, table: Table, event: Event, viewer: str) -> LogLine:
        """Return the event's line in the log, as this viewer may hear it."""
        kept = self._known.get(table.pk)
        key = (id(event), viewer, get_language(), display.version())
        found = kept.lines.get(key) if kept else None
        if found is None:
            heard = hear(event, viewer)
            text = event_text(heard, journal.game_at(table), viewer)
            found = LogLine(text, tuple(heard["clauses"]), is_detail(event))
            if kept is not None and key[0] in kept.ids:  # of an object that stays
                kept.lines[key] = found
        return found

    def clear(self) -> None:
        self._known.clear()


class Drawn:
    """The last drawing of each table for each viewer: the answer to a form and the stream both need it."""

    def __init__(self, most: int = 2000) -> None:
        self._known: _Lately[Hashable, tuple[TableState, Mapping[str, Any], str]] = _Lately(most)

    def once(self, viewer: Hashable, state: TableState, about: Mapping[str, Any], work: Callable[[], str]) -> str:
        """Return the drawing of this state with everything else that it shows; draw it unless it is the last one."""
        known = self._known.get(viewer)
        if known is not None and known[0] is state and known[1] == about:
            return known[2]
        drawn = work()
        self._known.put(viewer, (state, about, drawn))
        return drawn


RECENT = Recent()
DRAWN = Drawn()
