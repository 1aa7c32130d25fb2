"""Preparation of the database before a server serves; servers that start together take turns."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import django
import psycopg
from django.core.management import call_command
from django.db import DatabaseError, connection

from paigow.errors import PaigowError
from paigow.web.serving.environment import data_directory

KEY = 0x70616967_6F77
"""Identifies the lock among processes that share a PostgreSQL."""
PATIENCE = 600.0
REACH = 10  # seconds in which a database must answer
TLS = "a database on another machine is spoken to over verified TLS, unless its address ends as in ?sslmode=disable"


def enter() -> None:
    """Set up Django; report if the database cannot be reached."""
    django.setup()
    try:
        if connection.vendor == "postgresql":  # not from the pool, whose error would hide the cause
            known = {**connection.get_connection_params(), "connect_timeout": REACH}
            psycopg.connect(**{n: v for n, v in known.items() if n not in ("context", "cursor_factory")}).close()
        else:
            connection.ensure_connection()
    except psycopg.Error as error:  # also for a URL with an unknown option
        hint = f" ({TLS})" if connection.settings_dict["OPTIONS"].get("sslmode") == "verify-full" else ""
        raise PaigowError(f"the database of DATABASE_URL does not answer: {_first_line(error)}{hint}") from error
    except DatabaseError as error:
        raise PaigowError(f"{connection.settings_dict['NAME']} cannot be opened: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def migrate_database() -> None:
    """Migrate the database to this version."""
    with _migrated():
        pass


def prepare_database(practice: bool) -> None:
    """Adopt what other versions wrote and, if wanted, open practice tables in a house without tables."""
    with _migrated():
        from paigow.house.own_key import require_own_django_key, require_own_key
        from paigow.web.people import house_log
        from paigow.web.service import adopting

        require_own_key()
        house_log.adopt()
        require_own_django_key()
        adopting.adopt()
        if practice:
            from paigow.web.service.practice import open_practice_tables

            open_practice_tables()


@contextmanager
def _migrated() -> Iterator[None]:
    enter()
    try:
        with _alone():
            call_command("migrate", interactive=False, verbosity=0)
            yield
    except (DatabaseError, sqlite3.Error) as error:
        raise PaigowError(f"the database cannot be brought to this version: {_first_line(error)}") from error
    finally:
        connection.close()


@contextmanager
def _alone() -> Iterator[None]:
    """Provide a lock that ends with its holder.

    SQLite uses a separate file, because each migration is a transaction there.
    """
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
