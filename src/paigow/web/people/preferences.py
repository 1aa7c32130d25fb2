"""Standing preferences: what a person wants done, or not asked about, at every table."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Preferences:
    """Saved with the account, guests included."""

    pick_up: bool = True  # cards or tiles, as soon as they are dealt
    pass_bank: bool = False  # always
    never_cut: bool = False
    rebet: bool = False  # the bets of the last round, every round
    mute: bool = False  # other people's quick phrases are not shown
    public_profile: bool = False  # others can see it
    ask_surrender: bool = False  # the table pauses for it; otherwise it is a quiet button
    practise_all: bool = False  # practice tables offer the bank and the cut too

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Preferences":
        """From a form or a row; a switch that it does not name is as it is for a newcomer."""
        return cls(**{name: bool(data[name]) for name in NAMES if name in data})

    def at_practice(self) -> "Preferences":
        """Return the preferences at a practice table, where neither bank nor cut is offered unasked."""
        return self if self.practise_all else replace(self, pass_bank=True, never_cut=True)

    def data(self) -> dict[str, bool]:
        """Only what differs from a newcomer's, as it is kept."""
        usual = asdict(Preferences())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


NAMES = tuple(field.name for field in fields(Preferences))
