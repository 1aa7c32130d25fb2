"""The arrival of a set or deck, which is inspected, verified, shown to the first player and turned face down."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.hands.pieces import Piece
from paigow.table.core.engine import Command, Event, Offer, PlayerCommand, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import BOXES, Either, everyone
from paigow.table.core.model import DEALER, FLOOR, Part, Phase, Rotation, TableState
from paigow.table.core.values import changed


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiveSet(Command):
    """Bring a set to the table, as the floor. `pieces` is what the box actually contains."""

    verb: ClassVar[str] = "receive-set"
    role: ClassVar[str] = FLOOR
    set_id: str
    pieces: tuple[Piece, ...]
    prepared: bool = False  # inspected and shuffled beforehand


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanSet(Command):
    """Clean the set before it is inspected (optional)."""

    verb: ClassVar[str] = "clean-set"


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectSet(Command):
    """Sort and examine the set; `flaws` are visible defects (a scratch, a difference in shade)."""

    verb: ClassVar[str] = "inspect-set"
    flaws: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifySet(Command):
    verb: ClassVar[str] = "verify-set"
    role: ClassVar[str] = FLOOR


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplaySet(Command):
    verb: ClassVar[str] = "display-set"


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewSet(PlayerCommand):
    """Look over the set on display."""

    verb: ClassVar[str] = "view-set"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskFaceUp(PlayerCommand):
    """Ask to see the faces of a set that is face down because nobody was playing."""

    verb: ClassVar[str] = "ask-face-up"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSetDown(Command):
    verb: ClassVar[str] = "turn-set-down"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetReceived(Event):
    audience = everyone("set_id prepared", hidden="pieces")
    log = Either("prepared", "Set {set_id} is brought in, already inspected.", "Set {set_id} is brought in.")
    set_id: str
    pieces: tuple[Piece, ...]
    prepared: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCleaned(Event):
    audience = everyone("set_id")
    log = "Set {set_id} is cleaned."
    set_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetInspected(Event):
    audience = everyone("set_id")
    log = "Set {set_id} is inspected and complete."
    set_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRejected(Event):
    """The set is sealed and labelled with the table, the time and both signatures; the floor brings another."""

    audience = everyone("set_id flaws table_id time signed")
    log = "Set {set_id} is rejected: {flaws}. Signed by {signed}."
    set_id: str
    flaws: tuple[str, ...]
    table_id: str
    time: int
    signed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetVerified(Event):
    audience = everyone("set_id")
    log = Either(
        BOXES,
        "The game supervisor verifies the inspection of {set_id}.",
        "The floor verifies the inspection of {set_id}.",
    )
    set_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDisplayed(Event):
    """The set is displayed face up in the document's order; a table without players may spread it face down."""

    audience = everyone("pieces idle face_down", covered=("face_down", "pieces"))
    log = Either("face_down", "The set is face down.", "The set is spread face up: {pieces}.")
    pieces: tuple[Piece, ...]
    idle: bool = False
    face_down: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SetViewed(Event):
    audience = everyone("player")
    log = "{player} looks over the set."
    log_you = "You look over the set."
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTurnedUp(Event):
    audience = everyone("player pieces")
    log = "{player} has the set turned face up: {pieces}."
    player: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTurnedDown(Event):
    audience = everyone()
    log = "The set is turned face down."


@decides(ReceiveSet)
def receive(turn: Turn, command: ReceiveSet) -> None:
    state = turn.state
    equipment = state.equipment
    another = state.phase is Phase.INSPECTION and equipment.in_play in equipment.verified
    if state.phase is not Phase.CLOSED and not (another and len(equipment.sets) < state.game.options.sets.decks):
        raise refuse("a set is already on the table: take it off first", turn.cite("set.receive"))
    if command.set_id in equipment.sets:
        raise refuse("{set_id} is already on the table", turn.cite("set.receive"), set_id=command.set_id)
    if command.set_id in state.equipment.rejected:
        raise refuse(
            "set {set_id} was found unsuitable: bring another one", turn.cite("set.replace"), set_id=command.set_id
        )
    if command.prepared and not state.game.options.sets.prepared:
        raise refuse("this game has no preinspected sets; the dealer inspects every set", turn.cite("set.inspect"))
    turn.emit(
        SetReceived(
            set_id=command.set_id,
            pieces=command.pieces,
            prepared=command.prepared,
            clauses=turn.cite("set.prepared" if command.prepared else "set.receive"),
        )
    )


