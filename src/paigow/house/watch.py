"""Monitoring by a server while it serves: its own software, the clock and, once a day, returns and randomness.

The software is checked when a process starts, and every 24 hours by one of them (gaming standards L5). A clock that
jumps is a significant event (L1), and so is a process that ended without notice (L2). Tasks that read a lot run in a
separate low-priority process: the list of all files (`paigow.house.manifest`) and, once a day for the whole house,
returns and randomness (G17: `paigow.house.monitor`).
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import DatabaseError, connection, transaction
from django.db.models import Count
from django.utils import timezone

from paigow.house import software
from paigow.house.manifest import Manifest
from paigow.rules.coverage import PACKAGE
from paigow.web.people.events import Kind, note
from paigow.web.people.house_log import locked_head
from paigow.web.people.log_models import SignificantEvent
from paigow.web.service.dealer import DEAD
from paigow.web.service.outages import note_outage
from paigow.web.store.models import Dealer, Table

DAY: Final = timedelta(hours=24)
TICK: Final = 30.0  # seconds
JUMP: Final = 5.0  # seconds by which the clock may differ from the elapsed time
MONITOR: Final = "monitor"
log = structlog.get_logger("paigow.watch")


def look_at_software(here: Manifest | None = None) -> software.Verdict:
    """Check the software.

    The result is stored in the house's log; a mismatch is an alarm there, in the server's log and on staff pages.
    """
    verdict = software.look(here=here)
    found, before, first = verdict.manifest.digest, verdict.before, list(verdict.differences[:20])
    if not verdict.accepted:
        log.error(
            "alarm: the software is not what was accepted",
            digest_found=found,
            digest_accepted=before,
            differences=first,
        )
    elif first:
        log.info("the software is a new one", digest_found=found, digest_accepted=before, differences=first)
    else:
        log.info("the software is what was accepted", digest_found=found)
    return verdict


def note_outages(now: datetime, alone: bool) -> int:
    """Return processes that hold tables and send no heartbeat, if they were not logged yet.

    With `alone`, no other process can be alive.
    """
    gone = Dealer.objects.filter(table__isnull=False, table__closed_at=None).annotate(tables=Count("table"))
    if not alone:
        gone = gone.filter(beat_at__lt=now - timedelta(seconds=DEAD))
    return sum(note_outage(each.name, each.beat_at, each.tables) for each in list(gone))


def is_due(check: str, now: datetime) -> bool:
    """Return whether the daily check falls to this process; if so, log that it has started.

    In a new house a day passes first.
    """
    with transaction.atomic():
        locked_head()
        done = SignificantEvent.objects.filter(kind=Kind.CHECK, detail__check=check).order_by("pk").last()
        opened = Table.objects.order_by("opened_at").values_list("opened_at", flat=True).first()
        last = done.at if done else opened
        if last is None or now - last < DAY:
            return False
        note(Kind.CHECK, "", {"check": check, "stage": "begun"})
    return True


class Watch(threading.Thread):
    """Monitors until stopped; failures are logged and retried later."""

    def __init__(self, listing: "Listing | None" = None) -> None:
        super().__init__(name="paigow-watch", daemon=True)
        self._stop_now = threading.Event()
        self._offset = self._clock()
        self._listing = listing or Listing()

    def run(self) -> None:
        try:
            self._do(self.look)
            while not self._stop_now.wait(TICK):
                self._do(self.tick)
        finally:
            connection.close()

    def _do(self, action: Callable[[], None]) -> None:
        try:
            action()
        except DatabaseError:
            log.warning("the database is away; the watch goes on later")
            connection.close()
        except Exception:
            log.exception("a check failed")

    def tick(self) -> None:
        self.look_at_clock()
        now = timezone.now()
        last = software.last_look()
        if last is None or now - last.at >= DAY:
            self.look()
        if is_due(MONITOR, now):
            _begin_monitor()

    def look(self) -> None:
        written = self._listing()
        if written:
            look_at_software(Manifest.read(written))

    def _clock(self) -> float:
        return time.time() - time.monotonic()

    def look_at_clock(self) -> None:
        """Compare the clock with the elapsed time by a monotonic clock."""
        offset = self._clock()
        jump, self._offset = offset - self._offset, offset
        if abs(jump) > JUMP:
            log.warning("the clock was changed", seconds=round(jump))
            note(Kind.CLOCK, "", {"by": round(jump)})

    def stop(self) -> None:
        self._stop_now.set()
        self._listing.stop()


class Listing:
    """The list of all files, computed by a separate process; stopping does not have to wait for it."""

    def __init__(self, module: str = "paigow.house.manifest") -> None:
        self._module = module
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False

    def __call__(self) -> bytes:
        """Return the list, or None if it was stopped."""
        self._process = process = _begin(self._module, stdout=subprocess.PIPE)
        if self._stopped:
            process.kill()
        written, _ = process.communicate()
        if self._stopped:
            return b""
        if process.returncode:
            raise RuntimeError(f"{self._module} ended with {process.returncode}")
        return written

    def stop(self) -> None:
        self._stopped = True
        if self._process is not None:
            self._process.kill()


def _begin(module: str, stdout: int | None = None) -> subprocess.Popen[bytes]:
    """Start the process with this package; `-P` keeps it from importing one in the working directory."""
    path = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
    environment = os.environ | {"PYTHONPATH": path}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module], env=environment, stdin=subprocess.DEVNULL, stdout=stdout
    )


def _begin_monitor() -> None:
    process = _begin("paigow.house.monitor")
    threading.Thread(target=process.wait, daemon=True).start()  # so that it is not left behind as a zombie


def _look_back() -> None:
    try:
        note_outages(timezone.now(), alone=connection.vendor == "sqlite")
    except DatabaseError:
        log.warning("the database is away; outages are not noted")
    finally:
        connection.close()


@contextmanager
def watching() -> Iterator[None]:
    """Start monitoring before anybody deals, to see what the last process left behind.

    With `PAIGOW_WATCH=0` a process serves without monitoring.
    """
    before = threading.Thread(target=_look_back, name="paigow-look-back")  # this thread runs a loop
    before.start()
    before.join()
    if os.environ.get("PAIGOW_WATCH", "1") == "0":
        yield
        return
    watch = Watch()
    watch.start()
    try:
        yield
    finally:
        watch.stop()
        watch.join(timeout=5.0)
