"""The events of one round, as a page reads them."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from paigow.table import Event

R = TypeVar("R")


class Events(tuple[Event, ...]):
    """The events of one round so far, with what has been worked out from them."""

    _known: dict[Hashable, Any]

    def once(self, key: Hashable, work: Callable[[], R]) -> R:
        """Return what follows from these events; it is worked out for the first who asks under this key."""
        known = self.__dict__.setdefault("_known", {})
        if key not in known:
            known[key] = work()
        found: R = known[key]
        return found
