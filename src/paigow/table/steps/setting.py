"""Setting the hands: players set their own, then the dealer and the bank set theirs."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.hands.interface import require_made_of
from paigow.hands.pieces import Setting
from paigow.table.boxes.orders import Orders
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
from paigow.table.core.log import BOXES, Either, everyone
from paigow.table.core.model import DEALER, FLOOR, MAIN, Hand, HandStatus, Phase, TableState, WagerKey, setting_of
from paigow.table.core.values import build, changed
from paigow.table.steps.banking import acting_banker, bank_position, bankers, cite_also, cite_banked, dealer_plays
from paigow.table.steps.settlement import finish_exposing

SETTING, BANKING = Phase.SETTING, Phase.BANKING  # see `core.values` on members of enums
DEALT, SET, EXPOSED = HandStatus.DEALT, HandStatus.SET, HandStatus.EXPOSED


@dataclass(frozen=True, kw_only=True)
class LookAtHand(PlayerCommand):
    """Pick up the player's pieces. Nobody, including the player, sees them before that."""

    verb: ClassVar[str] = "look"
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AskHouseWay(PlayerCommand):
    """Ask how the dealer would set this hand."""

    verb: ClassVar[str] = "ask-house-way"
    position: int


@dataclass(frozen=True, kw_only=True)
class SetHand(PlayerCommand):
    """Lay both hands face down; they are not touched again."""

    verb: ClassVar[str] = "set"
    position: int
    setting: Setting


@dataclass(frozen=True, kw_only=True)
class SetHouseHand(Command):
    """Turn over a hand that must follow the house way, and set it, as the dealer.

    A different `setting` is the dealer's mistake.
    """

    verb: ClassVar[str] = "set-house-hand"
    setting: Setting | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetBankHand(PlayerCommand):
    """As a player who banks alone, set the bank's hand when all others have set theirs."""

    verb: ClassVar[str] = "set-bank-hand"
    setting: Setting


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposeBankHand(Command):
    """Turn over the hands that the bank has set."""

    verb: ClassVar[str] = "expose-bank"


@dataclass(frozen=True, kw_only=True)
class HandLookedAt(Event):
    audience = everyone("player position")
    log = "{player} picks up {position}’s hand."
    log_you = "You pick up {position}’s hand."
    player: str
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseWayTold(Event):
    """One player is advised how to set a hand, with the rule for it."""

    audience = everyone("player position", hidden="setting rule clauses", hearer="player")
    log = Either(
        "setting",
        "{player} is told the house way for {position}: {setting} ({rule}).",
        "{player} is told the house way for {position}.",
    )
    log_you = Either(
        "setting",
        "You are told the house way for {position}: {setting} ({rule}).",
        "You are told the house way for {position}.",
    )
    player: str
    position: int
    setting: Setting
    rule: str


@dataclass(frozen=True, kw_only=True)
class HandSet(Event):
    audience = everyone("position set_by", hidden="setting clauses", hearer="set_by")
    log = Either(
        "setting",
        "{position}’s hand is set by {set_by}: {setting}.",
        "{position}’s hand is set by {set_by}.",
    )
    log_you = Either("setting", "You set {position}’s hand: {setting}.", "You set {position}’s hand.")
    position: int
    setting: Setting
    set_by: str


@dataclass(frozen=True, kw_only=True)
class PlayersReady(Event):
    """Every player's hands are on the table."""

    audience = everyone()
    log = "All hands are set."


@dataclass(frozen=True, kw_only=True)
class HouseHandSet(Event):
    """The dealer's own hand or the bank's is set face up by `set_by`, according to `rule`."""

    audience = everyone("position setting set_by rule")
    log = "{position}’s hand is set by {set_by}: {setting} ({rule})."
    position: int
    setting: Setting
    set_by: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BankHandExposed(Event):
    """The bank's hands are exposed as the bank set them."""

    audience = everyone("position setting")
    log = Either(BOXES, "The banker shows {setting}.", "The bank shows {setting}.")
    position: int
    setting: Setting


@dataclass(frozen=True, kw_only=True)
class HandsCompared(Event):
    """The house's hands are face up, in full view."""

    audience = everyone()
    log = "The house’s hands are in full view."


