"""Preferences: what a person wants done, or not asked about, at every table."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Preferences:
    """Preferences saved with the account, also for guests."""

    pick_up: bool = True  # cards or tiles, as soon as they are dealt
    pass_bank: bool = False  # always
    never_cut: bool = False
    rebet: bool = False  # the bets of the last round, every round
    mute: bool = False  # hide other people's quick phrases
    public_profile: bool = False  # others can see the profile
    ask_surrender: bool = False  # the table pauses for it; otherwise it is a quiet button
    practise_all: bool = False  # practice tables also offer the bank and the cut

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Preferences":
        """Parse a form or a row; anything it does not mention has a new player's default."""
        return cls(**{name: bool(data[name]) for name in NAMES if name in data})

    def at_practice(self) -> "Preferences":
        """Return the preferences at a practice table, where the bank and the cut are offered only on request."""
        return self if self.practise_all else replace(self, pass_bank=True, never_cut=True)

    def data(self) -> dict[str, bool]:
        """Return only what differs from a new player's defaults, as stored."""
        usual = asdict(Preferences())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


NAMES = tuple(field.name for field in fields(Preferences))
