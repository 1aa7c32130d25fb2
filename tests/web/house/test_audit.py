"""The audit of a house: nothing to find where all is well; every altered, dropped, inserted or moved row is named."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction

from paigow.house.audit.faults import Fault
from paigow.house.audit.whole import audit
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import Account, WalletEntry
from paigow.web.store.models import (
    Checkpoint,
    LedgerEntry,
    MeterChange,
    Snapshot,
    StoredCommand,
    StoredEvent,
    StoredRound,
    Table,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house")]

LABELS: dict[type[models.Model], Any] = {
    Table: lambda row: ("table",),
    StoredCommand: lambda row: (f"command {row.pk}",),
    StoredEvent: lambda row: (f"event {row.number}",),
    LedgerEntry: lambda row: (f"ledger entry ({row.number}, {row.line})",),
    MeterChange: lambda row: (f"meter change ({row.number}, '{row.meter}')",),
    StoredRound: lambda row: (f"round {row.number}",),
    Snapshot: lambda row: ("snapshot",),
    Checkpoint: lambda row: (f"checkpoint {row.sequence}",),
    Account: lambda row: (str(row), f"wallet entry {row}/"),
    WalletEntry: lambda row: (f"wallet entry {row}", str(row.account)),
}
"""How the audit names a row."""

FREE: dict[type[models.Model], set[str]] = {
    Table: {"title", "opened_by", "opened_at", "dealer", "due_at", "awaited", "deadline_at"}
    | {"pace", "bots", "misses", "attendance", "private", "coach", "window_at", "watched_at"},
    Account: {"kind"},  # the database itself refuses
}
"""What the house may change at a table at any time, and what of it is only for people to read."""


def faults() -> list[Fault]:
    return list(audit())


def columns(model: type[models.Model]) -> list[str]:
    return [f.name for f in model._meta.concrete_fields if not f.primary_key and f.name not in FREE.get(model, set())]


def sql(statement: str, *values: Any) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.rowcount


def alter(row: models.Model, name: str, value: Any) -> None:
    """Past the program, as somebody with the database's password would."""
    field: Any = row._meta.get_field(name)
    prepared = field.get_db_prep_save(value, connection)
    quoted = connection.ops.quote_name
    assert sql(f"UPDATE {quoted(row._meta.db_table)} SET {quoted(field.column)} = %s WHERE id = %s", prepared, row.pk)


def drop(row: models.Model) -> None:
    assert sql(f"DELETE FROM {connection.ops.quote_name(row._meta.db_table)} WHERE id = %s", row.pk)


def other(row: Any, name: str) -> Any:
    """Another value of the same kind."""
    field: Any = row._meta.get_field(name)
    value = getattr(row, field.attname)
    if isinstance(field, models.ForeignKey):
        return field.related_model._base_manager.exclude(pk=value).order_by("pk").values_list("pk", flat=True).last()
    if isinstance(field, models.JSONField):
        if value is None:
            return {"is": "Nothing"}
        changed = json.loads(json.dumps(value))
        if isinstance(changed, list):
            return changed[:-1] or [{"position": 1, "player": "eve", "seed": "x"}]
        key = sorted(changed)[-1]
        return {**changed, key: f"{changed[key]}0" if isinstance(changed[key], str) else [changed[key]]}
    if isinstance(field, models.BinaryField):
        raw = bytes(value or b"no seal at all")
        return raw[:-1] + bytes([raw[-1] ^ 1])
    if isinstance(field, models.DateTimeField):
        return (value or datetime.fromisoformat("2026-01-01T00:00:00+00:00")) + timedelta(seconds=1)
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.IntegerField):
        return (value or 0) + (1000 if name in ("number", "line", "sequence") else 1)
    if field.choices:
        return next(choice for choice, _ in field.choices if choice != value)
    return f"{'0' if value[:1] != '0' else '1'}{value[1:]}" if value else "0"


