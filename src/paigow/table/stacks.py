"""The bank's cut: a player who banks has stacks of tiles moved to the ends (MDT-9.G)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.table.engine import PLAYERS, Command, Event, Offer, PlayerCommand, Turn, decides, evolves, offers, refuse
from paigow.table.kit import Piece
from paigow.table.model import Phase, TableState
from paigow.table.values import changed
from paigow.tiles import BankCut


@dataclass(frozen=True, slots=True, kw_only=True)
class CutStacks(PlayerCommand):
    """The bank has adjacent stacks moved to the ends (MDT-9.G)."""

    verb: ClassVar[str] = "cut-stacks"
    to_right: tuple[int, ...] = ()  # stacks, numbered from the dealer's right
    to_left: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StacksCut(Event):
    player: str
    order: tuple[Piece, ...]


@decides(CutStacks)
def cut_stacks(turn: Turn, command: CutStacks) -> None:
    state = turn.state
    cited = turn.cite("cut.stacks")
    if state.phase is not Phase.BETTING or state.current.bank != command.player:
        raise refuse(
            "only a player who is the bank may cut the stacks, before “no more bets”", turn.cite("cut.only-bank")
        )
    if state.current.cut:
        raise refuse("the bank cuts once", cited)
    cut = BankCut(command.to_right, command.to_left)
    stacks = [state.current.order[4 * n : 4 * n + 4] for n in range(8)]
    order = tuple(piece for stack in cut.apply(stacks) for piece in stack)
    turn.emit(StacksCut(player=command.player, order=order, clauses=(*cited, cut.clause)))


@evolves(StacksCut)
def stacks_cut(state: TableState, event: StacksCut) -> TableState:
    return changed(state, round=changed(state.current, order=event.order, cut=True))


@offers(to=(PLAYERS,), during=(Phase.BETTING,))
def stack_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if state.current.bank == actor:
        for first in range(1, 9):
            for last in range(first, 9):
                block = tuple(range(first, last + 1))
                for at in range(len(block) + 1):
                    yield CutStacks(player=actor, to_right=block[:at], to_left=block[at:])
                    if 0 < at < len(block):
                        yield CutStacks(player=actor, to_right=block[at:], to_left=block[:at])
