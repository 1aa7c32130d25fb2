"""Tables that people open for themselves and their friends.

When opening a table, the host chooses the game, the limits, the pace and the bots, and whether it is public or by
invitation only. Afterwards, a host can pause the table, remove an inactive player and close it. A host has no power
over the rules, the money or anything hidden, and sees what any spectator sees.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.errors import PaigowError
from paigow.rules import STANDARDS, Submission, build_submission, submission_hash
from paigow.table.steps.seating import LeaveTable
from paigow.version import __version__
from paigow.web.people.events import Kind, note
from paigow.web.people.models import User
from paigow.web.service import attendance, bots, notices, practice, tables
from paigow.web.service.attendance import PRESETS, REMOVED, Attendance
from paigow.web.service.authority import PLAY
from paigow.web.service.booking import booking
from paigow.web.service.errors import NotYours, ServiceError, TableClosed
from paigow.web.service.loading import locked
from paigow.web.store.models import Invited, Table

MAX_OPEN: Final = 3  # tables that one person may have open
MAX_BOTS: Final = 5
MAX_INVITED: Final = 200  # people who may join one table by its link
ABSENT: Final = timedelta(seconds=60)  # inactivity after which the host may remove somebody who sits out
IDLE: Final = timedelta(hours=2)  # inactivity after which a table is closed
PAUSE, RESUME, CLOSE, REMOVE = "pause", "resume", "close", "remove"
ACTS: Final = (PAUSE, RESUME, CLOSE, REMOVE)
LIMITS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {"low": ("$1.00", "$100.00"), "usual": ("$10.00", "$5,000.00"), "high": ("$100.00", "$10,000.00")}
)
PACES: Final = ("brisk", "casino")


class TooManyTables(ServiceError):
    reason = "too-many-tables"
    status = 409


@dataclass(frozen=True, slots=True)
class Plan:
    """The table a host wants to open."""

    standard: str
    limits: str = "usual"
    pace: str = "brisk"
    bots: int = 2
    invitation_only: bool = False

    def __post_init__(self) -> None:
        for value, known in ((self.standard, STANDARDS), (self.limits, LIMITS), (self.pace, PACES)):
            if value not in known:
                fields = {"value": value, "all": ", ".join(known)}
                raise PaigowError(_("%(value)s is not on offer: choose one of %(all)s.") % fields)
        if not 0 <= self.bots <= MAX_BOTS:
            raise PaigowError(_("Choose 0 to %(most)d bots.") % {"most": MAX_BOTS})

    def submission(self) -> Submission:
        """Return the game's packaged rules with the chosen limits; the host cannot choose anything else."""
        least, most = LIMITS[self.limits]
        return build_submission({"standard": self.standard, "table": {"minimum": least, "maximum": most}})


def hosted_by(person: User) -> list[Table]:
    """Return a host's open tables, newest first."""
    return list(Table.objects.filter(hosted=True, opened_by=person.username, closed_at=None).order_by("-pk"))


def open_for(person: User, plan: Plan, request: HttpRequest | None = None) -> Table:
    """Open a table for the person, up to `MAX_OPEN` tables."""
    if not person.has_perm(PLAY):
        raise NotYours(_("Staff cannot play or host tables."))
    submission = plan.submission()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=person.pk)  # two requests at once count each other's tables
        if sum(not table.closing for table in hosted_by(person)) >= MAX_OPEN:
            fields = {"most": MAX_OPEN}
            raise TooManyTables(_("You can have up to %(most)d tables open. Close one of them first.") % fields)
        table = tables.open_table(
            f"night-{secrets.token_hex(6)}",
            submission,
            person.username,
            title=STANDARDS[plan.standard].lobby.label,
            pace=PRESETS[plan.pace],
            bots=bots.styles(plan.bots),
        )
        table.hosted = True
        table.invitation = secrets.token_urlsafe(16) if plan.invitation_only else ""
        table.save(update_fields=("hosted", "invitation"))
        about = {"table": table.slug, "open": True, "submission": submission_hash(submission), "software": __version__}
        about |= {"hosted": True, "invitation": plan.invitation_only}
        note(Kind.DEACTIVATION, person, about, request, rows=(table,))
    return table


def invited_to(token: str) -> Table | None:
    """Return the open table for an invitation."""
    return Table.objects.filter(invitation=token, closed_at=None).first() if token else None


