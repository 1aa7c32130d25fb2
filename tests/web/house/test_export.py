"""What is exported holds by itself: a record verifies, rows say what the database says."""

import csv
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from paigow.errors import PaigowError
from paigow.house.export import ROWS, Exported, Span, export
from paigow.record import verify
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import WalletEntry
from paigow.web.store.models import LedgerEntry, StoredEvent, StoredRound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house")]


def written(tmp_path: Path, what: str, table: str | None, *ends: str | None, name: str = "out.jsonl") -> Any:
    out = tmp_path / name
    told = export(what, table, Span.between(*(ends or (None, None))), out, lambda done, total: None)
    return told, out


def rows(tmp_path: Path, what: str, table: str | None, *ends: str | None) -> list[dict[str, Any]]:
    told, out = written(tmp_path, what, table, *ends)
    found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert told == Exported(len(found))
    return found


def header(tmp_path: Path, what: str, table: str | None) -> list[str]:
    """Of a file without rows."""
    told, out = written(tmp_path, what, table, "1999-01-01", "1999-01-02", name="empty.csv")
    assert told == Exported(0)
    [line] = csv.reader(out.read_text(encoding="utf-8").splitlines())
    return line


@pytest.mark.parametrize("table", ["poker", "tiles"])
def test_a_record_verifies(tmp_path: Path, table: str) -> None:
    told, out = written(tmp_path, "records", table)
    with out.open(encoding="utf-8", newline="\n") as lines:
        verdict = verify(lines)
    assert (told, verdict.rounds, verdict.head.table_id) == (Exported(2, 1, 2), 2, table)
    assert verdict.hash == StoredRound.objects.get(table__slug=table, number=2).record_hash


def test_a_record_of_a_span_has_all_that_it_stands_on(tmp_path: Path) -> None:
    told, out = written(tmp_path, "records", "tiles", None, "1")
    with out.open(encoding="utf-8", newline="\n") as lines:
        assert (told, verify(lines).rounds) == (Exported(1, 1, 1), 1)
    told, _ = written(tmp_path, "records", "tiles", "2", "2")
    assert told == Exported(2, 2, 2)
    day = StoredRound.objects.get(table__slug="tiles", number=1).opened_at
    told, _ = written(tmp_path, "records", "tiles", f"{day:%Y-%m-%d}", f"{day + timedelta(days=1):%Y-%m-%d}")
    assert told == Exported(2, 1, 2)
    with pytest.raises(PaigowError, match="no finished round in this span"):
        written(tmp_path, "records", "tiles", f"{day + timedelta(days=2):%Y-%m-%d}", None)


def test_events_tell_all_but_what_a_round_that_is_on_hides(tmp_path: Path) -> None:
    found = rows(tmp_path, "events", "poker")
    assert [row["number"] for row in found] == list(range(1, len(found) + 1))
    stored = StoredEvent.objects.filter(table__slug="poker")
    assert len(found) == stored.count()
    hidden = {row.number for row in stored.exclude(sealed=None)}
    on = StoredRound.objects.get(table__slug="poker", seed="").first
    assert {row["number"] for row in found if row["event"] is None} == {number for number in hidden if number >= on}
    assert any(number < on for number in hidden)
    only = rows(tmp_path, "events", "poker", "2", "2")
    assert {row["round"] for row in only} == {2}
    assert {row["kind"] for row in only} >= {"RoundOpened", "RoundClosed"}


def test_ledger_and_wallets(tmp_path: Path) -> None:
    ledger = rows(tmp_path, "ledger", "poker")
    stored = LedgerEntry.objects.filter(table__slug="poker")
    assert sum(row["cents"] for row in ledger) == sum(stored.values_list("cents", flat=True))
    assert 0 < len(rows(tmp_path, "ledger", "poker", "2", "2")) < len(ledger) == stored.count()
    assert len(rows(tmp_path, "wallet", None)) == WalletEntry.objects.count()
    mine = rows(tmp_path, "wallet", "poker")
    assert {row["account"] for row in mine} == {"wallet:ann", "wallet:bob", "cage:poker"}
    assert sum(row["cents"] for row in mine) == 0
    assert len(rows(tmp_path, "significant", None)) == SignificantEvent.objects.count()
    assert rows(tmp_path, "meters", "poker")


@pytest.mark.parametrize("what", ROWS)
def test_csv(tmp_path: Path, what: str) -> None:
    table = None if what in ("wallet", "significant") else "poker"
    told, out = written(tmp_path, what, table, name="out.csv")
    with out.open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert len(found) == told.rows > 0
    assert all(None not in row and None not in row.values() for row in found)
    assert list(found[0]) == header(tmp_path, what, table)


@pytest.mark.parametrize(
    ("what", "table", "ends", "says"),
    [
        ("records", None, (None, None), "say which with --table"),
        ("events", "none", (None, None), "there is no table 'none'"),
        ("wallet", None, ("1", None), "rounds are of one table"),
        ("significant", "poker", (None, None), "of the whole house"),
        ("events", "poker", ("yesterday", None), "neither a round nor a date"),
        ("events", "poker", ("0001-01-01T00:00+14:00", None), "before the year 1 or after 9999"),
        ("events", "poker", (None, "9999-12-31T23:59-14:00"), "before the year 1 or after 9999"),
        ("events", "poker", (None, "20261116"), "write a date as 2026-11-16"),
        ("events", "poker", ("20261116", None), "write a date as 2026-11-16"),
        ("events", "poker", ("1", "2026-11-16"), "give two rounds, or two dates"),
        ("events", "poker", ("2026-11-16", "1"), "give two rounds, or two dates"),
        ("events", "poker", (None, "9" * 30), "is not a round"),
        ("events", "poker", (None, "9" * 5000), "is not a round"),
        ("records", "poker", ("1999-01-01", "1999-01-01"), "has no finished round"),
    ],
)
def test_what_cannot_be_exported(
    tmp_path: Path, what: str, table: str | None, ends: tuple[str | None, str | None], says: str
) -> None:
    with pytest.raises(PaigowError, match=says):
        written(tmp_path, what, table, *ends)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "out.jsonl").write_text("of yesterday")
    with pytest.raises(PaigowError, match=says):
        written(tmp_path, what, table, *ends)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("out.jsonl", "of yesterday")]


def test_a_file_that_was_there_is_replaced_as_a_whole(tmp_path: Path) -> None:
    (kept := tmp_path / "kept.csv").write_text("of yesterday")
    kept.chmod(0o600)
    (tmp_path / "out.csv").symlink_to(kept)
    written(tmp_path, "significant", None, name="out.csv")
    assert kept.read_text().startswith("number,at,kind")
    assert kept.stat().st_mode & 0o777 == 0o600
    assert {path.name for path in tmp_path.iterdir()} == {"kept.csv", "out.csv"}
    export("significant", None, Span(), Path("/dev/null"), lambda done, total: None)
    assert Path("/dev/null").is_char_device()


def test_the_ends_of_the_calendar(tmp_path: Path) -> None:
    everything = rows(tmp_path, "events", "poker")
    assert rows(tmp_path, "events", "poker", "0001-01-01", "9999-12-31") == everything
    assert rows(tmp_path, "events", "poker", None, "99999999") == everything  # no day of any year
    day = StoredRound.objects.get(table__slug="poker", number=1).opened_at
    assert Span.between(None, f"{day:%Y-%m-%d}").times[1] == day.replace(
        hour=23, minute=59, second=59, microsecond=999999
    )
