"""Staff and those who play there, each in a browser of their own, and tables in mid-round."""

import re
import uuid
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from paigow.rules import load_submission
from paigow.table import Command, Phase, TableState, legal_commands
from paigow.table.core.engine import can
from paigow.table.floor.conduct import ComeBack
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.table.steps.setting import LookAtHand, to_set
from paigow.table.steps.wagers import PlaceWager
from paigow.web.people.models import User
from paigow.web.people.registration import sign_up
from paigow.web.people.roles import appoint
from paigow.web.service import bots, tables
from paigow.web.service.attendance import Pace
from paigow.web.service.dealer import Desk
from paigow.web.store.models import Table

PASSWORD = "nine brass tiles"
WAITING = 600.0  # seconds: while hands are set, the table waits for Ann


@pytest.fixture
def person(db: None) -> Callable[..., User]:
    """`person("mei", "floor")`: a role, or `administrator`, or `guest`."""

    def made(name: str, role: str = "player") -> User:
        who = sign_up(name, PASSWORD)
        if role == "administrator":
            who.is_staff = who.is_superuser = True
            who.save()
        elif role == "guest":
            who.guest = True
            who.save()
        elif role != "player":
            appoint(who, role)
        return User.objects.get(pk=who.pk)

    return made


@pytest.fixture
def browser_of(person: Callable[..., User]) -> Callable[..., Client]:
    """`browser_of("mei", "floor")`: a browser in which Mei, of the floor, is signed in."""

    def browser(name: str, role: str = "player", **options: Any) -> Client:
        client = Client(**options)
        client.force_login(person(name, role))
        return client

    return browser


class Site:
    """One table of a standard with Ann and two bots, led step by step."""

    def __init__(self, standard: str, slug: str = "t", count: int = 2, **pace: Any) -> None:
        at_once = dict.fromkeys(
            ("between", "offer", "cut", "bet", "quiet", "seeds", "choose", "surrender", "step", "bot"), 0.0
        )
        self.slug = slug
        speed = Pace(**{**at_once, "set": WAITING, "misses": 99, **pace})
        self.table = tables.open_table(
            slug, load_submission(standard), "the house", pace=speed, bots=bots.styles(count)
        )
        self.desk = Desk(f"dealer of {slug}")
        self.desk.take(slug, timezone.now())

    @property
    def state(self) -> TableState:
        return tables.state_of(self.slug)

    def do(self, command: Command) -> None:
        tables.submit(self.slug, command, person=command.by, key=uuid.uuid4().hex)

    def seat(self, name: str = "ann") -> None:
        if not User.objects.filter(username=name).exists():
            sign_up(name, PASSWORD)
        for _ in range(12):
            self.step()
        free = next(place for place in self.state.game.seats if self.state.at(place) is None)
        self.do(SitDown(player=name, position=free, seed=f"seed-{name}"))
        self.do(BuyIn(player=name, amount=500_000))

    def step(self) -> None:
        """What is due; Ann comes back between rounds, and wagers on her own position, on everything."""
        state = self.state
        if state.round is None and "ann" in state.players and state.players["ann"].away:
            self.do(ComeBack(player="ann"))
        if state.phase is Phase.BETTING and "ann" in state.players:
            while (command := self._wager()) is not None:
                self.do(command)
        Table.objects.filter(slug=self.slug).update(due_at=timezone.now())
        self.desk.attend(self.slug, timezone.now())

    def _wager(self) -> PlaceWager | None:
        state = self.state
        placed = {key.kind for key in state.current.wagers if key.player == "ann"}
        for offer in legal_commands(state, "ann"):
            command = offer.command
            if not isinstance(command, PlaceWager) or command.position != state.players["ann"].position:
                continue
            if command.kind not in placed and can(state, command):
                return command
        return None

    def play_until(self, reached: Callable[[TableState], bool], most: int = 2000) -> TableState:
        for _ in range(most):
            if reached(state := self.state):
                return state
            self.step()
        raise AssertionError(f"the table stands at {self.state.phase} of round {self.state.rounds}")

    def to_setting(self) -> TableState:
        """Hands are dealt; Ann has picked hers up and has not set it."""
        state = self.play_until(lambda state: state.phase is Phase.SETTING and bool(to_set(state, "ann")))
        if not state.current.hands[to_set(state, "ann")[0]].viewed:
            self.do(LookAtHand(player="ann", position=to_set(state, "ann")[0]))
        return self.state

    def finish_round(self) -> None:
        """The time to set is over for Ann."""
        number = self.state.rounds

        def over(state: TableState) -> bool:
            Table.objects.filter(slug=self.slug).update(deadline_at=timezone.now())
            return state.round is None and state.rounds == number

        self.play_until(over)


@pytest.fixture
def site(db: None) -> type[Site]:
    return Site


class Forms(HTMLParser):
    """The forms of a page, each with its address and what it sends if one chooses the first of everything."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[dict[str, Any]] = []
        self.form: dict[str, Any] | None = None
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = {"method": given.get("method", "get"), "action": given.get("action", ""), "sends": {}}
            self.form["choices"] = {}
            self.found.append(self.form)
        elif self.form is not None and tag == "input" and "name" in given:
            typed = given.get("type") != "hidden" and not given.get("value")
            self.form["sends"][given["name"]] = "said in a test" if typed else given.get("value", "")
        elif self.form is not None and tag == "select":
            self.select = given["name"]
            self.form["choices"][self.select] = []
        elif self.form is not None and tag == "option" and self.select:
            self.form["choices"][self.select].append(given.get("value", ""))
            self.form["sends"].setdefault(self.select, given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.select = ""


@pytest.fixture
def forms_of() -> Callable[[str], list[dict[str, Any]]]:
    return lambda page: Forms(page).found


@pytest.fixture
def steady() -> Callable[[str], str]:
    """A page without what is made anew each time it is asked for: tokens, keys and times."""

    def of(page: str) -> str:
        page = re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', "", page)
        page = re.sub(r"have=[0-9a-f]+", "", page)
        return re.sub(r'data-(now|deadline)="[^"]*"', "", page)

    return of
