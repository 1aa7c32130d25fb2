"""The benchmark of unit costs measures everything it names; how much is not a test's business."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paigow.rules import STANDARDS

ROOT = Path(__file__).parents[2]


@pytest.mark.exhaustive
def test_a_quick_run_prints_every_cost() -> None:
    settings = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "PAIGOW_DATA")}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.unit_costs", "--quick"],
        cwd=ROOT, env=settings, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("SQLite")
    named = (*(f"a round of {name}" for name in STANDARDS), "a command", "an event, for one more watcher", "a page")
    for name in (*named, "  engine", "  storage", "  record", "  streaming", "an empty request"):
        assert any(line.strip().startswith(name.strip()) for line in lines), (name, done.stdout)
    rounds = [line.split() for line in lines if "a round of" in line]
    assert all(int(words[5].replace(",", "")) > 1000 for words in rounds), done.stdout  # bytes written
