"""Par sheets for the math room: each is worked out once, by a process of its own, and kept on disk.

A sheet is kept under the hash of its submission and the version of the package, so that neither an old submission nor
an old version is ever shown for a new one. Cards take a minute, so the server never waits: it starts the worker, and
the page asks how far it is.
"""

import fcntl
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

from django.conf import settings

from paigow import __version__
from paigow.rules import Submission, submission_hash
from paigow.rules.coverage import PACKAGE

SHEET, TABLES = "sheet", "tables"
"""The two kinds of work: a whole par sheet, and how often each line of the optional wagers is reached."""
FORMS = ("html", "json", "csv", "pdf")
RETRY_AFTER = 60
"""Seconds after which work that failed is tried again when asked for."""

_running: dict[Path, subprocess.Popen[bytes]] = {}


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is, in percent, or that it could not be done."""

    percent: int
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """Something to be worked out about a submission, and where it is kept."""

    submission: Submission
    kind: str = SHEET

    @property
    def key(self) -> str:
        return f"{submission_hash(self.submission)}-{__version__.replace('.', '_')}"

    @property
    def folder(self) -> Path:
        return Path(settings.DATA) / "par" / self.key / self.kind

    def file(self, name: str) -> Path:
        return self.folder / name

    def found(self) -> dict[str, Any] | None:
        """What was worked out, if it is there. It is written last and at once, so it is never half there."""
        try:
            found: dict[str, Any] = json.loads(self.file("page.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        return found

    def begin(self) -> Progress:
        """Make sure that somebody works on it, and say how far it is."""
        if self._is_worked_on():
            return Progress(self._percent())
        if self._failed():
            return Progress(0, failed=True)
        self._start()
        return Progress(0)

    def _failed(self) -> bool:
        """A worker says something only if it fails."""
        try:
            said = self.file("worker.log").stat()
        except FileNotFoundError:
            return False
        return said.st_size > 0 and time.time() - said.st_mtime < RETRY_AFTER

    def _percent(self) -> int:
        try:
            done, total = self.file("progress.txt").read_text(encoding="utf-8").split()
        except (FileNotFoundError, ValueError):
            return 0
        return min(99, 100 * int(done) // max(1, int(total)))

    def _is_worked_on(self) -> bool:
        """Whether a worker of this server runs, or one of another server holds the lock."""
        mine = _running.get(self.folder)
        if mine is not None and mine.poll() is None:
            return True
        try:
            with self.file("lock").open("a") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except BlockingIOError:
            return True
        return False

    def _start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.file("submission.json").write_text(json.dumps(self.submission.data()), encoding="utf-8")
        path = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
        with self.file("worker.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "paigow.web.pages.sheet_worker", self.kind, str(self.folder)],
                env=os.environ | {"PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        _running[self.folder] = process
        Thread(target=process.wait, daemon=True).start()  # so that it is not left behind as a zombie
