"""Irregularities at a table and their consequences: commands of the floor, or of a practice script."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from paigow.hands.pieces import Setting
from paigow.money import INVENTORY, Movement, Transfer, bet, rack
from paigow.table.cards.awards import Envy
from paigow.table.core.engine import (
    HOUSE,
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
from paigow.table.core.log import CARDS, Either, everyone
from paigow.table.core.model import (
    DEALER,
    DEALER_WAGER,
    FLOOR,
    MAIN,
    HandStatus,
    Part,
    Phase,
    TableState,
    WagerKey,
)
from paigow.table.core.values import changed
from paigow.table.floor.conduct import Abandoned
from paigow.table.steps.banking import acting_banker, bank_position, cite_also
from paigow.table.steps.setting import cite_misset, controller, finish_setting, follows_house_way, must_follow_house_way
from paigow.table.steps.settlement import (
    AGAINST_BANK,
    WAITING,
    AllExposed,
    BankSettled,
    Compared,
    DealerHandCompared,
    HandExposed,
    RoundSettled,
    WagerSettled,
    end_round,
    finish_exposing,
    losing_pot,
)
from paigow.text import words


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposeInStacking(Command):
    """Expose a piece while the stacks are being built."""

    verb: ClassVar[str] = "expose-in-stacking"
    role: ClassVar[str] = FLOOR


@dataclass(frozen=True, slots=True, kw_only=True)
class CallNoRoll(Command):
    """Declare the roll invalid: a die did not land flat or fell out, or the bank lifted the lid."""

    verb: ClassVar[str] = "no-roll"
    reason: str  # not-flat, fell-out, lid-lifted


@dataclass(frozen=True, slots=True, kw_only=True)
class FindMisdeal(Command):
    """Declare a misdeal, which voids the round: pieces went to the wrong positions, or a count is wrong."""

    verb: ClassVar[str] = "misdeal"
    role: ClassVar[str] = FLOOR
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposePiece(Command):
    """As the dealer, expose a dealt piece: a player's, the house's, or one from an unplayed position."""

    verb: ClassVar[str] = "expose-piece"
    role: ClassVar[str] = FLOOR
    position: int
    place: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowPiece(PlayerCommand):
    """Expose a piece of the player's own hand; everyone sees it, and play continues."""

    verb: ClassVar[str] = "show-piece"
    position: int
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidHand(PlayerCommand):
    """Declare a hand with an exposed piece void before looking at the rest."""

    verb: ClassVar[str] = "void-hand"
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOn(PlayerCommand):
    verb: ClassVar[str] = "play-on"
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetHouseHand(Command):
    """Reset a hand that should follow the house way but does not; the round continues."""

    verb: ClassVar[str] = "reset-house-hand"
    role: ClassVar[str] = FLOOR
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StackingSpoiled(Event):
    """All pieces are mixed again."""

    audience = everyone()
    log = "A tile was exposed during stacking; the tiles are shuffled again."


@dataclass(frozen=True, slots=True, kw_only=True)
class NoRollCalled(Event):
    audience = everyone("reason")
    log = "“No roll”: {reason}."
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided(Event):
    """Every wager is returned."""

    audience = everyone("reason")
    log = "The round is void: {reason}. All wagers are returned."
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceExposed(Event):
    audience = everyone("position place choice")
    log = Either(
        "choice",
        Either(
            CARDS,
            "One of {position}’s cards is exposed; its player may choose.",
            "One of {position}’s tiles is exposed; its player may choose.",
        ),
        Either(CARDS, "One of {position}’s cards is exposed.", "One of {position}’s tiles is exposed."),
    )
    position: int
    place: int
    choice: bool  # the player may void the hand


