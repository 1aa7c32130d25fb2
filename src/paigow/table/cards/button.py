"""The flat button that shows where the deal starts, and the marker for a starting position."""

from dataclasses import dataclass

from paigow.table.core.engine import Event, Turn, evolves
from paigow.table.core.log import everyone
from paigow.table.core.model import TableState
from paigow.table.core.values import changed


@dataclass(frozen=True, slots=True, kw_only=True)
class StartMarked(Event):
    """A cover card, or an approved object, marks the starting position."""

    audience = everyone("position marker")
    log = "A {marker} marks {position}."
    position: int
    marker: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonMoved(Event):
    audience = everyone("position")
    log = "The button moves to {position}."
    position: int


def mark_start(turn: Turn) -> None:
    marker, start = turn.state.game.options.cards.start_marker, turn.state.current.start.position
    if marker != "none" and start is not None:
        turn.emit(StartMarked(position=start, marker=marker, clauses=turn.cite("start.mark")))


def move_button(turn: Turn) -> None:
    """Move the button one position clockwise after each round, counting the dealer's position."""
    if turn.state.game.strategy.start_method(turn.state) == "button":
        position = turn.state.game.next_position(turn.state.equipment.button, -1)  # MDP-5.K.3.b
        turn.emit(ButtonMoved(position=position, clauses=turn.cite("start.button-moves")))


@evolves(ButtonMoved)
def button_moved(state: TableState, event: ButtonMoved) -> TableState:
    return changed(state, equipment=changed(state.equipment, button=event.position))
