"""States in the house's log what its rows are that decide who may do or see what, so that the audit notices if one is
changed in the database. Until now the log said nothing of passwords, display names, invitations and the like."""

from typing import Any

from django.db import migrations
from django.utils import timezone

from paigow.errors import PaigowError
from paigow.web.people.house_log import EVERY, ONE, chained_data, genesis, head_message, link
from paigow.web.seals.sealing import SealBroken, canonical, factor_place, fingerprint, is_signed, mark, public_key, sign, unseal
from paigow.web.serving.environment import has_secret

CHUNK = 500  # rows in one entry


def statements(apps: Any) -> Any:
    """Yields each row's name and what it is, as `people.stated` does."""

    def people(name: str) -> Any:
        return apps.get_model("people", name)

    def store(name: str) -> Any:
        return apps.get_model("store", name)

    said: dict[str, Any]
    for row in people("User").objects.order_by("pk").iterator(CHUNK):
        password = mark(row.password.encode(), f"person/{row.pk}/password")
        yield f"people.user/{row.pk}", {"display_name": row.display_name, "password": password, "stamp": row.stamp}
    for row in people("SecondFactor").objects.exclude(confirmed_at=None).order_by("pk"):
        place = factor_place(row.person_id)
        codes = people("RecoveryCode").objects.filter(person=row.person_id, used_at=None)
        try:
            key = mark(canonical(unseal(row.sealed, place)), f"{place}/key")
        except SealBroken:
            key = ""  # the audit names it
        said = {"key": key, "codes": mark(canonical(sorted(codes.values_list("digest", flat=True))), f"{place}/codes")}
        yield f"people.secondfactor/{row.pk}", said
    for row in store("Table").objects.order_by("pk").iterator(CHUNK):
        invitation = mark(row.invitation.encode(), f"{row.slug}/invitation") if row.invitation else ""
        yield f"store.table/{row.pk}", {"private": row.private, "coach": row.coach, "invitation": invitation}
    for row in store("Invited").objects.order_by("pk").iterator(CHUNK):
        yield f"store.invited/{row.pk}", {"table": row.table_id, "person": row.person}
    for row in store("SharedRound").objects.order_by("pk").iterator(CHUNK):
        token = mark(row.token.encode(), f"shared/{row.pk}")
        said = {"table": row.table_id, "number": row.number, "person": row.person, "token": token}
        yield f"store.sharedround/{row.pk}", said
    for row in store("TournamentEntry").objects.order_by("pk").iterator(CHUNK):
        scored, finished = "" if row.scored is None else fingerprint(row.scored), row.finished_at is not None
        said = {"tournament": row.tournament_id, "person": row.person, "finished": finished, "scored": scored}
        yield f"store.tournamententry/{row.pk}", said


def forward(apps: Any, schema_editor: Any) -> None:
    events, heads, checkpoints = (
        apps.get_model("people", name) for name in ("SignificantEvent", "LogHead", "LogCheckpoint")
    )
    if not (apps.get_model("people", "User").objects.exists() or apps.get_model("store", "Table").objects.exists()):
        return
    if not has_secret("sealing-key"):
        raise PaigowError("the sealing-key of this house is missing. Take it from a backup")
    empty = {"head": genesis(), "at": timezone.now(), "signature": sign(head_message(0, genesis()))}
    head = heads.objects.get_or_create(pk=ONE, defaults=empty)[0]
    waiting = dict(statements(apps))
    names = list(waiting)
    for start in range(0, len(names), CHUNK):
        rows = {name: waiting[name] for name in names[start : start + CHUNK]}
        now = timezone.now()
        row = events(kind="data", at=now, detail={"log": "stated", "found": True, "rows": rows})
        holds = not head.entries or is_signed(head_message(head.entries, head.head), head.signature, public_key())
        head.entries += 1
        head.head, head.at = link(head.head, head.entries, now, chained_data(row)), now
        head.signature = sign(head_message(head.entries, head.head)) if holds else ""
        row.number, row.hash = head.entries, head.head
        row.save()
        if head.entries % EVERY == 0:
            kept = {"head": head.head, "at": now, "signature": head.signature, "key": public_key()}
            checkpoints.objects.get_or_create(number=head.entries, defaults=kept)
    head.save()


class Migration(migrations.Migration):
    dependencies = [("people", "0010_shares"), ("store", "0014_fewer_indexes")]
    operations = [migrations.RunPython(forward, migrations.RunPython.noop)]
