"""Exports for a regulator: records that anyone can verify, and rows for a spreadsheet (A6)."""

import csv
import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from django.db.models import QuerySet

from paigow.errors import PaigowError
from paigow.house.audit.reading import one_moment
from paigow.house.writing import named
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import WalletEntry
from paigow.web.service import records
from paigow.web.store import journal
from paigow.web.store.models import StoredEvent, Table

Progress = Callable[[int, int], None]
CHUNK = 500
DIGITS = 15  # digits of a round number; every database holds them


@dataclass(frozen=True, slots=True)
class Span:
    """From a round or moment to another, inclusive; unbounded where left out."""

    rounds: tuple[int | None, int | None] = (None, None)
    times: tuple[datetime | None, datetime | None] = (None, None)

    @classmethod
    def between(cls, since: str | None, until: str | None) -> "Span":
        """Parse a span: numbers are rounds; dates and times are UTC unless they say otherwise.

        A date is the whole day.
        """
        rounds = _round(since), _round(until)
        times = (
            _moment(since, time.min) if rounds[0] is None else None,
            _moment(until, time.max) if rounds[1] is None else None,
        )
        if rounds != (None, None) and times != (None, None):
            raise PaigowError(f"{since!r} and {until!r} are a round and a date: give two rounds, or two dates")
        return cls(rounds, times)


def _round(text: str | None) -> int | None:
    """Return a round's number, unless the text could also be a date: then the meaning is unclear."""
    if text is None or not (text.isascii() and text.isdecimal()):
        return None
    if len(text) > DIGITS:
        raise PaigowError(f"{text[:40]!r} is not a round: no table has that many")
    if len(text) == len("20261130") and (day := _day(text)) is not None:
        raise PaigowError(f"{text!r} may be a round or a date: write a date as {day}")
    return int(text)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _moment(text: str | None, within: time) -> datetime | None:
    """Return a moment in UTC; for a day, the one that `within` selects."""
    if text is None:
        return None
    if (day := _day(text)) is not None:
        return datetime.combine(day, within, UTC)
    try:
        found = datetime.fromisoformat(text)
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except ValueError:
        said = f"{text[:40]!r} is neither a round nor a date: write 17, 2026-11-30 or 2026-11-30T18:00"
        raise PaigowError(said) from None
    except OverflowError:
        raise PaigowError(f"{text!r} is in UTC before the year 1 or after 9999") from None


@dataclass(frozen=True, slots=True)
class Exported:
    """The extent of what was written: rows or, for records, the rounds from the first to the last."""

    rows: int
    first: int = 0
    last: int = 0


def export(what: str, slug: str | None, span: Span, out: Path, progress: Progress) -> Exported:
    """Write a file: a record, or rows as JSON lines, or as CSV if its name ends in .csv."""
    as_csv = out.suffix == ".csv"
    with one_moment():
        table = _table(slug)
        if what == RECORDS:
            table = _needed(table, what)
            with named(out), _whole(out, "\n") as file:
                return _export_record(table, span, file, progress)
        rows = ROWS[what](table, span)
        with named(out), _whole(out, "" if as_csv else "\n") as file:
            return Exported(_write(rows, file, as_csv, progress))


@contextmanager
def _whole(out: Path, newline: str) -> Iterator[TextIO]:
    """Provide a file that gets its name once it is complete.

    Until then, an existing file stays as it was. Anything that is not a regular file, such as a pipe, cannot be renamed
    to and is written directly.
    """
    if out.exists() and not out.is_file():
        with out.open("w", encoding="utf-8", newline=newline) as file:
            yield file
        return
    out = out.resolve()  # the target of a link, not the link itself
    draft = out.with_name(f"{out.name}.part")
    try:
        with draft.open("w", encoding="utf-8", newline=newline) as file:
            if out.exists():
                shutil.copymode(out, draft)
            yield file
        draft.replace(out)
    finally:
        draft.unlink(missing_ok=True)


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
    """Write the record.

    A round can only be verified with all earlier rounds, so a record always starts with the first. `first` is where the
    requested span starts.
    """
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
    """Return the finished rounds of the span."""
    return _within(table.rounds.exclude(record_hash=""), span, "number", "closed_at").order_by("number")


# --- rows


class Rows(NamedTuple):
    """The column names, the values of each row in that order, and the number of rows."""

    columns: tuple[str, ...]
    rows: Iterable[Sequence[Any]]
    total: int


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
    """Return the first and the last event of a span."""
    numbers = _events_of(table, span).values_list("number", flat=True)
    return numbers.first() or 0, numbers.last() or 0


