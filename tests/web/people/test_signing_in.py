"""Sign-in, lock-out, enumeration, session fixation, guests and sign-up (gaming standards S1, S2)."""

import re
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth import aauthenticate, authenticate
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string

import paigow.web.settings
from paigow.web.people import wallet
from paigow.web.people.access import WINDOW, is_locked, try_once, unlock
from paigow.web.people.housekeeping import tidy
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import Rate, SignInGuard, User
from paigow.web.people.passwords import BoundedArgon2
from tools.waiting import run_together

SIGN_IN, SIGN_UP, GUEST = "/account/sign-in/", "/account/sign-up/", "/account/guest/"
NewPerson = Callable[..., User]
pytestmark = pytest.mark.django_db


def text_of(client: Client, name: str, password: str) -> str:
    """The answer to a failed sign-in without what differs in every answer, or what was typed."""
    answer = client.post(SIGN_IN, {"name": name, "password": password})
    assert answer.status_code == 200
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    return text.replace(name, "NAME")


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_sign_in_and_out(client: Client, new_person: NewPerson, password: str) -> None:
    new_person("mei")
    answer = client.post(SIGN_IN, {"name": "MEI", "password": password})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert is_in(client)
    key = client.session.session_key
    assert client.get("/account/sign-out/").status_code == 200
    assert is_in(client), "looking at a page signs nobody out"
    assert client.post("/account/sign-out/")["Location"] == "/"
    assert not is_in(client)
    assert not Session.objects.filter(session_key=key).exists()


def test_passwords_are_argon2(new_person: NewPerson) -> None:
    (hasher,) = paigow.web.settings.PASSWORD_HASHERS
    assert issubclass(import_string(hasher), Argon2PasswordHasher)
    assert new_person().password.startswith("argon2$argon2id$")


def test_the_answer_tells_nothing(new_person: NewPerson, password: str) -> None:
    """Whichever is wrong, whoever is asked for, closed or guest or locked: one text."""
    new_person("mei")
    closed = new_person("closed")
    closed.is_active = False
    closed.save()
    Client().post(GUEST)
    guest = User.objects.get(guest=True)
    texts = {
        text_of(Client(), "mei", "wrong"),
        text_of(Client(), "nobody", "wrong"),
        text_of(Client(), "closed", password),
        text_of(Client(), guest.username, "wrong"),
    }
    for _ in range(2):
        text_of(Client(), "mei", "wrong")
        text_of(Client(), "nobody", "wrong")
    assert is_locked("mei", timezone.now())
    assert is_locked("nobody", timezone.now())
    texts |= {text_of(Client(), "mei", password), text_of(Client(), "nobody", "wrong")}
    assert len(texts) == 1


