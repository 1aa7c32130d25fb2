"""What a server does to the database before it serves; those that start together do it one after the other."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import django
from django.core.management import call_command

from paigow.web.environment import data_directory

KEY = 0x70616967_6F77
"""By which the processes that share a PostgreSQL know the lock."""
PATIENCE = 600.0


def prepare_database(practice: bool) -> None:
    """Bring the database to what this version expects; a house without tables gets some to practise at, if wanted."""
    django.setup()
    from django.db import connection

    try:
        with _alone():
            call_command("migrate", interactive=False, verbosity=0)
            from paigow.web.people.house_log import adopt

            adopt()
            if practice:
                from paigow.web.service.practice import open_practice_tables

                open_practice_tables()
    finally:
        connection.close()


@contextmanager
def _alone() -> Iterator[None]:
    """A lock that ends with its holder. A file of its own locks SQLite, for each migration is a transaction there."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [KEY])
            try:
                yield
            finally:  # the connection goes back to a pool, and would keep the lock
                cursor.execute("SELECT pg_advisory_unlock(%s)", [KEY])
        return
    path = data_directory() / "migrating.lock"
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield
