"""The one way in which a table's log grows: a transaction that holds its row, in which commands are carried out.

A person's command has a booking of its own. What the dealer and the bots do at one look at a table is one booking.
Either way all that belongs to a command - its key, events, ledger entries, meter changes and links of the chain - is in
one transaction, and nobody hears of anything before it is durable.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from paigow.errors import Refused
from paigow.table import Command, Phase, TableState, perform
from paigow.table.chance import RoundChance, seeds_of
from paigow.table.closing import RoundClosed
from paigow.web import rows
from paigow.web.service import money, notices, records
from paigow.web.service.bots import is_bot
from paigow.web.service.known import CACHE, Known, known_at
from paigow.web.service.locking import locked
from paigow.web.service.pace import Pace, later, waits_for
from paigow.web.store import heads, journal
from paigow.web.store.models import StoredCommand, StoredEvent, Table

WRITTEN = ("sequence", "head", "head_code", "due_at", "awaited", "deadline_at")


class Booking:
    """What is being written at one table. `state` is that after the last command."""

    def __init__(self, table: Table, at: datetime) -> None:
        self.table = table
        self.at = at
        self._held = heads.holds(table)
        self._known = self._first = known_at(table)
        self._pages = journal.Pages(table)
        self._news: list[notices.News] = []
        self._changes: dict[str, object] = {}

    @property
    def state(self) -> TableState:
        return self._known.state

    @property
    def has_written(self) -> bool:
        return bool(self._news)

    def carry_out(self, command: Command, person: str, key: str, server_seed: bytes = b"") -> StoredCommand:
        """If this raises, nothing of the booking comes to be."""
        before = self.state
        command = with_chance(self.table, before, command)
        money.require_may(command, self.at)
        after, events = perform(before, command)
        money.move(self.table, before, events, self.at)
        source = journal.Origin(person, key, self.at)
        stored = self._pages.add(before, command, after, events, source, server_seed)
        self._known = Known(after, self._known.since, (*self._known.deeds, (command, events)))
        numbered = enumerate(events, start=stored.first)
        self._changes.pop("due_at", None)
        self._news += [notices.News(number, self.at, stored.actor, event) for number, event in numbered]
        if (closed := next((event for event in events if isinstance(event, RoundClosed)), None)) is not None:
            self._pages.write()
            records.keep(self.table, self._known, closed)
            self._known = Known(after, after.sequence)
        return stored

    def change(self, **values: object) -> None:
        """What else of the table's row is to be another. When something is due is set anew by every command."""
        self._changes |= values

    @property
    def last_deed(self) -> datetime:
        return self.at if self.has_written else last_deed(self.table)

    def write(self) -> None:
        """The rest of the transaction: the rows, the table's own, and word to the other processes."""
        if self.has_written:
            self._pages.write()
            if self._held:
                heads.renew(self.table)
            _set_clock(self.table, self._first.state, self.state, self.at)
            notices.announce(self.table.slug, self._first.state.sequence + 1)
        for name, value in self._changes.items():
            setattr(self.table, name, value)
        if changed := dict.fromkeys((*(WRITTEN if self.has_written else ()), *self._changes)):
            rows.update(self.table, changed)

    def publish(self) -> None:
        """After the commit."""
        if self.has_written:
            CACHE.put(self.table.pk, self._known)
            notices.publish(self.table.slug, self._news)


@contextmanager
def booking(slug: str, now: datetime | None = None) -> Iterator[Booking]:
    with locked(slug) as table:
        book = Booking(table, now or timezone.now())
        yield book
        book.write()
    book.publish()


def last_deed(table: Table) -> datetime:
    last = StoredEvent.objects.filter(table=table, number=table.sequence).values_list("command__at", flat=True)
    return next(iter(last), table.opened_at)


def with_chance(table: Table, state: TableState, command: Command) -> Command:
    """What chance decides is never the caller's to say: it is drawn from the round's seeds."""
    if not command.drawn:
        return command
    chance = draws(table, state)
    if chance is None:
        raise Refused("chance has its place in a round, and none is on")
    return replace(command, **{name: getattr(chance, method)(state) for name, method in command.drawn})


def draws(table: Table, state: TableState) -> RoundChance | None:
    """The draws of the round that is on."""
    if state.round is None:
        return None
    return RoundChance(seeds_of(state, journal.server_seed(table, state.rounds)))


def people_at(state: TableState) -> frozenset[str]:
    return frozenset(name for name in state.players if not is_bot(name))


def _set_clock(table: Table, before: TableState, after: TableState, at: datetime) -> None:
    """When the dealer looks at the table next, and until when people are waited for. A round that has just been settled
    is left to be seen as long as the table then rests."""
    pace = Pace.of(table.pace)
    waiting = waits_for(after, people_at(after), pace)
    name = waiting.name if waiting else ""
    if waiting and name != table.awaited:
        table.deadline_at = later(at, waiting.seconds)
    elif not waiting:
        table.deadline_at = None
    table.awaited = name
    settled = after.phase is Phase.FINISHED and before.phase is not Phase.FINISHED
    between = settled or (after.round is None and after.phase is Phase.OPEN)
    table.due_at = later(at, pace.between if between else pace.bot if waiting else pace.step)
