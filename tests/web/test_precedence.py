"""Requests go before the dealer, who does not wait for ever."""

import threading
import time
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from paigow.rules import load_submission
from paigow.web.fast.precedence import Precedence, precedence
from paigow.web.service import dealer, tables
from paigow.web.service.dealer import Desk
from paigow.web.store.models import Table
from tools.waiting import PATIENCE


def test_the_way_is_free_when_nobody_asks() -> None:
    one = Precedence()
    assert one.give_way(0)
    with one.asking():
        assert not one.give_way(0.001)
        with one.asking():
            pass
        assert not one.give_way(0.001)  # the first is still being answered
    assert one.give_way(0)


def test_a_request_that_fails_asks_no_more() -> None:
    one = Precedence()
    with pytest.raises(ValueError, match="wrong"), one.asking():
        raise ValueError("wrong")
    assert one.give_way(0)


def test_who_gives_way_goes_on_as_soon_as_all_are_answered() -> None:
    one, free = Precedence(), list[bool]()
    waiting = threading.Thread(target=lambda: free.append(one.give_way(600)))
    with one.asking():
        waiting.start()
        assert waiting.is_alive()
    waiting.join(PATIENCE)
    assert free == [True]


class Told(Desk):
    """Tells when it looks at a table."""

    def __init__(self) -> None:
        super().__init__()
        self.order: list[str] = []

    def attend(self, slug: str, now: datetime | None = None) -> None:
        self.order.append("the dealer")
        super().attend(slug, now)


@pytest.fixture
def desk() -> Told:
    """Of one table, at which something is due."""
    table = tables.open_table("asked", load_submission("maryland-tiles"), "operator")
    desk = Told()
    desk.take(table.slug, timezone.now())
    return desk


@pytest.mark.django_db(transaction=True)
def test_the_dealer_begins_when_a_request_is_answered(desk: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    for long in ("MOMENT", "LATE"):  # on any machine
        monkeypatch.setattr(dealer, long, 600.0)
    asks = threading.Event()

    def request() -> None:
        with precedence.asking():
            asks.set()
            time.sleep(0.3)  # in which a dealer who does not give way would be there
            desk.order.append("the request")

    answering = threading.Thread(target=request)
    answering.start()
    assert asks.wait(PATIENCE)
    assert desk.deal_due(timezone.now()) == 1
    answering.join(PATIENCE)
    assert desk.order == ["the request", "the dealer"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("late", [0.0, 2 * dealer.LATE])
def test_the_dealer_deals_even_if_somebody_asks_all_the_time(desk: Told, late: float) -> None:
    Table.objects.update(due_at=timezone.now() - timedelta(seconds=late))
    with precedence.asking():
        assert desk.deal_due(timezone.now()) == 1
    assert tables.state_of("asked").sequence > 0


@pytest.mark.django_db(transaction=True)
def test_a_dealer_who_is_late_does_not_wait(desk: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    def waits(seconds: float) -> bool:
        raise AssertionError("it waited")

    Table.objects.update(due_at=timezone.now() - timedelta(seconds=2 * dealer.LATE))
    monkeypatch.setattr(precedence, "give_way", waits)
    assert desk.deal_due(timezone.now()) == 1
    assert desk.order == ["the dealer"]
