"""The speed of the table."""

from dataclasses import dataclass

from paigow.errors import PaigowError
from paigow.terminal.text import gettext_noop as noop


@dataclass(frozen=True, slots=True)
class Speed:
    """The delay after each step; None waits for a key."""

    name: str
    dealer: float | None
    bots: float | None


SPEEDS = (
    Speed(noop("normal"), 0.7, 0.2),
    Speed(noop("fast"), 0.2, 0.05),
    Speed(noop("no waiting"), 0, 0),
    Speed(noop("step by step"), None, None),
    Speed(noop("slow"), 1.6, 0.6),
)


def speed_named(name: str) -> Speed:
    """Return the speed by its name on the command line."""
    words = {"normal": 0, "fast": 1, "none": 2, "step": 3, "slow": 4}
    if name not in words:
        raise PaigowError(f"there is no speed {name!r}; there are {', '.join(words)}")
    return SPEEDS[words[name]]
