"""Tables: opening one, acting at it, looking at it."""

import re
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from django.db import IntegrityError, OperationalError, transaction
from django.utils import timezone
from psycopg.errors import DeadlockDetected

from paigow.errors import PaigowError, Refused
from paigow.record.codec import command_table
from paigow.rules import STANDARDS, Submission, submission_hash
from paigow.table import Command, Offer, Phase, TableState, legal_commands, perform
from paigow.table.chance import RoundChance, seeds_of
from paigow.table.view import view
from paigow.web.observe.metrics import counted
from paigow.web.service import money, notices, records
from paigow.web.service.bots import is_bot
from paigow.web.service.errors import KeyReused, NoSuchTable, Stale, TableClosed, TableExists
from paigow.web.service.locking import locked
from paigow.web.service.pace import Pace, later, waits_for
from paigow.web.store import journal
from paigow.web.store.chain import fingerprint, genesis
from paigow.web.store.models import StoredCommand, StoredEvent, Table

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
KEY = re.compile(r"[!-~]{1,64}")


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a command came to: its events by number, and whether it had been carried out before."""

    table: str
    key: str
    first: int
    last: int
    repeated: bool = False


class _Cache:
    """The states of the tables that this process has had to do with lately. Only what is committed is put here, and
    every use compares it with the table's row."""

    def __init__(self, most: int = 2000) -> None:
        self._states: OrderedDict[int, TableState] = OrderedDict()
        self._most = most
        self._lock = threading.Lock()

    def get(self, pk: int) -> TableState | None:
        with self._lock:
            return self._states.get(pk)

    def put(self, pk: int, state: TableState) -> None:
        with self._lock:
            known = self._states.get(pk)
            if known is not None and known.sequence > state.sequence:
                return
            self._states[pk] = state
            self._states.move_to_end(pk)
            if len(self._states) > self._most:
                self._states.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._states.clear()


CACHE = _Cache()


def open_table(
    slug: str,
    submission: Submission,
    person: str,
    *,
    title: str = "",
    pace: Pace | None = None,
    bots: Mapping[str, str] | None = None,
    now: datetime | None = None,
) -> Table:
    """A table with these rules. The dealer will bring its set; bots sit down when it is open."""
    if not SLUG.fullmatch(slug):
        raise PaigowError(f"{slug!r} cannot name a table: 1 to 64 small letters, digits and hyphens can")
    if Table.objects.filter(slug=slug).exists():
        raise TableExists(f"there is a table {slug!r} already")
    at = now or timezone.now()
    rules = submission_hash(submission)
    with transaction.atomic():
        table = Table.objects.create(
            slug=slug,
            title=title or slug,
            standard=submission.standard,
            standard_version=STANDARDS[submission.standard].version,
            submission=submission.data(),
            submission_hash=rules,
            opened_by=person,
            opened_at=at,
            head=genesis(slug, rules),
            due_at=at,
            pace=asdict(pace or Pace()),
            bots=dict(bots or {}),
        )
        transaction.on_commit(lambda: notices.publish(slug))
    return table


def find(slug: str) -> Table:
    table = Table.objects.filter(slug=slug).first() if SLUG.fullmatch(slug) else None
    if table is None:
        raise NoSuchTable(f"there is no table {slug!r}")
    return table


def state_at(table: Table) -> TableState:
    """The state that the table's row stands for, or a later one that is committed."""
    known = CACHE.get(table.pk)
    if known is None:
        known = journal.load_state(table)
        CACHE.put(table.pk, known)
    elif known.sequence < table.sequence:
        known = journal.catch_up(table, known)
        CACHE.put(table.pk, known)
    return known


def last_known(table: Table) -> TableState:
    """The last state that this process knows of; what is decided at it says so with `expected`."""
    return CACHE.get(table.pk) or state_at(table)


def state_of(slug: str) -> TableState:
    return state_at(find(slug))


def view_of(slug: str, viewer: str) -> dict[str, Any]:
    return view(state_of(slug), viewer)


def offers_to(slug: str, actor: str) -> tuple[Offer, ...]:
    return legal_commands(state_of(slug), actor)


