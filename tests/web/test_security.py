"""What every answer of a running server has, whatever kind of answer it is.

And text of people's own choosing, which is shown as text wherever it turns up.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import httpx
import pytest
from django.test import Client
from django.utils import timezone

from paigow.rules import load_submission
from paigow.table import Phase
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.web.people.models import User
from paigow.web.people.registration import sign_up
from paigow.web.people.roles import appoint
from paigow.web.service import tables
from paigow.web.service.dealer import Desk
from paigow.web.service.tokens import issue
from paigow.web.store.models import Snapshot, StoredEvent, UploadedSubmission
from tools.waiting import PATIENCE

PASSWORD = "nine brass tiles"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
Ask = Callable[[httpx.Client], httpx.Response]


def ask(method: str, path: str, **more: Any) -> Ask:
    return lambda client: client.request(method, path, **more)


def first_of_a_stream(client: httpx.Client) -> httpx.Response:
    with client.stream("GET", "/tables/headers/events/") as answer:
        next(answer.iter_lines())
    return answer


ANSWERS: dict[str, tuple[int, Ask]] = {
    "page": (200, ask("GET", "/")),
    "page of a table": (200, ask("GET", "/tables/headers/")),
    "style sheet": (200, ask("GET", "/static/paigow/site.css")),
    "metrics": (200, ask("GET", "/metrics")),
    "api": (200, ask("GET", "/api/openapi.json")),
    "stream": (200, first_of_a_stream),
    "redirect": (302, ask("GET", "/account/")),
    "forged": (403, ask("POST", "/account/sign-in/", data={"username": "x", "password": "y"})),
    "forged where nobody is signed in": (403, ask("POST", "/tables/headers/do/", data={"verb": "look"})),
    "nothing there": (404, ask("GET", "/tables/nowhere/")),
    "no page": (404, ask("GET", "/<script>alert(1)</script>")),
    "no style sheet": (404, ask("GET", "/static/paigow/../../settings.py")),
    "method": (405, ask("OPTIONS", "/healthz")),
    "method of a page": (405, ask("OPTIONS", "/tables/headers/")),
    "api without a token": (401, ask("GET", "/api/preferences")),
    "api with another's": (401, ask("GET", "/api/tables", headers={"Authorization": "Bearer paigow_x"})),
    "api where nothing is": (404, ask("GET", "/api/nothing")),
    "another host": (400, ask("GET", "/", headers={"Host": "evil.example"})),
}


@pytest.fixture(scope="module")
def site(pair: Any) -> Iterator[httpx.Client]:
    """A live server with a table."""
    pair.inside("open", {"tables": {"headers": {"standard": "maryland-tiles"}}})
    with httpx.Client(base_url=pair.servers[0].address, timeout=PATIENCE) as client:
        yield client


@pytest.mark.own_database
@pytest.mark.parametrize("kind", ANSWERS)
def test_headers_of_every_kind_of_answer(site: httpx.Client, kind: str) -> None:
    status, asked = ANSWERS[kind]
    answer = asked(site)
    assert answer.status_code == status
    require_headers(answer.headers)
    assert not any(sign.isdigit() for sign in answer.headers.get("server", ""))  # which version runs is not told
    if status >= 400:
        assert "<script>alert" not in answer.text


def require_headers(headers: Mapping[str, str]) -> None:
    for name, value in HEADERS.items():
        assert headers[name] == value, name
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "Permissions-Policy" in headers


@pytest.mark.own_database
def test_cookies_of_a_live_server(pair: Any, site: httpx.Client) -> None:
    with httpx.Client(base_url=pair.servers[0].address, timeout=PATIENCE) as client:
        page = client.get("/account/guest/")
        token = page.text.partition('csrfmiddlewaretoken" value="')[2].partition('"')[0]
        joined = client.post("/account/guest/", data={"csrfmiddlewaretoken": token})
        assert joined.status_code == 302
        set_by_now = page.headers.get_list("set-cookie") + joined.headers.get_list("set-cookie")
    cookies = {cookie.partition("=")[0]: cookie.lower() for cookie in set_by_now}
    assert {"session", "csrf"} <= set(cookies)
    for cookie in cookies.values():
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "path=/" in cookie
        assert "domain=" not in cookie


# --- text of people's own choosing

BAD = '<script>alert(1)</script>"><svg/onload=alert(2)>'  # without a space, as a seed may be
QUOTE = "' OR 1=1;--"
HANDLER = Client(raise_request_exception=False).handler  # it takes a while to make one
RAW = ("<script>alert", "<svg/onload", 'alert(1)</script>"><')


@pytest.fixture
def people(db: None) -> dict[str, User]:
    found = {}
    for name, role in (("mei", "player"), ("flo", "floor"), ("aud", "auditor"), ("opa", "operator")):
        person = sign_up(name, PASSWORD)
        if role != "player":
            appoint(person, role)
        found[name] = User.objects.get(pk=person.pk)
    return found


def browser(person: User | None) -> Client:
    client = Client(raise_request_exception=False)
    client.handler = HANDLER
    if person is not None:
        client.force_login(person)
    return client


@pytest.fixture
def marked(people: dict[str, User]) -> str:
    """A house in which somebody has put markup wherever text is taken. The slug of a table there."""
    opa, flo, mei = (browser(people[name]) for name in ("opa", "flo", "mei"))
    table = tables.open_table("t", load_submission("maryland-tiles"), BAD, title=BAD)
    desk = Desk("the dealer")
    desk.beat(timezone.now())
    while tables.state_of("t").phase is not Phase.DISPLAY:
        desk.attend("t", timezone.now())
    for command in (SitDown(player="mei", position=1, seed=BAD), BuyIn(player="mei", amount=50_000)):
        tables.submit("t", command, person="mei", key=f"{command.verb}{BAD[:20]}")
    answers: list[Any] = [
        mei.post("/api/tokens", json.dumps({"name": BAD}), content_type="application/json"),
        opa.post("/operator/", {"name": BAD, "text": f"standard = 'maryland-tiles'\ntitle = '''{BAD}'''"}),
        opa.post("/operator/people/mei/adjust/", {"amount": "1.00", "why": BAD}),
        flo.post("/floor/stop/", {"why": BAD, "reason": BAD}),
    ]
    assert [answer.status_code // 100 for answer in answers[:3]] == [2, 3, 3]
    token = issue(people["flo"], BAD)[1]
    answer = flo.post(
        "/api/tables/t/commands",
        json.dumps({"do": "stop", "reason": BAD, "as": "floor", "expected": tables.state_of("t").sequence}),
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}", "Idempotency-Key": BAD[:40]},
    )
    assert answer.status_code in (200, 409), answer.content
    return table.slug


SUBMISSION = "/operator/submissions/{}/"
PAGES = (
    *("/", "/tables/t/", "/account/", "/account/statement/", "/review/", f"/advice/?pieces={BAD}", f"/verify/?x={BAD}"),
    *("/floor/", "/floor/players/", "/floor/tables/t/", f"/tables/{BAD}/", f"/rules/{BAD}/", f"/math/{BAD}/"),
    *("/audit/", "/audit/log/", f"/audit/log/?person={BAD}&clause={BAD}", f"/audit/ledger/?account={BAD}"),
    *("/audit/wallets/", f"/audit/wallets/?name={BAD}", "/audit/significant/", f"/audit/significant/?person={BAD}"),
    *("/operator/", SUBMISSION, "/operator/people/", "/operator/people/mei/", "/operator/returns/"),
    *(f"/account/sign-in/?next={BAD}", "/admin/", "/admin/people/significantevent/", f"/admin/people/user/?q={BAD}"),
    *("/tables/t/rounds/1/", "/audit/rounds/", "/operator/software/", f"/operator/people/{BAD}/"),
)


@pytest.mark.parametrize("who", ["", "mei", "flo", "aud", "opa"])
def test_markup_is_shown_as_text(marked: str, people: dict[str, User], who: str) -> None:
    client = browser(people.get(who))
    shown = set()
    kept = UploadedSubmission.objects.get()
    for page in PAGES:
        answer = client.get(page.format(kept.pk))
        assert answer.status_code < 500, page
        if "text/html" not in answer.headers.get("Content-Type", ""):
            continue
        text = answer.content.decode()
        assert not any(raw in text for raw in RAW), page
        if "&lt;script&gt;alert(1)" in text:
            shown.add(page)
    expected = {"": {"/", "/tables/t/"}, "mei": {"/", "/tables/t/"}, "flo": {"/floor/", "/floor/tables/t/"}}
    expected |= {"aud": {"/audit/", "/audit/significant/"}, "opa": {"/operator/", SUBMISSION}}
    assert expected[who] <= shown


@pytest.mark.parametrize("bad", [BAD, QUOTE, "%00", "../../etc/passwd", "{{7*7}}", "a\r\nSet-Cookie: x=1"])
def test_nothing_is_taken_for_a_name_that_is_none(people: dict[str, User], bad: str) -> None:
    for field in ("username", "display_name"):
        sent = {"username": "zoe", "password1": PASSWORD, "password2": PASSWORD, "password": PASSWORD, field: bad}
        answer = browser(None).post("/account/sign-up/", sent)
        assert answer.status_code < 500
        assert not any(raw in answer.content.decode() for raw in RAW)
        assert "Set-Cookie: x=1" not in str(answer.headers)
    assert not User.objects.filter(username=bad).exists()
    assert browser(None).get("/tables/" + bad.replace("\r\n", "%0d%0a") + "/").status_code == 404


@pytest.mark.parametrize("page", ["/audit/log/", "/audit/ledger/", "/audit/wallets/", "/audit/significant/"])
def test_a_search_is_only_a_search(people: dict[str, User], page: str) -> None:
    names = ("person", "clause", "account", "name", "table", "kind", "round", "event", "before", "first", "last")
    client = browser(people["aud"])
    for name in names:
        assert client.get(page, {name: QUOTE}).status_code == 200, name
    for bad in ("\\", "%", "x" * 5000, "١", "9" * 40):
        assert client.get(page, dict.fromkeys(names, bad)).status_code == 200, bad


NUL = "a\0b"
ASKED = {
    "aud": ("/audit/log/", "/audit/ledger/", "/audit/wallets/", "/audit/significant/", "/audit/meters/"),
    "opa": ("/operator/people/", "/operator/returns/", "/operator/people/a%00b/"),
    "flo": ("/floor/players/", "/floor/tables/a%00b/", "/floor/"),
    "": ("/", "/rules/", "/rules/a%00b/", "/advice/", "/verify/", "/account/sign-in/", "/tables/a%00b/"),
}
SENT = {
    "aud": ("/audit/verify/",),
    "opa": ("/operator/", "/operator/people/mei/adjust/", "/operator/people/mei/role/", "/operator/people/a%00b/role/"),
    "flo": ("/floor/stop/", "/floor/open/", "/floor/players/mei/active/", "/floor/players/a%00b/active/"),
    "": ("/account/sign-in/", "/account/sign-up/", "/verify/", "/drill/", "/account/guest/", "/i18n/setlang/"),
}
FIELDS = (
    *("person", "clause", "account", "name", "table", "meter", "kind", "q", "title", "text", "why", "reason", "role"),
    *("username", "password", "next", "language", "pieces", "rules", "key", "verb", "active", "amount", "bots", "way"),
)


@pytest.mark.parametrize("who", ASKED)
def test_a_nul_is_no_defect(people: dict[str, User], who: str) -> None:
    client = browser(people.get(who))
    for path in ASKED[who]:
        assert client.get(path, dict.fromkeys(FIELDS, NUL)).status_code < 500, path
    for path in SENT[who]:
        for more in ({}, {"amount": "1.00", "active": "false", "role": "floor"}):
            assert client.post(path, dict.fromkeys(FIELDS, NUL) | more).status_code < 500, path


@pytest.mark.parametrize("damage", [b"damaged", b"damaged and longer"])
def test_a_defect_tells_nothing(marked: str, people: dict[str, User], damage: bytes) -> None:
    """The log of a table is damaged: whoever asks for it learns that something is wrong, and no more."""
    StoredEvent.objects.filter(table__slug=marked).update(data=None, sealed=damage)
    Snapshot.objects.all().delete()
    tables.CACHE.clear()
    token = issue(people["mei"], "x")[1]
    for path in (f"/tables/{marked}/", f"/api/tables/{marked}/view"):
        answer = browser(people["mei"]).get(path, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 500
        require_headers(answer.headers)
        for word in ("Traceback", "damaged", "paigow.web", "InvalidTag", "sealed"):
            assert word not in answer.content.decode()


@pytest.mark.parametrize("path", ["/i18n/setlang/", "/account/language/", "/account/sign-out/", "/account/guest/"])
@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_nobody_is_sent_elsewhere(people: dict[str, User], path: str, target: str) -> None:
    client = browser(None if "guest" in path else people["mei"])
    sent = {"next": target, "language": "zh-hant"}
    for address in (path, f"{path}?next={target}"):
        answer = client.post(address, sent, headers={"referer": target})
        location = answer.headers.get("Location", "/")
        assert location.startswith("/")
        assert not location.startswith(("//", "/\\"))


@pytest.mark.parametrize(("host", "said"), [("evil.example", "PAIGOW_HOSTS"), ("localhost", "cannot read")])
def test_a_page_that_is_refused_says_why(client: Client, host: str, said: str) -> None:
    """A host name that the site does not answer to, and a NUL character: on a page of the site's own."""
    answer = client.get("/rules/", {"q": NUL}, headers={"host": host})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert said in page
    assert "site.css" in page


def test_the_api_says_how_to_get_access(client: Client) -> None:
    answer = client.get("/api/preferences")
    assert answer.status_code == 401
    assert "Bearer" in answer.json()["detail"]
    assert answer["WWW-Authenticate"].startswith("Bearer")
