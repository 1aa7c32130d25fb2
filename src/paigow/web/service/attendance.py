"""Data about each person that is stored in a table's row but is not part of the game.

It says who is sitting out, who has finished betting and which side bets are on hold. It determines only how long the
house waits, and for whom. It is stored in the row that every booking locks, so it changes together with the game, and
every dealing process sees it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from typing import Any

from paigow.table import TableState
from paigow.table.core.model import WagerKey
from paigow.text import Text
from paigow.web.people.models import User
from paigow.web.people.names import BOT
from paigow.web.people.preferences import Preferences
from paigow.web.store.models import Table

ASKED, MISSED = "asked", "missed"  # why a person sits out
BY_HOST = "host"  # why a seat was lost: removed by the host
REMOVED = 1_000_000  # miss count that makes the host's removal take effect after the round
Bet = tuple[int, str, int]  # position, kind and amount


@dataclass(frozen=True, slots=True)
class Reservation:
    """A seat that a person will take as soon as the round is over; position 0 means any seat."""

    position: int
    chips: int


@dataclass(frozen=True, slots=True)
class Attendance:
    """One person at one table. `reserved` and `lost` also apply to people who are not currently seated."""

    seen: int = 0  # time of the person's last action, in seconds
    misses: int = 0  # consecutive rounds without any action
    out: str = ""  # sits out, by choice or after missing a betting window
    done: str = ""  # the betting window in which the person pressed Deal
    skipped: int = 0  # the last round that the person asked to skip
    rebet: int = 0  # the last round in which the bets were repeated
    held: tuple[Bet, ...] = ()  # side bets waiting for the main bet
    last: tuple[Bet, ...] = ()  # the bets of the last round with any
    wishes: Preferences = field(default_factory=Preferences)
    reserved: Reservation | None = None
    said: str = ""  # the last quick phrase, see `talk`
    said_at: int = 0  # when it was said, in seconds
    lost: str | Text = ""  # why the seat was lost (a code) or refused (a message), until the person has read it

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Attendance":
        known = {name: value for name, value in data.items() if name in NAMES}
        for name in ("held", "last"):
            known[name] = tuple((place, kind, cents) for place, kind, cents in known.get(name, ()))
        known["wishes"] = Preferences.read(known.get("wishes", {}))
        if known.get("reserved"):
            known["reserved"] = Reservation(**known["reserved"])
        if isinstance(why := known.get("lost"), dict):
            known["lost"] = Text(why["template"], why["fields"])
        return cls(**known)

    def data(self) -> dict[str, Any]:
        values = {name: value for name in NAMES if (value := getattr(self, name)) != getattr(NOBODY, name)}
        if "wishes" in values:
            values["wishes"] = self.wishes.data()
        if isinstance(self.lost, Text):
            values["lost"] = self.lost.data()
        if self.reserved is not None:
            values["reserved"] = asdict(self.reserved)
        return values

    @property
    def is_over(self) -> bool:
        """Return whether there is nothing left to store about a person who is not at the table."""
        return self.reserved is None and not self.lost


NOBODY = Attendance()
NAMES = tuple(each.name for each in fields(Attendance))


def attendance_of(table: Table, name: str) -> Attendance:
    """Return the stored attendance of a person, or the default if there is none."""
    return Attendance.read(table.attendance.get(name, {}))


def people_at(state: TableState) -> frozenset[str]:
    return frozenset(name for name in state.players if not name.startswith(BOT))


def here(table: Table, state: TableState) -> dict[str, Attendance]:
    """Return everybody at the table who has not left their seat mid-round."""
    present = sorted(name for name in people_at(state) if not state.players[name].away)
    return {name: attendance_of(table, name) for name in present}


def arrived(table: Table, name: str, at: datetime) -> Attendance:
    """Return the attendance of a person who has just sat down."""
    kept = User.objects.filter(username=name).values_list("preferences", flat=True).first()
    return Attendance(seen=seconds(at), wishes=wishes_at(table, Preferences.read(kept or {})))


def wishes_at(table: Table, wishes: Preferences) -> Preferences:
    """Return a person's preferences as they apply at this table."""
    return wishes.at_practice() if table.private else wishes


def seconds(at: datetime) -> int:
    return int(at.timestamp())


def time_of(stamp: int) -> datetime:
    return datetime.fromtimestamp(stamp, UTC)


def acted(known: Attendance, at: datetime) -> Attendance:
    """Return the attendance after any action by the person."""
    return replace(known, seen=seconds(at), misses=0)


def bets_of(wagers: Mapping[WagerKey, int], name: str, kinds: Iterable[str]) -> tuple[Bet, ...]:
    """Return the bets a person could repeat, main bets first."""
    allowed = tuple(kinds)
    mine = ((key.position, key.kind, amount) for key, amount in wagers.items() if key.player == name)
    return tuple(sorted((bet for bet in mine if bet[1] in allowed), key=lambda bet: (allowed.index(bet[1]), bet[0])))
