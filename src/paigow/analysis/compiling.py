"""How long the loops take to compile, which they do once on a machine: what is compiled is kept on disk."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from numba.core import event


@dataclass
class Compiled:
    """What has been compiled since somebody began to look."""

    seconds: float = 0.0
    functions: list[str] = field(default_factory=list)


class _Listener(event.Listener):
    """Adds up the time in which anything compiles; one function compiles others on its way."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.found = Compiled()
        self._tell = tell
        self._under_way = 0
        self._since = 0.0
        self._lock = threading.Lock()

    def on_start(self, event: Any) -> None:
        name = str(event.data["dispatcher"].py_func.__name__)
        with self._lock:
            if not self._under_way:
                self._since = perf_counter()
            self._under_way += 1
            self.found.functions.append(name)
        self._tell(name)

    def on_end(self, event: Any) -> None:
        with self._lock:
            self._under_way -= 1
            if not self._under_way:
                self.found.seconds += perf_counter() - self._since


@contextmanager
def watched(tell: Callable[[str], None]) -> Iterator[Compiled]:
    """Tell the name of every function that begins to compile, and add up how long that takes."""
    listener = _Listener(tell)
    event.register("numba:compile", listener)  # type: ignore[no-untyped-call]
    try:
        yield listener.found
    finally:
        event.unregister("numba:compile", listener)  # type: ignore[no-untyped-call]
