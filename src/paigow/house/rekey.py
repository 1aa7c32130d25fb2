"""Rotate a house's keys: everything sealed is re-encrypted in one transaction (ASVS 5.0, 11.2.2).

The old keys stay after the new ones, so that old signatures and sessions remain valid, but nothing is sealed with them
any more. No server may be running: it would know only the old keys.
"""

from collections.abc import Callable, Iterator
from typing import Any

from django.db import models, transaction

from paigow.house.own_key import note_django_key
from paigow.web.people.events import Kind, note
from paigow.web.people.models import SecondFactor
from paigow.web.people.second_factor import place_of
from paigow.web.seals import sealing
from paigow.web.service.duplicates import hand_place, secret_place
from paigow.web.serving.environment import renew_secret
from paigow.web.store.appending import head_holds, renew_head
from paigow.web.store.models import (
    PlayedHand,
    Snapshot,
    StoredChain,
    StoredCommand,
    StoredEvent,
    StoredRound,
    Table,
    Tournament,
)

CHUNK = 500
KEYS = ("django-key", "sealing-key")
Progress = Callable[[int, int], None]
Place = Callable[[Any], str]
SEALED: tuple[tuple[type[models.Model], dict[str, Place]], ...] = (
    (StoredCommand, {"sealed": lambda row: sealing.command_place(row.table.slug, row.first)}),
    (StoredEvent, {"sealed": lambda row: sealing.event_place(row.table.slug, row.number)}),
    (
        StoredRound,
        {
            "sealed": lambda row: sealing.seed_place(row.table.slug, row.number),
            "before": lambda row: sealing.before_place(row.table.slug, row.number, row.software, row.form),
        },
    ),
    (StoredChain, {"sealed": lambda row: sealing.chain_place(row.table.slug, row.first)}),
    (Snapshot, {"sealed": lambda row: sealing.snapshot_place(row.table.slug, row.sequence)}),
    (SecondFactor, {"sealed": lambda row: place_of(row.person)}),
    (Tournament, {"sealed": lambda row: secret_place(row.slug)}),
    (PlayedHand, {"sealed": lambda row: hand_place(row.entry.tournament.slug, row.entry.person, row.number)}),
)

OWNERS: dict[type[models.Model], str] = {SecondFactor: "person", Tournament: "", PlayedHand: "entry__tournament"}
"""Other columns of a row on which its sealing location depends."""


def rekey(progress: Progress = lambda done, total: None) -> int:
    """Re-encrypt the rows; return their number. If it fails half-way, nothing is lost: the old keys are still there."""
    for name in KEYS:
        renew_secret(name)
    sealing.forget_keys()
    note_django_key()
    return reseal(progress)


@transaction.atomic
def reseal(progress: Progress = lambda done, total: None) -> int:
    """Re-encrypt everything sealed with the first of the keys."""
    total = sum(model._base_manager.count() for model, _columns in SEALED)
    done = 0
    for model, columns in SEALED:
        for rows in _chunks(model, tuple(columns)):
            for row in rows:
                for name, place in columns.items():
                    if (kept := getattr(row, name)) is not None:
                        setattr(row, name, sealing.seal(sealing.unseal(kept, place(row)), place(row)))
            model._base_manager.bulk_update(rows, list(columns))
            done += len(rows)
            progress(done, total)
    for table in filter(head_holds, Table.objects.defer("submission")):
        renew_head(table)
        table.save(update_fields=["head_code"])
    note(Kind.CONFIG, "", {"keys": list(KEYS), "done": "renewed", "rows": done, "public key": sealing.public_key()})
    return done


def _chunks(model: type[models.Model], columns: tuple[str, ...]) -> Iterator[list[Any]]:
    """Yield rows in numeric order, leaving out those with nothing sealed."""
    owner = OWNERS.get(model, "table")
    rows = (
        (model._base_manager.select_related(owner) if owner else model._base_manager)
        .exclude(**{columns[0]: None})
        .order_by("pk")
    )
    last = 0
    while found := list(rows.filter(pk__gt=last)[:CHUNK]):
        yield found
        last = found[-1].pk
