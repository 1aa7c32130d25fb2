"""Rounds that were really played: Ann sets her own hands, as badly as she may, beside two bots."""

import time
import uuid
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from paigow.rules import build_submission
from paigow.table import Command, Phase, TableState, legal_commands
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.table.steps.setting import LookAtHand, SetHand
from paigow.table.steps.wagers import PlaceWager
from paigow.web.people.models import User
from paigow.web.service import records, tables
from paigow.web.service.attendance import Pace
from paigow.web.service.dealer import Desk

PACE = Pace(between=0, offer=0, cut=0, bet=0, quiet=0, seeds=0, choose=0, set=600, surrender=0, step=0, bot=0)
WAGER = 2000
LONGEST = 300


class Played:
    """A table at which some rounds are over."""

    def __init__(self, standard: str, rounds: int = 2, choices: Mapping[str, object] = MappingProxyType({})) -> None:
        self.slug = standard
        bots = {"bot-an": "house-way", "bot-bao": "best-low"}
        self.table = tables.open_table(
            self.slug, build_submission({"standard": standard, **choices}), "operator", pace=PACE, bots=bots
        )
        self.ann = User.objects.create_user("ann")
        self.settings: dict[int, str] = {}
        self.desk = Desk("the dealer")
        self.desk.take(self.slug, timezone.now())
        for _ in range(8):
            self.desk.attend(self.slug, timezone.now())
        place = next(place for place in self.state.game.seats if self.state.at(place) is None)
        self.do(SitDown(player="ann", position=place, seed="seed-ann"))
        self.do(BuyIn(player="ann", amount=100_000))
        for _ in range(1000):
            if records.last_finished(self.table) >= rounds:
                return
            self.step()
        raise AssertionError(f"the table stands at {self.state.phase} of round {self.state.rounds}")

    @property
    def state(self) -> TableState:
        return tables.state_of(self.slug)

    def do(self, command: Command) -> None:
        tables.submit(self.slug, command, person=command.by, key=uuid.uuid4().hex)

    def step(self) -> None:
        self.desk.attend(self.slug, timezone.now())
        state = self.state
        verbs = {offer.command.verb for offer in legal_commands(state, "ann")}
        place = state.players["ann"].position
        assert place is not None
        if state.phase is Phase.BETTING and not any(key.player == "ann" for key in state.current.wagers):
            self.do(PlaceWager(player="ann", position=place, amount=WAGER))
        elif "look" in verbs:
            self.do(LookAtHand(player="ann", position=place))
        elif "set" in verbs:
            kit = state.game.kit
            legal = [each for each in kit.settings(state.current.hands[place].pieces) if not kit.is_foul(each)]
            worst = min(legal, key=kit.low_key)
            self.settings[state.rounds] = str(worst)
            self.do(SetHand(player="ann", position=place, setting=worst))

    def client(self, name: str = "ann") -> Client:
        """A browser in which this person is signed in."""
        client = Client()
        client.force_login(User.objects.get(username=name))
        return client


@pytest.fixture
def play(db: None) -> type[Played]:
    return Played


@pytest.fixture
def worked_out() -> Callable[[Client, str], Any]:
    """The page once it is worked out, waiting as a browser without script would."""

    def wait(client: Client, url: str) -> Any:
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            response = client.get(url)
            if response.status_code != 202:
                return response
            assert 'http-equiv="refresh"' in response.content.decode()
            time.sleep(0.2)
        raise AssertionError(f"{url} is not worked out after {LONGEST} seconds")

    return wait
