"""What the API tells of tables, and opening one."""

from typing import Any

import pytest

from paigow.rules import STANDARDS, load_submission, submission_hash
from paigow.table import Phase
from paigow.web.people.log_models import SignificantEvent
from paigow.web.service import tables
from paigow.web.store.models import Table


def test_tables_are_listed_by_page(new_house: Any, new_caller: Any) -> None:
    for number in range(3):
        new_house(slug=f"t{number}")
    Table.objects.filter(slug="t1").update(closed_at="2026-01-01T00:00:00Z")
    mei = new_caller()
    page = mei.get("tables", limit=1).json()
    assert [each["slug"] for each in page["tables"]] == ["t0"]
    rest = mei.get("tables", limit=1, offset=page["next"]).json()
    assert [each["slug"] for each in rest["tables"]] == ["t2"]
    assert rest["next"] is None
    assert [each["slug"] for each in mei.get("tables", closed=True).json()["tables"]] == ["t1"]


def test_a_table_has_its_seats_and_rules(house: Any, new_caller: Any) -> None:
    mei = new_caller()
    mei.sit(house.slug, 3)
    told = mei.get(f"tables/{house.slug}").json()
    assert told["submission_hash"] == submission_hash(load_submission("maryland-tiles"))
    assert told["submission"]["standard"] == told["standard"] == "maryland-tiles"
    assert told["seats"] == mei.get(f"tables/{house.slug}/seats").json()
    assert {"position": 3, "player": "mei", "shown": "mei", "bot": False, "away": False} in told["seats"]
    assert told["sequence"] == house.state.sequence


@pytest.mark.parametrize("standard", STANDARDS)
def test_everybody_who_sits_is_among_the_seats(standard: str, new_house: Any, new_caller: Any) -> None:
    """Those where one may sit are there, the house's box in New Zealand too, and no others."""
    house, mei, bao = new_house(standard), new_caller("mei"), new_caller("bao")
    offers = mei.get(f"tables/{house.slug}/legal").json()["offers"]
    places = {offer["command"]["position"] for offer in offers if offer["command"]["do"] == "sit"}
    mei.sit(house.slug, min(places))
    bao.sit(house.slug, max(places))
    seats = mei.get(f"tables/{house.slug}/seats").json()
    assert [each["position"] for each in seats] == sorted(places)
    seen = mei.get(f"tables/{house.slug}/view").json()["players"]
    sitting = {each["player"]: each["position"] for each in seats if each["player"]}
    assert sitting == {name: player["position"] for name, player in seen.items()}
    assert mei.get(f"tables/{house.slug}").json()["seats"] == seats


@pytest.mark.parametrize("path", ["", "/seats", "/view", "/legal", "/history", "/rounds", "/record"])
@pytest.mark.parametrize("slug", ["nowhere", "UPPER", "a%00b", "%F0%9F%80%84", "-"])
def test_there_is_no_such_table(path: str, slug: str, new_caller: Any) -> None:
    response = new_caller().get(f"tables/{slug}{path}")
    assert response.status_code in (404, 422)
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["reason"] in ("no-such-table", "invalid", "not-found")


def test_an_operator_opens_a_table(new_caller: Any) -> None:
    op = new_caller("op", "operator")
    made = op.post("tables", {"slug": "new", "standard": "dealer-open", "title": "New", "bots": 2, "pace": {"bet": 5}})
    assert made.status_code == 201, made.content
    table = Table.objects.get(slug="new")
    assert (table.opened_by, table.title, len(table.bots), table.pace["bet"]) == ("op", "New", 2, 5.0)
    assert SignificantEvent.objects.filter(kind="deactivation", person="op", detail__table="new").exists()
    again = op.post("tables", {"slug": "new", "standard": "dealer-open"})
    assert (again.status_code, again.json()["reason"]) == (409, "table-exists")


def test_a_table_has_the_rules_of_its_submission(new_caller: Any) -> None:
    op = new_caller("op", "operator")
    data: Any = load_submission("maryland-tiles").data()
    data["table"]["maximum"] = "$200"
    answer = op.post("tables", {"slug": "own", "submission": data})
    assert answer.status_code == 201, answer.content
    made = answer.json()
    assert made["maximum"] == 20000
    assert made["submission_hash"] != submission_hash(load_submission("maryland-tiles"))


