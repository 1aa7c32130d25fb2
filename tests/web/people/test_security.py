"""Headers, cookies, roles route by route, staff who were away, rates."""

import os
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import quote

import pytest
from asgiref.sync import async_to_sync
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient, Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from paigow.web.people import access, roles
from paigow.web.people.access import IDLE, SEEN, check_rate, limited, origin_of
from paigow.web.people.errors import NotAllowed, TooOften
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import PlayTime, User
from tools.forked import run

NewPerson = Callable[..., User]
SignedIn = Callable[[User], Client]
View = Callable[[HttpRequest], HttpResponse]
pytestmark = pytest.mark.django_db

PAGES = [
    "account",
    "statement",
    "statement-csv",
    "limits",
    "exclusion",
    "password",
    "sign-in",
    "sign-out",
    "guest",
    "confirm",
]


@pytest.mark.parametrize("url", PAGES)
def test_headers_on_every_page(new_person: NewPerson, signed_in: SignedIn, url: str) -> None:
    answer = signed_in(new_person()).get(reverse(f"people:{url}"))
    assert answer.status_code == 200
    policy = {part.split()[0]: part.split()[1:] for part in answer["Content-Security-Policy"].split(";")}
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == policy["form-action"] == ["'self'"]
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == ["'none'"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "camera=()" in answer["Permissions-Policy"]
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("url", [*PAGES, "sign-up"])
def test_pages_need_no_inline_script_or_style(new_person: NewPerson, signed_in: SignedIn, url: str) -> None:
    page = signed_in(new_person()).get(reverse(f"people:{url}"), follow=True).content.decode()
    assert "<script>" not in page
    assert "style=" not in page
    assert "<style" not in page
    assert not any(f" on{event}=" in page for event in ("click", "load", "submit", "change"))


def test_headers_when_served_asynchronously(new_person: NewPerson) -> None:
    person = new_person()

    async def ask() -> tuple[int, str]:
        client = AsyncClient()
        await client.aforce_login(person)
        answer = await client.get("/account/")
        return answer.status_code, answer["Content-Security-Policy"]

    status, policy = async_to_sync(ask)()
    assert status == 200
    assert "frame-ancestors 'none'" in policy


def test_headers_where_nothing_is(client: Client) -> None:
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert "default-src 'self'" in answer["Content-Security-Policy"]


def test_cookies(client: Client) -> None:
    client.post("/account/guest/")
    client.get("/account/")
    session, csrf = client.cookies["session"], client.cookies["csrf"]
    for cookie in (session, csrf):
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert cookie["path"] == "/"
        assert not cookie["domain"]


def test_cookies_behind_https(tmp_path: Path) -> None:
    """With PAIGOW_HTTPS cookies go over HTTPS only and are bound to the host by their name."""
    program = (
        "from paigow.web.settings import *;"
        "print(SESSION_COOKIE_SECURE, CSRF_COOKIE_SECURE, SESSION_COOKIE_NAME, CSRF_COOKIE_NAME, SECURE_HSTS_SECONDS)"
    )
    environment = os.environ | {
        "PAIGOW_DATA": str(tmp_path),
        "PAIGOW_HTTPS": "1",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = run("-c", program, env=environment, cwd=tmp_path)
    assert done.stdout.split() == ["True", "True", "__Host-session", "__Host-csrf", "31536000"]


@pytest.mark.parametrize("url", ["account", "statement", "statement-csv", "limits", "exclusion", "password", "confirm"])
def test_strangers_are_asked_to_sign_in(client: Client, url: str) -> None:
    page = reverse(f"people:{url}")
    assert client.get(page)["Location"] == f"/account/sign-in/?next={quote(page, safe='')}"
    assert client.post(page).status_code in (302, 405)


ROLES = ["player", "floor", "auditor", "operator", "administrator"]
MAY = [
    (access.floor_required, {"floor", "administrator"}),
    (access.auditor_required, {"auditor", "administrator"}),
    (access.operator_required, {"operator", "administrator"}),
]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("guard", "may"), MAY)
def test_role_matrix(
    rf: RequestFactory, new_person: NewPerson, role: str, guard: Callable[[View], View], may: set[str]
) -> None:
    @guard
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse("in")

    request = rf.get("/x/")
    request.user = new_person("mei", role)
    try:
        status = view(request).status_code
    except PermissionDenied:
        status = 403
    assert status == (200 if role in may else 403)


ADMIN = {
    "/admin/people/user/": {"auditor", "operator", "administrator"},
    "/admin/people/walletentry/": {"auditor", "operator", "administrator"},
    "/admin/people/account/": {"auditor", "operator", "administrator"},
    "/admin/people/significantevent/": {"auditor", "operator", "administrator"},
    "/admin/people/exclusion/": {"auditor", "operator", "administrator"},
    "/admin/people/limit/": {"auditor", "operator", "administrator"},
    "/admin/people/houselimit/add/": {"operator", "administrator"},
    "/admin/people/user/add/": set(),
    "/admin/people/walletentry/add/": set(),
    "/admin/people/significantevent/add/": set(),
    "/admin/people/exclusion/add/": set(),
    "/admin/people/account/add/": set(),
    "/admin/people/limit/add/": set(),
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("url", ADMIN)
def test_admin_matrix(new_person: NewPerson, signed_in: SignedIn, role: str, url: str) -> None:
    status = signed_in(new_person("mei", role)).get(url).status_code
    if role in ("player", "floor"):
        assert status == 302  # no door
    else:
        assert status == (200 if role in ADMIN[url] else 403)


def _change(person: User, **more: str) -> dict[str, str]:
    return {"username": person.username, "language": "", "is_active": "on", **more}


def test_an_operator_promotes_nobody(new_person: NewPerson, signed_in: SignedIn) -> None:
    boss, mei, root = new_person("boss", "operator"), new_person("mei"), new_person("root", "administrator")
    client = signed_in(boss)
    for person, status in ((boss, 403), (mei, 302)):
        url = f"/admin/people/user/{person.pk}/change/"
        sent = _change(person, username="other", is_superuser="on", is_staff="on", password="x")
        assert client.post(url, sent).status_code == status
        now = User.objects.get(pk=person.pk)
        assert (now.username, now.is_superuser, now.is_staff, now.password) == (
            person.username,
            False,
            person.is_staff,
            person.password,
        )
    assert client.post(f"/admin/people/user/{root.pk}/change/", {"username": "root"}).status_code == 403
    assert client.get(f"/admin/people/user/{mei.pk}/password/").status_code == 403
    assert client.post(f"/admin/people/user/{mei.pk}/delete/", {"post": "yes"}).status_code == 403
    with pytest.raises(NotAllowed, match="administrator"):
        roles.appoint(mei, "operator", boss)


def test_an_operator_closes_and_unlocks(new_person: NewPerson, signed_in: SignedIn) -> None:
    boss, mei = new_person("boss", "operator"), new_person("mei")
    client = signed_in(boss)
    sent = _change(mei)
    del sent["is_active"]
    client.post(f"/admin/people/user/{mei.pk}/change/", sent)
    assert not User.objects.get(pk=mei.pk).is_active
    closed = SignificantEvent.objects.get(kind="deactivation")
    assert (closed.person, closed.detail) == ("boss", {"of": "mei", "active": False})
    client.post("/admin/people/user/", {"action": "unlock_names", "_selected_action": [mei.pk]})
    assert SignificantEvent.objects.get(kind="unlocked").detail == {"of": "mei"}


def test_house_limits_by_the_operator_are_noted(new_person: NewPerson, signed_in: SignedIn) -> None:
    client = signed_in(new_person("boss", "operator"))
    assert client.post("/admin/people/houselimit/add/", {"kind": "loss", "value": "5000"}).status_code == 302
    noted = SignificantEvent.objects.get(kind="config")
    assert (noted.person, noted.detail) == ("boss", {"house limit": "loss", "before": None, "after": 5000})


def test_a_guest_is_not_appointed(client: Client) -> None:
    client.post("/account/guest/")
    with pytest.raises(NotAllowed, match="password"):
        roles.appoint(User.objects.get(), "floor")


def go_away(client: Client, seconds: int) -> None:
    session = client.session
    session[SEEN] -= seconds
    session.save()


@pytest.mark.parametrize("role", ["floor", "auditor", "operator", "administrator"])
def test_staff_who_were_away_give_the_password(
    new_person: NewPerson, signed_in: SignedIn, password: str, role: str
) -> None:
    client = signed_in(new_person("boss", role))
    go_away(client, IDLE - 5)
    assert client.get("/account/").status_code == 200
    go_away(client, IDLE + 5)
    page = "/account/statement/?page=2"
    answer = client.get(page)
    assert (answer.status_code, answer["Location"]) == (302, f"/account/confirm/?next={quote(page, safe='')}")
    assert client.get(page).status_code == 302, "asking again does not help"
    assert "Enter your password" in client.get(answer["Location"]).content.decode()
    assert client.post("/account/confirm/", {"password": "wrong", "next": page}).status_code == 200
    assert client.get(page).status_code == 302
    key = client.session.session_key
    assert client.post("/account/confirm/", {"password": password, "next": page})["Location"] == page
    assert client.session.session_key != key
    assert client.get(page).status_code == 200


def test_a_console_that_refreshes_itself_is_nobody(new_person: NewPerson, signed_in: SignedIn) -> None:
    client = signed_in(new_person("boss", "floor"))
    go_away(client, IDLE - 100)
    seen = client.session[SEEN]
    for page in ("/floor/", "/"):
        assert client.get(page, headers={"HX-Request": "true"}).status_code == 200
    assert client.session[SEEN] == seen
    assert client.get("/floor/").status_code == 200
    assert client.session[SEEN] > seen


def test_an_administrator_is_given_no_role_by_another(new_person: NewPerson) -> None:
    """It would take no power away."""
    root, other = (User.objects.create_superuser(name, password="nine brass tiles") for name in ("root", "other"))
    for person in (root, other):
        with pytest.raises(NotAllowed, match="command line"):
            roles.appoint(person, "player", root)
        assert User.objects.get(pk=person.pk).is_staff
    roles.appoint(new_person("mei"), "floor", root)


def test_players_are_not_asked(new_person: NewPerson, signed_in: SignedIn) -> None:
    client = signed_in(new_person("mei"))
    go_away(client, 10 * IDLE)
    assert client.get("/account/").status_code == 200


def test_confirm_is_no_open_redirect(new_person: NewPerson, signed_in: SignedIn, password: str) -> None:
    client = signed_in(new_person("boss", "floor"))
    go_away(client, 2 * IDLE)
    assert client.post("/account/confirm/", {"password": password, "next": "//evil.example/"})["Location"] == "/"


def test_what_was_sent_while_away_is_not_done(new_person: NewPerson, signed_in: SignedIn) -> None:
    boss = new_person("boss", "operator")
    client = signed_in(boss)
    go_away(client, 2 * IDLE)
    answer = client.post(
        "/account/limits/", {"loss": "5"}, headers={"referer": "http://testserver/account/limits/?x=1"}
    )
    assert answer["Location"] == "/account/confirm/?next=%2Faccount%2Flimits%2F"
    answer = client.post("/account/limits/", {"loss": "5"}, headers={"referer": "http://evil.example/account/"})
    assert answer["Location"] == "/account/confirm/?next=%2F"
    assert not boss.limits.exists()
    answer = client.get("/account/limits/", headers={"hx-request": "true", "referer": "http://testserver/floor/"})
    assert answer["HX-Redirect"] == "/account/confirm/?next=%2Ffloor%2F"
    assert client.get("/api/tables/").status_code == 401
    assert client.get("/tables/x/live/", headers={"accept": "text/event-stream"}).status_code == 401
    assert client.post("/account/sign-out/").status_code == 302
    assert "_auth_user_id" not in client.session


def test_a_stream_is_no_sign_of_life(new_person: NewPerson, signed_in: SignedIn) -> None:
    client = signed_in(new_person("boss", "floor"))
    go_away(client, 100)
    before = client.session[SEEN]
    client.get("/account/", headers={"accept": "text/event-stream"})
    assert client.session[SEEN] == before
    client.get("/account/")
    assert client.session[SEEN] > before


def test_three_wrong_passwords_while_away_sign_out(new_person: NewPerson, signed_in: SignedIn, password: str) -> None:
    client = signed_in(new_person("boss", "floor"))
    go_away(client, 2 * IDLE)
    for _ in range(3):
        answer = client.post("/account/confirm/", {"password": "wrong"})
    assert answer["Location"] == "/account/sign-in/"
    assert "_auth_user_id" not in client.session


def test_requests_count_as_time(new_person: NewPerson, signed_in: SignedIn) -> None:
    mei = new_person("mei")
    client = signed_in(mei)
    go_away(client, 61)
    before = timezone.now()
    client.get("/account/")
    PlayTime.objects.filter(person=mei).update(last=PlayTime.objects.get().last - timedelta(seconds=90))
    go_away(client, 61)
    client.get("/account/")
    took = (timezone.now() - before).total_seconds()
    assert 90 <= PlayTime.objects.get(person=mei).seconds <= 91 + took


@pytest.mark.parametrize("shared", [True, False])
def test_rates(noon: datetime, shared: bool) -> None:
    scope = f"test-{shared}"

    def allowed(at: datetime, origin: str = "a") -> bool:
        try:
            check_rate(scope, origin, 3, at, shared=shared)
        except TooOften as refused:
            return not 0 < refused.retry_after <= 20
        return True

    assert [allowed(noon) for _ in range(5)] == [True, True, True, False, False]
    assert allowed(noon, "b")
    assert not allowed(noon + timedelta(seconds=19))
    assert [allowed(noon + timedelta(seconds=20)) for _ in range(2)] == [True, False]
    assert [allowed(noon + timedelta(minutes=10)) for _ in range(4)] == [True, True, True, False]


def test_one_subscriber_is_one_origin(rf: RequestFactory) -> None:
    def origin(address: str) -> str:
        return origin_of(rf.get("/", REMOTE_ADDR=address))

    assert origin("2001:db8:1:2::1") == origin("2001:db8:1:2:ffff::9") != origin("2001:db8:1:3::1")
    assert origin("192.0.2.1") != origin("192.0.2.2")
    assert origin("") == "local"
    forged = rf.get("/", REMOTE_ADDR="192.0.2.1", headers={"x-forwarded-for": "198.51.100.1"})
    assert origin_of(forged) == "192.0.2.1"


def test_a_limited_api_answers_with_problem_details(rf: RequestFactory) -> None:
    @limited("test-api", 1, shared=False)
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse("done")

    assert view(rf.post("/api/x/")).status_code == 200
    refused = view(rf.post("/api/x/"))
    assert (refused.status_code, refused["Content-Type"]) == (429, "application/problem+json")
    assert int(refused["Retry-After"]) > 0
    assert view(rf.get("/api/x/")).status_code == 200


def test_roles_given_in_the_admin_are_noted(new_person: NewPerson, signed_in: SignedIn) -> None:
    from django.contrib.auth.models import Group

    from paigow.house.audit.house import house

    root = User.objects.create_superuser("root", password="nine brass tiles")
    mei = new_person("mei")
    sent = {**_change(mei, is_superuser="on", is_staff="on"), "groups": [Group.objects.get(name="floor").pk]}
    assert signed_in(root).post(f"/admin/people/user/{mei.pk}/change/", sent).status_code == 302
    told = SignificantEvent.objects.filter(kind="role", person="root").get().detail
    assert (told["of"], told["before"], told["after"], told["administrator"]) == ("mei", ["player"], ["floor"], True)
    assert list(house()) == []


def test_a_role_given_in_the_admin_ends_sessions_and_tokens(new_person: NewPerson, signed_in: SignedIn) -> None:
    """As one that is given at `/operator/people/` does: who was let in as the floor does not go on as an auditor."""
    from django.contrib.auth.models import Group

    from paigow.web.service.tokens import issue, token_of

    root, mei = User.objects.create_superuser("root", password="nine brass tiles"), new_person("mei", "floor")
    hers, text = signed_in(mei), issue(mei, "hers")[1]
    assert hers.get("/floor/").status_code == 200
    sent = {**_change(mei, is_staff="on"), "groups": [Group.objects.get(name="auditor").pk]}
    assert signed_in(root).post(f"/admin/people/user/{mei.pk}/change/", sent).status_code == 302
    assert hers.get("/audit/").status_code == 302
    assert token_of(text) is None


@pytest.mark.parametrize("role", ["floor", "auditor", "operator", "administrator"])
def test_an_operator_shuts_out_nobody_who_works_here(new_person: NewPerson, signed_in: SignedIn, role: str) -> None:
    """Separation of duties: least of all the auditor, and neither is one who is shut out let in again."""
    client, other = signed_in(new_person("boss", "operator")), new_person("mei", role)
    sent = _change(other)
    del sent["is_active"]
    assert client.post(f"/admin/people/user/{other.pk}/change/", sent).status_code == 403
    assert User.objects.get(pk=other.pk).is_active
    User.objects.filter(pk=other.pk).update(is_active=False)
    assert client.post(f"/admin/people/user/{other.pk}/change/", _change(other)).status_code == 403
    assert not User.objects.get(pk=other.pk).is_active


def test_the_cookie_of_the_language_is_guarded_like_the_others(client: Client) -> None:
    client.post("/i18n/setlang/", {"language": "zh-hant"})
    cookie = client.cookies["language"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_what_a_token_is_told_is_kept_by_nobody(new_person: NewPerson) -> None:
    from paigow.web.service.tokens import issue

    text = issue(new_person("mei"), "bot")[1]
    for said in (f"Bearer {text}", "Bearer wrong"):
        assert Client(headers={"authorization": said}).get("/api/tables")["Cache-Control"] == "no-store"


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 30, "٣" * 5000, "abc", "-1", ""])
def test_a_number_without_end_is_no_defect(new_person: NewPerson, signed_in: SignedIn, number: str) -> None:
    from paigow.rules import load_submission
    from paigow.web.service import tables

    tables.open_table("t", load_submission("maryland-poker"), "op")
    player, floor = signed_in(new_person("mei")), signed_in(new_person("flo", "floor"))
    for verb in ("sit", "set", "buy-in", "bet", "misdeal"):
        sent: dict[str, object] = {"verb": verb, "position": "1", "seed": "s", "key": "k"}
        for more in ({"round": number}, {"low": [number, "1"]}, {"amount": number}, {"position": number}):
            assert player.post("/tables/t/do/", sent | more).status_code < 500, (verb, more)
            assert floor.post("/floor/tables/t/do/", sent | more).status_code < 500, (verb, more)


@pytest.mark.parametrize("area", ["floor/players", "operator/people"])
def test_a_shut_account_of_staff_is_opened_by_an_administrator_only(
    new_person: NewPerson, signed_in: SignedIn, area: str
) -> None:
    other = new_person("mei", "auditor")
    User.objects.filter(pk=other.pk).update(is_active=False)
    role = "floor" if area.startswith("floor") else "operator"
    signed_in(new_person("boss", role)).post(f"/{area}/mei/active/", {"active": "true", "why": "a friend"})
    assert not User.objects.get(pk=other.pk).is_active


@pytest.mark.parametrize("role", ["operator", "auditor", "administrator"])
def test_nobody_reads_the_hash_of_a_password(new_person: NewPerson, signed_in: SignedIn, role: str) -> None:
    """Whoever has the hash of an administrator's password can try passwords without being counted."""
    boss = new_person("boss", "administrator")
    client = signed_in(new_person("reader", role))
    for path in ("/admin/people/user/", f"/admin/people/user/{boss.pk}/change/"):
        shown = client.get(path).content.decode()
        assert "boss" in shown
        algorithm, *parts = boss.password.split("$")
        assert not any(part in shown for part in (f"{algorithm}$", *filter(lambda part: len(part) > 8, parts))), path
