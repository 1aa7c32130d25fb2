"""A house with one quick table, people with tokens, and a dealer that deals when told to."""

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from paigow.rules import load_submission
from paigow.table import Phase, TableState
from paigow.web.people.models import User
from paigow.web.people.registration import sign_up
from paigow.web.people.roles import appoint
from paigow.web.service import tables
from paigow.web.service.attendance import Pace
from paigow.web.service.dealer import Desk
from paigow.web.service.tokens import issue

AT_ONCE = Pace(
    between=0, offer=600, cut=600, bet=600, quiet=0, seeds=0, choose=600, set=600, surrender=0, step=0, bot=0
)
PASSWORD = "nine brass tiles"


@dataclass
class Caller:
    """Somebody who uses the API, or a stranger without a token."""

    person: User | None
    token: str = ""
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/{path}", query, headers=self.headers)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        content = body if isinstance(body, str) else json.dumps(body)
        both = self.headers | headers
        return self.client.post(f"/api/{path}", content, content_type="application/json", headers=both)

    def do(self, slug: str, do: str, *, key: str = "", expected: int | None = None, **fields: Any) -> Any:
        """A command; it expects the table as it is unless told otherwise."""
        known = tables.state_of(slug).sequence if expected is None else expected
        headers = {"Idempotency-Key": key or uuid.uuid4().hex}
        return self.post(f"tables/{slug}/commands", {"do": do, "expected": known, **fields}, **headers)

    def sit(self, slug: str, position: int, chips: int = 100_000) -> None:
        assert self.person is not None
        seated = self.do(slug, "sit", position=position, seed=f"seed-{self.person.username}")
        assert seated.status_code == 200, seated.content
        assert self.do(slug, "buy-in", amount=chips).status_code == 200


@dataclass
class House:
    """One table that deals at once but waits for people."""

    slug: str
    desk: Desk

    @property
    def state(self) -> TableState:
        return tables.state_of(self.slug)

    def deal(self, until: Callable[[TableState], bool], *people: Caller, most: int = 400) -> TableState:
        """Deals on, and has the people do the first that is asked of them, until something holds."""
        for _ in range(most):
            if until(self.state):
                return self.state
            self.desk.beat(timezone.now())
            self.desk.deal_due(timezone.now())
            for caller in people:
                if not until(self.state):
                    self.play(caller)
        raise AssertionError(f"it does not come to that: {self.state.phase} {self.state.sequence}")

    def play(self, caller: Caller) -> None:
        """What a simple player does, by what the API offers."""
        legal = caller.get(f"tables/{self.slug}/legal").json()
        wanted = ("pass-bank", "pass-cut", "wager", "look", "set", "confirm")
        offers = sorted(
            (offer["command"] for offer in legal["offers"] if offer["command"]["do"] in wanted),
            key=lambda command: wanted.index(command["do"]),
        )
        name = caller.person.username if caller.person else ""
        if self.state.phase is Phase.BETTING and any(k.player == name for k in self.state.current.wagers):
            return
        for command in offers:
            if command.get("kind", "main") == "main":
                done = caller.do(self.slug, **command)
                assert done.status_code == 200, done.content
                return

    def round(self, *people: Caller) -> int:
        """One whole round; its number."""
        number = self.state.rounds + 1
        self.deal(lambda state: state.rounds == number and state.round is None, *people)
        return number


@pytest.fixture(autouse=True)
def often(settings: Any) -> None:
    """Tests ask more often than people."""
    settings.RATES = {"api": 1_000_000, "api-wrong": 1_000_000, "tokens": 1_000_000}


NewCaller = Callable[..., Caller]
NewHouse = Callable[..., House]


@pytest.fixture
def stranger(db: None) -> Caller:
    return Caller(None)


@pytest.fixture
def new_caller(db: None) -> NewCaller:
    """`new_caller("mei", "floor")`."""

    def made(name: str = "mei", role: str = "player") -> Caller:
        person = sign_up(name, PASSWORD)
        if role == "administrator":
            person.is_superuser = True
            person.save()
        elif role != "player":
            appoint(person, role)
        return Caller(User.objects.get(pk=person.pk), issue(person, "test")[1])

    return made


@pytest.fixture
def new_house(db: None) -> NewHouse:
    """`new_house("maryland-poker")`: a table that has opened."""

    def made(standard: str = "maryland-tiles", slug: str = "table", pace: Pace = AT_ONCE) -> House:
        tables.open_table(slug, load_submission(standard), "op", pace=pace)
        desk = Desk(f"desk-{slug}")
        desk.beat(timezone.now())
        return House(slug, desk)

    return made


@pytest.fixture
def house(new_house: NewHouse) -> House:
    return new_house()
