"""The discard rack: filled hand by hand, so that each hand can be reconstructed (MDP-11.J)."""

from dataclasses import dataclass

from paigow.table.cards.awards import on_the_table
from paigow.table.core.engine import Event, Turn, evolves
from paigow.table.core.log import everyone
from paigow.table.core.model import DEALER_WAGER, MAIN, TableState
from paigow.table.core.values import build, changed


@dataclass(frozen=True, kw_only=True)
class HandDiscarded(Event):
    """Seven cards go on top of the discard rack."""

    audience = everyone("position count")
    log = "{position}’s {count} cards go to the discard rack."
    position: int
    count: int


def discard_when_done(turn: Turn, position: int) -> None:
    state = turn.state
    if position not in state.current.stack.discards and not on_the_table(state, position):
        discard(turn, position, why_discarded(state, position))


def why_discarded(state: TableState, position: int) -> str:
    """Return the citation for discarding a hand.

    A hand is discarded once all optional wagers on it are settled or, if it has none, once the Pai Gow wager is; the
    dealer's and the bank's hands need only be put away in order.
    """
    kinds = {key.kind for key in state.current.wagers_at(position)}
    if state.game.first_edition or not kinds - {DEALER_WAGER}:
        return "discard"
    return "discard.main" if kinds == {MAIN} else "discard.optional"


def discard(turn: Turn, position: int, *cites: str) -> None:
    count = len(turn.state.current.hands[position].pieces)
    turn.emit(build(HandDiscarded, position=position, count=count, clauses=turn.cite(*cites)))


@evolves(HandDiscarded)
def hand_discarded(state: TableState, event: HandDiscarded) -> TableState:
    stack = state.current.stack
    return state.put(changed(stack, discards=(*stack.discards, event.position)))
