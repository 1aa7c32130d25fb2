"""What the house's log states about rows that decide who may do or see what.

A secret, or a digest of one, is stated only as a keyed mark: the log helps nobody to guess it. The app loads this
module when all models are there (`apps`).
"""

from paigow.web.people.models import RecoveryCode, SecondFactor, User
from paigow.web.people.statements import STATED, Stated
from paigow.web.seals.sealing import Marker, canonical, factor_place, fingerprint, unseal
from paigow.web.store.models import Invited, SharedRound, Table, TournamentEntry


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


STATED.update(
    {
        User: _person,
        SecondFactor: _second_factor,
        Table: _table,
        Invited: _invited,
        SharedRound: _shared_round,
        TournamentEntry: _entry,
    }
)
