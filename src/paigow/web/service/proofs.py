"""Working a table's rounds out anew from what is kept of them: chance from the seeds, events from the rules, hashes.

A round stands on all rounds before it. How far a table has been checked is remembered, so that asking for its next
round is cheap, and asking for a late one first is answered bit by bit.
"""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field

from paigow.errors import PaigowError
from paigow.table import Command, TableState, perform
from paigow.table.chance import RoundChance, seeds_of
from paigow.web.service import records
from paigow.web.store import journal
from paigow.web.store.models import StoredRound, Table

PATIENCE = 2.0  # seconds for one question
KEPT = 64  # tables


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a round holds. `through` is the last round that was looked at: less than asked for if time was short."""

    through: int
    hash: str
    message: str = ""
    clause: str | None = None

    @property
    def holds(self) -> bool:
        return not self.message


@dataclass
class _Checked:
    """What has been found to hold of one table: the state after its last round, and the hash of each."""

    state: TableState
    hashes: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


_checked: OrderedDict[int, _Checked] = OrderedDict()
_checked_lock = threading.Lock()


def forget() -> None:
    with _checked_lock:
        _checked.clear()


def prove(table: Table, number: int, patience: float = PATIENCE) -> Proof:
    """Looks at the rounds up to this one that have not been looked at, for so many seconds."""
    asked = records.finished(table, number)
    until = time.monotonic() + patience
    known = _of(table)
    with known.lock:
        while len(known.hashes) < number:
            closed = records.finished(table, len(known.hashes) + 1)
            try:
                known.state = _work_out(table, known.state, closed)
            except PaigowError as error:
                return Proof(closed.number, closed.record_hash, f"round {closed.number}: {error.message}", error.clause)
            known.hashes.append(closed.record_hash)
            if time.monotonic() > until:
                break
        if len(known.hashes) < number:
            return Proof(len(known.hashes), known.hashes[-1])
        found = records.hash_of(table, asked)
        if found != known.hashes[number - 1]:
            return Proof(number, found, f"round {number} is not any more what it was when it was checked")
    return Proof(number, found)


def _of(table: Table) -> _Checked:
    with _checked_lock:
        known = _checked.setdefault(table.pk, _Checked(journal.empty_state(table)))
        _checked.move_to_end(table.pk)
        if len(_checked) > KEPT:
            _checked.popitem(last=False)
    return known


def _work_out(table: Table, state: TableState, closed: StoredRound) -> TableState:
    """The state after a round, or an error that says what in it does not hold."""
    seed = bytes.fromhex(closed.seed)
    for command, events in records.deeds(table, *records.span_of(table, closed)):
        _require_fair(state, command, seed)
        state, found = perform(state, command)
        if found != events:
            raise PaigowError(f"what is kept of “{command.verb}” is not what the rules make of it")
    if records.hash_of(table, closed) != closed.record_hash:
        raise PaigowError("the hash of its record is not the one that was kept")
    return state


def _require_fair(state: TableState, command: Command, seed: bytes) -> None:
    if not command.drawn or state.round is None:
        return
    chance = RoundChance(seeds_of(state, seed))
    for name, method in command.drawn:
        if getattr(command, name) != getattr(chance, method)(state):
            raise PaigowError(f"{name} of “{command.verb}” is not what the seeds give")
