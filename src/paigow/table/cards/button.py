"""The flat button that shows where the deal starts, and the marker for a starting position."""

from dataclasses import dataclass
from typing import ClassVar

from paigow.table.core.engine import Event, Turn, evolves
from paigow.table.core.log import everyone
from paigow.table.core.model import Part, TableState
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


@dataclass(frozen=True)
class Button(Part):
    of_table: ClassVar[bool] = True
    position: int | None = None  # where it was moved after the last round


def button_position(state: TableState) -> int:
    """Return where the button is: in front of the dealer when a game begins, and then where it was moved last.

    Until revision 4, every new deck brought it back to the dealer, and a new game with the same deck did not.
    """
    if state.round is not None and state.round.revision < 4:
        return state.equipment.button
    if state.rotation.start_of_game:
        return state.game.positions[0]  # MDP-5.K.3.a
    moved = state.part(Button).position
    return state.equipment.button if moved is None else moved


def mark_start(turn: Turn) -> None:
    marker, start = turn.state.game.options.cards.start_marker, turn.state.current.start.position
    if marker != "none" and start is not None:
        turn.emit(StartMarked(position=start, marker=marker, clauses=turn.cite("start.mark")))


def move_button(turn: Turn) -> None:
    """Move the button one position clockwise after each round, counting the dealer's position."""
    if turn.state.game.strategy.start_method(turn.state) == "button":
        position = turn.state.game.next_position(button_position(turn.state), -1)  # MDP-5.K.3.b
        turn.emit(ButtonMoved(position=position, clauses=turn.cite("start.button-moves")))


@evolves(ButtonMoved)
def button_moved(state: TableState, event: ButtonMoved) -> TableState:
    moved = changed(state, equipment=changed(state.equipment, button=event.position))
    return moved.put(Button(event.position)) if state.current.revision > 3 else moved