def controller(state: TableState, position: int) -> str:
    """Return who controls a position: the box's controller, the bettor there, or the bank at its own seat."""
    return state.current.holders.get(position, "")


def _players_positions(state: TableState) -> Collection[int]:
    """Return the positions whose hands the players set, in order.

    In Maryland a sole bank sets with the others (MDT-9.O).
    """
    current = state.current
    bank = current.bank.position
    if state.game.banking.sets_with_players and bank is not None and not follows_house_way(state, bank):
        return current.bettors_and_bank
    return current.bettors


def open_positions(state: TableState) -> tuple[int, ...]:
    """Return players' positions whose hands are still to be set."""
    hands = state.current.hands
    return tuple([p for p in _players_positions(state) if hands[p].status is DEALT])


def _own_hand(turn: Turn, player: str, position: int) -> Hand:
    state = turn.state
    if state.phase is not SETTING:
        wait = state.game.cite_first("set.wait", "set")
        raise refuse("it is not time to set hands: the table is at {phase}", wait, phase=state.phase)
    hand = state.current.hands.get(position)
    if hand is None or controller(state, position) != player:
        raise refuse(
            "{player} has no hand to set at {position}", turn.cite("set.own"), player=player, position=position
        )
    if hand.status is not DEALT:
        raise refuse("a hand cannot be touched again once it is set", turn.cite("set.final"))
    if position not in _players_positions(state):
        name = "co-bank.set" if state.current.bank.co_banked else "set.own"
        raise refuse(
            "{player} cannot set the hand at {position} now", turn.cite(name), position=position, player=player
        )
    if hand.asked_dealer:
        raise refuse("the dealer has been asked to set this hand", turn.cite("set.request"))
    first = state.part(Orders).set_first
    if first and player not in first and held_back_by(state):
        raise refuse("other players must set their hands first", turn.cite("set.first"))
    return hand


def to_set(state: TableState, player: str) -> tuple[int, ...]:
    """Return the player's hands that can be set now, in order.

    The one with the larger wager comes first; if the wagers are equal, the first counter-clockwise. A player who has to
    let others set first has none yet.
    """
    first = state.part(Orders).set_first
    if first and player not in first and held_back_by(state):
        return ()
    held = state.current.held_by(player)
    if not held:
        return ()
    hands, played = state.current.hands, _players_positions(state)
    mine = [p for p in held if p in played and hands[p].status is DEALT and not hands[p].asked_dealer]
    if len(mine) > 1:
        mine.sort(key=lambda position: (-_weight(state, player, position), position))
    return tuple(mine)


def held_back_by(state: TableState) -> tuple[int, ...]:
    """Return the hands of players who were directed to set before the others handle theirs (NZ-12.12.a)."""
    first, hands = state.part(Orders).set_first, state.current.hands
    if not first:
        return ()
    return tuple(p for p in open_positions(state) if controller(state, p) in first and not hands[p].asked_dealer)


def _require_turn(turn: Turn, player: str, position: int) -> None:
    """Require that two adjacent hands are played in the right order (MDT-5.E.2, MDP-7.F.2)."""
    state = turn.state
    if len(state.current.held_by(player)) == 1:
        return
    first = to_set(state, player)[0]
    if first == position:
        return
    if _weight(state, player, first) > _weight(state, player, position):
        raise refuse(
            "the hand with the larger wager, at {first}, is set first", turn.cite("set.larger-first"), first=first
        )
    raise refuse("the wagers are equal, so the hand at {first} is set first", turn.cite("set.equal-order"), first=first)


def _weight(state: TableState, player: str, position: int) -> int:
    """Return the amount that decides which wager is larger.

    It is the Pai Gow wager or, under the other reading, everything on the position.
    """
    kinds = (MAIN,) if state.game.reading("larger_wager", "main") == "main" else (MAIN, *state.game.options.side_wagers)
    return sum(state.current.wagers.get(WagerKey(player, position, kind), 0) for kind in kinds)


def _late_bank_hand(state: TableState, player: str, position: int) -> Hand | None:
    """Return the hand of a bank that picks it up only after all others have set (MDP-11.C.3, NZ-11.2.d), or None."""
    if state.phase is not BANKING or state.game.banking.sets_with_players or player not in bankers(state):
        return None
    mine = position == bank_position(state) and not follows_house_way(state, position)
    return state.current.hands[position] if mine else None


