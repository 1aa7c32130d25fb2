"""Tokens: made by who is signed in, good for what they are for, and gone when revoked."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from paigow.web.api.access import note_presence
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import PlayTime, User
from paigow.web.people.registration import come_as_guest, sign_up
from paigow.web.service.tokens import digest, issue, token_of
from paigow.web.store.models import ApiToken

PASSWORD = "nine brass tiles"


def browser(person: User, csrf: bool = False) -> Client:
    client = Client(enforce_csrf_checks=csrf)
    client.force_login(person)
    return client


def post(client: Client, body: Any, **headers: str) -> Any:
    return client.post("/api/tokens", json.dumps(body), content_type="application/json", headers=headers)


@pytest.fixture
def mei(db: None) -> User:
    return sign_up("mei", PASSWORD)


def test_a_token_is_shown_once_and_only_its_digest_is_kept(mei: User) -> None:
    made = post(browser(mei), {"name": "my bot"})
    assert made.status_code == 201, made.content
    text = made.json()["token"]
    kept = ApiToken.objects.get()
    assert (kept.user, kept.name, kept.digest) == (mei, "my bot", digest(text))
    listed = browser(mei).get("/api/tokens")
    assert text not in listed.content.decode()
    assert [each["id"] for each in listed.json()["tokens"]] == [kept.pk]
    used = Client().get("/api/tables", headers={"Authorization": f"Bearer {text}"})
    assert used.status_code == 200
    events = SignificantEvent.objects.filter(kind="config", person="mei")
    assert events.count() == 1
    assert text not in json.dumps([event.detail for event in events])


def test_a_revoked_token_opens_nothing(mei: User) -> None:
    token, text = issue(mei, "a")
    assert browser(mei).delete(f"/api/tokens/{token.pk}").status_code == 204
    refused = Client().get("/api/tables", headers={"Authorization": f"Bearer {text}"})
    assert refused.status_code == 401
    assert refused["WWW-Authenticate"].startswith("Bearer")
    again = browser(mei).delete(f"/api/tokens/{token.pk}")
    assert (again.status_code, again.json()["reason"]) == (404, "no-such-token")


def test_nobody_revokes_or_lists_anothers_token(mei: User) -> None:
    token, text = issue(mei, "a")
    bao = sign_up("bao", PASSWORD)
    assert browser(bao).delete(f"/api/tokens/{token.pk}").status_code == 404
    assert browser(bao).get("/api/tokens").json() == {"tokens": []}
    assert token_of(text) == token


def test_a_stranger_and_a_token_make_no_tokens(mei: User) -> None:
    """A token that got lost must not be able to make others."""
    _, text = issue(mei, "a")
    for headers in ({}, {"Authorization": f"Bearer {text}"}):
        for client in (Client(), Client(enforce_csrf_checks=True)):
            made, listed = post(client, {"name": "b"}, **headers), client.get("/api/tokens", headers=headers)
            for refused in (made, listed, client.delete("/api/tokens/1", headers=headers)):
                assert refused.status_code == 401
                assert refused["Content-Type"] == "application/problem+json"
                assert "Sign in" in refused.json()["detail"]
    assert ApiToken.objects.count() == 1


def test_a_forged_request_makes_no_token(mei: User) -> None:
    refused = post(browser(mei, csrf=True), {"name": "b"})
    assert refused.status_code == 403
    assert refused["Content-Type"] == "application/problem+json"
    client = browser(mei, csrf=True)
    client.get("/account/")
    cookie = client.cookies["csrf"].value
    assert post(client, {"name": "b"}, **{"X-CSRFToken": cookie}).status_code == 201
    assert client.delete(f"/api/tokens/{ApiToken.objects.get().pk}").status_code == 403


def test_a_person_has_so_many_tokens(mei: User) -> None:
    client = browser(mei)
    for number in range(20):
        assert post(client, {"name": f"t{number}"}).status_code == 201
    refused = post(client, {"name": "one more"})
    assert (refused.status_code, refused.json()["reason"]) == (409, "too-many-tokens")
    client.delete(f"/api/tokens/{ApiToken.objects.latest('pk').pk}")
    assert post(client, {"name": "one more"}).status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        *({}, {"name": ""}, {"name": "x" * 61}, {"name": "a\u0000"}, {"name": 1}, {"id": 1}),
        *({"name": "a", "scopes": []}, {"name": "a", "scopes": ["all"]}, {"name": "a", "days": 0}),
        {"name": "a", "days": 1000},
    ],
)
def test_a_token_has_a_name(body: dict[str, Any], mei: User) -> None:
    assert post(browser(mei), body).status_code == 422


def test_the_token_of_a_closed_account_is_none(mei: User) -> None:
    _, text = issue(mei, "a")
    mei.is_active = False
    mei.save()
    assert token_of(text) is None


def test_a_guest_may_have_a_bot(db: None) -> None:
    assert post(browser(come_as_guest()), {"name": "bot"}).status_code == 201


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer x", "Basic dTpw", "bearer paigow_", "Bearer paigow_" + "x" * 5000]
)
def test_what_is_no_token_is_none(header: str, db: None) -> None:
    refused = Client().get("/api/tables", headers={"Authorization": header})
    assert refused.status_code == 401
    assert refused.json()["reason"] == "not-signed-in"


def test_time_at_the_api_is_time_played(mei: User) -> None:
    note_presence(mei)
    note_presence(mei)
    assert PlayTime.objects.filter(person=mei).count() == 1


def test_a_person_makes_and_revokes_tokens_on_a_page(mei: User) -> None:
    client = browser(mei)
    made = client.post("/account/tokens/", {"name": "my bot", "scopes": ["read"], "days": "7"})
    token = ApiToken.objects.get()
    assert token.scopes == ["read"]
    assert token.expires_at is not None
    assert timedelta(days=6) < token.expires_at - token.created_at < timedelta(days=8)
    page = made.content.decode()
    [text] = [word for word in re.split("[<>]", page) if word.startswith("paigow_")]
    assert token_of(text) == token
    assert "my bot" in page
    assert text not in client.get("/account/tokens/").content.decode()
    assert "no-store" in made["Cache-Control"]
    assert client.post("/account/tokens/", {"revoke": str(token.pk)}).status_code == 302
    assert token_of(text) is None
    assert "my bot" not in client.get("/account/tokens/").content.decode()


def test_the_page_refuses_what_the_interface_refuses(mei: User) -> None:
    other, text = issue(sign_up("bao", PASSWORD), "hers")
    client = browser(mei)
    assert "You have no such token." in client.post("/account/tokens/", {"revoke": str(other.pk)}).content.decode()
    assert token_of(text) == other
    client.post("/account/tokens/", {"name": "", "scopes": ["read"], "days": "7"})
    client.post("/account/tokens/", {"name": "x", "scopes": [], "days": "7"})
    client.post("/account/tokens/", {"name": "x", "scopes": ["everything"], "days": "7"})
    client.post("/account/tokens/", {"name": "x", "scopes": ["read"], "days": "100000"})
    client.post("/account/tokens/", {"revoke": "x"})
    assert not ApiToken.objects.filter(user=mei).exists()
    assert Client().get("/account/tokens/").status_code == 302
    assert browser(mei, csrf=True).post("/account/tokens/", {"name": "forged"}).status_code == 403
