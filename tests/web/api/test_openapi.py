"""The OpenAPI document says all that the API does.

Schemathesis asks what it allows and what it does not, one question after another that the last answer suggests, and
looks for answers that are not documented.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.test import Client

from paigow.table.core.engine import event_name, events
from tools.waiting import PATIENCE

MAKE_PEOPLE = """
import django
django.setup()
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import Group
from django.contrib.sessions.backends.db import SessionStore
from paigow.web.service.tokens import issue
from paigow.web.people.registration import sign_up
everything, somebody = (sign_up(name, "nine brass tiles") for name in ("everything", "somebody"))
everything.groups.set(Group.objects.all())
session = SessionStore()
session[SESSION_KEY] = str(somebody.pk)
session[BACKEND_SESSION_KEY] = "paigow.web.people.access.GuardedBackend"
session[HASH_SESSION_KEY] = somebody.get_session_auth_hash()
session.create()
print(issue(everything, "test")[1], session.session_key)
"""
QUICK = {"always": True, "between": 5} | dict.fromkeys(
    ("offer", "cut", "bet", "quiet", "seeds", "set", "step", "bot"), 0.05
)


def test_the_document_is_of_openapi_3_1_and_names_every_refusal() -> None:
    response = Client().get("/api/openapi.json")
    document: dict[str, Any] = response.json()
    assert document["openapi"] == "3.1.0"
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            refusals = {status for status in operation["responses"] if int(status) >= 400}
            assert {"400", "401", "403", "404", "405", "409", "422", "429"} <= refusals, (method, path)
            for status in refusals:
                assert list(operation["responses"][status]["content"]) == ["application/problem+json"]
            assert operation["description"]
            assert operation["security"]
    schemas = document["components"]["schemas"]
    for name in ("Command", "CommandIn"):
        kinds = schemas[name]["discriminator"]["mapping"]
        assert {"sit", "wager", "set", "shake", "stop"} <= set(kinds)
        assert not {"deliver", "close-round", "mix"} & set(kinds)
    assert set(schemas["GiveSitDown"]["required"]) == {"do", "position", "expected"}
    assert set(schemas["GiveStopTable"]["required"]) == {"do", "reason", "expected", "as"}
    assert "dice" not in schemas["GiveShakeDice"]["properties"], "chance is not said"
    assert set(schemas["Heard"]["discriminator"]["mapping"]) == {event_name(kind) for kind in events()}
    assert "seed" not in schemas["PlayerSeated"]["required"], "only its owner hears of it"


def test_no_key_stands_twice_in_the_document() -> None:
    """Python's parser keeps the last of two equal keys; others refuse the document."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), sorted(key for key in keys if keys.count(key) > 1)
        return dict(pairs)

    document = json.loads(Client().get("/api/openapi.json").content, object_pairs_hook=unique)
    assert document["servers"]
    assert document["info"]["license"]["name"] == "MIT"
    record = document["paths"]["/api/tables/{slug}/record"]["get"]["responses"]["200"]
    assert "application/toml" in record["content"]


def test_there_is_no_page_that_loads_from_elsewhere() -> None:
    assert Client().get("/api/docs").status_code == 404


def ask(address: str, folder: Path, headers: dict[str, str], *options: str) -> str:
    """Has schemathesis ask, with all its checks but one: what is well-formed may still be against the rules."""
    asked = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "run", f"{address}/api/openapi.json"),
            *(part for name, value in headers.items() for part in ("--header", f"{name}: {value}")),
            "--phases=examples,coverage,fuzzing,stateful",
            "--checks=all",
            "--generation-database=none",
            "--seed=1",
            f"--request-timeout={PATIENCE}",
            "--no-color",
            *options,
        ],
        cwd=folder,
        env=os.environ | {"COLUMNS": "160"},
        capture_output=True,
        text=True,
    )
    assert asked.returncode == 0, asked.stdout[-8000:] + asked.stderr[-2000:]
    assert re.search(r"✅ +Stateful", asked.stdout), asked.stdout
    return asked.stdout


@pytest.mark.exhaustive
@pytest.mark.own_database
def test_no_answer_is_undocumented_and_none_is_a_defect(house_url: str, new_server: Any, tmp_path: Path) -> None:
    rates = {"PAIGOW_RATES": "api=1000000,api-wrong=1000000,tokens=1000000"}
    server = new_server(house_url, environment=rates)
    environment = server.environment | {"PAIGOW_DATA": str(server.data)}
    environment["DJANGO_SETTINGS_MODULE"] = "paigow.web.settings"
    command = [sys.executable, "-c", MAKE_PEOPLE]
    made = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    token, session = made.stdout.split()
    headers = {"Authorization": f"Bearer {token}"}
    table = {"slug": "quick", "standard": "maryland-tiles", "bots": 2, "pace": QUICK}
    assert httpx.post(f"{server.address}/api/tables", json=table, headers=headers, timeout=PATIENCE).status_code == 201
    ask(
        server.address,
        tmp_path,
        headers,
        "--max-examples=6",
        "--exclude-checks=positive_data_acceptance",
        "--exclude-path-regex=/tokens|/stream|/feed",  # see below; streams wait for news
    )
    csrf = "c" * 32
    cookies = {"Cookie": f"session={session}; csrf={csrf}", "X-CSRFToken": csrf}
    ask(
        server.address,
        tmp_path,
        cookies,
        "--max-examples=6",
        "--include-path-regex=/tokens",
        "--exclude-checks=positive_data_acceptance,negative_data_rejection",  # it does not know of our cookie
    )
