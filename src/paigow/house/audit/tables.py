"""Audit of one table, from its first event to its last: every row is recomputed from the commands and compared.

Anything the rules cannot distinguish is protected by the hash chain, and the signed checkpoints protect the chain.
After a fault the audit continues with what the rules give, so that one altered row causes only one fault, or a few.
"""

from collections.abc import Iterator
from itertools import islice
from operator import attrgetter
from typing import Any

from paigow.errors import PaigowError
from paigow.house.audit.faults import Fault, difference, differences, matched, shown
from paigow.house.audit.reading import Ahead
from paigow.house.audit.rounds import CHUNK, RoundAudit
from paigow.money import CAGE
from paigow.record.format import Head, digest, entries
from paigow.record.wire import WIRE_VERSION, read_command, read_event, write_event
from paigow.rules import STANDARDS, stored_submission, submission_hash
from paigow.table import Command, Event, TableState, evolve, perform
from paigow.table.chance import RoundChance
from paigow.table.steps.closing import RoundClosed
from paigow.table.steps.mixing import RoundOpened
from paigow.table.steps.seeds import ChainPublished
from paigow.table.view import plain
from paigow.web.seals.sealing import SealBroken
from paigow.web.store import journal
from paigow.web.store.appending import head_holds
from paigow.web.store.models import Snapshot, StoredCommand, StoredEvent

MOST = 200  # faults after which a table is not checked any further


