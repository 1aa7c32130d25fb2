"""The first answer says that it compiles, and for how long; the next has nothing to compile."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ONE_QUESTION = """
from paigow.analysis import compiling
from paigow.cli import main
compiling.FIRST_QUESTIONS = compiling.FIRST_QUESTIONS[:1]
main(["compile"])
"""


def ran(cache: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    return subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, check=True)


def test_compiling_is_said_once_and_timed_apart(tmp_path: Path) -> None:
    first, second = (ran(tmp_path, "-m", "paigow", "odds", "maryland-tiles") for _ in range(2))
    assert first.stderr.startswith("paigow: compiling on first use")
    assert " s; the answer took " in first.stderr
    assert second.stderr == ""
    took = re.compile(r"in \d+\.\d+ s")
    assert took.sub("", first.stdout) == took.sub("", second.stdout)


@pytest.mark.exhaustive
def test_what_is_compiled_ahead_leaves_nothing_to_the_first_answer(tmp_path: Path) -> None:
    assert re.fullmatch(
        r"Compiled \d+ loops in [\d.]+ s; the answers took [\d.]+ s\.\n", ran(tmp_path, "-c", ONE_QUESTION).stdout
    )
    assert ran(tmp_path, "-c", ONE_QUESTION).stdout.startswith("Nothing to compile")
    assert ran(tmp_path, "-m", "paigow", "odds", "maryland-tiles").stderr == ""