def a_row(model: type[models.Model], name: str) -> Any:
    """One in the middle of the play, with something in the column where any row has."""
    rows = model._base_manager.order_by("pk")
    if any(field.name == "table" and field.is_relation for field in model._meta.concrete_fields):
        rows = rows.filter(table__slug="poker")
    if model is StoredRound:
        return rows.get(number=2)
    if model is Account:
        return Account.objects.get(kind="wallet" if name != "table" else "cage", **_of(name))
    if model is WalletEntry:
        return WalletEntry.objects.get(account__owner__username="ann", reason="buy-in", table="poker")
    filled = [row for row in rows if getattr(row, name) not in (None, "")] or list(rows)
    return filled[len(filled) // 2]


def _of(name: str) -> dict[str, str]:
    return {"table": "poker"} if name == "table" else {"owner__username": "ann"}


def assert_named(row: models.Model, found: list[Fault]) -> None:
    kept: Any = type(row)._base_manager.filter(pk=row.pk).first()
    labels = LABELS[type(row)](row) + (LABELS[type(row)](kept) if kept else ())
    assert any(fault.row.startswith(label) or label in fault.row for fault in found for label in labels), (
        labels,
        [str(fault) for fault in found],
    )


def test_a_house_where_all_is_well() -> None:
    assert MeterChange.objects.count() > 0
    assert StoredRound.objects.exclude(seed="").count() == 4
    assert StoredRound.objects.filter(seed="").count() == 2
    assert faults() == []


ALTERED = [(model, name) for model in LABELS for name in columns(model)]


@pytest.mark.parametrize(("model", "name"), ALTERED, ids=lambda part: getattr(part, "__name__", part))
def test_an_altered_column_is_named(model: type[models.Model], name: str) -> None:
    row = a_row(model, name)
    value = other(row, name)
    if name == "table" and model not in (Account, WalletEntry):
        row = _movable(model, row)
        value = Table.objects.get(slug="tiles").pk
    if model is WalletEntry and name == "account":
        row = WalletEntry.objects.filter(account__owner__username="bob").order_by("number").last()
        value = Account.objects.get(owner__username="ann").pk
    alter(row, name, value)
    found = faults()
    if model is Table and name == "slug":
        assert {fault.table for fault in found} >= {value}
    else:
        assert_named(row, found)


def _movable(model: type[models.Model], row: Any) -> Any:
    """One that the other table has no room for yet, so that the database itself does not refuse it."""
    if model is Snapshot:
        drop(Snapshot.objects.get(table__slug="tiles"))
        return row
    if model is StoredRound:
        drop(StoredRound.objects.get(table__slug="tiles", number=2))
        return row
    if model is StoredCommand:
        taken = StoredCommand.objects.filter(table__slug="tiles").values_list("key", flat=True)
        free = StoredCommand.objects.filter(table__slug="poker").exclude(key__in=list(taken))
        return free.order_by("pk").last()
    return model._base_manager.filter(table__slug="poker").order_by("pk").last()


@pytest.mark.parametrize("model", [model for model in LABELS if model not in (Table, Account)])
def test_a_dropped_row_is_named(model: type[models.Model]) -> None:
    row = a_row(model, "table")
    drop(row)
    assert_named(row, faults())


@pytest.mark.parametrize("model", [model for model in LABELS if model not in (Table, Account, Snapshot)])
def test_the_last_row_dropped_is_named(model: type[models.Model]) -> None:
    rows = model._base_manager.order_by("pk")
    row: Any = (rows if model is WalletEntry else rows.filter(table__slug="poker")).last()
    drop(row)
    assert_named(row, faults())


def test_an_account_does_not_change_its_kind() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        alter(Account.objects.get(owner__username="ann"), "kind", "house")


def test_a_dropped_table_leaves_strays() -> None:
    table = Table.objects.get(slug="poker")
    drop(table)
    found = faults()
    assert any("its table" in fault.what for fault in found)
    assert any(fault.row == "cage:poker" for fault in found)


INSERTED: dict[type[models.Model], dict[str, Any]] = {
    StoredCommand: {"key": "another"},
    StoredEvent: {"number": 10_000},
    LedgerEntry: {"line": 99},
    MeterChange: {"meter": "another"},
    StoredRound: {"number": 99},
    Checkpoint: {"sequence": 3},
    WalletEntry: {"number": 99},
}


@pytest.mark.parametrize("model", INSERTED)
def test_an_inserted_row_is_named(model: type[models.Model]) -> None:
    row = a_row(model, "table")
    row.pk, row._state.adding = None, True
    for name, value in INSERTED[model].items():
        setattr(row, name, value)
    row.save()
    assert_named(row, faults())


def test_events_in_another_order_are_named() -> None:
    first, second = StoredEvent.objects.filter(table__slug="poker").order_by("number")[20:22]
    numbers = first.number, second.number
    alter(first, "number", 10_000)
    alter(second, "number", numbers[0])
    alter(first, "number", numbers[1])
    found = faults()
    assert {f"event {number}" for number in numbers} <= {fault.row.partition(",")[0] for fault in found}


def test_a_chain_forged_to_the_end_breaks_at_a_checkpoint() -> None:
    """Whoever can write the database, but has not the key, can make every hash right again, and still is found."""
    from paigow.web.seals.sealing import genesis
    from paigow.web.store import journal

    table = Table.objects.get(slug="tiles")
    victim = StoredCommand.objects.filter(table=table, person="ann").order_by("pk")[0]
    alter(victim, "person", "eve")
    head = genesis(table.slug, table.submission_hash)
    for event in StoredEvent.objects.filter(table=table).select_related("command").order_by("number"):
        told, data = journal.command_data(table.slug, event.command), journal.event_data(table.slug, event)
        head = next(journal.links(table.slug, head, event.command, told, event, data))
        alter(event, "hash", head)
    alter(table, "head", head)
    for checkpoint in Checkpoint.objects.filter(table=table):
        alter(checkpoint, "head", StoredEvent.objects.get(table=table, number=checkpoint.sequence).hash)
    found = faults()
    assert {fault.row for fault in found if fault.what == "the signature does not hold"} == {
        f"checkpoint {each.sequence}" for each in Checkpoint.objects.filter(table=table)
    }
    assert [fault.row for fault in found if fault.what != "the signature does not hold"] == ["table"], "its head's code"


def test_an_adjustment_without_its_note_is_named() -> None:
    noted = SignificantEvent.objects.get(kind="adjustment")
    drop(noted)
    assert [(fault.row, fault.what) for fault in faults()] == [
        (f"significant event {noted.number}", "the row is missing"),
        ("wallet entry wallet:ann/4", "no note of this adjustment, or another balance in it"),
    ]


def test_money_made_in_both_halves_is_named() -> None:
    """Right in itself, and yet not what the table's ledger says."""
    entry = WalletEntry.objects.get(account__owner__username="ann", reason="buy-in", table="poker")
    mirror = WalletEntry.objects.get(account=entry.counterpart, number=entry.counterpart_number)
    for half, cents in ((entry, 100), (mirror, -100)):
        alter(half, "cents", half.cents + cents)
        sql(
            "UPDATE people_walletentry SET balance = balance + %s WHERE account_id = %s AND number >= %s",
            cents,
            half.account_id,
            half.number,
        )
        sql("UPDATE people_account SET balance = balance + %s WHERE id = %s", cents, half.account_id)
    found = faults()
    assert f"wallet entry {entry}" in {fault.row for fault in found if fault.table == "poker"}
    assert not any("balance is" in fault.what or "other half" in fault.what for fault in found)


def test_one_table_alone() -> None:
    alter(LedgerEntry.objects.filter(table__slug="tiles").order_by("pk")[0], "cents", 1)
    assert list(audit(["poker"])) == []
    assert [fault.table for fault in audit(["tiles"])] == ["tiles"]


def test_progress_is_told_in_events() -> None:
    told: list[tuple[int, int]] = []
    assert list(audit(progress=lambda done, total: told.append((done, total)))) == []
    assert told[-1] == (StoredEvent.objects.count(), StoredEvent.objects.count())
    assert told == sorted(told)


def test_a_table_damaged_throughout_is_left_after_many_faults() -> None:
    sql("UPDATE store_ledgerentry SET cents = cents + 1")
    sql("UPDATE store_storedevent SET hash = %s", "0" * 64)
    assert 0 < len(faults()) < 600
