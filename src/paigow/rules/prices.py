"""The effect of each reading: the edge of every wager it changes, as computed by `tools.reading_prices`.

The figures are stored as data, because computing them takes minutes; a test recomputes them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

FILE = "reading_prices.json"


@dataclass(frozen=True, slots=True)
class Price:
    """The house's edge on one wager, played in one way, under the default reading and under another."""

    standard: str
    value: str  # value of the reading
    wager: str
    usual: Fraction
    edge: Fraction

    @property
    def change(self) -> Fraction:
        """Return the amount that the other reading adds to the edge."""
        return self.edge - self.usual

    def data(self) -> dict[str, str]:
        return {"wager": self.wager, "usual": str(self.usual), "edge": str(self.edge)}


@cache
def _load() -> Mapping[str, Mapping[str, Mapping[str, list[Mapping[str, str]]]]]:
    text = (files("paigow.rules") / "data" / FILE).read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, Mapping[str, list[Mapping[str, str]]]]] = json.loads(text)
    return found


def prices(standard: str, reading: str) -> Mapping[str, tuple[Price, ...]]:
    """Return the effects of each value of a reading except the default; empty if it changes no wager's edge."""
    return {
        value: tuple(Price(standard, value, p["wager"], Fraction(p["usual"]), Fraction(p["edge"])) for p in moved)
        for value, moved in _load()[standard][reading].items()
    }
