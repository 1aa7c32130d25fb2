"""Killed at any instant, the house loses nothing and does nothing twice. Runs as a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.tiers import examples

pytestmark = pytest.mark.long

POINTS = examples(20, 100)  # on each database


def kills(data: Path, database: str = "") -> dict[str, int | str | list[str]]:
    environment = {**os.environ, "PAIGOW_DATA": str(data), "DJANGO_SETTINGS_MODULE": "paigow.web.settings"}
    environment["DATABASE_URL"] = database
    command = [sys.executable, "-m", "benchmarks.crashes", "--points", str(POINTS)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=3600, check=False)
    assert done.stdout, done.stderr[-3000:]
    told: dict[str, int | str | list[str]] = json.loads(done.stdout.splitlines()[-1])
    return told


@pytest.mark.own_database
def test_kill_nine_at_any_instant(database_url: str, tmp_path: Path) -> None:
    told = kills(tmp_path, database_url)
    assert told["database"] == ("postgresql" if database_url else "sqlite")
    assert told["faults"] == []
    assert told["kills"] == POINTS
    assert int(str(told["acknowledged"])) > POINTS  # people did play
    assert int(str(told["rounds"])) > 0
    assert int(str(told["killed from outside"])) > 0
    assert int(str(told["killed by its own hand at a statement"])) > 0
