"""Audits requested in the browser: carried out by a separate process, one at a time, and stored with their findings."""

import os
import subprocess
import sys
import threading
import time
from datetime import timedelta

import structlog
from django.db import connection, transaction
from django.utils import timezone

from paigow.errors import PaigowError
from paigow.house.audit.whole import audit
from paigow.rules.coverage import PACKAGE
from paigow.web.people.events import Kind, note
from paigow.web.store.models import AuditRun

log = structlog.get_logger("paigow.audit")
EVERY = 0.5  # seconds between two reports
LOST = timedelta(seconds=30)  # seconds without a heartbeat


class _Reader(threading.Thread):
    """Reads everything in its own transaction; others can see its progress."""

    def __init__(self, slug: str) -> None:
        super().__init__(name="paigow-audit", daemon=True)
        self.slug = slug
        self.done = self.total = self.count = 0
        self.faults: list[dict[str, str]] = []
        self.failed = ""

    def run(self) -> None:
        try:
            for fault in audit([self.slug] if self.slug else None, self._progress):
                self.count += 1
                if len(self.faults) < AuditRun.MOST:
                    self.faults.append({"table": fault.table, "row": fault.row, "what": fault.what})
        except PaigowError as error:
            self.failed = str(error)
        except Exception:
            log.exception("an audit failed", table=self.slug)
            self.failed = "the program failed; its log says why"
        finally:
            connection.close()

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total


def begin(slug: str, person: str) -> AuditRun:
    """Start an audit, or return the running one: a second would only slow down both."""
    with transaction.atomic():
        for run in AuditRun.objects.select_for_update().filter(finished_at=None, table=slug):
            if not is_lost(run):
                return run
        now = timezone.now()
        run = AuditRun.objects.create(table=slug, person=person, started_at=now, seen_at=now)
    path = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "paigow.house.pages.audit_worker",
            str(run.pk),
            str(connection.settings_dict["NAME"]),
        ],
        env=os.environ | {"PYTHONPATH": path, "DJANGO_SETTINGS_MODULE": "paigow.web.settings"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    threading.Thread(target=process.wait, daemon=True).start()  # so that it is not left behind as a zombie
    return run


def carry_out(run: AuditRun) -> None:
    """Run the audit and report."""
    reader = _Reader(run.table)
    reader.start()
    last = time.monotonic()
    while reader.is_alive():
        reader.join(timeout=0.05)
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            _report(run, reader)
    result = "failed" if reader.failed else "faults" if reader.count else "holds"
    about = {"audit": run.pk, "table": run.table, "result": result, "faults": reader.count}
    # Log it first, so that the entry exists as soon as the run has ended.
    note(Kind.MISMATCH if reader.failed or reader.count else Kind.CONFIG, run.person, about)
    run.faults, run.failed, run.finished_at = reader.faults, reader.failed, timezone.now()
    _report(run, reader)


def _report(run: AuditRun, reader: _Reader) -> None:
    run.done, run.total, run.seen_at = reader.done, reader.total, timezone.now()
    run.save(update_fields=("done", "total", "seen_at", "faults", "failed", "finished_at"))


def is_lost(run: AuditRun) -> bool:
    """Return whether the process that was carrying it out is gone."""
    return run.finished_at is None and timezone.now() - run.seen_at > LOST
