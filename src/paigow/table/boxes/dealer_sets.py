"""New Zealand: hands the dealer sets for a player, confirmation of hands, and tiles shown on purpose."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.hands.interface import require_made_of
from paigow.hands.pieces import Setting
from paigow.table.boxes.boxes import bettors, box_rules
from paigow.table.core.engine import Command, Event, Offer, PlayerCommand, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import BOXES, Either, everyone
from paigow.table.core.model import DEALER, FLOOR, Hand, HandStatus, Part, Phase, TableState
from paigow.table.core.values import changed
from paigow.table.steps.banking import acting_banker, bank_position, bankers
from paigow.table.steps.setting import (
    awaits_confirmation,
    compare_when_set,
    controller,
    house_positions,
    open_positions,
    set_by,
)
from paigow.table.steps.wagers import main_wagers

MOST_SHOWN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class AskDealerToSet(PlayerCommand):
    """As a player, or as a bank that is not a co-bank, ask the dealer to set the hand."""

    verb: ClassVar[str] = "ask-dealer"
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetForPlayer(Command):
    """Set a player's hand the house way, on request or because nobody controls the box.

    A different `setting` is the dealer's mistake, but the player remains responsible for it.
    """

    verb: ClassVar[str] = "set-for-player"
    position: int
    setting: Setting | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmHand(Command):
    """Confirm the house's hand, as the floor, or the hand the dealer set for the bank, as the bank."""

    verb: ClassVar[str] = "confirm"
    player: str = ""

    @property
    def by(self) -> str:
        return self.player or FLOOR


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowHand(PlayerCommand):
    """Lay the tiles face up, as the only player against the house."""

    verb: ClassVar[str] = "show-hand"
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBankTile(PlayerCommand):
    """Turn over one of the bank's tiles.

    A co-bank may turn over two; a sole bank plays on regardless of what is shown.
    """

    verb: ClassVar[str] = "turn-bank-tile"
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewUnused(PlayerCommand):
    """Look at the unplayed tiles without touching them."""

    verb: ClassVar[str] = "view-unused"


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewConceded(Command):
    verb: ClassVar[str] = "view-conceded"
    role: ClassVar[str] = FLOOR
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerAsked(Event):
    audience = everyone("player position")
    log = "{player} asks the dealer to set {position}."
    log_you = "You ask the dealer to set {position}."
    player: str
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandConfirmed(Event):
    audience = everyone("position player")
    log = Either(
        "player",
        "{player} confirms {position}’s hand.",
        Either(
            BOXES,
            "The game supervisor confirms {position}’s hand.",
            "The floor confirms {position}’s hand.",
        ),
    )
    log_you = "You confirm {position}’s hand."
    position: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesShown(Event):
    """`player` shows tiles face up to everyone."""

    audience = everyone("position places player")
    log = "{player} shows tiles of {position}."
    log_you = "You show tiles of {position}."
    position: int
    places: tuple[int, ...]
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcededViewed(Event):
    audience = everyone("position")
    log = "{position}’s conceded tiles are viewed."
    position: int


@decides(AskDealerToSet)
def ask_dealer(turn: Turn, command: AskDealerToSet) -> None:
    state = turn.state
    hand = state.current.hands.get(command.position) if state.round is not None else None
    if _asks_as_bank(state, command):
        cited = turn.cite("set.bank-request")
        if hand is None or command.position != bank_position(state) or hand.setting is not None:
            raise refuse("the bank can ask only before its hand is set", cited)
        if state.current.bank.co_banked:
            raise refuse("the dealer sets a co-bank's hand anyway", turn.cite("co-bank.set"))
    else:
        cited = turn.cite("set.request")
        if state.phase is not Phase.SETTING or hand is None or controller(state, command.position) != command.player:
            raise refuse(
                "{player} has no hand to set at box {position}",
                cited,
                player=command.player,
                position=command.position,
            )
        if hand.status is not HandStatus.DEALT:
            raise refuse("a hand cannot be touched again once it is set", turn.cite("set.final"))
    if hand.asked_dealer:
        raise refuse("the dealer has already been asked", cited)
    if command.position in state.current.choices:
        raise refuse("play on or void the hand first", turn.cite("exposed.choice"))
    turn.emit(DealerAsked(player=command.player, position=command.position, clauses=cited))