class TableAudit(RoundAudit):
    """Recomputes one table. Afterwards, `flows` holds the amounts that people moved in and out, by event."""

    def faults(self) -> Iterator[Fault]:
        found = self._faults()
        yield from islice(found, MOST)
        if next(found, None):
            yield self._fault("table", f"more than {MOST} faults; what is left of the table was not looked at")

    @property
    def known(self) -> bool:
        """Return whether the table's state is known to the end."""
        return self._state is not None

    def _faults(self) -> Iterator[Fault]:
        yield from self._rules()
        table = self.table
        number = attrgetter("number")
        events = Ahead(table.events.order_by("number", "pk").iterator(CHUNK), number)
        self._entries = Ahead(table.entries.order_by("number", "line", "pk").iterator(CHUNK), number)
        self._meters = Ahead(table.meter_changes.order_by("number", "meter", "pk").iterator(CHUNK), number)
        self._stored_rounds = Ahead(table.rounds.order_by("number", "pk").iterator(CHUNK), number)
        self._chains = Ahead(table.chains.order_by("first", "pk").iterator(CHUNK), attrgetter("first"))
        by_sequence = table.checkpoints.order_by("sequence", "pk").iterator(CHUNK)
        self._checkpoints = Ahead(by_sequence, attrgetter("sequence"))
        for command in table.commands.order_by("first", "last", "pk").iterator(CHUNK):
            yield from self._command(command, list(events.through(command.last)))
        for event in events.rest():
            yield self._fault(f"event {event.number}, command {event.command_id}", "no command brought it about")
        yield from self._end()

    def _rules(self) -> Iterator[Fault]:
        """Check the rules in the table's row, to which the first event is chained."""
        table = self.table
        try:
            submission = stored_submission(table.submission)
        except PaigowError as error:
            yield self._fault("table", f"its submission is not valid: {error.message}")
            return
        due = {
            "submission_hash": submission_hash(submission),
            "standard": submission.standard,
            "standard_version": STANDARDS[submission.standard].version,
        }
        yield from differences(table.slug, "table", table, due)
        if table.submission_hash == due["submission_hash"]:
            self._state = journal.empty_state(table)
            self._balances.update(self._state.ledger.items())  # the meters' initial amounts
            self._record = digest(Head(table.slug, submission).lines())

    # --- a command and its events

    def _command(self, row: StoredCommand, events: list[StoredEvent]) -> Iterator[Fault]:
        label = f"command {row.pk}"
        if row.first != self._number + 1:
            yield self._fault(label, difference("first", row.first, self._number + 1))
        if row.last < row.first:
            yield self._fault(label, f"it has no events: first is {row.first}, last is {row.last}")
        if row.pk <= self._last_command:
            yield self._fault(label, f"it stands after command {self._last_command}, whose events come later")
        self._last_command = row.pk
        command_data: dict[str, Any] | None = None
        try:
            command_data = journal.command_data(self.table.slug, row)
        except (SealBroken, TypeError, ValueError) as error:
            yield self._fault(label, f"it cannot be read: {error}")
        datas: list[dict[str, Any] | None] = []
        for event in events:
            yield from self._event(row, command_data, event, datas)
        if self._number != row.last:
            for missing in range(self._number + 1, row.last + 1):
                yield self._fault(f"event {missing}, {label}", "the row is missing")
            self._number = row.last
        yield from self._play(row, command_data, events, datas)
        self._tick(len(events))

    def _event(
        self,
        command: StoredCommand,
        command_data: dict[str, Any] | None,
        row: StoredEvent,
        datas: list[dict[str, Any] | None],
    ) -> Iterator[Fault]:
        """Check the place of an event, and its link of the chain."""
        label = f"event {row.number}, command {row.command_id}"
        for missing in range(self._number + 1, row.number):
            yield self._fault(f"event {missing}, command {command.pk}", "the row is missing")
        if row.number <= self._number:
            yield self._fault(label, f"event {self._number + 1} belongs here")
        self._number = row.number
        if row.command_id != command.pk:
            yield self._fault(label, f"{difference('command', row.command_id, command.pk)} by the commands' rows")
        data: dict[str, Any] | None = None
        try:
            data = journal.event_data(self.table.slug, row)
        except (SealBroken, TypeError, ValueError) as error:
            yield self._fault(label, f"it cannot be read: {error}")
        datas.append(data)
        if data is not None and command_data is not None:
            due = tuple(journal.links(self.table.slug, self._head, command, command_data, row, data))
            if row.hash not in due:
                what = "the event, its command, or the hash before it was altered"
                yield self._fault(label, f"{difference('hash', row.hash, due[0])}: {what}")
        if data is not None and row.kind != data.get("is"):
            yield self._fault(label, difference("kind", row.kind, data.get("is")))
        self._head = row.hash

    def _play(
        self, row: StoredCommand, command_data: dict[str, Any] | None, rows: list[StoredEvent], datas: list[Any]
    ) -> Iterator[Fault]:
        """Replay the command at the state in which it was given."""
        before, label = self._state, f"command {row.pk}"
        if before is None:
            return
        command: Command | None = None
        due: tuple[Event, ...] = ()
        after: TableState | None = None
        if command_data is not None:
            try:
                command = read_command(command_data, before.game.kit)
                yield from self._draws(row, before, command)
                after, due = perform(before, command)
            except Exception as error:  # an altered row can be wrong in any way
                why = f": {error}" if row.sealed is None or row.last <= self._revealed else ""
                yield self._fault(label, f"it cannot be carried out where it stands{why}")
        try:
            stored = tuple(read_event(data) for data in datas)
            folded = before
            for event in stored:
                folded = evolve(folded, event)
        except Exception as error:
            stored, folded = (), before
            if after is not None:
                yield self._fault(label, f"its events cannot be folded: {error}")
        if after is None or command is None:
            self._state = folded if stored and folded.sequence == row.last else None
            if self._state is None:
                yield self._fault(label, "from here on the state of the table is not known")
                return
            after, due = folded, stored
        else:
            yield from self._compared(row, rows, datas, due)
            if stored == due and folded != after:
                yield self._fault(label, "its events fold to another state than the rules give")
            yield from self._forms(row, command_data or {}, command, rows, due)
            self._log += entries(command, due)
        yield from self._consequences(row, before, due, after, rows)
        self._state = after

    def _draws(self, row: StoredCommand, state: TableState, command: Command) -> Iterator[Fault]:
        """Check that chance follows from the round's seeds."""
        label = f"command {row.pk}"
        if not command.drawn:
            return
        if state.round is None or not self._seed:
            yield self._fault(label, "chance has its place in a round whose seed is known")
            return
        chance = RoundChance(state, self._seed)
        for name, method in command.drawn:
            fair = getattr(chance, method)(state)
            if getattr(command, name) != fair:
                what = self._difference(row, name, plain(getattr(command, name)), plain(fair))
                yield self._fault(f"{label}, round {state.rounds}", f"{what} from the seeds")

    def _compared(
        self, row: StoredCommand, rows: list[StoredEvent], datas: list[Any], due: tuple[Event, ...]
    ) -> Iterator[Fault]:
        """Compare the stored events with those that the rules give."""
        for number, event in enumerate(due, start=row.first):
            kept = next((data for stored, data in zip(rows, datas, strict=True) if stored.number == number), None)
            if kept is not None and kept != (right := write_event(event)):
                parts = [name for name in sorted({*kept, *right}) if kept.get(name) != right.get(name)]
                for name in parts:
                    what = self._difference(row, name, kept.get(name), right.get(name))
                    yield self._fault(f"event {number}, command {row.pk}", f"{what} by the rules")
        if row.last != row.first + len(due) - 1:
            what = difference("last", row.last, row.first + len(due) - 1)
            yield self._fault(f"command {row.pk}", f"{what} by the rules")

    def _forms(
        self,
        row: StoredCommand,
        command_data: dict[str, Any],
        command: Command,
        rows: list[StoredEvent],
        due: tuple[Event, ...],
    ) -> Iterator[Fault]:
        """Check a row's other fields, and that exactly what must be hidden is sealed."""
        label = f"command {row.pk}"
        yield from differences(self.table.slug, label, row, {"actor": command.by, "verb": command.verb})
        if not journal.is_asked(self.table.slug, row, command, command_data):
            due_mark = journal.asked_mark(self.table.slug, row.key, command, command_data)
            yield self._fault(label, difference("fingerprint", row.fingerprint, due_mark))
        yield from self._sealed(label, row, any(event.audience.hidden for event in due))
        for stored, event in zip(rows, due, strict=False):
            yield from self._sealed(f"event {stored.number}, {label}", stored, bool(event.audience.hidden))

    def _sealed(self, label: str, row: StoredCommand | StoredEvent, hidden: bool) -> Iterator[Fault]:
        if (row.data is None, row.sealed is not None) != (hidden, hidden):
            what = "sealed, and nothing in data" if hidden else "in data, and nothing sealed"
            yield self._fault(label, f"it is to be {what}")

    # --- what follows from the events

    def _consequences(
        self,
        row: StoredCommand,
        before: TableState,
        events: tuple[Event, ...],
        after: TableState,
        rows: list[StoredEvent],
    ) -> Iterator[Fault]:
        yield from self._ledger(row, events)
        changes = journal.meter_changes(before, events) if after.meters != before.meters else []
        yield from matched(
            self.table.slug,
            "meter change",
            (((each.number, each.meter), each) for each in self._meters.through(row.last)),
            {(each["number"], each["meter"]): each for each in changes},
        )
        placed = {}
        for number, event in enumerate(events, start=row.first):
            if isinstance(event, RoundOpened):
                yield from self._opened(row, before, event)
            elif isinstance(event, ChainPublished):
                yield from self._published(row, event)
            placed[number] = self._rounds
        for stored in rows:
            if stored.number in placed and stored.round_number != placed[stored.number]:
                what = difference("round_number", stored.round_number, placed[stored.number])
                yield self._fault(f"event {stored.number}, command {row.pk}", what)
        closing = next((event for event in events if isinstance(event, RoundClosed)), None)
        if closing is not None:
            yield from self._closed(row, before, closing, after)
        yield from self._signed(row, closing is not None)

    def _ledger(self, row: StoredCommand, events: tuple[Event, ...]) -> Iterator[Fault]:
        """Check that there is an entry for each transfer, with both balances after it."""
        due = {}
        for number, event in enumerate(events, start=row.first):
            for line, move in enumerate(event.transfers, start=1):
                self._balances[move.debit] -= move.amount
                self._balances[move.credit] += move.amount
                due[number, line] = {
                    "debit": move.debit,
                    "credit": move.credit,
                    "cents": move.amount,
                    "debit_balance": self._balances[move.debit],
                    "credit_balance": self._balances[move.credit],
                    "movement": str(move.kind),
                    "reason": str(move.reason),
                    "clause": move.clause,
                }
                if CAGE in (move.debit, move.credit):
                    other = move.credit if move.debit == CAGE else move.debit
                    player = other.part("player") if other.kind == "rack" else ""
                    if player and not player.startswith("bot-"):
                        into = move.amount if move.credit == CAGE else -move.amount
                        self.flows[number].append((player, into, row.at))
        found = (((each.number, each.line), each) for each in self._entries.through(row.last))
        yield from matched(self.table.slug, "ledger entry", found, due)

    # --- the end

    def _end(self) -> Iterator[Fault]:
        """Check the table's current position, and that nothing is left over."""
        table = self.table
        yield from differences(table.slug, "table", table, {"sequence": self._number, "head": self._head})
        if not head_holds(table):
            what = "head_code is not that of its sequence and head: the end of the log was cut off, or added to"
            yield self._fault("table", what)
        if self._state is None:
            return
        for entry in self._entries.rest():
            yield self._fault(f"ledger entry {(entry.number, entry.line)}", "there is no such event")
        for change in self._meters.rest():
            yield self._fault(f"meter change {(change.number, change.meter)}", "there is no such event")
        for stored in self._stored_rounds.rest():
            yield self._fault(f"round {stored.number}", "no such round was opened")
        for chain in self._chains.rest():
            yield self._fault(f"chain {chain.first}", "no such chain was published")
        for checkpoint in self._checkpoints.rest():
            yield self._fault(f"checkpoint {checkpoint.sequence}", "there is no such event")
        if self._round is not None:
            due: dict[str, Any] = {
                "seed": "",
                "closed_at": None,
                "void": "",
                "known": False,
                "last": None,
                "seats": [],
                "record_hash": "",
            }
            yield from differences(table.slug, f"round {self._round.number}", self._round, due)
        if sum(self._balances.values()) or {k: v for k, v in self._balances.items() if v} != dict(
            self._state.ledger.items()
        ):
            yield self._fault("ledger", "the entries do not add up to the state's ledger")
        if table.closed_at is not None and (self._state.round is not None or self._state.players):
            yield self._fault(
                "table", f"closed_at is {shown(table.closed_at)}, but there are players, or a round is on"
            )
        yield from self._snapshot()

    def _snapshot(self) -> Iterator[Fault]:
        """Check the snapshot saved when a round was closed: only a cache, but one that the house plays from."""
        kept = Snapshot.objects.select_related("table").filter(table=self.table).first()
        label = "snapshot"
        if kept is None:
            if self._closed_at:
                yield self._fault(label, f"the row is missing: a round ended at event {self._closed_at}")
            return
        if kept.sequence != self._closed_at:
            yield self._fault(label, difference("sequence", kept.sequence, self._closed_at))
        elif kept.form != WIRE_VERSION:
            if not 1 <= kept.form < WIRE_VERSION:  # an older one is rebuilt when it is next needed
                yield self._fault(label, difference("form", kept.form, WIRE_VERSION))
        else:
            try:
                if journal.snapshot_state(kept) != self._at_close:
                    yield self._fault(label, "it is another state than its events fold to")
            except Exception as error:
                yield self._fault(label, f"sealed cannot be read: {error}")
