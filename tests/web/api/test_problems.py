"""Whatever the API refuses, it refuses in one form; and it cannot be asked too often."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from paigow.errors import PaigowError
from paigow.web.people import access
from paigow.web.serving.problems import REASONS, TITLES


def told(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    found: dict[str, Any] = response.json()
    assert found["type"] == f"urn:paigow:problem:{found['reason']}"
    assert found["status"] == status
    assert found["title"] == TITLES[found["reason"]]
    assert found["detail"]
    return found


def test_every_reason_has_a_title() -> None:
    """A reason without one would fall back to the phrase of its HTTP status, such as “Conflict”."""

    def below(kind: type[PaigowError]) -> Iterator[type[PaigowError]]:
        yield kind
        for each in kind.__subclasses__():
            yield from below(each)

    codes = {getattr(each, "reason", None) or getattr(each, "code", None) for each in below(PaigowError)} - {None}
    assert len(codes) > 15
    assert codes | set(REASONS.values()) | {"hand", "notation", "invalid"} <= set(TITLES)


@pytest.mark.parametrize("path", ["", "nothing", "tables/", "tables/a/b", "docs", "odds/x"])
def test_what_is_not_there(path: str, new_caller: Any) -> None:
    assert told(new_caller().get(path), 404)["reason"] == "not-found"


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace"])
def test_what_cannot_be_done_to_it(method: str, new_caller: Any) -> None:
    caller = new_caller()
    response = getattr(caller.client, method)("/api/tables", headers=caller.headers)
    assert told(response, 405)["reason"] == "method-not-allowed"
    assert response["Allow"]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
@pytest.mark.parametrize("path", ["/api/openapi.json", "/api/tables/table/stream"])
def test_a_wrong_method_is_not_taken_for_a_forged_request(method: str, path: str, house: Any, new_caller: Any) -> None:
    """As real clients are answered, without the leave that tests have."""
    client = Client(enforce_csrf_checks=True)
    response = getattr(client, method)(path, headers=new_caller().headers)
    assert told(response, 405)["reason"] == "method-not-allowed"
    assert "GET" in response["Allow"]


@pytest.mark.parametrize("content", ["", "{", "[", "nonsense", '{"do": "sit"', "\x00", '"\\ud800"', "1" * 5000])
def test_what_is_no_json(content: str, house: Any, new_caller: Any) -> None:
    response = new_caller().post(f"tables/{house.slug}/commands", content, **{"Idempotency-Key": "k"})
    assert response.status_code in (400, 422)
    told(response, response.status_code)


def test_json_that_is_not_text(house: Any, new_caller: Any) -> None:
    caller = new_caller()
    response = caller.client.post(
        "/api/verification", b"\xff\xfe{", content_type="application/json", headers=caller.headers
    )
    told(response, 400)


def test_what_is_too_large(new_caller: Any) -> None:
    assert told(new_caller().post("verification", {"record": "x" * 3_000_000}), 413)["reason"] == "too-large"


def test_who_asks_too_often_is_told_when_to_come_again(new_caller: Any, settings: Any) -> None:
    settings.RATES = {"api": 3}
    mei, bao = new_caller("mei"), new_caller("bao")
    for _ in range(3):
        assert mei.get("tables").status_code == 200
    refused = mei.get("tables")
    assert told(refused, 429)["reason"] == "too-often"
    assert 1 <= int(refused["Retry-After"]) <= 20
    assert bao.get("tables").status_code == 200, "each token has its own rate"


def test_wrong_tokens_are_not_tried_for_ever(stranger: Any, settings: Any) -> None:
    settings.RATES = {"api-wrong": 2}
    stranger.token = "paigow_guessed"
    assert [stranger.get("tables").status_code for _ in range(4)] == [401, 401, 429, 429]
    access._process.clear()
    assert stranger.get("tables").status_code == 401


def test_a_defect_is_told_without_any_detail(new_caller: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only here something is put in the place of the real thing: there is no defect to call upon."""
    from paigow.web.service import tables

    def broken(slug: str) -> None:
        raise RuntimeError("the order is 66 11 44")

    monkeypatch.setattr(tables, "find", broken)
    found = told(new_caller().get("tables/a"), 500)
    assert found["reason"] == "error"
    assert "66" not in str(found)


def test_a_database_that_is_away_is_told(new_caller: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError

    from paigow.web.service import tables

    def away(slug: str) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(tables, "find", away)
    response = new_caller().get("tables/a")
    assert told(response, 503)["reason"] == "busy"
    assert response["Retry-After"] == "1"
