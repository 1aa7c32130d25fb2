"""The coach: exact, for its own player only, and told nothing that the player did not see."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from tests.web.pages.conftest import WAGER, Played

from paigow.analysis.settings import advise
from paigow.rules import load_submission
from paigow.table import Event, Game, game_of
from paigow.table.steps.setting import BankHandExposed, HouseHandSet
from paigow.table.steps.settlement import HandExposed
from paigow.table.steps.wagers import WagerPlaced
from paigow.web.pages import coach
from paigow.web.people.models import User
from paigow.web.service import dealing, tables
from paigow.web.service.loading import RECENT
from paigow.web.store.models import Table

STANDARDS = ("maryland-poker", "dealer-open", "new-zealand")


def last_round(played: Played) -> tuple[Event, ...]:
    """The events of the last round in which hands were compared."""
    rounds = RECENT.of(played.table, tables.state_of(played.slug))
    compared = [number for number, events in rounds.items() if any(isinstance(each, HandExposed) for each in events)]
    return rounds[max(compared)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("standard", STANDARDS)
def test_the_coach_weighs_what_the_player_saw_and_nothing_else(standard: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player's own hand and bet, and the dealer's cards only where they lie open.

    Hands of others, or another hand of a dealer who plays hidden, change nothing.
    """
    monkeypatch.setattr(dealing, "new_server_seed", lambda: bytes(range(32)))
    played = Played(standard)
    game = game_of(load_submission(standard))
    events = last_round(played)
    own = list(coach.hands_of(events, "ann", game))
    assert own
    assert {each.wager for each in own} == {WAGER}
    assert all((each.dealer is not None) == (standard == "dealer-open") for each in own)
    other = _swapped(events, game, opened=standard == "dealer-open")
    assert other != events
    assert list(coach.hands_of(other, "ann", game)) == own
    assert list(coach.hands_of(events, "nobody", game)) == []
    told = coach.lesson(own[0], game, "test")
    while told is None:
        told = coach.lesson(own[0], game, "test")
    seen = own[0].dealer
    shown = None if seen is None else " ".join(map(str, (*seen.high, *seen.low)))
    advice = advise(game.submission, own[0].hand, dealer=shown)
    low = sorted(map(str, own[0].setting.low))
    mine = next(each.value for each in advice.settings if sorted(each.low.split()) == low)
    assert told.cost == (advice.best.value - mine) * WAGER
    foul = coach.lesson(replace(own[0], foul=True), game, "test")
    assert foul is not None
    assert foul.cost == (advice.best.value + 1) * WAGER
    assert foul.cost > Fraction(0)


def _swapped(events: tuple[Event, ...], game: Game, *, opened: bool) -> tuple[Event, ...]:
    """The same round, as ann saw it when she set her hand, with other hands where she could not look."""
    mine = {event.wager.position for event in events if isinstance(event, WagerPlaced) and event.wager.player == "ann"}
    other = game.kit.house_set(game.kit.full_set[: game.kit.hand_size]).setting
    return tuple(
        replace(event, setting=other)
        if (isinstance(event, HandExposed) and event.position not in mine)
        or (isinstance(event, HouseHandSet | BankHandExposed) and not opened)
        else event
        for event in events
    )


@pytest.mark.django_db(transaction=True)
def test_the_coach_is_its_players_own() -> None:
    """Not at a table without one, not for anybody else, and silent while the hand is not compared."""
    owner, other = Client(), Client()
    owner.post(reverse("practise", args=("maryland-tiles",)), {"coach": "1"})
    owner.post(reverse("practise", args=("dealer-open",)), {})
    coached, plain = Table.objects.get(private=True, coach=True), Table.objects.get(private=True, coach=False)
    other.force_login(User.objects.create_user("other"))
    assert other.get(reverse("table-coach", args=(coached.slug, 1))).status_code == 404
    assert owner.get(reverse("table-coach", args=(plain.slug, 1))).status_code == 404
    answer = owner.get(reverse("table-coach", args=(coached.slug, 1)))
    assert answer.status_code == 200
    assert b"lesson" not in answer.content
