"""What is kept, for a regulator to take away: records that anyone can verify, and rows for a spreadsheet (A6)."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any, TextIO

from django.db.models import QuerySet

from paigow.errors import PaigowError
from paigow.web.audit.reading import one_moment
from paigow.web.people.models import SignificantEvent, WalletEntry
from paigow.web.service import records
from paigow.web.store import journal
from paigow.web.store.models import StoredEvent, Table

Progress = Callable[[int, int], None]
Row = dict[str, Any]
CHUNK = 500


@dataclass(frozen=True, slots=True)
class Span:
    """From a round or moment to another, both included; without bounds where they are left out."""

    rounds: tuple[int | None, int | None] = (None, None)
    times: tuple[datetime | None, datetime | None] = (None, None)

    @classmethod
    def between(cls, since: str | None, until: str | None) -> "Span":
        """Numbers are rounds; dates and times are UTC unless they say otherwise. A date is the whole day."""
        ends = [_round(since), _round(until)]
        rounds = ends[0], ends[1]
        times = (
            _moment(since, last=False) if rounds[0] is None else None,
            _moment(until, last=True) if rounds[1] is None else None,
        )
        return cls(rounds, times)


def _round(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() else None


def _moment(text: str | None, last: bool) -> datetime | None:
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise PaigowError(f"{text!r} is no round and no date: 17, 2026-11-30 or 2026-11-30T18:00 are") from None
    if last and len(text) == len("2026-11-30"):
        found = datetime.combine(found, time.min) + timedelta(days=1) - timedelta(microseconds=1)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written: rows, or for records the rounds from the first to the last."""

    rows: int
    first: int = 0
    last: int = 0


def export(what: str, slug: str | None, span: Span, out: Path, progress: Progress) -> Exported:
    """Writes a file: a record, or rows as JSON lines, or as CSV where its name ends so."""
    with one_moment():
        table = _table(slug)
        with out.open("w", encoding="utf-8", newline="" if out.suffix == ".csv" else "\n") as file:
            if what == RECORDS:
                return _export_record(_needed(table, what), span, file, progress)
            rows, total = ROWS[what](table, span)
            return Exported(_write(rows, file, out.suffix == ".csv", total, progress))


def _table(slug: str | None) -> Table | None:
    if slug is None:
        return None
    table = Table.objects.filter(slug=slug).first()
    if table is None:
        raise PaigowError(f"there is no table {slug!r}")
    return table


def _needed(table: Table | None, what: str) -> Table:
    if table is None:
        raise PaigowError(f"{what} are of one table: say which with --table")
    return table


# --- records


def _export_record(table: Table, span: Span, file: TextIO, progress: Progress) -> Exported:
    """A round can only be verified with all rounds before it, so a record always begins with the first. `first` is
    where the span that was asked for begins."""
    numbers = list(_rounds(table, span).values_list("number", flat=True))
    if not numbers:
        raise PaigowError(f"the table {table.slug} has no finished round in this span")
    for line in records.head_lines(table):
        file.write(f"{line}\n")
    for number in range(1, numbers[-1] + 1):
        file.write(records.text_of(records.round_lines(table, number)))
        progress(number, numbers[-1])
    return Exported(numbers[-1], numbers[0], numbers[-1])


def _rounds(table: Table, span: Span) -> QuerySet[Any]:
    """The finished rounds of the span."""
    return _within(table.rounds.exclude(record_hash=""), span, "number", "closed_at").order_by("number")


# --- rows


def _within(rows: QuerySet[Any], span: Span, round_number: str, at: str) -> QuerySet[Any]:
    for name, value in (
        (f"{round_number}__gte", span.rounds[0]),
        (f"{round_number}__lte", span.rounds[1]),
        (f"{at}__gte", span.times[0]),
        (f"{at}__lte", span.times[1]),
    ):
        rows = rows.filter(**{name: value}) if value is not None else rows
    return rows


def _events_of(table: Table, span: Span) -> QuerySet[StoredEvent]:
    rows = _within(table.events.all(), span, "round_number", "command__at")
    return rows.select_related("command").order_by("number")


def _numbers(table: Table, span: Span) -> tuple[int, int]:
    """The first and the last event of a span."""
    numbers = _events_of(table, span).values_list("number", flat=True)
    return numbers.first() or 0, numbers.last() or 0


