"""The clock is set back while tables are dealt: nothing stands still, and nobody is locked out."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from paigow.rules import load_submission
from paigow.web.people import access
from paigow.web.people.errors import TooOften
from paigow.web.service import bots, dealer, tables
from paigow.web.service.attendance import Pace
from paigow.web.service.dealer import DealerThread
from paigow.web.store.models import Table
from tools.waiting import PATIENCE, wait_until

HOUR = timedelta(hours=1)
NOW = datetime(2026, 11, 17, 12, tzinfo=UTC)


@pytest.fixture
def set_back(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """`set_back(HOUR)`: from then on the clock of this process is so much behind."""
    behind = timedelta(0)
    real_now, real_time = timezone.now, time.time

    def by(much: timedelta) -> None:
        nonlocal behind
        behind += much

    monkeypatch.setattr(timezone, "now", lambda: real_now() - behind)
    monkeypatch.setattr(time, "time", lambda: real_time() - behind.total_seconds())
    return by


@pytest.fixture
def dealing() -> Iterator[DealerThread]:
    thread = DealerThread()
    yield thread
    thread.stop()
    thread.join(timeout=PATIENCE)


@pytest.mark.django_db(transaction=True)
def test_tables_go_on_when_the_clock_is_set_back(dealing: DealerThread, set_back: Any) -> None:
    """The attack: an hour back. Everything that was due is an hour away then, and the house says that it is well."""
    speed: dict[str, Any] = dict.fromkeys(
        ("offer", "cut", "bet", "quiet", "choose", "set", "surrender", "step", "bot"), 0.2
    )
    pace = Pace(**speed, between=1.0, always=True)
    tables.open_table("t", load_submission("maryland-tiles"), "test", pace=pace, bots=bots.styles(2))
    dealing.start()
    wait_until(lambda: Table.objects.get(slug="t").sequence > 20)
    set_back(HOUR)
    before = Table.objects.get(slug="t").sequence
    wait_until(lambda: Table.objects.get(slug="t").sequence > before + 20)
    assert dealing.is_dealing()


@pytest.mark.django_db(transaction=True)
def test_health_is_by_a_clock_that_nobody_sets(
    dealing: DealerThread, set_back: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dealer that has stood still for long is not well, whatever the time on the wall."""
    dealing.start()
    wait_until(dealing.is_dealing)
    dealing.stop()
    dealing.join(timeout=PATIENCE)
    monkeypatch.setattr(dealing, "is_alive", lambda: True)
    assert dealing.is_dealing()
    set_back(HOUR)
    assert dealing.desk is not None
    dealing.desk.moved_at -= 2 * dealer.STANDS_STILL
    assert not dealing.is_dealing()


@pytest.mark.django_db
@pytest.mark.parametrize("shared", [True, False])
def test_a_rate_does_not_lock_out_when_the_clock_is_set_back(shared: bool) -> None:
    scope = f"clock-{shared}"
    for _ in range(10):
        access.check_rate(scope, "here", 10, NOW, shared=shared)
    with pytest.raises(TooOften):
        access.check_rate(scope, "here", 10, NOW, shared=shared)
    access.check_rate(scope, "here", 10, NOW - HOUR, shared=shared)


@pytest.mark.django_db
@pytest.mark.parametrize("shared", [True, False])
def test_requests_counted_out_of_order_do_not_lift_the_rate(shared: bool) -> None:
    """Of requests sent together, one that arrived earlier is often counted later; the clock was not set back."""
    scope, passed = f"together-{shared}", 0
    for n in range(200):
        late = timedelta(milliseconds=7 * (n % 13))
        try:
            access.check_rate(scope, "here", 10, NOW - late, shared=shared)
        except TooOften:
            continue
        passed += 1
    assert passed == 10


@pytest.mark.django_db
def test_a_lock_ends_when_the_clock_is_set_back() -> None:
    for _ in range(access.FAILURES):
        access.try_once("ann", NOW)
    assert access.is_locked("ann", NOW)
    assert not access.is_locked("ann", NOW - HOUR)
    assert access.try_once("ann", NOW - HOUR)
