"""Long calculations in separate processes: each result is computed once and stored in a folder on disk.

The server never waits for it: it starts the worker, and the page polls for progress. A worker runs at low priority,
reports progress in a file, and writes `page.json` last and atomically. Jobs that cannot start yet wait in a queue in
which clients take turns, so that nobody keeps the workers from the others.
"""

import atexit
import fcntl
import json
import os
import shutil
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from django.utils.translation import gettext as _

from paigow.rules.coverage import PACKAGE
from paigow.web.people.errors import TooOften

Say = Callable[[int, int], None]
RETRY_AFTER = 60
"""The number of seconds after which failed work is retried on request."""
AT_ONCE = 3
"""The number of workers that one server runs at the same time."""
WAITING = 4
"""The number of jobs of one client that may wait for a worker."""
MOST_WAITING = 100
"""The number of jobs of all clients that may wait."""
SOON = 5
"""The number of seconds after which a client with too many jobs may ask again."""
MAX_KEPT = 1000
"""The number of results of one kind kept on disk; beyond that the oldest are deleted."""
NICE = 10
EVERY = 0.25
"""The number of seconds between two progress reports."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of the work in percent, or that it failed."""

    percent: int
    failed: bool = False


class Job(ABC):
    """A result to compute, and the place where it is stored."""

    __slots__ = ()

    @property
    @abstractmethod
    def folder(self) -> Path: ...
    @property
    @abstractmethod
    def worker(self) -> tuple[str, ...]: ...  # the worker module, and its arguments before the folder
    @abstractmethod
    def prepare(self) -> None: ...  # puts what the worker needs into the folder

    def file(self, name: str) -> Path:
        return self.folder / name

    def found(self) -> dict[str, Any] | None:
        """Return the result, if it is there."""
        try:
            found: dict[str, Any] = json.loads(self.file("page.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        return found

    def begin(self, client: str) -> Progress:
        """Make sure that the work is running or queued, and return its progress.

        Raise `TooOften` for a client with too much queued.
        """
        if QUEUE.knows(self.folder) or self._is_locked():
            return Progress(self._percent())
        if self._failed():
            return Progress(0, failed=True)
        QUEUE.put(self, client)
        return Progress(0)

    def _failed(self) -> bool:
        """Return the output of a failed worker. A worker prints something only if it fails."""
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

    def _is_locked(self) -> bool:
        """Return whether another server's worker is running it."""
        try:
            with self.file("lock").open("a") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except BlockingIOError:
            return True
        return False

    def start(self) -> subprocess.Popen[bytes]:
        path = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
        with self.file("worker.log").open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-m", *self.worker, str(self.folder)],
                env=os.environ | {"PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )


class Queue:
    """Jobs waiting for a worker. Each client has one worker at a time, and the clients take turns."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: dict[Path, tuple[str, subprocess.Popen[bytes]]] = {}
        self._waiting: dict[str, dict[Path, Job]] = {}  # by client, in turn order

    def knows(self, folder: Path) -> bool:
        with self._lock:
            return self._knows(folder)

    def _knows(self, folder: Path) -> bool:
        return folder in self._running or any(folder in jobs for jobs in self._waiting.values())

    def put(self, job: Job, client: str) -> None:
        with self._lock:
            mine = len(self._waiting.get(client, ()))
            if mine >= WAITING or sum(map(len, self._waiting.values())) >= MOST_WAITING:
                raise TooOften(_("The server is busy with other calculations. Try again in a few seconds."), SOON)
        job.folder.mkdir(parents=True, exist_ok=True)
        job.prepare()
        with self._lock:
            if not self._knows(job.folder):
                self._waiting.setdefault(client, {})[job.folder] = job
            self._go_on()

    def _go_on(self) -> None:
        while len(self._running) < AT_ONCE:
            busy = {client for client, _process in self._running.values()}
            client = next((each for each in self._waiting if each not in busy), None)
            if client is None:
                return
            jobs = self._waiting.pop(client)
            job = jobs.pop(next(iter(jobs)))
            if jobs:
                self._waiting[client] = jobs  # behind all others
            try:
                process = job.start()
            except FileNotFoundError:  # it was deleted while it waited
                continue
            self._running[job.folder] = client, process
            Thread(target=self._ended, args=(job.folder, process), daemon=True).start()

    def _ended(self, folder: Path, process: subprocess.Popen[bytes]) -> None:
        process.wait()
        with self._lock:
            self._running.pop(folder, None)
            self._go_on()

    def stop(self) -> None:
        """End all workers: nobody will need their results."""
        with self._lock:
            self._waiting.clear()
            for _client, process in self._running.values():
                process.kill()


QUEUE = Queue()
"""The process-wide instance."""
atexit.register(QUEUE.stop)


def discard(parent: Path, days: int, most: int | None = None) -> None:
    """Delete results in the folders of `parent` that are too old, and the oldest beyond the limit."""
    most = MAX_KEPT if most is None else most
    before = time.time() - 86_400 * days
    with suppress(FileNotFoundError):
        latest = sorted(((folder.stat().st_mtime, folder) for folder in parent.iterdir()), reverse=True)
        for place, (changed, folder) in enumerate(latest):
            if changed < before or place >= most:
                shutil.rmtree(folder, ignore_errors=True)


def carry_out(folder: Path, work: Callable[[Say], dict[str, Any]]) -> None:
    """Run `work` in a worker, unless another is running it or has finished it."""
    os.nice(NICE)
    with (folder / "lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        if not (folder / "page.json").exists():
            put(folder / "page.json", json.dumps(work(reporter(folder)), ensure_ascii=False).encode())


def put(path: Path, data: bytes) -> None:
    """Write a file atomically."""
    draft = path.with_suffix(".draft")
    draft.write_bytes(data)
    draft.replace(path)


def reporter(folder: Path) -> Say:
    last = 0.0

    def say(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > EVERY:
            last = time.monotonic()
            put(folder / "progress.txt", f"{done} {total}".encode())

    return say