def people_at(state: TableState) -> frozenset[str]:
    return frozenset(name for name in state.players if not is_bot(name))


@counted
def submit(
    slug: str,
    command: Command,
    *,
    person: str,
    key: str,
    expected: int | None = None,
    round_number: int | None = None,
    now: datetime | None = None,
    server_seed: bytes = b"",
) -> Receipt:
    """Carries out a command, once. Everything of it is durable when this returns; if it raises, nothing has changed.

    The same key with the same command answers as before. `expected` is the number of the last event that the caller
    has seen, `round_number` the round that the caller means; where they do not hold any more the command is refused.
    """
    if not KEY.fullmatch(key):
        raise PaigowError("an idempotency key has 1 to 64 visible ASCII characters without spaces")
    for left in reversed(range(TRIES)):
        try:
            return _submit(slug, command, person, key, expected, round_number, now, server_seed)
        except (IntegrityError, PaigowError):
            done = StoredCommand.objects.filter(table__slug=slug, key=key).first()
            if done is None:
                raise
            return _again(slug, done, command, person)
        except OperationalError as error:
            if not (left and isinstance(error.__cause__, DeadlockDetected)):
                raise  # of two that wait for one another the database gives up one, which may try again
    raise AssertionError("the last try returns or raises")


TRIES = 3
REUSED = "this idempotency key was used for another command; a new command needs a new key"


def _submit(
    slug: str,
    command: Command,
    person: str,
    key: str,
    expected: int | None,
    round_number: int | None,
    now: datetime | None,
    server_seed: bytes,
) -> Receipt:
    with locked(slug) as table:
        at = now or timezone.now()
        # A client that has seen the last event cannot be asking again; if it does, it is refused, and looked up then.
        if expected != table.sequence and (done := StoredCommand.objects.filter(table=table, key=key).first()):
            return _again(slug, done, command, person)
        if table.closed_at is not None:
            raise TableClosed(f"the table {slug} is closed")
        if expected is not None and expected != table.sequence:
            raise Stale(f"event {expected} is not the last one any more: that is {table.sequence}", table.sequence)
        before = state_at(table)
        if round_number is not None and round_number != before.rounds:
            raise Stale(f"round {round_number} is over", table.sequence)
        command = with_chance(table, before, command)
        money.require_may(command, at)
        after, events = perform(before, command)
        money.move(table, before, events, at)
        stored = journal.append(table, before, command, after, events, journal.Origin(person, key, at), server_seed)
        records.keep(table, after, events)
        _set_clock(table, before, after, at)
        table.save(update_fields=("sequence", "head", "due_at", "awaited", "deadline_at"))
        notices.announce(slug, table.sequence)
        pk, first, last = table.pk, stored.first, stored.last
    CACHE.put(pk, after)
    notices.publish(slug, [notices.News(first + n, at, stored.actor, event) for n, event in enumerate(events)])
    return Receipt(slug, key, first, last)


def _again(slug: str, done: StoredCommand, command: Command, person: str) -> Receipt:
    drawn = {name for name, _ in type(command).drawn}
    asked = fingerprint({name: item for name, item in command_table(command).items() if name not in drawn})
    if done.fingerprint != asked or done.person != person:
        raise KeyReused("this idempotency key was used for another command; a new command needs a new key")
    return Receipt(slug, done.key, done.first, done.last, repeated=True)


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


def log_of(
    slug: str, viewer: str, *, after: int = 0, round_number: int | None = None, most: int | None = None
) -> list[dict[str, Any]]:
    """What the viewer heard at the table: every event with its number and time."""
    rows = StoredEvent.objects.filter(table__slug=slug, number__gt=after).select_related("command")
    if round_number is not None:
        rows = rows.filter(round_number=round_number)
    return [heard(slug, row, viewer) for row in rows.order_by("number")[:most]]


def heard(slug: str, row: StoredEvent, viewer: str) -> dict[str, Any]:
    return notices.News(row.number, row.command.at, row.command.actor, journal.event_of(slug, row)).heard(viewer)