def _events(table: Table | None, span: Span) -> tuple[Iterable[Row], int]:
    """Each event with the command that it came of. What a round that is on hides stays hidden, and so do the hashes
    that cover it: of few possible hands, the right one is found by its hash."""
    table = _needed(table, "events")
    over = table.rounds.exclude(seed="").order_by("number").values_list("last", flat=True).last() or 0
    rows = _events_of(table, span)

    def told(row: StoredEvent) -> Row:
        command = row.command
        hidden = row.number > over
        said = None if hidden and command.sealed is not None else journal.command_data(table.slug, command)
        data = None if hidden and row.sealed is not None else journal.event_data(table.slug, row)
        return {
            "table": table.slug,
            "number": row.number,
            "round": row.round_number,
            "at": command.at.isoformat(),
            "actor": command.actor,
            "person": command.person,
            "key": command.key,
            "command": said,
            "kind": row.kind,
            "event": data,
            "hash": None if hidden else row.hash,
        }

    return map(told, rows.iterator(CHUNK)), rows.count()


def _ledger(table: Table | None, span: Span) -> tuple[Iterable[Row], int]:
    table = _needed(table, "ledger entries")
    first, last = _numbers(table, span)
    rows = table.entries.filter(number__gte=first, number__lte=last).order_by("number", "line")
    names = ("number", "line", "debit", "credit", "cents", "debit_balance", "credit_balance", "reason", "clause")
    return ({"table": table.slug, **row} for row in rows.values(*names).iterator(CHUNK)), rows.count()


def _meters(table: Table | None, span: Span) -> tuple[Iterable[Row], int]:
    table = _needed(table, "meter changes")
    first, last = _numbers(table, span)
    rows = table.meter_changes.filter(number__gte=first, number__lte=last).order_by("number", "meter")
    names = ("number", "meter", "contributed", "display", "hits", "wins", "overflow", "reserve")
    return ({"table": table.slug, **row} for row in rows.values(*names).iterator(CHUNK)), rows.count()


def _wallet(table: Table | None, span: Span) -> tuple[Iterable[Row], int]:
    """Of a table, or of the whole house."""
    rows: QuerySet[WalletEntry] = WalletEntry.objects.select_related("account__owner", "counterpart__owner")
    if table is not None:
        rows = rows.filter(table=table.slug)
        if span.rounds != (None, None):
            first, last = _numbers(table, Span(span.rounds))
            rows = rows.filter(event__gte=first, event__lte=last)
    elif span.rounds != (None, None):
        raise PaigowError("rounds are of one table: say which with --table, or give dates")
    rows = _within(rows, Span((None, None), span.times), "event", "at").order_by("account", "number")

    def told(entry: WalletEntry) -> Row:
        return {
            "account": str(entry.account),
            "number": entry.number,
            "at": entry.at.isoformat(),
            "cents": entry.cents,
            "balance": entry.balance,
            "reason": entry.reason,
            "table": entry.table,
            "event": entry.event,
            "counterpart": str(entry.counterpart),
            "counterpart_number": entry.counterpart_number,
        }

    return map(told, rows.iterator(CHUNK)), rows.count()


def _significant(table: Table | None, span: Span) -> tuple[Iterable[Row], int]:
    """What the house must remember about access, configuration and exceptions."""
    if table is not None or span.rounds != (None, None):
        raise PaigowError("significant events are of the whole house, between dates")
    rows = _within(SignificantEvent.objects.order_by("pk"), span, "pk", "at")

    def told(event: SignificantEvent) -> Row:
        return {
            "number": event.pk,
            "at": event.at.isoformat(),
            "kind": event.kind,
            "person": event.person,
            "address": event.address,
            "detail": event.detail,
        }

    return map(told, rows.iterator(CHUNK)), rows.count()


RECORDS = "records"
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\0")  # what a spreadsheet takes for the beginning of one
ROWS: dict[str, Callable[[Table | None, Span], tuple[Iterable[Row], int]]] = {
    "events": _events,
    "ledger": _ledger,
    "meters": _meters,
    "wallet": _wallet,
    "significant": _significant,
}
FORMATS = (RECORDS, *ROWS)


def _write(rows: Iterable[Row], file: TextIO, as_csv: bool, total: int, progress: Progress) -> int:
    number = 0
    writer: Any = None
    for number, row in enumerate(rows, start=1):
        if not as_csv:
            file.write(f"{json.dumps(row, ensure_ascii=False)}\n")
        else:
            if writer is None:
                writer = csv.DictWriter(file, list(row))
                writer.writeheader()
            writer.writerow(dict(_cells(row)))
        if number % CHUNK == 0:
            progress(number, total)
    progress(total, total)
    return number


def _cells(row: Row) -> Iterator[tuple[str, Any]]:
    """What has parts goes into its cell as JSON. A text that a spreadsheet would take for a formula is quoted."""
    for name, value in row.items():
        if isinstance(value, dict | list):
            yield name, json.dumps(value, ensure_ascii=False)
        elif isinstance(value, str) and value.startswith(FORMULA):
            yield name, f"'{value}"
        else:
            yield name, value
