"""A request that the program could not answer is a significant event (gaming standards L2)."""

import sys
import threading
import time

import structlog
from django.db import DatabaseError, connection
from django.http import HttpRequest

from paigow.web.people.events import Kind, note

EVERY = 60.0  # seconds in which one kind of failure of one route is noted once; the server's log has them all
log = structlog.get_logger("paigow.failures")
_noted: dict[tuple[str, str], float] = {}
_lock = threading.Lock()


def note_error(sender: object, request: HttpRequest | None = None, **kwargs: object) -> None:
    """Route and kind of error only: neither an address nor a message, in which something hidden might be."""
    match = request.resolver_match if request is not None else None
    key = match.route if match else "", getattr(sys.exc_info()[0], "__name__", "")
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
        note(Kind.ERROR, "", {"route": key[0], "error": key[1]}, request)
    except DatabaseError:
        log.warning("an error could not be noted", route=key[0], error=key[1])
