"""Repair of tables run during an upgrade by an older version, which did not write codes for the ends of logs."""

from collections.abc import Iterator
from itertools import chain

from paigow.web.people.events import Kind, note
from paigow.web.seals.sealing import genesis, is_head_code
from paigow.web.service.loading import locked
from paigow.web.store.appending import head_holds, renew_head
from paigow.web.store.models import StoredEvent, Table


def adopt() -> int:
    """For each table where play continued after a valid code, write a new code for its current end, and log this.

    A table whose code is valid nowhere in its log was truncated or stripped of its code; it is left for the audit to
    report.
    """
    rows = Table.objects.defer("submission")
    return sum(_adopted(slug) for slug in [table.slug for table in rows if not head_holds(table)])


def _adopted(slug: str) -> bool:
    with locked(slug) as table:
        if not table.head_code or head_holds(table):
            return False
        earlier = (number for number, head in _earlier(table) if is_head_code(table.head_code, slug, number, head))
        since = next(earlier, None)
        if since is None:
            return False
        renew_head(table)
        table.save(update_fields=("head_code",))
        note(Kind.DATA, "", {"table": slug, "log": "taken over", "since": since, "until": table.sequence})
    return True


def _earlier(table: Table) -> Iterator[tuple[int, str]]:
    """Yield the table's earlier positions, from the last event back to its opening."""
    rows = StoredEvent.objects.filter(table=table, number__lt=table.sequence).order_by("-number")
    return chain(rows.values_list("number", "hash").iterator(), [(0, genesis(table.slug, table.submission_hash))])
