"""A house from before there were chains of seeds, with a table in every phase, migrates, and every table plays on."""

from collections import Counter
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from paigow.fairness.encoding import PROTOCOLS
from paigow.house.audit.whole import audit
from paigow.record import verify
from paigow.record.wire import read_command
from paigow.table import Phase
from paigow.web.service import proofs, records, tables
from paigow.web.service.attendance import Pace
from paigow.web.service.dealer import Desk
from paigow.web.store import journal
from paigow.web.store.models import StoredChain, StoredCommand, StoredRound, Table

NO_WAIT: dict[str, Any] = dict.fromkeys(
    ("between", "offer", "cut", "bet", "quiet", "seeds", "choose", "set", "surrender"), 0.0
)
STEP_BY_STEP = Pace(**NO_WAIT, step=60, bot=0, always=True)
PHASES = {
    "maryland-tiles": (Phase.OPEN, Phase.OFFERING, Phase.MIXING, Phase.BETTING, Phase.STARTING, Phase.BANKING),
    "maryland-poker": (Phase.CUTTING, Phase.DEALING, Phase.SETTING, Phase.EXPOSING, Phase.FINISHED),
    "new-zealand": (Phase.PAYING,),
}
pytestmark = pytest.mark.django_db(transaction=True)


def step(house: Any) -> None:
    Table.objects.filter(slug=house.slug).update(due_at=timezone.now(), dealer=house.desk.me)
    house.deal()


def until(house: Any, phase: Phase, rounds: int) -> None:
    for _ in range(1000):
        if house.state.phase is phase and house.state.rounds >= rounds:
            return
        step(house)
    raise AssertionError(f"{house.slug} stands at {house.state.phase} of round {house.state.rounds}")


def columns() -> set[str]:
    with connection.cursor() as cursor:
        return {each.name for each in connection.introspection.get_table_description(cursor, "store_storedround")}


def with_plain_fingerprints() -> None:
    """The commands as they were kept then; a later migration marks them."""
    for row in StoredCommand.objects.select_related("table"):
        told = journal.command_data(row.table.slug, row)
        command = read_command(told, journal.game_at(row.table).kit)
        StoredCommand.objects.filter(pk=row.pk).update(fingerprint=journal.asked(command, told))


def test_a_table_in_every_phase_plays_its_round_to_the_end_and_then_has_a_chain(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Desk, "chained", False)
    houses = {}
    for standard, phases in PHASES.items():
        for phase in phases:
            house = houses[phase] = open_house(standard, STEP_BY_STEP, slug=f"t-{phase}", dealer=f"dealer-{phase}")
            until(house, phase, rounds=1)
    before = {phase: house.state for phase, house in houses.items()}
    with_plain_fingerprints()
    try:
        call_command("migrate", "store", "0005_head_code", verbosity=0)
        assert "protocol" not in columns(), "as it was before chains"
    finally:
        call_command("migrate", verbosity=0)
    tables.CACHE.clear()
    monkeypatch.setattr(Desk, "chained", True)
    assert {phase: house.state for phase, house in houses.items()} == before
    assert list(audit()) == []
    for house in houses.values():
        begun = house.state.rounds  # under protocol 1, the last of them perhaps still on
        until(house, Phase.BETTING, rounds=begun + 2)
        table = tables.find(house.slug)
        assert StoredChain.objects.get(table=table).first == begun + 1
        finished = StoredRound.objects.filter(table=table).exclude(seed="")
        played = dict(finished.values_list("number", "protocol"))
        assert played == {number: 1 if number <= begun else PROTOCOLS[-1] for number in played}
        assert max(played) > begun
        assert all(proofs.prove(table, number).holds for number in played)
        told = verify(f"{line}\n" for line in records.record_lines(table, records.last_finished(table)))
        assert told.seeds.protocols == Counter(played.values())
    assert list(audit()) == []
    assert {*houses, Phase.SEEDING, *BEFORE_A_ROUND} == set(Phase), "every phase that a table can rest in"


BEFORE_A_ROUND = (Phase.CLOSED, Phase.INSPECTION, Phase.DISPLAY)
"""Nothing has been drawn yet, so there is nothing to migrate."""
