"""Statements that are built once do what the ORM's do: they read, write and lock alike, on every database."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from paigow.rules import load_submission
from paigow.web.fast.statements import (
    NUMBER,
    TEXT,
    TIME,
    Insertion,
    LinkedInsertion,
    Setting,
    Statement,
    moment,
    row_of,
    update,
)
from paigow.web.people.models import User
from paigow.web.service import tables
from paigow.web.store.models import LedgerEntry, Snapshot, StoredCommand, StoredEvent, Table

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 16, 7, 30, 1, 234567, tzinfo=UTC)


@pytest.fixture
def table() -> Table:
    return tables.open_table("rows", load_submission("new-zealand"), "oscar", bots={"bot-an": "house-way"})


COMMANDS = Insertion(
    StoredCommand,
    "table_id", "key", "fingerprint", "actor", "person", "verb", "data", "sealed", "first", "last", "at",
)  # fmt: skip
EVENTS = Insertion(StoredEvent, "table_id", "number", "command_id", "round_number", "kind", "data", "sealed", "hash")
ENTRIES = Insertion(
    LedgerEntry,
    "table_id", "number", "line", "debit", "credit", "cents", "debit_balance", "credit_balance",
    "movement", "reason", "clause",
)  # fmt: skip
SNAPSHOTS = Insertion(Snapshot, "table_id", "sequence", "form", "sealed", replacing="table_id")


def command(table: Table, key: str, data: Any = None, sealed: bytes | None = None, first: int = 1) -> tuple[Any, ...]:
    text = None if data is None else json.dumps(data, ensure_ascii=False)
    return (table.pk, key, "f" * 64, "ann", "ann", "sit", text, sealed, first, 2, moment(AT))


def test_what_is_inserted_is_what_the_orm_reads(table: Table) -> None:
    """Values of every kind: text, numbers, times, nothing, JSON with signs of all sorts, and bytes."""
    data = {"text": "牌九 '\"%s", "list": [1, None, True], "nested": {"a": {}}}
    keys = COMMANDS.keys([command(table, "one", data), command(table, "two", sealed=b"\x00\xff%s")], by="key")
    one, two = StoredCommand.objects.get(pk=keys["one"]), StoredCommand.objects.get(pk=keys["two"])
    assert (one.table, one.key, one.data, one.sealed, one.at, one.last) == (table, "one", data, None, AT, 2)
    assert (two.key, two.data, bytes(two.sealed or b"")) == ("two", None, b"\x00\xff%s")
    text = json.dumps(data)
    EVENTS(
        [
            (table.pk, number, keys["two" if number % 2 else "one"], 0, "k", text, None, "h" * 64)
            for number in range(1, 41)
        ]
    )
    ENTRIES([(table.pk, 1, 1, "a", "b", -(2**40), 0, 2**40, "m", "r", "")])
    ENTRIES([])
    assert COMMANDS.keys([], by="key") == {}
    assert [each.data for each in StoredEvent.objects.order_by("number")] == [data] * 40
    assert [each.command.key for each in StoredEvent.objects.order_by("number")[:3]] == ["two", "one", "two"]
    assert LedgerEntry.objects.values_list("cents", "credit_balance").get() == (-(2**40), 2**40)
    assert not StoredEvent.objects.filter(data__isnull=True).exists()
    assert StoredCommand.objects.filter(data__isnull=True).count() == 1  # nothing, not a JSON null


def test_rows_of_one_model_take_one_statement(table: Table) -> None:
    with CaptureQueriesContext(connection) as asked:
        keys = COMMANDS.keys([command(table, f"key-{number}") for number in range(20)], by="key")
        EVENTS([(table.pk, number, keys[f"key-{number}"], 0, "k", "{}", None, "h") for number in range(20)])
    assert len(asked) == 2
    assert len(set(keys.values())) == 20


def test_linked_rows_refer_to_each_other(table: Table) -> None:
    """Two bookings at two tables have commands with the same number; each event belongs to its own."""
    log = LinkedInsertion(COMMANDS, "first", EVENTS, "command_id", ENTRIES)
    other = tables.open_table("other", load_submission("new-zealand"), "oscar")
    for each in (table, other):
        commands = [command(each, f"key-{first}", {"n": first}, first=first) for first in (3, 1)]
        events = [(each.pk, number, first, 0, "k", "{}", None, "h") for number, first in ((1, 1), (2, 1), (3, 3))]
        with CaptureQueriesContext(connection) as asked:
            log(commands, events, [(each.pk, 1, 1, "a", "b", 5, 0, 5, "m", "r", "")] if each is table else [])
        assert len(asked) == (1 if connection.vendor == "postgresql" else 3 if each is table else 2)
        found = StoredEvent.objects.filter(table=each).order_by("number")
        assert [(row.number, row.command.first, row.command.table) for row in found] == [
            (1, 1, each),
            (2, 1, each),
            (3, 3, each),
        ]
    assert LedgerEntry.objects.get().table == table


def test_a_row_that_replaces_another_keeps_its_key(table: Table) -> None:
    SNAPSHOTS([(table.pk, 1, 2, b"one")])
    first = Snapshot.objects.get()
    SNAPSHOTS([(table.pk, 9, 3, b"two")])
    found = Snapshot.objects.get()
    assert (found.pk, found.sequence, found.form, bytes(found.sealed)) == (first.pk, 9, 3, b"two")


def test_a_setting_says_how_many_rows_it_met(table: Table) -> None:
    rename = Setting(Table, ("title", "attendance", "watched_at"), ("slug", "standard"))
    assert rename(("x", '{"ann": {"misses": 2}}', moment(AT)), ("rows", "new-zealand")) == 1
    assert rename(("y", "{}", None), ("rows", "maryland-poker")) == 0
    found = Table.objects.get(slug="rows")
    assert (found.title, found.attendance, found.watched_at) == ("x", {"ann": {"misses": 2}}, AT)


def test_a_constraint_refuses_as_ever(table: Table) -> None:
    COMMANDS.keys([command(table, "one")], by="key")
    with pytest.raises(IntegrityError), transaction.atomic():
        COMMANDS.keys([command(table, "two"), command(table, "one")], by="key")
    assert StoredCommand.objects.count() == 1


def test_an_update_writes_these_fields_only(table: Table) -> None:
    table.title, table.awaited, table.deadline_at, table.attendance = "other", "1/betting", AT, {"ann": {"misses": 2}}
    with CaptureQueriesContext(
        connection,
    ) as asked:
        update(table, ("awaited", "deadline_at", "attendance", "dealer"))
    assert len(asked) == 1
    found = Table.objects.get(slug="rows")
    assert (found.title, found.awaited, found.deadline_at, found.attendance) == (
        "rows",
        "1/betting",
        AT,
        {"ann": {"misses": 2}},
    )
    assert found.dealer is None


def test_a_kept_query_answers_as_the_orm_does(table: Table) -> None:
    COMMANDS.keys([command(table, f"key-{number}", {"n": number}, first=number) for number in range(5)], by="key")

    def build(slug: str, first: int) -> Any:
        of_table = StoredCommand.objects.filter(table__slug=slug, first__gt=first, verb="sit")
        return of_table.order_by("first").values_list("key", "data", "at", "table__pace")[:3]

    kept = Statement(build, TEXT, NUMBER)
    for values in (("rows", 0), ("rows", 3), ("rows", 100), ("another", 0), ("it's %s", -1)):
        assert kept(*values) == list(build(*values))
    with CaptureQueriesContext(connection) as asked:
        kept("rows", 1)
    assert len(asked) == 1


def test_a_kept_query_compares_times(table: Table) -> None:
    table.due_at = AT
    table.save()
    due = Statement(lambda now, pk: Table.objects.filter(due_at__lte=now, pk=pk).values_list("slug"), TIME, NUMBER)
    for seconds, found in ((-1, []), (0, [("rows",)]), (1, [("rows",)])):
        assert due(AT + timedelta(seconds=seconds), table.pk) == found


def test_a_mark_that_the_orm_optimizes_away_is_noticed(table: Table) -> None:
    """A number that no column can hold changes the query: it would be another one for every other number."""
    kept = Statement(lambda number: StoredEvent.objects.filter(number__gt=number).values_list("number"), -1)
    with pytest.raises(AssertionError):
        kept(1)


def test_of_a_row_the_rest_is_fetched_when_asked_for(table: Table) -> None:
    User.objects.create(username="ann", language="zh-hant")
    pk = User.objects.get(username="ann").pk
    person = row_of(User, ("username", "is_active", "id"), ("ann", True, pk))  # in any order
    with CaptureQueriesContext(connection) as asked:
        assert (person.pk, person.username, person.is_active) == (pk, "ann", True)
    assert len(asked) == 0
    assert person.language == "zh-hant"
