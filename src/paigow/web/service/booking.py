"""The only way a table's log grows: a transaction that locks its row and carries out commands.

A person's command has its own booking. Everything the dealer and the bots do in one visit to a table is one booking.
Either way, everything that belongs to a command (its key, events, ledger entries, meter changes and chain links) is in
one transaction, and nothing is published before it is durable.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from paigow.errors import PaigowError, Refused
from paigow.money import CAGE, Movement, Transfer
from paigow.money.ledger import STAKE_RETURNS
from paigow.record.format import seats
from paigow.table import Command, Event, Offer, Phase, TableState, perform
from paigow.table.boxes.staking import AgreeToCoBank, StakeBank
from paigow.table.chance import RoundChance
from paigow.table.core.model import MAIN
from paigow.table.floor.conduct import ComeBack
from paigow.table.steps.banking import AcceptBank
from paigow.table.steps.closing import RoundClosed
from paigow.table.steps.seating import BuyIn, PlayerLeft, PlayerSeated, SitDown, StandBehind
from paigow.table.steps.wagers import BetsClosed, CallWager, DeclareWager, PlaceWager, WithdrawWager
from paigow.web.fast import statements
from paigow.web.fast.statements import TEXT, Statement, row_of
from paigow.web.people import wallet
from paigow.web.people.events import Kind, note
from paigow.web.people.models import User
from paigow.web.service import attendance, notices, records
from paigow.web.service.attendance import LONGEST_BETTING, Attendance, Pace, is_bot, later, people_at, waits_for
from paigow.web.service.loading import CACHE, Known, known_at, locked
from paigow.web.store import journal
from paigow.web.store.appending import Entry, Origin, Pages, close_round, head_holds, renew_head
from paigow.web.store.models import StoredEvent, Table

CLOCK = ("due_at", "awaited", "window_at", "deadline_at")
WRITTEN = ("sequence", "head", "head_code", *CLOCK)
BETTING = (PlaceWager, WithdrawWager, StakeBank, AgreeToCoBank)
"""Commands that extend the betting window."""


class Tried(NamedTuple):
    """A command that the table would accept in a given state, and what would follow."""

    before: TableState
    command: Command
    after: TableState
    events: tuple[Event, ...]


class Booking:
    """One transaction at a table. `state` is the state after the last command."""

    def __init__(self, table: Table, at: datetime) -> None:
        self.table = table
        self.at = at
        self._held = head_holds(table)
        self._known = self._first = known_at(table)
        self._pages = Pages(table)
        self._news: list[notices.News] = []
        self._changes: dict[str, object] = {}
        self._bet = False  # commands by people, in this booking
        self._tried: Tried | None = None

    @property
    def state(self) -> TableState:
        return self._known.state

    @property
    def has_written(self) -> bool:
        return bool(self._news)

    def carry_out(self, command: Command, person: str, key: str, server_seed: bytes = b"") -> Entry:
        """Carry out a command. If this raises, the whole booking is rolled back."""
        before = self.state
        command = with_chance(self.table, before, command)
        _require_may(command, self.at)
        tried = self._tried
        if tried is None or tried.before is not before or tried.command is not command:
            after, events = perform(before, command)
        else:
            after, events = tried.after, tried.events
        _move_money(self.table, before, events, self.at)
        stored = self._pages.add(before, command, after, events, Origin(person, key, self.at), server_seed)
        since = self._known
        self._known = Known(after, since.since, (*since.actions, (command, events)), since.block)
        numbered = enumerate(events, start=stored.first)
        self._changes.pop("due_at", None)
        self._attend(command, person, before, events)
        self._news += [notices.News(number, self.at, stored.actor, event) for number, event in numbered]
        if (closed := next((event for event in events if isinstance(event, RoundClosed)), None)) is not None:
            block = records.block_of(self.table, self._known, before, closed, self._pages.write)
            close_round(self.table, before, after, closed, self.at, seats(after), block.hash)
            self._known = Known(after, after.sequence, block=block)
        return stored

    def accepts(self, command: Command) -> bool:
        """Return whether the rules allow a command now; carrying it out next does not repeat the decision."""
        try:
            self._tried = Tried(self.state, command, *perform(self.state, command))
        except PaigowError:
            return False
        return True

    def attendance(self, name: str) -> Attendance:
        return attendance.attendance_of(self.table, name)

    def note(self, name: str, known: Attendance | None) -> None:
        """Record a person's new attendance, to be saved with the booking; None removes it."""
        kept = {who: data for who, data in self.table.attendance.items() if who != name}
        self.table.attendance = kept if known is None else {**kept, name: known.data()}
        self.change(attendance=self.table.attendance)

    def _attend(self, command: Command, person: str, before: TableState, events: tuple[Event, ...]) -> None:
        """Update the attendance of the people affected by a command, such as those who arrive, leave or bet."""
        for event in events:
            if isinstance(event, PlayerSeated) and not is_bot(event.player) and event.player not in before.players:
                self.note(event.player, attendance.arrived(self.table, event.player, self.at))
            elif isinstance(event, PlayerLeft) and not is_bot(event.player):
                self.note(event.player, None)
            elif isinstance(event, BetsClosed):
                self._bets_closed()
        if person != command.by or is_bot(person) or person not in self.state.players:
            return
        known = attendance.acted(self.attendance(person), self.at)
        if isinstance(command, BETTING):
            self._bet = True
            known = replace(known, out="", done="")
        elif isinstance(command, ComeBack):
            known = replace(known, out="")
        self.note(person, known)

    def _bets_closed(self) -> None:
        """Make this round's bets available for rebetting, and drop held side bets without a main bet."""
        kinds = (MAIN, *self.state.game.options.side_wagers)
        for name in people_at(self.state):
            known = self.attendance(name)
            bets = attendance.bets_of(self.state.current.wagers, name, kinds)
            self.note(name, replace(known, last=bets or known.last, held=()))

    def change(self, **values: object) -> None:
        """Record other changes to the table's row. Every command recomputes when the next step is due."""
        self._changes |= values

    def write(self) -> None:
        """Write the rest of the transaction: the rows, the table's own row, and the notification to other processes."""
        if self.has_written:
            self._pages.write()
            if self._held:
                renew_head(self.table)
        also: tuple[str, tuple[str, ...]] = "", ()
        if self.has_written or "attendance" in self._changes:
            self._set_clock()
            also = notices.announcement(self.table.slug, self._first.state.sequence + 1)
        for name, value in self._changes.items():
            setattr(self.table, name, value)
        clock = WRITTEN if self.has_written else CLOCK if "attendance" in self._changes else ()
        if changed := dict.fromkeys((*clock, *self._changes)):
            statements.update(self.table, changed, *also)

    def _set_clock(self) -> None:
        """Set the time of the dealer's next visit to the table, and the deadline for people.

        A round that has just been settled stays visible for the table's pause.
        """
        table, before, after, at = self.table, self._first.state, self.state, self.at
        pace = Pace.of(table.pace)
        here = attendance.here(table, after)
        waiting = waits_for(after, here, pace)
        if waiting is None or not (pace.clock or after.phase is Phase.SEEDING):
            table.deadline_at = table.window_at = None
        elif waiting.name != table.awaited or table.deadline_at is None:
            table.window_at, table.deadline_at = at, later(at, waiting.seconds)
        if waiting is not None and after.phase is Phase.BETTING:
            self._extend(bool(waiting.people), pace)
        table.awaited = waiting.name if waiting else ""
        if self.has_written:
            settled = after.phase is Phase.FINISHED and before.phase is not Phase.FINISHED
            between = settled or (after.round is None and after.phase is Phase.OPEN)
            asking = waiting is not None or after.phase in (Phase.OFFERING, Phase.CUTTING)
            table.due_at = later(at, pace.between if between else pace.bot if asking else pace.step)
        if after.phase is Phase.BETTING and waiting is None and any(not known.out for known in here.values()):
            table.due_at = at  # everybody has finished

    def _extend(self, missing: bool, pace: Pace) -> None:
        """Extend the betting window after a bet, and shorten it once everybody has bet."""
        table = self.table
        if table.deadline_at is None or table.window_at is None:
            return
        soon = later(self.at, pace.quiet)
        until = max(table.deadline_at, soon) if missing else soon
        latest = later(table.window_at, LONGEST_BETTING * pace.bet)
        table.deadline_at = min(until, latest) if self._bet else min(table.deadline_at, until)

    def publish(self) -> None:
        """Publish the changes; call this after the commit."""
        if self.has_written:
            CACHE.put(self.table.slug, self._known)
            notices.publish(self.table.slug, self._news)
        elif "attendance" in self._changes:
            notices.publish(self.table.slug)
        if self.table.due_at is not None and self.table.due_at <= self.at:
            notices.DUE.set()


