"""Tables: opening them, acting at them, and viewing them."""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

import structlog
from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.utils import timezone

from paigow.errors import PaigowError
from paigow.record.wire import command_table
from paigow.rules import STANDARDS, Submission, submission_hash
from paigow.table import Command, TableState
from paigow.table.steps.seating import SEED
from paigow.table.steps.seeds import GiveSeed, seeds_missing
from paigow.web.fast.statements import TEXT, Statement, row_of
from paigow.web.observe.metrics import COMMAND_SECONDS, COMMANDS, reason_of
from paigow.web.people.failures import note_failure
from paigow.web.seals.sealing import genesis, head_code
from paigow.web.service import notices
from paigow.web.service.attendance import Pace
from paigow.web.service.booking import booking
from paigow.web.service.errors import KeyReused, NoSuchTable, Stale, TableClosed, TableExists
from paigow.web.service.loading import CACHE, last_known, past_deadlocks, state_at
from paigow.web.store import journal
from paigow.web.store.models import StoredCommand, StoredEvent, Table

__all__ = ["CACHE", "last_known", "state_at"]  # besides what is defined here

log = structlog.get_logger("paigow.tables")
SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
KEY = re.compile(r"[!-~]{1,64}")
KEY_SUFFIX = "~"
"""Suffix for the idempotency key of a seed that came with a command."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """A seed that a client generated after seeing a commitment, sent with a command."""

    seed: str
    commitment: str

    def __post_init__(self) -> None:
        if not SEED.fullmatch(self.seed):
            raise PaigowError("a seat's seed has 1 to 64 visible ASCII characters without spaces")


def contribution(seed: str, commitment: str) -> Contribution | None:
    """Return the contribution in a form or request, if there is one."""
    return Contribution(seed, commitment) if seed and commitment else None


def _given_seed(state: TableState, player: str, sent: Contribution | None) -> GiveSeed | None:
    """Return the command that submits a pending seed, if it is for the player's current round."""
    if sent is None or state.round is None or state.chain is None or state.round.seeds.closed:
        return None
    if sent.commitment != state.round.commitment or player not in seeds_missing(state):
        return None
    return GiveSeed(player=player, seed=sent.seed, commitment=sent.commitment)


@dataclass(frozen=True, slots=True)
class Receipt:
    """The result of a command: its event numbers, and whether it had already been carried out."""

    table: str
    key: str
    first: int
    last: int
    repeated: bool = False


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
    """Open a table with these rules. The dealer will bring the cards or tiles; bots sit down once it is open."""
    if not SLUG.fullmatch(slug):
        raise PaigowError(
            "{slug} is not a table name: use 1 to 64 lower-case letters, digits and hyphens", slug=repr(slug)
        )
    if Table.objects.filter(slug=slug).exists():
        raise TableExists("a table {slug} already exists", slug=repr(slug))
    at = now or timezone.now()
    rules = submission_hash(submission)
    head = genesis(slug, rules)
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
            head=head,
            head_code=head_code(slug, 0, head),
            due_at=at,
            pace=asdict(pace or Pace()),
            bots=dict(bots or {}),
        )
        transaction.on_commit(lambda: notices.publish(slug))
    return table


POINT = ("id", "slug", "sequence", "closed_at", "private", "invitation", "opened_by")
"""The columns of a table's row that show whether the cached state is still current, and who may see the table."""
_POINT = Statement(lambda slug: Table.objects.filter(slug=slug).order_by().values_list(*POINT), TEXT)


def find(slug: str) -> Table:
    for table in Table.objects.filter(slug=slug) if SLUG.fullmatch(slug) else ():
        return table
    raise NoSuchTable("there is no table {slug}", slug=repr(slug))


def point(slug: str) -> Table:
    """Return a table with only its `POINT` columns loaded; the rest of its row is loaded on demand."""
    for row in _POINT(slug) if SLUG.fullmatch(slug) else ():
        return row_of(Table, POINT, row)
    raise NoSuchTable("there is no table {slug}", slug=repr(slug))