def _asks_as_bank(state: TableState, command: AskDealerToSet) -> bool:
    """Return whether a player/banker asks for the bank's hand, which may be as early as the others set theirs."""
    if state.round is None or acting_banker(state) != command.player:
        return False
    early = state.phase is Phase.SETTING and command.position == bank_position(state)
    return state.phase is Phase.BANKING or (early and state.current.precise)


@evolves(DealerAsked)
def dealer_asked(state: TableState, event: DealerAsked) -> TableState:
    return _with(state, event.position, changed(state.current.hands[event.position], asked_dealer=True))


def _with(state: TableState, position: int, hand: Hand) -> TableState:
    return state.put(hands={**state.current.hands, position: hand})


def for_dealer(state: TableState) -> tuple[int, ...]:
    """Return the players' hands that the dealer may set now.

    These are the hands of boxes without a controller and, once everybody else has set, of players who asked (NZ-7.2.s2,
    NZ-10.4.a). The choices of somebody who has left do not hold up the dealer (NZ-12.16).
    """
    if state.phase is not Phase.SETTING:
        return ()
    waiting = open_positions(state)
    hands = state.current.hands
    unasked = [p for p in waiting if controller(state, p) and not hands[p].asked_dealer]
    ready = (p for p in waiting if not controller(state, p) or (hands[p].asked_dealer and not unasked))
    return tuple(p for p in ready if p not in state.current.choices or not may_choose(state, p))


def may_choose(state: TableState, position: int) -> bool:
    """Return whether whoever may void the hand or play it on is present; somebody who has left does not choose."""
    chooser = controller(state, position) or bettors(state, position)[0]
    return not state.players[chooser].away


@decides(SetForPlayer)
def set_for_player(turn: Turn, command: SetForPlayer) -> None:
    state = turn.state
    if command.position not in for_dealer(state):
        raise refuse(
            "the dealer sets a hand on request, after the other players and before the bank", turn.cite("set.request")
        )
    hand = state.current.hands[command.position]
    house = state.game.kit.house_set(hand.pieces)
    setting = house.setting if command.setting is None else command.setting
    cited = turn.cite("set.request" if hand.asked_dealer else "control.dealer")
    require_made_of(setting, hand.pieces, cited[0])
    set_by(turn, command.position, setting, DEALER, (*cited, house.clause))


@decides(ConfirmHand)
def confirm(turn: Turn, command: ConfirmHand) -> None:
    state, cited = turn.state, turn.cite("set.confirm")
    if state.phase is not Phase.BANKING or house_positions(state):
        raise refuse("a hand can be confirmed only once it is set", cited)
    if awaits_confirmation(state) != command.by:
        raise refuse("{by} cannot confirm this hand", cited, by=command.by)
    clauses = turn.cite("set.bank-request" if command.player else "abandon") if state.current.bank.player else cited
    turn.emit(HandConfirmed(position=bank_position(state), player=command.player, clauses=clauses))
    compare_when_set(turn)


@evolves(HandConfirmed)
def hand_confirmed(state: TableState, event: HandConfirmed) -> TableState:
    return state.put(changed(state.current.bank, confirmed=True))


@decides(ShowHand)
def show_hand(turn: Turn, command: ShowHand) -> None:
    state, cited = turn.state, turn.cite("set.show")
    if state.phase is not Phase.SETTING or controller(state, command.position) != command.player:
        raise refuse(
            "{player} has no hand to show at box {position}", cited, player=command.player, position=command.position
        )
    if state.current.bank.player is not None or len({key.player for key in main_wagers(state)}) > 1:
        raise refuse("only a lone player against the house can show tiles", cited)
    hand = state.current.hands[command.position]
    if hand.status is not HandStatus.DEALT or len(hand.shown) == len(hand.pieces):
        raise refuse("tiles can be shown only once, before they are set", cited)
    if command.position in state.current.choices:
        raise refuse("play on or void the hand first", cited)
    places = tuple(range(len(hand.pieces)))
    turn.emit(TilesShown(position=command.position, places=places, player=command.player, clauses=cited))