@dataclass(frozen=True, slots=True, kw_only=True)
class HandVoided(Event):
    audience = everyone("position wagers")
    log = "{position}’s hand is void."
    position: int
    wagers: tuple[WagerKey, ...]  # the wagers returned


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedOn(Event):
    audience = everyone("position")
    log = "{position}’s hand stays in play."
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseHandReset(Event):
    """The hand is set the house way; settlements based on the wrong one are undone."""

    audience = everyone("position setting rule everyone")
    log = Either(
        "everyone",
        "{position}’s hand is reset: {setting} ({rule}). Everyone sets again.",
        "{position}’s hand is reset: {setting} ({rule}).",
    )
    position: int
    setting: Setting
    rule: str
    everyone: bool = False  # the players also set their hands again


def refunds(state: TableState, keys: tuple[WagerKey, ...], clause: str) -> tuple[Transfer, ...]:
    """Return the transfers that refund wagers still on the layout."""
    moves = []
    for key in keys:
        area = bet(key.position, key.kind, key.player)
        amount = state.ledger[area]
        if amount:
            owner = INVENTORY if key.kind == DEALER_WAGER else rack(key.player)
            moves.append(Transfer(area, owner, amount, Movement.WAGER_RETURNED, clause))
    return tuple(moves)


def given_up(state: TableState) -> tuple[WagerKey, ...]:
    """Return the surrendered, conceded or abandoned wagers, which were lost without a look at the hand.

    Until revision 4, the additional wagers of a player who had left were not among them.
    """
    current = state.current
    abandoned = state.part(Abandoned).positions if current.revision > 3 else frozenset()
    return tuple(
        key
        for key in current.results
        if (key.kind == MAIN or key.position in abandoned)
        and key in current.paid
        and current.hands[key.position].status is HandStatus.SURRENDERED
    )


def any_settled(state: TableState) -> bool:
    """Return whether a hand has been compared or a side bet settled; giving up a wager is neither.

    It stays true when a reset of the house's hand undoes the settlement, since such a round is completed (MDT-10.F).
    """
    opened = state.current.revision > 3 and state.part(Compared).positions
    return bool(opened) or not set(state.current.results) <= set(given_up(state))


def void_round(turn: Turn, reason: str, clauses: tuple[str, ...]) -> None:
    """Void all hands and return all wagers, including surrendered and abandoned ones.

    The seed is revealed and the pieces are mixed for a new round.
    """
    state = turn.state
    for step in state.game.strategy.steps.on_void:
        step(turn, clauses)
    moves = refunds(turn.state, tuple(turn.state.current.wagers), clauses[0])
    pot = losing_pot(state)
    for key in given_up(state):
        if key.kind == MAIN:
            moves += (Transfer(pot, rack(key.player), state.current.wagers[key], Movement.WAGER_RETURNED, clauses[0]),)
    for key, amount in state.part(Abandoned).taken.items():
        moves += (Transfer(INVENTORY, rack(key.player), amount, Movement.WAGER_RETURNED, clauses[0]),)
    turn.emit(RoundVoided(reason=reason, clauses=clauses, transfers=moves))


@dataclass(frozen=True)
class WhyVoid(Part):
    """The clauses under which a round is void or abandoned."""

    clauses: tuple[str, ...] = ()


@evolves(RoundVoided)
def round_voided(state: TableState, event: RoundVoided) -> TableState:
    current, back = state.current, given_up(state)
    hands = {p: changed(h, status=HandStatus.VOID) for p, h in current.hands.items()}
    results = {key: result for key, result in current.results.items() if key not in back}
    return state.put(WhyVoid(event.clauses), phase=Phase.FINISHED, hands=hands, results=results, void=event.reason)


DEALT = (Phase.SETTING, Phase.BANKING, Phase.EXPOSING)
BEFORE_THE_DEAL = (Phase.BETTING, Phase.SEEDING, Phase.STARTING, Phase.DEALING)
FOUND_EARLY = ("number-fault", "wrong-count")
"""What voided a round before the deal until revision 4, even if a document counts only what was dealt."""


