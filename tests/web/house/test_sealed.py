"""What is not to be read before its time is encrypted in the database (gaming standards R13)."""

import json
from typing import Any

import pytest

from paigow.table.steps.mixing import Mix
from paigow.web.store import journal
from paigow.web.store.models import Snapshot, StoredCommand, StoredEvent, StoredRound, Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house")]


def written(table: Table) -> bytes:
    """Every column of every row of the table, as the database has it."""
    kept: list[Any] = [table.__dict__]
    for model in (StoredCommand, StoredEvent, StoredRound, Snapshot):
        kept += model._base_manager.filter(table=table).values()
    parts = [value for row in kept for value in row.values()]
    return b"\n".join(bytes(part) if isinstance(part, bytes | memoryview) else _text(part) for part in parts)


def _text(value: Any) -> bytes:
    return (value if isinstance(value, str) else json.dumps(value, default=str)).encode()


@pytest.mark.parametrize("slug", ["poker", "tiles"])
def test_the_seed_and_the_order_of_the_round_that_is_on_cannot_be_read(slug: str) -> None:
    table = Table.objects.get(slug=slug)
    on, over = table.rounds.get(seed=""), table.rounds.exclude(seed="").order_by("number")[0]
    raw = written(table)
    assert over.seed.encode() in raw, "a seed that was revealed is there to read"
    seed = journal.server_seed(table, on.number)
    assert seed.hex().encode() not in raw
    assert seed not in raw
    mixes = StoredCommand.objects.filter(table=table, verb=Mix.verb, first__gte=on.first)
    for row in mixes:
        assert row.data is None
        order = journal.command_data(slug, row)["order"]
        assert json.dumps(order).encode() not in raw
        assert json.dumps(order, separators=(",", ":")).encode() not in raw
    hidden = [row for row in StoredEvent.objects.filter(table=table) if journal.event_of(slug, row).audience.hidden]
    assert hidden
    assert all(row.data is None and row.sealed for row in hidden)
