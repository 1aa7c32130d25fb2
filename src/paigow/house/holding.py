"""Locks on a house: servers share it; replacing its database or keys requires exclusive access.

The lock on a house is a file in its data directory, and the lock of its only server is the directory itself, which
cannot be removed under it. Both are released when their holder ends. Servers elsewhere that share the database show by
their heartbeats that they are alive.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from paigow.errors import PaigowError
from paigow.web.serving.environment import data_directory

LIVES = timedelta(seconds=10)


@contextmanager
def shared() -> Iterator[None]:
    """Hold a house as a server."""
    with _locked(fcntl.LOCK_SH, "the house is being restored, or gets new keys: wait until that is done"):
        yield


@contextmanager
def only_server() -> Iterator[None]:
    """Hold a house as a server with SQLite: a second one would deal the same tables, and consider this one dead."""
    if os.environ.get("DATABASE_URL"):
        yield
        return
    refusal = "another server has this house open: a house on SQLite has one; with PostgreSQL it may have several"
    directory = os.open(data_directory(), os.O_RDONLY)
    try:
        _lock(directory, fcntl.LOCK_EX, refusal)
        yield
    finally:
        os.close(directory)


@contextmanager
def alone() -> Iterator[None]:
    """Hold a house exclusively, in order to change data that every server holds in memory; Django is set up."""
    with _locked(fcntl.LOCK_EX, "a server has this house open: end it first"):
        from django.db import connection
        from django.utils import timezone

        from paigow.web.store.models import Dealer

        elsewhere = connection.vendor == "postgresql"
        if elsewhere and Dealer.objects.filter(beat_at__gt=timezone.now() - LIVES).exists():
            raise PaigowError("a server has this house open, or had a moment ago: end it first, and wait ten seconds")
        yield


@contextmanager
def _locked(how: int, refusal: str) -> Iterator[None]:
    with (data_directory() / "house.lock").open("a") as file:
        _lock(file.fileno(), how, refusal)
        yield


def _lock(file: int, how: int, refusal: str) -> None:
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PaigowError(refusal) from None
