"""Settings of the interpreter for a process in which a dealer and many requests take turns."""

import ctypes
import gc
import sys

TURN = 0.001  # seconds
COLLECTED = (10_000, 20, 50)  # garbage collection thresholds: new objects, then collections of the younger generation

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # parameters of glibc's `mallopt`
ARENAS = 2
LARGE = 128 * 1024  # bytes


def limit_malloc() -> None:
    """Keep glibc from hoarding memory; call it before the first thread is started.

    By default some forty threads share 16 arenas, each of which keeps the most that its threads have ever needed at the
    same time, and a freed page of HTML raises the size up to which blocks stay there. Within an hour, half of what
    `malloc` had taken from the system was unused. Other C libraries do without this.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_ARENA_MAX, ARENAS)
        mallopt(M_MMAP_THRESHOLD, LARGE)


def settle() -> None:
    """Tune the interpreter; call it when everything is loaded.

    Long-lived objects are frozen, because collecting them would stop every table for half a second. The oldest of the
    rest are collected rarely; requests, pages and streams do not wait for that (`handler`, `templates`).
    Threads switch every millisecond, so that short tasks do not wait long.
    """
    sys.setswitchinterval(TURN)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
