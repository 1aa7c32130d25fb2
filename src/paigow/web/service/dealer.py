"""The site's dealer, which performs the next step at every table when it is due.

Each table stores when its next step is due, which process is its dealer, and the deadline for people; this module only
reads them. Only one process at a time deals at a table. If that process dies, another takes over its tables once its
heartbeat has been missing long enough, and extends all deadlines by the downtime. A live process that could not deal
because the database was down, the disk was full or the machine was asleep does the same.
"""

import os
import secrets
import socket
import threading
import time
from datetime import datetime, timedelta
from functools import partial

import structlog
from django.db import DatabaseError, InterfaceError, OperationalError, close_old_connections, connection
from django.db.models import Q
from django.utils import timezone

from paigow.errors import PaigowError
from paigow.web.fast.precedence import precedence
from paigow.web.fast.statements import NUMBER, TIME, Statement
from paigow.web.people.failures import note_failure
from paigow.web.people.housekeeping import tidy
from paigow.web.service import duplicates, hosting, notices
from paigow.web.service.attendance import later
from paigow.web.service.booking import last_action
from paigow.web.service.dealing import Dealing
from paigow.web.service.loading import locked, past_deadlocks, writing
from paigow.web.service.outages import note_outage
from paigow.web.service.practice import close_idle
from paigow.web.serving.draining import draining
from paigow.web.store.models import Dealer, Table

log = structlog.get_logger("paigow.dealer")

BEAT = 1.0  # seconds between two heartbeats
DEAD = 4.0  # seconds without a heartbeat after which a dealer counts as dead
STUCK = 30.0  # seconds without visiting a table after which a dealer stops its heartbeat
STANDS_STILL = 10.0  # seconds without a heartbeat after which new visitors are sent elsewhere
TICK = 0.05
MOMENT = 0.03  # seconds for which the dealer yields to requests before each table
LATE = 1.0  # lateness in seconds at which it stops yielding
HOUR = 3600.0
MINUTE = 60.0
JUMP = 1.0  # seconds the clock must jump back to count as reset; smaller corrections are drift
MAX_VISITS = 64  # tables visited in one pass
REFUSED = 5.0  # seconds before a refused or failed dealer retries
_DUE = Statement(
    lambda dealer, now: (
        Table.objects.filter(dealer=dealer, due_at__lte=now, closed_at=None)
        .order_by("due_at")
        .values_list("slug", "due_at")[:MAX_VISITS]
    ),
    NUMBER,
    TIME,
)


