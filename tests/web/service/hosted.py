"""A hosted table that a test deals by itself."""

import uuid
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.utils import timezone

from paigow.table import Phase, TableState
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.table.steps.wagers import PlaceWager
from paigow.web.people.registration import sign_up
from paigow.web.service import attendance, hosting, seats, tables
from paigow.web.service.attendance import Pace
from paigow.web.service.booking import booking
from paigow.web.service.dealer import Desk
from paigow.web.store.models import Table

QUICK = Pace(between=0, offer=0, cut=0, bet=0, quiet=0, seeds=0, choose=0, set=0, surrender=0, step=0, bot=0)


class Night:
    """A table of `host1`, at which Mia sits with chips; nobody is waited for."""

    chips = 50_000

    def __init__(self, standard: str = "dealer-open", bots: int = 0) -> None:
        self.host, self.mia = sign_up("host1", "nine brass tiles"), sign_up("mia", "nine brass tiles")
        table = hosting.open_for(self.host, hosting.Plan(standard, bots=bots))
        self.slug = table.slug
        Table.objects.filter(pk=table.pk).update(pace=QUICK.__dict__)
        self.desk = Desk("the dealer")
        self.desk.take(self.slug, timezone.now())
        self.settle(8)
        place = next(place for place in self.state.game.seats if self.state.at(place) is None)
        for command in (SitDown(player="mia", position=place), BuyIn(player="mia", amount=self.chips)):
            tables.submit(self.slug, command, person="mia", key=uuid.uuid4().hex)

    @property
    def state(self) -> TableState:
        return tables.state_of(self.slug)

    def settle(self, looks: int = 60) -> None:
        """Let the dealer do whatever is due."""
        for _ in range(looks):
            self.desk.attend(self.slug, timezone.now())

    def steps(self, rounds: int) -> Iterator[None]:
        """Look after every step until so many more rounds are over."""
        target = self.state.rounds + rounds
        for _ in range(1000):
            self.desk.attend(self.slug, timezone.now())
            state = self.state
            place = state.players["mia"].position
            if state.phase is Phase.BETTING and not any(key.player == "mia" for key in state.current.wagers):
                assert place is not None
                bet = PlaceWager(player="mia", position=place, amount=1000)
                tables.submit(self.slug, bet, person="mia", key=uuid.uuid4().hex)
            yield
            if state.rounds >= target and state.round is None:
                return
        raise AssertionError("the rounds did not end")

    def play(self, rounds: int) -> None:
        for _ in self.steps(rounds):
            pass

    def sit_out(self, name: str) -> None:
        seats.act(self.slug, name, seats.SIT_OUT)

    def change(self, name: str, **values: Any) -> None:
        with booking(self.slug) as book:
            book.note(name, replace(attendance.attendance_of(book.table, name), **values))
