"""Who sits at a table.

Bots are marked to all, a player has one seat, and conduct can be reported (standards G15); and meters are shown as they
rise (P8).
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from paigow.errors import PaigowError
from paigow.money import parse_cents
from paigow.table import TableState
from paigow.table.steps.seating import SitDown
from paigow.web.live.feeds import frames_after
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import User
from paigow.web.people.registration import sign_up
from paigow.web.service import attendance
from paigow.web.service.tokens import issue

pytestmark = pytest.mark.django_db
SEAT = re.compile(r'<li id="seat-.*?</li>', re.S)
MARK = '<abbr class="bot"'
BrowserOf = Callable[..., Client]


@pytest.mark.parametrize("standard", ["maryland-tiles", "new-zealand"])
def test_bots_are_marked_to_everybody(standard: str, site: Any, browser_of: BrowserOf) -> None:
    house = site(standard)
    house.seat()
    seated = {player.name: attendance.is_bot(player.name) for player in house.state.seated()}
    assert sorted(seated.values()) == [False, True, True]
    ann = Client()
    ann.force_login(User.objects.get(username="ann"))
    lookers = [Client(), ann, browser_of("eve"), browser_of("flo", "floor")]
    for looker in lookers:
        seats = SEAT.findall(looker.get("/tables/t/").content.decode())
        for name, bot in seated.items():
            if looker is ann and name == "ann":
                continue  # your own place is at the bottom, not at the rim
            (seat,) = [each for each in seats if re.search(rf"\b{name}\b", each)]
            assert (MARK in seat) is bot, (name, seat)
        assert sum(MARK in seat for seat in seats) == 2
    token = Client(headers={"authorization": f"Bearer {issue(sign_up('bob', 'nine brass tiles'), 'x')[1]}"})
    told = token.get("/api/tables/t/seats").json()
    assert {each["player"]: each["bot"] for each in told if each["player"]} == seated


def test_nobody_passes_for_a_bot() -> None:
    from django.core.exceptions import ValidationError

    for name in ("bot-a", "BOT-lucky", "Bot-1"):
        with pytest.raises(ValidationError):
            sign_up(name, "nine brass tiles")


def test_one_seat_for_a_player(site: Any) -> None:
    house = site("maryland-tiles")
    house.seat()
    free = next(place for place in house.state.game.seats if house.state.at(place) is None)
    with pytest.raises(PaigowError):
        house.do(SitDown(player="ann", position=free, seed="again"))
    assert [player.name for player in house.state.seated()].count("ann") == 1


def test_whoever_sits_is_in_the_lobby_also_at_the_houses_box(site: Any, browser_of: BrowserOf) -> None:
    house = site("new-zealand")
    assert 1 not in house.state.game.seats
    User.objects.create_user("zoe")
    house.do(SitDown(player="zoe", position=1, seed="s"))
    assert ">zoe<" in re.sub(r"\s+", "", Client().get("/").content.decode())
    assert "1 of 8, 0 bots" in browser_of("mei", "floor").get("/floor/").content.decode()


def test_conduct_can_be_reported(browser_of: BrowserOf) -> None:
    ann = browser_of("ann")
    assert "Report" in ann.get("/account/").content.decode()
    assert ann.post("/account/report/", {"name": "eve", "what": ""}).status_code == 200
    sent = {"name": "eve", "table": "t", "what": "eve and bob <b>show</b> one another their tiles"}
    assert ann.post("/account/report/", sent)["Location"] == "/account/"
    event = SignificantEvent.objects.get(kind="report")
    assert (event.person, event.detail) == ("ann", sent)
    for role, page in (("floor", "/floor/players/"), ("auditor", "/audit/significant/?kind=report")):
        told = browser_of(f"the-{role}", role).get(page).content.decode()
        assert "eve and bob &lt;b&gt;show&lt;/b&gt; one another" in told
    assert Client().post("/account/report/", sent).status_code == 302


def meters_shown() -> list[int]:
    """To a stranger."""
    page = Client().get("/tables/t/").content.decode()
    return sorted(parse_cents(found) for found in re.findall(r'<p class="meter">[^<]*<b>([^<]+)</b>', page))


def test_meters_are_shown_with_the_event_that_raises_them(site: Any) -> None:
    """Whoever looks sees the new amount with that event, and every stream carries it: no clock is waited for."""
    house = site("maryland-poker")
    house.seat()
    meters = {name: meter.display for name, meter in house.state.meters.items()}
    assert meters
    assert meters_shown() == sorted(meters.values())
    before = house.state.sequence

    def raised(state: TableState) -> bool:
        return any(meter.display > meters[name] for name, meter in state.meters.items())

    house.play_until(raised)
    assert meters_shown() == sorted(meter.display for meter in house.state.meters.values()) != sorted(meters.values())
    told = b"".join(frame.public for frame in frames_after("t", before))
    assert b"event: meters-raised" in told
