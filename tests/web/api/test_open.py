"""What anybody may read without a token, and what a token is good for."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from paigow.rules import STANDARDS
from paigow.rules.clauses import clauses
from paigow.table.view import view
from paigow.web.api.view_schemas import HandView, PlayerView, RoundView, View
from paigow.web.service import tables
from paigow.web.service.tokens import Scope, issue, token_of
from paigow.web.store.models import ApiToken, Table


def test_a_stranger_reads_standards_and_clauses(stranger: Any) -> None:
    listed = stranger.get("standards").json()["standards"]
    assert [each["name"] for each in listed] == list(STANDARDS)
    assert stranger.get("standards/new-zealand").json()["vigorish"] == "1/20"
    page = stranger.get("clauses", standard="maryland-tiles", limit=3).json()
    assert [each["id"] for each in page["clauses"]] == [c.id for c in clauses().values() if c.prefix == "MDT"][:3]
    assert page["next"] == 3
    assert stranger.get("clauses/MDT-8.D.4").json()["summary"] == clauses()["MDT-8.D.4"].summary
    missing = stranger.get("clauses/MDT-99")
    assert (missing.status_code, missing.json()["reason"]) == (404, "no-such-clause")


def test_a_stranger_sees_what_a_bystander_sees(stranger: Any, house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    mei.sit("table", 1)
    house.deal(lambda state: bool(state.round and state.round.hands), mei)
    house.deal(lambda state: any(hand.viewed for hand in state.current.hands.values()), mei)
    seen = stranger.get("tables/table/view").json()
    assert seen["viewer"] == ""
    assert set(seen["round"]["hands"]["1"]["pieces"]) == {"?"}
    assert "?" not in mei.get("tables/table/view").json()["round"]["hands"]["1"]["pieces"]
    assert [each["slug"] for each in stranger.get("tables").json()["tables"]] == ["table"]
    for path in ("tables/table", "tables/table/seats", "tables/table/history", "tables/table/rounds"):
        assert stranger.get(path).status_code == 200, path
    assert "seed-mei" not in stranger.get("tables/table/history", limit=500).content.decode()


def test_a_stranger_does_not_see_practice_tables_nor_do_anything(stranger: Any, house: Any) -> None:
    Table.objects.update(private=True, opened_by="mei")
    for path in ("tables/table", "tables/table/view", "tables/table/history", "tables/table/rounds"):
        assert stranger.get(path).status_code == 404, path
    assert stranger.get("advice", table="table", pieces="66 45 12 24").status_code == 404
    assert stranger.get("tables").json()["tables"] == []
    for path in ("tables/table/legal", "tables/table/record", "preferences"):
        assert stranger.get(path).status_code == 401, path
    assert stranger.do("table", "sit", position=1).status_code == 401
    assert stranger.post("practice", {"standard": "maryland-tiles"}).status_code == 401
    assert stranger.get("tables/table/view", **{"as": "floor"}).status_code in (403, 404)


def test_a_stranger_asks_within_a_rate(stranger: Any, settings: Any) -> None:
    settings.RATES = {"api-open": 2}
    found = [stranger.get("standards").status_code for _ in range(3)]
    assert found == [200, 200, 429]


def test_a_wrong_token_is_refused_where_none_is_needed(db: None) -> None:
    refused = Client().get("/api/standards", headers={"Authorization": "Bearer paigow_none"})
    assert refused.status_code == 401


def narrowed(caller: Any, scopes: tuple[Scope, ...]) -> Any:
    """The same person with a token of these scopes only."""
    return replace(caller, token=issue(caller.person, "narrow", scopes=scopes)[1])


@pytest.mark.parametrize(
    ("scopes", "looks", "plays", "runs"),
    [
        ((Scope.READ,), 200, 403, 403),
        ((Scope.PLAY,), 403, 200, 403),
        ((Scope.READ, Scope.PLAY), 200, 200, 403),
        ((Scope.READ, Scope.PLAY, Scope.RUN), 200, 200, 200),
    ],
)
def test_a_token_opens_what_its_scopes_say(
    scopes: tuple[Scope, ...], looks: int, plays: int, runs: int, house: Any, new_caller: Any
) -> None:
    caller = narrowed(new_caller("boss", "administrator"), scopes=scopes)
    assert caller.get("tables/table/view").status_code == looks
    asked = caller.get("tables/table/view", **{"as": "floor"})
    assert asked.status_code == (runs if looks == 200 else 403)
    done = narrowed(new_caller("mei"), scopes=scopes).do("table", "sit", position=1)
    assert done.status_code == plays, done.content
    if plays == 403:
        assert done.json()["reason"] == "scope-missing"
    opened = caller.post("tables", {"slug": "another", "standard": "maryland-tiles"})
    assert opened.status_code == (201 if runs == 200 else 403), opened.content


def test_a_token_expires(new_caller: Any) -> None:
    mei = new_caller("mei")
    made, text = issue(mei.person, "short", days=1)
    assert token_of(text) == made
    ApiToken.objects.filter(pk=made.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert token_of(text) is None
    assert replace(mei, token=text).get("preferences").status_code == 401


def test_the_document_names_the_scope_of_every_operation() -> None:
    paths = Client().get("/api/openapi.json").json()["paths"]
    assert paths["/api/tables/{slug}/commands"]["post"]["security"] == [{"Token": ["play"]}]
    assert paths["/api/tables"]["post"]["security"] == [{"Token": ["run"]}]
    assert paths["/api/tables/{slug}/view"]["get"]["security"] == [{"Token": ["read"]}, {}]
    assert paths["/api/tables/{slug}/legal"]["get"]["security"] == [{"Token": ["read"]}]


def test_a_view_has_just_the_fields_that_the_document_says(house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    mei.sit("table", 1)
    house.deal(lambda state: bool(state.round and state.round.hands), mei)
    found = view(tables.state_of("table"), "mei")
    assert set(found) == set(View.model_fields)
    assert set(found["round"]) == set(RoundView.model_fields)
    assert {frozenset(hand) for hand in found["round"]["hands"].values()} == {frozenset(HandView.model_fields)}
    assert {frozenset(each) for each in found["players"].values()} == {frozenset(PlayerView.model_fields)}


def test_a_record_comes_as_toml_or_as_plain_text(house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    mei.sit("table", 1)
    house.round(mei)
    for asked, kind in (("*/*", "application/toml"), ("text/plain", "text/plain"), ("image/png", "application/toml")):
        mei.client.defaults["HTTP_ACCEPT"] = asked
        answer = mei.get("tables/table/record")
        assert answer["Content-Type"].startswith(kind)
        assert answer.content.startswith(b'format = "paigow-record"')
