"""New Zealand's rules for exposed, knocked-over and mixed-up tiles, and the supervisor's reshuffle."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from paigow.hands.pieces import Setting
from paigow.money import Transfer
from paigow.table.boxes.boxes import bettors
from paigow.table.boxes.dealer_sets import TurnedByBank
from paigow.table.boxes.laja import ReshuffleCalled
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import DEALER, FLOOR, MAIN, HandStatus, Phase, TableState
from paigow.table.core.values import changed
from paigow.table.floor.irregularities import PieceExposed, any_settled, note_voided, refunds, void_round
from paigow.table.steps.banking import bank_position
from paigow.table.steps.setting import finish_setting
from paigow.table.steps.settlement import finish_exposing, waiting_positions
from paigow.text import words

SEVERAL = 2
REASONS = ("exposed-tiles", "tile-tracking")
STACKED = (Phase.BETTING, Phase.SEEDING, Phase.STARTING, Phase.DEALING)
DEALT = (Phase.SETTING, Phase.BANKING, Phase.EXPOSING)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderReshuffle(Command):
    verb: ClassVar[str] = "order-reshuffle"
    role: ClassVar[str] = FLOOR
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockOver(Command):
    """Record that the dealer disturbed the hand about to be exposed."""

    verb: ClassVar[str] = "knock-over"
    role: ClassVar[str] = FLOOR


@dataclass(frozen=True, slots=True, kw_only=True)
class MixHands(Command):
    """Record that the tiles of two hands were mixed up beyond recognition."""

    verb: ClassVar[str] = "mix-hands"
    role: ClassVar[str] = FLOOR
    position: int
    other: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDisturbed(Event):
    """The dealer sets the hand again, the house way."""

    audience = everyone("position", hidden="setting rule clauses")
    log = Either(
        "setting",
        "{position}’s hand was disturbed and is set the house way: {setting} ({rule}).",
        "{position}’s hand was disturbed and is set the house way.",
    )
    position: int
    setting: Setting
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsMixed(Event):
    """Both hands are void and the wagers on them are returned."""

    audience = everyone("positions")
    log = "The tiles of {positions} were mixed up: both hands are void."
    positions: tuple[int, int]


def expose_at_box(turn: Turn, position: int, place: int) -> None:
    """Handle an exposed tile by turning it back over and playing on.

    If the dealer exposes two tiles of a player's or player/banker's hand, that player has a choice; the house's hand is
    played in any case (NZ-12.3, NZ-12.4, NZ-12.5). Tiles that a bank turns over itself do not count (NZ-12.6).
    """
    state = turn.state
    hand = state.current.hands[position]
    of_bank = position == bank_position(state)
    if of_bank and state.current.bank.player is None:
        name, choice = "exposed.house", False
    else:
        own = state.part(TurnedByBank).places if of_bank and state.current.precise else frozenset()
        played = of_bank or bool(bettors(state, position)) or state.current.revision < 3
        many = played and len(hand.shown - own) + 1 >= SEVERAL
        choice = many and hand.status is HandStatus.DEALT and not hand.viewed
        name = "exposed.one" if not many else "exposed.bank" if of_bank else "exposed.player"
    turn.emit(PieceExposed(position=position, place=place, choice=choice, clauses=turn.cite(name)))


@decides(OrderReshuffle)
def order_reshuffle(turn: Turn, command: OrderReshuffle) -> None:
    """Reshuffle stacked tiles, keeping the wagers, or void the round if the tiles are dealt.

    This is possible until a player's hand is open.
    """
    state, cited = turn.state, turn.cite("reshuffle")
    if command.reason not in REASONS:
        raise refuse(
            "{reason} is not a reason to reshuffle: choose one of {reasons}",
            cited,
            reason=repr(command.reason),
            reasons=words(REASONS),
        )
    if state.phase in STACKED:
        turn.emit(ReshuffleCalled(reason=command.reason, clauses=cited))
    elif state.phase in DEALT and not any_settled(state):
        void_round(turn, command.reason, cited)
    else:
        raise refuse("tiles can be reshuffled only when stacked, or dealt with no player's hand open", cited)


@decides(KnockOver)
def knock_over(turn: Turn, command: KnockOver) -> None:
    state, cited = turn.state, turn.cite("disturbed")
    places = waiting_positions(state) if state.phase is Phase.EXPOSING else ()
    if not places:
        raise refuse("a hand can be disturbed only while it is being exposed", cited)
    house = state.game.kit.house_set(state.current.hands[places[0]].pieces)
    clauses = (*cited, house.clause)
    turn.emit(HandDisturbed(position=places[0], setting=house.setting, rule=house.rule, clauses=clauses))


@evolves(HandDisturbed)
def hand_disturbed(state: TableState, event: HandDisturbed) -> TableState:
    current = state.current
    hand = changed(current.hands[event.position], setting=event.setting, set_by=DEALER)
    return state.put(hands={**current.hands, event.position: hand})


def _in_play(state: TableState) -> tuple[int, ...]:
    """Return the hands, including the bank's, that are dealt, in play and not yet exposed to the players."""
    hands = state.current.hands
    lying = (HandStatus.DEALT, HandStatus.SET)
    bank = bank_position(state)
    return tuple(p for p in hands if (p == bank or bettors(state, p)) and hands[p].status in lying)


@decides(MixHands)
def mix_hands(turn: Turn, command: MixHands) -> None:
    """Void the hands and return the wagers on them; if one is the bank's, every hand is void."""
    state, cited = turn.state, turn.cite("mixed")
    able = _in_play(state) if state.phase in DEALT else ()
    if command.position == command.other or not {command.position, command.other} <= set(able):
        raise refuse("only two hands that are in play and not yet open can be mixed up", cited)
    if bank_position(state) in (command.position, command.other):
        void_round(turn, "mixed hands", cited)
        return
    places = (command.position, command.other)
    keys = tuple(key for key in state.current.wagers if key.position in places and key.kind == MAIN)
    moves: tuple[Transfer, ...] = refunds(state, keys, cited[0])
    turn.emit(HandsMixed(positions=places, clauses=cited, transfers=moves))
    if not any(key.kind == MAIN for key in turn.state.current.wagers):
        void_round(turn, "no hand is left", cited)
        return
    finish_setting(turn)
    finish_exposing(turn)


@evolves(HandsMixed)
def hands_mixed(state: TableState, event: HandsMixed) -> TableState:
    gone = {key for key in state.current.wagers if key.position in event.positions and key.kind == MAIN}
    state = note_voided(state, gone)
    current = state.current
    hands = {p: changed(h, status=HandStatus.VOID) if p in event.positions else h for p, h in current.hands.items()}
    wagers = {key: amount for key, amount in current.wagers.items() if key not in gone}
    choices = current.choices - set(event.positions)
    return state.put(hands=hands, wagers=wagers, choices=choices)


@offers(to=(FLOOR,))
def disturbance_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if state.round is None:
        return
    for reason in REASONS:
        yield OrderReshuffle(reason=reason)
    yield KnockOver()
    for position, other in combinations(_in_play(state), 2):
        yield MixHands(position=position, other=other)
        yield MixHands(position=other, other=position)


__all__ = ["HandDisturbed", "HandsMixed", "KnockOver", "MixHands", "OrderReshuffle", "expose_at_box"]