@decides(ExposeInStacking)
def expose_in_stacking(turn: Turn, command: ExposeInStacking) -> None:
    if turn.state.phase is not Phase.BETTING or turn.state.current.wagers:
        raise refuse(
            "a tile can be exposed in stacking only between the shuffle and the first wager",
            turn.cite("stacking.exposed"),
        )
    spoil = turn.state.game.strategy.spoil_stacking
    if spoil is not None:
        spoil(turn)
    else:
        turn.emit(StackingSpoiled(clauses=turn.cite("stacking.exposed")))


@evolves(StackingSpoiled)
def stacking_spoiled(state: TableState, event: StackingSpoiled) -> TableState:
    stack = state.current.stack
    again = changed(stack, order=(), cut=False, remixes=stack.remixes + 1)
    return state.put(again, phase=Phase.MIXING)


@decides(CallNoRoll)
def call_no_roll(turn: Turn, command: CallNoRoll) -> None:
    state = turn.state
    reasons = state.game.reasons("no-roll")
    if command.reason not in reasons:
        raise refuse(
            "{reason} is not a reason for a reshake: choose one of {allowed}",
            turn.cite("start.shake"),
            reason=repr(command.reason),
            allowed=words(reasons),
        )
    cited = reasons[command.reason]
    if state.phase is not Phase.STARTING or state.current.start.dice is None:
        raise refuse("“no roll” can be called only after the dice are shaken", cited)
    shook = state.current.start.bank_shook if state.current.revision > 3 else state.current.bank.player is not None
    if command.reason == "lid-lifted" and not shook:
        raise refuse("only a bank that shakes can lift the lid", cited)
    turn.emit(NoRollCalled(reason=command.reason, clauses=cited))


@evolves(NoRollCalled)
def no_roll_called(state: TableState, event: NoRollCalled) -> TableState:
    return state.put(changed(state.current.start, dice=None))


@decides(FindMisdeal)
def find_misdeal(turn: Turn, command: FindMisdeal) -> None:
    misdeals = turn.state.game.reasons("misdeal")
    if command.reason not in misdeals:
        raise refuse(
            "{reason} is not a misdeal: choose one of {allowed}",
            turn.cite("deal"),
            reason=repr(command.reason),
            allowed=words(misdeals),
        )
    cited = misdeals[command.reason]
    if command.reason == "number-fault" and turn.state.game.strategy.start_method(turn.state) != "random-number":
        raise refuse("this table does not use a random number generator", cited)
    revision = turn.state.round.revision if turn.state.round else 0
    early = turn.state.game.course.found_early if revision > 3 else FOUND_EARLY
    if turn.state.phase not in DEALT + (BEFORE_THE_DEAL if command.reason in early else ()):
        raise refuse("a misdeal can be called only after the deal and before settlement", cited)
    if any_settled(turn.state):
        raise refuse("wagers have been settled, so the deal stands", cited)
    void_round(turn, command.reason, cited)


@decides(ExposePiece)
def expose_piece(turn: Turn, command: ExposePiece) -> None:
    state = turn.state
    hand = state.current.hands.get(command.position) if state.round is not None else None
    expose = state.game.strategy.expose_piece
    if expose is None:
        raise refuse("this document has no rule for an exposed card or tile; play continues", turn.cite("deal"))
    lies = hand is not None and (_bank_hand_lies(state, command.position) or _unplayed_lies(state, command.position))
    if hand is None or not (state.phase is Phase.SETTING or lies):
        raise refuse(
            "a dealt card or tile can be exposed by accident only while hands are being set",
            turn.cite("exposed.player"),
        )
    if command.place not in range(len(hand.pieces)) or command.place in hand.shown:
        raise refuse(
            "place {place} of that hand has nothing to expose", turn.cite("exposed.player"), place=command.place
        )
    expose(turn, command.position, command.place)


def _bank_hand_lies(state: TableState, position: int) -> bool:
    """Return whether this is the hand of a player who banks, face down while the house's hands are being set."""
    bank = state.current.bank.player is not None and position == bank_position(state)
    return bank and state.phase is Phase.BANKING and state.current.hands[position].status in WAITING


