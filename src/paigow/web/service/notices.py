"""Wake-ups, which notify the followers of a table that it has changed.

The events table is the source of truth.

Within a process, wake-ups go through memory and carry the events just committed, so they need not be read again. If
several processes share a PostgreSQL database, each commit also notifies the others, and a thread in each process
listens.
"""

import asyncio
import os
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg
import structlog
from django.db import DatabaseError, connection

from paigow.table import Event
from paigow.table.hearing import hear
from paigow.web.fast.statements import NUMBER, TEXT, Statement
from paigow.web.service import loading
from paigow.web.store import journal
from paigow.web.store.models import StoredEvent

log = structlog.get_logger("paigow.notices")
CHANNEL = "paigow"
LONG = 2.0
"""How long, in seconds, the database may be unavailable before streams end: another host may still reach it."""
_LOADED = secrets.token_hex(8)


@dataclass(frozen=True, slots=True)
class News:
    """A committed event."""

    number: int
    at: datetime
    by: str
    event: Event

    def heard(self, viewer: str) -> dict[str, Any]:
        """Return the event as the viewer may hear it, with its number, its time and the person who caused it.

        These keys have distinct names, because an event may have a number field of its own.
        """
        stamp = {"sequence": self.number, "given_at": self.at.isoformat(), "given_by": self.by}
        return {**stamp, **hear(self.event, viewer)}


class _Board:
    """The listeners in this process, by table."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: defaultdict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = defaultdict(set)
        self._news: dict[str, list[News]] = {}
        self._touched: set[str] = set()
        self.is_cut_off = False  # cut off from the database, and so from other processes' changes

    @contextmanager
    def listening(self, slug: str) -> Iterator[asyncio.Event]:
        """Provide an asyncio event that is set whenever the table changes. The listener clears it."""
        bell = asyncio.get_running_loop(), asyncio.Event()
        with self._lock:
            self._waiting[slug].add(bell)
        try:
            yield bell[1]
        finally:
            with self._lock:
                self._waiting[slug].discard(bell)
                if not self._waiting[slug]:
                    del self._waiting[slug]
                    self._news.pop(slug, None)
                    self._touched.discard(slug)

    def is_followed(self, slug: str) -> bool:
        with self._lock:
            return slug in self._waiting

    def take(self, slug: str) -> list[News]:
        """Return the news since the last call, in no particular order; there may be gaps."""
        with self._lock:
            return self._news.pop(slug, [])

    def touched(self, slug: str) -> bool:
        """Return whether there was a wake-up without news since the last call.

        If so, the table's row may have changed.
        """
        with self._lock:
            found = slug in self._touched
            self._touched.discard(slug)
            return found

    def ring(self, slug: str, news: Sequence[News] = ()) -> None:
        with self._lock:
            bells = tuple(self._waiting.get(slug, ()))
            if bells and news:
                self._news.setdefault(slug, []).extend(news)
            elif bells:
                self._touched.add(slug)
        for loop, bell in bells:
            if not loop.is_closed():
                loop.call_soon_threadsafe(bell.set)

    def ring_all(self) -> None:
        """Wake everybody after a lost database connection, since anything may have been missed."""
        with self._lock:
            slugs = tuple(self._waiting)
        for slug in slugs:
            self.ring(slug)

    def listeners(self) -> int:
        with self._lock:
            return sum(map(len, self._waiting.values()))


BOARD = _Board()
LOBBY = ""
"""The name under which the lobby listens: it is rung whenever any table changes."""


DUE = threading.Event()
"""Set when a table of this process may be due at once, so that its dealer visits it without waiting for the next
tick."""


def _me() -> str:
    """Return what identifies this process's own announcements, even if it was forked after this module was loaded."""
    return f"{_LOADED}-{os.getpid()}"


def announcement(slug: str, first: int) -> tuple[str, tuple[str, ...]]:
    """Return the expression, with its parameters, that announces new events when the current transaction commits."""
    if connection.vendor != "postgresql":
        return "", ()
    return "pg_notify(%s, %s)", (CHANNEL, f"{slug} {first} {_me()}")


def announce(slug: str, first: int) -> None:
    """Send other processes the number of the first new event when the current transaction commits."""
    expression, given = announcement(slug, first)
    if expression:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {expression}", given)


MAX_NEWS = 256
_AFTER = Statement(
    lambda slug, number: (
        StoredEvent.objects.filter(table__slug=slug, number__gt=number)
        .order_by("number")
        .values_list("number", "data", "sealed", "command__at", "command__actor")[:MAX_NEWS]
    ),
    TEXT,
    NUMBER,
)


def news_after(slug: str, number: int) -> list[News]:
    """Return the next events, up to a limit."""
    return [
        News(each, at, actor, journal.read_stored(slug, each, data, sealed))
        for each, data, sealed, at, actor in _AFTER(slug, number)
    ]


def publish(slug: str, news: Sequence[News] = ()) -> None:
    """Wake the listeners in this process."""
    BOARD.ring(slug, news)
    BOARD.ring(LOBBY)


class Listener(threading.Thread):
    """A thread that wakes this process's listeners when other processes announce changes.

    It fetches the news only if somebody is waiting for it.
    """

    def __init__(self) -> None:
        super().__init__(name="paigow-listener", daemon=True)
        self._stop_now = threading.Event()

    def run(self) -> None:
        params = connection.get_connection_params()  # including encryption and certificates
        options = {name: value for name, value in params.items() if name not in ("context", "cursor_factory")}
        lost_at: float | None = None
        while not self._stop_now.is_set():
            try:
                with psycopg.connect(autocommit=True, **options) as line:
                    line.execute(f"LISTEN {CHANNEL}")
                    lost_at, BOARD.is_cut_off = None, False
                    BOARD.ring_all()
                    while not self._stop_now.is_set():
                        for notice in line.notifies(timeout=1.0):
                            self._hear(notice.payload)
            except psycopg.OperationalError:
                lost_at = lost_at or time.monotonic()
                if time.monotonic() - lost_at > LONG and not BOARD.is_cut_off:
                    log.warning("the database is out of reach: whoever follows a table is sent elsewhere")
                    BOARD.is_cut_off = True
                    BOARD.ring_all()
                self._stop_now.wait(0.5)
        connection.close()

    def _hear(self, payload: str) -> None:
        try:
            slug, first, sender = payload.split(" ")
            if sender != _me():
                news = self._fetched(slug, int(first))
                loading.hear(slug, int(first), [each.event for each in news])
                publish(slug, news)
        except Exception:  # another version's format, or a bug: the listeners query for themselves
            log.exception("a notice was not understood")
            BOARD.ring_all()

    def _fetched(self, slug: str, first: int) -> list[News]:
        if not BOARD.is_followed(slug):
            return []
        try:
            return news_after(slug, first - 1)
        except DatabaseError:  # the listeners query for themselves
            connection.close()
            return []

    def stop(self) -> None:
        self._stop_now.set()
