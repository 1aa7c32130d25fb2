"""The desk: what can be asked about a hand under some rules, answered as plain data that commands and pages show."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from paigow.comparison import Match
from paigow.rules.packaged import Data, packaged_data
from paigow.rules.standards import STANDARDS, Standard

if TYPE_CHECKING:
    from paigow.rules.submission import Submission

Answer = dict[str, Any]


@dataclass(frozen=True)
class Choices:
    """The rules asked for: a standard and what a submission chooses within it."""

    rules: str
    """As the person named it: a standard or a file."""
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


class Desk(Protocol):
    """What can be asked about a hand in one game."""

    choices: Choices
    pieces: tuple[str, ...]
    """The whole set or deck, in notation."""
    hand_size: int

    def set(self, pieces: str) -> Answer: ...

    def match(self, player: str, bank: str) -> tuple[Match, str | None]: ...

    def compare(self, player: str, bank: str) -> Answer: ...

    def classify(self, pieces: str) -> Answer: ...


def choices(rules: str, house_way: str | None = None) -> Choices:
    """Return the choices under some rules.

    A standard's own data is known to be valid and complete; a file or another house way is checked.
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
    """Return the choices of a submission that has been checked."""
    data = submission.data()
    return Choices(submission.standard, submission.rules, data, submission.house_way)


def open_desk(rules: str, house_way: str | None = None) -> Desk:
    """Return the desk for some rules."""
    return desk_for(choices(rules, house_way))


def desk_for(chosen: Choices) -> Desk:
    """Return the desk for these choices. Only the game asked for is imported."""
    if chosen.standard.game == "tiles":
        from paigow.desk.tiles import TilesDesk

        return TilesDesk(chosen)
    from paigow.desk.poker import PokerDesk

    return PokerDesk(chosen)


def comparison(choices: Choices, match: Match, player: Answer, bank: Answer, reason: str | None = None) -> Answer:
    """Return the answer to `compare`, whatever the game; `player` and `bank` tell their hands."""
    return {
        "rules": choices.rules,
        "result": str(match.result),
        "high": str(match.high.winner),
        "low": str(match.low.winner),
        "clause": match.clause,
        "reason": reason,
        "high_clause": match.high.clause,
        "low_clause": match.low.clause,
        "player": player,
        "bank": bank,
    }
