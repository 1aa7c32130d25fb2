"""Verification of a finished round from the stored data: chance from the seeds, events from the rules, and hashes."""

from dataclasses import dataclass

from paigow.errors import PaigowError
from paigow.fairness import commit
from paigow.table import Command, TableState, perform
from paigow.table.chance import RoundChance
from paigow.web.service import history, records
from paigow.web.store import journal
from paigow.web.store.models import StoredEvent, StoredRound, Table


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of verifying a round: whether it is valid and, if not, what is wrong with it."""

    hash: str
    message: str = ""
    clause: str | None = None

    @property
    def holds(self) -> bool:
        return not self.message


def prove(table: Table, number: int) -> Proof:
    closed = records.finished(table, number)
    try:
        _require_commitment(table, closed)
        _require_chain(table, closed)
        _require_play(table, closed)
        if records.hash_of(table, closed) != closed.record_hash:
            raise PaigowError("the hash of the round's record is not the stored one")
    except PaigowError as error:
        return Proof(closed.record_hash, error.message, error.clause)
    return Proof(closed.record_hash)


def _require_commitment(table: Table, closed: StoredRound) -> None:
    rules = bytes.fromhex(closed.submission_hash)
    named = (table.slug, closed.number, bytes.fromhex(closed.seed))
    if str(commit(*named, submission=rules, protocol=closed.protocol)) != closed.commitment:
        raise PaigowError("the revealed seed does not match the commitment")
    if closed.protocol > 1:
        chain = history.published_chain(table, closed.number)
        if chain is None or not chain.holds(closed.number, bytes.fromhex(closed.seed)):
            raise PaigowError("the revealed seed does not lead to the tip of the published chain")


def _require_chain(table: Table, closed: StoredRound) -> None:
    """Check that every event, with its command, is chained to the one before it."""
    rows = StoredEvent.objects.filter(table=table).select_related("command").order_by("number")
    before = rows.filter(number=closed.first - 1).values_list("hash", flat=True).first()
    for row in rows.filter(number__gte=closed.first, number__lte=closed.last):
        command_data = journal.command_data(table.slug, row.command)
        data = journal.event_data(table.slug, row)
        if before is not None and row.hash not in journal.links(
            table.slug, before, row.command, command_data, row, data
        ):
            raise PaigowError("event {number} has changed since it was chained", number=row.number)
        before = row.hash


def _require_play(table: Table, closed: StoredRound) -> None:
    """Check that, from the state at which the round opened, the rules turn each command into the stored events."""
    state, seed = journal.state_before(table, closed), bytes.fromhex(closed.seed)
    for command, events in records.actions_of(table, closed.first, closed.last or 0):
        _require_fair(state, command, seed)
        state, found = perform(state, command)
        if found != events:
            raise PaigowError("the stored result of “{verb}” does not follow from the rules", verb=command.verb)


def _require_fair(state: TableState, command: Command, seed: bytes) -> None:
    if not command.drawn or state.round is None:
        return
    chance = RoundChance(state, seed)
    for name, method in command.drawn:
        if getattr(command, name) != getattr(chance, method)(state):
            raise PaigowError("{name} of “{verb}” does not follow from the seeds", name=name, verb=command.verb)