@decides(LookAtHand)
def look(turn: Turn, command: LookAtHand) -> None:
    bank = _late_bank_hand(turn.state, command.player, command.position)  # MDP-11.C.3, NZ-11.2.d
    hand = bank or _own_hand(turn, command.player, command.position)
    if hand.viewed:
        raise refuse("the hand has been picked up", turn.cite("set.own"))
    if command.position in turn.state.current.choices:
        raise refuse("play on or void the hand before you look at it", turn.cite("exposed.choice"))
    if bank is None:  # a hand that has not been looked at cannot be ranked (MDT-5.E.2)
        _require_turn(turn, command.player, command.position)
    turn.emit(build(HandLookedAt, player=command.player, position=command.position, clauses=turn.cite("set.own")))


@evolves(HandLookedAt)
def looked(state: TableState, event: HandLookedAt) -> TableState:
    return _with_hand(state, event.position, changed(state.current.hands[event.position], viewed=True))


def _with_hand(state: TableState, position: int, hand: Hand) -> TableState:
    current = state.current
    return state.put(hands={**current.hands, position: hand})


@decides(AskHouseWay)
def ask_house_way(turn: Turn, command: AskHouseWay) -> None:
    bank = _late_bank_hand(turn.state, command.player, command.position)  # a bank may ask too (MDP-11.A.3)
    hand = bank or _own_hand(turn, command.player, command.position)
    if not hand.viewed:
        raise refuse("look at your hand before you ask", turn.cite("set.help"))
    house = turn.state.game.kit.house_set(hand.pieces)
    turn.emit(
        HouseWayTold(
            player=command.player,
            position=command.position,
            setting=house.setting,
            rule=house.rule,
            clauses=(*turn.cite("set.help"), house.clause),
        )
    )


@decides(SetHand)
def set_hand(turn: Turn, command: SetHand) -> None:
    hand = _own_hand(turn, command.player, command.position)
    if command.position in turn.state.current.choices:
        raise refuse("play on or void the hand before you set it", turn.cite("exposed.choice"))
    if not hand.viewed:
        raise refuse("look at your hand before you set it", turn.cite("set.own"))
    require_made_of(command.setting, hand.pieces, turn.cite("set")[0])
    set_by(turn, command.position, command.setting, command.player, turn.cite("set"))


def set_by(turn: Turn, position: int, setting: Setting, who: str, clauses: tuple[str, ...]) -> None:
    """Lay down a player's hands, and continue if they were the last."""
    turn.emit(build(HandSet, position=position, setting=setting, set_by=who, clauses=clauses))
    finish_setting(turn)


def finish_setting(turn: Turn) -> None:
    if turn.state.phase is SETTING and not open_positions(turn.state):
        turn.emit(build(PlayersReady, clauses=cite_banked(turn.state, "set.ready")))


@evolves(HandSet)
def hand_set(state: TableState, event: HandSet) -> TableState:
    current = state.current
    hand = changed(
        current.hands[event.position],
        setting=event.setting,
        set_by=event.set_by,
        status=SET,
        foul=state.game.kit.is_foul(event.setting),
    )
    return state.put(hands={**current.hands, event.position: hand}, choices=current.choices - {event.position})


@evolves(PlayersReady)
def players_ready(state: TableState, event: PlayersReady) -> TableState:
    return changed(state, phase=state.game.after(Phase.SETTING))


def house_positions(state: TableState) -> tuple[int, ...]:
    """Return the hands still to be set or shown once the players are ready: the dealer's own, then the bank's."""
    current = state.current
    places = []
    if dealer_plays(state) and state.game.dealer is not None:
        places.append(state.game.dealer)
    bank = bank_position(state)
    if bank not in places:
        places.append(bank)
    return tuple([p for p in places if current.hands[p].status is not EXPOSED])


def follows_house_way(state: TableState, position: int) -> bool:
    """Return whether the hand must be set the house way.

    The dealer's hand always must; the bank's must if the dealer sets it: for a co-bank, for a bank that has left, or on
    request. A bank that was to set its hand with the players and comes back when they are done is too late.
    """
    current = state.current
    bank, hand = current.bank, current.hands.get(position)
    if bank.player is None or bank.co_banked or position == state.game.dealer or (hand and hand.asked_dealer):
        return True
    late = state.phase is BANKING and state.game.banking.sets_with_players
    return hand is not None and hand.status is DEALT and (late or not acting_banker(state))


