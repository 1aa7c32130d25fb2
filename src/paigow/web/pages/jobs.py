"""Long work by processes of their own: each thing is worked out once and kept in a folder on disk.

The server never waits for it: it starts the worker, and the page asks how far it is. A worker works at low priority,
says how far it is in a file, and writes `page.json` last and at once, so that it is never half there.
"""

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
from threading import Thread
from typing import Any

from paigow.rules.coverage import PACKAGE

Say = Callable[[int, int], None]
RETRY_AFTER = 60
"""Seconds after which work that failed is tried again when asked for."""
AT_ONCE = 3
"""Workers of one server that run beside one another."""
NICE = 10
EVERY = 0.25
"""Seconds between two reports of how far the work is."""

_running: dict[Path, subprocess.Popen[bytes]] = {}


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is, in percent, or that it could not be done."""

    percent: int
    failed: bool = False


class Job(ABC):
    """Something to be worked out, and where it is kept."""

    __slots__ = ()

    @property
    @abstractmethod
    def folder(self) -> Path: ...
    @property
    @abstractmethod
    def worker(self) -> tuple[str, ...]: ...  # the module that works it out, and its arguments before the folder
    @abstractmethod
    def prepare(self) -> None: ...  # puts what the worker needs into the folder

    def file(self, name: str) -> Path:
        return self.folder / name

    def found(self) -> dict[str, Any] | None:
        """What was worked out, if it is there."""
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
        if sum(process.poll() is None for process in _running.values()) < AT_ONCE:  # else when asked again
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
        self.prepare()
        path = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
        with self.file("worker.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", *self.worker, str(self.folder)],
                env=os.environ | {"PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        _running[self.folder] = process
        Thread(target=process.wait, daemon=True).start()  # so that it is not left behind as a zombie


def discard(parent: Path, days: int, most: int | None = None) -> None:
    """Throws away what was worked out in the folders of `parent` so many days ago, and the oldest above the most that
    are kept."""
    before = time.time() - 86_400 * days
    with suppress(FileNotFoundError):
        latest = sorted(((folder.stat().st_mtime, folder) for folder in parent.iterdir()), reverse=True)
        for place, (changed, folder) in enumerate(latest):
            if changed < before or (most is not None and place >= most):
                shutil.rmtree(folder, ignore_errors=True)
                _running.pop(folder, None)


def carry_out(folder: Path, work: Callable[[Say], dict[str, Any]]) -> None:
    """What a worker does: `work`, unless another is at it or has done it."""
    os.nice(NICE)
    with (folder / "lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        if not (folder / "page.json").exists():
            put(folder / "page.json", json.dumps(work(reporter(folder)), ensure_ascii=False).encode())


def put(path: Path, data: bytes) -> None:
    """All of it or nothing."""
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
