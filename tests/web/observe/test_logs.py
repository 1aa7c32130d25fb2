"""Each request has a line in the log, with its id, its table and its person, and without anything secret."""

import json
import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import structlog
from django.test import Client

from paigow.rules import load_submission
from paigow.web.observe.logs import logging_settings
from paigow.web.people.registration import sign_up
from paigow.web.service import tables
from paigow.web.service.tokens import issue

PASSWORD = "nine brass tiles"


@pytest.fixture
def raw() -> Iterator[Any]:
    """What is logged from now on, as the site would write it."""
    parts = logging_settings("INFO")["formatters"]["json"]
    formatter = structlog.stdlib.ProcessorFormatter(
        processors=parts["processors"], foreign_pre_chain=parts["foreign_pre_chain"]
    )
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.addHandler(handler)
    yield written.getvalue
    root.removeHandler(handler)


@pytest.fixture
def lines(raw: Any) -> Any:
    return lambda: [json.loads(line) for line in raw().splitlines()]


def requests(lines: Any) -> list[dict[str, Any]]:
    return [line for line in lines() if line["logger"] == "paigow.request"]


@pytest.mark.django_db
def test_a_request_is_logged_with_its_id_table_and_person(lines: Any) -> None:
    person = sign_up("mei", PASSWORD)
    _, token = issue(person, "t")
    tables.open_table("t", load_submission("maryland-tiles"), "op")
    headers = {"Authorization": f"Bearer {token}", "X-Request-ID": "proxy-given-0001"}
    response = Client().get("/api/tables/t/view?as=player", headers=headers)
    assert response["X-Request-ID"] == "proxy-given-0001"
    [line] = requests(lines)
    assert (line["request_id"], line["table"], line["user"]) == ("proxy-given-0001", "t", "mei")
    assert (line["method"], line["path"], line["status"]) == ("GET", "/api/tables/t/view", 200)
    assert 0 <= line["seconds"] < 60
    assert line["timestamp"].endswith("Z")
    assert token not in json.dumps(line)


@pytest.mark.django_db
@pytest.mark.parametrize("given", ["", "short", "x" * 65, "with space in it", 'quote"quote"quote', "line\tline\tline"])
def test_an_id_that_is_none_is_replaced(given: str, lines: Any) -> None:
    response = Client().get("/api/tables", headers={"X-Request-ID": given})
    assert response["X-Request-ID"] != given
    assert requests(lines)[0]["request_id"] == response["X-Request-ID"]


@pytest.mark.django_db
def test_a_password_is_not_logged(lines: Any) -> None:
    sign_up("mei", PASSWORD)
    Client().post("/account/sign-in/", {"username": "mei", "password": PASSWORD})
    Client().post("/account/sign-in/", {"username": "mei", "password": "wrong " + PASSWORD})
    assert len(requests(lines)) == 2
    assert PASSWORD not in json.dumps(lines())


def test_what_is_named_like_a_secret_is_not_logged(lines: Any) -> None:
    structlog.get_logger("paigow.test").info("hello", token="t", Password="p", seed="s", table="t1")
    [line] = lines()
    assert (line["token"], line["Password"], line["seed"]) == ("(not logged)",) * 3
    assert line["table"] == "t1"


def test_a_trace_has_no_values(lines: Any) -> None:
    order = "66 11 44"
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        structlog.get_logger("paigow.test").exception("it broke")
    assert "RuntimeError: broken" in lines()[0]["exception"]
    assert order not in json.dumps(lines())


def test_the_logs_of_others_are_json_too(lines: Any) -> None:
    logging.getLogger("uvicorn.error").warning("something %s", "odd")
    [line] = lines()
    assert (line["event"], line["level"], line["logger"]) == ("something odd", "warning", "uvicorn.error")


@pytest.mark.django_db
@pytest.mark.parametrize("sign", ["\n", "\r", "\x1b[31m", "\u2028", "\x85", "\x9b"])
def test_nothing_that_is_sent_makes_a_line_of_its_own(sign: str, lines: Any, raw: Any) -> None:
    forged = f'/{sign}{{"event": "forged"}}'
    Client().get(forged)
    structlog.get_logger("paigow.test").info(f"a{sign}b", name=f"c{sign}d")
    assert all(line.isascii() and line.isprintable() for line in raw().split("\n"))
    assert not any(line["event"] == "forged" for line in lines())


@pytest.mark.django_db
def test_who_was_refused_is_logged_with_the_address(lines: Any) -> None:
    mei = sign_up("mei", PASSWORD)
    client = Client(REMOTE_ADDR="192.0.2.9")
    client.force_login(mei)
    assert client.get("/floor/").status_code == 403
    Client(REMOTE_ADDR="192.0.2.10").get("/api/tables", headers={"authorization": "Bearer paigow_x"})
    first, second = requests(lines)
    assert (first["status"], first["user"], first["address"]) == (403, "mei", "192.0.2.9")
    assert (second["status"], second["address"]) == (401, "192.0.2.10")


@pytest.mark.django_db
def test_signing_out_is_logged(lines: Any) -> None:
    client = Client()
    client.force_login(sign_up("mei", PASSWORD))
    client.post("/account/sign-out/")
    assert [line["user"] for line in lines() if line["event"] == "signed out"] == ["mei"]
