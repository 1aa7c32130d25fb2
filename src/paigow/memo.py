"""A cache of limited size, for answers that many hands share."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

LIMIT = 1 << 11


class Memo(dict[K, V]):
    """A dictionary that forgets everything once it is full, so that a server that runs for weeks does not grow.

    Looking something up costs no more than in a plain dictionary, unlike in a cache that keeps track of use.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        super().__init__()
        self._limit = limit

    def keep(self, key: K, value: V) -> V:
        """Remember a value, and return it."""
        if len(self) >= self._limit:
            self.clear()
        self[key] = value
        return value
