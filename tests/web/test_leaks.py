"""What one may not see makes no difference to any byte that the site sends.

The same round is played again, command by command and second by second, with other pieces where somebody may not look,
and all that this person gets is compared - pages, fragments and events of the streams, the API's answers and refusals,
errors, the lobby - and with it what anyone gets who looks at the logs and the metrics.
"""

import json
import logging
import random
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from io import StringIO
from typing import Any

import pytest
import structlog
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client
from django.utils import timezone

from paigow.hands.pieces import Piece
from paigow.rules import load_submission
from paigow.table import Command, Event, Phase, TableState, legal_commands
from paigow.table.chance import RoundChance
from paigow.table.script import ChosenChance, Plan, TableScript
from paigow.table.steps.opening import TurnSetDown
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.table.steps.wagers import PlaceWager
from paigow.table.view import may_see
from paigow.web.observe import metrics
from paigow.web.observe.logs import logging_settings
from paigow.web.people import access
from paigow.web.people.models import User
from paigow.web.people.registration import sign_up
from paigow.web.people.roles import appoint
from paigow.web.service import booking, dealing, tables
from paigow.web.service.attendance import Pace
from paigow.web.service.dealer import Desk
from paigow.web.service.tokens import issue
from paigow.web.store.models import LedgerEntry, MeterChange, StoredCommand, StoredEvent, Table

pytestmark = pytest.mark.django_db(transaction=True)

SLUG = "leaks"
SEATED = ("ann", "bob", "cho")
OUTSIDE = ("dan", "", "flo", "aud")  # a player at no table, a stranger, the floor and an auditor
ROLES = {"flo": "floor", "aud": "auditor"}
STAFF = {
    "flo": ("/floor/", f"/floor/tables/{SLUG}/"),
    "aud": (
        *("/audit/", f"/audit/log/?table={SLUG}", "/audit/rounds/", "/audit/ledger/", "/audit/meters/"),
        *(f"/audit/export/?what={what}&form=jsonl&table={SLUG}" for what in ("events", "ledger")),
    ),
}
PACE = Pace(between=0, offer=60, cut=60, bet=60, quiet=0, seeds=0, choose=0, set=60, surrender=0, step=0, bot=0)
SEED = bytes(range(32))
NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
HANDLER, ASYNC_HANDLER = Client().handler, AsyncClient().handler  # it takes a while to make one
Told = dict[str, bytes]
"""What was sent, by what was asked for."""

RANDOM = (
    (rb'(csrfmiddlewaretoken" value=")[A-Za-z0-9]{64}"', rb'\1-"'),
    (rb'(name="key" value=")[\w-]{12}\.', rb"\1-."),
    (rb'("request_id": ")[^"]*', rb"\1-"),
    (rb'("seconds": )[0-9.e-]+', rb"\1-"),
    (rb'("timestamp": ")[^"]*', rb"\1-"),  # of the machine's own clock
    (rb"before=[0-9]+", b"before=-"),  # a row's own number, which is not used again
)
"""What differs from one request to the next for reasons of its own."""


class ClockOfTheTest:
    """Time passes only when the test says so."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> datetime:
        return self.at

    def tick(self) -> None:
        self.at += timedelta(seconds=1)


@dataclass
class SiteScript(TableScript):
    """The script's table is the site's: each command goes through the service, and the dealer of the site deals."""

    desk: Desk = field(kw_only=True)
    clock: ClockOfTheTest = field(kw_only=True)

    def do(self, *commands: Command) -> tuple[Event, ...]:
        for command in commands:
            self.clock.tick()
            tables.submit(SLUG, command, person=command.by, key=f"key-{self.state.sequence}")
            self.state = tables.state_of(SLUG)
        return ()

    def step(self) -> None:
        command = self._due() or self._side_wager()
        if command is not None:
            self.do(command)
            return
        self.clock.tick()
        self.desk.attend(SLUG, timezone.now())
        self.state = tables.state_of(SLUG)

    def _side_wager(self) -> Command | None:
        """Ann makes every wager there is."""
        if self.state.phase is not Phase.BETTING:
            return None
        placed = {key.kind for key in self.state.current.wagers if key.player == "ann"}
        for offer in legal_commands(self.state, "ann"):
            command = offer.command
            if isinstance(command, PlaceWager) and command.kind not in placed:
                return command
        return None


@dataclass(frozen=True)
class Scene:
    """A round, and who banks it."""

    standard: str
    bank: str | None = None

    def __str__(self) -> str:
        return f"{self.standard}-{self.bank or 'house'}"


Reached = Callable[[TableState], bool]


def _seats(state: TableState) -> list[int]:
    return [state.players[name].position or 0 for name in SEATED]


STAGES: dict[str, Reached] = {
    "dealt": lambda state: state.phase is Phase.SETTING,
    "looked": lambda state: state.current.hands[_seats(state)[2]].viewed,
    "settled": lambda state: bool(state.current.results),
}
"""Times of a round at which something is still hidden from everyone: nobody has touched a hand; the last player has
picked his up, the others have set theirs; the first player's hand is settled."""
LOOKS = {"dealt": ("ann", "", "flo"), "looked": ("ann", "bob", *OUTSIDE), "settled": ("ann", "", "flo")}
"""Who looks when."""
SCENES = (
    Scene("maryland-tiles"),
    Scene("maryland-tiles", "bob"),
    Scene("maryland-poker"),
    Scene("new-zealand"),
    Scene("dealer-open"),
)