def state_of(slug: str) -> TableState:
    return state_at(point(slug))


def readable(rows: Iterable[Table]) -> Iterator[tuple[Table, TableState | None]]:
    """Yield each table with its state, or None if it cannot be read: one broken table must not break a list."""
    for table in rows:
        try:
            state: TableState | None = state_at(table)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            log.exception("a table cannot be read", table=table.slug)
            note_failure({"table": table.slug})
            state = None
        yield table, state


P = ParamSpec("P")
Submit = Callable[Concatenate[str, Command, P], Receipt]


def _counted(submit: Submit[P]) -> Submit[P]:
    """Count and time the commands."""

    @wraps(submit)
    def counting(slug: str, command: Command, *args: P.args, **kwargs: P.kwargs) -> Receipt:
        began, outcome = time.perf_counter(), "error"
        try:
            receipt = submit(slug, command, *args, **kwargs)
            outcome = "repeated" if receipt.repeated else "done"
        except PaigowError as error:
            outcome = reason_of(error)
            raise
        finally:
            COMMAND_SECONDS.observe(time.perf_counter() - began)
            COMMANDS.labels(command.verb, outcome).inc()
        return receipt

    return cast(Submit[P], counting)


@_counted
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
    seed: Contribution | None = None,
) -> Receipt:
    """Carry out a command once.

    When this returns, everything is durable; if it raises, nothing has changed. The same key with the same command
    returns the same receipt. `expected` is the number of the last event the caller has seen, and `round_number` the
    round the caller means; if either is out of date, the command is refused. `seed` is the client's contribution to the
    deal, which counts if the command brings the player into the round.
    """
    if not KEY.fullmatch(key):
        raise PaigowError("an idempotency key has 1 to 64 visible ASCII characters without spaces")
    try:
        return past_deadlocks(
            lambda: _submit(slug, command, person, key, expected, round_number, now, server_seed, seed),
        )
    except (IntegrityError, PaigowError):
        done = StoredCommand.objects.filter(table__slug=slug, key=key).first()
        if done is None:
            raise
        return _again(slug, done, command, person)


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
    seed: Contribution | None,
) -> Receipt:
    with booking(slug, now) as book:
        table = book.table
        # A client that has seen the last event is not repeating a command. If it is, the command is refused, and the
        # key is looked up then.
        if expected != table.sequence and (done := StoredCommand.objects.filter(table=table, key=key).first()):
            return _again(slug, done, command, person)
        if table.closed_at is not None:
            raise TableClosed("the table {slug} is closed", slug=slug)
        if expected is not None and expected != table.sequence:
            raise Stale(
                "event {expected} is no longer the latest; event {sequence} is",
                table.sequence,
                expected=expected,
                sequence=table.sequence,
            )
        if round_number is not None and round_number != book.state.rounds:
            raise Stale("round {round_number} is over", table.sequence, round_number=round_number)
        stored = book.carry_out(command, person, key, server_seed)
        if given := _given_seed(book.state, command.by, seed):
            book.carry_out(given, person, f"{key[:63]}{KEY_SUFFIX}")
    return Receipt(slug, key, stored.first, stored.last)


def _again(slug: str, done: StoredCommand, command: Command, person: str) -> Receipt:
    if done.person != person or not journal.is_asked(slug, done, command, command_table(command)):
        raise KeyReused(REUSED)
    return Receipt(slug, done.key, done.first, done.last, repeated=True)


def log_of(slug: str, viewer: str, *, after: int = 0, most: int | None = None) -> list[dict[str, Any]]:
    """Return the table's log as the viewer may hear it: every event with its number and time."""
    rows = StoredEvent.objects.filter(table__slug=slug, number__gt=after).select_related("command")
    news = (
        notices.News(row.number, row.command.at, row.command.actor, journal.event_of(slug, row))
        for row in rows.order_by("number")[:most]
    )
    return [each.heard(viewer) for each in news]
