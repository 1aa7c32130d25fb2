"""Wait for a state, never for a time: a busy machine makes a test slow, not wrong."""

import re
import time
from collections.abc import Callable
from typing import Final, TypeVar

PATIENCE: Final = 300.0
"""Seconds after which something that has not happened never will."""

T = TypeVar("T")


def wait_until(reached: Callable[[], T], pause: float = 0.05) -> T:
    """Ask again and again until the answer is true, and return it."""
    end = time.monotonic() + PATIENCE
    while not (found := reached()):
        if time.monotonic() > end:
            raise AssertionError(f"it did not happen within {PATIENCE:.0f} seconds")
        time.sleep(pause)
    return found


def without_compiling(text: str) -> str:
    """Return what a command said, but for the note of the first one on a machine that it compiles."""
    return re.sub(r"^paigow: compil(?:ing once|ed \d+ loops).*\n", "", text, flags=re.MULTILINE)
