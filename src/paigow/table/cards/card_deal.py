"""Maryland's deal of cards: clockwise from the starting position, by hand, shoe or automated shoe, and its mishaps."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import filterfalse
from typing import ClassVar

from paigow.hands.pieces import Piece
from paigow.table.cards.card_cut import DealBegun
from paigow.table.cards.cards import STUB, Hands, StubCounted, in_packets, one_by_one
from paigow.table.cards.decks import AUTOMATED_SHOE, HAND, DeckRemoved, cite_method, method
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import DEALER, FLOOR, Phase, TableState
from paigow.table.core.values import build, changed
from paigow.table.floor.irregularities import void_round
from paigow.table.steps.delivery import Delivered, EmptyCollected, after_deal, idle_positions
from paigow.text import words

EXTRA, SHORT, LOST = "extra", "short", "lost"
SLIPS = (EXTRA, SHORT, LOST)
FACE_UP = "face up"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealWithSlip(Command):
    """Make a mistake while dealing: one card too many or too few at a position, or a card missing from the deck.

    Counting the remaining cards will reveal it.
    """

    verb: ClassVar[str] = "deal-with-slip"
    role: ClassVar[str] = FLOOR
    slip: str
    position: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FindFaceUp(Command):
    """Find, during the deal, that the card `place` cards down is face up."""

    verb: ClassVar[str] = "find-face-up"
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawInError(Command):
    """Draw a card too early, unseen."""

    verb: ClassVar[str] = "draw-in-error"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposeWhileDealing(Command):
    """Expose a card while dealing from the hand or with an automated shoe."""

    verb: ClassVar[str] = "expose-while-dealing"
    role: ClassVar[str] = FLOOR


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUpFound(Event):
    """The card goes into the discard rack and is not used in this round."""

    audience = everyone("card")
    log = "{card} was face up in the deck and is not used."
    card: Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnInError(Event):
    """The card becomes the next card dealt."""

    audience = everyone()
    log = "A card drawn in error is used as the next card."


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLost(Event):
    """A card is missing from the deck."""

    audience = everyone(hidden="card")
    log = Either("card", "A card is missing from the deck: {card}.", "A card is missing from the deck.")
    card: Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class StubWrong(Event):
    """The stub has the wrong number of cards: a misdeal or a defective deck."""

    audience = everyone("count expected misdealt")
    log = Either(
        "misdealt",
        "{count} cards are left instead of {expected}: a misdeal.",
        "{count} cards are left instead of {expected}: the deck is defective.",
    )
    count: int
    expected: int
    misdealt: tuple[int, ...]  # positions without exactly seven cards


def expected_stub(state: TableState) -> int:
    """Return the expected size of the stub: four, less a card found face up and set aside (reading `face_up_stub`)."""
    reduced = state.game.options.readings.get("face_up_stub") == "reduced"
    return STUB - state.current.stack.discards.count(FACE_UP) if reduced else STUB


def _require_deck(turn: Turn) -> None:
    state = turn.state
    if state.phase is not Phase.DEALING:
        raise refuse("the cards are dealt only once the starting position is known", turn.cite("deal"))
    if not state.current.stack.at:
        raise refuse("first put the cards where they will be dealt from", cite_method(turn, "load"))


def _hands(state: TableState) -> Hands:
    """Return the hands, dealt one card at a time or as stacks of seven from an automated shoe."""
    spread = in_packets if method(state) == AUTOMATED_SHOE else one_by_one
    order = state.game.dealing_order(state.current.start.position)
    return spread(state.current.stack.order, order, state.game.kit.hand_size)


def _deliver(turn: Turn, hands: Hands) -> None:
    state = turn.state
    dealt = set().union(*[cards for _, cards in hands])
    stub = tuple(filterfalse(dealt.__contains__, state.current.stack.order))
    cited = cite_method(turn, "deal")
    turn.emit(build(Delivered, delivery=method(state), start=hands[0][0], hands=hands, stub=stub, clauses=cited))


def deal_cards(turn: Turn) -> None:
    _require_deck(turn)
    _deliver(turn, _hands(turn.state))


@decides(DealWithSlip)
def deal_with_slip(turn: Turn, command: DealWithSlip) -> None:
    _require_deck(turn)
    state = turn.state
    if command.slip not in SLIPS or command.position not in state.game.positions:
        raise refuse(
            "a dealing slip is one of {slips}, at a position", cite_method(turn, "stub.wrong"), slips=words(SLIPS)
        )
    if command.slip == LOST:
        turn.emit(CardLost(card=state.current.stack.order[-1], clauses=cite_method(turn, "stub.wrong")))
    hands = dict(_hands(turn.state))
    if command.slip == EXTRA:
        hands[command.position] += turn.state.current.stack.order[-1:]
    elif command.slip == SHORT:
        hands[command.position] = hands[command.position][:-1]
    _deliver(turn, tuple(hands.items()))
    after_deal(turn)


@evolves(CardLost)
def card_lost(state: TableState, event: CardLost) -> TableState:
    return _without(state, event.card)


def _without(state: TableState, gone: Piece) -> TableState:
    current = state.current
    order = tuple(card for card in current.stack.order if card != gone)
    return state.put(changed(current.stack, order=order, removed=(*current.stack.removed, gone)))


@decides(FindFaceUp)
def find_face_up(turn: Turn, command: FindFaceUp) -> None:
    """Set aside one face-up card (MDP-14.E); a second one voids the round (MDP-14.F)."""
    _require_deck(turn)
    current = turn.state.current
    if command.place not in range(len(current.stack.order) - STUB + len(current.stack.removed)):
        raise refuse("a card can be found face up only during the deal", turn.cite("face-up"))
    another = bool(current.stack.removed)
    cited = turn.cite("face-up.second" if another else "face-up")
    turn.emit(FaceUpFound(card=current.stack.order[command.place], clauses=cited))
    if another:
        void_round(turn, "more than one card face up", cited)


@evolves(FaceUpFound)
def face_up_found(state: TableState, event: FaceUpFound) -> TableState:
    kept = _without(state, event.card)
    return kept.put(changed(kept.current.stack, discards=(*kept.current.stack.discards, FACE_UP)))


@decides(DrawInError)
def draw_in_error(turn: Turn, command: DrawInError) -> None:
    _require_deck(turn)
    turn.emit(DrawnInError(clauses=turn.cite("drawn-in-error")))


@evolves(DrawnInError)
def drawn_in_error(state: TableState, event: DrawnInError) -> TableState:
    return state.put(DealBegun(True)) if state.current.revision > 3 else state


@decides(ExposeWhileDealing)
def expose_while_dealing(turn: Turn, command: ExposeWhileDealing) -> None:
    _require_deck(turn)
    cited = turn.cite("exposed.dealing")
    if method(turn.state) == HAND:
        void_round(turn, "a card was exposed while dealing from the hand", cited)
    elif method(turn.state) == AUTOMATED_SHOE:
        void_round(turn, "a card was exposed while the stacks were delivered", cited)
    else:
        raise refuse("a card exposed while dealing from a manual shoe affects only its hand", cited)


def check_stub(turn: Turn) -> None:
    """Check that four cards are left. If not, either a hand or the deck is wrong; a defective deck is removed."""
    state = turn.state
    count, expected = len(state.current.stack.stub), expected_stub(state)
    size = state.game.kit.hand_size
    misdealt = tuple(position for position, hand in state.current.hands.items() if len(hand.pieces) != size)
    if count == expected:
        turn.emit(build(StubCounted, count=count, clauses=cite_method(turn, "stub")))
        if misdealt and state.current.revision > 3:  # the card that a hand lacks makes up for one found face up
            void_round(turn, "misdealt", turn.cite("misdeal.wrong-count"))
        return
    wrong = cite_method(turn, "stub.wrong")
    turn.emit(StubWrong(count=count, expected=expected, misdealt=misdealt, clauses=wrong))
    if misdealt:
        void_round(turn, "misdealt", (*cite_method(turn, "stub.misdealt"), *turn.cite("misdeal.wrong-count")))
    else:
        cited = cite_method(turn, "stub.deck")
        void_round(turn, "the deck is not complete", cited)
        turn.emit(DeckRemoved(deck=state.equipment.in_play, clauses=cited))


def collect_stacks(turn: Turn) -> None:
    """Discard the hands of positions without a wager, unseen."""
    positions = idle_positions(turn.state)
    if positions:
        turn.emit(build(EmptyCollected, positions=positions, clauses=cite_method(turn, "collect")))


@offers(to=(DEALER, FLOOR), during=(Phase.DEALING,))
def card_deal_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor == DEALER:
        yield DrawInError()
        for place in range(len(state.current.stack.order)):
            yield FindFaceUp(place=place)
    elif actor == FLOOR:
        yield ExposeWhileDealing()
        for position in state.game.positions:
            for slip in SLIPS:
                yield DealWithSlip(slip=slip, position=position)