def must_follow_house_way(state: TableState, position: int) -> bool:
    """Return whether a bank's hand must follow the house way.

    Every bank's hand must (MDT-10.F, MDP-14.I), unless the reading lets a sole bank set freely. If the document does
    not bind the bank, only a hand that the dealer sets must.
    """
    strict = state.game.reading("bank_setting", "free") != "free"
    return follows_house_way(state, position) or strict


def cite_misset(state: TableState, position: int) -> tuple[str, ...]:
    """Return the clauses for correcting a hand that had to follow the house way.

    A sole bank's hand has a rule of its own, if the document contains one and it applies.
    """
    current = state.current
    sole = current.bank.player is not None and not current.bank.co_banked and position == bank_position(state)
    ruled = state.game.dealer is None or dealer_plays(state)
    return state.game.cite_first("misset.bank", "misset") if sole and ruled else state.game.cite("misset")


@decides(SetHouseHand)
def set_house_hand(turn: Turn, command: SetHouseHand) -> None:
    state = turn.state
    if state.phase is not Phase.BANKING:
        clauses = cite_banked(state, "set.dealer")
        raise refuse("the dealer turns over the hand only after every player has set", clauses)
    places = house_positions(state)
    if places and state.current.hands[places[0]].setting is not None:
        raise refuse("the bank has set its hand; expose it next", turn.cite("bank.expose"))
    if not places or not follows_house_way(state, places[0]):
        raise refuse("only the bank can set its hand", turn.cite("set.bank"))
    for step in state.game.strategy.steps.before_house_set:  # with two jacks the dealer sets nothing (DO-R4.a)
        step(turn)
    position = places[0]
    if position in state.current.choices and acting_banker(state):
        raise refuse("the bank must play on or void the hand first", turn.cite("exposed.choice"))
    pieces = state.current.hands[position].pieces
    house = state.game.kit.house_set(pieces)
    setting = house.setting if command.setting is None else command.setting
    require_made_of(setting, pieces, turn.cite("set.dealer")[0])
    own = position == state.game.dealer or state.current.bank.player is None
    asked = state.current.hands[position].asked_dealer
    for_bank = "set.bank-request" if asked else "co-bank.set" if state.current.bank.co_banked else "abandon"
    cited = cite_banked(state, "set.dealer") if own else turn.cite(for_bank)
    clauses = cite_also(state, cited, house.clause)
    turn.emit(build(HouseHandSet, position=position, setting=setting, set_by=DEALER, rule=house.rule, clauses=clauses))
    compare_when_set(turn)


@decides(SetBankHand)
def set_bank_hand(turn: Turn, command: SetBankHand) -> None:
    state = turn.state
    cited = turn.cite("set.bank")
    if state.game.banking.sets_with_players:
        raise refuse("the bank sets its hand only while the players set theirs", cited)
    if state.phase is not Phase.BANKING or command.player not in bankers(state):
        raise refuse("the bank sets its hand only after every player has set", cited)
    places = house_positions(state)
    if not places or places[0] == state.game.dealer:
        raise refuse("the dealer's hand is set first", turn.cite("set.dealer"))
    if state.current.bank.co_banked:
        raise refuse("the dealer sets the hand of a co-bank", turn.cite("co-bank.set"))
    if follows_house_way(state, places[0]):
        raise refuse("the dealer sets this hand", turn.cite("set.bank-request"))
    if places[0] in state.current.choices:
        raise refuse("play on or void the hand before you set it", turn.cite("exposed.choice"))
    if not state.current.hands[places[0]].viewed:
        raise refuse("the bank must look at its hand before setting it", cited)
    require_made_of(command.setting, state.current.hands[places[0]].pieces, cited[0])
    if state.current.precise and not state.current.bank.sharers:
        cited = state.game.cite_first("set.bank.alone", "set.bank")  # without NZ-7.3
    event = build(
        HouseHandSet,
        position=places[0],
        setting=command.setting,
        set_by=command.player,
        rule="the bank's choice",
        clauses=cited,
    )
    turn.emit(event)
    compare_when_set(turn)