@evolves(SetReceived)
def received(state: TableState, event: SetReceived) -> TableState:
    kept = {**state.equipment.sets, event.set_id: state.now}
    known = {event.set_id} if event.prepared else set()
    equipment = changed(
        state.equipment,
        sets=kept,
        in_play=event.set_id,
        inspected=state.equipment.inspected | known,
        verified=state.equipment.verified | known,
        preshuffled=state.equipment.preshuffled | known,
    )
    all_here = len(kept) == state.game.options.sets.decks
    phase = (Phase.OPEN if all_here else Phase.CLOSED) if event.prepared else Phase.INSPECTION
    arrived = changed(state, equipment=equipment, pieces=event.pieces, phase=phase)
    return arrived.put(SpreadOut(state.part(SpreadOut).sets - {event.set_id}))


@decides(CleanSet)
def clean(turn: Turn, command: CleanSet) -> None:
    state = turn.state
    cited = turn.cite("set.clean")
    if state.phase is not Phase.INSPECTION or state.equipment.in_play in state.equipment.inspected:
        raise refuse("a set is cleaned after it is brought in and before it is inspected", cited)
    turn.emit(SetCleaned(set_id=state.equipment.in_play, clauses=cited))


def missing_and_extra(pieces: tuple[Piece, ...], full: tuple[Piece, ...]) -> tuple[str, ...]:
    """Return the missing and the extra pieces found by sorting the set into pairs (or suits)."""
    have, want = Counter(pieces), Counter(full)
    lacking = [f"missing {piece}" for piece, n in (want - have).items() for _ in range(n)]
    spare = [f"one {piece} too many" for piece, n in (have - want).items() for _ in range(n)]
    return tuple(lacking + spare)


@decides(InspectSet)
def inspect(turn: Turn, command: InspectSet) -> None:
    state = turn.state
    if state.phase is not Phase.INSPECTION or state.equipment.in_play in state.equipment.inspected:
        raise refuse("there is no set to inspect", turn.cite("set.inspect"))
    set_id = state.equipment.in_play
    flaws = missing_and_extra(state.pieces, state.game.box) + command.flaws
    if flaws:
        turn.emit(
            SetRejected(
                set_id=set_id,
                flaws=flaws,
                table_id=state.table_id,
                time=state.now,
                signed=(DEALER, FLOOR),
                clauses=turn.cite("set.replace"),
            )
        )
    else:
        turn.emit(SetInspected(set_id=set_id, clauses=turn.cite("set.inspect")))


@evolves(SetInspected)
def inspected(state: TableState, event: SetInspected) -> TableState:
    return changed(state, equipment=changed(state.equipment, inspected=state.equipment.inspected | {event.set_id}))


@evolves(SetRejected)
def rejected(state: TableState, event: SetRejected) -> TableState:
    sets = {k: v for k, v in state.equipment.sets.items() if k != event.set_id}
    equipment = changed(state.equipment, sets=sets, in_play="", rejected=(*state.equipment.rejected, event.set_id))
    return changed(state, equipment=equipment, pieces=(), phase=Phase.CLOSED)


@decides(VerifySet)
def verify(turn: Turn, command: VerifySet) -> None:
    equipment = turn.state.equipment
    moment = Phase.DISPLAY if turn.state.game.course.verify_displayed else Phase.INSPECTION
    if turn.state.phase is not moment or equipment.in_play not in equipment.inspected:
        raise refuse("the floor verifies an inspection only after the dealer has made it", turn.cite("set.verify"))
    if equipment.in_play in equipment.verified:
        raise refuse("this inspection is already verified", turn.cite("set.verify"))
    if len(turn.state.pieces) != len(turn.state.game.kit.full_set):
        raise refuse("first remove from the set what is not used in play", turn.cite("set.spare"))
    turn.emit(SetVerified(set_id=equipment.in_play, clauses=turn.cite("set.verify")))


@evolves(SetVerified)
def verified(state: TableState, event: SetVerified) -> TableState:
    return changed(state, equipment=changed(state.equipment, verified=state.equipment.verified | {event.set_id}))


def ready_to_show(state: TableState) -> bool:
    """Return whether all decks have arrived and are verified.

    New Zealand's floor checks the set only when it is on display.
    """
    equipment = state.equipment
    looked_at = equipment.inspected if state.game.course.verify_displayed else equipment.verified
    return len(equipment.sets) == state.game.options.sets.decks and looked_at.issuperset(equipment.sets)


@decides(DisplaySet)
def display(turn: Turn, command: DisplaySet) -> None:
    state = turn.state
    idle = state.phase is Phase.OPEN and not state.players
    if idle:
        cited = turn.cite("set.idle")
    elif state.phase is Phase.INSPECTION and ready_to_show(state):
        cited = turn.cite("set.display")
    else:
        raise refuse(
            "a set is displayed only once its inspection is verified, or when nobody plays", turn.cite("set.display")
        )
    face_down = idle and state.game.options.sets.idle_face_down
    pieces = state.game.spread * (1 if idle else state.game.options.sets.decks)
    turn.emit(SetDisplayed(pieces=pieces, idle=idle, face_down=face_down, clauses=cited))


