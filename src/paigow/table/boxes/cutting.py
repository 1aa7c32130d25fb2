"""New Zealand's cut: who decides on it, the dealer's cut itself, and the bank's +4 or -4."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.table.boxes.boxes import box_rules
from paigow.table.core.engine import Command, Event, Offer, PlayerCommand, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import everyone
from paigow.table.core.model import DEALER, FLOOR, Phase, TableState
from paigow.table.core.values import build, changed
from paigow.table.steps.delivery import deliver_groups
from paigow.text import Text, words

NOMINATIONS = (4, -4)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineCut(PlayerCommand):
    """As the bank, leave the cut to the house."""

    verb: ClassVar[str] = "decline-cut"


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectCut(Command):
    """Name an approved cut other than the ordinary one, as the supervisor."""

    verb: ClassVar[str] = "direct-cut"
    role: ClassVar[str] = FLOOR
    delivery: str


@dataclass(frozen=True, kw_only=True)
class CutTiles(Command):
    """Cut the tiles as decided, or by the ordinary cut."""

    verb: ClassVar[str] = "cut-tiles"


@dataclass(frozen=True, slots=True, kw_only=True)
class NominateAdjustment(PlayerCommand):
    verb: ClassVar[str] = "adjust"
    value: int  # +4 or -4


@dataclass(frozen=True, slots=True, kw_only=True)
class CutDeclined(Event):
    audience = everyone("player")
    log = "{player} leaves the cut to the dealer."
    log_you = "You leave the cut to the dealer."
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CutDirected(Event):
    audience = everyone("delivery")
    log = "The game supervisor directs the cut: {delivery}."
    delivery: str


@dataclass(frozen=True, kw_only=True)
class TilesCut(Event):
    audience = everyone("delivery")
    log = "The tiles are cut: {delivery}."
    delivery: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustmentNominated(Event):
    """A button in the middle of the table shows the adjustment."""

    audience = everyone("value")
    log = "The adjustment is {value}."
    value: int


def _require_uncut(turn: Turn, cited: tuple[str, ...]) -> None:
    state = turn.state
    if state.phase not in (Phase.STARTING, Phase.DEALING) or state.current.start.dice is None:
        raise refuse("the cut can be decided only after the dice are shaken", cited)
    if state.current.stack.cut:
        raise refuse("the tiles have been cut", cited)


@decides(DeclineCut)
def decline_cut(turn: Turn, command: DeclineCut) -> None:
    cited = turn.cite("cut.declined")
    _require_uncut(turn, cited)
    current = turn.state.current
    if current.bank.player != command.player:
        raise refuse("only the bank can decide or decline the cut", cited)
    if current.start.delivery or current.start.cut_declined:
        raise refuse("the cut has been decided", cited)
    turn.emit(CutDeclined(player=command.player, clauses=cited))


@evolves(CutDeclined)
def cut_declined(state: TableState, event: CutDeclined) -> TableState:
    return state.put(changed(state.current.start, cut_declined=True))


@decides(DirectCut)
def direct_cut(turn: Turn, command: DirectCut) -> None:
    state = turn.state
    cited = turn.cite("cut.declined" if state.round is not None and state.current.bank.player else "cut.house")
    _require_uncut(turn, cited)
    if state.current.bank.player is not None and not state.current.start.cut_declined:
        raise refuse("only the bank can decide the cut, unless it declines", turn.cite("delivery.choose"))
    if state.current.start.delivery:
        raise refuse("the cut has been decided", cited)
    approved = state.game.options.start.deliveries
    if command.delivery not in approved:
        raise refuse(
            "{delivery} is not an approved cut: choose one of {approved}",
            cited,
            delivery=Text(command.delivery),
            approved=words(approved),
        )
    turn.emit(CutDirected(delivery=command.delivery, clauses=cited))


@evolves(CutDirected)
def cut_directed(state: TableState, event: CutDirected) -> TableState:
    return state.put(changed(state.current.start, delivery=event.delivery))


def require_cut(turn: Turn) -> None:
    """Require the cut before the lid comes off the dice (NZ-9.5)."""
    if not turn.state.current.stack.cut:
        raise refuse("the tiles must be cut before the lid comes off", turn.cite("cut.tiles"))


def deliver_cut(turn: Turn) -> None:
    """Deliver the tiles, which are cut again if they were reshuffled after the start was determined (NZ-12.7)."""
    if not turn.state.current.stack.cut:
        raise refuse("the tiles must be cut again before they are dealt", turn.cite("cut.tiles"))
    deliver_groups(turn)


@decides(CutTiles)
def cut_tiles(turn: Turn, command: CutTiles) -> None:
    """Cut the tiles. A bank that has not said anything by now has declined."""
    cited = turn.cite("cut.tiles")
    _require_uncut(turn, cited)
    state = turn.state
    name = state.current.start.delivery or state.game.options.start.house_delivery
    ordinary = (
        () if state.current.start.delivery else turn.cite("cut.declined" if state.current.bank.player else "cut.house")
    )
    clauses = (*cited, *ordinary, state.game.options.start.deliveries[name].clause)
    turn.emit(build(TilesCut, delivery=name, clauses=tuple(dict.fromkeys(clauses))))


@evolves(TilesCut)
def tiles_cut(state: TableState, event: TilesCut) -> TableState:
    return state.put(changed(state.current.start, delivery=event.delivery), changed(state.current.stack, cut=True))


@decides(NominateAdjustment)
def nominate(turn: Turn, command: NominateAdjustment) -> None:
    state, cited = turn.state, turn.cite("start.adjust")
    if not box_rules(state).adjustment:
        raise refuse("no adjustment is offered at this table", cited)
    if state.phase is not Phase.STARTING or not state.current.stack.cut:
        raise refuse(
            "an adjustment can be nominated only after the cut is decided and before the dice are uncovered", cited
        )
    if state.current.bank.player != command.player:
        raise refuse("only a player who banks can adjust the point of delivery", cited)
    if state.current.start.adjustment:
        raise refuse("an adjustment can be nominated only once", cited)
    if command.value not in NOMINATIONS:
        raise refuse("{value} cannot be nominated: choose +4 or -4", cited, value=f"{command.value:+d}")
    turn.emit(AdjustmentNominated(value=command.value, clauses=cited))


@evolves(AdjustmentNominated)
def adjustment_nominated(state: TableState, event: AdjustmentNominated) -> TableState:
    return state.put(changed(state.current.start, adjustment=event.value))


@offers(during=(Phase.STARTING, Phase.DEALING))
def cutting_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor == DEALER:
        yield CutTiles()
    elif actor == FLOOR:
        for name in state.game.options.start.deliveries:
            yield DirectCut(delivery=name)
    elif actor == state.current.bank.player:
        yield DeclineCut(player=actor)
        for value in NOMINATIONS:
            yield NominateAdjustment(player=actor, value=value)
