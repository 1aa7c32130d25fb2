"""What a server watches over: its software, the clock, outages, returns and chance (standards L1, L2, L5, G17)."""

import json
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.test import Client
from django.utils import timezone

from paigow.bots import Bot
from paigow.fairness import RoundSeeds, practice_seed, shuffle
from paigow.house import monitor, software, watch
from paigow.house.manifest import Program, manifest
from paigow.rules import load_submission
from paigow.table import Phase, TableState
from paigow.table.driver import TableDriver
from paigow.table.steps.seating import BuyIn, SitDown, rack_of
from paigow.web.people.events import Kind, note
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import User
from paigow.web.people.registration import sign_up
from paigow.web.people.roles import appoint
from paigow.web.service import bots, tables
from paigow.web.service.attendance import Pace
from paigow.web.service.dealer import Desk
from paigow.web.staff import returns
from paigow.web.store.models import Dealer, StoredCommand, Table
from paigow.web.work.sheets import SHEET, Work
from tools.inside import inside
from tools.waiting import PATIENCE

pytestmark = pytest.mark.django_db


def looks() -> list[str]:
    rows = SignificantEvent.objects.filter(detail__software__in=("accepted", "changed")).order_by("pk")
    return [row.detail["software"] for row in rows]


def staff(role: str) -> Client:
    person = sign_up(f"the-{role}", "nine brass tiles")
    appoint(person, role)
    client = Client()
    client.force_login(User.objects.get(pk=person.pk))
    return client


