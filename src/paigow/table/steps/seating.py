"""Arriving, buying chips, colouring up and leaving."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.money import CAGE, INVENTORY, Movement, Transfer, rack
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
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import DEALER, FLOOR, SYSTEM, Player, Rotation, Round, TableState
from paigow.table.core.values import changed

NAME = re.compile(r"[A-Za-z0-9_.@+-]{1,64}")
SEED = re.compile(r"[!-~]{1,64}")
LARGEST_BUY_IN = 100_000_000_00


@dataclass(frozen=True, slots=True, kw_only=True)
class SitDown(PlayerCommand):
    verb: ClassVar[str] = "sit"
    position: int
    seed: str = ""  # without a seed chain, the seat's contribution to future deals; see `seeds`


@dataclass(frozen=True, slots=True, kw_only=True)
class StandBehind(PlayerCommand):
    """Join the table without a seat, to wager on boxes that are free or where others sit (NZ-6.5)."""

    verb: ClassVar[str] = "stand-behind"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyIn(PlayerCommand):
    verb: ClassVar[str] = "buy-in"
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourUp(PlayerCommand):
    """Exchange smaller chips for larger ones of the same total value."""

    verb: ClassVar[str] = "colour-up"
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTable(PlayerCommand):
    verb: ClassVar[str] = "leave"
    from_afar: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeated(Event):
    audience = everyone("player position", hidden="seed", hearer="player")
    log = Either(
        "position",
        Either(
            "seed",
            "{player} sits down at {position}, with the seed {seed}.",
            "{player} sits down at {position}.",
        ),
        "{player} stands behind the seats.",
    )
    log_you = Either(
        "position",
        Either("seed", "You sit down at {position}, with the seed {seed}.", "You sit down at {position}."),
        "You stand behind the seats.",
    )
    player: str
    position: int | None  # None for a player behind the seats
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsBought(Event):
    audience = everyone("player amount")
    log = "{player} buys {amount} in chips."
    log_you = "You buy {amount} in chips."
    player: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ColouredUp(Event):
    audience = everyone("player amount")
    log = "{player} colours up {amount}."
    log_you = "You colour up {amount}."
    player: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft(Event):
    """The player has left for good and cashed in their chips."""

    audience = everyone("player")
    log = "{player} leaves the table."
    log_you = "You leave the table."
    player: str


def rack_of(state: TableState, player: str) -> int:
    """Return the player's chips that are not on the layout."""
    return state.ledger[rack(player)]


def require_player(state: TableState, name: str) -> Player:
    player = state.players.get(name)
    if player is None:
        raise refuse("{name} is not at this table", state.game.cite("wager.seated"), name=name)
    return player


def has_part(current: Round, player: str) -> bool:
    """Return whether the player has a wager in the round, banks, is being offered the bank, or controls a position."""
    asked = (
        current.bank.offered[-1:] == (player,) and current.bank.player is None and player not in current.bank.declined
    )
    named = (current.bank.player, *current.bank.sharers, *current.controllers.values())
    return asked or player in named or any(key.player == player for key in current.wagers)


def require_seed(turn: Turn, seed: str) -> None:
    if not SEED.fullmatch(seed):
        raise refuse("a seat's seed has 1 to 64 visible ASCII characters without spaces", turn.cite("seat"))


def _require_welcome(turn: Turn, player: str) -> None:
    cited = turn.cite("seat")
    if player in (DEALER, FLOOR, SYSTEM) or not NAME.fullmatch(player):
        raise refuse(
            "{player} cannot be a player's name: use letters, digits and _ . @ + -", cited, player=repr(player)
        )
    if player in turn.state.part(Orders).barred:
        raise refuse("{player} is barred from this table", turn.cite("barred"), player=player)


@decides(SitDown)
def sit(turn: Turn, command: SitDown) -> None:
    state = turn.state
    cited = turn.cite("seat")
    known = state.players.get(command.player)
    if known is not None and known.position is not None:
        raise refuse("{player} already has a place", cited, player=command.player)
    _require_welcome(turn, command.player)
    if command.position not in state.game.betting:
        allowed = f"{state.game.betting[0]} to {state.game.betting[-1]}"
        raise refuse(
            "there is no place {position}: choose one of {allowed}", cited, position=command.position, allowed=allowed
        )
    if state.at(command.position) is not None:
        raise refuse("place {position} is taken", cited, position=command.position)
    if state.round is not None:
        raise refuse("players can sit down only between rounds", cited)
    if command.seed:
        require_seed(turn, command.seed)
    turn.emit(PlayerSeated(player=command.player, position=command.position, seed=command.seed, clauses=cited))