@dataclass(frozen=True)
class Display(Part):
    """The way a set is displayed."""

    of_table: ClassVar[bool] = True
    idle: bool = False  # because nobody plays
    face_down: bool = False


@dataclass(frozen=True)
class SpreadOut(Part):
    """The sets that arrived shuffled and were spread out since, so they are shuffled like any other (MDP-5.H.3)."""

    of_table: ClassVar[bool] = True
    sets: frozenset[str] = frozenset()


@evolves(SetDisplayed)
def displayed(state: TableState, event: SetDisplayed) -> TableState:
    spread = state.equipment.preshuffled.intersection({state.equipment.in_play} if event.idle else state.equipment.sets)
    rotation = state.rotation if state.players else Rotation(first=state.game.betting[0])  # a new game, not a new set
    return changed(
        state,
        pieces=event.pieces,
        phase=Phase.DISPLAY,
        rotation=rotation,
        equipment=changed(state.equipment, button=state.game.positions[0]),
    ).put(Display(idle=event.idle, face_down=event.face_down), SpreadOut(state.part(SpreadOut).sets | spread))


@decides(ViewSet)
def view_set(turn: Turn, command: ViewSet) -> None:
    if turn.state.phase is not Phase.DISPLAY or command.player not in turn.state.players:
        raise refuse(
            "only a player at the table can look over the set, while it is on display", turn.cite("set.display")
        )
    turn.emit(SetViewed(player=command.player, clauses=turn.cite("set.view")))


@decides(TurnSetDown)
def turn_down(turn: Turn, command: TurnSetDown) -> None:
    if turn.state.phase is not Phase.DISPLAY:
        raise refuse("no set is on display", turn.cite("set.view"))
    if turn.state.equipment.in_play not in turn.state.equipment.verified:
        raise refuse("the floor must check the set before play", turn.cite("set.verify"))
    if not turn.state.players:
        cited = turn.state.game.cite_first("set.stays", "set.display")
        raise refuse("the set stays on display until the first player has had a look", cited)
    names = ("set.resume", "set.view") if turn.state.part(Display).idle else ("set.view",)
    turn.emit(SetTurnedDown(clauses=turn.state.game.cite_first(*names)))


@evolves(SetTurnedDown)
def turned_down(state: TableState, event: SetTurnedDown) -> TableState:
    return changed(state, phase=Phase.OPEN, pieces=state.game.kit.full_set).put(Display())


@decides(AskFaceUp)
def ask_face_up(turn: Turn, command: AskFaceUp) -> None:
    state = turn.state
    if state.phase is not Phase.DISPLAY or not state.part(Display).face_down or command.player not in state.players:
        raise refuse("only a face-down set can be turned up on request", turn.cite("set.idle"))
    pieces = state.game.spread * state.game.options.sets.decks
    turn.emit(SetTurnedUp(player=command.player, pieces=pieces, clauses=turn.cite("set.face-up")))


@evolves(SetTurnedUp)
def turned_up(state: TableState, event: SetTurnedUp) -> TableState:
    return changed(state, pieces=event.pieces).put(changed(state.part(Display), face_down=False))


@offers(during=(Phase.CLOSED, Phase.INSPECTION, Phase.DISPLAY, Phase.OPEN))
def opening_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor == FLOOR and state.phase in (Phase.CLOSED, Phase.INSPECTION):
        fresh = f"set-{len(state.equipment.rejected) + len(state.equipment.sets) + state.rounds + 1}"
        yield Offer(ReceiveSet(set_id=fresh, pieces=state.game.box), chance=("set_id", "pieces"))
        if state.game.options.sets.prepared:
            prepared = ReceiveSet(set_id=fresh, pieces=state.game.kit.full_set, prepared=True)
            yield Offer(prepared, chance=("set_id", "pieces"))
        yield VerifySet()
    elif actor == FLOOR and state.phase is Phase.DISPLAY:
        yield VerifySet()
    elif actor == DEALER and state.phase is Phase.INSPECTION:
        yield CleanSet()
        yield Offer(InspectSet(), chance=("flaws",))
        yield DisplaySet()
    elif actor == DEALER and state.phase in (Phase.DISPLAY, Phase.OPEN):
        yield TurnSetDown()
        yield DisplaySet()
    elif state.phase is Phase.DISPLAY and actor in state.players:
        yield ViewSet(player=actor)
        yield AskFaceUp(player=actor)