@dataclass(frozen=True)
class TurnedByBank(Part):
    """The tiles of the bank's hand that the bank itself has turned over."""

    places: frozenset[int] = frozenset()


@evolves(TilesShown)
def tiles_shown(state: TableState, event: TilesShown) -> TableState:
    hand = state.current.hands[event.position]
    shown = changed(hand, shown=hand.shown | set(event.places), viewed=hand.viewed or len(event.places) > 1)
    if event.position == bank_position(state) and event.player in bankers(state):
        state = state.put(TurnedByBank(state.part(TurnedByBank).places.union(event.places)))
    return _with(state, event.position, shown)


@decides(TurnBankTile)
def turn_bank_tile(turn: Turn, command: TurnBankTile) -> None:
    """Turn over one of the bank's tiles: NZ-11.3.e for a co-bank, NZ-12.6 for a sole bank."""
    state = turn.state
    co = state.round is not None and state.current.bank.co_banked
    cited = turn.cite("co-bank.turn" if co else "exposed.by-bank")
    phases = (Phase.BANKING,) if co else (Phase.SETTING, Phase.BANKING)
    if state.phase not in phases or command.player not in bankers(state):
        raise refuse("only the bank can turn its tiles, and only before its hand is set", cited)
    position = bank_position(state)
    hand = state.current.hands[position]
    if hand.setting is not None or position in state.current.choices:
        raise refuse("the bank's tiles can be turned only before its hand is set", cited)
    if co and not box_rules(state).co_banker_exposes:
        raise refuse("a co-bank cannot turn tiles at this table", cited)
    if co and len(hand.shown) >= MOST_SHOWN:
        raise refuse("a co-bank can turn at most {most_shown} of its tiles", cited, most_shown=MOST_SHOWN)
    if command.place not in range(len(hand.pieces)) or command.place in hand.shown:
        raise refuse("there is no tile to turn at place {place}", cited, place=command.place)
    turn.emit(TilesShown(position=position, places=(command.place,), player=command.player, clauses=cited))


@decides(ViewUnused)
def view_unused(turn: Turn, command: ViewUnused) -> None:
    state, cited = turn.state, turn.cite("unused.view")
    if state.phase is not Phase.FINISHED or command.player not in state.players or state.current.void:
        raise refuse("unused tiles can be viewed only after all payouts", cited)
    unused = [p for p, h in state.current.hands.items() if h.status is HandStatus.COLLECTED and not h.shown]
    if not unused:
        raise refuse("there are no unused tiles, or they are already face up", cited)
    for position in unused:
        places = tuple(range(len(state.current.hands[position].pieces)))
        turn.emit(TilesShown(position=position, places=places, player=command.player, clauses=cited))


@decides(ViewConceded)
def view_conceded(turn: Turn, command: ViewConceded) -> None:
    state, cited = turn.state, turn.cite("surrender.view")
    hand = state.current.hands.get(command.position) if state.round is not None else None
    if hand is None or hand.status is not HandStatus.SURRENDERED or hand.floor_saw:
        raise refuse("box {position} has no conceded hand to view", cited, position=command.position)
    turn.emit(ConcededViewed(position=command.position, clauses=cited))


@evolves(ConcededViewed)
def conceded_viewed(state: TableState, event: ConcededViewed) -> TableState:
    return _with(state, event.position, changed(state.current.hands[event.position], floor_saw=True))


@offers()
def dealer_sets_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if state.round is None:
        return
    hands = state.current.hands
    if actor == DEALER:
        for position in for_dealer(state):
            yield SetForPlayer(position=position)
            for setting in state.game.kit.settings(hands[position].pieces):
                yield SetForPlayer(position=position, setting=setting)
    elif actor == FLOOR:
        yield ConfirmHand()
        for position in hands:
            yield ViewConceded(position=position)
    elif actor in state.players:
        for position in hands:
            if actor in bettors(state, position) or actor in bankers(state):
                yield AskDealerToSet(player=actor, position=position)
                yield ShowHand(player=actor, position=position)
        if actor in bankers(state):
            yield ConfirmHand(player=actor)
            for place in range(state.game.kit.hand_size):
                yield TurnBankTile(player=actor, place=place)
        yield ViewUnused(player=actor)
