"""Settings of the interpreter for a process in which a dealer and many requests take turns."""

import gc
import sys

TURN = 0.001  # seconds
COLLECTED = (10_000, 20, 50)  # how many new objects, and how often younger ones, before those of an age are looked at


def settle() -> None:
    """Call it when everything is loaded.

    Long-lived objects are frozen: a collection that looks through them holds every table up for half a second. Of the
    rest the old is looked at every few minutes, for what streams leave behind. Threads take turns every millisecond, so
    that nobody waits long who has little to do.
    """
    sys.setswitchinterval(TURN)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
