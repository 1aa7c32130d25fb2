"""The start of the deal: delivery style, dice or random number, and the count around the table."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.table.cards.button import button_position
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import DEALER, Phase, TableState
from paigow.table.core.values import build, changed
from paigow.table.steps.banking import bank_position
from paigow.text import Text, words

Dice = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseDelivery(Command):
    """Choose the delivery style: as the bank (`player`), or as the dealer if the submission allows it."""

    verb: ClassVar[str] = "choose-delivery"
    delivery: str
    player: str = ""

    @property
    def by(self) -> str:
        return self.player or DEALER


@dataclass(frozen=True, kw_only=True)
class ShakeDice(Command):
    """Shake three dice under the lid, as the bank if a player banks, and otherwise as the dealer."""

    verb: ClassVar[str] = "shake"
    drawn: ClassVar[tuple[tuple[str, str], ...]] = (("dice", "dice"),)
    dice: Dice
    shakes: int = 3
    player: str = ""

    @property
    def by(self) -> str:
        return self.player or DEALER


@dataclass(frozen=True, kw_only=True)
class UncoverDice(Command):
    """Take off the lid and announce the total."""

    verb: ClassVar[str] = "uncover"


@dataclass(frozen=True, kw_only=True)
class DrawNumber(Command):
    """Have the random number generator show a number."""

    verb: ClassVar[str] = "draw-number"
    drawn: ClassVar[tuple[tuple[str, str], ...]] = (("number", "number"),)
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UseButton(Command):
    """Start the deal where the flat button is."""

    verb: ClassVar[str] = "use-button"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryChosen(Event):
    audience = everyone("delivery player")
    log = Either("player", "{player} chooses {delivery}.", "The dealer chooses {delivery}.")
    log_you = "You choose {delivery}."
    delivery: str
    player: str


@dataclass(frozen=True, kw_only=True)
class DiceShaken(Event):
    """The dice are shaken; the result is hidden until the lid is off."""

    audience = everyone("shakes player", hidden="dice")
    log = Either("player", "{player} shakes {shakes} times.", "The dealer shakes {shakes} times.")
    log_you = "You shake {shakes} times."
    dice: Dice
    shakes: int
    player: str


@dataclass(frozen=True, kw_only=True)
class StartDetermined(Event):
    """The announced number determines the position where the deal starts."""

    audience = everyone("number start dice")
    log = Either(
        "dice", "The dice show {dice}: a count of {number} ends at {start}.", "A count of {number} ends at {start}."
    )
    number: int
    start: int
    dice: Dice | None = None


def count_from_one(state: TableState, number: int) -> int:
    """Return the position that the count reaches.

    The bank, or the dealer, is number one, and the count goes counter-clockwise through every position, with or without
    a wager; with eight positions the bank is also 9 and 17 (MDT-6.B, NZ-9.9).
    """
    return state.game.next_position(bank_position(state), number - 1)


def _require_starting(turn: Turn) -> None:
    if turn.state.phase is not Phase.STARTING or turn.state.current.start.position is not None:
        raise refuse("the start can be determined only after “no more bets” and before the deal", turn.cite("start"))


@decides(ChooseDelivery)
def choose_delivery(turn: Turn, command: ChooseDelivery) -> None:
    state = turn.state
    _require_starting(turn)
    chooser = state.current.bank.player or DEALER
    by_dealer = ("delivery.choose.dealer",) if chooser == DEALER and state.current.precise else ()
    cited = state.game.cite_first(*by_dealer, "delivery.choose")
    if state.current.start.delivery or state.current.start.cut_declined:
        raise refuse("the style of delivery can be chosen only once", cited)
    if state.game.course.delivery_first and state.current.start.dice is not None:
        raise refuse("the style of delivery must be chosen before the dice are shaken", cited)
    if not state.game.course.delivery_first and state.current.start.dice is None:
        raise refuse("the style of delivery is chosen only after the dice are shaken", cited)
    if chooser == DEALER and not state.game.options.start.dealer_may_choose:
        raise refuse("when the house banks, the ordinary delivery is used", cited)
    if command.by != chooser:
        raise refuse(
            "only the {chooser} can choose the style of delivery",
            cited,
            chooser=Text("bank" if state.current.bank.player else "dealer"),
        )
    if command.delivery not in state.game.options.start.deliveries:
        raise refuse(
            "{delivery} is not a delivery at this table: choose one of {allowed}",
            cited,
            delivery=Text(command.delivery),
            allowed=words(state.game.options.start.deliveries),
        )
    turn.emit(DeliveryChosen(delivery=command.delivery, player=command.player, clauses=cited))


@evolves(DeliveryChosen)
def delivery_chosen(state: TableState, event: DeliveryChosen) -> TableState:
    return state.put(changed(state.current.start, delivery=event.delivery))


def shaker_of(state: TableState) -> str:
    """Return the person who shakes: a bank that is present, if the document says so; otherwise the dealer."""
    bank = state.current.bank.player
    return bank if bank and state.game.banking.shakes and not state.players[bank].away else DEALER


def _require_method(turn: Turn, method: str) -> None:
    used = turn.state.game.strategy.start_method(turn.state)
    if used != method:
        raise refuse("this table determines the start by {used}", turn.cite("start"), used=used)


def _shaker(turn: Turn) -> tuple[str, tuple[str, ...]]:
    """Return who may shake: the bank instead of the dealer (MDT-9.J.2), or the bank after the dealer (NZ-9.4.s2)."""
    state = turn.state
    bank = state.current.bank.player
    if (
        bank
        and state.game.banking.may_shake
        and state.current.start.dice is not None
        and not state.current.start.bank_shook
    ):
        if state.current.stack.cut:
            raise refuse("the dice must be shaken before the cut", turn.cite("start.bank-shakes"))
        return bank, turn.cite("start.bank-shakes")
    if state.current.start.dice is not None:
        raise refuse("the dice have been shaken; the lid comes off next", turn.cite("start.shake"))
    shaker = shaker_of(state)
    return shaker, turn.cite("start.shake" if shaker == DEALER else "start.bank-shakes")


@decides(ShakeDice)
def shake(turn: Turn, command: ShakeDice) -> None:
    state = turn.state
    _require_starting(turn)
    _require_method(turn, "shaker")
    shaker, cited = _shaker(turn)
    if command.by != shaker:
        raise refuse("only {shaker} can shake the dice", cited, shaker=shaker)
    least = state.game.dealing.least_shakes
    if command.shakes < least:
        raise refuse("shake the shaker at least {least} times, not {shakes}", cited, least=least, shakes=command.shakes)
    if [die in range(1, 7) for die in command.dice] != [True] * 3:
        raise refuse("give three dice from 1 to 6", cited)
    turn.emit(build(DiceShaken, dice=command.dice, shakes=command.shakes, player=command.player, clauses=cited))


@evolves(DiceShaken)
def dice_shaken(state: TableState, event: DiceShaken) -> TableState:
    start = state.current.start
    shook = start.bank_shook or bool(event.player)
    return state.put(changed(start, dice=event.dice, covered=True, shaken=start.shaken + 1, bank_shook=shook))


@decides(UncoverDice)
def uncover(turn: Turn, command: UncoverDice) -> None:
    state = turn.state
    _require_starting(turn)
    dice = state.current.start.dice
    if dice is None:
        raise refuse("the dice must be shaken before the lid comes off", turn.cite("start.shake"))
    for step in state.game.strategy.steps.before_uncover:
        step(turn)
    number = sum(dice)
    start = count_from_one(state, number + state.current.start.adjustment)  # NZ-9.6.s2
    bank = state.current.bank.player is not None
    shaken = "start.uncover-bank" if bank and state.game.banking.shakes else "start.uncover"
    determine(
        turn,
        build(
            StartDetermined,
            number=number,
            start=start,
            dice=dice,
            clauses=_cite_count(state, shaken, "start.count.dice"),
        ),
    )


def _cite_count(state: TableState, announced: str, counted: str) -> tuple[str, ...]:
    """Return the clauses for announcing a number and counting to it, by dice or otherwise."""
    game = state.game
    if state.current.bank.player is not None:
        return game.cite(announced, "start.count-bank")
    own = (counted,) if state.current.precise else ()
    return tuple(dict.fromkeys((*game.cite(announced), *game.cite_first(*own, "start.count"))))


def determine(turn: Turn, found: StartDetermined) -> None:
    turn.emit(found)
    for step in turn.state.game.strategy.steps.after_start:
        step(turn)


@decides(DrawNumber)
def draw_number(turn: Turn, command: DrawNumber) -> None:
    state = turn.state
    _require_starting(turn)
    _require_method(turn, "random-number")
    most = len(state.game.positions)
    if command.number not in range(1, most + 1):
        raise refuse(
            "the generator draws from 1 to {most}, not {number}",
            turn.cite("start.number"),
            most=most,
            number=command.number,
        )
    start = count_from_one(state, command.number)
    clauses = _cite_count(state, "start.number", "start.count.number")
    determine(turn, build(StartDetermined, number=command.number, start=start, clauses=clauses))


@decides(UseButton)
def use_button(turn: Turn, command: UseButton) -> None:
    _require_starting(turn)
    _require_method(turn, "button")
    state = turn.state
    moved = state.current.precise and not state.rotation.start_of_game
    cited = turn.cite("start.button.moved" if moved else "start.button")
    determine(turn, build(StartDetermined, number=1, start=button_position(state), clauses=cited))


@evolves(StartDetermined)
def start_determined(state: TableState, event: StartDetermined) -> TableState:
    start = changed(state.current.start, number=event.number, position=event.start, covered=False)
    return state.put(start, phase=Phase.DEALING)


ANY_DICE: Dice = (1, 1, 1)


@offers(during=(Phase.STARTING,))
def start_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    player = "" if actor == DEALER else actor
    if actor == DEALER or actor == state.current.bank.player:
        for name in state.game.options.start.deliveries:
            yield ChooseDelivery(delivery=name, player=player)
        yield Offer(ShakeDice(dice=ANY_DICE, player=player), chance=("dice", "shakes"))
    if actor == DEALER:
        yield UncoverDice()
        yield Offer(DrawNumber(number=1), chance=("number",))
        yield UseButton()
