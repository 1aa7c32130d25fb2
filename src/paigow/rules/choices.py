"""Looking up the rules that a person names: a standard and a submission's choices within it, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paigow.rules.packaged import Data, packaged_data
from paigow.rules.standards import STANDARDS, Standard

if TYPE_CHECKING:
    from paigow.rules.submission import Submission


@dataclass(frozen=True)
class Choices:
    """The requested rules: a standard and a submission's choices within it."""

    rules: str
    """The name the person gave: a standard or a file."""
    standard: Standard
    data: Data
    house_way: str

    @property
    def readings(self) -> Mapping[str, str]:
        readings: Mapping[str, str] = self.data["readings"]
        return readings

    @property
    def wagers(self) -> Mapping[str, Any]:
        wagers: Mapping[str, Any] = self.data["wagers"]
        return wagers


def choices(rules: str, house_way: str | None = None) -> Choices:
    """Return the choices under some rules.

    A standard's own data is known to be valid and complete; a file or another house way is validated.
    """
    if rules in STANDARDS:
        data = packaged_data(rules)
    else:
        from paigow.rules.submission import load_submission

        data = load_submission(rules).data()
    if house_way is not None:
        from paigow.rules.submission import build_submission

        data = build_submission({**data, "house_way": house_way}).data()
    return Choices(rules, STANDARDS[data["standard"]], data, data["house_way"])


def choices_of(submission: "Submission") -> Choices:
    """Return the choices of a validated submission."""
    return Choices(submission.standard, submission.rules, submission.data(), submission.house_way)