@override_settings(PASSWORD_HASHERS=paigow.web.settings.PASSWORD_HASHERS)
def test_the_time_tells_nothing(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether there is somebody of that name or not, one password is hashed, which takes nearly all of the time."""
    new_person("mei")
    hashed: list[str] = []

    def counting(does: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any) -> Any:
            hashed.append("once")
            return does(*given)

        return counted

    monkeypatch.setattr(BoundedArgon2, "encode", counting(BoundedArgon2.encode))
    monkeypatch.setattr(BoundedArgon2, "verify", counting(BoundedArgon2.verify))
    for name in ("mei", "nobody"):
        assert authenticate(None, username=name, password="wrong") is None
        assert hashed == ["once"], name
        hashed.clear()


def test_lock_out_after_three(client: Client, new_person: NewPerson, password: str) -> None:
    mei, boss = new_person("mei"), new_person("boss", "operator")
    for _ in range(3):
        client.post(SIGN_IN, {"name": "mei", "password": "wrong"})
    client.post(SIGN_IN, {"name": "Mei", "password": password})
    assert not is_in(client), "locked, whatever the capitals"
    failed = SignificantEvent.objects.filter(kind="sign-in-failed", person__iexact="mei")
    assert [event.address for event in failed] == ["127.0.0.1"] * 4
    assert SignificantEvent.objects.filter(kind="locked-out", person="mei").count() == 1
    unlock("mei", boss)
    assert SignificantEvent.objects.get(kind="unlocked").person == "boss"
    client.post(SIGN_IN, {"name": "mei", "password": password})
    assert client.session["_auth_user_id"] == str(mei.pk)


def test_a_success_starts_the_count_again(new_person: NewPerson, password: str) -> None:
    new_person("mei")
    for _ in range(4):
        assert authenticate(None, username="mei", password="wrong") is None
        assert authenticate(None, username="mei", password="wrong") is None
        assert authenticate(None, username="mei", password=password)


def test_the_lock_opens_with_time(db: None, noon: datetime) -> None:
    minute = timedelta(minutes=1)
    assert [try_once("mei", noon + i * minute) for i in range(4)] == [True, True, True, False]
    assert not try_once("mei", noon + 2 * minute + WINDOW - timedelta(seconds=1))
    assert is_locked("mei", noon + 31 * minute)
    assert not is_locked("mei", noon + 2 * minute + WINDOW)
    assert try_once("mei", noon + 2 * minute + WINDOW)


def test_failures_far_apart_do_not_lock(db: None, noon: datetime) -> None:
    assert all(try_once("mei", noon + i * timedelta(minutes=31)) for i in range(10))


@pytest.mark.django_db(transaction=True)
def test_many_tries_at_once_are_three(noon: datetime) -> None:
    allowed: list[bool] = []

    def attempt() -> None:
        try:
            allowed.append(try_once("mei", noon))
        finally:
            connection.close()

    threads = [threading.Thread(target=attempt) for _ in range(8)]
    run_together(threads)
    assert sorted(allowed) == [False] * 5 + [True] * 3


async def _tries() -> list[object]:
    return [await aauthenticate(None, username="mei", password="wrong") for _ in range(4)]


def test_the_asynchronous_door_has_the_same_guard(new_person: NewPerson) -> None:
    new_person("mei")
    assert async_to_sync(_tries)() == [None] * 4
    assert is_locked("mei", timezone.now())


def test_admin_has_no_door_of_its_own(client: Client, new_person: NewPerson, password: str) -> None:
    new_person("boss", "operator")
    assert client.get("/admin/", follow=True).redirect_chain[-1][0] == "/account/sign-in/?next=%2Fadmin%2F"
    answer = client.post("/admin/login/", {"username": "boss", "password": password})
    assert answer.status_code in (302, 405)
    assert not is_in(client)
    answer = client.post(SIGN_IN, {"name": "boss", "password": password, "next": "/admin/"}, follow=True)
    assert answer.request["PATH_INFO"] == "/admin/"
    assert answer.status_code == 200


def test_session_fixation(client: Client, new_person: NewPerson, password: str) -> None:
    """A session id that was known before the sign-in is worth nothing after it."""
    new_person("mei")
    session = client.session
    session["planted"] = "by a stranger"
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key or ""
    client.post(SIGN_IN, {"name": "mei", "password": password})
    assert client.session.session_key != session.session_key
    stranger = Client()
    stranger.cookies[settings.SESSION_COOKIE_NAME] = session.session_key or ""
    assert stranger.get("/account/").status_code == 302


def test_a_session_of_another_leaves_nothing(client: Client, new_person: NewPerson, password: str) -> None:
    new_person("mei"), new_person("lin")
    client.post(SIGN_IN, {"name": "mei", "password": password})
    session = client.session
    session["mine"] = True
    session.save()
    client.post(SIGN_IN, {"name": "lin", "password": password})
    assert "mine" not in client.session


def test_the_last_sign_in_is_shown(client: Client, new_person: NewPerson, password: str) -> None:
    mei = new_person("mei")
    client.post(SIGN_IN, {"name": "mei", "password": password})
    assert "last sign-in" not in client.get("/account/").content.decode()
    User.objects.filter(pk=mei.pk).update(last_login=datetime.fromisoformat("2026-02-03T04:05:00Z"))
    client.post("/account/sign-out/")
    client.post(SIGN_IN, {"name": "mei", "password": password})
    page = client.get("/account/").content.decode()
    assert "Your last sign-in was on 2026-02-03 04:05 (UTC)." in page
    assert "Your last sign-in before this one was on 2026-02-03 04:05 (UTC)." in page


@pytest.mark.parametrize(
    ("wanted", "got"),
    [
        ("/tables/one/?a=b", "/tables/one/?a=b"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("\\\\evil.example", "/"),
        ("/\\evil.example", "/"),
        ("http:evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("/\t/evil.example", "/"),
        ("https:///evil.example", "/"),
        ("", "/"),
    ],
)
@pytest.mark.parametrize("where", ["query", "form"])
def test_open_redirect(client: Client, new_person: NewPerson, password: str, wanted: str, got: str, where: str) -> None:
    new_person("mei")
    sent = {"name": "mei", "password": password}
    if where == "form":
        answer = client.post(SIGN_IN, sent | {"next": wanted})
    else:
        answer = client.post(SIGN_IN, sent, QUERY_STRING=f"next={wanted}")
    assert (answer.status_code, answer["Location"]) == (302, got)


def test_the_form_does_not_carry_a_foreign_address(client: Client) -> None:
    page = client.get(SIGN_IN, {"next": "https://evil.example/"}).content.decode()
    assert "evil.example" not in page
    assert '"><script>' not in client.get(SIGN_IN, {"next": '/"><script>'}).content.decode()


@pytest.mark.parametrize(
    "url", ["sign-in", "sign-up", "guest", "sign-out", "confirm", "limits", "exclusion", "password"]
)
def test_csrf_is_enforced(new_person: NewPerson, url: str) -> None:
    person = new_person("mei")
    client = Client(enforce_csrf_checks=True)
    if url not in ("sign-in", "sign-up", "guest"):
        client.force_login(person)
    before = User.objects.count(), SignificantEvent.objects.count()
    assert client.post(reverse(f"people:{url}"), {"name": "x", "password": "y"}).status_code == 403
    assert (User.objects.count(), SignificantEvent.objects.count()) == before


def test_a_post_with_its_token_is_taken() -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get(GUEST).content.decode()
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    assert client.post(GUEST, {"csrfmiddlewaretoken": found[1]}).status_code == 302
    assert User.objects.filter(guest=True).count() == 1


@override_settings(RATES={"sign-in": 2})
def test_too_many_from_one_address(client: Client) -> None:
    answers = [client.post(SIGN_IN, {"name": f"n{i}", "password": "x"}) for i in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 0 < int(answers[-1]["Retry-After"]) <= 30
    assert client.post(SIGN_IN, {"name": "n", "password": "x"}, REMOTE_ADDR="192.0.2.7").status_code == 200
    assert client.get(SIGN_IN).status_code == 200


def test_guest_in_one_click(client: Client) -> None:
    assert client.get(GUEST).status_code == 200
    assert not User.objects.exists(), "looking makes nobody"
    assert client.post(GUEST, {"next": "/tables/one/"})["Location"] == "/tables/one/"
    guest = User.objects.get()
    assert guest.guest
    assert re.fullmatch(r"guest-[a-z0-9]{8}", guest.username)
    assert not guest.has_usable_password()
    assert guest.has_perm("people.play")
    assert wallet.balance(guest) == wallet.GRANT
    client.post(GUEST)
    assert User.objects.count() == 1, "who is in stays who they are"


def test_a_guest_becomes_somebody(client: Client, password: str) -> None:
    client.post(GUEST)
    guest = User.objects.get()
    key = client.session.session_key
    client.post(SIGN_UP, {"name": "mei", "new": password, "again": password})
    mei = User.objects.get()
    assert (mei.pk, mei.username, mei.guest) == (guest.pk, "mei", False)
    assert mei.check_password(password)
    assert client.session["_auth_user_id"] == str(mei.pk)
    assert client.session.session_key != key
    assert SignificantEvent.objects.filter(kind="sign-up", person="mei", detail__guest=guest.username).count() == 1


def test_a_guest_who_played_keeps_the_name(client: Client, password: str) -> None:
    client.post(GUEST)
    guest = User.objects.get()
    wallet.pay_in(guest, 100, "one", 1)
    page = client.post(SIGN_UP, {"name": "mei", "new": password, "again": password})
    assert "already played under this name" in page.content.decode()
    assert User.objects.get().guest
    client.post(SIGN_UP, {"name": guest.username, "new": password, "again": password})
    assert User.objects.get().username == guest.username
    assert not User.objects.get().guest


def test_sign_up(client: Client, password: str) -> None:
    answer = client.post(SIGN_UP, {"name": "mei", "new": password, "again": password})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert is_in(client)
    mei = User.objects.get(username="mei")
    assert [group.name for group in mei.groups.all()] == ["player"]
    assert not mei.is_staff
    assert client.get(SIGN_UP)["Location"] == "/account/"


@pytest.mark.parametrize(
    ("sent", "field", "text"),
    [
        ({"name": "Lin"}, "name", "already"),
        ({"name": "bot-1"}, "name", "reserved"),
        ({"name": "guest-1"}, "name", "guests"),
        ({"name": "two words"}, "name", "1 to 64"),
        ({"again": "other brass tiles"}, "again", "match"),
        ({"new": "password", "again": "password"}, "new", "too common"),
        ({"new": "short", "again": "short"}, "new", "too short"),
        ({"name": "ninebrasstiles", "new": "ninebrasstiles", "again": "ninebrasstiles"}, "new", "similar"),
        ({"is_staff": "1", "is_superuser": "1", "name": ""}, "name", "required"),
    ],
)
def test_sign_up_refused(
    client: Client, new_person: NewPerson, password: str, sent: dict[str, str], field: str, text: str
) -> None:
    new_person("lin")
    answer = client.post(SIGN_UP, {"name": "mei", "new": password, "again": password} | sent)
    assert answer.status_code == 200
    assert any(text in error for error in answer.context["form"].errors[field])
    assert User.objects.count() == 1
    assert not is_in(client)


def test_no_role_comes_with_the_form(client: Client, password: str) -> None:
    sent = {"name": "mei", "new": password, "again": password, "is_staff": "1", "is_superuser": "1", "groups": "2"}
    client.post(SIGN_UP, sent)
    mei = User.objects.get()
    assert (mei.is_staff, mei.is_superuser, mei.groups.count()) == (False, False, 1)


def test_tidy_throws_away_what_is_over(noon: datetime) -> None:
    try_once("old", noon)
    try_once("new", noon + timedelta(hours=3))
    Rate.objects.create(scope="s", origin="old", due=noon)
    Rate.objects.create(scope="s", origin="new", due=noon + timedelta(hours=3))
    tidy(noon + timedelta(hours=3))
    assert [guard.name for guard in SignInGuard.objects.all()] == ["new"]
    assert [rate.origin for rate in Rate.objects.all()] == ["new"]