class Site:
    """A scene on an empty database, ready for the pieces to be mixed; and everything that is sent from then on."""

    def __init__(self, scene: Scene, clock: ClockOfTheTest, monkeypatch: pytest.MonkeyPatch) -> None:
        self.order: tuple[Piece, ...] = ()
        self.people = {name: self._person(name) for name in (*SEATED, *OUTSIDE) if name}
        self.tokens = {name: issue(person, "test")[1] for name, person in self.people.items()}
        self.clients = {name: self._browser(name) for name in (*SEATED, *OUTSIDE)}
        tables.open_table(SLUG, load_submission(scene.standard), "boss", pace=PACE)
        desk = Desk("the dealer")
        desk.beat(timezone.now())
        self.script = SiteScript(tables.state_of(SLUG), {}, desk=desk, clock=clock)
        self._open()
        wagers = dict.fromkeys(SEATED, self.state.game.options.minimum * 4)
        if scene.bank:  # who has wagered against the house may bank
            self.script.plan = Plan(wagers=wagers)
            self.to(lambda state: state.rounds == 1 and state.round is None)
            del wagers[scene.bank]
        self.script.plan = Plan(bank=scene.bank, wagers=wagers)
        self.to(lambda state: state.phase is Phase.MIXING)
        monkeypatch.setattr(booking, "draws", self.draws)
        self.ready = Table.objects.values().get(), clock.at

    @property
    def state(self) -> TableState:
        return self.script.state

    def rewind(self, order: tuple[Piece, ...]) -> None:
        """Back to before the mix, which will now come to this order."""
        row, self.script.clock.at = self.ready
        for model in (LedgerEntry, MeterChange, StoredEvent):
            model._base_manager.filter(number__gt=row["sequence"]).delete()
        StoredCommand.objects.filter(first__gt=row["sequence"]).delete()
        Table.objects.update(**row)
        tables.CACHE.clear()
        access._process.clear()
        self.order = order
        self.script.state = tables.state_of(SLUG)

    def _person(self, name: str) -> User:
        person = sign_up(name, "nine brass tiles")
        if name in ROLES:
            appoint(person, ROLES[name])
        return User.objects.get(pk=person.pk)

    def _browser(self, name: str) -> Client:
        client = Client(raise_request_exception=False)
        client.handler = HANDLER
        if name:
            client.force_login(self.people[name])
        return client

    def draws(self, table: object, state: TableState) -> RoundChance | None:
        """The round's seeds are the same in every run; the order of the pieces is the run's own."""
        return None if state.round is None else ChosenChance(state, SEED, Plan(order=self.order))

    def _open(self) -> None:
        for _ in range(8):
            self.script.step()
        for place, name in zip(self.state.game.seats[1:], SEATED, strict=False):
            for command in (
                SitDown(player=name, position=place, seed=f"seed-{name}"),
                BuyIn(player=name, amount=10**5),
            ):
                self.script.do(command)
        if self.state.phase is Phase.DISPLAY:
            self.script.do(TurnSetDown())

    def to(self, reached: Reached) -> list[TableState]:
        passed: list[TableState] = []
        while not reached(self.state):
            self.script.step()
            passed.append(self.state)
            assert len(passed) < 300, f"it does not come to that: {self.state.phase}"
        return passed

    def seen_by(self, viewer: str, done: list[TableState]) -> set[Piece]:
        """All pieces that the viewer could have seen at these states."""
        found: set[Piece] = set()
        for state in done:
            for position, hand in state.current.hands.items() if state.round else ():
                whole = may_see(state, position, hand, viewer)
                found |= {piece for place, piece in enumerate(hand.pieces) if whole or place in hand.shown}
        return found

    # what is sent

    def told_to(self, viewer: str) -> Told:
        """What the viewer can ask for: those who play try everything, the others look."""
        tries = viewer in (*SEATED, "dan")
        return {
            **self._pages(viewer),
            **(self._api(viewer) if viewer else {}),
            **(self._tries(viewer) if tries else {}),
            **async_to_sync(self._streams)(viewer),
        }

    def _pages(self, viewer: str) -> Told:
        at = f"/tables/{SLUG}/"
        paths = ["/", at, f"{at}log/", f"{at}rounds/{self.state.rounds}/proof.json"]
        paths += STAFF.get(viewer, ())
        return {path: _whole(self.clients[viewer].get(path)) for path in paths}

    def _api(self, viewer: str) -> Told:
        as_floor = ("view?as=floor", "legal?as=floor", "history?as=floor")
        as_player = ("seats", "view", "legal", "history?limit=500", f"rounds/{self.state.rounds}", "record")
        client, headers = self.clients[""], {"Authorization": f"Bearer {self.tokens[viewer]}"}
        paths = [f"/api/tables/{SLUG}/{path}" for path in (as_floor if viewer == "flo" else as_player)]
        return {path: _whole(client.get(path, headers=headers)) for path in paths}

    def _tries(self, viewer: str) -> Told:
        """The same commands as forms and through the API; they are all refused."""
        told: Told = {}
        for number, command in enumerate(self._refused()):
            key, client = f"refused-{number}", self.clients[viewer]
            if number < 2:
                form = {name: str(value) for name, value in command.items() if name != "do"}
                sent = {**form, "verb": command["do"], "key": key, "round": str(self.state.rounds)}
                headers = {"HX-Request": "true"} if number else {}
                told[f"form {command}"] = _whole(client.post(f"/tables/{SLUG}/do/", sent, headers=headers))
            body = json.dumps({**command, "expected": self.state.sequence - (number == 0)})  # the first is stale
            headers = {"Authorization": f"Bearer {self.tokens[viewer]}", "Idempotency-Key": key}
            path = f"/api/tables/{SLUG}/commands"
            answer: Any = client.post(path, body, content_type="application/json", headers=headers)
            assert answer.status_code >= 400
            told[f"command {command}"] = _whole(answer)
        return told

    def _refused(self) -> Iterator[dict[str, Any]]:
        """Nothing of this is anyone's to do; it names pieces and places that somebody else may hold."""
        kit, seats = self.state.game.kit, _seats(self.state)
        yield {"do": "look", "position": seats[2] + 1}
        yield {"do": "set", "position": seats[0], "setting": _setting(kit.full_set, 3)}
        yield {"do": "set", "position": seats[2], "setting": _setting(kit.full_set, 1)}
        yield {"do": "set-bank-hand", "setting": _setting(kit.full_set, 2)}
        yield {"do": "mix", "order": " ".join(map(str, kit.full_set))}
        yield {"do": "surrender", "position": seats[2] + 1}

    async def _streams(self, viewer: str) -> Told:
        """The first answer of each stream: a browser's fragment, and every event from the first on."""
        client, told = AsyncClient(), {}
        client.handler = ASYNC_HANDLER
        client.cookies = self.clients[viewer].cookies
        headers = {"Authorization": f"Bearer {self.tokens[viewer]}"} if viewer else {}
        for path in (f"/tables/{SLUG}/live/", f"/tables/{SLUG}/events/?after=0", f"/api/tables/{SLUG}/stream?after=0"):
            answer: Any = await client.get(path, headers=headers)
            content = answer.content if not answer.streaming else await _first(answer)
            told[f"GET {path}"] = _headers(answer) + content
        return told


