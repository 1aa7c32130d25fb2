"""Background work of a serving process: the dealer, and the listener for other processes."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.urls import get_resolver

from paigow.web.fast import interpreter
from paigow.web.service.dealer import DealerThread
from paigow.web.service.notices import Listener
from paigow.web.serving.draining import draining
from paigow.web.serving.pulse import pulse


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
    interpreter.settle()
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
