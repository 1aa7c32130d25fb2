"""Anyone who forgets their password gets a code from the house, and chooses another."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from paigow.web.people import second_factor
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import User
from paigow.web.people.registration import come_as_guest
from paigow.web.people.resetting import CODES, choose
from paigow.web.people.second_factor import hotp, key_of, step_of

NewPerson = Callable[..., User]
SignedIn = Callable[[User], Client]
pytestmark = pytest.mark.django_db
PAGE, NEW = "/account/forgotten/", "ten ivory dice"


def code_from(client: Client, name: str, why: str = "came to the desk") -> str:
    page = client.post(f"/operator/people/{name}/password/", {"why": why}, follow=True).content.decode()
    found = re.search(r"[a-z0-9]{6,}-[0-9a-f]{32}", page)
    return found[0] if found else ""


def sent(code: str, name: str = "mei", new: str = NEW) -> dict[str, str]:
    return {"name": name, "code": code, "new": new, "again": new}


def test_a_code_is_good_once(new_person: NewPerson, signed_in: SignedIn, client: Client) -> None:
    mei = new_person("mei")
    boss, there = signed_in(new_person("boss", "operator")), signed_in(mei)
    assert code_from(boss, "mei", "") == "", "a deed has a reason"
    code = code_from(boss, "mei")
    assert code
    assert code not in boss.get("/operator/people/mei/").content.decode(), "it is shown once"
    assert "too short" in client.post(PAGE, sent(code, new="x")).content.decode()
    assert client.post(PAGE, sent(f" {code} "))["Location"] == "/account/sign-in/"
    assert "_auth_user_id" not in client.session, "nobody is signed in by it"
    assert User.objects.get(pk=mei.pk).check_password(NEW)
    assert there.get("/account/").status_code == 302, "all sessions end"
    assert client.post(PAGE, sent(code, new="other ivory dice")).status_code == 200
    assert User.objects.get(pk=mei.pk).check_password(NEW)
    told = SignificantEvent.objects.filter(kind="password").order_by("pk")
    assert [(each.person, each.detail["done"]) for each in told] == [
        ("boss", "a code for a new one"),
        ("mei", "a new one with a code"),
    ]
    assert not any(code in str(each.detail) for each in SignificantEvent.objects.all())


def test_a_code_is_good_for_an_hour_and_for_one_person(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    mei, ann = new_person("mei"), new_person("ann")
    code = CODES.make_token(mei)
    assert not choose("ann", code, NEW)
    assert not choose("mei", f"{code[:-1]}{'0' if code[-1] != '0' else '1'}", NEW)
    later = datetime.now() + timedelta(minutes=61)
    monkeypatch.setattr(CODES, "_now", lambda: later)
    assert not choose("mei", code, NEW)
    monkeypatch.undo()
    assert choose("mei", code, NEW)
    assert not User.objects.get(pk=ann.pk).check_password(NEW)


def test_a_sign_in_makes_it_worthless(new_person: NewPerson, client: Client, password: str) -> None:
    code = CODES.make_token(new_person("mei"))
    client.post("/account/sign-in/", {"name": "mei", "password": password})
    assert not choose("mei", code, NEW)


def test_codes_are_not_guessed(new_person: NewPerson, client: Client) -> None:
    code = CODES.make_token(new_person("mei"))
    answers = {
        client.post(PAGE, sent("x-1", name)).content.count(b"match, or the code has been used")
        for name in ("mei", "nobody")
    }
    assert answers == {1}, "it tells nobody who exists"
    for _ in range(2):
        client.post(PAGE, sent("x-1"))
    assert not choose("mei", code, NEW), "three failures lock the name"
    assert SignificantEvent.objects.filter(kind="sign-in-failed", person="mei").count() == 4


def test_a_second_factor_is_asked_for_as_ever(new_person: NewPerson, client: Client) -> None:
    mei, now = new_person("mei"), timezone.now()
    key = key_of(second_factor.begin(mei, now))
    second_factor.confirm(mei, hotp(key, step_of(now)), now)
    assert choose("mei", CODES.make_token(User.objects.get(pk=mei.pk)), NEW)
    answer = client.post("/account/sign-in/", {"name": "mei", "password": NEW})
    assert answer["Location"].startswith("/account/second-step/")


@pytest.mark.parametrize(("by", "given"), [("operator", False), ("administrator", True)])
def test_for_those_who_work_here_it_is_an_administrators(
    new_person: NewPerson, signed_in: SignedIn, by: str, given: bool
) -> None:
    boss = new_person("boss", by)
    new_person("aud", "auditor")
    assert bool(code_from(signed_in(boss), "aud")) == given
    assert code_from(signed_in(boss), "boss") == "", "nobody for themselves"


def test_a_guest_has_none(new_person: NewPerson, signed_in: SignedIn) -> None:
    assert code_from(signed_in(new_person("boss", "operator")), come_as_guest().username) == ""


def test_nobody_chooses_anothers_password(new_person: NewPerson, signed_in: SignedIn) -> None:
    mei, root = new_person("mei"), signed_in(new_person("root", "administrator"))
    chosen = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    assert root.post(f"/admin/people/user/{mei.pk}/password/", chosen).status_code == 403
    assert not User.objects.get(pk=mei.pk).check_password(NEW)
