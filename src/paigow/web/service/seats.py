"""Requests that people make to the house besides the commands of the game.

They ask to deal, to skip, to sit out, to reserve a seat, to hold a side bet or to show a quick phrase. These requests
are not part of the record, and they reveal nothing about a hand. Quick phrases and reactions are a fixed list, so there
is nothing to moderate. From the deal until the hands are open nobody can talk, because a phrase could reveal something
about a hand (NZ-10.9.b.ii).
"""

import uuid
from dataclasses import replace
from typing import Final

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.errors import PaigowError
from paigow.table import Phase, TableState, perform
from paigow.table.boxes.orders import Orders
from paigow.table.core.model import MAIN, WagerKey
from paigow.table.floor.conduct import ComeBack
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.table.steps.wagers import PlaceWager, WithdrawWager, wager_range
from paigow.web.people.errors import TooOften
from paigow.web.people.models import Preferences, User
from paigow.web.service import attendance, notices, tables
from paigow.web.service.attendance import ASKED, NOBODY, REVEAL, Attendance, Pace, Reservation, waits_for
from paigow.web.service.authority import require_may_sit
from paigow.web.service.booking import Booking, booking
from paigow.web.service.errors import NotYours, Stale, TableClosed
from paigow.web.service.loading import locked, past_deadlocks
from paigow.web.store.models import Table

DEAL, SKIP, SIT_OUT, DEAL_ME_IN, DISMISS = "deal", "skip", "sit-out", "deal-me-in", "dismiss"
ACTS = (DEAL, SKIP, SIT_OUT, DEAL_ME_IN, DISMISS)


def act(slug: str, person: str, what: str, round_number: int | None = None) -> None:
    """Carry out one of these requests; repeating it is harmless. `round_number` is the round the person means."""
    if what not in ACTS:
        raise PaigowError(
            _("There is no action %(act)s. Choose one of %(all)s.") % {"act": what, "all": ", ".join(ACTS)}
        )
    past_deadlocks(lambda: _act(slug, person, what, round_number))


def _act(slug: str, person: str, what: str, round_number: int | None) -> None:
    with booking(slug) as book:
        state = book.state
        if round_number is not None and round_number != state.rounds and what in (DEAL, SKIP):
            raise Stale("round {round_number} is over", book.table.sequence, round_number=round_number)
        if what == DISMISS:
            known = replace(book.attendance(person), lost="")
            book.note(person, known if person in state.players or not known.is_over else None)
            return
        if person not in state.players:
            raise NotYours(_("Take a seat first."))
        if book.table.closed_at is not None:
            raise TableClosed("the table {slug} is closed", slug=slug)
        known = attendance.acted(book.attendance(person), book.at)
        if what == DEAL:
            _deal(book, person, known)
        elif what == SKIP:
            _skip(book, person, replace(known, skipped=state.rounds))
        elif what == SIT_OUT:
            book.note(person, replace(known, out=ASKED))
        else:
            book.note(person, replace(known, out=""))
            if state.players[person].away:
                book.carry_out(ComeBack(player=person), person, f"back-{uuid.uuid4().hex}")
            if book.table.due_at is None or state.round is None:
                book.change(due_at=book.at)


def _deal(book: Booking, person: str, known: Attendance) -> None:
    """Mark the person as finished in the current window; betting closes when everybody has finished."""
    here = attendance.here(book.table, book.state)
    waiting = waits_for(book.state, here, Pace.of(book.table.pace))
    if waiting is None:
        return
    book.note(person, replace(known, done=waiting.name, out=""))
    again = waits_for(book.state, attendance.here(book.table, book.state), Pace.of(book.table.pace))
    if again is None or again.name != waiting.name:
        book.change(due_at=book.at)


def _skip(book: Booking, person: str, known: Attendance) -> None:
    """Skip to the end of the round once all players have asked for it; until then, keep the usual pace."""
    book.note(person, known)
    state = book.state
    here = attendance.here(book.table, state).values()
    if all(each.out or each.skipped == state.rounds for each in here) and (
        state.round is None or state.phase in REVEAL
    ):
        book.change(due_at=book.at)


def sit(slug: str, person: User, position: int, chips: int, key: str) -> bool:
    """Sit down with chips if no round is in progress; otherwise reserve the seat.

    Return whether the person is seated now.
    """
    require_may_sit(person, tables.find(slug))
    state = tables.state_of(slug)
    name = person.username
    if name in state.players:
        raise PaigowError(_("You already have a seat."))
    free = [place for place in state.game.betting if state.at(place) is None]
    if state.round is None and free:
        place = position if position in free else next(place for place in (*_usual(state, free), *free))
        tables.submit(slug, SitDown(player=name, position=place), person=name, key=key)
        if chips:
            tables.submit(slug, BuyIn(player=name, amount=chips), person=name, key=f"{key}+")
        return True
    past_deadlocks(lambda: _reserve(slug, name, Reservation(position, chips)))
    return False


