"""The desk: what can be asked about a hand under some rules, answered as plain data that commands and pages show."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from paigow.comparison import Match
from paigow.rules.packaged import Data, packaged_data
from paigow.rules.standards import STANDARDS, Standard

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

    def compare(self, player: str, bank: str) -> Answer: ...

    def classify(self, pieces: str) -> Answer: ...


def choices(rules: str, house_way: str | None = None) -> Choices:
    """A standard's own data is known to be valid and complete; a file or another house way is checked."""
    if rules in STANDARDS:
        data = packaged_data(rules)
    else:
        from paigow.rules.submission import load_submission

        data = load_submission(rules).data()
    if house_way is not None:
        from paigow.rules.submission import build_submission

        data = build_submission({**data, "house_way": house_way}).data()
    return Choices(rules, STANDARDS[data["standard"]], data, data["house_way"])


def open_desk(rules: str, house_way: str | None = None) -> Desk:
    """The desk for some rules. Only the game asked for is imported."""
    chosen = choices(rules, house_way)
    if chosen.standard.game == "tiles":
        from paigow.desk.tiles import TilesDesk

        return TilesDesk(chosen)
    from paigow.desk.poker import PokerDesk

    return PokerDesk(chosen)


def comparison(choices: Choices, match: Match, player: Answer, bank: Answer, reason: str | None = None) -> Answer:
    """The answer to `compare`, whatever the game; `player` and `bank` tell their hands."""
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