def _events(table: Table | None, span: Span) -> Rows:
    """Return each event with its command.

    Hidden values of a round in progress stay hidden, and so do the hashes that cover them: with few possible hands, the
    right one could be found by its hash.
    """
    table = _needed(table, "events")
    over = table.rounds.exclude(seed="").order_by("number").values_list("last", flat=True).last() or 0
    rows = _events_of(table, span)

    def values(row: StoredEvent) -> Sequence[Any]:
        command = row.command
        hidden = row.number > over
        said = None if hidden and command.sealed is not None else journal.command_data(table.slug, command)
        data = None if hidden and row.sealed is not None else journal.event_data(table.slug, row)
        given = (command.at.isoformat(), command.actor, command.person, command.key, said)
        return table.slug, row.number, row.round_number, *given, row.kind, data, None if hidden else row.hash

    columns = ("table", "number", "round", "at", "actor", "person", "key", "command", "kind", "event", "hash")
    return Rows(columns, map(values, rows.iterator(CHUNK)), rows.count())


def _ledger(table: Table | None, span: Span) -> Rows:
    table = _needed(table, "ledger entries")
    names = ("number", "line", "debit", "credit", "cents", "debit_balance", "credit_balance", "reason", "clause")
    return _columns(table, table.entries.all(), span, names)


def _meters(table: Table | None, span: Span) -> Rows:
    table = _needed(table, "meter changes")
    names = ("number", "meter", "contributed", "display", "hits", "wins", "overflow", "reserve")
    return _columns(table, table.meter_changes.all(), span, names)


def _columns(table: Table, rows: QuerySet[Any], span: Span, names: tuple[str, ...]) -> Rows:
    """Return these columns of the rows that belong to events of a span, ordered by the first two."""
    first, last = _numbers(table, span)
    rows = rows.filter(number__gte=first, number__lte=last).order_by(*names[:2])
    values = ((table.slug, *row) for row in rows.values_list(*names).iterator(CHUNK))
    return Rows(("table", *names), values, rows.count())


def _wallet(table: Table | None, span: Span) -> Rows:
    """Return the wallet entries of a table, or of the whole house."""
    rows: QuerySet[WalletEntry] = WalletEntry.objects.select_related("account__owner", "counterpart__owner")
    if table is not None:
        rows = rows.filter(table=table.slug)
        if span.rounds != (None, None):
            first, last = _numbers(table, Span(span.rounds))
            rows = rows.filter(event__gte=first, event__lte=last)
    elif span.rounds != (None, None):
        raise PaigowError("rounds are of one table: say which with --table, or give dates")
    rows = _within(rows, Span((None, None), span.times), "event", "at").order_by("account", "number")

    def values(entry: WalletEntry) -> Sequence[Any]:
        booked = (entry.at.isoformat(), entry.cents, entry.balance, entry.reason, entry.table, entry.event)
        return str(entry.account), entry.number, *booked, str(entry.counterpart), entry.counterpart_number

    own = ("account", "number", "at", "cents", "balance", "reason", "table", "event")
    columns = (*own, "counterpart", "counterpart_number")
    return Rows(columns, map(values, rows.iterator(CHUNK)), rows.count())


def _significant(table: Table | None, span: Span) -> Rows:
    """Return the significant events about access, configuration and exceptions."""
    if table is not None or span.rounds != (None, None):
        raise PaigowError("significant events are of the whole house, between dates")
    rows = _within(SignificantEvent.objects.order_by("pk"), span, "pk", "at")

    def values(event: SignificantEvent) -> Sequence[Any]:
        return event.pk, event.at.isoformat(), event.kind, event.person, event.address, event.detail

    columns = ("number", "at", "kind", "person", "address", "detail")
    return Rows(columns, map(values, rows.iterator(CHUNK)), rows.count())


RECORDS = "records"
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\0")  # characters that start a formula in a spreadsheet
ROWS: dict[str, Callable[[Table | None, Span], Rows]] = {
    "events": _events,
    "ledger": _ledger,
    "meters": _meters,
    "wallet": _wallet,
    "significant": _significant,
}
FORMATS = (RECORDS, *ROWS)


def _write(found: Rows, file: TextIO, as_csv: bool, progress: Progress) -> int:
    number = 0
    writer = csv.writer(file)
    if as_csv:
        writer.writerow(found.columns)
    for number, row in enumerate(found.rows, start=1):
        if as_csv:
            writer.writerow(map(_cell, row))
        else:
            file.write(f"{json.dumps(dict(zip(found.columns, row, strict=True)), ensure_ascii=False)}\n")
        if number % CHUNK == 0:
            progress(number, found.total)
    progress(found.total, found.total)
    return number


def _cell(value: Any) -> Any:
    """Return a value as a cell: composite ones as JSON, and text quoted that a spreadsheet would take for a formula."""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
