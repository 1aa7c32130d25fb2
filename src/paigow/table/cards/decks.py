"""Decks and the devices that shuffle and deal them: two jokers, alternating decks, shoes, and faulty devices."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from paigow.poker import JOKER
from paigow.table.cards.card_cut import CutOffers
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import DEALER, FLOOR, Part, Phase, TableState
from paigow.table.core.values import build, changed
from paigow.table.floor.irregularities import void_round
from paigow.table.steps.opening import SpreadOut
from paigow.text import Text
from paigow.text import gettext_noop as noop

SHUFFLER = "shuffler"
SHOE = "shoe"
MANUAL_SHOE = "manual-shoe"
HAND = "hand"
AUTOMATED_SHOE = "automated-shoe"
SHAKER = "shaker"
BUTTON = "button"


@dataclass(frozen=True, slots=True, kw_only=True)
class TearJoker(Command):
    """Tear the second joker of a deck in half and put it back into its box, in view of the floor."""

    verb: ClassVar[str] = "tear-joker"


@dataclass(frozen=True, kw_only=True)
class PlaceDeck(Command):
    """Put the cards into the shoe, or into one of the dealer's hands, which then holds them for the whole round."""

    verb: ClassVar[str] = "place-deck"
    hand: str = ""  # left or right, when dealt from the hand


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFault(Command):
    """Report that a device jammed or stopped while in use; `usable` is true if it can still be used."""

    verb: ClassVar[str] = "report-fault"
    device: str
    usable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkDevice(Command):
    """Cover a faulty device, or mark it with a sign."""

    verb: ClassVar[str] = "mark-device"
    role: ClassVar[str] = FLOOR
    device: str
    sign: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreDevice(Command):
    """Report that a device works again."""

    verb: ClassVar[str] = "restore-device"
    role: ClassVar[str] = FLOOR
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JokerTorn(Event):
    audience = everyone("set_id by")
    log = "The second joker of {set_id} is torn up by {by}."
    set_id: str
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckTaken(Event):
    """One deck is in play while the other is shuffled and kept in the device; only this deck's cards are discarded."""

    audience = everyone("deck back stored")
    log = "Deck {deck} ({back}) is put in play."
    deck: str
    back: str
    stored: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class DeckPlaced(Event):
    """The deck is put in the shoe or the dealer's hand; one hand `draws` the cards and the other `lays` them down."""

    audience = everyone("at draws lays by_device")
    log = Either("by_device", "The deck is in the {at}.", "The deck is in the {at}; {draws} draws, {lays} deals.")
    at: str
    draws: str
    lays: str
    by_device: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleFailed(Event):
    audience = everyone("usable")
    log = "The shuffler did not finish; the cards are shuffled again."
    usable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceFailed(Event):
    audience = everyone("device")
    log = "The {device} is out of order."
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceMarked(Event):
    audience = everyone("device sign")
    log = "The {device} is covered or marked as out of order."
    device: str
    sign: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRestored(Event):
    audience = everyone("device")
    log = "The {device} works again."
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRemoved(Event):
    """The whole deck leaves the table."""

    audience = everyone("deck")
    log = "Deck {deck} leaves the table."
    deck: str


def shuffler(state: TableState) -> str:
    """Return the current shuffler: the submission's device, or the dealer while the device is out of order."""
    return "none" if SHUFFLER in state.equipment.faults else state.game.options.cards.shuffler


def method(state: TableState) -> str:
    """Return the current dealing method.

    A manual shoe replaces a faulty automated one; it also replaces dealing by hand while there is no shuffler, which
    that method requires (MDP-9.A.1).
    """
    chosen = state.game.options.cards.method
    if chosen == AUTOMATED_SHOE and SHOE in state.equipment.faults:
        return MANUAL_SHOE
    return MANUAL_SHOE if chosen == HAND and shuffler(state) == "none" else chosen


def start_method(state: TableState) -> str:
    """Return the current method of finding the starting position.

    The button requires an automated shuffler and shoe; when another dealing method takes over, the shaker, which needs
    no approval, replaces the button (MDP-5.K.3).
    """
    chosen = state.game.options.start.method
    automated = method(state) == AUTOMATED_SHOE and shuffler(state) != "none"
    return SHAKER if chosen == BUTTON and not automated and not state.game.first_edition else chosen


def cite_method(turn: Turn, name: str) -> tuple[str, ...]:
    """Return the clauses of the chapter (8, 9 or 10) that applies to the current dealing method."""
    return turn.cite(f"{name}.{method(turn.state)}")


def must_cut(state: TableState) -> bool:
    """Return whether the cards must be cut.

    They are cut only after a manual shuffle (MDP-5.C), and not if they arrived shuffled (MDP-4.F).
    """
    return shuffler(state) == "none" and not is_preshuffled(state)


def is_preshuffled(state: TableState) -> bool:
    deck = state.equipment.in_play
    if deck not in state.equipment.preshuffled or state.current.stack.remixes:
        return False
    return deck not in state.part(SpreadOut).sets or state.current.revision < 4  # it is mixed again then (MDP-5.H.3)


