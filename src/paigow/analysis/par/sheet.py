"""The contents of a par sheet as immutable data: identification, every wager by outcome, findings, checks and method.

Rendering is elsewhere: the same sheet can be written as HTML, PDF, CSV or JSON, with the same content.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import sqrt

from paigow.analysis.results import Odds, Outcome

FORMAT = 1
"""Version of the JSON and CSV formats, incremented by changes that could break a reader."""

Z_90 = Fraction(1645, 1000)
"""Ninety percent of a normal distribution is within this many standard deviations of its mean."""


@dataclass(frozen=True, slots=True)
class Identification:
    """The subject of the sheet, and the versions it was made with."""

    standard: str
    document: str
    version: str
    submission: str
    operator: str
    submission_hash: str
    house_way: str
    readings: tuple[tuple[str, str], ...]
    package_version: str
    date: str

    def to_dict(self) -> dict[str, object]:
        return {
            "standard": self.standard,
            "document": self.document,
            "version": self.version,
            "submission": self.submission,
            "operator": self.operator,
            "submission_hash": self.submission_hash,
            "house_way": self.house_way,
            "readings": dict(self.readings),
            "package": f"paigow {self.package_version}",
            "date": self.date,
        }


@dataclass(frozen=True, slots=True)
class Case:
    """One way a wager can be played, with its odds."""

    name: str
    odds: Odds
    terms: Mapping[str, str]
    """The payout of each winning outcome in the pay table's words, by the outcome's name."""

    @property
    def return_to_player(self) -> Fraction:
        """Return the average amount returned per unit staked, including the stake."""
        return 1 + self.odds.expectation

    @property
    def volatility_index(self) -> float:
        """Half the width of the range that contains nine out of ten one-round results."""
        return float(Z_90) * self.odds.standard_deviation

    def range_of_return(self, rounds: int) -> tuple[float, float]:
        """Return the range of the average return over that many rounds in nine cases out of ten.

        It uses the normal approximation, cut off at zero, since the approximation may go negative over a few rounds of
        a wager that rarely wins.
        """
        middle, half = float(self.return_to_player), self.volatility_index / sqrt(rounds)
        return max(middle - half, 0.0), middle + half

    def pays(self, outcome: Outcome) -> str:
        """Return the payout in the pay table's words, or else as the gain per unit staked."""
        if outcome.pays == -1:
            return "loses"
        return self.terms.get(outcome.name, "push" if outcome.pays == 0 else f"{outcome.pays} to 1")

    def to_dict(self) -> dict[str, object]:
        odds = self.odds
        return {
            "name": self.name,
            "house_way": odds.house_way,
            "player": odds.player,
            "total": odds.total,
            "outcomes": [
                {
                    "name": each.name,
                    "count": each.count,
                    "probability": str(Fraction(each.count, odds.total)),
                    "probability_decimal": each.count / odds.total,
                    "pays": str(each.pays),
                    "terms": self.pays(each),
                    "contribution": str(each.count * each.pays / odds.total),
                }
                for each in odds.outcomes
            ],
            "return": str(self.return_to_player),
            "return_percent": float(self.return_to_player * 100),
            "edge": str(odds.edge),
            "edge_percent": odds.edge_percent,
            "hit_frequency": str(odds.hit_frequency),
            "hit_frequency_percent": float(odds.hit_frequency * 100),
            "variance": str(odds.variance),
            "standard_deviation": odds.standard_deviation,
            "volatility_index": self.volatility_index,
            "exact": odds.exact,
        }


@dataclass(frozen=True, slots=True)
class Table:
    """Further figures about a wager: a caption, column headings and rows of text.

    The first column contains row headings.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def to_dict(self) -> dict[str, object]:
        return {"caption": self.caption, "columns": list(self.columns), "rows": [list(row) for row in self.rows]}


@dataclass(frozen=True, slots=True)
class Curve:
    """A line to plot: the edge, in percent, as a function of something."""

    title: str
    x_label: str
    points: tuple[tuple[Fraction, Fraction], ...]
    mark: tuple[Fraction, str] | None = None
    """A point on the line worth labelling."""
    dots: bool = False
    """Whether to draw separate points, with no line between them."""


@dataclass(frozen=True, slots=True)
class WagerSheet:
    """One wager and the ways to play it."""

    wager: str
    title: str
    paytable: str | None
    clause: str
    limits: str
    cases: tuple[Case, ...]
    tables: tuple[Table, ...] = ()
    curves: tuple[Curve, ...] = ()

    def to_dict(self) -> dict[str, object]:
        return {
            "wager": self.wager,
            "title": self.title,
            "paytable": self.paytable,
            "clause": self.clause,
            "limits": self.limits,
            "cases": [each.to_dict() for each in self.cases],
            "tables": [each.to_dict() for each in self.tables],
        }


class Weight(StrEnum):
    """The importance of a finding to the person who approves the submission."""

    ADVANTAGE = "advantage"
    """The player, not the house, has the edge."""
    ATTENTION = "attention"
    """A common benchmark is not met, or a choice has a hidden cost or gain."""
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    weight: Weight
    wager: str
    text: str

    def to_dict(self) -> dict[str, str]:
        return {"weight": str(self.weight), "wager": self.wager, "text": self.text}


@dataclass(frozen=True, slots=True)
class Check:
    """Something that must hold if the figures are right, computed in two ways."""

    name: str
    expected: str
    found: str

    @property
    def passed(self) -> bool:
        return self.expected == self.found

    def to_dict(self) -> dict[str, object]:
        return {"name": self.name, "expected": self.expected, "found": self.found, "passed": self.passed}


@dataclass(frozen=True, slots=True)
class ParSheet:
    """Everything about a submission's odds that a regulator asks for."""

    identification: Identification
    wagers: tuple[WagerSheet, ...]
    findings: tuple[Finding, ...]
    checks: tuple[Check, ...]
    method: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether every check of the sheet holds."""
        return all(check.passed for check in self.checks)

    def __repr__(self) -> str:
        checks = "all checks passed" if self.passed else "CHECKS FAILED"
        return f"<ParSheet {self.identification.submission}: {len(self.wagers)} wagers, {checks}>"

    def _repr_html_(self) -> str:
        from html import escape

        from paigow.analysis.par.page import to_html

        return f'<iframe srcdoc="{escape(to_html(self))}" width="100%" height="600"></iframe>'

    def to_dict(self) -> dict[str, object]:
        """Return plain data, as the JSON format has it."""
        return {
            "par_sheet": FORMAT,
            "identification": self.identification.to_dict(),
            "wagers": [each.to_dict() for each in self.wagers],
            "findings": [each.to_dict() for each in self.findings],
            "checks": [each.to_dict() for each in self.checks],
            "method": list(self.method),
        }
