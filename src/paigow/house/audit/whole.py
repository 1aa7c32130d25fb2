"""Audit of a whole house: every table from its first event, the books of play money, and the house's own log."""

from collections.abc import Callable, Collection, Iterator

from django.db import DatabaseError, connection
from django.db.models import Count, Sum

from paigow.errors import PaigowError
from paigow.house.audit import duplicates
from paigow.house.audit.books import books, carried
from paigow.house.audit.faults import Fault
from paigow.house.audit.house import house
from paigow.house.audit.reading import one_moment
from paigow.house.audit.tables import TableAudit
from paigow.web.store.models import (
    Checkpoint,
    LedgerEntry,
    MeterChange,
    Snapshot,
    StoredChain,
    StoredCommand,
    StoredEvent,
    StoredRound,
    Table,
)

DATABASE = "database"
"""The row of a fault in the database itself."""
Progress = Callable[[int, int], None]
KEPT = (StoredCommand, StoredEvent, LedgerEntry, MeterChange, StoredRound, StoredChain, Checkpoint, Snapshot)


def audit(slugs: Collection[str] | None = None, progress: Progress | None = None) -> Iterator[Fault]:
    """Yield all faults, table by table.

    With `slugs`, check only these tables and their money. `progress` is called with the number of events done and the
    total. It reads in one transaction of this thread and writes nothing; another thread stores its progress.
    """
    try:
        with one_moment():
            if slugs is None:
                yield from _file()
            yield from _audit(slugs, progress or (lambda done, total: None))
    except DatabaseError as error:
        yield Fault("", DATABASE, f"it cannot be read to the end: {str(error).partition(chr(10))[0]}")


def _file() -> Iterator[Fault]:
    """Yield the errors that SQLite itself finds in its file."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(20)")
            for (found,) in cursor.fetchall():
                if found != "ok":
                    yield Fault("", DATABASE, f"its file is damaged: {found}")


def _audit(slugs: Collection[str] | None, progress: Progress) -> Iterator[Fault]:
    tables = Table.objects.order_by("pk")
    if slugs is not None:
        tables = tables.filter(slug__in=slugs)
        if missing := sorted(set(slugs) - set(tables.values_list("slug", flat=True))):
            raise PaigowError(f"there is no table {missing[0]!r}")
    total = tables.aggregate(events=Sum("sequence"))["events"] or 0
    done = 0

    def tick(events: int) -> None:
        nonlocal done
        done += events
        progress(min(done, total), total)

    for pk in list(tables.values_list("pk", flat=True)):
        table = Table.objects.get(pk=pk)
        one = TableAudit(table, tick)
        yield from one.faults()
        if one.known:
            yield from carried(table, one.flows)
        yield from _keys(table)
    if slugs is None:
        yield from _strays()
        yield from books()
        yield from house()
        yield from duplicates.faults()
    progress(total, total)


def _keys(table: Table) -> Iterator[Fault]:
    """Check that no idempotency key has two commands."""
    twice = table.commands.order_by().values("key").annotate(times=Count("pk")).filter(times__gt=1)
    for each in twice.values_list("key", flat=True):
        yield Fault(table.slug, f"key {each}", "several commands have it")


def _strays() -> Iterator[Fault]:
    """Check that no row belongs to a missing table."""
    known = Table.objects.values("pk")
    for model in KEPT:
        rows = model._base_manager.exclude(table_id__in=known).order_by("pk")
        for pk, table in rows.values_list("pk", "table_id")[:100]:
            yield Fault("", f"{model._meta.verbose_name} with id {pk}", f"its table, with id {table}, is not there")
