"""What a server watches over: its software, the clock, outages, returns and chance (standards L1, L2, L5, G17)."""

import json
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.test import Client
from django.utils import timezone

from paigow.rules import load_submission
from paigow.web import monitor, watch
from paigow.web.audit import software
from paigow.web.pages.staff import returns
from paigow.web.people.events import Kind, note
from paigow.web.people.models import SignificantEvent, User
from paigow.web.people.registration import sign_up
from paigow.web.people.roles import appoint
from paigow.web.service import tables
from paigow.web.store import journal
from paigow.web.store.models import Dealer, StoredCommand, StoredRound, Table
from tools.inside import inside

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What this process remembers of tables that are not there any more."""
    yield
    tables.CACHE.clear()
    journal._SEEDS.clear()


def looks() -> list[str]:
    rows = SignificantEvent.objects.filter(detail__software__in=("accepted", "changed")).order_by("pk")
    return [row.detail["software"] for row in rows]


def staff(role: str) -> Client:
    person = sign_up(f"the-{role}", "nine brass tiles")
    appoint(person, role)
    client = Client()
    client.force_login(User.objects.get(pk=person.pk))
    return client


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of one file, which is looked at instead of ours."""
    root = tmp_path / "paigow"
    root.mkdir()
    (root / "a.py").write_text("a = 1")
    look = software.look
    monkeypatch.setattr(software, "look", lambda accept=False: look(accept, root))
    return root


def test_a_look_every_day_and_no_more(package: Path) -> None:
    watcher = watch.Watch()
    watch.look_at_software()
    watcher.tick()
    assert looks() == ["accepted"]
    SignificantEvent._base_manager.update(at=timezone.now() - timedelta(hours=24))
    watcher.tick()
    watcher.tick()
    assert looks() == ["accepted", "accepted"]


def test_a_mismatch_is_an_alarm_for_operator_and_auditor(package: Path, caplog: pytest.LogCaptureFixture) -> None:
    watch.look_at_software()
    pages = {"operator": "/operator/limits/", "auditor": "/audit/"}
    browsers = {role: staff(role) for role in ("operator", "auditor", "floor")}
    words = "the software is not what was accepted"
    assert not any(words in browsers[role].get(url).content.decode() for role, url in pages.items())
    (package / "a.py").write_text("a = 2")
    watch.look_at_software()
    assert looks() == ["accepted", "changed"]
    assert any("alarm" in record.getMessage() and record.levelname == "ERROR" for record in caplog.records)
    assert all(words in browsers[role].get(url).content.decode() for role, url in pages.items())
    assert words not in browsers["floor"].get("/floor/").content.decode()
    assert "changed" in browsers["operator"].get("/operator/software/").content.decode()
    software.look(accept=True)
    assert not any(words in browsers[role].get(url).content.decode() for role, url in pages.items())


@pytest.mark.own_database
def test_every_start_looks_at_the_software(database_url: str, new_server: Any, tmp_path: Path) -> None:
    """And a process that was killed is noted as an outage by the next."""
    server = new_server(database_url)

    def kept() -> list[dict[str, Any]]:
        answer: list[dict[str, Any]] = inside(server.data, database_url, "notes")
        return answer

    def waited_for(done: Callable[[], bool]) -> None:
        until = time.monotonic() + 20
        while not done():
            assert time.monotonic() < until
            time.sleep(0.1)

    waited_for(lambda: sum("software" in each["detail"] for each in kept()) == 1)
    with httpx.Client(base_url=server.address) as client:
        waited_for(lambda: client.get("/readyz").status_code == 200)
    server.kill()
    server.start()
    waited_for(lambda: sum("software" in each["detail"] for each in kept()) == 2)
    assert [each["kind"] for each in kept() if "software" in each["detail"]] == ["config", "config"]
    if not database_url:
        assert [each["detail"]["tables"] for each in kept() if each["kind"] == "outage"] != []


def test_a_clock_that_jumps_is_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    watcher = watch.Watch()
    watcher.look_at_clock()
    assert not SignificantEvent.objects.exists()
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 3600)
    watcher.look_at_clock()
    watcher.look_at_clock()
    assert SignificantEvent.objects.get().detail == {"by": 3600}


def test_outages() -> None:
    table = tables.open_table("t", load_submission("maryland-tiles"), "op")
    now = timezone.now()
    assert watch.note_outages(now, alone=True) == 0
    dealer = Dealer.objects.create(name="d", started_at=now, beat_at=now)
    Table.objects.filter(pk=table.pk).update(dealer=dealer)
    assert watch.note_outages(now, alone=False) == 0, "it lives"
    assert watch.note_outages(now + timedelta(minutes=1), alone=False) == 1
    assert SignificantEvent.objects.get(kind="outage").detail["dealer"] == "d"
    Table.objects.update(dealer=None)
    assert watch.note_outages(now + timedelta(minutes=1), alone=False) == 0, "it has given its tables up"


