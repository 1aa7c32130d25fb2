"""What runs alongside a process's requests: the dealer, and the listener for other processes."""

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
COLLECTED = (10_000, 20, 50)  # garbage collection thresholds: new objects, then collections of the younger generation


@contextmanager
def running() -> Iterator[None]:
    """Run the dealer and the listener. With `PAIGOW_DEALER=0` a process serves without dealing."""
    threads: list[DealerThread | Listener] = []
    if os.environ.get("PAIGOW_DEALER", "1") != "0":
        dealer = DealerThread()
        draining.hold(dealer.is_busy)
        threads.append(dealer)
    if connection.vendor == "postgresql":
        threads.append(Listener())
    get_resolver().url_patterns  # noqa: B018  (loads every page now, so that nobody waits for it later)
    # The dealer and the requests share the interpreter: switch often, so that short tasks do not wait long.
    sys.setswitchinterval(TURN)
    # A full garbage collection stops every table for half a second: freeze what is loaded by now, and collect the
    # oldest generation only every few minutes, for what streams leave behind.
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
