"""A table without pauses, with bots and people, and a dealer for it."""

import uuid
from collections.abc import Callable

import pytest
from django.utils import timezone

from paigow.rules import load_submission
from paigow.table import Command, TableState
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.web.people.models import User
from paigow.web.service import tables
from paigow.web.service.attendance import Pace
from paigow.web.service.dealer import Desk
from paigow.web.store.models import Table

AT_ONCE = Pace(between=0, offer=0, cut=0, bet=0, quiet=0, seeds=0, choose=0, set=0, surrender=0, step=0, bot=0, away=0)
UNHURRIED = Pace(between=0, offer=60, cut=60, bet=60, quiet=60, choose=60, set=60, surrender=60, step=0, bot=0, seeds=0)


class House:
    """One table and its dealer, led step by step."""

    def __init__(self, standard: str, pace: Pace = AT_ONCE, slug: str = "t", dealer: str = "the dealer") -> None:
        self.slug = slug
        bots = {"bot-an": "house-way", "bot-bao": "best-low"}
        tables.open_table(slug, load_submission(standard), "operator", pace=pace, bots=bots)
        self.desk = Desk(dealer)
        self.desk.beat(timezone.now())
        self.deal(12)

    def deal(self, times: int = 1) -> None:
        for _ in range(times):
            self.desk.deal_due(timezone.now())

    def deal_until(self, reached: Callable[[], bool], most: int = 500) -> None:
        for _ in range(most):
            if reached():
                return
            self.deal()
        raise AssertionError(f"the table stands at {self.state.phase} of round {self.state.rounds}")

    @property
    def state(self) -> TableState:
        return tables.state_of(self.slug)

    def do(self, command: Command, key: str = "", expected: int | None = None) -> tables.Receipt:
        return tables.submit(self.slug, command, person=command.by, key=key or uuid.uuid4().hex, expected=expected)

    def play_on(self) -> None:
        """Rounds are dealt from now on even if nobody but bots bets."""
        table = tables.find(self.slug)
        Table.objects.filter(slug=self.slug).update(pace={**table.pace, "always": True})

    def seat(self, name: str, chips: int = 100_000) -> None:
        User.objects.create_user(name, password="a long enough phrase")
        place = next(p for p in self.state.game.seats if self.state.at(p) is None)
        self.do(SitDown(player=name, position=place, seed=f"seed-{name}"))
        if chips:
            self.do(BuyIn(player=name, amount=chips))


@pytest.fixture
def open_house() -> type[House]:
    return House


@pytest.fixture
def at_once() -> Pace:
    return AT_ONCE


@pytest.fixture
def unhurried() -> Pace:
    return UNHURRIED