def _usual(state: TableState, free: list[int]) -> list[int]:
    """Return the seat to suggest; the house's own box comes last."""
    return [place for place in free if place in state.game.seats]


def _reserve(slug: str, name: str, wish: Reservation) -> None:
    with booking(slug) as book:
        if book.table.closed_at is not None or book.table.closing:
            raise TableClosed("the table {slug} is closed or closing", slug=slug)
        if name in book.state.part(Orders).barred:
            raise PaigowError(_("You are barred from this table."))
        if wish.position and wish.position not in book.state.game.betting:
            raise PaigowError(_("There is no seat %(seat)d.") % {"seat": wish.position})
        book.note(name, replace(NOBODY, reserved=wish))
        if book.table.due_at is None:
            book.change(due_at=book.at)


def cancel(slug: str, name: str) -> None:
    """Give up the reservation."""
    with booking(slug) as book:
        if name not in book.state.players:
            book.note(name, None)


def needs_main(state: TableState, command: PlaceWager) -> bool:
    """Return whether this is a side bet whose main bet has not been placed yet."""
    if state.phase is not Phase.BETTING or command.kind == MAIN:
        return False
    return WagerKey(command.player, command.position, MAIN) not in state.current.wagers


def hold(slug: str, command: PlaceWager) -> None:
    """Hold a side bet until its main bet is placed. No chips move."""
    with booking(slug) as book:
        allowed = holdable(book.state, command.player, command.position).get(command.kind, range(0))
        if command.amount not in allowed:
            raise PaigowError(_("This side bet cannot be saved: the amount is outside its limits."))
        known = attendance.acted(book.attendance(command.player), book.at)
        others = tuple(bet for bet in known.held if bet[:2] != (command.position, command.kind))
        held = (*others, (command.position, command.kind, command.amount))
        book.note(command.player, replace(known, held=held, out="", done=""))


def holdable(state: TableState, name: str, position: int) -> dict[str, range]:
    """Return the side bets that could be held at a position, with their amounts.

    They are the ones the smallest main bet would allow.
    """
    if state.phase is not Phase.BETTING or name not in state.players:
        return {}
    main = WagerKey(name, position, MAIN)
    try:
        if main in state.current.wagers:
            return {}
        least = wager_range(state, main).start
        beside, _events = perform(state, PlaceWager(player=name, position=position, amount=least))
    except PaigowError:
        return {}
    found = {}
    for kind in state.game.options.side_wagers:
        try:
            found[kind] = wager_range(beside, WagerKey(name, position, kind))
        except PaigowError:
            continue
    return found


def release_held(slug: str, command: WithdrawWager) -> bool:
    """Release a side bet on hold; return whether there was one."""
    with booking(slug) as book:
        known = book.attendance(command.player)
        left = tuple(bet for bet in known.held if bet[:2] != (command.position, command.kind))
        if left == known.held:
            return False
        book.note(command.player, replace(attendance.acted(known, book.at), held=left))
    return True


def take_held(slug: str, name: str, position: int) -> tuple[PlaceWager, ...]:
    """Remove and return the side bets at a position whose main bet has just been placed."""
    with booking(slug) as book:
        known = book.attendance(name)
        if not known.held:
            return ()
        mine = tuple(bet for bet in known.held if bet[0] == position)
        book.note(name, replace(known, held=tuple(bet for bet in known.held if bet not in mine)))
    return tuple(PlaceWager(player=name, position=place, kind=kind, amount=cents) for place, kind, cents in mine)


def prefer(person: User, wishes: Preferences) -> None:
    """Save the preferences with the account; they apply from now on at every table where the person sits."""
    person.preferences = wishes.data()
    person.save(update_fields=["preferences"])
    seated = Table.objects.filter(Q(attendance__has_key=person.username), closed_at=None)
    for slug in seated.order_by("slug").values_list("slug", flat=True):
        with locked(slug) as table:
            known = attendance.attendance_of(table, person.username)
            here = replace(known, wishes=attendance.wishes_at(table, wishes))
            table.attendance = {**table.attendance, person.username: here.data()}
            table.due_at = table.due_at or timezone.now()  # do what the person need no longer be asked about
            table.save(update_fields=("attendance", "due_at"))
            notices.announce(slug, table.sequence + 1)
        notices.publish(slug)


def watch(table: Table) -> None:
    """Record that somebody is watching the table, so that its bots keep playing for a while."""
    now = timezone.now()
    if table.closed_at is None and (table.watched_at is None or (now - table.watched_at).total_seconds() > 30):
        Table.objects.filter(pk=table.pk).update(watched_at=now)
        Table.objects.filter(pk=table.pk, due_at=None).update(due_at=now)


PHRASES: Final = ("hello", "good-luck", "nice-hand", "well-played", "thanks", "sorry", "one-moment", "good-night")
REACTIONS: Final = ("thumbs-up", "clap", "wow", "laugh", "party", "clover")
CODES: Final = (*PHRASES, *REACTIONS)
PAUSE: Final = 3  # seconds between two phrases by one person
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
