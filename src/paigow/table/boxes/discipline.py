"""New Zealand's measures against players who reveal their hands to each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.table.boxes.boxes import bettors
from paigow.table.boxes.orders import Orders
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import FLOOR, MAIN, Part, Phase, TableState, WagerKey
from paigow.table.core.values import changed
from paigow.table.floor.irregularities import refunds
from paigow.table.steps.banking import bank_position
from paigow.table.steps.seating import require_player

Dice = tuple[int, int, int]
MOMENTS = (Phase.BETTING, Phase.FINISHED)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveBox(Command):
    """Take a box chosen by the dice out of play."""

    verb: ClassVar[str] = "remove-box"
    role: ClassVar[str] = FLOOR
    drawn: ClassVar[tuple[tuple[str, str], ...]] = (("dice", "removal"),)
    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreBox(Command):
    verb: ClassVar[str] = "restore-box"
    role: ClassVar[str] = FLOOR
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovePlayer(Command):
    verb: ClassVar[str] = "remove-player"
    role: ClassVar[str] = FLOOR
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RestorePlayer(Command):
    verb: ClassVar[str] = "restore-player"
    role: ClassVar[str] = FLOOR
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BanPlayer(Command):
    """Ban a player suspected of collusion from playing at the same table as the suspected partner."""

    verb: ClassVar[str] = "ban-player"
    role: ClassVar[str] = FLOOR
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectSetFirst(Command):
    """Direct a player to set their hands before the others handle theirs, or lift that direction."""

    verb: ClassVar[str] = "direct-set-first"
    role: ClassVar[str] = FLOOR
    player: str
    on: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectEnglish(Command):
    verb: ClassVar[str] = "direct-english"
    role: ClassVar[str] = FLOOR
    on: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovalShaken(Event):
    """The dice point to a box; `removed` is false if that box may not be removed and the dice are shaken again."""

    audience = everyone("dice position removed")
    log = Either(
        "removed",
        "The dice show {dice}: {position} is taken out of play.",
        "The dice show {dice}: {position} may not be removed.",
    )
    dice: Dice
    position: int
    removed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxRestored(Event):
    audience = everyone("position")
    log = "{position} is in play again."
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRemoved(Event):
    audience = everyone("player")
    log = "The floor removes {player} from the game."
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRestored(Event):
    audience = everyone("player")
    log = "The floor lets {player} play again."
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerBanned(Event):
    audience = everyone("player")
    log = "The floor bans {player} from the table."
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFirstDirected(Event):
    audience = everyone("player on")
    log = Either("on", "{player} has to set first.", "{player} no longer has to set first.")
    player: str
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EnglishDirected(Event):
    audience = everyone("on")
    log = Either("on", "The floor allows English only.", "The floor allows other languages again.")
    on: bool


def _require_removal(turn: Turn) -> None:
    """Require that all boxes are in play and the house banks (NZ-12.9).

    Whether somebody is revealing the values of tiles is for the operator to judge; giving the command asserts it. Once
    tiles are out, the box stays in play until the end of the round.
    """
    state, cited = turn.state, turn.cite("remove")
    if state.round is None or state.phase not in MOMENTS or state.current.void:
        raise refuse("a box or player can be removed only while wagers are open, or once the round is settled", cited)
    if state.current.bank.player is not None and not state.current.bank.co_banked:
        raise refuse("a box or player can be removed only where the house banks, alone or with a co-banker", cited)
    idle = [box for box in state.game.positions if box != bank_position(state) and not bettors(state, box)]
    if idle:
        raise refuse("a box or player can be removed only when all boxes are in play", cited)


def exempt_boxes(state: TableState) -> set[int]:
    """Return the boxes the dice may not remove: the bank's, unless the chosen reading says otherwise (NZ-12.10.s3)."""
    match state.game.reading("removed_box"):
        case "skip-house":
            return {state.game.house}
        case "skip-both":
            return {state.game.house, bank_position(state)}
        case _:
            return {bank_position(state)}


@decides(RemoveBox)
def remove_box(turn: Turn, command: RemoveBox) -> None:
    state = turn.state
    _require_removal(turn)
    if any(die not in range(1, 7) for die in command.dice):
        raise refuse("give three dice from 1 to 6", turn.cite("remove.dice"))
    box = state.game.next_position(state.game.positions[0], sum(command.dice) - 1)
    if box in exempt_boxes(state):
        again = turn.cite("remove.again")
        turn.emit(RemovalShaken(dice=command.dice, position=box, removed=False, clauses=again))
        return
    cited = turn.cite("remove.dice", "box.off")
    keys = tuple(key for key in state.current.wagers if key.position == box and key.kind == MAIN)
    moves = refunds(state, keys, cited[0]) if state.phase is Phase.BETTING else ()
    turn.emit(RemovalShaken(dice=command.dice, position=box, removed=True, clauses=cited, transfers=moves))


@dataclass(frozen=True)
class Removals(Part):
    shaken: int = 0  # how often the dice were shaken to remove a box


