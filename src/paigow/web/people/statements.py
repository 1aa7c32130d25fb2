"""How the house's log states rows; `stated` registers which, and what about them.

The audit compares each row with its last statement, so that nobody can give themselves access by editing the database.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from django.db.models import Model

from paigow.web.seals.sealing import Marker, mark, markers

ROWS: Final = "rows"
"""The key of the statements in an event's detail."""
Stated = dict[str, Any]
STATED: Final[dict[type[Model], Callable[[Any, Marker], Stated]]] = {}
"""What is stated about the rows of each kind."""


def label(row: Model) -> str:
    """Return the row's name in the log."""
    return f"{row._meta.label_lower}/{row.pk}"


def statement(rows: Iterable[Model], gone: Iterable[Model] = ()) -> dict[str, dict[str, Stated | None]]:
    """Return the part of an event's detail that says what rows are, and which ones no longer exist."""
    stored = [
        row._meta.model._base_manager.get(pk=row.pk) for row in rows
    ]  # the caller's may be older in other columns
    said = {label(row): STATED[type(row)](row, mark) for row in stored} | dict.fromkeys(map(label, gone))
    return {ROWS: said} if said else {}


def differing(row: Model, due: Stated) -> dict[str, Any]:
    """Return what a row is where its statement says otherwise, whichever of the house's keys that was made with."""
    found = [STATED[type(row)](row, marker) for marker in markers()]
    return {name: found[0][name] for name in due if all(each[name] != due[name] for each in found)}
