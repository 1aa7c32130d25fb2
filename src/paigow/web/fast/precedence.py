"""Give HTTP requests priority over the dealer loop: users notice latency, the dealer does not.

Both share the interpreter, and each slows down the other. So the dealer starts nothing at a table while requests are
being answered, but waits only briefly.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Precedence:
    """The requests in progress in this process. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asking = 0
        self._nobody = threading.Event()
        self._nobody.set()

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Mark a request as in progress."""
        with self._lock:
            self._asking += 1
            self._nobody.clear()
        try:
            yield
        finally:
            with self._lock:
                self._asking -= 1
                if not self._asking:
                    self._nobody.set()

    def give_way(self, seconds: float) -> bool:
        """Wait until no request is in progress, up to a limit; return whether none is."""
        return self._nobody.wait(seconds)


precedence = Precedence()
"""The process-wide instance."""