@evolves(RemovalShaken)
def removal_shaken(state: TableState, event: RemovalShaken) -> TableState:
    orders, removals = state.part(Orders), state.part(Removals)
    after = state
    if event.removed:
        orders = changed(orders, off=orders.off | {event.position})
        if state.phase is Phase.BETTING:
            after = state.put(wagers=_without(state, event.position, ""))
    return after.put(changed(removals, shaken=removals.shaken + 1), orders)


def _without(state: TableState, position: int, player: str) -> dict[WagerKey, int]:
    """Return the round's wagers except those on a box, or those of a player."""
    wagers = state.current.wagers
    return {k: v for k, v in wagers.items() if k.kind != MAIN or (k.position != position and k.player != player)}


@decides(RestoreBox)
def restore_box(turn: Turn, command: RestoreBox) -> None:
    cited = turn.cite("restore")
    if command.position not in turn.state.part(Orders).off:
        raise refuse("box {position} is in play", cited, position=command.position)
    turn.emit(BoxRestored(position=command.position, clauses=cited))


@evolves(BoxRestored)
def box_restored(state: TableState, event: BoxRestored) -> TableState:
    orders = state.part(Orders)
    return state.put(changed(orders, off=orders.off - {event.position}))


@decides(RemovePlayer)
def remove_player(turn: Turn, command: RemovePlayer) -> None:
    state, cited = turn.state, turn.cite("removed")
    require_player(state, command.player)
    _require_removal(turn)
    if command.player in state.part(Orders).removed:
        raise refuse("{player} is already removed", cited, player=command.player)
    if command.player == state.current.bank.player or command.player in state.current.bank.sharers:
        raise refuse("{player} holds the bank", cited, player=command.player)
    keys = tuple(key for key in state.current.wagers if key.player == command.player and key.kind == MAIN)
    moves = refunds(state, keys, cited[0]) if state.phase is Phase.BETTING else ()
    turn.emit(PlayerRemoved(player=command.player, clauses=cited, transfers=moves))


@evolves(PlayerRemoved)
def player_removed(state: TableState, event: PlayerRemoved) -> TableState:
    orders = state.part(Orders)
    orders = changed(orders, removed=orders.removed | {event.player})
    if state.phase is not Phase.BETTING:
        return state.put(orders)
    return state.put(orders, wagers=_without(state, 0, event.player))


@decides(RestorePlayer)
def restore_player(turn: Turn, command: RestorePlayer) -> None:
    cited = turn.cite("restore")
    if command.player not in turn.state.part(Orders).removed:
        raise refuse("{player} is not removed from play", cited, player=command.player)
    turn.emit(PlayerRestored(player=command.player, clauses=cited))


@evolves(PlayerRestored)
def player_restored(state: TableState, event: PlayerRestored) -> TableState:
    orders = state.part(Orders)
    return state.put(changed(orders, removed=orders.removed - {event.player}))


@decides(BanPlayer)
def ban_player(turn: Turn, command: BanPlayer) -> None:
    """Ban a player, starting with the next round; wagers already placed are played out."""
    state, cited = turn.state, turn.cite("barred")
    require_player(state, command.player)
    if command.player in state.part(Orders).barred:
        raise refuse("{player} is already barred", cited, player=command.player)
    if state.round is not None:
        raise refuse("a player can be barred only between rounds", cited)
    turn.emit(PlayerBanned(player=command.player, clauses=cited))


@evolves(PlayerBanned)
def player_banned(state: TableState, event: PlayerBanned) -> TableState:
    orders = state.part(Orders)
    return state.put(changed(orders, barred=orders.barred | {event.player}))


@decides(DirectSetFirst)
def direct_set_first(turn: Turn, command: DirectSetFirst) -> None:
    state, cited = turn.state, turn.cite("set.first")
    require_player(state, command.player)
    if (command.player in state.part(Orders).set_first) is command.on:
        raise refuse("this instruction already applies to {player}", cited, player=command.player)
    turn.emit(SetFirstDirected(player=command.player, on=command.on, clauses=cited))


@evolves(SetFirstDirected)
def set_first_directed(state: TableState, event: SetFirstDirected) -> TableState:
    orders, named = state.part(Orders), {event.player}
    return state.put(changed(orders, set_first=orders.set_first | named if event.on else orders.set_first - named))


@decides(DirectEnglish)
def direct_english(turn: Turn, command: DirectEnglish) -> None:
    cited = turn.cite("english")
    if turn.state.part(Orders).english_only is command.on:
        raise refuse("this instruction already applies at the table", cited)
    turn.emit(EnglishDirected(on=command.on, clauses=cited))


@evolves(EnglishDirected)
def english_directed(state: TableState, event: EnglishDirected) -> TableState:
    return state.put(changed(state.part(Orders), english_only=event.on))


@offers(to=(FLOOR,))
def discipline_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    yield Offer(RemoveBox(dice=(1, 1, 1)), chance=("dice",))
    for position in state.part(Orders).off:
        yield RestoreBox(position=position)
    for player in state.players:
        yield RemovePlayer(player=player)
        yield BanPlayer(player=player)
        yield DirectSetFirst(player=player)
        yield DirectSetFirst(player=player, on=False)
    for player in state.part(Orders).removed:
        yield RestorePlayer(player=player)
    yield DirectEnglish()
    yield DirectEnglish(on=False)
