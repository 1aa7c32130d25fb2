"""Cards on the table: seven hands of seven from one deck, dealt singly or in packets, and the remaining stub."""

from dataclasses import dataclass

from paigow.hands.pieces import Piece
from paigow.poker import DECK
from paigow.table.core.engine import Event, Turn, evolves
from paigow.table.core.log import everyone
from paigow.table.core.model import TableState
from paigow.table.core.values import build, changed
from paigow.table.steps.delivery import Delivered
from paigow.text import gettext_noop as noop

Hands = tuple[tuple[int, tuple[Piece, ...]], ...]
BY_SUIT = tuple(sorted(DECK, key=lambda card: (card.is_joker, card.suit, card.rank)))
"""The order in which a deck is spread for inspection."""
STUB = 4
"""The number of cards left out of 53 after dealing seven to each of seven positions."""


@dataclass(frozen=True, kw_only=True)
class StubCounted(Event):
    """The remaining cards are spread face down, counted, and discarded unseen."""

    audience = everyone("count")
    log = "{count} cards are left, as required."
    count: int


def one_by_one(order: tuple[Piece, ...], positions: tuple[int, ...], size: int) -> Hands:
    """Deal one card at a time to each position in turn (MDP-8.D.2, MDP-9.C)."""
    seats = len(positions)
    return tuple((position, order[turn : seats * size : seats]) for turn, position in enumerate(positions))


def in_packets(order: tuple[Piece, ...], positions: tuple[int, ...], size: int) -> Hands:
    """Deal the whole hand at once to each position."""
    return tuple((position, order[turn * size : (turn + 1) * size]) for turn, position in enumerate(positions))


def deal_packets(turn: Turn) -> None:
    """Deal seven cards at a time (MDP-10.C, DO-R2)."""
    state, order = turn.state, turn.state.current.stack.order
    hands = in_packets(order, state.game.dealing_order(state.current.start.position), state.game.kit.hand_size)
    stub = order[sum(len(cards) for _, cards in hands) :]
    cited = turn.cite("deal.bank" if state.current.bank.player else "deal")
    turn.emit(build(Delivered, delivery=noop("packets"), start=hands[0][0], hands=hands, stub=stub, clauses=cited))


def count_stub(turn: Turn) -> None:
    """Count the stub (DO-R4.s2). A wrong count is an irregularity, which the floor reports."""
    turn.emit(build(StubCounted, count=len(turn.state.current.stack.stub), clauses=turn.cite("deal.stub")))


@evolves(StubCounted)
def stub_counted(state: TableState, event: StubCounted) -> TableState:
    stack = state.current.stack
    return state.put(changed(stack, discards=(*stack.discards, "stub")))
