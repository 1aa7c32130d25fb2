"""The end of a table's log, after its last checkpoint, is protected by the code under the table's head."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from paigow.house.audit.whole import audit
from paigow.house.rekey import rekey
from paigow.rules import load_submission
from paigow.table.floor.floor import StopTable
from paigow.web.people.models import SignificantEvent
from paigow.web.seals import sealing
from paigow.web.seals.sealing import genesis, head_code
from paigow.web.service import adopting, tables
from paigow.web.serving.environment import kept_secrets
from paigow.web.store.appending import head_holds
from paigow.web.store.models import (
    Checkpoint,
    LedgerEntry,
    MeterChange,
    StoredCommand,
    StoredEvent,
    StoredRound,
    Table,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house")]
WHAT = "head_code is not that of its sequence and head: the end of the log was cut off, or added to"


def found() -> list[tuple[str, str, str]]:
    return [(fault.table, fault.row, fault.what) for fault in audit()]


def poker() -> Table:
    return Table.objects.get(slug="poker")


def alter(**values: Any) -> None:
    """Past the program, as somebody with the database's password would."""
    Table.objects.filter(slug="poker").update(**values)


def cut(sequence: int) -> None:
    """All that came after this event goes, and the table's row says that it stands there."""
    table = poker()
    StoredEvent.objects.filter(table=table, number__gt=sequence).delete()
    StoredCommand.objects.filter(table=table, first__gt=sequence).delete()
    LedgerEntry.objects.filter(table=table, number__gt=sequence).delete()
    MeterChange.objects.filter(table=table, number__gt=sequence).delete()
    StoredRound.objects.filter(table=table, first__gt=sequence).delete()
    alter(sequence=sequence, head=StoredEvent.objects.get(table=table, number=sequence).hash)
    tables.CACHE.clear()


def last_checkpoint() -> int:
    return Checkpoint.objects.filter(table=poker()).order_by("-sequence")[0].sequence


def play_on() -> None:
    tables.submit("poker", StopTable(reason="a look"), person="boss", key="stop", now=timezone.now())


def test_an_end_that_was_cut_off_is_named_and_does_not_heal() -> None:
    assert poker().sequence > last_checkpoint()
    cut(last_checkpoint())
    assert found() == [("poker", "table", WHAT)]
    play_on()
    assert poker().sequence > last_checkpoint()
    assert found() == [("poker", "table", WHAT)]
    assert adopting.adopt() == 0
    assert found() == [("poker", "table", WHAT)]


def test_one_command_less_is_named() -> None:
    last = StoredCommand.objects.filter(table=poker()).order_by("first").last()
    assert last is not None
    cut(last.first - 1)
    assert ("poker", "table", WHAT) in found()


@pytest.mark.parametrize("code", ["", "0" * 64, "九"])
def test_a_code_that_is_gone_or_another_is_named_and_stays(code: str) -> None:
    alter(head_code=code)
    assert found() == [("poker", "table", WHAT)]
    play_on()
    assert adopting.adopt() == 0
    assert found() == [("poker", "table", WHAT)]


def test_the_code_of_another_table_is_none_here() -> None:
    alter(head_code=Table.objects.get(slug="tiles").head_code)
    assert found() == [("poker", "table", WHAT)]


def test_a_table_has_its_code_from_the_first_moment() -> None:
    tables.open_table("new", load_submission("new-zealand"), "boss")
    assert head_holds(Table.objects.get(slug="new"))
    Table.objects.filter(slug="new").update(head_code="")
    assert found() == [("new", "table", WHAT)]


@pytest.mark.parametrize("opening", [False, True])
def test_what_an_older_version_added_is_taken_over_and_told(opening: bool) -> None:
    table, number = poker(), 0 if opening else last_checkpoint()
    head = StoredEvent.objects.get(table=table, number=number).hash if number else ""
    alter(head_code=head_code("poker", number, head or genesis("poker", table.submission_hash)))
    play_on()
    assert found() == [("poker", "table", WHAT)]
    assert adopting.adopt() == 1
    assert found() == []
    told = SignificantEvent.objects.filter(kind="data").last()
    assert told is not None
    due = {"table": "poker", "log": "taken over", "since": number, "until": poker().sequence}
    assert told.detail == due
    assert adopting.adopt() == 0


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    for name in ("django-key", "sealing-key"):
        (tmp_path / f"{name}.secret").write_text("\n".join(kept_secrets(name)))
    monkeypatch.setenv("PAIGOW_DATA", str(tmp_path))
    sealing.forget_keys()
    yield tmp_path / "sealing-key.secret"
    sealing.forget_keys()


def test_new_keys_make_new_codes_but_mend_none(keys: Path) -> None:
    before, code = keys.read_text(), Table.objects.get(slug="tiles").head_code
    cut(last_checkpoint())
    rekey()
    assert Table.objects.get(slug="tiles").head_code != code
    assert found() == [("poker", "table", WHAT)]
    Table.objects.filter(slug="tiles").update(head_code=code)
    assert head_holds(Table.objects.get(slug="tiles")), "an older key will do while it is kept"
    keys.write_text(keys.read_text().replace(before, "").strip())
    sealing.forget_keys()
    assert not head_holds(Table.objects.get(slug="tiles"))


MIGRATED = """
import django; django.setup()
from django.core.management import call_command
from django.db import connection
call_command("migrate", "store", "0004", verbosity=0)
call_command("migrate", "people", "0010", verbosity=0)
from paigow.rules import load_submission, submission_hash
from paigow.web.seals.sealing import genesis
given = load_submission("new-zealand")
rules = submission_hash(given)
import json
columns = ("slug, title, standard, standard_version, submission, submission_hash, opened_by, opened_at, closing,"
    " sequence, head, awaited, pace, bots, misses")
with connection.cursor() as cursor:
    cursor.execute(f"INSERT INTO store_table ({columns}) VALUES ('old', 'old', 'new-zealand', %s, %s, %s, 'boss',"
        " '2026-01-01 00:00:00+00:00', false, 0, %s, '', '{}', '{}', '{}')",
        ["10.1", json.dumps(given.data()), rules, genesis("old", rules)])
call_command("migrate", verbosity=0)
from paigow.web.store.appending import head_holds
from paigow.web.store.models import Table
print(head_holds(Table.objects.get()))
with connection.cursor() as cursor:  # as a version does that knows of no code
    cursor.execute(f"INSERT INTO store_table ({columns}) SELECT 'new'{columns[4:]} FROM store_table")
print(repr(Table.objects.get(slug="new").head_code))
"""


@pytest.mark.own_database
def test_tables_that_are_there_get_their_codes_by_the_migration(told_by: Callable[[str], list[str]]) -> None:
    assert told_by(MIGRATED) == ["True", "''"]
