"""Read a database as it was at one moment, while others keep writing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from django.db import connection, transaction

T = TypeVar("T")


@contextmanager
def one_moment() -> Iterator[None]:
    """Provide a consistent snapshot for reading.

    Nobody has to wait: SQLite's write-ahead log and PostgreSQL's versions give a reader its own view. Inside another
    transaction, it is that transaction's.
    """
    if connection.in_atomic_block:
        yield
        return
    if connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    connection.ensure_connection()
    own: Any = connection
    mode = own.transaction_mode
    own.transaction_mode = "DEFERRED"  # by default a transaction locks out other writers
    try:
        with transaction.atomic():
            yield
    finally:
        own.transaction_mode = mode


class Ahead(Generic[T]):
    """A stream of rows in numeric order, of which those that are due are taken."""

    def __init__(self, rows: Iterator[T], number: Callable[[T], int]) -> None:
        self._rows = rows
        self._number = number
        self._next = next(rows, None)

    def through(self, number: int) -> Iterator[T]:
        """Yield the rows up to this number that were not taken yet."""
        while self._next is not None and self._number(self._next) <= number:
            row, self._next = self._next, next(self._rows, None)
            yield row

    def rest(self) -> Iterator[T]:
        while self._next is not None:
            row, self._next = self._next, next(self._rows, None)
            yield row