def _setting(pieces: tuple[Piece, ...], at: int) -> str:
    """Some setting of some pieces of the set, whoever has them."""
    size = 4 if len(pieces) == 32 else 7
    some = [str(piece) for piece in pieces[at :: len(pieces) // size][:size]]
    return f"{' '.join(some[:-2])} / {' '.join(some[-2:])}"


async def _first(answer: Any) -> bytes:
    found = b""
    async for chunk in answer.streaming_content:
        found += chunk
        if not chunk.startswith(b"retry:"):
            break
    await answer.streaming_content.aclose()
    return found


def _whole(answer: Any) -> bytes:
    told = _headers(answer) + (b"".join(answer.streaming_content) if answer.streaming else bytes(answer.content))
    answer.close()
    return told


def _headers(answer: Any) -> bytes:
    names = sorted(name for name in answer.headers if name != "X-Request-ID")
    lines = [f"{name}: {answer.headers[name]}" for name in names]
    cookies = sorted(set(answer.cookies) - {"session"})  # renewed by the clock, which is set back; its row is not
    return "\n".join([f"{answer.status_code}", *lines, *cookies, "", ""]).encode()


def same(told: bytes) -> bytes:
    for pattern, instead in RANDOM:
        told = re.sub(pattern, instead, told)
    return told


@dataclass
class Run:
    """What was sent at each stage to each viewer, with what was logged and counted meanwhile.

    And the same for what the dealer and the players did to come there.
    """

    told: dict[tuple[str, str], Told] = field(default_factory=dict)
    states: dict[str, TableState] = field(default_factory=dict)
    seen: dict[tuple[str, str], set[Piece]] = field(default_factory=dict)


@pytest.fixture
def written() -> Iterator[StringIO]:
    """Everything that is logged, as it is written."""
    into = StringIO()
    handler = logging.StreamHandler(into)
    formatter = logging_settings("DEBUG")["formatters"]["json"]
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=formatter["foreign_pre_chain"], processors=formatter["processors"]
        )
    )
    root = logging.getLogger()
    level, before = root.level, root.handlers[:]
    root.handlers[:] = [handler]
    root.setLevel(logging.DEBUG)
    logging.getLogger("paigow").setLevel(logging.DEBUG)
    yield into
    root.handlers[:] = before
    root.setLevel(level)
    logging.getLogger("paigow").setLevel(logging.NOTSET)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> ClockOfTheTest:
    made = ClockOfTheTest()
    monkeypatch.setattr(timezone, "now", made)
    monkeypatch.setattr(dealing, "new_server_seed", lambda: SEED)
    return made


