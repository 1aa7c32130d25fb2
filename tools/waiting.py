"""Wait for a state, never for a time: a busy machine makes a test slow, not wrong."""

import re
import threading
import time
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

PATIENCE: Final = 300.0
"""Seconds after which we give up waiting."""

T = TypeVar("T")


def wait_until(reached: Callable[[], T], pause: float = 0.05) -> T:
    """Ask repeatedly until the answer is true, and return it."""
    end = time.monotonic() + PATIENCE
    while not (found := reached()):
        if time.monotonic() > end:
            raise AssertionError(f"it did not happen within {PATIENCE:.0f} seconds")
        time.sleep(pause)
    return found


def run_together(threads: Iterable[threading.Thread]) -> None:
    """Start all threads and wait for each to end; name any that does not, without keeping the process alive."""
    running = list(threads)
    for thread in running:
        thread.daemon = True
        thread.start()
    end = time.monotonic() + PATIENCE
    for thread in running:
        thread.join(max(0.0, end - time.monotonic()))
    if stuck := [thread.name for thread in running if thread.is_alive()]:
        raise AssertionError(f"{', '.join(stuck)} did not end within {PATIENCE:.0f} seconds")


def without_compiling(text: str) -> str:
    """Return what a command printed, without the note about compiling once."""
    return re.sub(r"^paigow: compil(?:ing on first use|ed \d+ loops).*\n", "", text, flags=re.MULTILINE)