class Small(watch.Listing):
    """The list of a program of one file, made in this process."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        self.program = Program(root / "paigow")
        self.program.root.mkdir()
        self.write("a = 1")

    def write(self, text: str) -> None:
        (self.program.root / "a.py").write_text(text)

    def __call__(self) -> bytes:
        return manifest(self.program).written


def test_a_look_every_day_and_no_more(tmp_path: Path) -> None:
    watcher = watch.Watch(Small(tmp_path))
    watcher.look()
    watcher.tick()
    assert looks() == ["accepted"]
    SignificantEvent._base_manager.update(at=timezone.now() - timedelta(hours=24))
    watcher.tick()
    watcher.tick()
    assert looks() == ["accepted", "accepted"]


def test_a_mismatch_is_an_alarm_for_operator_and_auditor(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    listing = Small(tmp_path)
    watcher = watch.Watch(listing)
    watcher.look()
    pages = {"operator": "/operator/limits/", "auditor": "/audit/"}
    browsers = {role: staff(role) for role in ("operator", "auditor", "floor")}
    words = "the software differs from the accepted version"
    assert not any(words in browsers[role].get(url).content.decode() for role, url in pages.items())
    listing.write("a = 2")
    watcher.look()
    assert looks() == ["accepted", "changed"]
    told = next(record.getMessage() for record in caplog.records if record.levelname == "ERROR")
    assert "alarm" in told
    assert "paigow/a.py: changed" in told
    assert all(words in browsers[role].get(url).content.decode() for role, url in pages.items())
    assert words not in browsers["floor"].get("/floor/").content.decode()
    assert "changed" in browsers["operator"].get("/operator/software/").content.decode()
    software.look(accept=True, here=manifest(listing.program))
    assert not any(words in browsers[role].get(url).content.decode() for role, url in pages.items())


def test_nobody_waits_for_the_list_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is told to stop ends the process that makes it, and notes nothing."""
    (tmp_path / "endless.py").write_text(f"import time; time.sleep({2 * PATIENCE})", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    watcher = watch.Watch(watch.Listing("endless"))
    begun = time.monotonic()
    threading.Timer(0.3, watcher.stop).start()
    watcher.look()
    assert time.monotonic() - begun < PATIENCE
    watcher.look()
    assert looks() == []


def test_a_list_that_fails_is_no_list() -> None:
    with pytest.raises(RuntimeError, match="ended with 1"):
        watch.Listing("paigow.web.no_such_module")()


@pytest.mark.exhaustive
@pytest.mark.own_database
def test_every_start_looks_at_the_software(house_url: str, new_server: Any, tmp_path: Path) -> None:
    """Of files, libraries and settings.

    And a process that was killed is noted as an outage by the next, and a setting that is another one since then is
    told by name.
    """
    server = new_server(house_url, environment={"PAIGOW_WATCH": "1"})

    def kept() -> list[dict[str, Any]]:
        answer: list[dict[str, Any]] = inside(server.data, house_url, "notes")
        return answer

    def waited_for(done: Callable[[], bool]) -> None:
        until = time.monotonic() + 300  # the files of all libraries are read at low priority
        while not done():
            assert time.monotonic() < until
            time.sleep(0.5)

    waited_for(lambda: sum("digest" in each["detail"] for each in kept()) == 1)
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        waited_for(lambda: client.get("/readyz").status_code == 200)
    server.kill()
    server.start()
    waited_for(lambda: sum("digest" in each["detail"] for each in kept()) == 2)
    assert [each["kind"] for each in kept() if "digest" in each["detail"]] == ["config", "config"]
    if not house_url:
        assert [each["detail"]["tables"] for each in kept() if each["kind"] == "outage"] != []
    server.stop()
    server.environment["PAIGOW_RATES"] = "sign-in=2000"
    server.start()
    waited_for(lambda: sum("digest" in each["detail"] for each in kept()) == 3)
    assert kept()[-1]["kind"] == "mismatch"
    alarm = next(line for line in server.complaints if "the software is not what was accepted" in line)
    assert json.loads(alarm)["differences"] == ["PAIGOW_RATES: changed"]


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


class Practised(Desk):
    """A dealer whose seeds can be made again, so that a test always sees the same deals. They are not chosen."""

    chained = False

    def new_seed(self, state: TableState) -> bytes:
        return practice_seed("honest", state.table_id, state.rounds + 1)


class Greedy(Desk):
    """A crooked one.

    It tries a dozen seeds, and commits to the one with which the players lose most, or pay most vigorish. Without a
    chain of seeds every deal can be verified; only what comes of them all tells.
    """

    chained = False

    def new_seed(self, state: TableState) -> bytes:
        best = max((f"try-{number}" for number in range(12)), key=lambda seed: self._gain(state, seed))
        return practice_seed(best, state.table_id, state.rounds + 1)

    def _gain(self, state: TableState, seed: str) -> int:
        table = TableDriver(
            state, {name: Bot(name, "house-way", state.table_id) for name in state.players}, seed, chained=False
        )
        table.play_round()
        return sum(rack_of(state, name) - rack_of(table.state, name) for name in state.players)


def play(slug: str, desk: Desk, rounds: int) -> None:
    """Until so many rounds are over, and the next is on."""
    desk.take(slug, timezone.now())
    while tables.state_of(slug).rounds <= rounds:
        desk.attend(slug, timezone.now())


AT_ONCE = Pace(
    between=0,
    offer=0,
    cut=0,
    bet=0,
    quiet=0,
    seeds=0,
    choose=0,
    set=0,
    surrender=0,
    step=0,
    bot=0,
    misses=10_000,
    always=True,
)


@pytest.mark.exhaustive
def test_a_return_outside_is_noted_and_shown() -> None:
    """Two tables with one submission, one of them crooked.

    The exact odds are worked out first, as the check itself asks for if they are not on file.
    """
    rules = load_submission("maryland-tiles")
    styles = dict.fromkeys(bots.NAMES[:6], "house-way")
    for slug, desk in (("fair", Practised("fair")), ("crooked", Greedy("greedy"))):
        tables.open_table(slug, rules, "op", pace=AT_ONCE, bots=styles)
        play(slug, desk, 50)
    work = Work(rules, SHEET)
    if work.found() is None:
        assert monitor.monitor() == 0, "nothing to compare with yet"
    until = time.monotonic() + 300
    while work.found() is None:
        assert not work.begin("test").failed
        assert time.monotonic() < until
        time.sleep(0.2)
    alarms = monitor.monitor()
    told = [event.detail for event in SignificantEvent.objects.filter(kind="alarm")]
    assert alarms == len(told) > 0
    assert {each["alarm"] for each in told} == {"returns"}
    assert {each["table"] for each in told} == {"crooked"}, "an honest table raises none"
    main = next(each for each in told if each["wager"] == "main")
    flow = returns.actual(Table.objects.get(slug="crooked"))["main", main["bank"]]
    assert (main["wagers"], main["return"]) == (flow.wagers, f"{flow.returned / flow.staked:.4f}")
    assert float(main["return"]) < 0.5
    assert float(main["errors"]) < -5
    done = SignificantEvent.objects.filter(kind="check").last()
    assert done is not None
    assert done.detail == {"check": "monitor", "stage": "done", "alarms": alarms}
    for role, url in (("operator", "/operator/returns/"), ("auditor", "/audit/")):
        assert "alarm: returns" in staff(role).get(url).content.decode()


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


class Loaded(Desk):
    """Draws seeds until the shuffle begins with the supreme pair's six."""

    chained = False

    def new_seed(self, state: TableState) -> bytes:
        full, number = state.game.kit.full_set, state.rounds + 1
        seats = tuple((player.position or 0, player.seed) for player in state.seated())
        for attempt in count():
            seed = practice_seed(f"try-{attempt}", state.table_id, number)
            if str(full[shuffle(RoundSeeds(state.table_id, number, seed, seats), len(full)).values[0]]) == "24":
                return seed
        raise AssertionError("it comes sooner or later")


@pytest.mark.exhaustive
def test_chance_that_is_skewed_is_found_in_what_was_dealt() -> None:
    """Four hundred shuffles of an honest dealer raise no alarm, forty more of a crooked one do.

    Ann sits there and does not wager, so a round is over when its tiles are mixed.
    """
    tables.open_table("t", load_submission("new-zealand"), "op", pace=AT_ONCE)
    honest, loaded = Practised("honest"), Loaded("loaded")
    honest.take("t", timezone.now())
    while tables.state_of("t").phase is not Phase.DISPLAY:
        honest.attend("t", timezone.now())
    User.objects.create_user("ann")
    place = tables.state_of("t").game.seats[0]
    tables.submit("t", SitDown(player="ann", position=place, seed="ann's"), person="ann", key="sit-down")
    tables.submit("t", BuyIn(player="ann", amount=100_000), person="ann", key="buy-in")
    play("t", honest, monitor.FEWEST)
    assert list(monitor.chance()) == []
    Table.objects.update(dealer=None)
    play("t", loaded, monitor.FEWEST + 40)
    loaded.attend("t", timezone.now())
    assert StoredCommand.objects.filter(verb="mix").count() == monitor.FEWEST + 41
    (alarm,) = monitor.chance()
    assert (alarm.what, alarm.about["game"]) == ("chance", "tiles")
    assert alarm.about["shuffles"] == monitor.FEWEST + 40, "the round that is on is not looked into"
    assert float(alarm.about["deviation"]) > monitor.OUTSIDE
    assert monitor.monitor() == 1
    assert SignificantEvent.objects.get(kind="alarm").detail == {"alarm": "chance", **alarm.about}


def test_few_shuffles_are_no_proof_of_anything() -> None:
    styles = {"bot-an": "house-way"}
    tables.open_table("t", load_submission("new-zealand"), "op", pace=AT_ONCE, bots=styles)
    play("t", Loaded("loaded"), 10)
    assert monitor.monitor() == 0


def test_large_wagers_and_wins_are_noted(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """Gaming standards L2. What is large is made small here."""
    from paigow.web.service import booking
    from tools.played import open_house

    monkeypatch.setattr(booking, "LARGE", 1)
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
    import paigow.web.pages.health as views

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
