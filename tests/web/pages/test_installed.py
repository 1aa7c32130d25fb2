"""What browsers, crawlers and researchers ask for, and HEAD wherever GET works."""

import json
import re
import struct
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from paigow.rules import load_submission
from paigow.web.people.registration import sign_up
from paigow.web.service import tables
from paigow.web.service.tokens import issue

pytestmark = pytest.mark.django_db


def test_the_manifest_and_its_icons() -> None:
    browser = Client()
    page = browser.get("/").content.decode()
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    answer = browser.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = json.loads(answer.content)
    assert (told["start_url"], told["display"]) == ("/", "standalone")
    for icon in told["icons"]:
        drawn = browser.get(icon["src"])
        size = int(icon["sizes"].partition("x")[0])
        assert struct.unpack(">II", drawn.content[16:24]) == (size, size)
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    assert browser.get("/icons/100000-any.png").status_code == 404
    assert browser.get("/favicon.ico").content.startswith(b"\x89PNG")
    chinese = json.loads(browser.get("/manifest.webmanifest", headers={"accept-language": "zh-Hant"}).content)
    assert chinese["name"] != told["name"]


def test_the_worker_keeps_the_offline_page_and_nothing_of_a_person() -> None:
    worker = Client().get("/offline-worker.js")
    text = worker.content.decode()
    assert "/* FILES */" not in text
    assert '"/offline/"' in text
    assert worker["Content-Type"].startswith("text/javascript")
    assert "cache.put" not in text
    page = Client().get("/offline/").content.decode()
    for needed in re.findall(r'"(/static/[^"]+)"', page):
        assert f'"{needed}"' in text
    assert "<form" not in page
    assert "csrf" not in page


def test_robots_and_security(settings: Any) -> None:
    assert "Disallow: /account/" in Client().get("/robots.txt").content.decode()
    assert "Contact: http://testserver/\n" in Client().get("/.well-known/security.txt").content.decode()
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    text = Client().get("/.well-known/security.txt").content.decode()
    assert "Contact: mailto:security@example.org" in text
    assert "Expires: " in text


def _plain(patterns: list[URLPattern | URLResolver], before: str = "/") -> list[str]:
    """Every address without a variable part."""
    found = []
    for each in patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            found += _plain(each.url_patterns, route)
        elif "<" not in route and "^" not in route and "(" not in route:
            found.append(route)
    return found


@pytest.mark.django_db(transaction=True)  # streams look from a thread of their own
def test_head_answers_as_get_does() -> None:
    person = sign_up("mei", "nine brass tiles")
    _token, secret = issue(person, "head")
    tables.open_table("one", load_submission("dealer-open"), "operator")
    browser = Client()
    browser.force_login(person)
    bearer = {"authorization": f"Bearer {secret}"}
    some = ["/tables/one/", "/tables/one/chains.json", "/rules/MDT-1/", "/api/tables/one", "/api/tables/one/view"]
    addresses = [each for each in _plain(get_resolver().url_patterns) if not each.startswith("/admin/")]
    assert len(addresses) > 30
    for address in (*addresses, *some):
        headers = bearer if address.startswith("/api/") else {}
        got, head = browser.get(address, headers=headers), browser.head(address, headers=headers)
        if got.status_code == 405:
            continue
        assert head.status_code == got.status_code, address
        assert head["Content-Type"] == got["Content-Type"], address
        assert not head.content, address
    for stream in ("/tables/one/events/", "/tables/one/live/", "/api/tables/one/stream"):
        head = browser.head(stream, headers=bearer if stream.startswith("/api/") else {})
        assert head.status_code == 200, stream
        assert head["Content-Type"].startswith("text/event-stream")
        assert not head.streaming
