"""Advice on hands, computed by a separate process.

An answer takes milliseconds, but the first takes seconds, during which a server would stand still; and a client that
asks for many at once must not block all the threads that answer requests.
"""

import atexit
import os
from collections import Counter, OrderedDict
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from django.utils.translation import gettext as _

from paigow.errors import PaigowError
from paigow.rules import Submission
from paigow.web.people.errors import TooOften

if TYPE_CHECKING:
    from paigow.analysis.settings import Advice

NICE = 5
AT_ONCE = 8
"""The number of questions that one server waits for at the same time."""
EACH = 2
"""The number of questions per client."""
SOON = 2
WAIT = 2.0
"""The number of seconds to wait for a caller that can ask again."""
KEPT = 200
"""The number of answers kept in case they are requested again."""


class Advisers:
    """One process, started on demand and restarted if it ends."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._asking: Counter[str] = Counter()
        self._kept: OrderedDict[tuple[object, ...], Future[Any]] = OrderedDict()

    def advise(self, client: str, rules: Submission | str, hand: str, **more: str | None) -> "Advice":
        with self._place(client):
            try:
                found, clause = self._begun(rules, hand, more).result(settings.ADVICE_SECONDS)
            except TimeoutError:
                raise TooOften(
                    _("The server is busy with other calculations. Try again in a few seconds."), SOON
                ) from None
            except BrokenProcessPool:
                self.stop()
                raise
        if isinstance(found, str):
            raise PaigowError(found, clause)
        return cast("Advice", found)

    def soon(
        self, client: str, rules: Submission | str, hand: str, wait: float = WAIT, **more: str | None
    ) -> "Advice | None":
        """Return the advice if it arrives within `wait` seconds, else None: ask again later."""
        key = (repr(rules), hand, *sorted(more.items()))
        with self._lock:
            asked = self._kept.get(key)
        if asked is None:
            asked = self._begun(rules, hand, more)
            with self._lock:
                self._kept[key] = asked
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        with self._place(client):
            try:
                found, clause = asked.result(wait)
            except TimeoutError:
                return None
            except (BrokenProcessPool, CancelledError):
                self.stop()
                return None
        if isinstance(found, str):
            raise PaigowError(found, clause)
        return cast("Advice", found)

    @contextmanager
    def _place(self, client: str) -> Iterator[None]:
        with self._lock:
            if self._asking[client] >= EACH or self._asking.total() >= AT_ONCE:
                raise TooOften(_("The server is busy with other calculations. Try again in a few seconds."), SOON)
            self._asking[client] += 1
        try:
            yield
        finally:
            with self._lock:
                self._asking[client] -= 1
                self._asking += Counter()  # forget clients without questions

    def _begun(self, rules: Submission | str, hand: str, more: dict[str, str | None]) -> "Future[Any]":
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, get_context("spawn"), _settle_in)
            return self._pool.submit(_advise, rules, hand, more)

    def stop(self) -> None:
        with self._lock:
            pool, self._pool = self._pool, None
            self._kept.clear()
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _settle_in() -> None:
    """Set up the process: yield to requests, and end with the server, even if it is killed."""
    os.nice(NICE)
    Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = parent_process()
    assert server is not None
    connection.wait([server.sentinel])
    os._exit(0)  # the main thread waits for a question that will never come


def _advise(rules: Submission | str, hand: str, more: dict[str, str | None]) -> "tuple[Advice | str, str | None]":
    """Return the advice, or the reason and clause why there is none; this runs in the separate process."""
    from paigow.analysis.settings import advise

    try:
        return advise(rules, hand, **more), None  # type: ignore[arg-type]
    except PaigowError as error:
        return error.message, error.clause


advisers = Advisers()
"""The process-wide instance."""
atexit.register(advisers.stop)