@decides(ExposeBankHand)
def expose_bank_hand(turn: Turn, command: ExposeBankHand) -> None:
    """Expose the bank's hand after the dealer's own hand, if any; correct it at once if it is set wrongly."""
    state = turn.state
    cited = turn.cite("bank.expose")
    places = house_positions(state) if state.phase is Phase.BANKING else ()
    if not places or state.current.hands[places[0]].setting is None:
        raise refuse("the bank's hands are exposed only once they and the dealer's are set", cited)
    position = places[0]
    hand = state.current.hands[position]
    turn.emit(BankHandExposed(position=position, setting=setting_of(hand), clauses=cited))
    house = state.game.kit.house_set(hand.pieces)
    if must_follow_house_way(state, position) and hand.setting != house.setting:
        clauses = cite_also(state, cite_misset(state, position), house.clause)
        event = build(
            HouseHandSet, position=position, setting=house.setting, set_by=DEALER, rule=house.rule, clauses=clauses
        )
        turn.emit(event)
    compare_when_set(turn)


@evolves(BankHandExposed)
def bank_hand_exposed(state: TableState, event: BankHandExposed) -> TableState:
    return _with_hand(state, event.position, changed(state.current.hands[event.position], status=HandStatus.EXPOSED))


@evolves(HouseHandSet)
def house_hand_set(state: TableState, event: HouseHandSet) -> TableState:
    hand = changed(
        state.current.hands[event.position],
        setting=event.setting,
        set_by=event.set_by,
        status=HandStatus.EXPOSED,
        viewed=True,
        foul=state.game.kit.is_foul(event.setting),
    )
    choices = state.current.choices - {event.position}  # a bank that has left does not choose any more
    return state.put(hands={**state.current.hands, event.position: hand}, choices=choices)


def awaits_confirmation(state: TableState) -> str:
    """Return who still has to confirm the bank's hand, if anybody does.

    The floor confirms the house's hand (NZ-11.1.e), and a player confirms the one the dealer set for them (NZ-10.4.c),
    for which the floor stands in if the player has left (NZ-12.16).
    """
    current = state.current
    if not state.game.banking.hand_confirmed or current.bank.confirmed:
        return ""
    if current.bank.player is None:
        return FLOOR
    return (acting_banker(state) or FLOOR) if current.hands[bank_position(state)].asked_dealer else ""


def compare_when_set(turn: Turn) -> None:
    """Compare the hands once the house's are set, exposed (MDT-9.O.1, MDP-12.I.1) and confirmed (NZ-11.1.e).

    First the bank's tiles are moved (NZ-11.2.e), and under the strict reading the wagers of players who have left are
    lost, after which there may be nothing left to compare (MDT-5.C.2, MDP-7.C.2, NZ-10.13).
    """
    if house_positions(turn.state) or awaits_confirmation(turn.state):
        return
    for step in turn.state.game.strategy.steps.before_exposure:
        step(turn)
    turn.emit(build(HandsCompared, clauses=cite_banked(turn.state, "set.shown")))
    finish_exposing(turn)


@evolves(HandsCompared)
def hands_compared(state: TableState, event: HandsCompared) -> TableState:
    return changed(state, phase=state.game.after(Phase.BANKING))


@offers(to=(DEALER, PLAYERS), during=(Phase.SETTING, Phase.BANKING))
def setting_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if state.phase is Phase.SETTING and actor in state.players:
        for position in open_positions(state):
            if controller(state, position) != actor:
                continue
            hand = state.current.hands[position]
            if not hand.viewed:
                yield LookAtHand(player=actor, position=position)
                continue
            yield AskHouseWay(player=actor, position=position)
            for setting in state.game.kit.settings(hand.pieces):
                yield SetHand(player=actor, position=position, setting=setting)
    elif state.phase is Phase.BANKING:
        places = house_positions(state)
        if actor == DEALER and places:
            yield ExposeBankHand()
            yield SetHouseHand()
            for setting in state.game.kit.settings(state.current.hands[places[0]].pieces):
                yield SetHouseHand(setting=setting)
        elif actor in bankers(state) and places:
            yield LookAtHand(player=actor, position=places[0])
            yield AskHouseWay(player=actor, position=places[0])
            for setting in state.game.kit.settings(state.current.hands[places[0]].pieces):
                yield SetBankHand(player=actor, setting=setting)