def accept(person: User, table: Table, request: HttpRequest | None = None) -> None:
    """Let the person see the table from now on. Accepting again changes nothing."""
    if table.opened_by == person.username:
        return
    with locked(table.slug):
        known = Invited.objects.filter(table=table)
        if not known.filter(person=person.username).exists() and known.count() >= MAX_INVITED:
            raise PaigowError(_("Too many people have used this invitation."))
        row, new = Invited.objects.get_or_create(table=table, person=person.username)
        if new:
            about = {"table": table.slug, "invited": person.username, "hosted": True}
            note(Kind.DEACTIVATION, person, about, request, rows=(row,))


def visible_to(name: str) -> Q:
    """Return the tables a person can find in a list: public ones, their own, and those they were invited to."""
    invited = Invited.objects.filter(person=name).values("table") if name else Invited.objects.none().values("table")
    own = Q(opened_by=name) if name else Q(pk=None)
    return Q(private=False, invitation="") | own | Q(pk__in=invited)


def act(slug: str, host: User, what: str, player: str = "", request: HttpRequest | None = None) -> None:
    """Perform one of the host's actions."""
    if what not in ACTS:
        raise PaigowError(
            _("There is no action %(act)s. Choose one of %(all)s.") % {"act": what, "all": ", ".join(ACTS)}
        )
    _require_host(tables.find(slug), host)
    if what == REMOVE:
        remove(slug, host, player, request)
        return
    with locked(slug) as table:
        if table.closed_at is not None or table.closing:
            raise TableClosed("the table {slug} is closed or closing", slug=slug)
        if what == CLOSE:
            table.closing = True
        elif table.paused is (what == PAUSE):
            return
        else:
            table.paused = what == PAUSE
        table.due_at = timezone.now()
        table.save(update_fields=("closing", "paused", "due_at"))
        about = {"open": False, "software": __version__} if what == CLOSE else {"paused": table.paused}
        note(Kind.DEACTIVATION, host, {"table": slug, **about, "hosted": True}, request)
        notices.announce(slug, table.sequence + 1)
    notices.publish(slug)


def absent(table: Table, now: datetime) -> list[str]:
    """Return the players who may be removed: inactive for a while, and sitting out or away from their seat."""
    state = tables.state_at(table)
    return [name for name in sorted(attendance.people_at(state)) if _is_absent(table, name, now)]


def _is_absent(table: Table, name: str, now: datetime) -> bool:
    known, player = attendance.attendance_of(table, name), tables.state_at(table).players.get(name)
    gone = player is not None and (bool(known.out) or player.away)
    return gone and now - attendance.time_of(known.seen) >= ABSENT


def remove(slug: str, host: User, player: str, request: HttpRequest | None = None) -> None:
    """Free the seat of an inactive player. Their chips go back to their wallet; the current hand is played first."""
    with booking(slug) as book:
        _require_host(book.table, host)
        if player not in attendance.people_at(book.state):
            raise PaigowError(_("Nobody by that name is at this table."))
        if not _is_absent(book.table, player, book.at):
            seconds = int(ABSENT.total_seconds())
            words = _("You can remove only somebody who is sitting out and has done nothing for %(seconds)d seconds.")
            raise NotYours(words % {"seconds": seconds})
        if book.state.round is None:
            book.carry_out(LeaveTable(player=player), f"host-{host.username}"[:150], f"host.{book.state.sequence}")
            book.note(player, Attendance(lost=attendance.BY_HOST))
        else:
            book.note(player, replace(book.attendance(player), misses=REMOVED))
        note(Kind.DEACTIVATION, host, {"table": slug, "removed": player, "hosted": True}, request)


def _require_host(table: Table, person: User) -> None:
    if not table.hosted or table.opened_by != person.username:
        raise NotYours(_("Only the host of this table can do that."))


def close_idle(now: datetime) -> int:
    """Close hosted tables that nobody has used for a while; return the number of tables closed."""
    idle = [
        table for table in Table.objects.filter(hosted=True, closed_at=None, closing=False) if now - _used(table) > IDLE
    ]
    for table in idle:
        practice.close(table)
    return len(idle)


def _used(table: Table) -> datetime:
    """Return the time at which somebody last acted at the table or looked at it."""
    seen = [attendance.time_of(attendance.attendance_of(table, name).seen) for name in table.attendance]
    return max([table.opened_at, *seen, *([table.watched_at] if table.watched_at else [])])
