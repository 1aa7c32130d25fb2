"""Practice tables: one for each game in a house that has no tables yet, and private ones for each person."""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.bots import CHOOSERS
from paigow.errors import PaigowError
from paigow.rules import STANDARDS, load_submission, submission_hash
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.version import __version__
from paigow.web.people import wallet
from paigow.web.people.events import Kind, note
from paigow.web.people.models import User
from paigow.web.service import attendance, bots, tables
from paigow.web.service.attendance import PRESETS, Pace, preset_of
from paigow.web.service.authority import PLAY
from paigow.web.service.booking import booking
from paigow.web.service.errors import NotYours
from paigow.web.store.models import Table

SEATED = 3
MOST_BOTS = 5
MOST_OPEN = 3  # practice tables that one person may have
IDLE = timedelta(minutes=30)  # inactivity after which a practice table is closed
CHIPS = 100  # table minimums to start with

THE_HOUSE = "the house"
"""The opener of a table that no person opened."""


def open_practice_tables() -> None:
    """Open practice tables in a house that has no tables, open or closed, so that a closed one does not come back."""
    if Table.objects.exists():
        return
    styles = bots.styles(SEATED)
    for name in STANDARDS:
        submission = load_submission(name)
        about = {"table": name, "open": True, "submission": submission_hash(submission), "software": __version__}
        with transaction.atomic():
            tables.open_table(name, submission, THE_HOUSE, title=STANDARDS[name].lobby.label, bots=styles)
            note(Kind.DEACTIVATION, "", about)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The practice table a person asks for."""

    standard: str
    pace: str = "brisk"
    bots: int = SEATED
    coach: bool = False
    style: str = ""
    """The style of all bots; if empty, each has its own."""

    def __post_init__(self) -> None:
        if self.standard not in STANDARDS:
            known = ", ".join(STANDARDS)
            raise PaigowError(
                _("There is no game %(game)s. Choose one of %(all)s.") % {"game": self.standard, "all": known}
            )
        if self.pace not in PRESETS:
            said = {"pace": self.pace, "all": ", ".join(PRESETS)}
            raise PaigowError(_("There is no pace %(pace)s. Choose one of %(all)s.") % said)
        if not 0 <= self.bots <= MOST_BOTS:
            raise PaigowError(_("You can play with 0 to %(most)d bots.") % {"most": MOST_BOTS})
        if self.style and self.style not in CHOOSERS:
            said = {"style": self.style, "all": ", ".join(CHOOSERS)}
            raise PaigowError(_("There is no bot style %(style)s. Choose one of %(all)s.") % said)


def mine(person: User) -> list[Table]:
    """Return the person's open practice tables, most recently used first."""
    found = Table.objects.filter(private=True, opened_by=person.username, closed_at=None, closing=False)
    return sorted(found, key=lambda table: _used(table), reverse=True)


def _used(table: Table) -> datetime:
    seen = attendance.attendance_of(table, table.opened_by).seen
    return max(table.opened_at, attendance.time_of(seen))


def matching(person: User, wanted: Wanted) -> Table | None:
    """Return one of the person's tables that already matches and where they are still seated."""
    for table in mine(person):
        there = (table.standard, preset_of(Pace.of(table.pace)), table.bots, table.coach)
        asked = (wanted.standard, wanted.pace, bots.styles(wanted.bots, wanted.style), wanted.coach)
        if there == asked and person.username in tables.state_at(table).players:
            return table
    return None


def open_for(person: User, wanted: Wanted) -> Table:
    """Return the person's table, with the person seated and chips bought: an open table that matches, or a new one.

    If the person has too many, close the least recently used.
    """
    if not person.has_perm(PLAY):
        raise NotYours("staff may not play")
    if (table := matching(person, wanted)) is not None:
        return table
    wallet.require_may_play(person, timezone.now())
    slug = f"practice-{secrets.token_hex(6)}"
    pace = replace(PRESETS[wanted.pace], clock=False)
    title = STANDARDS[wanted.standard].lobby.label
    submission = load_submission(wanted.standard)
    with transaction.atomic():
        seated = bots.styles(wanted.bots, wanted.style)
        table = tables.open_table(slug, submission, person.username, title=title, pace=pace, bots=seated)
        table.private, table.coach = True, wanted.coach
        table.save(update_fields=("private", "coach"))
        about = {"table": slug, "open": True, "submission": submission_hash(submission), "software": __version__}
        note(Kind.DEACTIVATION, person, about, rows=(table,))
    _sit(slug, person)
    for old in mine(person)[MOST_OPEN:]:
        close(old)
    return tables.find(slug)


def _sit(slug: str, person: User) -> None:
    """Seat the person in the middle, with chips in proportion to the table minimum and within the wallet and limits."""
    with booking(slug) as book:
        seats = book.state.game.seats
        name = person.username
        sit = SitDown(player=name, position=seats[len(seats) // 2])
        book.carry_out(sit, name, "practice-seat")
        most = wallet.most_to_buy(person, wallet.balance(person), book.at)
        chips = min(CHIPS * book.state.game.options.minimum, most)
        if chips > 0:
            book.carry_out(BuyIn(player=name, amount=chips), name, "practice-chips")
        book.change(due_at=book.at)


def close(table: Table) -> None:
    """Play the current hand to its end the house way, and return the chips to the wallet.

    The closing is logged, because the audit compares closed tables with the house's log.
    """
    with transaction.atomic():
        found = Table.objects.filter(pk=table.pk, closed_at=None, closing=False)
        if found.update(closing=True, due_at=timezone.now()):
            note(Kind.DEACTIVATION, "", {"table": table.slug, "open": False, "software": __version__})


def close_idle(now: datetime) -> int:
    """Close practice tables that nobody has used for a while; return the number of tables closed."""
    idle = [
        table
        for table in Table.objects.filter(private=True, closed_at=None, closing=False)
        if now - _used(table) > IDLE
    ]
    for table in idle:
        close(table)
    return len(idle)