def step_cites(state: TableState, step: str) -> tuple[str, ...]:
    """Return the names to cite for a step; for some they depend on the devices in use."""
    match step:
        case "mix":
            return mix_cites(state)
        case "wager.close":
            return close_cites(state)
        case "conduct.stub-exposed" if state.round is not None and state.round.revision > 2:
            return (f"stub.hidden.{method(state)}",)
        case _:
            return (step,)


def mix_cites(state: TableState) -> tuple[str, ...]:
    if is_preshuffled(state):
        return ("mix.preshuffled",)
    by = f"mix.{shuffler(state)}"
    if state.current.revision > 1 and state.part(CutOffers).directed:
        return ("mix.directed", by)
    if state.rotation.start_of_game:
        return ("mix.start", by)
    return ("mix", "mix.bank", by) if state.current.bank.player else ("mix", by)


def close_cites(state: TableState) -> tuple[str, ...]:
    """Return the chapter of the current dealing method, which may not be the submission's."""
    return (f"close.{method(state)}", "wager.in-time") if state.current.revision > 1 else ("wager.close",)


def require_marked(turn: Turn) -> None:
    """Require that a faulty device is marked before another method is used (MDP-14.N)."""
    equipment = turn.state.equipment
    for device in sorted(equipment.faults - equipment.covered):
        raise refuse(
            "the {device} is out of order: cover or mark it first",
            turn.cite("device.cover"),
            device=Text(device),
        )


@decides(TearJoker)
def tear_joker(turn: Turn, command: TearJoker) -> None:
    state = turn.state
    cited = turn.cite("set.spare")
    inspected = state.equipment.in_play in state.equipment.inspected
    if state.phase is not Phase.INSPECTION or not inspected or state.pieces.count(JOKER) < 2:
        raise refuse("a second joker can be torn up only after a deck that has two is inspected", cited)
    turn.emit(JokerTorn(set_id=state.equipment.in_play, by=(DEALER, FLOOR), clauses=cited))


@evolves(JokerTorn)
def joker_torn(state: TableState, event: JokerTorn) -> TableState:
    at = state.pieces.index(JOKER)
    return changed(state, pieces=state.pieces[:at] + state.pieces[at + 1 :])


def take_deck(turn: Turn) -> None:
    """Alternate two decks, round by round (MDP-3.B), as long as the shuffler works."""
    state = turn.state
    decks = tuple(state.equipment.sets)
    if len(decks) < 2 or shuffler(state) == "none":
        return
    deck = next(other for other in decks if other != state.equipment.in_play)  # the one received last begins in store
    backs = state.game.options.cards.backs
    if state.current.revision > 3:
        known = {other: back for other, back in state.part(Backs).of.items() if other in decks}
        back = known.get(deck) or next(colour for colour in backs if colour not in known.values())
    else:  # then a deck changed its colour when the one before it was replaced
        back = backs[decks.index(deck)]
    stored = tuple(other for other in decks if other != deck)
    turn.emit(DeckTaken(deck=deck, back=back, stored=stored, clauses=turn.cite("decks")))


@dataclass(frozen=True)
class Backs(Part):
    of_table: ClassVar[bool] = True
    of: Mapping[str, str] = field(default_factory=dict)  # the colour of the backs of each deck that was in play


@evolves(DeckTaken)
def deck_taken(state: TableState, event: DeckTaken) -> TableState:
    taken = changed(state, equipment=changed(state.equipment, in_play=event.deck))
    if state.current.revision < 4:
        return taken
    known = {deck: back for deck, back in state.part(Backs).of.items() if deck in state.equipment.sets}
    return taken.put(Backs({**known, event.deck: event.back}))


HANDS = {"left": noop("left hand"), "right": noop("right hand")}
OVER_INVENTORY = {
    "left": noop("left hand, over the inventory container"),
    "right": noop("right hand, over the inventory container"),
}
HANDLING = {
    MANUAL_SHOE: (noop("shoe"), noop("the hand closest to the shoe"), noop("the opposite hand")),
    AUTOMATED_SHOE: (noop("automated shoe"), noop("the shoe, in stacks of seven"), noop("the dealer")),
}


@decides(PlaceDeck)
def place_deck(turn: Turn, command: PlaceDeck) -> None:
    state = turn.state
    cited = cite_method(turn, "load")
    if state.phase not in (Phase.BETTING, Phase.STARTING, Phase.DEALING):
        raise refuse("the deck is prepared after the cards are shuffled and cut", cited)
    if state.current.stack.at:
        raise refuse(
            "the cards stay where they are this round: {deck_at}", cited[-1:], deck_at=Text(state.current.stack.at)
        )
    if method(state) == HAND:
        if command.hand not in ("left", "right"):
            raise refuse("the dealer holds the cards in the left or in the right hand", cited)
        other = HANDS["left" if command.hand == "right" else "right"]
        placed = build(
            DeckPlaced, at=OVER_INVENTORY[command.hand], draws=other, lays=other, by_device=False, clauses=cited
        )
    else:
        if command.hand:
            raise refuse("cards that are dealt from a shoe are not held", cited)
        at, draws, lays = HANDLING[method(state)]
        placed = build(DeckPlaced, at=at, draws=draws, lays=lays, by_device=False, clauses=cited)
    turn.emit(placed)


