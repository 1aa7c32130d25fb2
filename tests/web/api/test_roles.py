"""Who may do what, route by route."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from paigow.web.api.urls import api

ROLES = ("stranger", "player", "floor", "auditor", "operator")
ANYONE = (401, 200, 200, 200, 200)
OPEN = (200, 200, 200, 200, 200)
MATRIX: dict[tuple[str, str], tuple[int, ...]] = {
    ("get", "/api/tables"): OPEN,
    ("post", "/api/tables"): (401, 403, 201, 403, 201),
    ("get", "/api/tables/{slug}"): OPEN,
    ("get", "/api/tables/{slug}/seats"): OPEN,
    ("get", "/api/tables/{slug}/view"): OPEN,
    ("get", "/api/tables/{slug}/view?as=floor"): (403, 403, 200, 403, 403),
    ("get", "/api/tables/{slug}/legal"): ANYONE,
    ("get", "/api/tables/{slug}/legal?as=floor"): (401, 403, 200, 403, 403),
    ("post", "/api/tables/{slug}/commands"): (401, 200, 403, 403, 403),
    ("get", "/api/tables/{slug}/history"): OPEN,
    ("get", "/api/tables/{slug}/history?as=floor"): (403, 403, 200, 403, 403),
    ("get", "/api/tables/{slug}/chains"): OPEN,
    ("get", "/api/tables/{slug}/rounds"): OPEN,
    ("get", "/api/tables/{slug}/rounds/{number}"): OPEN,
    ("get", "/api/tables/{slug}/rounds/{number}/record"): (401, 403, 200, 200, 403),
    ("get", "/api/tables/{slug}/record"): (401, 403, 200, 200, 403),
    ("get", "/api/tables/{slug}/rounds/{number}/verification"): OPEN,
    ("post", "/api/verification"): ANYONE,
    ("get", "/api/verification/{key}"): (401, 404, 404, 404, 404),
    ("get", "/api/tokens"): (401, 401, 401, 401, 401),
    ("post", "/api/tokens"): (401, 401, 401, 401, 401),
    ("delete", "/api/tokens/{number}"): (401, 401, 401, 401, 401),
    ("post", "/api/tables/{slug}/pace"): (401, 403, 403, 403, 403),  # for those who sit there
    ("post", "/api/practice"): (401, 200, 403, 403, 403),
    ("get", "/api/preferences"): ANYONE,
    ("put", "/api/preferences"): ANYONE,
    ("get", "/api/odds"): OPEN,
    ("get", "/api/advice"): OPEN,
    ("get", "/api/hosted"): ANYONE,
    ("post", "/api/hosted"): (401, 201, 403, 403, 403),
    ("post", "/api/hosted/{slug}"): (401, 403, 403, 403, 403),  # for whoever opened it
    ("post", "/api/invitations/{token}"): (401, 404, 404, 404, 404),
    ("post", "/api/tables/{slug}/say"): (401, 403, 403, 403, 403),  # for those who sit there
    ("post", "/api/tables/{slug}/rounds/{number}/share"): (401, 403, 403, 403, 403),  # for those who played
    ("delete", "/api/tables/{slug}/rounds/{number}/share"): (401, 403, 403, 403, 403),
    ("get", "/api/tournaments"): ANYONE,
    ("post", "/api/tournaments"): (401, 201, 403, 403, 403),
    ("get", "/api/tournaments/{slug}"): (404, 404, 404, 404, 404),
    ("post", "/api/tournaments/{slug}/entry"): (401, 404, 404, 404, 404),
    ("get", "/api/tournaments/{slug}/hand"): (401, 404, 404, 404, 404),
    ("post", "/api/tournaments/{slug}/hands/{number}"): (401, 404, 404, 404, 404),
    ("get", "/api/standards"): OPEN,
    ("get", "/api/standards/{name}"): OPEN,
    ("get", "/api/clauses"): OPEN,
    ("get", "/api/clauses/{clause_id}"): OPEN,
}
STREAMS = {("get", "/api/tables/{slug}/stream"), ("get", "/api/tables/{slug}/feed")}  # see test_stream and test_feed
BODIES: dict[str, Any] = {
    "/api/tables": {"slug": "new", "standard": "maryland-tiles"},
    "/api/tables/{slug}/commands": {"do": "sit", "position": 6, "seed": "s"},
    "/api/verification": {"record": ""},
    "/api/tables/{slug}/pace": {"act": "deal"},
    "/api/practice": {"standard": "maryland-tiles"},
    "/api/preferences": {"never_cut": True},
    "/api/tokens": {"name": "t"},
    "/api/hosted": {"standard": "maryland-tiles"},
    "/api/hosted/{slug}": {"act": "pause"},
    "/api/tables/{slug}/say": {"code": "hello"},
    "/api/tournaments": {"standard": "maryland-tiles"},
    "/api/tournaments/{slug}/hands/{number}": {"setting": "66 45 / 23 12"},
}
QUERIES = {
    "/api/odds": "?rules=maryland-tiles&wager=pair-fortunes",
    "/api/advice": "?rules=maryland-tiles&pieces=66+45+12+24",
}


def test_every_route_is_in_the_matrix() -> None:
    paths = api.get_openapi_schema()["paths"]
    documented = {(method, path) for path, methods in paths.items() for method in methods}
    assert {(method, path.partition("?")[0]) for method, path in MATRIX} | STREAMS == documented


READ = [each for each in MATRIX if each[0] == "get"]
"""What changes nothing may be asked of one house, one after the other."""
WRITE = [each for each in MATRIX if each[0] != "get"]


@pytest.mark.parametrize("routes", [READ, *([each] for each in WRITE)], ids=["get", *map(" ".join, WRITE)])
def test_who_may(routes: list[tuple[str, str]], house: Any, new_caller: Any, stranger: Any) -> None:
    ann = new_caller("ann")
    ann.sit(house.slug, 1)
    house.round(ann)
    callers = {role: stranger if role == "stranger" else new_caller(f"a-{role}", role) for role in ROLES}
    for method, route in routes:
        may(method, route, house, callers)


def may(method: str, route: str, house: Any, callers: Mapping[str, Any]) -> None:
    for (role, caller), status in zip(callers.items(), MATRIX[method, route], strict=True):
        path = route.format(
            slug=house.slug, number=1, key="0" * 64, name="new-zealand", clause_id="NZ-3.1", token="none"
        ) + QUERIES.get(route, "")
        body = BODIES.get(route, {})
        if route.endswith("/commands"):
            body = body | {"expected": house.state.sequence}
        headers = caller.headers | {"Idempotency-Key": f"k-{role}"}
        client = Client(raise_request_exception=False)
        if method == "post" and route == "/api/tables":
            body = body | {"slug": f"new-{role}"}
        content = json.dumps(body) if method in ("post", "put") else ""
        response: Any = client.generic(method.upper(), path, content, content_type="application/json", headers=headers)
        found = 200 if response.status_code == 202 else response.status_code
        assert found == status, (method, route, role, response.status_code)
        if status >= 400:
            assert response["Content-Type"] == "application/problem+json"
