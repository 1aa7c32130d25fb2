"""Measure how long the loops take to compile. This happens once per machine: compiled code is kept on disk."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any

from numba.core import event


def _odds(rules: str, wager: str = "main") -> object:
    from paigow.analysis.questions import odds

    return odds(rules, wager)


def _advise(rules: str) -> object:
    from paigow.analysis.settings import advise

    return advise(rules, "As Kd Qh 9c 8c 4d Jk")


def _simulate(rules: str) -> object:
    from paigow.analysis.simulations import simulate_rules

    return simulate_rules(rules, rounds=1, seats=1)


FIRST_QUESTIONS: tuple[Callable[[], object], ...] = (
    partial(_odds, "maryland-tiles"),
    partial(_odds, "maryland-poker"),
    partial(_odds, "maryland-poker", "fortune"),
    partial(_advise, "maryland-poker"),
    partial(_advise, "dealer-open"),
    partial(_simulate, "maryland-tiles"),
    partial(_simulate, "maryland-poker"),
)
"""Questions that together run the loops people need first, so that asking them compiles those loops."""


@dataclass
class Compiled:
    """The functions compiled since the measurement began."""

    seconds: float = 0.0
    functions: list[str] = field(default_factory=list)


class _Listener(event.Listener):
    """A listener that adds up compile time; compiling one function may compile others."""

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
    """Report the name of every function as it starts to compile, and add up the time."""
    listener = _Listener(tell)
    event.register("numba:compile", listener)  # type: ignore[no-untyped-call]
    try:
        yield listener.found
    finally:
        event.unregister("numba:compile", listener)  # type: ignore[no-untyped-call]
