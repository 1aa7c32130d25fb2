"""The discard rack: hand after hand, so that each can be put together again (MDP-11.J)."""

from dataclasses import dataclass

from paigow.hands.pieces import Piece
from paigow.table.core.engine import Event, Turn, evolves
from paigow.table.core.model import DEALER_WAGER, MAIN, TableState
from paigow.table.core.values import changed


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDiscarded(Event):
    """Seven cards, on top of what lies in the rack."""

    position: int
    count: int


def awaits_payout(state: TableState, position: int) -> bool:
    current = state.current
    return position in current.papers or any(key.position == position for key in current.pending)


def on_the_table(state: TableState, position: int) -> bool:
    """Whether the cards must stay: a payout is open, or others are to be paid an Envy Bonus for them."""
    return awaits_payout(state, position) or position in state.current.envied


def discard_when_done(turn: Turn, position: int) -> None:
    if position not in turn.state.current.discards and not on_the_table(turn.state, position):
        discard(turn, position, why_discarded(turn.state, position))


def why_discarded(state: TableState, position: int) -> str:
    """Under which name the discard of a hand is cited.

    With optional wagers on it when all are settled, without any when the Pai Gow wager is; the dealer's and the bank's
    only have to be put away in order.
    """
    kinds = {key.kind for key in state.current.wagers if key.position == position}
    if state.game.first_edition or not kinds - {DEALER_WAGER}:
        return "discard"
    return "discard.main" if kinds == {MAIN} else "discard.optional"


def discard(turn: Turn, position: int, *cites: str) -> None:
    count = len(turn.state.current.hands[position].pieces)
    turn.emit(HandDiscarded(position=position, count=count, clauses=turn.cite(*cites)))


@evolves(HandDiscarded)
def hand_discarded(state: TableState, event: HandDiscarded) -> TableState:
    return changed(state, round=changed(state.current, discards=(*state.current.discards, event.position)))


def rack_contents(state: TableState) -> tuple[tuple[int | str, tuple[Piece, ...]], ...]:
    """Return what lies in the rack, from the bottom.

    Each hand under its position, the stub and single cards by name.
    """
    current = state.current
    single = iter(current.removed)
    found: list[tuple[int | str, tuple[Piece, ...]]] = []
    for entry in current.discards:
        if isinstance(entry, int):
            found.append((entry, current.hands[entry].pieces))
        else:
            found.append((entry, current.stub if entry == "stub" else (next(single),)))
    return tuple(found)
