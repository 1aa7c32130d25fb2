"""One writer at a time for each table, with either database."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TypeVar

from django.db import OperationalError, connection, transaction
from psycopg.errors import DeadlockDetected

from paigow.web.fast.statements import TEXT, Statement, row_of
from paigow.web.service.errors import NoSuchTable
from paigow.web.store.models import Table

R = TypeVar("R")
TRIES = 3
_SQLITE = threading.RLock()
"""A lock for SQLite, which has one writer for the whole database and waits by sleeping and retrying, without a queue;
the threads of a process queue here instead.
"""

FIELDS = [field.attname for field in Table._meta.concrete_fields if field.name != "submission"]
_ROW = Statement(lambda slug: Table.objects.select_for_update().filter(slug=slug).order_by().values_list(*FIELDS), TEXT)


@contextmanager
def writing() -> Iterator[None]:
    """Provide a transaction that locks tables, in order of their names."""
    with _SQLITE if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
        yield


@contextmanager
def locked(slug: str) -> Iterator[Table]:
    """Provide a transaction that locks the table's row. Anything read in it stays true until the commit."""
    with writing():
        found = _ROW(slug)
        if not found:
            raise NoSuchTable("there is no table {slug}", slug=repr(slug))
        yield row_of(Table, FIELDS, found[0])


def past_deadlocks(transact: Callable[[], R]) -> R:
    """Retry a transaction that the database aborted to break a deadlock."""
    for left in reversed(range(TRIES)):
        try:
            return transact()
        except OperationalError as error:
            if not (left and isinstance(error.__cause__, DeadlockDetected)):
                raise
    raise AssertionError("the last try returns or raises")