@contextmanager
def booking(slug: str, now: datetime | None = None) -> Iterator[Booking]:
    with locked(slug) as table:
        book = Booking(table, now or timezone.now())
        yield book
        book.write()
    book.publish()


def last_action(table: Table) -> datetime:
    last = StoredEvent.objects.filter(table=table, number=table.sequence).values_list("command__at", flat=True)
    return next(iter(last), table.opened_at)


def with_chance(table: Table, state: TableState, command: Command) -> Command:
    """Return the command with its outcomes of chance drawn from the round's seeds, never taken from the caller."""
    if not command.drawn:
        return command
    chance = draws(table, state)
    if chance is None:
        raise Refused("nothing can be drawn: no round is in progress")
    return replace(command, **{name: getattr(chance, method)(state) for name, method in command.drawn})


def draws(table: Table, state: TableState) -> RoundChance | None:
    """Return the draws of the current round."""
    if state.round is None:
        return None
    return RoundChance(state, journal.server_seed(table, state.rounds))


LARGE = 10_000_00
"""The amount, in cents, at or above which a wager or a win is a significant event."""
OWN = STAKE_RETURNS | {Movement.CHANGE_OUT}
"""Reasons for which a person's own chips return to the rack."""
STAKING = (AcceptBank, CallWager, DeclareWager, PlaceWager, SitDown, StakeBank, StandBehind)


