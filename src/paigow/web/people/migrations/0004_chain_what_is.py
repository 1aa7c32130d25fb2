"""Chains the significant events that are there, and notes what the house goes by but has no note yet: who works for it,
and the play money that people asked for."""

from typing import Any

from django.db import migrations
from django.utils import timezone

from paigow.web.people.house_log import EVERY, ONE, genesis, head_message, link, chained_data
from paigow.web.seals.sealing import public_key, sign


def forward(apps: Any, schema_editor: Any) -> None:
    events, heads, checkpoints, people, entries = (
        apps.get_model("people", name)
        for name in ("SignificantEvent", "LogHead", "LogCheckpoint", "User", "WalletEntry")
    )
    number, head, last = 0, genesis(), None

    def chained(row: Any) -> None:
        nonlocal number, head, last
        number += 1
        head, last = link(head, number, row.at, chained_data(row)), row.at
        row.number, row.hash = number, head
        row.save()
        if number % EVERY == 0:
            signature = sign(head_message(number, head))
            checkpoints.objects.create(number=number, head=head, at=row.at, signature=signature, key=public_key())

    def noted(kind: str, person: str, detail: dict[str, Any]) -> None:
        chained(events(kind=kind, person=person, detail={**detail, "found": True}, at=timezone.now()))

    for row in events.objects.order_by("pk").iterator(500):
        chained(row)
    for person in people.objects.order_by("pk").iterator(500):
        groups = sorted(person.groups.values_list("name", flat=True))
        own = sorted(person.user_permissions.values_list("codename", flat=True))
        if person.is_superuser or own or set(groups) - {"player"}:
            about = {"of": person.username, "after": groups, "administrator": person.is_superuser, "permissions": own}
            noted("role", "", about)
    given = entries.objects.filter(reason="top-up", account__kind="wallet").select_related("account__owner")
    for entry in given.order_by("pk").iterator(500):
        about = {"entry": entry.number, "before": entry.balance - entry.cents, "after": entry.balance}
        noted("top-up", entry.account.owner.username, about)
    if number:
        signature = sign(head_message(number, head))
        heads.objects.create(pk=ONE, entries=number, head=head, at=last, signature=signature)


class Migration(migrations.Migration):
    dependencies = [("people", "0003_house_log")]
    operations = [migrations.RunPython(forward, migrations.RunPython.noop)]
