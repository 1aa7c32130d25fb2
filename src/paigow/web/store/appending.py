"""Appending to a table's log: the rows of commands, events, transfers and meters, each encoded once.

The canonical text of a command or an event is what is hashed, stored or sealed. The hash of an event covers the texts
of its command and its own, so it is put together from them (see `seals`); the audit computes it from the values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from paigow.fairness import Chain
from paigow.money import Account
from paigow.record.wire import WIRE_VERSION, command_table, write_event, write_state
from paigow.table import Command, Event, TableState
from paigow.table.steps.closing import RoundClosed
from paigow.table.steps.mixing import RoundOpened
from paigow.table.steps.seeds import ChainPublished, deal_known, protocol_of
from paigow.version import __version__
from paigow.web.fast.statements import Insertion, LinkedInsertion, Setting, moment
from paigow.web.seals.sealing import (
    asked_place,
    before_place,
    canonical_text,
    chain_place,
    checkpoint_message,
    command_place,
    event_place,
    hash_text,
    head_code,
    is_head_code,
    link_text,
    mark,
    marked,
    origin_text,
    public_key,
    seal,
    seal_text,
    seed_place,
    sign,
    snapshot_place,
)
from paigow.web.store import journal
from paigow.web.store.models import (
    Checkpoint,
    LedgerEntry,
    MeterChange,
    Snapshot,
    StoredChain,
    StoredCommand,
    StoredEvent,
    StoredRound,
    Table,
)

_COMMANDS = Insertion(
    StoredCommand,
    "table_id", "key", "fingerprint", "actor", "person", "verb", "data", "sealed", "first", "last", "at",
)  # fmt: skip
_EVENTS = Insertion(StoredEvent, "table_id", "number", "command_id", "round_number", "kind", "data", "sealed", "hash")
_ENTRIES = Insertion(
    LedgerEntry,
    "table_id", "number", "line", "debit", "credit", "cents", "debit_balance", "credit_balance",
    "movement", "reason", "clause",
)  # fmt: skip
_METERS = Insertion(
    MeterChange,
    "table_id", "number", "meter", "contributed", "display", "hits", "wins", "overflow", "reserve",
)  # fmt: skip
_LOG = LinkedInsertion(_COMMANDS, "first", _EVENTS, "command_id", _ENTRIES, _METERS)
_ROUNDS = Insertion(
    StoredRound,
    "table_id", "number", "protocol", "commitment", "sealed", "before", "form", "seed", "submission_hash",
    "standard_version", "software", "opened_at", "void", "known", "first", "seats", "record_hash",
)  # fmt: skip
_CLOSED = Setting(
    StoredRound,
    ("seed", "closed_at", "void", "known", "last", "seats", "record_hash"),
    ("table_id", "number"),
)
_CHECKPOINTS = Insertion(Checkpoint, "table_id", "sequence", "head", "at", "signature", "key")
_SNAPSHOTS = Insertion(Snapshot, "table_id", "sequence", "form", "sealed", replacing="table_id")


def head_holds(table: Table) -> bool:
    """Return whether the code of the table's current position is valid."""
    return is_head_code(table.head_code, table.slug, table.sequence, table.head)