NAMED = ("id", "username", "is_active")
_NAMED = Statement(lambda name: User.objects.filter(username=name).values_list(*NAMED), TEXT)


def _require_may(command: Command, at: datetime) -> None:
    """Refuse seats and wagers to people who have excluded themselves or reached their own time limit."""
    if isinstance(command, STAKING) and not is_bot(command.player):
        for about in _NAMED(command.player):
            wallet.require_may_play(row_of(User, NAMED, about), at)


def within_means(person: User, offers: Iterable[Offer], at: datetime) -> Iterator[Offer]:
    """Yield the offers that the wallet and limits also allow, with amounts reduced accordingly."""
    try:
        wallet.require_may_play(person, at)
        most = wallet.most_to_buy(person, wallet.balance(person), at)
        may = True
    except PaigowError:
        may, most = False, 0
    for offer in offers:
        if isinstance(offer.command, BuyIn):
            amounts = offer.amounts or range(1)
            if most >= amounts.start:
                yield replace(offer, amounts=range(amounts.start, min(amounts.stop, most + 1), amounts.step))
        elif may or not isinstance(offer.command, STAKING):
            yield offer


def _move_money(table: Table, before: TableState, events: tuple[Event, ...], at: datetime) -> None:
    """Move a person's purchases and cash-outs through the wallet. Large amounts are logged."""
    large = []
    for number, event in enumerate(events, start=before.sequence + 1):
        for transfer in event.transfers:
            if transfer.amount >= LARGE:
                large.append((number, transfer))
            player = _carried_by(transfer)
            if not player or is_bot(player):
                continue
            if transfer.debit == CAGE:
                wallet.pay_in(_person(player), transfer.amount, table.slug, number, at)
            else:
                wallet.pay_out(_person(player), transfer.amount, table.slug, number, at)
    for number, transfer in large:
        transaction.on_commit(partial(_note_large, table.slug, number, transfer), robust=True)


def _note_large(slug: str, number: int, transfer: Transfer) -> None:
    """Log large amounts after the commit, so that no table waits for the house's log (gaming standards L2).

    The amounts considered are stakes from a person's rack, and anything paid into it except returned stakes.
    """
    staked = transfer.debit.kind == "rack" and transfer.credit.kind == "bet"
    won = transfer.credit.kind == "rack" and transfer.debit.kind not in ("bet", "cage") and transfer.kind not in OWN
    player = (transfer.debit if staked else transfer.credit).part("player") if staked or won else ""
    if player and not is_bot(player):
        about = {"table": slug, "event": number, "cents": transfer.amount, "reason": str(transfer.reason)}
        note(Kind.LARGE_WAGER if staked else Kind.LARGE_WIN, player, about)


def _carried_by(transfer: Transfer) -> str:
    if CAGE not in (transfer.debit, transfer.credit):
        return ""
    other = transfer.credit if transfer.debit == CAGE else transfer.debit
    return other.part("player") if other.kind == "rack" else ""


def _person(name: str) -> User:
    return User.objects.get(username=name)
