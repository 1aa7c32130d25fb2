"""The core runs on every Python that the package names, wherever one is installed: it needs no library."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from paigow.record import verify

ROOT = Path(__file__).parents[2]
RECORD = next((ROOT / "tests" / "golden" / "maryland-poker").glob("*.toml"))
CODE = """
import sys
from paigow.analysis import advise
from paigow.hands import open_hands
from paigow.hands.answers import set_answer
from paigow.record import verify
assert sys.version_info[:2] == (3, int(sys.argv[2]))
assert set_answer(open_hands("maryland-poker"), "As Ad Kh Kc 9s 8d 2c")["clause"] == "MDP-11.C.1"
assert str(advise("maryland-tiles", "66 11 36 25").best.value) == "3387/4550"
with open(sys.argv[1], encoding="utf-8", newline="\\n") as lines:
    print(verify(lines).hash)
"""


def find_python(minor: int) -> str | None:
    """A Python of this version: on the path, or one that pyenv keeps."""
    kept = sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python"))
    for found in (shutil.which(f"python3.{minor}"), *map(str, kept)):
        if found and subprocess.run([found, "--version"], capture_output=True, check=False).returncode == 0:
            return found
    return None


@pytest.mark.parametrize("minor", [12, 13, 14])
def test_the_core_runs_on_it_and_finds_the_same_hash(minor: int, tmp_path: Path) -> None:
    python = find_python(minor)
    if python is None:
        pytest.skip(f"Python 3.{minor} is not installed")
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONPYCACHEPREFIX": str(tmp_path)}
    ran = subprocess.run(
        [python, "-W", "error", "-c", CODE, str(RECORD), str(minor)], env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    with RECORD.open(encoding="utf-8", newline="\n") as lines:
        assert ran.stdout.strip() == verify(lines).hash
