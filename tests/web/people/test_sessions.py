"""How long a session lasts, where a person is signed in, and how sessions are ended."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.sessions.models import Session
from django.test import AsyncClient, Client
from django.utils import timezone

from paigow.rules import load_submission
from paigow.web.people import second_factor, streams, visits, wallet
from paigow.web.people.access import LATELY, MONTH, PROVED, SHIFT
from paigow.web.people.housekeeping import tidy
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import User, Visit
from paigow.web.people.registration import come_as_guest
from paigow.web.people.second_factor import hotp, key_of, step_of
from paigow.web.service import tables, tokens

NewPerson = Callable[..., User]
SignedIn = Callable[[User], Client]
pytestmark = pytest.mark.django_db
PAGE = "/account/sessions/"


def long_ago(client: Client, seconds: int) -> None:
    """The password was given so much earlier."""
    session = client.session
    session[PROVED] -= seconds
    session.save()


@pytest.mark.parametrize(("role", "longest"), [("player", MONTH), ("floor", SHIFT), ("administrator", SHIFT)])
def test_no_session_lasts_for_ever(
    new_person: NewPerson, signed_in: SignedIn, password: str, role: str, longest: int
) -> None:
    """However busy it is: after a shift or a month the password is asked for, and the session has another key."""
    client = signed_in(new_person("mei", role))
    long_ago(client, longest - 60)
    assert client.get("/account/").status_code == 200
    long_ago(client, 120)
    assert client.get("/account/")["Location"] == "/account/confirm/?next=%2Faccount%2F"
    key = client.session.session_key
    assert client.post("/account/confirm/", {"password": password, "next": "/account/"})["Location"] == "/account/"
    assert client.session.session_key != key
    assert not Session.objects.filter(session_key=key).exists()
    assert client.get("/account/").status_code == 200
    assert len(visits.of(User.objects.get(), timezone.now())) == 1


def test_a_guest_has_nothing_to_give(signed_in: SignedIn) -> None:
    client = signed_in(come_as_guest())
    long_ago(client, 2 * MONTH)
    assert client.get("/account/").status_code == 200


def test_a_session_nobody_uses_ends_after_two_weeks(new_person: NewPerson, signed_in: SignedIn) -> None:
    client = signed_in(new_person())
    left = Session.objects.get().expire_date - timezone.now()
    assert timedelta(days=13) < left <= timedelta(days=14)
    Session.objects.update(expire_date=timezone.now())
    assert client.get("/account/").status_code == 302, "the server decides, whatever the browser keeps"
    tidy(timezone.now() + timedelta(days=15))
    assert not Session.objects.exists()
    assert not Visit.objects.exists()


def test_where_a_person_is_signed_in(new_person: NewPerson, client: Client, password: str) -> None:
    new_person("mei")
    new_person("ann")
    told = {"HTTP_USER_AGENT": "Phone \x1b[31m<b>1</b>", "REMOTE_ADDR": "192.0.2.8"}
    phone, other = Client(), Client()
    phone.post("/account/sign-in/", {"name": "mei", "password": password}, **told)  # type: ignore[arg-type]
    other.post("/account/sign-in/", {"name": "ann", "password": password})
    client.post("/account/sign-in/", {"name": "mei", "password": password})
    page = client.get(PAGE).content.decode()
    assert "192.0.2.8" in page
    assert "Phone [31m&lt;b&gt;1&lt;/b&gt;" in page
    assert page.count("this one") == 1
    assert len(re.findall(r'name="end" value="\d+"', page)) == 1, "hers, and not Ann's"
    assert str(phone.session.session_key) not in page, "a page tells no key"


def test_one_session_is_ended(new_person: NewPerson, signed_in: SignedIn, password: str) -> None:
    mei, ann = new_person("mei"), new_person("ann")
    here, there, third, anns = signed_in(mei), signed_in(mei), signed_in(mei), signed_in(ann)
    wish = str(Visit.objects.get(session_key=there.session.session_key).pk)
    assert here.post(PAGE, {"end": wish}).status_code == 200
    assert here.post(PAGE, {"end": wish, "password": "wrong"}).status_code == 200
    assert there.get("/account/").status_code == 200, "it takes the password"
    assert here.post(PAGE, {"end": wish, "password": password})["Location"] == PAGE
    assert [client.get("/account/").status_code for client in (here, there, third)] == [200, 302, 200]
    another = str(Visit.objects.get(person=ann).pk)
    here.post(PAGE, {"end": another, "password": password})
    assert anns.get("/account/").status_code == 200, "nobody ends another's"
    for nonsense in ("9" * 40, "x", "-1"):
        assert here.post(PAGE, {"end": nonsense, "password": password}).status_code == 302
    assert third.get("/account/").status_code == 200


def test_signed_out_everywhere_else(new_person: NewPerson, signed_in: SignedIn, password: str) -> None:
    mei = new_person("mei")
    here, there, unknown = signed_in(mei), signed_in(mei), signed_in(mei)
    Visit.objects.filter(session_key=unknown.session.session_key).delete()
    assert here.post(PAGE, {"end": "others", "password": password}).status_code == 302
    assert [client.get("/account/").status_code for client in (here, there, unknown)] == [200, 302, 302]
    assert len(visits.of(mei, timezone.now())) == 1


def test_the_password_is_not_guessed_there(new_person: NewPerson, signed_in: SignedIn) -> None:
    client = signed_in(new_person())
    for _ in range(3):
        answer = client.post(PAGE, {"end": "others", "password": "wrong"})
    assert answer["Location"] == "/account/sign-in/"
    assert "_auth_user_id" not in client.session


def test_a_new_password_leaves_one_session_in_the_list(
    new_person: NewPerson, signed_in: SignedIn, password: str
) -> None:
    mei = new_person("mei")
    here, there = signed_in(mei), signed_in(mei)
    new = "ten ivory dice"
    here.post("/account/password/", {"current": password, "new": new, "again": new})
    assert [client.get("/account/").status_code for client in (here, there)] == [200, 302]
    assert [visit.session_key for visit in visits.of(mei, timezone.now())] == [here.session.session_key]


def test_a_new_password_takes_all_that_a_sign_in_takes(
    new_person: NewPerson, signed_in: SignedIn, password: str
) -> None:
    mei, now = new_person("mei"), timezone.now()
    key = key_of(second_factor.begin(mei, now))
    codes = second_factor.confirm(mei, hotp(key, step_of(now)), now)
    client = signed_in(User.objects.get(pk=mei.pk))
    sent = {"current": password, "new": "ten ivory dice", "again": "ten ivory dice"}
    for more in ({}, {"code": "000000"}):
        assert client.post("/account/password/", sent | more).status_code == 200
        assert User.objects.get(pk=mei.pk).check_password(password)
    assert client.post("/account/password/", sent | {"code": codes[0]})["Location"] == "/account/"
    assert User.objects.get(pk=mei.pk).check_password("ten ivory dice")


def test_signing_out_ends_it_and_clears_the_browser(new_person: NewPerson, signed_in: SignedIn) -> None:
    client = signed_in(new_person())
    key = client.session.session_key
    assert client.post("/account/sign-out/")["Clear-Site-Data"] == '"cache", "storage"'
    assert not Session.objects.filter(session_key=key).exists()
    assert not Visit.objects.exists()


@pytest.mark.parametrize("page", ["/", "/account/", "/drill/", "/rules/"])
def test_the_way_out_is_on_every_page(new_person: NewPerson, signed_in: SignedIn, client: Client, page: str) -> None:
    way = 'href="/account/sign-out/"'
    assert way in signed_in(new_person()).get(page).content.decode()
    assert way not in client.get(page, follow=True).content.decode()


def test_an_operator_ends_all_of_a_person(new_person: NewPerson, signed_in: SignedIn) -> None:
    mei, boss = new_person("mei"), signed_in(new_person("boss", "operator"))
    there = signed_in(mei)
    _made, text = tokens.issue(mei, "bot")
    page = "/operator/people/mei/sessions/"
    boss.post(page, {"why": ""})
    assert there.get("/account/").status_code == 200, "a deed has a reason"
    assert boss.post(page, {"why": "a stolen phone"}).status_code == 302
    assert there.get("/account/").status_code == 302
    assert tokens.token_of(text) is None
    told = SignificantEvent.objects.get(kind="config", detail__of="mei")
    assert (told.person, told.detail["why"], told.detail["sessions"], told.detail["tokens"]) == (
        "boss",
        "a stolen phone",
        1,
        1,
    )


@pytest.mark.parametrize(("by", "ended"), [("operator", False), ("administrator", True)])
def test_those_who_work_here_are_an_administrators(
    new_person: NewPerson, signed_in: SignedIn, by: str, ended: bool
) -> None:
    there, boss = signed_in(new_person("aud", "auditor")), signed_in(new_person("boss", by))
    boss.post("/operator/people/aud/sessions/", {"why": "x"})
    assert (there.get("/account/").status_code == 302) == ended


@pytest.mark.parametrize(
    ("deed", "sent"),
    [("adjust", {"amount": "1.00", "why": "x"}), ("role", {"role": "floor"}), ("second-factor", {"why": "x"})],
)
def test_grave_deeds_need_the_password_lately(
    new_person: NewPerson, signed_in: SignedIn, password: str, deed: str, sent: dict[str, str]
) -> None:
    mei, boss = new_person("mei"), new_person("boss", "administrator")
    before = wallet.balance(mei)
    client = signed_in(boss)
    long_ago(client, LATELY + 5)
    assert client.get("/operator/people/mei/").status_code == 200, "to look does not"
    there = {"referer": "http://testserver/operator/people/mei/"}
    asked = client.post(f"/operator/people/mei/{deed}/", sent, headers=there)
    assert asked["Location"] == "/account/confirm/?next=%2Foperator%2Fpeople%2Fmei%2F"
    assert wallet.balance(mei) == before
    assert set(mei.groups.values_list("name", flat=True)) == {"player"}
    client.post("/account/confirm/", {"password": password})
    done = client.post(f"/operator/people/mei/{deed}/", sent, headers=there)
    assert done["Location"] == "/operator/people/mei/"


def test_a_person_sees_what_happened_with_the_account(
    new_person: NewPerson, client: Client, signed_in: SignedIn, password: str
) -> None:
    new_person("mei")
    new_person("ann")
    stranger = Client(REMOTE_ADDR="192.0.2.66")
    stranger.post("/account/sign-in/", {"name": "mei", "password": "wrong"})
    stranger.post("/account/sign-in/", {"name": "ann", "password": "wrong"}, REMOTE_ADDR="192.0.2.77")
    client.post("/account/sign-in/", {"name": "mei", "password": password})
    signed_in(new_person("boss", "operator")).post("/operator/people/mei/unlock/")
    page = client.get("/account/").content.decode()
    assert "failed to sign in" in page
    assert "192.0.2.66" in page
    assert "<td>boss</td>" in page, "also what others did"
    assert "192.0.2.77" not in page, "and nothing of anybody else"


def test_the_log_says_what_was_given(new_person: NewPerson, password: str) -> None:
    mei, now = new_person("mei"), timezone.now()
    Client().post("/account/sign-in/", {"name": "mei", "password": password})
    key = key_of(second_factor.begin(mei, now))
    codes = second_factor.confirm(mei, hotp(key, step_of(now)), now)
    client = Client()
    client.post("/account/sign-in/", {"name": "mei", "password": password})
    client.post("/account/second-step/", {"code": codes[0]})
    Client().post("/account/guest/")
    told = SignificantEvent.objects.filter(kind="sign-in").order_by("pk").values_list("detail__with", flat=True)
    assert list(told) == ["password", "password and code", "a new account"]


def begun(person: User | None, deed: Callable[[], object]) -> list[bytes]:
    """What a stream of a table tells of its beginning, if that is done after it was asked for."""

    async def read() -> list[bytes]:
        client = AsyncClient()
        if person is not None:
            await client.aforce_login(person)
        answer: Any = await client.get("/tables/t/events/?after=0")
        await sync_to_async(deed)()
        async with aclosing(answer.streaming_content) as items:
            return [item async for item in first_of(items)]

    return async_to_sync(read)()


async def first_of(items: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The first of them, if there is one: a stream has no end of its own."""
    async for item in items:
        yield item
        return


@pytest.mark.django_db(transaction=True)
def test_a_stream_ends_with_its_session(
    new_person: NewPerson, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it goes on it is looked at again: here at once, else every minute."""
    tables.open_table("t", load_submission("maryland-tiles"), "op")
    mei = new_person("mei")

    def nothing() -> None: ...

    def shut() -> None:
        User.objects.filter(pk=mei.pk).update(is_active=False)

    assert begun(mei, shut), "within the minute it goes on"
    monkeypatch.setattr(streams, "EVERY", 0.0)
    User.objects.filter(pk=mei.pk).update(is_active=True)
    assert begun(mei, shut) == []
    User.objects.filter(pk=mei.pk).update(is_active=True)
    assert begun(mei, nothing)
    assert begun(mei, lambda: visits.end_all(User.objects.get(pk=mei.pk))) == []
    assert begun(User.objects.get(pk=mei.pk), lambda: Session.objects.all().delete()) == []
    assert begun(None, nothing), "a stranger has no session to end"
