"""Generators of clients accept the document, and what they make of it works."""

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools import clients, forked
from tools.tiers import cases

MISSING = clients.missing()
pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

MAKE_PLAYER = """
import django
django.setup()
from paigow.web.service.tokens import Scope, issue
from paigow.web.people.registration import sign_up
print(issue(sign_up("robot", "nine brass tiles"), "bot", scopes=[Scope.READ, Scope.PLAY])[1])
"""


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    from paigow.web.api.urls import api

    found: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema(path_prefix="/api/")))
    return found


@pytest.fixture(scope="module")
def project(document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The TypeScript examples with the types that openapi-typescript makes of the document."""
    folder = tmp_path_factory.mktemp("typescript")
    for file in clients.TYPESCRIPT.iterdir():
        if file.is_file() and not file.name.startswith("openapi."):
            (folder / file.name).write_bytes(file.read_bytes())
    (folder / "node_modules").symlink_to(clients.TYPESCRIPT / "node_modules")
    (folder / "openapi.json").write_text(json.dumps(document), encoding="utf-8")
    made = clients.run_node(
        clients.package("openapi-typescript/bin/cli.js"), "openapi.json", "--output", "openapi.d.ts", folder=folder
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert "warn" not in made.stderr.lower(), made.stderr
    return folder


def test_openapi_typescript_accepts_the_document_and_the_bot_compiles_in_strict_mode(project: Path) -> None:
    types = (project / "openapi.d.ts").read_text(encoding="utf-8")
    assert 'do: "sit"' in types
    assert 'event: "wager-settled"' in types
    compiled = clients.run_node(clients.package("typescript/bin/tsc"), "--noEmit", folder=project)
    assert compiled.returncode == 0, compiled.stdout


def test_the_types_refuse_what_the_table_does_not_know(project: Path) -> None:
    """So that the test above can fail: a wrong field, a wrong value and a wrong kind are errors of the compiler."""
    wrong = project / "wrong.ts"
    wrong.write_text(
        'import type { components } from "./openapi.d.ts";\n'
        'type CommandIn = components["schemas"]["CommandIn"];\n'
        'export const one: CommandIn = { do: "wager", position: 1, amount: "5", expected: 3 };\n'
        'export const two: CommandIn = { do: "wager", position: 1, expected: 3 };\n'
        'export const three: CommandIn = { do: "fly", expected: 3 };\n',
        encoding="utf-8",
    )
    try:
        compiled = clients.run_node(clients.package("typescript/bin/tsc"), "--noEmit", folder=project)
    finally:
        wrong.unlink()
    for line in (3, 4, 5):
        assert f"wrong.ts({line}," in compiled.stdout, compiled.stdout


BESIDE = Path(sys.executable).parent
"""Where the programs of this environment are: the generator formats what it writes with ruff."""


def test_openapi_python_client_accepts_the_document(
    document: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(document), encoding="utf-8")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.json"]
    made = subprocess.run(
        [*command, "--output-path", "client", "--meta", "none", "--fail-on-warning"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(clients.PYTHON), "PATH": f"{BESIDE}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    monkeypatch.syspath_prepend(str(tmp_path))
    models = importlib.import_module("client.models")
    heard = {
        "sequence": 7, "given_at": "2026-01-01T00:00:00Z", "given_by": "ann", "event": "wager-placed",
        "wager": "bet:1:main:ann", "amount": 1000, "clauses": ["MDT-5.A"], "transfers": [],
    }  # fmt: skip
    history = models.History.from_dict({"events": [heard], "next": None, "sequence": 7})
    [event] = history.events
    assert isinstance(event, models.WagerPlaced)
    assert event.amount == 1000


@pytest.mark.own_database
@pytest.mark.parametrize("house_url", cases(["sqlite", "postgresql"]), indirect=True)  # what it asks is the same
def test_the_typescript_bot_plays_fifty_rounds(house_url: str, new_server: Callable[..., Any], project: Path) -> None:
    server = new_server(house_url, environment={"PAIGOW_RATES": "api=1000000"})
    environment = server.environment | {"PAIGOW_DATA": str(server.data)}
    environment["DJANGO_SETTINGS_MODULE"] = "paigow.web.settings"
    made = forked.run("-c", MAKE_PLAYER, env=environment, cwd=server.data)
    played = clients.run_node(
        "bot.ts", server.address, "maryland-tiles", "50", folder=project, PAIGOW_TOKEN=made.stdout.strip()
    )
    assert played.returncode == 0, played.stdout[-2000:] + played.stderr[-4000:]
    assert "round 50 is over" in played.stdout
    assert "in 50 rounds" in played.stdout
