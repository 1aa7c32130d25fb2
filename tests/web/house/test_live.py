"""An audit of a house that goes on: it sees one moment, and keeps nobody waiting."""

import threading
import uuid

import pytest
from django.db import connection

from paigow.house.audit.whole import audit
from paigow.table.steps.seating import BuyIn
from paigow.web.service import tables
from paigow.web.store.models import Table
from tools.played import open_house
from tools.waiting import PATIENCE


@pytest.mark.django_db(transaction=True)
def test_what_is_done_meanwhile_is_not_mistaken_for_a_fault() -> None:
    open_house({"live": "maryland-tiles"}, 2)
    before = Table.objects.get(slug="live").sequence

    def buy() -> None:
        tables.submit("live", BuyIn(player="ann", amount=1000), person="ann", key=str(uuid.uuid4()))
        connection.close()

    def meanwhile(done: int, total: int) -> None:
        assert total == before
        if done < 40:
            other = threading.Thread(target=buy)
            other.start()
            other.join(PATIENCE)
            assert not other.is_alive()

    assert list(audit(progress=meanwhile)) == []
    assert Table.objects.get(slug="live").sequence > before
    assert list(audit()) == []
