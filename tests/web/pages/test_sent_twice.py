"""Forms of the table's page that come at another moment than they were made for: twice, or after the session."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.http import QueryDict
from django.test import Client

from paigow.rules import load_submission
from paigow.table import Command, Phase, game_of
from paigow.table.core.model import MAIN
from paigow.table.driver import new_table
from paigow.table.steps.seating import SitDown, rack_of
from paigow.table.steps.wagers import PlaceWager
from paigow.web.pages.play import read_form
from paigow.web.people import roles
from paigow.web.people.registration import sign_up
from paigow.web.service import tables
from paigow.web.service.attendance import Pace

PAGE = "/tables/maryland-tiles/"
WAGER = 2000
SIT = {"verb": "sit", "key": "page.sit", "round": "0", "position": "1", "chips": "1000"}


def said(response: Any) -> str:
    found = re.search(r'id="notice"[^>]*>(.*?)</div>', response.content.decode(), re.DOTALL)
    return re.sub("<[^>]+>", "", found[1]).strip() if found else ""


def test_to_sit_down_twice_is_to_sit_down(play: Any) -> None:
    """The seed of one who chooses none is not another when the form is sent again."""
    slug = "maryland-tiles"
    tables.open_table(slug, load_submission(slug), "operator", pace=Pace())
    client = Client()
    client.force_login(sign_up("bo", "nine brass tiles"))
    for _ in range(2):
        assert client.post(f"{PAGE}do/", SIT)["Location"] == PAGE
    assert said(client.post(f"{PAGE}do/", SIT, headers={"HX-Request": "true"})) == ""
    assert rack_of(tables.state_of(slug), "bo") == 100_000
    other = client.post(f"{PAGE}do/", SIT | {"position": "2"})
    assert (other.status_code, said(other)[:20]) == (422, "This idempotency key"), "another seat is another deed"


def test_to_rebet_twice_is_to_rebet(play: Any) -> None:
    played = play("maryland-tiles", rounds=1)
    played.ann.groups.add(Group.objects.get(name=roles.PLAYER))
    take_bets(played)
    client = played.client()
    form = {"verb": "rebet", "key": "page.rebet", "round": str(played.state.rounds)}
    for _ in range(2):
        assert client.post(f"{PAGE}do/", form)["Location"] == PAGE
    wagers = [key for key in played.state.current.wagers if key.player == "ann"]
    assert len(wagers) == 1
    late = client.post(f"{PAGE}do/", form | {"key": "page2.rebet"})
    assert (late.status_code, said(late)) == (422, "You can’t repeat any of your last bets now.")


def test_a_rebet_that_died_half_way_is_carried_on_with(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of two wagers is made, then the server dies; the browser sends the form again."""
    played = play("maryland-poker", rounds=1)
    played.ann.groups.add(Group.objects.get(name=roles.PLAYER))
    take_bets(played)
    for kind in (MAIN, "fortune"):
        place = played.state.players["ann"].position
        played.do(PlaceWager(player="ann", position=place, kind=kind, amount=WAGER))
    while played.state.phase is not Phase.OPEN:
        played.step()
    take_bets(played)
    form = {"verb": "rebet", "key": "page.rebet", "round": str(played.state.rounds)}
    made: list[Any] = []
    address, submit = "/tables/maryland-poker/do/", tables.submit

    def dies(slug: str, command: Command, **told: Any) -> None:
        if made:
            raise SystemExit
        made.append(submit(slug, command, **told))

    with monkeypatch.context() as patched:
        patched.setattr(tables, "submit", dies)
        with pytest.raises(SystemExit):
            played.client().post(address, form)
    assert own_wagers(played) == {MAIN: WAGER}
    for _ in range(2):
        assert played.client().post(address, form).status_code == 302
        assert own_wagers(played) == {MAIN: WAGER, "fortune": WAGER}


def take_bets(played: Any) -> None:
    while played.state.phase is not Phase.BETTING:
        played.desk.attend(played.slug)


def own_wagers(played: Any) -> dict[str, int]:
    return {key.kind: amount for key, amount in played.state.current.wagers.items() if key.player == "ann"}


def test_the_server_makes_up_no_seed_for_anybody() -> None:
    state = new_table(game_of(load_submission("maryland-tiles")))
    command = read_form(QueryDict("verb=sit&position=1&key=page.sit&contribution=c&commitment=d"), "ann", state)
    assert command == SitDown(player="ann", position=1, seed="")


def test_who_is_signed_out_meanwhile_signs_in_and_is_back_at_the_table(db: None) -> None:
    """What a form is sent to is no page to come back to, and the page to sign in is no part of another."""
    door = "/account/sign-in/?next=%2Ftables%2Fmaryland-tiles%2F"
    came = {"Referer": f"http://testserver{PAGE}"}
    assert Client().post(f"{PAGE}do/", SIT, headers=came)["Location"] == door
    answer = Client().post(f"{PAGE}do/", SIT, headers=came | {"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"], answer.content) == (200, door, b"")
    polled = Client().get("/floor/", headers={"HX-Request": "true", "Referer": "http://testserver/floor/"})
    assert polled["HX-Redirect"] == "/account/sign-in/?next=%2Ffloor%2F"


def test_a_page_from_before_one_signed_in_is_loaded_anew(db: None) -> None:
    """Its forms have the token of another session: nothing is done, and no part of the page becomes a refusal."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(sign_up("bo", "nine brass tiles"))
    for headers, refreshed in (({"HX-Request": "true"}, "true"), ({}, None)):
        refused = client.post(f"{PAGE}do/", SIT | {"csrfmiddlewaretoken": "x" * 64}, headers=headers)
        assert (refused.status_code, refused.get("HX-Refresh")) == (403, refreshed)
