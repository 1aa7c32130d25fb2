"""The role matrix, route by route, over every address of the site: a route that nobody has thought of fails."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from paigow import __version__
from paigow.web.people.models import User
from paigow.web.store.models import Table

pytestmark = pytest.mark.django_db

STRANGER, GUEST, PLAYER, FLOOR, AUDITOR, OPERATOR, ADMINISTRATOR = EVERYBODY = (
    "stranger", "guest", "player", "floor", "auditor", "operator", "administrator",
)  # fmt: skip
SIGNED_IN = frozenset(EVERYBODY) - {STRANGER}
PLAYERS = frozenset({GUEST, PLAYER, ADMINISTRATOR})
THE_FLOOR, AUDITORS, OPERATORS = (frozenset({role, ADMINISTRATOR}) for role in (FLOOR, AUDITOR, OPERATOR))
READERS = AUDITORS | OPERATORS
NOBODY: frozenset[str] = frozenset()
BY_TOKEN = NOBODY
"""Only a token opens it, whoever is signed in."""

MATRIX: dict[str, frozenset[str]] = {
    # for everybody
    **dict.fromkeys(
        (
            "healthz", "readyz", "metrics", "", "glossary/", "i18n/setlang/", "api/openapi.json", "api/",
            "tables/<slug:slug>/", "tables/<slug:slug>/events/", "tables/<slug:slug>/live/", "tables/<slug:slug>/log/",
            "tables/<slug:slug>/ranks/", "tables/<slug:slug>/layout/", "tables/<slug:slug>/rules/",
            "tables/<slug:slug>/chains.json", "tables/<slug:slug>/rounds/<int:number>/proof.json",
            "account/sign-up/", "account/sign-in/", "account/sign-out/", "account/guest/", "account/forgotten/",
            "drill/", "drill/house-way/<slug:rules>/<slug:way>/", "drill/settlement/<slug:rules>/",
            "drill/irregularities/<slug:rules>/", "learn/",
            "learn/<slug:track>/<int:number>/", "practise/<slug:standard>/", "advice/", "verify/", "verify/<slug:key>/",
            "math/", "math/<slug:standard>/", "math/<slug:standard>/sheet.<slug:ending>",
            "math/<slug:standard>/plots/<slug:key>/<slug:name>.svg", "math/<slug:standard>/tables/<slug:wager>/",
            "rules/", "rules/readings/", "rules/<str:clause_id>/", "rules/<slug:standard>/<slug:key>/",
            "manifest.webmanifest", "icons/<int:size>-<slug:purpose>.png", "favicon.ico", "offline-worker.js",
            "offline/", "robots.txt", ".well-known/security.txt", "host/", "join/<str:token>/",
            "tables/<slug:slug>/host/",
            "duplicate/", "duplicate/<slug:slug>/", "duplicate/<slug:slug>/play/",
            "duplicate/<slug:slug>/published.json", "duplicate/<slug:slug>/records/<int:number>.toml",
            "shared/<str:token>/", "shared/<str:token>/embed/", "shared/<str:token>/preview.<slug:form>",
            "math/solved/", "math/solved/cards/<slug:game>/<int:rules>/", "math/solved/files/<slug:name>/",
            "api/standards", "api/standards/<name>", "api/clauses", "api/clauses/<clause_id>", "api/odds", "api/advice",
            "api/tables", "api/tables/<slug>", "api/tables/<slug:slug>/stream", "api/tables/<slug:slug>/feed",
            "api/tables/<slug>/seats",
            "api/tables/<slug>/view", "api/tables/<slug>/history", "api/tables/<slug>/chains",
            "api/tables/<slug>/rounds", "api/tables/<slug>/rounds/<number>",
            "api/tables/<slug>/rounds/<number>/verification", "api/tournaments/<slug>",
        ),
        frozenset(EVERYBODY),
    ),
    # for those who are signed in
    **dict.fromkeys(
        (
            "account/", "account/confirm/", "account/second-factor/", "account/report/", "account/statement/",
            "account/statement.csv", "account/sessions/",
            "account/top-up/", "account/limits/", "account/exclusion/", "account/password/", "account/language/",
            "account/preferences/", "tables/<slug:slug>/pace/", "tables/<slug:slug>/seat/", "account/name/",
            "tables/<slug:slug>/rounds/<int:number>/coach/",
            "tables/<slug:slug>/say/", "profile/", "profile/<str:name>/",
            "review/", "tables/<slug:slug>/do/", "account/tokens/", "api/tokens", "api/tokens/<number>",
        ),
        SIGNED_IN,
    ),
    # what was played at a table: for those who played there, and here none of them did
    **dict.fromkeys(
        (
            "review/<slug:slug>/", "tables/<slug:slug>/record/", "tables/<slug:slug>/rounds/<int:number>/",
        ),
        frozenset({FLOOR, AUDITOR, ADMINISTRATOR}),
    ),
    "tables/<slug:slug>/rounds/<int:number>/share/": NOBODY,  # not even staff, who see it
    "account/second-step/": NOBODY,  # for those who gave their password just now
    "tables/<slug:slug>/bots/": frozenset({GUEST, PLAYER}),  # those who do not sit there are told so
    # for a token
    **dict.fromkeys(
        (
            "api/tables/<slug>/legal", "api/tables/<slug>/commands",
            "api/tables/<slug>/rounds/<number>/record", "api/tables/<slug>/record",
            "api/verification", "api/verification/<key>",
            "api/tables/<slug>/pace", "api/preferences", "api/practice",
            "api/tournaments", "api/tournaments/<slug>/entry", "api/tournaments/<slug>/hand",
            "api/tournaments/<slug>/hands/<number>", "api/tables/<slug>/rounds/<number>/share",
            "api/hosted", "api/hosted/<slug>", "api/invitations/<token>", "api/tables/<slug>/say",
        ),
        BY_TOKEN,
    ),
    # for the floor
    **dict.fromkeys(
        (
            "floor/", "floor/open/", "floor/stop/", "floor/resume/", "floor/players/",
            "floor/players/<str:name>/active/", "floor/tables/<slug:slug>/", "floor/tables/<slug:slug>/do/",
            "floor/tables/<slug:slug>/close/", "floor/tables/<slug:slug>/bots/",
        ),
        THE_FLOOR,
    ),
    # for auditors
    **dict.fromkeys(
        (
            "audit/", "audit/log/", "audit/rounds/", "audit/ledger/", "audit/meters/", "audit/wallets/",
            "audit/wallets/<int:pk>/", "audit/significant/", "audit/export/", "audit/verify/", "audit/verify/<int:pk>/",
        ),
        AUDITORS,
    ),
    # for operators
    **dict.fromkeys(
        (
            "operator/", "operator/submissions/<int:pk>/", "operator/submissions/<int:pk>/odds/", "operator/people/",
            "operator/people/<str:name>/", "operator/people/<str:name>/role/", "operator/people/<str:name>/unlock/",
            "operator/people/<str:name>/second-factor/", "operator/people/<str:name>/sessions/",
            "operator/people/<str:name>/password/",
            "operator/people/<str:name>/adjust/", "operator/people/<str:name>/active/", "operator/limits/",
            "operator/returns/", "operator/software/",
        ),
        OPERATORS,
    ),
    # Django's admin
    "admin/login/": frozenset(),  # leads to the one door for all
    "admin/logout/": frozenset(EVERYBODY),
    "admin/password_change/": frozenset(EVERYBODY),  # leads to the account's own page
    **dict.fromkeys(
        (
            "admin/", "admin/password_change/done/", "admin/jsi18n/",
            "admin/r/<path:content_type_id>/<path:object_id>/", "admin/(?P<url>.*)$",
        ),
        READERS,
    ),
    "admin/autocomplete/": NOBODY,  # no field uses it
    "admin/^(?P<app_label>people|store)/$": READERS,
    "admin/people/user/<id>/password/": NOBODY,  # nobody chooses another's
    "admin/people/user/add/": NOBODY,  # people sign up by themselves
    "admin/people/houselimit/add/": OPERATORS,
}  # fmt: skip
SEEN_IN_ADMIN = {  # the models, and who sees them; nobody adds or deletes there but as above
    **dict.fromkeys(
        ("user", "houselimit", "account", "walletentry", "significantevent", "exclusion", "limit"), ("people", READERS)
    ),
    **dict.fromkeys(
        (
            "table", "storedcommand", "storedevent", "ledgerentry", "meterchange", "storedround", "storedchain",
            "checkpoint", "dealer", "uploadedsubmission", "auditrun", "apitoken", "tournament",
        ),
        ("store", AUDITORS),
    ),
}  # fmt: skip
for model, (app, who) in SEEN_IN_ADMIN.items():
    area = f"admin/{app}/{model}/"
    for ending in ("", "<path:object_id>/change/"):
        MATRIX[area + ending] = who
    for ending in ("<path:object_id>/", "<path:object_id>/history/"):
        MATRIX[area + ending] = READERS  # lead away from what is not there; what is there: below
    for ending in ("add/", "<path:object_id>/delete/"):
        MATRIX.setdefault(area + ending, NOBODY)
SAMPLES = {
    "slug": "t",
    "slug:slug": "t",
    "str:name": "pat",
    "str:clause_id": "MDT-8.A.2",
    "number": "1",
    "id": "1",
    "key": "0" * 64,
    "slug:track": "cards",
    "slug:standard": "maryland-tiles",
}
SAMPLES["path:object_id"] = "999999999"
POSTED = {
    "floor-stop", "floor-resume", "floor-activity", "floor-do", "floor-close", "floor-bots", "operator-role",
    "operator-unlock", "operator-second-factor", "operator-sessions", "operator-password",
    "operator-adjust", "operator-activity", "table-do", "table-bots", "table-pace", "table-seat", "table-say",
    "round-share", "share_round", "withdraw_share", "enter_tournament", "set_tournament_hand",
    "control_table", "accept_invitation", "say",
    "top-up", "language", "logout",
    "set_language", "give_command", "set_pace", "open_practice_table", "verify_record", "make_token", "revoke_token",
}  # fmt: skip


def routes(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for each in resolver.url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each, route)
        else:
            yield route, each


ROUTES = list(dict(routes(get_resolver())).items())


def address(route: str) -> str:
    """A route with something in its gaps; what is not there is 404 for those who may look for it."""
    if route.endswith("$"):
        route = route.replace("^(?P<app_label>people|store)/$", "people/").replace("(?P<url>.*)$", "nowhere/")
    return "/" + re.sub(r"<([^>]+)>", lambda gap: SAMPLES.get(gap[1], "1"), route)


def let_in(answer: HttpResponseBase) -> bool:
    """Neither asked to sign in, nor refused, nor told that there is nothing because one may not know."""
    if answer.status_code in (401, 403):
        return False
    return not (answer.status_code == 302 and re.match(r"/account/sign-in/|/admin/login/", answer["Location"]))


def test_every_route_has_its_line() -> None:
    known = {route for route, _ in ROUTES}
    assert sorted(known - set(MATRIX)) == []
    assert sorted(set(MATRIX) - known) == []


@pytest.fixture
def browsers(person: Callable[..., User], site: Any, settings: Any) -> dict[str, Client]:
    """One browser for each; there is a table, and Pat, a player who does not look."""
    settings.RATES = dict.fromkeys(("api-wrong", "account", "sign-up", "guest"), 100_000)
    site("maryland-tiles")
    person("pat")
    found = {STRANGER: Client(raise_request_exception=False)}
    for role in EVERYBODY[1:]:
        found[role] = Client(raise_request_exception=False)
        found[role].force_login(person(f"the-{role}", role))
    return found


AREAS = sorted({route.partition("/")[0] for route, _ in ROUTES})


@pytest.mark.parametrize("area", AREAS)
def test_the_matrix(browsers: dict[str, Client], area: str) -> None:
    """Each is let in where the matrix says so, and nowhere else; no address breaks."""
    assert Table.objects.filter(slug="t").exists()
    wrong = []
    past_first = sorted(ROUTES, key=lambda each: "/rounds/" not in each[0] and "/record/" not in each[0])
    for route, pattern in past_first:  # those who have taken a seat may see more of the past
        if route.partition("/")[0] != area or pattern.name in ("sign-out", "logout", "confirm", "guest"):
            continue  # those end the session or open one: below
        for role, browser in browsers.items():
            url = address(route)
            verb = "delete" if pattern.name == "revoke_token" else "post" if pattern.name in POSTED else "get"
            answer = getattr(browser, verb)(url)
            may = role in MATRIX[route]
            broken = answer.status_code >= 500 and url != "/readyz"  # nobody deals here
            if broken or let_in(answer) is not may:
                wrong.append(f"{role} at {url}: {answer.status_code}, {'may' if may else 'may not'}")
    assert wrong == []


def test_the_matrix_of_coming_and_going(browsers: dict[str, Client]) -> None:
    """These are asked last, since they end the session or open one."""
    for role, browser in browsers.items():
        for route in ("account/confirm/", "account/guest/", "account/sign-out/"):
            assert let_in(browser.get(address(route))) is (role in MATRIX[route]), (role, route)
        assert let_in(browser.post("/admin/logout/")) is (role in MATRIX["admin/logout/"]), role


def test_rows_of_tables_are_for_auditors_to_read(browsers: dict[str, Client]) -> None:
    area = f"/admin/store/table/{Table.objects.get(slug='t').pk}/"
    for role, browser in browsers.items():
        for ending in ("change/", "history/"):
            assert let_in(browser.get(area + ending)) is (role in AUDITORS), (role, ending)
        assert not let_in(browser.post(area + "change/", {"title": "another"}))
        assert not let_in(browser.post(area + "delete/", {"post": "yes"}))
    assert Table.objects.get(slug="t").title == "t"


@pytest.mark.parametrize("role", EVERYBODY)
def test_every_page_says_play_money_and_which_software(browsers: dict[str, Client], role: str) -> None:
    """Gaming standards G16 and L6."""
    pages = 0
    for route, pattern in ROUTES:
        if route.startswith(("admin/", "api/", "account/sign-out", "account/guest")) or pattern.name in POSTED:
            continue
        answer = browsers[role].get(address(route))
        whole = b"<html" in answer.content if answer.status_code == 200 and not answer.streaming else False
        if not whole or "text/html" not in answer["Content-Type"]:
            continue  # a part that a page fetches is no page
        pages += 1
        page = answer.content.decode()
        assert page.count("Play money") >= 2, route
        assert f"paigow {__version__}" in page, route
    assert pages > 8


@pytest.mark.parametrize("role", EVERYBODY)
def test_staff_pages_are_kept_by_nobody(browsers: dict[str, Client], role: str) -> None:
    """What one role reads no cache keeps, and no page carries script or style of its own."""
    for route, pattern in ROUTES:
        if route.partition("/")[0] not in ("floor", "audit", "operator") or pattern.name in POSTED:
            continue
        answer = browsers[role].get(address(route))
        whole = b"<html" in answer.content if answer.status_code == 200 and not answer.streaming else False
        if not whole or "text/html" not in answer["Content-Type"]:
            continue  # a part that a page fetches is no page
        page = answer.content.decode()
        assert answer["Cache-Control"] == "no-store"
        assert page.count("<h1") == 1
        assert "<style" not in page
        assert "style=" not in page
        assert not re.search(r"<script(?![^>]*\bsrc=)", page)
        assert not re.search(r"\son[a-z]+=", page)
        assert page.count("<table") == page.count("<caption")


def test_forms_of_staff_are_protected_against_forgery(person: Callable[..., User], site: Any) -> None:
    """Without the token of the page no form is taken, whoever is signed in."""
    site("maryland-tiles")
    person("pat")
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(person("boss", ADMINISTRATOR))
    posting = [
        route
        for route, pattern in ROUTES
        if route.partition("/")[0] in ("floor", "audit", "operator")
        and (pattern.name in POSTED or pattern.name in ("floor-open", "audit-runs", "operator", "operator-limits"))
    ]
    assert len(posting) >= 14
    for route in posting:
        assert browser.post(address(route), {"why": "a forged one", "key": "k"}).status_code == 403, route
    assert not Table.objects.get(slug="t").closing
    assert User.objects.get(username="pat").is_active
