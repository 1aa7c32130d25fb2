"""What is sent without measure or out of shape is refused in words, and is no defect."""

import json
from typing import Any

import pytest
from django.test import Client

from paigow.house.export import _cell
from paigow.rules import load_submission
from paigow.web.people.models import User
from paigow.web.people.registration import sign_up
from paigow.web.people.roles import appoint
from paigow.web.service import tables
from paigow.web.service.tokens import issue

pytestmark = pytest.mark.django_db
PASSWORD = "nine brass tiles"
DEEP = {
    "open": "[" * 100_000,
    "closed": "[" * 100_000 + "]" * 100_000,
    "objects": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "number": "9" * 100_000,
}


@pytest.fixture
def mei() -> User:
    return sign_up("mei", PASSWORD)


@pytest.mark.parametrize("kind", DEEP)
@pytest.mark.parametrize("path", ["/api/verification", "/api/tables", "/api/tables/t/commands"])
def test_json_without_end(mei: User, kind: str, path: str) -> None:
    client = Client(headers={"authorization": f"Bearer {issue(mei, 'x')[1]}", "idempotency-key": "k"})
    answer = client.post(path, DEEP[kind], content_type="application/json")
    assert answer.status_code in (400, 422)
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 5000 + "]" * 5000,
        "x = " + "{a=" * 5000 + "1" + "}" * 5000,
        "x = " + "9" * 20_000,
        ".".join(["a"] * 20_000) + " = 1",
        "no toml",
        "\ud7ff\uffff = 1",
    ],
)
def test_rules_without_end(mei: User, text: str) -> None:
    appoint(mei, "operator")
    client = Client()
    client.force_login(User.objects.get())
    assert client.post("/operator/", {"name": "x", "text": text}).status_code in (200, 422)


@pytest.mark.parametrize("field", ["is_superuser", "id", "user", "by", "actor", "person", "balance", "seed_"])
def test_a_field_that_is_not_asked_for_is_refused(mei: User, field: str) -> None:
    """Mass assignment: a command has its own fields and no other."""
    tables.open_table("t", load_submission("maryland-tiles"), "op")
    client = Client(headers={"authorization": f"Bearer {issue(mei, 'x')[1]}", "idempotency-key": "k"})
    sent = {"do": "sit", "position": 1, "seed": "s", field: "ann"}
    answer = client.post("/api/tables/t/commands", json.dumps(sent), content_type="application/json")
    assert answer.status_code == 422
    assert not tables.state_of("t").players


def test_fields_of_an_account_are_not_for_a_form(client: Client) -> None:
    more = {"is_staff": "on", "is_superuser": "1", "stamp": "9", "groups": "operator", "wallet": "999"}
    client.post("/account/sign-up/", {"name": "mei", "new": PASSWORD, "again": PASSWORD, **more})
    client.post("/account/language/", {"language": "zh-hant", "username": "ann", **more})
    person = User.objects.get()
    assert (person.username, person.is_staff, person.is_superuser, person.stamp) == ("mei", False, False, 0)
    assert set(person.groups.values_list("name", flat=True)) == {"player"}


def test_what_is_too_much_for_a_form(client: Client) -> None:
    many = client.post("/account/sign-in/", {f"f{number}": "x" for number in range(2000)})
    assert many.status_code == 400
    large = client.post("/account/sign-in/", {"name": "mei", "password": "x" * 3_000_000})
    assert large.status_code in (400, 413)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "\0=1"])
def test_no_text_is_a_formula_in_a_spreadsheet(text: str) -> None:
    assert (_cell(text), _cell(-1)) == (f"'{text}", -1)


def test_forms_at_a_table_are_not_sent_without_end(mei: User, settings: Any) -> None:
    settings.RATES = {"table": 2}
    tables.open_table("t", load_submission("maryland-tiles"), "op")
    client = Client()
    client.force_login(mei)
    found = [client.post("/tables/t/do/", {"verb": "sit"}).status_code for _ in range(4)]
    assert found[-1] == 429


def test_hands_are_not_worked_out_without_end(client: Client, settings: Any) -> None:
    settings.RATES = {"advice": 1}
    asked = {"rules": "maryland-tiles", "hand": "66 45 12 24"}
    found = {client.get("/advice/", asked, REMOTE_ADDR="192.0.2.44").status_code for _ in range(3)}
    assert found == {200, 429}
    assert client.get("/advice/", REMOTE_ADDR="192.0.2.44").status_code == 200, "the page itself is there"


@pytest.mark.parametrize(
    "page",
    [
        *("/", "/account/", "/account/statement.csv", "/api/openapi.json", "/verify/", "/no/such/", "/metrics"),
        *("/static/paigow/site.css", "/static/paigow/table.js", "/static/paigow/art.svg"),
    ],
)
def test_every_text_says_in_which_signs_it_is_written(mei: User, page: str) -> None:
    client = Client()
    client.force_login(mei)
    kind = client.get(page)["Content-Type"].replace('"', "")
    assert kind.startswith("application/json") or "charset=utf-8" in kind


@pytest.mark.parametrize("year", ["99999999999999999999", str(2**63), "0", "-1", "10000"])
def test_a_year_that_no_calendar_has(mei: User, year: str) -> None:
    appoint(mei, "auditor")
    client = Client()
    client.force_login(User.objects.get())
    assert client.get(f"/admin/people/walletentry/?at__year={year}").status_code in (200, 302, 400)
