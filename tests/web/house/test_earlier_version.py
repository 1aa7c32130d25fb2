"""A house that version 0.2.0 has dealt in: what it stored still holds, next to what is dealt today."""

from dataclasses import replace
from datetime import timedelta

import pytest

from paigow.house.audit.whole import audit
from paigow.rules import load_submission
from paigow.table import TableState
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.start import StartDetermined
from paigow.web.service import bots, dealing, proofs, tables
from paigow.web.service.attendance import PRESETS
from paigow.web.service.dealer import Desk
from paigow.web.store import journal
from paigow.web.store.models import StoredEvent

pytestmark = pytest.mark.django_db
OPENING = dealing.opening


def as_earlier(state: TableState, seed: bytes) -> OpenRound:
    return replace(OPENING(state, seed), revision=0)


def test_rounds_of_an_earlier_version_pass_the_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    pace = replace(PRESETS["brisk"], always=True, misses=1_000_000)
    tables.open_table("old", load_submission("dealer-open"), "the house", pace=pace, bots=bots.styles(2))
    table, desk = tables.find("old"), Desk("dealer")
    now = table.opened_at
    desk.beat(now)
    monkeypatch.setattr(dealing, "opening", as_earlier)
    for rounds in (1, 2):
        while (state := tables.state_of("old")).rounds < rounds or state.round is not None:
            now += timedelta(seconds=5)
            desk.attend("old", now)
        monkeypatch.undo()
    table.refresh_from_db()
    rows = StoredEvent.objects.filter(table=table).order_by("number")
    started = [event for event in journal.read_events("old", rows) if isinstance(event, StartDetermined)]
    assert ["DO-R0.s5" in event.clauses for event in started] == [True, False]  # a count to a number, not to dice
    assert all(proofs.prove(table, number).holds for number in (1, 2))
    assert list(audit()) == []
