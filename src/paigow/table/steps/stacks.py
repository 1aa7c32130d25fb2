"""The bank's cut: a player who banks has stacks of tiles moved to the ends (MDT-9.G)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.hands.pieces import Piece
from paigow.table.core.engine import (
    PLAYERS,
    Command,
    Event,
    Offer,
    PlayerCommand,
    Turn,
    decides,
    evolves,
    offers,
    refuse,
)
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import Phase, TableState
from paigow.table.core.values import changed
from paigow.tiles import BankCut


@dataclass(frozen=True, slots=True, kw_only=True)
class CutStacks(PlayerCommand):
    """Have adjacent stacks moved to the ends, as the bank (MDT-9.G)."""

    verb: ClassVar[str] = "cut-stacks"
    to_right: tuple[int, ...] = ()  # stacks, numbered from the dealer's right
    to_left: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StacksCut(Event):
    audience = everyone("player places", hidden="order")
    log = Either("order", "{player} cuts the stacks: {order}.", "{player} cuts the stacks.")
    log_you = Either("order", "You cut the stacks: {order}.", "You cut the stacks.")
    player: str
    order: tuple[Piece, ...]
    places: tuple[int, ...] = ()  # where each piece was before, if the cut also applies to what is dealt


@decides(CutStacks)
def cut_stacks(turn: Turn, command: CutStacks) -> None:
    state = turn.state
    cited = turn.cite("cut.stacks")
    if state.phase is not Phase.BETTING or state.current.bank.player != command.player:
        raise refuse(
            "only a player who banks may cut the stacks, and only before “no more bets”", turn.cite("cut.only-bank")
        )
    if state.current.stack.cut:
        raise refuse("the bank can cut only once", cited)
    cut = BankCut(command.to_right, command.to_left)
    places = tuple(place for stack in cut.apply([range(4 * n, 4 * n + 4) for n in range(8)]) for place in stack)
    order = tuple(state.current.stack.order[place] for place in places)
    kept = places if state.chain is not None and state.chain.cuts else ()
    turn.emit(StacksCut(player=command.player, order=order, places=kept, clauses=(*cited, cut.clause)))


@evolves(StacksCut)
def stacks_cut(state: TableState, event: StacksCut) -> TableState:
    return state.put(changed(state.current.stack, order=event.order, places=event.places, cut=True))


@offers(to=(PLAYERS,), during=(Phase.BETTING,))
def stack_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if state.current.bank.player == actor:
        for first in range(1, 9):
            for last in range(first, 9):
                block = tuple(range(first, last + 1))
                for at in range(len(block) + 1):
                    yield CutStacks(player=actor, to_right=block[:at], to_left=block[at:])
                    if 0 < at < len(block):
                        yield CutStacks(player=actor, to_right=block[at:], to_left=block[:at])
