"""The desk: what can be asked about a hand under some rules, answered as plain data that commands and pages show."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from paigow.errors import PaigowError
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
    """A standard's own data is known to be valid and complete; a file is checked."""
    if rules in STANDARDS:
        data = packaged_data(rules)
    else:
        from paigow.rules.submission import load_submission

        data = load_submission(rules).data()
    return Choices(rules, STANDARDS[data["standard"]], data, house_way or data["house_way"])


def open_desk(rules: str, house_way: str | None = None) -> Desk:
    """The desk for some rules. Only the game asked for is imported."""
    chosen = choices(rules, house_way)
    if chosen.standard.game == "tiles":
        from paigow.desk.tiles import TilesDesk

        return TilesDesk(chosen)
    from paigow.desk.poker import PokerDesk

    return PokerDesk(chosen)


def named(house_ways: Mapping[str, Any], name: str) -> Any:
    """A house way by name; a wrong name is answered with the right ones."""
    try:
        return house_ways[name]
    except KeyError:
        raise PaigowError(f"there is no house way {name!r}; there are {', '.join(house_ways)}") from None
