"""Stopping and resuming a table. A round in progress is played to its end."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import everyone
from paigow.table.core.model import FLOOR, TableState
from paigow.table.core.values import changed
from paigow.text import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTable(Command):
    verb: ClassVar[str] = "stop"
    role: ClassVar[str] = FLOOR
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeTable(Command):
    verb: ClassVar[str] = "resume"
    role: ClassVar[str] = FLOOR


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStopped(Event):
    audience = everyone("reason")
    log = "The floor stops the table: {reason}."
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResumed(Event):
    audience = everyone()
    log = "The floor resumes the table."


@decides(StopTable)
def stop(turn: Turn, command: StopTable) -> None:
    cited = turn.cite("round.open")
    if turn.state.stopped:
        raise refuse("the table is already stopped: {stopped}", cited, stopped=Text(turn.state.stopped))
    if not command.reason.strip():
        raise refuse("give a reason for stopping the table", cited)
    turn.emit(TableStopped(reason=command.reason, clauses=cited))


@evolves(TableStopped)
def stopped(state: TableState, event: TableStopped) -> TableState:
    return changed(state, stopped=event.reason)


@decides(ResumeTable)
def resume(turn: Turn, command: ResumeTable) -> None:
    if not turn.state.stopped:
        raise refuse("the table is not stopped", turn.cite("round.open"))
    turn.emit(TableResumed(clauses=turn.cite("round.open")))


@evolves(TableResumed)
def resumed(state: TableState, event: TableResumed) -> TableState:
    return changed(state, stopped="")


@offers(to=(FLOOR,))
def floor_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor == FLOOR:
        yield Offer(StopTable(reason="by order of the floor"), chance=("reason",))
        yield ResumeTable()
