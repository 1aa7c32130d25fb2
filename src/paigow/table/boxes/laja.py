"""New Zealand's laja: an additional mix of the stacked tiles, requested once per deal or required by an accident."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.errors import HandError
from paigow.hands.interface import same_pieces
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
from paigow.table.core.model import DEALER, Part, Phase, TableState
from paigow.table.core.values import changed
from paigow.table.steps.seating import require_player

MOST_SHOWN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestLaja(PlayerCommand):
    verb: ClassVar[str] = "request-laja"


@dataclass(frozen=True, slots=True, kw_only=True)
class PerformLaja(Command):
    """Put the tiles in a new order, and state how many were seen during the mix."""

    verb: ClassVar[str] = "laja"
    drawn: ClassVar[tuple[tuple[str, str], ...]] = (("order", "laja"),)
    order: tuple[Piece, ...]
    shown: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LajaCalled(Event):
    """`player` calls for a laja; if empty, an accident during stacking requires one."""

    audience = everyone("player")
    log = Either("player", "{player} asks for a laja.", "A tile was exposed: laja.")
    log_you = "You ask for a laja."
    player: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LajaPerformed(Event):
    audience = everyone("shown", hidden="order")
    log = Either(
        "order",
        Either("shown", "Laja: {order}. Tiles exposed: {shown}.", "Laja: {order}."),
        Either("shown", "The laja is performed. Tiles exposed: {shown}.", "The laja is performed."),
    )
    order: tuple[Piece, ...]
    shown: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReshuffleCalled(Event):
    """The stacks are taken down and all tiles reshuffled; wagers stay."""

    audience = everyone("reason")
    log = "All tiles are shuffled again: {reason}."
    reason: str


@dataclass(frozen=True)
class Laja(Part):
    asked: bool = False  # by a player
    due: bool = False  # the dealer has to perform one
    forced: bool = False  # because of an accident, not because somebody asked
    performed: int = 0


@decides(RequestLaja)
def request_laja(turn: Turn, command: RequestLaja) -> None:
    state = turn.state
    bank = state.current.bank.player if state.round is not None else None
    cited = turn.cite("laja.player" if bank is None else "laja.bank")
    require_player(state, command.player)
    stacked = state.phase is Phase.BETTING or (state.phase is Phase.STARTING and not _cut_determined(state))
    if not stacked:
        raise refuse("ask for a laja after the tiles are stacked and before the cut is determined", cited)
    if bank is not None and command.player != bank:
        raise refuse("when a player banks, only that player may ask for a laja", cited)
    if state.part(Laja).asked:
        raise refuse("only one laja can be requested", turn.cite("laja.once"))
    turn.emit(LajaCalled(player=command.player, clauses=cited))


def _cut_determined(state: TableState) -> bool:
    current = state.current
    return bool(current.start.delivery) or current.start.cut_declined or current.stack.cut


def call_laja(turn: Turn) -> None:
    """Call for a laja when a tile is seen during stacking (NZ-12.1)."""
    turn.emit(LajaCalled(clauses=turn.cite("stacking.exposed")))


@evolves(LajaCalled)
def laja_called(state: TableState, event: LajaCalled) -> TableState:
    laja = state.part(Laja)
    return state.put(
        changed(laja, due=True, forced=not event.player, asked=laja.asked or bool(event.player)),
        changed(state.current.stack, resume=state.phase),
        phase=Phase.MIXING,
    )


def require_performed(turn: Turn) -> None:
    """Refuse an ordinary shuffle when a laja is due."""
    if turn.state.part(Laja).due:
        raise refuse("a laja is due, not a shuffle", turn.cite("laja"))


@decides(PerformLaja)
def perform_laja(turn: Turn, command: PerformLaja) -> None:
    state, cited = turn.state, turn.cite("laja")
    if state.phase is not Phase.MIXING or not state.part(Laja).due:
        raise refuse("a laja is performed only when it is asked for or due", cited)
    full = state.game.kit.full_set
    if not same_pieces(command.order, full):
        raise HandError("a laja must list the whole set, each tile once", cited[0])
    if command.shown not in range(len(full) + 1):
        raise refuse("0 to {count} tiles can be exposed, not {shown}", cited, count=len(full), shown=command.shown)
    turn.emit(LajaPerformed(order=command.order, shown=command.shown, clauses=_why(state)))
    if command.shown > MOST_SHOWN:
        turn.emit(ReshuffleCalled(reason="tiles shown in a laja", clauses=turn.cite("laja.exposed")))


def _why(state: TableState) -> tuple[str, ...]:
    """Return the clauses for a laja and for the reason why it is performed."""
    if not state.current.precise:
        return state.game.cite("laja")
    asked = "laja.player" if state.current.bank.player is None else "laja.bank"
    return state.game.cite("laja.performed", "stacking.exposed" if state.part(Laja).forced else asked)


@evolves(LajaPerformed)
def laja_performed(state: TableState, event: LajaPerformed) -> TableState:
    laja, stack = state.part(Laja), state.current.stack
    return state.put(
        changed(laja, due=False, performed=laja.performed + 1),
        changed(stack, order=event.order, resume=None),
        phase=stack.resume or Phase.BETTING,
    )


@evolves(ReshuffleCalled)
def reshuffle_called(state: TableState, event: ReshuffleCalled) -> TableState:
    """Mix the tiles once more, instead of a laja that may be due (NZ-12.2, NZ-12.7)."""
    stack = state.current.stack
    cut = stack.cut and state.current.revision < 4  # tiles that were cut are stacked and cut again (NZ-9.5)
    again = changed(stack, order=(), cut=cut, remixes=stack.remixes + 1, resume=stack.resume or state.phase)
    return state.put(again, changed(state.part(Laja), due=False), phase=Phase.MIXING)


@offers(to=(DEALER, PLAYERS), during=(Phase.MIXING, Phase.BETTING, Phase.STARTING))
def laja_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if state.round is None:
        return
    if actor == DEALER and state.phase is Phase.MIXING and state.part(Laja).due:
        full = state.game.kit.full_set
        for shown in range(len(full) + 1):
            yield Offer(PerformLaja(order=full, shown=shown), chance=("order",))
    elif actor in state.players and state.phase in (Phase.BETTING, Phase.STARTING):
        yield RequestLaja(player=actor)