def renew_head(table: Table) -> None:
    """Set the code for the table's current position, without saving its row."""
    table.head_code = head_code(table.slug, table.sequence, table.head)


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a command: who gave it, under which key, and when."""

    person: str
    key: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Entry:
    """A command in the log: by whom, and the numbers of its events."""

    actor: str
    first: int
    last: int


class Pages:
    """Entries to be appended to a table's log.

    They are the commands with their events, ledger entries, meter changes and chain links. The caller locks `table` and
    owns the transaction; the table's own row is changed but not saved.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._commands: list[Sequence[Any]] = []
        self._events: list[Sequence[Any]] = []  # with the command's first event in place of its key
        self._entries: list[Sequence[Any]] = []
        self._meters: list[Sequence[Any]] = []

    def add(
        self,
        before: TableState,
        command: Command,
        after: TableState,
        events: tuple[Event, ...],
        source: Origin,
        server_seed: bytes = b"",
    ) -> Entry:
        """Add the results of a command, to be written later.

        `server_seed` is the secret that it fixes, if any: that of a round, or of a chain.
        """
        table = self._table
        payload = command_table(command)
        text = canonical_text(payload)
        hidden = any(event.audience.hidden for event in events)
        first = before.sequence + 1
        place = command_place(table.slug, first)
        asked = hash_text(text) if not command.drawn else journal.asked(command, payload)
        self._commands.append(
            (
                table.pk,
                source.key,
                mark(asked.encode(), asked_place(table.slug, source.key)),
                command.by,
                source.person,
                command.verb,
                None if hidden else text,
                seal_text(text, place) if hidden else None,
                first,
                after.sequence,
                moment(source.at),
            )
        )
        said = marked(mark(text.encode(), place)) if hidden else text
        self._add_events(before, events, origin_text(command.by, source.person, source.key, source.at, said))
        self._add_entries(before, events)
        if after.meters != before.meters:
            changes = journal.meter_changes(before, events)
            self._meters += [(table.pk, *(change[name] for name in _METERS.names[1:])) for change in changes]
        for event in events:
            if isinstance(event, RoundOpened):
                _open_round(table, before, event, server_seed, source.at)
            elif isinstance(event, ChainPublished):
                _publish_chain(table, event, server_seed, first, source.at)
        return Entry(command.by, first, after.sequence)

    def write(self) -> None:
        """Write the commands with everything that belongs to them."""
        if self._commands:
            _LOG(self._commands, self._events, self._entries, self._meters)
        self._commands, self._events, self._entries, self._meters = [], [], [], []

    def _add_events(self, before: TableState, events: tuple[Event, ...], origin: str) -> None:
        table, first = self._table, before.sequence + 1
        number, current, head = before.sequence, before.rounds, table.head
        for event in events:
            number += 1
            if isinstance(event, RoundOpened):
                current += 1
            data = write_event(event)
            text = canonical_text(data)
            if event.audience.hidden:
                place = event_place(table.slug, number)
                head = link_text(head, number, origin, marked(mark(text.encode(), place)))
                kept: tuple[str | None, bytes | None] = (None, seal_text(text, place))
            else:
                head = link_text(head, number, origin, text)
                kept = (text, None)
            self._events.append((table.pk, number, first, current, data["is"], *kept, head))
        table.sequence, table.head = number, head

    def _add_entries(self, before: TableState, events: tuple[Event, ...]) -> None:
        balances: dict[Account, int] = {}
        for number, event in enumerate(events, start=before.sequence + 1):
            for line, move in enumerate(event.transfers, start=1):
                for account, cents in ((move.debit, -move.amount), (move.credit, move.amount)):
                    held = balances[account] if account in balances else before.ledger[account]
                    balances[account] = held + cents
                self._entries.append(
                    (
                        self._table.pk,
                        number,
                        line,
                        str(move.debit),
                        str(move.credit),
                        move.amount,
                        balances[move.debit],
                        balances[move.credit],
                        str(move.kind),
                        str(move.reason),
                        move.clause,
                    )
                )


def _open_round(table: Table, before: TableState, event: RoundOpened, seed: bytes, at: datetime) -> None:
    number = event.number
    place = before_place(table.slug, number, __version__, WIRE_VERSION)
    opened = {
        "table_id": table.pk,
        "number": number,
        "protocol": protocol_of(before),
        "commitment": event.commitment,
        "sealed": seal(seed.hex(), seed_place(table.slug, number)),
        "before": seal(write_state(before), place),
        "form": WIRE_VERSION,
        "seed": "",
        "submission_hash": table.submission_hash,
        "standard_version": table.standard_version,
        "software": __version__,
        "opened_at": moment(at),
        "void": "",
        "known": False,
        "first": before.sequence + 1,
        "seats": "[]",
        "record_hash": "",
    }
    _ROUNDS([tuple(opened[name] for name in _ROUNDS.names)])


def _publish_chain(table: Table, event: ChainPublished, secret: bytes, number: int, at: datetime) -> None:
    chain = Chain(table.slug, event.first, event.length, bytes.fromhex(event.tip))
    StoredChain.objects.create(
        table=table,
        first=event.first,
        length=event.length,
        tip=event.tip,
        sealed=seal(secret.hex(), chain_place(table.slug, event.first)),
        number=number,
        at=at,
        signature=sign(chain.signed_text()),
        key=public_key(),
    )


def close_round(
    table: Table,
    before: TableState,
    after: TableState,
    event: RoundClosed,
    at: datetime,
    seats: list[dict[str, Any]],
    record_hash: str,
) -> None:
    """Close the round: reveal the seed, store the block's hash and the state, and sign the end of the chain."""
    known = bool(event.void) and deal_known(before)
    values = (event.seed, moment(at), event.void[:200], known, after.sequence, canonical_text(seats), record_hash)
    if _CLOSED(values, (table.pk, event.number)) != 1:
        raise StoredRound.DoesNotExist(f"{table.slug} has no round {event.number}")
    take_snapshot(table, after)
    signature = sign(checkpoint_message(table.slug, table.sequence, table.head))
    _CHECKPOINTS([(table.pk, table.sequence, table.head, moment(at), signature, public_key())])


def take_snapshot(table: Table, state: TableState) -> None:
    sealed = seal(write_state(state), snapshot_place(table.slug, state.sequence))
    _SNAPSHOTS([(table.pk, state.sequence, WIRE_VERSION, sealed)])