def _unplayed_lies(state: TableState, position: int) -> bool:
    """Return whether these pieces are out of play, face down until the hands are settled (MDT-10.E)."""
    unplayed = position == state.game.dead or state.current.hands[position].status is HandStatus.COLLECTED
    return unplayed and state.phase in DEALT and not any_settled(state)


def expose_maryland(turn: Turn, position: int, place: int) -> None:
    """Expose a card or tile under the Maryland rules.

    If it belongs to a player, that player has a choice; otherwise the round is void (MDT-10.D, MDT-10.E, MDP-14.C,
    MDP-14.D).
    """
    state = turn.state
    played = any(key.position == position and key.kind == MAIN for key in state.current.wagers)
    hand = state.current.hands[position]
    if played and position != bank_position(state):
        choice = hand.status is HandStatus.DEALT and not hand.viewed
        event = PieceExposed(position=position, place=place, choice=choice, clauses=turn.cite("exposed.player"))
        turn.emit(event)
    else:
        turn.emit(PieceExposed(position=position, place=place, choice=False, clauses=turn.cite("exposed.house")))
        void_round(turn, "exposed piece", turn.cite("exposed.house"))


@decides(ShowPiece)
def show_piece(turn: Turn, command: ShowPiece) -> None:
    state = turn.state
    cited = turn.cite("exposed.own")
    hand = state.current.hands.get(command.position) if state.round is not None else None
    if state.phase is not Phase.SETTING or hand is None or controller(state, command.position) != command.player:
        raise refuse("a player can show only their own hand, while setting it", cited)
    if not hand.viewed or hand.status is not HandStatus.DEALT:
        raise refuse("a player can show only a hand that is picked up and not yet set", cited)
    if command.place not in range(len(hand.pieces)) or command.place in hand.shown:
        raise refuse("place {place} of that hand has nothing to expose", cited, place=command.place)
    turn.emit(PieceExposed(position=command.position, place=command.place, choice=False, clauses=cited))


@evolves(PieceExposed)
def piece_exposed(state: TableState, event: PieceExposed) -> TableState:
    current = state.current
    hand = current.hands[event.position]
    hands = {**current.hands, event.position: changed(hand, shown=hand.shown | {event.place})}
    choices = current.choices | {event.position} if event.choice else current.choices
    return state.put(hands=hands, choices=choices)


def _require_choice(turn: Turn, player: str, position: int) -> None:
    state = turn.state
    cited = turn.cite("exposed.choice")
    if state.phase not in (Phase.SETTING, Phase.BANKING) or position not in state.current.choices:
        raise refuse(
            "a hand can be voided only if the dealer exposed part of it, and before you look at the rest", cited
        )
    wagering = (key.player for key in state.current.wagers if key.position == position and key.kind == MAIN)
    chooser = acting_banker(state) if position == bank_position(state) else controller(state, position)
    if (chooser or next(wagering, "")) != player:
        raise refuse("the choice at {position} is not {player}'s to make", cited, position=position, player=player)


@decides(VoidHand)
def void_hand(turn: Turn, command: VoidHand) -> None:
    _require_choice(turn, command.player, command.position)
    if command.position == bank_position(turn.state):
        void_round(turn, "the bank's hand is void", turn.cite("exposed.void-bank"))
        return
    cited = turn.cite("exposed.void")
    state = turn.state
    main_only = state.game.options.readings.get("exposed_hand_void") == "main"
    keys = tuple(
        key for key in state.current.wagers if key.position == command.position and (key.kind == MAIN or not main_only)
    )
    last = all(key in keys for key in state.current.wagers if key.kind == MAIN)
    if last and not state.current.precise:  # then the dealer does not play on alone against a bank
        keys += tuple(key for key in state.current.wagers if key.kind == DEALER_WAGER)
    for step in () if main_only else state.game.strategy.on_hand_void:
        step(turn, cited, command.position)
    moves = refunds(turn.state, keys, cited[0])
    turn.emit(HandVoided(position=command.position, wagers=keys, clauses=cited, transfers=moves))
    if any(key.kind in AGAINST_BANK for key in turn.state.current.wagers):
        finish_setting(turn)
    elif any(key.kind not in AGAINST_BANK for key in turn.state.current.wagers):
        end_round(turn)
    else:
        void_round(turn, "no hand is left", cited)


