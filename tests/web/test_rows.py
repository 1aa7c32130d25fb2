"""Statements that are built once do what the ORM's do: they read, write and lock alike, on every database."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from paigow.rules import load_submission
from paigow.web.fast.statements import NUMBER, TEXT, Statement, insert, new, row_of, update
from paigow.web.people.models import User
from paigow.web.service import tables
from paigow.web.store.models import LedgerEntry, StoredCommand, StoredEvent, StoredRound, Table

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 16, 7, 30, 1, 234567, tzinfo=UTC)


@pytest.fixture
def table() -> Table:
    return tables.open_table("rows", load_submission("new-zealand"), "oscar", bots={"bot-an": "house-way"})


def command(table: Table, key: str, **more: Any) -> StoredCommand:
    about = {"fingerprint": "f" * 64, "actor": "ann", "person": "ann", "verb": "sit", "first": 1, "last": 2, "at": AT}
    return StoredCommand(table=table, key=key, **{**about, **more})


def event(table: Table, number: int, came_of: StoredCommand, **more: Any) -> StoredEvent:
    return StoredEvent(table=table, number=number, command=came_of, round_number=0, kind="k", hash="h" * 64, **more)


def test_what_is_inserted_is_what_the_orm_reads(table: Table) -> None:
    """Values of every kind: text, numbers, times, nothing, JSON with signs of all sorts, and bytes."""
    data = {"text": "牌九 '\"%s", "list": [1, None, True], "nested": {"a": {}}}
    commands = [command(table, "one", data=data), command(table, "two", sealed=b"\x00\xff%s")]
    insert(commands)
    assert len({each.pk for each in commands}) == 2
    events = [event(table, number, commands[number % 2], data=data) for number in range(1, 41)]
    insert(events)  # of commands that had no key when the events were made
    insert([LedgerEntry(table=table, number=1, line=1, debit="a", credit="b", cents=-(2**40), debit_balance=0,
                        credit_balance=2**40, reason="r", clause="")])  # fmt: skip
    insert([])
    for kept in (*commands, *events):
        found = type(kept)._base_manager.get(pk=kept.pk)
        for field in kept._meta.concrete_fields:
            mine, theirs = getattr(kept, field.attname), getattr(found, field.attname)
            assert (bytes(theirs) if isinstance(theirs, memoryview) else theirs) == mine, field
    assert [each.command.key for each in StoredEvent.objects.order_by("number")[:3]] == ["two", "one", "two"]
    assert LedgerEntry.objects.values_list("cents", "credit_balance").get() == (-(2**40), 2**40)
    assert not StoredEvent.objects.filter(data__isnull=True).exists()
    assert StoredCommand.objects.filter(data__isnull=True).count() == 1  # nothing, not a JSON null


def test_a_new_row_is_what_the_model_makes(table: Table) -> None:
    about = {"fingerprint": "f" * 64, "actor": "ann", "person": "ann", "verb": "sit", "first": 1, "last": 2, "at": AT}
    usual = command(table, "one")
    made = new(StoredCommand, table=table, key="one", **about)
    for one, other in ((usual, made), (event(table, 1, usual), new(StoredEvent, table=table, number=1, command=made))):
        assert one._state.adding
        assert other._state.adding
        given = {"round_number", "kind", "hash"} if isinstance(one, StoredEvent) else set()
        for field in one._meta.concrete_fields:
            if field.name not in given:
                assert getattr(one, field.attname) == getattr(other, field.attname), field
    insert([made])
    found = StoredCommand.objects.get(pk=made.pk)
    assert (found.key, found.table, found.at) == ("one", table, AT)
    assert made.table is table
    assert made == found
    first, second = (new(StoredRound, table=table) for _ in range(2))
    assert first.seats == second.seats == []
    assert first.seats is not second.seats


def test_a_constraint_refuses_as_ever(table: Table) -> None:
    insert([command(table, "one")])
    with pytest.raises(IntegrityError), transaction.atomic():
        insert([command(table, "two"), command(table, "one")])
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
    insert([command(table, f"key-{number}", first=number, data={"n": number}) for number in range(5)])

    def build(slug: str, first: int) -> Any:
        of_table = StoredCommand.objects.filter(table__slug=slug, first__gt=first, verb="sit")
        return of_table.order_by("first").values_list("key", "data", "at", "table__pace")[:3]

    kept = Statement(build, TEXT, NUMBER)
    for values in (("rows", 0), ("rows", 3), ("rows", 100), ("another", 0), ("it's %s", -1)):
        assert kept(*values) == list(build(*values))
    with CaptureQueriesContext(connection) as asked:
        kept("rows", 1)
    assert len(asked) == 1


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
