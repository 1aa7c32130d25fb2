"""Maryland's deal of cards: clockwise from the starting position, by shoe, hand or automated shoe, and its mishaps."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.hands.pieces import Piece
from paigow.table.cards.cards import STUB, Hands, StubCounted, in_packets, one_by_one, positions_dealt
from paigow.table.cards.decks import AUTOMATED_SHOE, HAND, DeckRemoved, cite_method, method
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.model import DEALER, FLOOR, Phase, TableState
from paigow.table.core.values import changed
from paigow.table.floor.irregularities import void_round
from paigow.table.steps.delivery import Delivered, EmptyCollected, after_deal, idle_positions
from paigow.text import words

EXTRA, SHORT, LOST = "extra", "short", "lost"
SLIPS = (EXTRA, SHORT, LOST)
FACE_UP = "face up"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealWithSlip(Command):
    """A deal that goes wrong: one card too many or too few at a position, or a card that is lost from the deck.

    What becomes of it is found by counting what is left.
    """

    verb: ClassVar[str] = "deal-with-slip"
    role: ClassVar[str] = FLOOR
    slip: str
    position: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FindFaceUp(Command):
    """While dealing, the card `place` cards down is found face up."""

    verb: ClassVar[str] = "find-face-up"
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawInError(Command):
    """A card is drawn too early, unseen."""

    verb: ClassVar[str] = "draw-in-error"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposeWhileDealing(Command):
    """A card shows while it is dealt from the hand or by an automated shoe."""

    verb: ClassVar[str] = "expose-while-dealing"
    role: ClassVar[str] = FLOOR


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUpFound(Event):
    """Into the discard rack; it is not used in this round."""

    card: Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnInError(Event):
    """It is the next card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLost(Event):
    """A card that should be in the deck is not."""

    card: Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class StubWrong(Event):
    """A wrong number of cards in the stub: a misdeal or a defective deck."""

    count: int
    expected: int
    misdealt: tuple[int, ...]  # positions that have not seven cards


def expected_stub(state: TableState) -> int:
    """Four, less a card found face up and set aside (readings: `face_up_stub`)."""
    reduced = state.game.options.readings.get("face_up_stub") == "reduced"
    return STUB - state.current.discards.count(FACE_UP) if reduced else STUB


def _require_deck(turn: Turn) -> None:
    state = turn.state
    if state.phase is not Phase.DEALING:
        raise refuse("the cards are dealt only once the starting position is known", turn.cite("deal"))
    if not state.current.deck_at:
        raise refuse("first put the cards where they will be dealt from", cite_method(turn, "load"))


def _hands(state: TableState) -> Hands:
    """One card at a time, or the stacks of seven that an automated shoe gives out."""
    spread = in_packets if method(state) == AUTOMATED_SHOE else one_by_one
    return spread(state.current.order, positions_dealt(state), state.game.kit.hand_size)


def _deliver(turn: Turn, hands: Hands) -> None:
    state = turn.state
    dealt = {card for _, cards in hands for card in cards}
    stub = tuple(card for card in state.current.order if card not in dealt)
    cited = cite_method(turn, "deal")
    turn.emit(Delivered(delivery=method(state), start=hands[0][0], hands=hands, stub=stub, clauses=cited))


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
        turn.emit(CardLost(card=state.current.order[-1], clauses=cite_method(turn, "stub.wrong")))
    hands = dict(_hands(turn.state))
    if command.slip == EXTRA:
        hands[command.position] += turn.state.current.order[-1:]
    elif command.slip == SHORT:
        hands[command.position] = hands[command.position][:-1]
    _deliver(turn, tuple(hands.items()))
    after_deal(turn)


@evolves(CardLost)
def card_lost(state: TableState, event: CardLost) -> TableState:
    return _without(state, event.card)


def _without(state: TableState, gone: Piece) -> TableState:
    current = state.current
    order = tuple(card for card in current.order if card != gone)
    return changed(state, round=changed(current, order=order, removed=(*current.removed, gone)))


@decides(FindFaceUp)
def find_face_up(turn: Turn, command: FindFaceUp) -> None:
    """One is set aside (MDP-14.E); a second one voids the round (MDP-14.F)."""
    _require_deck(turn)
    current = turn.state.current
    if command.place not in range(len(current.order) - STUB + len(current.removed)):
        raise refuse("a card can be found face up only during the deal", turn.cite("face-up"))
    another = bool(current.removed)
    cited = turn.cite("face-up.second" if another else "face-up")
    turn.emit(FaceUpFound(card=current.order[command.place], clauses=cited))
    if another:
        void_round(turn, "more than one card face up", cited)


@evolves(FaceUpFound)
def face_up_found(state: TableState, event: FaceUpFound) -> TableState:
    kept = _without(state, event.card)
    return changed(kept, round=changed(kept.current, discards=(*kept.current.discards, FACE_UP)))


@decides(DrawInError)
def draw_in_error(turn: Turn, command: DrawInError) -> None:
    _require_deck(turn)
    turn.emit(DrawnInError(clauses=turn.cite("drawn-in-error")))


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
    """Four cards must be left. If not, either a hand is wrong or the deck is; a deck that is wrong goes."""
    state = turn.state
    count, expected = len(state.current.stub), expected_stub(state)
    if count == expected:
        turn.emit(StubCounted(count=count, clauses=cite_method(turn, "stub")))
        return
    size = state.game.kit.hand_size
    misdealt = tuple(position for position, hand in state.current.hands.items() if len(hand.pieces) != size)
    wrong = cite_method(turn, "stub.wrong")
    turn.emit(StubWrong(count=count, expected=expected, misdealt=misdealt, clauses=wrong))
    if misdealt:
        void_round(turn, "misdealt", (*cite_method(turn, "stub.misdealt"), *turn.cite("misdeal.wrong-count")))
    else:
        cited = cite_method(turn, "stub.deck")
        void_round(turn, "the deck is not complete", cited)
        turn.emit(DeckRemoved(deck=state.equipment.in_play, clauses=cited))


def collect_stacks(turn: Turn) -> None:
    """Hands of positions without a wager, unseen into the discard rack."""
    positions = idle_positions(turn.state)
    if positions:
        turn.emit(EmptyCollected(positions=positions, clauses=cite_method(turn, "collect")))


@offers(to=(DEALER, FLOOR), during=(Phase.DEALING,))
def card_deal_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor == DEALER:
        yield DrawInError()
        for place in range(len(state.current.order)):
            yield FindFaceUp(place=place)
    elif actor == FLOOR:
        yield ExposeWhileDealing()
        for position in state.game.positions:
            for slip in SLIPS:
                yield DealWithSlip(slip=slip, position=position)