@evolves(PlayerSeated)
def seated(state: TableState, event: PlayerSeated) -> TableState:
    known = state.players.get(event.player) or Player(event.player, None)
    player = changed(known, position=event.position, seed=event.seed)
    return changed(state, players={**state.players, event.player: player})


@decides(StandBehind)
def stand_behind(turn: Turn, command: StandBehind) -> None:
    cited = turn.cite("seat.behind")
    if command.player in turn.state.players:
        raise refuse("{player} is already at the table", cited, player=command.player)
    _require_welcome(turn, command.player)
    if turn.state.round is not None:
        raise refuse("players can join the table only between rounds", cited)
    turn.emit(PlayerSeated(player=command.player, position=None, seed="", clauses=cited))


@decides(BuyIn)
def buy_in(turn: Turn, command: BuyIn) -> None:
    require_player(turn.state, command.player)
    cited = turn.cite("chips")
    if not 0 < command.amount <= LARGEST_BUY_IN:
        raise refuse(
            "you can buy 1 to {largest_buy_in} cents in chips, not {amount}",
            cited,
            largest_buy_in=LARGEST_BUY_IN,
            amount=command.amount,
        )
    transfers = (Transfer(CAGE, rack(command.player), command.amount, Movement.BUY_IN, cited[0]),)
    turn.emit(ChipsBought(player=command.player, amount=command.amount, clauses=cited, transfers=transfers))


@decides(ColourUp)
def colour_up(turn: Turn, command: ColourUp) -> None:
    require_player(turn.state, command.player)
    cited = turn.cite("chips")
    held = rack_of(turn.state, command.player)
    if not held:
        raise refuse("{player} has no chips to colour up", cited, player=command.player)
    if not 0 < command.amount <= held:
        raise refuse(
            "{player} can colour up 1 to {held} cents, not {amount}",
            cited,
            player=command.player,
            held=held,
            amount=command.amount,
        )
    transfers = (
        Transfer(rack(command.player), INVENTORY, command.amount, Movement.CHANGE_IN, cited[0]),
        Transfer(INVENTORY, rack(command.player), command.amount, Movement.CHANGE_OUT, cited[0]),
    )
    turn.emit(ColouredUp(player=command.player, amount=command.amount, clauses=cited, transfers=transfers))


@decides(LeaveTable)
def leave(turn: Turn, command: LeaveTable) -> None:
    """Leave the table.

    A player with a part in the round stays until it is over (MDT-5.C.1); walking out anyway is `conduct.WalkAway`.
    """
    state = turn.state
    require_player(state, command.player)
    if state.round is not None and has_part(state.round, command.player):
        raise refuse("players must stay until the round is complete", turn.cite("stay"))
    cited = turn.cite("chips")
    held = rack_of(state, command.player)
    transfers = (Transfer(rack(command.player), CAGE, held, Movement.CASH_OUT, cited[0]),) if held else ()
    turn.emit(PlayerLeft(player=command.player, clauses=cited, transfers=transfers))


@evolves(PlayerLeft)
def left(state: TableState, event: PlayerLeft) -> TableState:
    players = {name: p for name, p in state.players.items() if name != event.player}
    rotation = state.rotation if players else Rotation(first=state.game.betting[0])  # an empty table starts over
    return changed(state, players=players, rotation=rotation)


@offers(to=(PLAYERS,))
def seating_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor not in state.players or state.players[actor].position is None:
        for position in state.game.betting:
            seed = "" if state.chain else "seed"  # with a chain, a seed is given in each round
            yield Offer(SitDown(player=actor, position=position, seed=seed), chance=("seed",))
    if actor not in state.players:
        yield StandBehind(player=actor)
        return
    yield Offer(BuyIn(player=actor, amount=1), amounts=range(1, LARGEST_BUY_IN + 1))
    held = rack_of(state, actor)
    yield Offer(ColourUp(player=actor, amount=1), amounts=range(1, held + 1))
    if state.round is None or not has_part(state.round, actor):
        yield LeaveTable(player=actor)
