"""What works beside the requests of a process: the dealer, and the listener to other processes."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.urls import get_resolver

from paigow.web.draining import draining
from paigow.web.pulse import pulse
from paigow.web.service.dealer import DealerThread
from paigow.web.service.notices import Listener

TURN = 0.001  # seconds
COLLECTED = (10_000, 20, 50)  # how many new objects, and how often younger ones, before those of an age are looked at


@contextmanager
def running() -> Iterator[None]:
    """`PAIGOW_DEALER=0` has a process serve without dealing."""
    threads: list[DealerThread | Listener] = []
    if os.environ.get("PAIGOW_DEALER", "1") != "0":
        dealer = DealerThread()
        draining.hold(dealer.is_busy)
        threads.append(dealer)
    if connection.vendor == "postgresql":
        threads.append(Listener())
    get_resolver().url_patterns  # noqa: B018  (loads every page now, so that nobody waits for it later)
    # The dealer and the requests share the interpreter: nobody waits long for a turn who only has little to do.
    sys.setswitchinterval(TURN)
    # A collector that looks through everything holds every table up for half a second: what is loaded by now stays and
    # is left alone, and of the rest the old is looked at every few minutes, for what streams leave behind.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    for thread in threads:
        thread.start()
    pulse.start()
    try:
        yield
    finally:
        pulse.stop()
        for thread in threads:
            thread.stop()
        for thread in threads:
            thread.join(timeout=5.0)
