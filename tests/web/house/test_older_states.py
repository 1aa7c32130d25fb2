"""States that a version before this one wrote, in another form, are folded from the events again."""

from typing import Any

import pytest

from paigow.house.audit.whole import audit
from paigow.web.seals import sealing
from paigow.web.seals.sealing import seal
from paigow.web.store import appending, journal
from paigow.web.store.models import Snapshot, StoredRound, Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house")]

OLD: Any = {"table_id": "poker", "ledger": {}, "round": {"number": 1, "commitment": "", "laja_due": True}}
"""A state of form 1, which the fields of today could not be read from."""


def test_old_snapshots_and_rounds_are_folded_again_and_the_audit_accepts_them() -> None:
    table = Table.objects.get(slug="poker")
    now = journal.load_state(table)
    rounds = list(table.rounds.order_by("number"))
    before = [journal.state_before(table, kept) for kept in rounds]
    for kept in rounds:
        place = sealing.before_place(table.slug, kept.number, kept.software, 1)
        StoredRound.objects.filter(pk=kept.pk).update(form=1, before=seal(OLD, place))
    snapshot = Snapshot.objects.get(table=table)
    sealed = seal(OLD, sealing.snapshot_place(table.slug, snapshot.sequence))
    Snapshot.objects.filter(pk=snapshot.pk).update(form=1, sealed=sealed)
    assert journal.load_state(table) == now
    assert [journal.state_before(table, kept) for kept in table.rounds.order_by("number")] == before
    assert list(audit()) == []
    appending.take_snapshot(table, now)
    assert journal.snapshot_state(Snapshot.objects.get(table=table)) == now
