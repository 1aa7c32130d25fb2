"""The service life of tiles, cards, dice and devices; play stops when it has expired."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.hands.pieces import Piece
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import FLOOR, SYSTEM, Phase, TableState
from paigow.table.core.values import changed


@dataclass(frozen=True, slots=True, kw_only=True)
class PassTime(Command):
    """Set the house's clock, in seconds. It never runs backwards."""

    verb: ClassVar[str] = "time"
    role: ClassVar[str] = SYSTEM
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceDice(Command):
    verb: ClassVar[str] = "replace-dice"
    role: ClassVar[str] = FLOOR


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSet(Command):
    """Remove the set or decks from the table between rounds."""

    verb: ClassVar[str] = "remove-set"
    role: ClassVar[str] = FLOOR
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePassed(Event):
    audience = everyone("now")
    log = "The clock shows {now} seconds."
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceReplaced(Event):
    audience = everyone()
    log = "The dice are replaced."


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLaidOut(Event):
    """The set is checked piece by piece and laid out in order of rank before it leaves (NZ-10.17)."""

    audience = everyone("pieces")
    log = "The set is checked and laid out by rank: {pieces}."
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRemoved(Event):
    audience = everyone("set_id reason")
    log = Either("reason", "Set {set_id} is taken off the table: {reason}.", "Set {set_id} is taken off the table.")
    set_id: str
    reason: str


def require_fit(state: TableState, *, every_set: bool = True) -> None:
    """Refuse to continue with an overdue set or dice (MDT-3.A.2, MDT-2.E, MDP-3.C, MDP-2.C.1.c).

    Of two decks, the stored one counts as well, since it is the next to be dealt; before revision 4 it did not.
    """
    options, equipment = state.game.options, state.equipment
    if equipment.damaged:
        pieces = " ".join(equipment.damaged)
        raise refuse("replace {pieces}, or the whole set", state.game.cite("set.damaged"), pieces=pieces)
    used = equipment.sets if every_set else (equipment.in_play,)
    since = min((equipment.sets.get(each, state.now) for each in used), default=state.now)
    if options.sets.seconds and state.now - since >= options.sets.seconds:
        hours = options.sets.seconds // 3600
        raise refuse(
            "the set in play is due to be changed after {hours} hours", state.game.cite("timer.set"), hours=hours
        )
    uses_dice = state.game.strategy.start_method(state) == "shaker"
    if uses_dice and options.sets.dice_seconds and state.now - equipment.dice_since > options.sets.dice_seconds:
        hours = options.sets.dice_seconds // 3600
        raise refuse(
            "the dice have been on the table for more than {hours} hours", state.game.cite("timer.dice"), hours=hours
        )


@decides(PassTime)
def pass_time(turn: Turn, command: PassTime) -> None:
    if command.now < turn.state.now:
        raise refuse("the clock is at {now} and cannot go back", turn.cite("timer.set"), now=turn.state.now)
    turn.emit(TimePassed(now=command.now, clauses=turn.cite("timer.set")))


@evolves(TimePassed)
def time_passed(state: TableState, event: TimePassed) -> TableState:
    return changed(state, now=event.now)


@decides(ReplaceDice)
def replace_dice(turn: Turn, command: ReplaceDice) -> None:
    if turn.state.round is not None:
        raise refuse("dice can be replaced only between rounds", turn.cite("timer.dice"))
    turn.emit(DiceReplaced(clauses=turn.cite("timer.dice")))


@evolves(DiceReplaced)
def dice_replaced(state: TableState, event: DiceReplaced) -> TableState:
    return changed(state, equipment=changed(state.equipment, dice_since=state.now))


@decides(RemoveSet)
def remove_set(turn: Turn, command: RemoveSet) -> None:
    """Take the set off the table; in New Zealand it is checked and laid out first (NZ-10.17)."""
    state = turn.state
    if state.phase not in (Phase.OPEN, Phase.DISPLAY):
        raise refuse("a set can be taken off the table only between rounds", turn.cite("set.remove"))
    for step in state.game.strategy.steps.before_removal:
        step(turn)
    turn.emit(SetRemoved(set_id=state.equipment.in_play, reason=command.reason, clauses=turn.cite("set.remove")))


def lay_out_set(turn: Turn) -> None:
    """Lay out the set in order of rank (NZ-10.17)."""
    turn.emit(SetLaidOut(pieces=turn.state.game.kit.full_set, clauses=turn.cite("set.remove-check")))


@evolves(SetLaidOut)
def set_laid_out(state: TableState, event: SetLaidOut) -> TableState:
    return changed(state, pieces=event.pieces)


@evolves(SetRemoved)
def set_removed(state: TableState, event: SetRemoved) -> TableState:
    equipment = changed(
        state.equipment,
        sets={},
        in_play="",
        inspected=frozenset(),
        verified=frozenset(),
        preshuffled=frozenset(),
        damaged=(),
    )
    return changed(state, equipment=equipment, pieces=(), phase=Phase.CLOSED)


@offers(to=(FLOOR, SYSTEM))
def equipment_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor == SYSTEM:
        yield Offer(PassTime(now=state.now), chance=("now",))
    elif actor == FLOOR:
        yield ReplaceDice()
        yield Offer(RemoveSet(), chance=("reason",))
