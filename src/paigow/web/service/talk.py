"""Quick phrases and reactions at a table: a fixed list, so there is nothing to moderate.

They are stored outside the game's record. From the deal until the hands are open nobody can talk, because a phrase
could reveal something about a hand (NZ-10.9.b.ii).
"""

from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from paigow.errors import PaigowError
from paigow.table import Phase, TableState
from paigow.web.people.errors import TooOften
from paigow.web.service import attendance
from paigow.web.service.booking import booking
from paigow.web.service.errors import NotYours
from paigow.web.store.models import Table

PHRASES: Final = ("hello", "good-luck", "nice-hand", "well-played", "thanks", "sorry", "one-moment", "good-night")
REACTIONS: Final = ("thumbs-up", "clap", "wow", "laugh", "party", "clover")
CODES: Final = (*PHRASES, *REACTIONS)
PAUSE: Final = 3  # seconds between two phrases by one person
SHOWN: Final = 8  # seconds for which a phrase is shown
QUIET: Final = (Phase.SEEDING, Phase.STARTING, Phase.DEALING, Phase.SETTING, Phase.BANKING, Phase.EXPOSING)
CLAUSE: Final = "NZ-10.9.b.ii"


def may_talk(state: TableState) -> bool:
    """Return whether talking is allowed: no hand is in play that a phrase could give away."""
    return state.phase not in QUIET


def say(slug: str, person: str, code: str) -> None:
    """Show a phrase to everybody at the table. It does not count as activity: talking does not keep a seat."""
    if code not in CODES:
        fields = {"code": code, "all": ", ".join(CODES)}
        raise PaigowError(_("There is no phrase %(code)s. Choose one of %(all)s.") % fields)
    with booking(slug) as book:
        if person not in book.state.players:
            raise NotYours(_("Take a seat first."))
        if not may_talk(book.state):
            raise PaigowError(_("No talking while hands are in play."), CLAUSE)
        known, now = book.attendance(person), attendance.seconds(book.at)
        if now - known.said_at < PAUSE:
            raise TooOften(_("Wait a few seconds before the next phrase."), PAUSE)
        book.note(person, replace(known, said=code, said_at=now))


class Utterance(NamedTuple):
    """A phrase somebody said, and the time in seconds when they said it."""

    at: int
    name: str
    code: str


def said(table: Table, state: TableState, now: datetime) -> tuple[Utterance, ...]:
    """Return what people at the table have said recently, latest last."""
    people = ((name, attendance.attendance_of(table, name)) for name in sorted(attendance.people_at(state)))
    all_said = sorted(Utterance(known.said_at, name, known.said) for name, known in people if known.said)
    return tuple(each for each in all_said if 0 <= attendance.seconds(now) - each.at < SHOWN)
