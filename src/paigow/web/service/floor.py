"""The floor's actions that are not commands of a table.

They open, close and stop tables on demand (gaming standards G11, L4). Games in progress are finished; every action is a
significant event with its reason.
"""

from collections.abc import Iterable

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.errors import Refused
from paigow.rules import Submission, submission_hash
from paigow.table import Command, Event
from paigow.table.cards.progressive import ProgressivePaid
from paigow.table.floor.floor import ResumeTable, StopTable
from paigow.table.floor.irregularities import HandVoided, RoundVoided
from paigow.table.verbs import verbs
from paigow.version import __version__
from paigow.web.people.errors import NotAllowed
from paigow.web.people.events import Kind, note
from paigow.web.people.failures import note_failure
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import User
from paigow.web.service import bots, tables
from paigow.web.service.attendance import Pace
from paigow.web.service.authority import RUN_HOUSE, RUN_TABLES, own_key, require_may_give, require_may_open
from paigow.web.service.errors import NotYours, TableClosed
from paigow.web.service.loading import locked
from paigow.web.store import journal
from paigow.web.store.models import StoredEvent, Table

log = structlog.get_logger("paigow.floor")
REASONED = frozenset(verbs("misdeal", "order-reshuffle", "resume", "ban-player", "remove-player"))
"""Actions that require a reason in the person's own words, which is recorded with the event."""
MAX_REASON_LENGTH = 200  # longest reason that a round stores


def reason(text: str) -> str:
    """Require a reason for the floor's action."""
    text = " ".join(text.split())
    if not 0 < len(text) <= MAX_REASON_LENGTH:
        raise NotAllowed(_("Give a reason of at most %(most)d characters.") % {"most": MAX_REASON_LENGTH})
    return text


def open_table(
    slug: str,
    submission: Submission,
    by: User,
    *,
    title: str = "",
    pace: Pace | None = None,
    count: int = 0,
    request: HttpRequest | None = None,
) -> Table:
    """Open a table with this many bots, and log the rules it offers and the program version."""
    require_may_open(by)
    with transaction.atomic():
        styles = bots.styles(count)
        table = tables.open_table(slug, submission, by.username, title=title, pace=pace, bots=styles)
        about = {"table": slug, "open": True, "submission": submission_hash(submission), "software": __version__}
        note(Kind.DEACTIVATION, by, about, request)
    return table


def close_table(slug: str, by: User, why: str, request: HttpRequest | None = None) -> None:
    """Start no new round at a table; when the current one is over, cash everybody out and remove the cards or tiles."""
    _require_floor(by)
    why = reason(why)
    with locked(slug) as table:
        if table.closed_at is not None or table.closing:
            raise TableClosed("the table {slug} is closed or closing", slug=slug)
        table.closing, table.due_at = True, timezone.now()
        table.save(update_fields=("closing", "due_at"))
        note(Kind.DEACTIVATION, by, {"table": slug, "open": False, "why": why, "software": __version__}, request)


def stop_tables(slugs: Iterable[str], by: User, why: str, key: str, request: HttpRequest | None = None) -> list[str]:
    """Start no new rounds at these tables until they are resumed; tables that are already stopped stay stopped."""
    why = reason(why)
    return _each(slugs, StopTable(reason=why), by, why, key, request)


def resume_tables(slugs: Iterable[str], by: User, why: str, key: str, request: HttpRequest | None = None) -> list[str]:
    return _each(slugs, ResumeTable(), by, reason(why), key, request)


def _each(
    slugs: Iterable[str], command: Command, by: User, why: str, key: str, request: HttpRequest | None
) -> list[str]:
    """Apply an action to every table; if it fails at one, continue with the rest and name those that failed."""
    done, left = list[str](), list[str]()
    require_may_give(by, command)
    for slug in slugs:
        try:
            if _halted(slug, command, by, why, key, request):
                done.append(slug)
        except (OperationalError, InterfaceError):
            raise
        except TableClosed:
            continue
        except Exception:
            log.exception("a table was left out", table=slug, deed=command.verb)
            note_failure({"table": slug})
            left.append(slug)
    if left:
        raise NotAllowed(_("Done, except at these tables: %(tables)s.") % {"tables": ", ".join(left)})
    return done


