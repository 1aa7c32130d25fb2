"""What the house's log states about rows that decide who may do or see what.

The audit compares each row with its last statement, so that nobody can give themselves access by editing the database.
A secret, or a digest of one, is stated only as a keyed mark: the log helps nobody to guess it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.db.models import Model

from paigow.web.people.models import RecoveryCode, SecondFactor, User
from paigow.web.seals.sealing import Marker, canonical, factor_place, fingerprint, mark, markers, unseal
from paigow.web.store.models import Invited, SharedRound, Table, TournamentEntry

ROWS: Final = "rows"
"""The key of the statements in an event's detail."""
Stated = dict[str, Any]


def _person(row: User, marker: Marker) -> Stated:
    password = marker(row.password.encode(), f"person/{row.pk}/password")
    return {"display_name": row.display_name, "password": password, "stamp": row.stamp}


def _second_factor(row: SecondFactor, marker: Marker) -> Stated:
    place = factor_place(row.person_id)
    codes = RecoveryCode.objects.filter(person=row.person_id, used_at=None).values_list("digest", flat=True)
    return {
        "key": marker(canonical(unseal(row.sealed, place)), f"{place}/key"),
        "codes": marker(canonical(sorted(codes)), f"{place}/codes"),
    }


def _table(row: Table, marker: Marker) -> Stated:
    invitation = marker(row.invitation.encode(), f"{row.slug}/invitation") if row.invitation else ""
    return {"private": row.private, "coach": row.coach, "invitation": invitation}


def _invited(row: Invited, marker: Marker) -> Stated:
    return {"table": row.table_id, "person": row.person}


def _shared_round(row: SharedRound, marker: Marker) -> Stated:
    token = marker(row.token.encode(), f"shared/{row.pk}")
    return {"table": row.table_id, "number": row.number, "person": row.person, "token": token}


def _entry(row: TournamentEntry, marker: Marker) -> Stated:
    scored = "" if row.scored is None else fingerprint(row.scored)
    finished = row.finished_at is not None
    return {"tournament": row.tournament_id, "person": row.person, "finished": finished, "scored": scored}


STATED: Final[Mapping[type[Model], Callable[[Any, Marker], Stated]]] = {
    User: _person,
    SecondFactor: _second_factor,
    Table: _table,
    Invited: _invited,
    SharedRound: _shared_round,
    TournamentEntry: _entry,
}


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