def test_the_days_check_is_one_process_s() -> None:
    now = timezone.now()
    assert not watch.is_due("monitor", now), "there is nothing yet"
    tables.open_table("t", load_submission("maryland-tiles"), "op")
    assert not watch.is_due("monitor", now), "a day passes first"
    Table.objects.update(opened_at=now - timedelta(hours=25))
    assert watch.is_due("monitor", now)
    assert not watch.is_due("monitor", now)
    assert watch.is_due("monitor", now + timedelta(hours=25))


def test_a_return_outside_is_noted_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The flows are made up: no wager of an honest house returns so much."""
    tables.open_table("t", load_submission("maryland-tiles"), "op")
    theory = {("main", "house"): returns.Theory(Fraction(97, 100), Fraction(99, 100), 1.0)}
    flow = returns.Flow(staked=100_000, returned=140_000, wagers=100, squares=100 * 1000**2)
    monkeypatch.setattr(returns, "theory", lambda submission: theory)
    monkeypatch.setattr(returns, "actual", lambda table: {("main", "house"): flow})
    assert monitor.monitor() == 1
    told = SignificantEvent.objects.get(kind="alarm").detail
    assert told == {
        "alarm": "returns", "table": "t", "wager": "main", "bank": "house", "wagers": 100, "return": "1.4000",
        "errors": "4.10",
    }  # fmt: skip
    done = SignificantEvent.objects.get(kind="check").detail
    assert done == {"check": "monitor", "stage": "done", "alarms": 1}
    for role, url in (("operator", "/operator/returns/"), ("auditor", "/audit/")):
        assert "alarm: returns" in staff(role).get(url).content.decode()
    flow.returned = 98_000
    assert monitor.monitor() == 0


SHARES = {"a": 2, "b": 1, "c": 1}


@pytest.mark.parametrize(
    ("counts", "alarm"),
    [
        ({"a": 500, "b": 250, "c": 250}, False),
        ({"a": 520, "b": 240, "c": 240}, False),
        ({"a": 600, "b": 200, "c": 200}, True),
        ({"a": 1000}, True),
    ],
)
def test_the_deviation_of_counts(counts: dict[str, int], alarm: bool) -> None:
    assert (monitor.deviation(counts, SHARES) > monitor.OUTSIDE) is alarm


def test_too_even_is_an_alarm_too() -> None:
    many = {str(number): 1 for number in range(53)}
    even = dict.fromkeys(many, 100)
    assert monitor.deviation(even, many) < -monitor.OUTSIDE


def test_chance_is_read_from_what_was_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    from tools.played import open_house

    open_house({"poker": "maryland-poker", "tiles": "maryland-tiles"}, 3)
    monkeypatch.setattr(monitor, "FEWEST", 1)
    assert list(monitor.chance()) == [], "two shuffles are no proof of anything"
    monkeypatch.setattr(monitor, "OUTSIDE", 0.0)
    found = {alarm.about["game"]: alarm.about["shuffles"] for alarm in monitor.chance()}
    mixes = {slug: [row.first for row in StoredCommand.objects.filter(table__slug=slug, verb="mix")] for slug in found}
    on = {slug: StoredRound.objects.get(table__slug=slug, seed="").first for slug in found}
    assert found == {slug: sum(first < on[slug] for first in mixes[slug]) for slug in ("poker", "tiles")}
    assert min(found.values()) >= 2, "the rounds that are over; the one that is on is not looked into"


def test_large_wagers_and_wins_are_noted(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """Gaming standards L2. What is large is made small here."""
    from paigow.web.service import money
    from tools.played import open_house

    monkeypatch.setattr(money, "LARGE", 1)
    with django_capture_on_commit_callbacks(execute=True):
        open_house({"poker": "maryland-poker"}, 3)
    wagers = SignificantEvent.objects.filter(kind="large-wager")
    assert wagers.count() > 0
    assert {event.person for event in wagers} <= {"ann", "bob", "cat"}
    assert all(event.detail["cents"] > 0 and event.detail["table"] == "poker" for event in wagers)
    wins = SignificantEvent.objects.filter(kind="large-win")
    assert not {event.detail["reason"] for event in wins} & {"push", "wager back", "buy-in"}


def test_program_errors_are_noted_once_a_minute() -> None:
    from paigow.web.people import failures

    failures._noted.clear()
    client = Client(raise_request_exception=False)
    note(Kind.CONFIG)
    import paigow.web.observe.views as views

    def broken() -> bool:
        raise LookupError("a secret")

    before = views._is_migrated
    views._is_migrated = broken
    try:
        for _ in range(2):
            assert client.get("/readyz").status_code == 500
    finally:
        views._is_migrated = before
    event = SignificantEvent.objects.get(kind="error")
    assert event.detail == {"route": "readyz", "error": "LookupError"}
    assert "secret" not in json.dumps(event.detail)
