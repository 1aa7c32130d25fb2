"""The deal: groups of tiles by delivery style, or cards one by one, to every position, with or without a wager."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.hands.pieces import Piece
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import CARDS, Either, everyone
from paigow.table.core.model import DEALER, EMPTY_HAND, HandStatus, Phase, TableState
from paigow.table.core.values import build, changed
from paigow.table.floor.conduct import play_for_absent
from paigow.table.steps.banking import bank_position, cite_also, cite_banked, dealer_plays
from paigow.table.steps.wagers import played_positions


@dataclass(frozen=True, kw_only=True)
class Deliver(Command):
    verb: ClassVar[str] = "deliver"


@dataclass(frozen=True, kw_only=True)
class Delivered(Event):
    """Every position has its pieces, face down."""

    audience = everyone("delivery start", hidden="hands stub")
    log = Either(
        "hands",
        "Dealt ({delivery}), from {start}: {hands}.",
        Either(
            CARDS,
            "The cards are dealt ({delivery}), starting at {start}.",
            "The tiles are dealt ({delivery}), starting at {start}.",
        ),
    )
    delivery: str
    start: int
    hands: tuple[tuple[int, tuple[Piece, ...]], ...]
    stub: tuple[Piece, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DealerMarked(Event):
    """The marker, or the dealer's wager against the bank, is on the dealer's pieces."""

    audience = everyone("wager")
    log = Either(
        "wager",
        "The dealer’s wager is placed on the dealer’s hand.",
        "The dealer’s marker is placed on the dealer’s hand.",
    )
    wager: bool


@dataclass(frozen=True, kw_only=True)
class EmptyCollected(Event):
    """The hands of positions without a wager are collected unseen."""

    audience = everyone("positions")
    log = "No wager at {positions}: the hands are collected face down."
    positions: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class ShakerRested(Event):
    """The shaker is covered, shaken once and put to the dealer's right."""

    audience = everyone()
    log = "The shaker is covered, shaken once and put away."


@decides(Deliver)
def deliver(turn: Turn, command: Deliver) -> None:
    state = turn.state
    if state.phase is not Phase.DEALING:
        raise refuse("the deal starts only once the starting position is known", turn.cite("deal"))
    state.game.strategy.deal(turn)
    after_deal(turn)


def after_deal(turn: Turn) -> None:
    """Perform the steps after a deal, stopping if one finds something that voids the round."""
    for step in turn.state.game.strategy.steps.after_deal:
        if not turn.state.current.void:
            step(turn)
    if not turn.state.current.void:
        play_for_absent(turn)


def deliver_groups(turn: Turn) -> None:
    """Deliver tiles: the eight groups of the style, counter-clockwise from the starting position."""
    state = turn.state
    current, game = state.current, state.game
    name = current.start.delivery or game.options.start.house_delivery
    groups = game.options.start.deliveries[name].groups
    start = current.start.position
    assert start is not None  # it is known before the deal
    hands = tuple(
        (game.next_position(start, game.dealing.step * k), tuple([current.stack.order[place] for place in group]))
        for k, group in enumerate(groups)
    )
    other = name != game.options.start.house_delivery and not current.bank.player and current.revision > 2
    cited = game.cite_first("deal.style", "deal") if other else cite_banked(state, "deal")
    cited = cite_also(state, cited, game.options.start.deliveries[name].clause)
    if current.bank.player and not current.start.delivery:
        cited += game.cite_first("delivery.default.bank")
    turn.emit(build(Delivered, delivery=name, start=start, hands=hands, clauses=cited))


@evolves(Delivered)
def delivered(state: TableState, event: Delivered) -> TableState:
    hands = {position: changed(EMPTY_HAND, pieces=pieces) for position, pieces in sorted(event.hands)}
    stack = changed(state.current.stack, stub=event.stub)
    return state.put(stack, phase=state.game.after(Phase.DEALING), hands=hands)


def mark_dealer(turn: Turn) -> None:
    """Mark the dealer's pieces (MDT-6.C.2).

    If the dealer wagers against the bank, the chips replace the marker (MDT-9.I.3, MDT-9.L.3).
    """
    wager = turn.state.current.bank.player is not None and dealer_plays(turn.state)
    clauses = turn.cite("deal.mark-wager") if wager else cite_banked(turn.state, "deal.mark")
    turn.emit(build(DealerMarked, wager=wager, clauses=clauses))


def idle_positions(state: TableState) -> tuple[int, ...]:
    """Return the positions that are not in play: no wager, not the bank, and not a dealer with a separate hand."""
    played = played_positions(state) | {bank_position(state)}
    if dealer_plays(state):
        played.add(state.game.house)
    return tuple(p for p in state.current.hands if p not in played and p != state.game.dead)


def collect_empty(turn: Turn) -> None:
    positions = idle_positions(turn.state)
    if positions:
        cited = turn.cite("deal.collect-bank" if turn.state.current.bank.player else "deal.collect")
        turn.emit(build(EmptyCollected, positions=positions, clauses=cited))


@evolves(EmptyCollected)
def empty_collected(state: TableState, event: EmptyCollected) -> TableState:
    hands = dict(state.current.hands)
    for position in event.positions:
        hands[position] = changed(hands[position], status=HandStatus.COLLECTED)
    discards = state.current.stack.discards + event.positions
    return state.put(changed(state.current.stack, discards=discards), hands=hands)


def rest_shaker(turn: Turn) -> None:
    if turn.state.game.strategy.start_method(turn.state) == "shaker":
        turn.emit(
            build(
                ShakerRested, clauses=turn.cite("deal.shaker-bank" if turn.state.current.bank.player else "deal.shaker")
            )
        )


@evolves(ShakerRested)
def shaker_rested(state: TableState, event: ShakerRested) -> TableState:
    return state.put(changed(state.current.start, covered=True))


@offers(to=(DEALER,), during=(Phase.DEALING,))
def delivery_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    yield Deliver()