Runner = Callable[[Site, tuple[Piece, ...], Mapping[str, Collection[str]]], Run]


@pytest.fixture
def run(written: StringIO, settings: Any) -> Runner:
    settings.RATES = {"api": 10**6, "api-wrong": 10**6}
    client = Client()

    def observed(what: Callable[[], Told]) -> Told:
        written.seek(0)
        written.truncate()
        metrics.COMMANDS.clear()
        metrics.REQUESTS.clear()
        return {**what(), "log": written.getvalue().encode(), "metrics": counts(client)}

    def ran(site: Site, order: tuple[Piece, ...], looks: Mapping[str, Collection[str]]) -> Run:
        """Plays on from the mix to the last of these stages, and looks at each with the eyes of these viewers."""
        found, passed = Run(), list[TableState]()
        site.rewind(order)

        def play(name: str) -> Told:
            passed.extend(site.to(STAGES[name]))
            return {}

        for name, viewers in looks.items():
            found.told[name, "play"] = observed(partial(play, name))
            found.states[name] = site.state
            for viewer in viewers:
                found.seen[name, viewer] = site.seen_by(viewer, passed)
                found.told[name, viewer] = observed(partial(site.told_to, viewer))
        return found

    return ran


def counts(client: Client) -> bytes:
    """The metrics, but for how long things took and what the machine does."""
    page = client.get("/metrics").content.splitlines()
    own = [line for line in page if line.startswith(b"paigow_") and b"_seconds" not in line and b"_created" not in line]
    return b"\n".join(own)


def mixed(order: tuple[Piece, ...], fixed: set[Piece], seed: str) -> tuple[Piece, ...]:
    """The order with every piece elsewhere that is not one of the fixed ones, or looks like one."""
    places = [place for place, piece in enumerate(order) if piece not in fixed]
    pieces = [order[place] for place in places]
    random.Random(seed).shuffle(pieces)
    new = dict(zip(places, pieces, strict=True))
    return tuple(new.get(place, piece) for place, piece in enumerate(order))


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_every_byte(scene: Scene, run: Runner, clock: ClockOfTheTest, monkeypatch: pytest.MonkeyPatch) -> None:
    site = Site(scene, clock, monkeypatch)
    full = site.state.game.kit.full_set
    order = tuple(random.Random(str(scene)).sample(full, len(full)))
    first = run(site, order, LOOKS)
    compared = 0
    for kept, last in (*(("ann", name) for name in STAGES), ("bob", "looked")):
        changed = mixed(order, first.seen[last, kept], f"{kept} {last}")
        viewers = [viewer for viewer in LOOKS[last] if viewer not in SEATED or viewer == kept]
        again = run(site, changed, {name: viewers if name == last else () for name in upto(last)})
        assert hands(first.states[last]) != hands(again.states[last]), "nothing was changed"
        for key, told in again.told.items():
            for what, sent in told.items():
                assert same(sent) == same(first.told[key][what]), (kept, last, key, what)
                compared += len(sent)
    assert compared > 500_000


def upto(last: str) -> list[str]:
    names = list(STAGES)
    return names[: names.index(last) + 1]


def hands(state: TableState) -> list[tuple[Piece, ...]]:
    return [hand.pieces for hand in state.current.hands.values()]
