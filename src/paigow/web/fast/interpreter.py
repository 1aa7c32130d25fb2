"""Settings of the interpreter for a process in which a dealer and many requests take turns."""

import gc
import sys

TURN = 0.001  # seconds
COLLECTED = (10_000, 20, 50)  # garbage collection thresholds: new objects, then collections of the younger generation


def settle() -> None:
    """Tune the interpreter; call it when everything is loaded.

    Long-lived objects are frozen, because collecting them would stop every table for half a second. The oldest of the
    rest are collected every few minutes, for what streams leave behind. Threads switch every millisecond, so that short
    tasks do not wait long.
    """
    sys.setswitchinterval(TURN)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