def load_by_device(turn: Turn) -> None:
    """Load the shoe by machine.

    A shuffler that fills the shoe, or a shoe that reshuffles, needs no dealer (MDP-5.B, MDP-5.I).
    """
    device = shuffler(turn.state)
    if device in ("into-shoe", "reshuffling-device") and method(turn.state) != HAND:
        at, draws, lays = HANDLING[method(turn.state)]
        clauses = (*turn.cite(f"load.{device}"), *cite_method(turn, "load"))
        turn.emit(build(DeckPlaced, at=at, draws=draws, lays=lays, by_device=True, clauses=clauses))


@evolves(DeckPlaced)
def deck_placed(state: TableState, event: DeckPlaced) -> TableState:
    return state.put(changed(state.current.stack, at=event.at))


@decides(ReportFault)
def report_fault(turn: Turn, command: ReportFault) -> None:
    """Report a device fault.

    If a shuffler fails, its cards are shuffled again (MDP-14.L); if a shoe fails, the round is void (MDP-14.M).
    """
    state = turn.state
    if command.device == SHUFFLER:
        cited = turn.cite("device.shuffler")
        if state.phase is not Phase.MIXING or shuffler(state) == "none":
            raise refuse("a shuffler can fail only while it shuffles", cited)
        turn.emit(ShuffleFailed(usable=command.usable, clauses=cited))
    elif command.device == SHOE:
        cited = turn.cite("device.shoe")
        if state.phase is not Phase.DEALING or method(state) != AUTOMATED_SHOE:
            raise refuse("an automated shoe can fail only while it deals", cited)
        if not command.usable:
            turn.emit(DeviceFailed(device=SHOE, clauses=cited))
        void_round(turn, "the shoe failed", cited)
    else:
        raise refuse(
            "{device} is not a device: choose {shuffler} or {shoe}",
            turn.cite("device.cover"),
            device=repr(command.device),
            shuffler=SHUFFLER,
            shoe=SHOE,
        )


@evolves(ShuffleFailed)
def shuffle_failed(state: TableState, event: ShuffleFailed) -> TableState:
    again = state.put(changed(state.current.stack, remixes=state.current.stack.remixes + 1))
    return again if event.usable else _faulty(again, SHUFFLER)


@evolves(DeviceFailed)
def device_failed(state: TableState, event: DeviceFailed) -> TableState:
    return _faulty(state, event.device)


def _faulty(state: TableState, device: str) -> TableState:
    return changed(state, equipment=changed(state.equipment, faults=state.equipment.faults | {device}))


@decides(MarkDevice)
def mark_device(turn: Turn, command: MarkDevice) -> None:
    equipment = turn.state.equipment
    cited = turn.cite("device.sign" if command.sign else "device.cover")
    if command.device not in equipment.faults or command.device in equipment.covered:
        raise refuse("only a device that is out of order and not yet marked can be marked", cited)
    turn.emit(DeviceMarked(device=command.device, sign=command.sign, clauses=cited))


@evolves(DeviceMarked)
def device_marked(state: TableState, event: DeviceMarked) -> TableState:
    equipment = state.equipment
    return changed(state, equipment=changed(equipment, covered=equipment.covered | {event.device}))


@decides(RestoreDevice)
def restore_device(turn: Turn, command: RestoreDevice) -> None:
    cited = turn.cite("device.cover")
    if command.device not in turn.state.equipment.faults or turn.state.round is not None:
        raise refuse("a device can be put back into use only between rounds", cited)
    turn.emit(DeviceRestored(device=command.device, clauses=cited))


@evolves(DeviceRestored)
def device_restored(state: TableState, event: DeviceRestored) -> TableState:
    equipment, device = state.equipment, {event.device}
    faults, covered = equipment.faults - device, equipment.covered - device
    return changed(state, equipment=changed(equipment, faults=faults, covered=covered))


@evolves(DeckRemoved)
def deck_removed(state: TableState, event: DeckRemoved) -> TableState:
    equipment, deck = state.equipment, {event.deck}
    left = {name: since for name, since in equipment.sets.items() if name != event.deck}
    inspected, verified = equipment.inspected - deck, equipment.verified - deck
    return changed(state, equipment=changed(equipment, sets=left, in_play="", inspected=inspected, verified=verified))


@offers(to=(DEALER, FLOOR))
def deck_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor == DEALER:
        if state.phase is Phase.INSPECTION:
            yield TearJoker()
        if state.round is not None:
            for hand in ("", "left", "right"):
                yield PlaceDeck(hand=hand)
            for device in (SHUFFLER, SHOE):
                for usable in (True, False):
                    yield ReportFault(device=device, usable=usable)
    elif actor == FLOOR:
        for device in sorted(state.equipment.faults):
            yield MarkDevice(device=device)
            yield MarkDevice(device=device, sign=True)
            yield RestoreDevice(device=device)
