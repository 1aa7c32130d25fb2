"""`paigow play` in a real terminal, and what it says without one."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import paigow
from tools.waiting import PATIENCE

Run = Callable[..., Any]
SOURCE = Path(paigow.__file__).parent.parent


def test_without_a_terminal_it_says_what_is_needed(run: Run) -> None:
    ran = run("play", "maryland-tiles")
    assert (ran.status, ran.out) == (2, "")
    assert "needs a terminal" in ran.err
    assert "paigow drill" in ran.err


def in_terminal(*arguments: str, until: str, then: bytes) -> tuple[int, str]:
    """Runs the command on a terminal of 80 columns and 24 lines; types `then` as soon as it shows `until`."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "xterm-256color", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "paigow", "play", *arguments]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown, typed, end = b"", not then, time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if not select.select([ours], [], [], 1)[0]:
                continue
            try:
                shown += os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not typed and until.encode() in shown:
                os.write(ours, then)
                typed = True
        os.close(ours)
        return process.wait(timeout=PATIENCE), shown.decode("utf-8", "replace")


def test_in_a_terminal(tmp_path: Path, run: Run) -> None:
    record = tmp_path / "session.toml"
    options = (
        "--speed",
        "none",
        "--name",
        "gwen",
        "--seat",
        "2",
        "--bots",
        "2",
        "--seed",
        "pty",
        "--record",
        str(record),
    )
    keys = b"\r\r"  # sits the round out
    status, shown = in_terminal("dealer-open", *options, until="Your bets", then=keys + b"q")
    assert status == 0, shown[-2000:]
    assert "gwen" in shown
    assert "You leave with $5,000.00 after buying $5,000.00: $0.00." in shown
    checked = run("verify", str(record))
    assert checked.status == 0
    assert "1 rounds" in checked.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nevada",), "nevada"),
        (("maryland-tiles", "--seat", "9"), "seats are 1 to 6"),
        (("maryland-tiles", "--bots", "9"), "0 to 5 bots"),
        (("maryland-tiles", "--speed", "warp"), "no speed"),
        (("maryland-tiles", "--name", "two words"), "cannot be a player"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments: tuple[str, ...], words: str) -> None:
    status, shown = in_terminal(*arguments, until="", then=b"")
    assert status == 2
    assert words in shown
    assert "Traceback" not in shown