class Desk(Dealing):
    """The tables at which one process deals."""

    def __init__(self, name: str = "") -> None:
        self.name = name or f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
        self.draining = False
        now = timezone.now()
        self.me = Dealer.objects.create(name=self.name, started_at=now, beat_at=now)
        self.lived_at = now
        self.moved_at = time.monotonic()  # at the same moment, by a monotonic clock
        self._away: tuple[datetime, datetime] | None = None  # an outage not yet given back to the tables
        self._pulse = threading.Lock()

    def live(self, now: datetime) -> None:
        """Send a heartbeat, and detect whether heartbeats were missing before it."""
        with self._pulse:
            Dealer.objects.filter(pk=self.me.pk).update(beat_at=now)
            if now - self.lived_at > timedelta(seconds=DEAD):
                self._away = self._away[0] if self._away else self.lived_at, now
            self.lived_at = now
            self.moved_at = time.monotonic()

    def beat(self, now: datetime, take_all: bool = False) -> None:
        """Send a heartbeat and take over the tables of dead processes.

        Take over all tables if no other process can be alive.
        """
        self.live(now)
        self._come_back()
        if self.draining:
            return
        orphaned = Q(dealer=None) | Q(dealer__beat_at__lt=now - timedelta(seconds=DEAD))
        if take_all:
            orphaned |= ~Q(dealer=self.me)
        for slug in Table.objects.filter(orphaned, closed_at=None).values_list("slug", flat=True)[:MAX_VISITS]:
            self.take(slug, now, take_all)

    def take(self, slug: str, now: datetime, even_alive: bool = False) -> None:
        """Take over a table.

        The time since its dealer's last heartbeat, or since it was released mid-round, does not count against anyone.
        """
        dead: Dealer | None = None
        tables = 0
        with locked(slug) as table:
            last, since = table.dealer, table.due_at  # a released table has been due since then
            if last is not None:
                if last.pk == self.me.pk or (not even_alive and last.beat_at >= now - timedelta(seconds=DEAD)):
                    return  # another process already took it
                dead, tables = last, Table.objects.filter(dealer=last, closed_at=None).count()
                since = max(last.beat_at, last_action(table))
            if since is not None:
                _give_back(table, since, now)
            table.due_at = table.due_at and now
            table.dealer = self.me
            table.save(update_fields=("dealer", "window_at", "deadline_at", "due_at"))
            notices.announce(slug, table.sequence + 1)
        notices.publish(slug)  # the observer's clock may differ
        log.info("table taken", table=slug, dealer=self.name)
        if dead is not None and note_outage(dead.name, dead.beat_at, tables):
            log.warning("a dealer ended without a word", dealer=dead.name, tables=tables)

    def _come_back(self) -> None:
        """Recover after this process missed heartbeats but kept its tables.

        Either all tables get that time back, or none does and the attempt is repeated.
        """
        if self._away is None:
            return
        since, until = self._away
        mine = Table.objects.filter(dealer=self.me, closed_at=None).order_by("slug")
        given = []
        with writing():
            for slug in mine.values_list("slug", flat=True):
                with locked(slug) as table:
                    if table.dealer_id == self.me.pk:
                        _give_back(table, max(since, last_action(table)), until)
                        table.save(update_fields=("window_at", "deadline_at"))
                        notices.announce(slug, table.sequence + 1)
                        given.append(slug)
        self._away = None
        for slug in given:
            notices.publish(slug)
        if given and note_outage(self.name, since, len(given)):
            log.warning("nobody dealt for a while", dealer=self.name, since=since.isoformat(), tables=len(given))

    def set_back(self, by: timedelta) -> None:
        """Handle a clock that was set back.

        Everything due at this process's tables moves earlier by the same amount, so that people keep the seconds they
        had left.
        """
        mine = Table.objects.filter(dealer=self.me, closed_at=None).order_by("slug")
        ahead = timezone.now() + by / 2  # closer times were set by the new clock
        with writing():
            for slug in mine.values_list("slug", flat=True):
                with locked(slug) as table:
                    for name in ("due_at", "deadline_at"):
                        if (at := getattr(table, name)) is not None and at > ahead:
                            setattr(table, name, at - by)
                    table.save(update_fields=("due_at", "deadline_at"))
                    notices.announce(slug, table.sequence + 1)
        self.lived_at -= by
        for slug in mine.values_list("slug", flat=True):
            notices.publish(slug)
        log.warning("the clock was set back", seconds=round(by.total_seconds(), 1))

    def release(self) -> None:
        """Release the tables when the process is about to end.

        Their next steps become due now, so that the next dealer can tell how long they went without a dealer.
        """
        mine = Table.objects.filter(dealer=self.me)
        mine.exclude(due_at=None).update(due_at=timezone.now())
        mine.update(dealer=None)

    def rounds_on(self) -> bool:
        """Return whether any table of this process is mid-round."""
        return Table.objects.filter(dealer=self.me, rounds__closed_at=None, rounds__number__gt=0).exists()

    def deal_due(self, now: datetime) -> int:
        """Perform the steps that are due at the tables of this process; return the number of tables visited.

        A table at which the program fails is taken out of play until it works again, while the others continue. Only an
        unavailable database stops them all.
        """
        self._keep_living(now)
        looks = _DUE(self.me.pk, now)
        for slug, due_at in looks:
            if due_at is not None and timezone.now() < later(due_at, LATE):
                precedence.give_way(MOMENT)
            self._keep_living(timezone.now())
            try:
                past_deadlocks(partial(self.attend, slug))
            except (OperationalError, InterfaceError):
                raise
            except PaigowError as error:
                log.warning("the dealer was refused", table=slug, error=str(error))
                self._put_off(slug)
            except Exception:
                log.exception("the dealer failed at a table", table=slug)
                note_failure({"dealer": slug})
                self._put_off(slug)
        return len(looks)

    def _keep_living(self, now: datetime) -> None:
        """Keep the heartbeat going between tables, and give back lost time before visiting the next one."""
        if now - self.lived_at > timedelta(seconds=2 * BEAT):
            self.live(now)
        self._come_back()

    def _put_off(self, slug: str) -> None:
        Table.objects.filter(slug=slug, dealer=self.me).update(due_at=later(timezone.now(), REFUSED))


