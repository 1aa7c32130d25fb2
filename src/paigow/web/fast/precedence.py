"""Give HTTP requests priority over the dealer loop: users notice latency, the dealer does not.

Both share the interpreter, and each is slower for the other. So the dealer begins nothing at a table while requests are
being answered, for a moment at most.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Precedence:
    """Of the requests of this process. It may be asked from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asking = 0
        self._nobody = threading.Event()
        self._nobody.set()

    @contextmanager
    def asking(self) -> Iterator[None]:
        """While a request is being answered."""
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
        """Wait until nobody asks, for so long at most; whether nobody does then."""
        return self._nobody.wait(seconds)


precedence = Precedence()
"""The process-wide instance."""
