"""Audit of the stored data about a table's rounds: their rows, the published seed chains, and signed checkpoints."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from paigow.fairness import Chain, chain_of, commit
from paigow.house.audit.faults import Fault, difference, differences
from paigow.house.audit.reading import Ahead
from paigow.record.format import block_lines, round_keys, seats, with_hash
from paigow.record.wire import WIRE_VERSION
from paigow.table import TableState
from paigow.table.steps.closing import RoundClosed
from paigow.table.steps.mixing import RoundOpened
from paigow.table.steps.seeds import ChainPublished, deal_known, protocol_of
from paigow.web.seals import sealing
from paigow.web.seals.sealing import SealBroken, checkpoint_message, genesis, is_signed, public_key, public_keys, unseal
from paigow.web.store import journal
from paigow.web.store.models import Checkpoint, StoredChain, StoredCommand, StoredRound, Table

CHUNK = 500  # rows read at a time

Flow = tuple[str, int, datetime]
"""A person's movement through the cage: the name, the cents into the wallet, and when."""


class RoundAudit:
    """The progress of recomputing a table, and whether its stored rounds follow from the events."""

    _stored_rounds: Ahead[StoredRound]
    _chains: Ahead[StoredChain]
    _checkpoints: Ahead[Checkpoint]

    def __init__(self, table: Table, tick: Callable[[int], None] = lambda events: None) -> None:
        self.table = table
        self.flows: dict[int, list[Flow]] = defaultdict(list)
        self._tick = tick
        self._revealed = self._last_signed()
        self._number = 0  # of the last event
        self._head = genesis(table.slug, table.submission_hash)
        self._state: TableState | None = None  # None if it is no longer known
        self._balances: dict[str, int] = defaultdict(int)
        self._log: list[str] = []  # of the block of the record that is being written
        self._record = ""  # the hash of the last block
        self._round: StoredRound | None = None  # the round in progress
        self._seed = b""
        self._rounds = 0
        self._last_command = 0
        self._closed_at = 0  # the last event of the last finished round
        self._at_close: TableState | None = None  # the state then

    def _fault(self, row: str, what: str) -> Fault:
        return Fault(self.table.slug, row, what)

    def _difference(self, row: StoredCommand, name: str, found: Any, due: Any) -> str:
        """Return the difference.

        For a round in progress a fault names only the field, so that altering public data does not make the audit
        reveal hidden data.
        """
        if row.sealed is None or row.last <= self._revealed:
            return difference(name, found, due)
        return f"{name}, which is hidden until the round is over, is not as expected"

    def _last_signed(self) -> int:
        """Return the event at which the last round ended, which the house has signed.

        Up to there nothing is hidden any more.
        """
        for each in self.table.checkpoints.order_by("-sequence").iterator(CHUNK):
            if is_signed(checkpoint_message(self.table.slug, each.sequence, each.head), each.signature, public_key()):
                return each.sequence
        return 0

    def _opened(self, row: StoredCommand, before: TableState, event: RoundOpened) -> Iterator[Fault]:
        """Yield the faults of a round's row: its sealed seed, the state it met, and its rules."""
        table = self.table
        self._round, self._seed, self._rounds = None, b"", event.number
        for each in self._stored_rounds.through(event.number):
            if each.number == event.number and self._round is None:
                self._round = each
            else:
                yield self._fault(f"round {each.number}", "nothing that happened brings this row about")
        label = f"round {event.number}"
        if self._round is None:
            yield self._fault(label, "the row is missing")
            return
        due = {
            "protocol": protocol_of(before),
            "commitment": event.commitment,
            "submission_hash": table.submission_hash,
            "standard_version": table.standard_version,
            "opened_at": row.at,
            "first": row.first,
        }
        yield from differences(table.slug, label, self._round, due)
        if self._round.form != WIRE_VERSION:
            yield from self._older(label, self._round)
        try:
            if journal.state_before(table, self._round) != before:
                yield self._fault(label, "before is another state than the events before it fold to")
        except Exception as error:
            yield self._fault(label, f"before cannot be read: {error}")
        try:
            place = sealing.seed_place(table.slug, event.number)
            self._seed = bytes.fromhex(unseal(self._round.sealed, place))
        except (SealBroken, TypeError, ValueError) as error:
            yield self._fault(label, f"sealed cannot be read: {error}")
            try:
                self._seed = bytes.fromhex(self._round.seed)
            except ValueError:
                return
        if self._seed:
            rules = bytes.fromhex(table.submission_hash)
            named = (table.slug, event.number, self._seed)
            fixed = str(commit(*named, submission=rules, protocol=protocol_of(before)))
            if fixed != event.commitment:
                yield self._fault(label, f"{difference('commitment', event.commitment, fixed)} of its seed")

    def _older(self, label: str, kept: StoredRound) -> Iterator[Fault]:
        """Yield the faults of a row in an older format, which is no longer read but must be what was sealed then."""
        if not 1 <= kept.form < WIRE_VERSION:
            yield self._fault(label, difference("form", kept.form, WIRE_VERSION))
        try:
            unseal(kept.before, sealing.before_place(self.table.slug, kept.number, kept.software, kept.form))
        except SealBroken as error:
            yield self._fault(label, f"before cannot be read: {error}")

    def _published(self, row: StoredCommand, event: ChainPublished) -> Iterator[Fault]:
        """Yield the faults of a chain's row, which is signed and whose secret leads to the tip."""
        slug, label = self.table.slug, f"chain {event.first}"
        found: StoredChain | None = None
        for each in self._chains.through(event.first):
            if each.first == event.first and found is None:
                found = each
            else:
                yield self._fault(f"chain {each.first}", "nothing that happened brings this row about")
        if found is None:
            yield self._fault(label, "the row is missing")
            return
        due = {"tip": event.tip, "length": event.length, "number": row.first, "at": row.at}
        key = found.key if found.key in public_keys() else public_key()
        yield from differences(slug, label, found, {**due, "key": key})
        chain = Chain(slug, event.first, event.length, bytes.fromhex(event.tip))
        if not is_signed(chain.signed_text(), found.signature, public_key()):
            yield self._fault(label, "the signature does not hold")
        try:
            secret = bytes.fromhex(unseal(found.sealed, sealing.chain_place(slug, event.first)))
            if chain_of(slug, event.first, secret, event.length) != chain:
                yield self._fault(label, "its secret does not lead to the tip")
        except (SealBroken, TypeError, ValueError) as error:
            yield self._fault(label, f"sealed cannot be read: {error}")

    def _closed(self, row: StoredCommand, before: TableState, event: RoundClosed, after: TableState) -> Iterator[Fault]:
        """Yield the faults of a round's end.

        The seed must match the commitment, and the block of the record must have the stored hash.
        """
        keys = round_keys(self._record, before.current.commitment, event, protocol_of(before))
        block = block_lines(keys, seats(after), self._log)
        self._record, self._log = with_hash(block)[1], []
        self._closed_at, self._at_close = row.last, after
        kept, label = self._round, f"round {event.number}"
        self._round = None
        if kept is None:
            return  # named when it opened
        if self._seed and self._seed.hex() != event.seed:
            yield self._fault(
                label, f"{difference('sealed', self._seed.hex(), event.seed)}, the seed that was revealed"
            )
        due = {
            "seed": event.seed,
            "closed_at": row.at,
            "void": event.void[:200],
            "known": bool(event.void) and deal_known(before),
            "last": row.last,
            "seats": seats(after),
            "record_hash": self._record,
        }
        yield from differences(self.table.slug, label, kept, due)
        if not before.current.hands and not event.void:
            yield self._fault(label, "it was never dealt, and void has no reason")

    def _signed(self, row: StoredCommand, due: bool) -> Iterator[Fault]:
        """Yield the faults of checkpoints: one for each finished round, and no other."""
        for each in self._checkpoints.through(row.last):
            label = f"checkpoint {each.sequence}"
            if not due or each.sequence != row.last:
                yield self._fault(label, "no round ends there")
            else:
                due = False
                yield from self._checkpoint(label, each, row.at)
        if due:
            yield self._fault(f"checkpoint {row.last}", "the row is missing: a round ends there")

    def _checkpoint(self, label: str, row: Checkpoint, at: datetime) -> Iterator[Fault]:
        due = {"head": self._head, "at": at, "key": row.key if row.key in public_keys() else public_key()}
        yield from differences(self.table.slug, label, row, due)
        if not is_signed(checkpoint_message(self.table.slug, row.sequence, row.head), row.signature, public_key()):
            yield self._fault(label, "the signature does not hold")