def clock_offset() -> float:
    """Return the difference between the wall clock and a monotonic clock; it changes when the wall clock is set."""
    return time.time() - time.monotonic()


def _give_back(table: Table, since: datetime, until: datetime) -> None:
    """Extend the deadlines by the time during which nobody dealt."""
    gone = max(until - since, timedelta(0))
    if table.deadline_at:
        table.deadline_at += gone
    if table.window_at:
        table.window_at += gone


class Heart(threading.Thread):
    """A thread that keeps the heartbeat going while the dealer is busy, and stops it if the loop is stuck."""

    def __init__(self, desk: Desk, every: float = BEAT) -> None:
        super().__init__(name="paigow-heart", daemon=True)
        self._desk, self._every = desk, every
        self._stop_now = threading.Event()
        self.moved_at = time.monotonic()

    def run(self) -> None:
        while not self._stop_now.wait(self._every):
            if time.monotonic() - self.moved_at > STUCK:
                continue
            try:
                self._desk.live(timezone.now())
            except DatabaseError:
                close_old_connections()
        connection.close()

    def stop(self) -> None:
        self._stop_now.set()


class DealerThread(threading.Thread):
    """A thread that deals until it is stopped; neither a brief database outage nor a failure ends it."""

    def __init__(self) -> None:
        super().__init__(name="paigow-dealer", daemon=True)
        self._stop_now = threading.Event()
        self._busy = True
        self.desk: Desk | None = None
        self._heart: Heart | None = None

    def run(self) -> None:
        last, tidied, swept = 0.0, -HOUR, -MINUTE
        offset = clock_offset()
        while not self._stop_now.is_set():
            try:
                if self.desk is None:
                    self.desk = Desk()
                    alone = connection.vendor == "sqlite"
                    self.desk.beat(timezone.now(), take_all=alone)
                    if not alone:
                        self._heart = Heart(self.desk)
                        self._heart.start()
                if (jump := clock_offset() - offset) < -JUMP:
                    self.desk.set_back(timedelta(seconds=-jump))
                offset += jump
                if time.monotonic() - last >= BEAT:
                    last = time.monotonic()
                    self.desk.draining = draining.begun
                    self.desk.beat(timezone.now())
                    self._busy = not draining.begun or self.desk.rounds_on()  # updated only here
                if time.monotonic() - tidied >= HOUR:
                    tidied = time.monotonic()
                    tidy(timezone.now())
                if time.monotonic() - swept >= MINUTE:
                    swept = time.monotonic()
                    close_idle(timezone.now())
                    hosting.close_idle(timezone.now())
                    duplicates.reveal_due(timezone.now())
                if self._heart is not None:
                    self._heart.moved_at = time.monotonic()
                notices.DUE.clear()
                if not self.desk.deal_due(timezone.now()):
                    notices.DUE.wait(TICK)
            except DatabaseError:
                log.exception("the database is away")
                close_old_connections()
                self._stop_now.wait(1.0)
            except Exception:
                log.exception("the dealer failed")
                self._stop_now.wait(1.0)
        self._end()

    def _end(self) -> None:
        if self._heart is not None:
            self._heart.stop()
        try:
            if self.desk is not None:
                self.desk.release()
        except DatabaseError:
            log.warning("tables could not be released; they will be taken over")
        connection.close()

    def stop(self) -> None:
        self._stop_now.set()

    def is_dealing(self) -> bool:
        """Return whether it has recently shown that it can deal."""
        if self.desk is None or not self.is_alive():
            return False
        return time.monotonic() - self.desk.moved_at < STANDS_STILL

    def is_busy(self) -> bool:
        """Return whether rounds are in progress at tables of this process; checked when the process is about to end."""
        return self._busy