def _halted(slug: str, command: Command, by: User, why: str, key: str, request: HttpRequest | None) -> bool:
    """Stop or resume a table; return whether that was needed, since somebody else may do it at the same moment."""
    wanted = isinstance(command, StopTable)
    if bool(tables.state_of(slug).stopped) is wanted:
        return False
    try:
        give(slug, command, by, key, why=why, request=request)
    except Refused:
        if bool(tables.state_of(slug).stopped) is wanted:
            return False
        raise
    return True


def give(
    slug: str,
    command: Command,
    by: User,
    key: str,
    *,
    expected: int | None = None,
    round_number: int | None = None,
    why: str = "",
    request: HttpRequest | None = None,
) -> tables.Receipt:
    """Carry out a floor command on this person's behalf.

    Anything it voids, overrides or pays from a meter is also a significant event (gaming standards L2).
    """
    require_may_give(by, command)
    _require_uninvolved(slug, command, by)
    if why or command.verb in REASONED:
        why = reason(why)
    receipt = tables.submit(
        slug, command, person=by.username, key=own_key(by, key), expected=expected, round_number=round_number
    )
    if not (receipt.repeated and _is_noted(slug, receipt)):  # a process may have died before logging it
        _note_action(slug, command, receipt, by, why, request)
    return receipt


def _require_uninvolved(slug: str, command: Command, by: User) -> None:
    """Refuse to let staff rule on a round they are playing in, even if they were given the role after sitting down.

    Stopping a table is not a ruling: its round is played to the end.
    """
    state = tables.state_of(slug)
    wagered = state.round is not None and any(key.player == by.username for key in state.round.wagers)
    if (by.username in state.players or wagered) and not isinstance(command, StopTable | ResumeTable):
        raise NotYours(_("You are playing at this table, so someone else from the floor must decide."))


def _is_noted(slug: str, receipt: tables.Receipt) -> bool:
    return SignificantEvent.objects.filter(detail__table=slug, detail__event=receipt.first).exists()


def _note_action(
    slug: str, command: Command, receipt: tables.Receipt, by: User, why: str, request: HttpRequest | None
) -> None:
    about = {"table": slug, "event": receipt.first, "deed": command.verb} | ({"why": why} if why else {})
    if isinstance(command, StopTable | ResumeTable):
        stopped = isinstance(command, StopTable)
        reason_given = command.reason if isinstance(command, StopTable) else why
        note(Kind.DEACTIVATION, by, {**about, "enabled": not stopped, "why": reason_given}, request)
        return
    happened = [type(event) for event in _events(slug, receipt)]
    if ProgressivePaid in happened:
        note(Kind.JACKPOT, by, about, request)
    if why or RoundVoided in happened or HandVoided in happened:
        note(Kind.VOID, by, about, request)


def _events(slug: str, receipt: tables.Receipt) -> list[Event]:
    rows = StoredEvent.objects.filter(table__slug=slug, number__gte=receipt.first, number__lte=receipt.last)
    return journal.read_events(slug, rows)


def set_active(person: User, active: bool, by: User, why: str, request: HttpRequest | None = None) -> None:
    """Suspend or reinstate a player. A suspended player's current hand is played to its end for them."""
    if not (by.has_perm(RUN_TABLES) or by.has_perm(RUN_HOUSE)):
        raise NotYours(_("only the floor and operators can suspend a player"))
    why = reason(why)
    if person == by or person.has_staff_role:
        raise NotAllowed(_("Only players can be suspended here. An administrator handles staff."))
    with transaction.atomic():
        locked_person = User.objects.select_for_update().get(pk=person.pk)
        if locked_person.is_active is active:
            raise NotAllowed(_("The account is already in that state."))
        locked_person.is_active = active
        locked_person.save(update_fields=["is_active"])
        note(Kind.DEACTIVATION, by, {"of": person.username, "active": active, "why": why}, request)


def invite_bots(slug: str, count: int, by: User, request: HttpRequest | None = None) -> None:
    _require_floor(by)
    bots.invite(slug, count)
    note(Kind.GAME, by, {"table": slug, "bots": count}, request)


def _require_floor(by: User) -> None:
    if not by.has_perm(RUN_TABLES):
        raise NotYours(_("only the floor can do this"))
