"""What each reading costs or gives: the edge of every wager that it moves, worked out by `paigow.analysis.readings`.

The figures are kept as data, for working them out takes minutes; a test works them out again.
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
    """The house's edge of one wager, played in one way, under the default reading and under another."""

    standard: str
    value: str  # of the reading
    wager: str
    usual: Fraction
    edge: Fraction

    @property
    def change(self) -> Fraction:
        """What the other reading adds to the edge."""
        return self.edge - self.usual

    def data(self) -> dict[str, str]:
        return {"wager": self.wager, "usual": str(self.usual), "edge": str(self.edge)}


@cache
def _kept() -> Mapping[str, Mapping[str, Mapping[str, list[Mapping[str, str]]]]]:
    text = (files("paigow.rules") / "data" / FILE).read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, Mapping[str, list[Mapping[str, str]]]]] = json.loads(text)
    return found


def prices(standard: str, reading: str) -> Mapping[str, tuple[Price, ...]]:
    """For each value of a reading but the default, what it moves; nothing is no effect on the edge of any wager."""
    return {
        value: tuple(Price(standard, value, p["wager"], Fraction(p["usual"]), Fraction(p["edge"])) for p in moved)
        for value, moved in _kept()[standard][reading].items()
    }
