"""A check of whether the database answers at all: a thread queries it every second.

A database that is down says so, and callers get an error. One that hangs says nothing, and callers would wait forever.
So nobody calls it when it has not answered this thread for a while. Waiting in vain for a connection counts as no
answer.
"""

import threading
import time

import structlog
from django.db import Error, connection

log = structlog.get_logger("paigow.pulse")


class Pulse:
    EVERY = 1.0  # seconds between two queries
    PATIENCE = 4.0  # seconds for an answer; on an idle machine it takes a thousandth

    def __init__(self) -> None:
        self._asked_at: float | None = None  # when the first query without an answer was sent
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def stands_still(self) -> bool:
        asked = self._asked_at
        return asked is not None and time.monotonic() - asked > self.PATIENCE

    def start(self) -> None:
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name="paigow-pulse", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop without waiting for the thread, which may be the one that hangs."""
        self._stop.set()
        self._asked_at = None

    def _run(self) -> None:
        try:
            while not self._stop.wait(self.EVERY):
                self.ask()
        finally:
            connection.close()

    def ask(self) -> None:
        began = time.monotonic()
        self._asked_at = asked = self._asked_at or began
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except Error:
            connection.close()  # it is down, and callers get an error
            if time.monotonic() - began > self.PATIENCE / 2:  # there was no connection to be had
                return
        if self.stands_still:
            log.warning("the database hung", seconds=round(time.monotonic() - asked, 1))
        self._asked_at = None


pulse = Pulse()
"""The process-wide instance."""