@dataclass(frozen=True)
class Voided(Part):
    """The Pai Gow wagers on void hands: they were returned, but they had been placed (MDT-9.D.1, MDP-12.D.1)."""

    wagers: Mapping[WagerKey, int] = field(default_factory=dict)


def note_voided(state: TableState, keys: Iterable[WagerKey]) -> TableState:
    """Return the state with these wagers noted as placed on void hands; rounds before revision 2 forget them."""
    if state.current.revision < 2:
        return state
    wagers = {key: state.current.wagers[key] for key in keys if key.kind == MAIN}
    return state.put(Voided({**state.part(Voided).wagers, **wagers}))


@evolves(HandVoided)
def hand_voided(state: TableState, event: HandVoided) -> TableState:
    state = note_voided(state, event.wagers)
    current, envy = state.current, state.part(Envy)
    hand = changed(current.hands[event.position], status=HandStatus.VOID)
    return state.put(
        changed(envy, lammers=envy.lammers.difference(event.wagers)),
        hands={**current.hands, event.position: hand},
        wagers={key: amount for key, amount in current.wagers.items() if key not in event.wagers},
        choices=current.choices - {event.position},
    )


@decides(PlayOn)
def play_on(turn: Turn, command: PlayOn) -> None:
    _require_choice(turn, command.player, command.position)
    state = turn.state
    of_bank = command.position == bank_position(state)
    chosen = ("exposed.play-on-bank" if of_bank else "exposed.play-on",) if state.current.precise else ()
    turn.emit(PlayedOn(position=command.position, clauses=state.game.cite_first(*chosen, "exposed.choice")))


@evolves(PlayedOn)
def played_on(state: TableState, event: PlayedOn) -> TableState:
    return state.put(choices=state.current.choices - {event.position})


@decides(ResetHouseHand)
def reset_house_hand(turn: Turn, command: ResetHouseHand) -> None:
    state = turn.state
    hand = state.current.hands.get(command.position) if state.round is not None else None
    cited = turn.cite("misset") if hand is None else cite_misset(state, command.position)
    shown = hand is not None and hand.setting is not None and hand.status is HandStatus.EXPOSED
    if hand is None or not shown or state.phase not in house_is_set(state) or state.current.void:
        raise refuse("a house hand can be reset only once it is set and before the round is over", cited)
    if command.position not in (state.game.dealer, bank_position(state)) or not must_follow_house_way(
        state, command.position
    ):
        raise refuse("only a hand that must follow the house way can be reset", cited)
    if not state.game.course.reset_late and any(each.match for each in state.current.hands.values()):
        raise refuse("a player's hand has been exposed, so the hand stands", turn.cite("misset.late"))
    house = state.game.kit.house_set(hand.pieces)
    if hand.setting == house.setting:
        raise refuse("the hand follows the house way", cited)
    undone = tuple(
        Transfer(move.credit, move.debit, move.amount, Movement.UNDONE, cited[0])
        for move in reversed(state.current.settlement)
    )
    event = HouseHandReset(
        position=command.position,
        setting=house.setting,
        rule=house.rule,
        everyone=state.game.reading("wrong_setting", "dealer") == "everyone",
        clauses=cite_also(state, cited, house.clause),
        transfers=undone,
    )
    turn.emit(event)
    if state.phase is not Phase.BANKING:
        undo = state.game.course.reset_late or state.current.revision < 3  # otherwise nothing is compared again
        for step in state.game.strategy.steps.before_exposure if undo else ():
            step(turn)
        finish_exposing(turn)


