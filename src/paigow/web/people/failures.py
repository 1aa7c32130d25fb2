"""Failures of the program, in a request or at a table, as significant events (gaming standards L2)."""

import sys
import threading
import time

import structlog
from django.db import DatabaseError, connection
from django.http import HttpRequest

from paigow.web.people.events import Kind, note
from paigow.web.serving.problems import is_away

EVERY = 60.0  # seconds in which one kind of failure in one place is logged once; the server's log has them all
log = structlog.get_logger("paigow.failures")
_noted: dict[tuple[str, ...], float] = {}
_lock = threading.Lock()


def note_error(sender: object, request: HttpRequest | None = None, **kwargs: object) -> None:
    """Record an unhandled request error.

    An unavailable database could not store it, and is not a fault of the program.
    """
    if is_away(sys.exc_info()[1]):
        return
    match = request.resolver_match if request is not None else None
    note_failure({"route": match.route if match else ""}, request)


def note_failure(where: dict[str, str], request: HttpRequest | None = None) -> None:
    """Log the error being handled.

    Only its place and type are logged, since an address or message might contain something hidden.
    """
    kind = getattr(sys.exc_info()[0], "__name__", "")
    key = *where.values(), kind
    now = time.monotonic()
    with _lock:
        if now - _noted.get(key, -EVERY) < EVERY:
            return
        if len(_noted) > 1000:
            _noted.clear()
        _noted[key] = now
    if connection.in_atomic_block and connection.needs_rollback:
        return
    try:
        note(Kind.ERROR, "", {**where, "error": kind}, request)
    except DatabaseError:
        log.warning("an error could not be noted", **where, error=kind)
