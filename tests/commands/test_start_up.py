"""The command starts fast and imports nothing heavy; it is the same as `python -m paigow`."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import paigow

Run = Callable[..., Any]
SOURCE = Path(paigow.__file__).parent.parent
COMMAND = [sys.executable, "-m", "paigow", "set", "maryland-poker", *["As", "Kd", "Qh", "9c", "8c", "4d", "Jk"]]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE)}


def test_little_is_imported_and_nothing_heavy() -> None:
    """What a command costs before it does anything is what it imports; `python -X importtime` shows how much."""
    code = (
        "import sys; from paigow.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: print(*sys.modules, file=sys.stderr)\n"
    )
    run = [sys.executable, "-c", code, *COMMAND[3:]]
    modules = set(subprocess.run(run, capture_output=True, text=True, env=ENVIRONMENT, check=True).stderr.split())
    heavy = {"numpy", "numba", "django", "textual", "matplotlib", "rich", "paigow.tiles", "paigow.money"}
    assert "paigow.hands.cards" in modules
    assert not modules & heavy
    assert len(modules) < 400


def test_advice_for_tiles_needs_no_library() -> None:
    code = (
        "import sys; from paigow.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: print(*sys.modules, file=sys.stderr)\n"
    )
    run = [sys.executable, "-c", code, "advise", "maryland-tiles", "66", "11", "36", "25"]
    ran = subprocess.run(run, capture_output=True, text=True, env=ENVIRONMENT, check=True)
    assert "best: 66 36 / 11 25" in ran.stdout
    assert not set(ran.stderr.split()) & {"numpy", "numba"}


def test_help_and_version(run: Run) -> None:
    assert run().out == run("--help").out == run("-h").out
    assert "Set a hand the house way." in run("--help").out
    assert run("--version").out == f"paigow {paigow.__version__}\n"
    assert "clause index" in run("rules", "--help").out
    assert run("rules").out == run("rules", "--help").out


def test_a_reader_that_stops_early_is_no_failure(tmp_path: Path) -> None:
    hands = tmp_path / "hands.txt"
    hands.write_text("66 45 12 23\n" * 20_000, encoding="utf-8")
    command = f"{{ '{sys.executable}' -m paigow set maryland-tiles --from {hands}; echo $? >&2; }} | head -1"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert ran.stdout.count("\n") == 1
    assert ran.stderr == "0\n"


def test_a_terminal_without_unicode_is_no_traceback() -> None:
    command = [*COMMAND[:3], "drill", "maryland-poker", "--dealer", "--seed", "s"]
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": "ascii"}
    ran = subprocess.run(command, capture_output=True, env=environment, stdin=subprocess.DEVNULL, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"Is the player?s hand foul?" in ran.stdout


def test_what_is_typed_wrong_is_said_in_plain_words(run: Run) -> None:
    for typed, said in {
        "foo": "No such command 'foo'; --help lists them all",
        "sett": "No such command 'sett'. Did you mean 'set'?",
        "simulate maryland-tiles --rounds 1e6": "Invalid value for '--rounds': it must be a whole number",
        "simulate maryland-tiles --rounds 0": "Invalid value for '--rounds': it must be at least 1",
        "serve --port 99999": "Invalid value for '--port': it must be at most 65535",
        "verify /dev/null/x": "/dev/null/x cannot be read: Not a directory",
    }.items():
        ran = run(*typed.split())
        assert (ran.status, ran.out, ran.err) == (2, "", f"paigow: {said}\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_no_traceback() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        ran = subprocess.run(COMMAND, stdout=full, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, check=False)
    assert (ran.returncode, ran.stderr) == (2, "paigow: the answer: No space left on device\n")


def test_interrupting_is_no_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    ran = run("drill", "maryland-tiles")
    assert (ran.status, ran.err) == (0, "")