@pytest.mark.parametrize(
    "body",
    [
        {"slug": "Bad Name", "standard": "maryland-tiles"},
        {"slug": "a"},
        {"slug": "a", "standard": "poker"},
        {"slug": "a", "standard": "maryland-tiles", "submission": {"standard": "maryland-tiles"}},
        {"slug": "a", "submission": {}},
        {"slug": "a", "submission": {"standard": "maryland-tiles", "table": {"seats": 99}}},
        {"slug": "a", "submission": {"standard": "/etc/passwd"}},
        {"slug": "a", "standard": "maryland-tiles", "bots": 99},
        {"slug": "a", "standard": "maryland-tiles", "pace": {"bet": -1}},
        {"slug": "a", "standard": "maryland-tiles", "title": "a\u0000"},
        {"slug": "a", "standard": "maryland-tiles", "more": 1},
        [],
    ],
)
def test_what_is_no_table_is_refused(body: Any, new_caller: Any) -> None:
    refused = new_caller("op", "operator").post("tables", body)
    assert refused.status_code == 422, refused.content
    assert refused["Content-Type"] == "application/problem+json"
    assert not Table.objects.exists()


def test_history_is_heard_by_page_and_in_order(house: Any, new_caller: Any) -> None:
    mei = new_caller()
    mei.sit(house.slug, 1)
    house.round(mei)
    heard: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = mei.get(f"tables/{house.slug}/history", after=after, limit=7).json()
        heard += page["events"]
        after = page["next"]
    assert [each["sequence"] for each in heard] == list(range(1, house.state.sequence + 1))
    known = tables.log_of(house.slug, "mei")
    assert [(e["event"], e["given_by"], e["clauses"]) for e in heard] == [
        (e["event"], e["given_by"], e["clauses"]) for e in known
    ]
    assert all(each["clauses"] for each in heard)
    last = mei.get(f"tables/{house.slug}/history", after=house.state.sequence).json()
    assert (last["events"], last["next"]) == ([], None)


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": 501}, {"after": -1}, {"after": 10**30}, {"as": "dealer"}])
def test_history_is_asked_for_as_it_is_documented(query: dict[str, Any], house: Any, new_caller: Any) -> None:
    refused = new_caller().get(f"tables/{house.slug}/history", **query)
    assert (refused.status_code, refused.json()["reason"]) == (422, "invalid")


def test_nobody_sees_or_is_offered_anothers_hidden_pieces(house: Any, new_caller: Any) -> None:
    mei, bao, fen, idle = new_caller("mei"), new_caller("bao"), new_caller("fen", "floor"), new_caller("idle")
    mei.sit(house.slug, 1)
    bao.sit(house.slug, 2)
    house.deal(lambda state: state.phase is Phase.SETTING, mei, bao)
    house.deal(lambda state: state.current.hands[1].setting is not None, mei)
    assert house.state.phase is Phase.SETTING
    own = mei.get(f"tables/{house.slug}/view").json()["round"]["hands"]["1"]
    pieces = [str(piece) for piece in house.state.current.hands[1].pieces]
    assert own["pieces"] == pieces
    assert own["setting"] is not None
    others = [(bao, {}), (idle, {}), (fen, {}), (fen, {"as": "floor"})]
    for caller, query in others:
        hands = caller.get(f"tables/{house.slug}/view", **query).json()["round"]["hands"]
        assert hands["1"]["pieces"] == ["?"] * 4
        assert hands["1"]["setting"] is None
        history = caller.get(f"tables/{house.slug}/history", limit=500, **query).json()["events"]
        assert all("hands" not in event and "order" not in event and "stub" not in event for event in history)
        assert all("setting" not in event for event in history if event["event"] == "hand-set")
        offers = caller.get(f"tables/{house.slug}/legal", **query).json()["offers"]
        assert all(offer["command"].get("position") != 1 or "setting" not in offer["command"] for offer in offers)
        stale = caller.do(house.slug, "sit", position=5, seed="s", expected=0)
        if stale.status_code == 409:
            assert stale.json()["view"]["round"]["hands"]["1"]["pieces"] == ["?"] * 4
    heard = mei.get(f"tables/{house.slug}/history", limit=500).json()["events"]
    assert any("setting" in event for event in heard if event["event"] == "hand-set")


def test_only_the_floor_looks_as_the_floor(house: Any, new_caller: Any) -> None:
    for name, role in (("mei", "player"), ("op", "operator"), ("aud", "auditor")):
        caller = new_caller(name, role)
        for path in ("view", "legal", "history"):
            refused = caller.get(f"tables/{house.slug}/{path}", **{"as": "floor"})
            assert (refused.status_code, refused.json()["reason"]) == (403, "not-yours")
