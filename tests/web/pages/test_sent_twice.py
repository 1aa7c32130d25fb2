"""Forms of the table's page that come at another moment than they were made for: twice, or after the session."""

import re
from typing import Any

from django.contrib.auth.models import Group
from django.test import Client

from paigow.rules import load_submission
from paigow.table import Phase
from paigow.table.seating import rack_of
from paigow.web.people import roles
from paigow.web.people.registration import sign_up
from paigow.web.service import tables
from paigow.web.service.pace import Pace

PAGE = "/tables/maryland-tiles/"
SIT = {"verb": "sit", "key": "page.sit", "round": "0", "position": "1", "chips": "1000"}


def said(response: Any) -> str:
    found = re.search(r'id="notice"[^>]*>(.*?)</div>', response.content.decode(), re.DOTALL)
    return re.sub("<[^>]+>", "", found[1]).strip() if found else ""


def test_to_sit_down_twice_is_to_sit_down(play: Any) -> None:
    """The seed of one who chooses none is not another when the form is sent again."""
    tables.CACHE.clear()
    slug = "maryland-tiles"
    tables.open_table(slug, load_submission(slug), "operator", pace=Pace())
    client = Client()
    client.force_login(sign_up("bo", "nine brass tiles"))
    for _ in range(2):
        assert client.post(f"{PAGE}do/", SIT)["Location"] == PAGE
    assert said(client.post(f"{PAGE}do/", SIT, headers={"HX-Request": "true"})) == ""
    assert rack_of(tables.state_of(slug), "bo") == 100_000
    other = client.post(f"{PAGE}do/", SIT | {"position": "2"})
    assert (other.status_code, said(other)[:20]) == (422, "this idempotency key"), "another seat is another deed"


def test_to_rebet_twice_is_to_rebet(play: Any) -> None:
    played = play("maryland-tiles", rounds=1)
    played.ann.groups.add(Group.objects.get(name=roles.PLAYER))
    while played.state.phase is not Phase.BETTING:
        played.desk.attend(played.slug)
    client = played.client()
    form = {"verb": "rebet", "key": "page.rebet", "round": str(played.state.rounds)}
    for _ in range(2):
        assert client.post(f"{PAGE}do/", form)["Location"] == PAGE
    wagers = [key for key in played.state.current.wagers if key.player == "ann"]
    assert len(wagers) == 1
    late = client.post(f"{PAGE}do/", form | {"key": "page2.rebet"})
    assert (late.status_code, said(late)) == (422, "None of your last wagers can be made again now.")


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