def put_right(turn: Turn) -> None:
    """Correct a wrongly set hand.

    A foul hand of the dealer or the bank is set the house way at once; under the strict reading, which binds a bank to
    the house way, so is any other wrong setting (MDP-12.I.2, MDP-14.I).
    """
    state = turn.state
    for position in sorted({state.game.house, bank_position(state)}):
        hand = state.current.hands[position]
        bound = must_follow_house_way(state, position) and not follows_house_way(state, position)
        if hand.setting is None or not (hand.foul or bound):
            continue
        house = state.game.kit.house_set(hand.pieces)
        if hand.setting != house.setting:
            clauses = cite_also(state, cite_misset(state, position), house.clause)
            turn.emit(HouseHandReset(position=position, setting=house.setting, rule=house.rule, clauses=clauses))


def house_is_set(state: TableState) -> tuple[Phase, ...]:
    """Return the phases in which a hand of the house may have been set and the round is not over.

    While they are set, one may be wrong before the other is shown or it is confirmed. Picking up the hands ends the
    round. In a game where a compared hand stands, so do settled wagers, and a finished round is not reopened.
    """
    game, order = state.game, state.game.course.play_order
    settled = (Phase.FINISHED,) if game.course.reset_late and not game.first_edition else ()
    return (*order[order.index(Phase.BANKING) :], Phase.PAYING, *settled)


@evolves(HouseHandReset)
def house_hand_reset(state: TableState, event: HouseHandReset) -> TableState:
    """Return the state after a reset: players' hands compared wrongly must be compared again, or set again (DO-R9.s2).

    Settlements against the bank are undone, except for surrendered wagers (MDT-10.F, MDP-14.I).
    """
    current = state.current
    again = HandStatus.DEALT if event.everyone else HandStatus.SET
    hands = {
        p: changed(h, status=again, match=None) if h.match or (event.everyone and h.status is HandStatus.SET) else h
        for p, h in current.hands.items()
    }
    hands[event.position] = changed(hands[event.position], setting=event.setting, set_by=DEALER, foul=False)
    undone = {
        key
        for key in current.results
        if key.kind in AGAINST_BANK and hands[key.position].status is not HandStatus.SURRENDERED
    }
    setting = event.everyone or state.phase is Phase.SETTING
    unfinished = state.phase is Phase.BANKING  # the house's other hand is not shown yet, or this one not confirmed
    opened = {position for position, hand in current.hands.items() if hand.match}
    return state.put(
        Compared(state.part(Compared).positions | opened),
        phase=Phase.SETTING if setting else Phase.BANKING if unfinished else Phase.EXPOSING,
        hands=hands,
        results={key: result for key, result in current.results.items() if key not in undone},
        paid=current.paid - undone,
        settlement=(),
    )


def standing(events: Iterable[Event]) -> list[Event]:
    """Return a round's events except the settlements undone by resetting the house's hand."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, HouseHandReset):
            found = [each for each in found if not isinstance(each, UNDONE)]
        found.append(event)
    return found


UNDONE = (HandExposed, DealerHandCompared, WagerSettled, AllExposed, BankSettled, RoundSettled)


@offers(to=HOUSE)
def irregularity_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if state.round is None:
        return
    current = state.current
    if actor == FLOOR:
        yield ExposeInStacking()
        for reason in state.game.reasons("misdeal"):
            yield FindMisdeal(reason=reason)
        for position, hand in current.hands.items():
            for place in range(len(hand.pieces)):
                yield ExposePiece(position=position, place=place)
            yield ResetHouseHand(position=position)
    elif actor == DEALER:
        for reason in state.game.reasons("no-roll"):
            yield CallNoRoll(reason=reason)


@offers(to=(PLAYERS,), during=(Phase.SETTING, Phase.BANKING))
def exposed_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    for position in state.current.choices:
        yield VoidHand(player=actor, position=position)
        yield PlayOn(player=actor, position=position)
    for position, hand in state.current.hands.items() if state.phase is Phase.SETTING else ():
        if hand.viewed and hand.status is HandStatus.DEALT and controller(state, position) == actor:
            for place in range(len(hand.pieces)):
                yield ShowPiece(player=actor, position=position, place=place)
