"""Requests go before the dealer, who does not wait for ever."""

import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from paigow.rules import load_submission
from paigow.web.precedence import Precedence, precedence
from paigow.web.service import tables
from paigow.web.service.dealer import LATE, Desk
from paigow.web.store.models import Table


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
    waiting.join(60)
    assert free == [True]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("late", [0.0, 2 * LATE])
def test_the_dealer_deals_even_if_somebody_asks_all_the_time(late: float) -> None:
    table = tables.open_table("asked", load_submission("maryland-tiles"), "operator")
    desk = Desk()
    desk.take(table.slug, timezone.now())
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now() - timedelta(seconds=late))
    with precedence.asking():
        assert desk.deal_due(timezone.now()) == 1
    assert tables.state_of(table.slug).sequence > 0
