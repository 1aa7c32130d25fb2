"""A program that is not what it should be does not serve."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from paigow.house.self_test import CHECKS, VECTORS, self_test
from tools.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


def test_this_program_passes() -> None:
    self_test()


def test_the_known_answers_are_the_published_vectors() -> None:
    published = json.loads((ROOT / "tests/fairness/vectors.json").read_text(encoding="utf-8"))
    assert hashlib.sha256(json.dumps(published, sort_keys=True).encode()).hexdigest() == VECTORS


SPOILED = {
    "the_source_of_seeds": ("fairness/seeds.py", "return secrets.token_bytes(", 'return b"\\x01" * int('),
    "the_deal": ("fairness/stream.py", "while last:", "while last > 1:"),
    "the_rules": ("tiles/house_ways/maryland.py", "best(dealt.settings, high_then_low)", "list(dealt.settings)[::-1]"),
    "the_seal": ("web/seals/sealing.py", "place.encode())", 'b"")'),
    "the_signature": (
        "web/seals/sealing.py",
        "        return False\n    return True",
        "        return True\n    return True",
    ),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "src" / "paigow", place / "paigow", ignore=shutil.ignore_patterns("__pycache__"))
    return place


@pytest.mark.own_database
@pytest.mark.parametrize("check", [check.__name__ for check in CHECKS])
def test_a_program_that_was_spoiled_does_not_serve(copy: Path, tmp_path: Path, check: str) -> None:
    name, well, spoiled = SPOILED[check]
    path = copy / "paigow" / name
    text = path.read_text(encoding="utf-8")
    assert well in text
    path.write_text(text.replace(well, spoiled), encoding="utf-8")
    try:
        command = [sys.executable, "-P", "-m", "paigow", "serve", "--data", str(tmp_path / "house"), "--port", "0"]
        environment = os.environ | {"PYTHONPATH": str(copy), "DATABASE_URL": ""}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    finally:
        path.write_text(text, encoding="utf-8")
    assert done.returncode != 0
    assert done.stdout == ""
    assert check in done.stderr
    assert not list((tmp_path / "house").glob("*.sqlite3"))
