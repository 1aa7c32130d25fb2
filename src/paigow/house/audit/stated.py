"""Audit of rows that decide who may do or see what, against what the house's log last stated about them."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Model

from paigow.house.audit.faults import Fault, difference
from paigow.web.people.models import SecondFactor, SignificantEvent, User
from paigow.web.people.names import key_of
from paigow.web.people.stated import ROWS, STATED, differing, label
from paigow.web.seals.sealing import SealBroken
from paigow.web.store.models import Table

CHUNK = 500
PEOPLE = f"{User._meta.label_lower}/"
Kind = SignificantEvent.Kind
CHANGES = {Kind.SIGN_UP, Kind.PASSWORD, Kind.NAME, Kind.ROLE}
"""Kinds of log entries that come with a change of a person's row."""
UNSTATED: dict[type[Model], dict[str, Any]] = {
    Table: {"private": False, "coach": False, "invitation": ""},
}
"""What a row is to be if the log states nothing about it; any other row needs a statement."""


class Stated:
    """The last statement about each row."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, Any] | None] = {}
        self._older: set[str] = set()  # people whose row a version without statements has changed

    def read(self, event: SignificantEvent) -> None:
        rows, names = event.detail.get(ROWS), {event.person, event.detail.get("of", event.person)}
        if isinstance(rows, dict):
            self._rows.update(rows)
            self._older -= self._older if event.detail.get("log") == "stated" else names  # by the migration: everybody
        elif event.kind in CHANGES:
            self._older |= names

    def faults(self) -> Iterator[Fault]:
        left = {name for name, due in self._rows.items() if due is not None}
        for model in STATED:
            for row in _rows(model):
                left.discard(label(row))
                yield from self._row_faults(row)
        for name in sorted(left):
            if not name.startswith(PEOPLE):  # `standing` names people
                yield Fault("", name, "the row is missing")

    def _row_faults(self, row: Model) -> Iterator[Fault]:
        name = f"{label(row)} ({row})"
        due = self._rows.get(label(row), UNSTATED.get(type(row)))
        if isinstance(row, User) and row.username in self._older:
            pass
        elif due is None:
            yield Fault("", name, "no note of it")
        else:
            try:
                for column, found in differing(row, due).items():
                    yield Fault("", name, difference(column, found, due[column]))
            except SealBroken:
                pass  # `standing` names it
        if isinstance(row, User):
            for column, text in (("display_key", row.display_name), ("name_key", row.username)):
                if getattr(row, column) != key_of(text):
                    yield Fault("", name, difference(column, getattr(row, column), key_of(text)))


def _rows(model: type[Model]) -> Iterator[Model]:
    rows = model._base_manager.order_by("pk")
    return (rows.exclude(confirmed_at=None) if model is SecondFactor else rows).iterator(CHUNK)
