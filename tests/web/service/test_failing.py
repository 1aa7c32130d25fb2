"""A table at which the program fails is out of play; the others go on, and it goes on when it can (standards R15)."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError
from django.utils import timezone

from paigow.table import TableState
from paigow.web.people import failures
from paigow.web.people.log_models import SignificantEvent
from paigow.web.service import tables
from paigow.web.service.dealer import Desk
from paigow.web.store.models import Table

pytestmark = pytest.mark.django_db(transaction=True)


class Unlucky(Desk):
    """Gets no seed for one of its tables, as if the operating system had none to give."""

    error: type[Exception] | None = None

    def round_seed(self, table: Table, state: TableState) -> bytes:
        if state.table_id == "dry" and self.error is not None:
            raise self.error("no entropy")
        return super().round_seed(table, state)


@pytest.fixture
def desk(open_house: Any) -> Desk:
    """With two tables, at which somebody wants to play; the one that fails is always looked at first."""
    failures._noted.clear()
    for slug in ("dry", "wet"):
        house = open_house("new-zealand", slug=slug, dealer=slug)
        house.seat(f"ann-{slug}")
        house.play_on()
        house.desk.release()
    desk = Unlucky("unlucky")
    desk.beat(timezone.now())
    return desk


def deal(desk: Desk, times: int = 60) -> None:
    for _ in range(times):
        Table.objects.filter(slug="dry").update(due_at=timezone.now() - timedelta(hours=1))
        desk.deal_due(timezone.now())


@pytest.mark.parametrize("error", [OSError, KeyError, IntegrityError])
def test_a_table_that_fails_holds_up_no_other(desk: Unlucky, error: type[Exception]) -> None:
    desk.error = error
    before = {slug: tables.state_of(slug).rounds for slug in ("dry", "wet")}
    deal(desk)
    assert tables.state_of("dry").rounds == before["dry"]
    assert tables.state_of("wet").rounds > before["wet"]
    noted = SignificantEvent.objects.filter(kind="error")
    assert [event.detail for event in noted] == [{"dealer": "dry", "error": error.__name__}]
    desk.deal_due(timezone.now())
    assert Table.objects.filter(slug="dry", due_at__gt=timezone.now()).exists()  # put off, not given up
    desk.error = None
    deal(desk)
    assert tables.state_of("dry").rounds > before["dry"]


def test_a_database_that_is_away_is_no_defect_of_a_table(desk: Unlucky) -> None:
    desk.error = OperationalError
    with pytest.raises(OperationalError):
        deal(desk)
    assert not SignificantEvent.objects.filter(kind="error").exists()
