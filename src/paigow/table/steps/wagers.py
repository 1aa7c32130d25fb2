"""Wagers, from the first chip to "no more bets"."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.errors import Refused
from paigow.money import Movement, Transfer, bet, format_cents, rack, transfer
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
from paigow.table.core.log import everyone
from paigow.table.core.model import DEALER, MAIN, Phase, TableState, WagerKey
from paigow.table.core.values import build, changed
from paigow.table.steps.seating import rack_of, require_player
from paigow.text import Text, words

BETTING = Phase.BETTING  # see `core.values` on members of enums
PLACED = Movement.WAGER
PHASES = tuple(Phase)  # in the order of a round
BEFORE_WAGERS = PHASES[: PHASES.index(Phase.BETTING)]


@dataclass(frozen=True, kw_only=True)
class PlaceWager(PlayerCommand):
    """Place a wager, or change it to this amount."""

    verb: ClassVar[str] = "wager"
    position: int
    kind: str = MAIN
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareWager(PlayerCommand):
    """Make a verbal wager: hand over the chips for the dealer to place, if there is time."""

    verb: ClassVar[str] = "declare-wager"
    position: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CallWager(PlayerCommand):
    """Make a verbal bet in cash. This is always refused, because only chips on the layout count."""

    verb: ClassVar[str] = "call-wager"
    position: int
    cash: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawWager(PlayerCommand):
    verb: ClassVar[str] = "withdraw"
    position: int
    kind: str = MAIN


@dataclass(frozen=True, kw_only=True)
class NoMoreBets(Command):
    verb: ClassVar[str] = "no-more-bets"


@dataclass(frozen=True, kw_only=True)
class WagerPlaced(Event):
    audience = everyone("wager amount")
    log = "{wager}: {amount}."
    wager: WagerKey
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerDeclared(Event):
    """The wager just placed was announced verbally."""

    audience = everyone("wager amount")
    log = "{wager} is called out: {amount}."
    wager: WagerKey
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerWithdrawn(Event):
    audience = everyone("wager")
    log = "{wager} is withdrawn."
    wager: WagerKey


@dataclass(frozen=True, kw_only=True)
class BetsClosed(Event):
    """The dealer has announced "no more bets"."""

    audience = everyone()
    log = "“No more bets.”"


def main_wagers(state: TableState) -> dict[WagerKey, int]:
    """Return the Pai Gow wagers of the round, in counter-clockwise order of position."""
    wagers = state.current.wagers
    return {key: wagers[key] for key in sorted(wagers, key=lambda key: (key.position, key.player)) if key.kind == MAIN}


def has_main_wager(state: TableState) -> bool:
    """Return whether anybody has placed a Pai Gow wager."""
    return bool(state.current.bettors)


def played_positions(state: TableState) -> set[int]:
    """Return the positions with a Pai Gow wager."""
    return set(state.current.bettors)


def positions_of(state: TableState, player: str) -> tuple[int, ...]:
    """Return the positions on which the player has a Pai Gow wager."""
    return tuple(sorted(key.position for key in state.current.wagers if key.player == player and key.kind == MAIN))


def total_against_bank(state: TableState) -> int:
    return state.current.against_bank


_last_range: tuple[TableState | None, WagerKey | None, range] = None, None, range(0)
"""The latest answer of `wager_range`: whoever chooses an amount asks for it, and so does the decision that follows."""


def wager_range(state: TableState, key: WagerKey) -> range:
    """Return the amounts the player may wager at a position, or a refusal that says why there are none."""
    global _last_range
    last_state, last_key, amounts = _last_range
    if last_state is not state or last_key != key:
        amounts = _wager_range(state, key)
        _last_range = state, key, amounts
    return amounts


def _wager_range(state: TableState, key: WagerKey) -> range:
    game = state.game
    options = game.options
    require_player(state, key.player)
    if state.phase is not BETTING:
        late = game.cite_first(f"late.{key.kind}", "wager.late")
        if state.phase in BEFORE_WAGERS:
            raise refuse("wagers are not open yet: the set is shuffled first, and cut if this game cuts", late)
        raise refuse("wagers must be placed before the dealer announces “no more bets”", late)
    _require_open(state)  # NZ-11.2.b
    if key.position not in game.betting:
        place = game.rules.terms.place_at(key.position)
        raise refuse("there is no {place} to bet on", game.cite("wager.area"), place=place)
    wagers = state.current.wagers
    unit = options.unit
    held = state.ledger[rack(key.player)] + wagers.get(key, 0)
    if key.kind == MAIN:
        game.strategy.require_place(state, key)
        low, high = options.minimum, game.strategy.main_maximum(state, key)
        cover = game.strategy.bank_cover(state, key)
        if cover is not None:
            if cover < low:
                raise refuse("the bank cannot cover another wager", game.cite("bank.cover"))
            high = min(high, cover)
    else:
        side = options.side_wagers.get(key.kind)
        if side is None:
            raise refuse(
                "there is no {kind} wager here: choose one of {kinds}",
                game.cite("side.offered"),
                kind=Text(key.kind),
                kinds=words(options.side_wagers or ("none",)),
            )
        if (key.player, key.position, MAIN) not in wagers:
            raise refuse("an additional wager needs a Pai Gow wager as well", game.cite("side.needs-main"))
        unit = max(unit, side.unit)
        low, high = -(-side.minimum // unit) * unit, side.maximum
    high = min(high, held // unit * unit)
    if high < low:
        raise refuse(
            "{player} has {held}, and the smallest wager is {low}",
            game.cite_first("wager.held", "wager.chips"),
            player=key.player,
            held=format_cents(held),
            low=format_cents(low),
        )
    return range(low, high + 1, unit)


def _why_not(state: TableState, key: WagerKey, amount: int) -> tuple[str, ...]:
    """Return the clause that forbids an amount: the chips that pay it, the bank's funds, a limit, or the rack."""
    game = state.game
    if key.kind == MAIN and amount % game.options.unit == 0:
        cover = game.strategy.bank_cover(state, key)
        if cover is not None and amount > cover:
            return game.cite("bank.cover")
        if amount > game.strategy.main_maximum(state, key):
            return game.cite_first("wager.limits", "wager.chips")
        return game.cite_first("wager.minimum" if amount < game.options.minimum else "wager.held", "wager.chips")
    return game.cite("wager.chips")


def _require_open(state: TableState) -> None:
    """Refuse to change wagers that the bank's stake has covered (NZ-11.2.b)."""
    if state.current.bank.stake_taken:
        raise refuse("the bank has covered the wagers as they are", state.game.cite("stake"))


@decides(PlaceWager)
def place(turn: Turn, command: PlaceWager) -> None:
    state = turn.state
    key = WagerKey(command.player, command.position, command.kind)
    allowed = wager_range(state, key)
    if command.amount not in allowed:
        cited = _why_not(state, key, command.amount)
        sums = {"amount": command.amount, "least": allowed.start, "most": allowed[-1], "step": allowed.step}
        shown = {name: format_cents(cents) for name, cents in sums.items()}
        if allowed.step > 1:
            raise refuse("you can wager {least} to {most} in steps of {step}, not {amount}", cited, **shown)
        raise refuse("you can wager {least} to {most}, not {amount}", cited, **shown)
    cited = turn.cite("wager.place") if command.kind == MAIN else turn.cite("side." + command.kind)
    put_down(turn, key, command.amount, cited)


def put_down(turn: Turn, key: WagerKey, amount: int, cited: tuple[str, ...]) -> None:
    """Change a wager to this amount, moving chips from or to the player's rack."""
    change = amount - turn.state.current.wagers.get(key, 0)
    area = bet(key.position, key.kind, key.player)
    transfers: tuple[Transfer, ...] = ()
    if change > 0:
        transfers = (transfer(rack(key.player), area, change, PLACED, cited[0]),)
    elif change < 0:
        transfers = (transfer(area, rack(key.player), -change, Movement.WAGER_REDUCED, cited[0]),)
    turn.emit(build(WagerPlaced, wager=key, amount=amount, clauses=cited, transfers=transfers))


@decides(DeclareWager)
def declare(turn: Turn, command: DeclareWager) -> None:
    """Place a verbal wager (NZ-6.4). Without chips at hand, or after “no more bets”, it does not count."""
    state, cited = turn.state, turn.cite("wager.oral")
    require_player(state, command.player)
    key = WagerKey(command.player, command.position, MAIN)
    if state.phase is not Phase.BETTING:
        raise refuse("there is no time left to put the wager down: wagers are closed", cited)
    if rack_of(state, command.player) + state.current.wagers.get(key, 0) < command.amount:
        raise refuse(
            "{player} does not have chips for {amount}",
            cited,
            player=command.player,
            amount=format_cents(command.amount),
        )
    place(turn, PlaceWager(player=command.player, position=command.position, amount=command.amount))
    turn.emit(WagerDeclared(wager=key, amount=command.amount, clauses=cited))


@decides(CallWager)
def call_wager(turn: Turn, command: CallWager) -> None:
    raise refuse(
        "a cash or verbal bet of {cash} does not count: put chips on the betting area",
        turn.cite("wager.verbal"),
        cash=format_cents(command.cash),
    )


@evolves(WagerPlaced)
def placed(state: TableState, event: WagerPlaced) -> TableState:
    current = state.current
    return state.put(wagers={**current.wagers, event.wager: event.amount})


@decides(WithdrawWager)
def withdraw(turn: Turn, command: WithdrawWager) -> None:
    state = turn.state
    require_player(state, command.player)
    if state.phase is not Phase.BETTING:
        raise refuse("wagers cannot be withdrawn after “no more bets”", turn.cite("wager.late"))
    _require_open(state)  # NZ-11.2.b
    key = WagerKey(command.player, command.position, command.kind)
    if key not in state.current.wagers:
        raise refuse(
            "{player} has no {kind} wager on {position}",
            turn.cite("wager.area"),
            player=command.player,
            kind=Text(command.kind),
            position=command.position,
        )
    going = [key]
    if command.kind == MAIN:  # wagers that require a Pai Gow wager go with it
        going = [k for k in state.current.wagers if k[:2] == key[:2] and k != key] + going
    cited = turn.cite("wager.place")
    for gone in going:
        amount = state.current.wagers[gone]
        back = transfer(
            bet(gone.position, gone.kind, gone.player), rack(gone.player), amount, Movement.WAGER_WITHDRAWN, cited[0]
        )
        turn.emit(WagerWithdrawn(wager=gone, clauses=cited, transfers=(back,)))


@evolves(WagerWithdrawn)
def withdrawn(state: TableState, event: WagerWithdrawn) -> TableState:
    current = state.current
    kept = {key: amount for key, amount in current.wagers.items() if key != event.wager}
    return state.put(wagers=kept)


@decides(NoMoreBets)
def no_more_bets(turn: Turn, command: NoMoreBets) -> None:
    state = turn.state
    if state.phase is not Phase.BETTING:
        raise refuse("“no more bets” can be announced only while wagers are open", turn.cite("wager.close"))
    dealer_may = state.current.bank.player is not None and state.game.dealer is not None
    if not has_main_wager(state) and not dealer_may:
        raise _nobody(turn)
    for step in state.game.strategy.steps.before_close:  # MDT-9.I, MDP-12.G, NZ-6.13, NZ-11.2.b
        step(turn)
    if not has_main_wager(state) and not turn.state.current.dealer_wagers:
        raise _nobody(turn)
    turn.emit(build(BetsClosed, clauses=turn.cite(*state.game.strategy.step_cites(state, "wager.close"))))
    for step in state.game.strategy.steps.after_close:
        step(turn)


def _nobody(turn: Turn) -> Refused:
    return refuse("nobody has wagered, so the round is not dealt", turn.cite("wager.close"))


@evolves(BetsClosed)
def closed(state: TableState, event: BetsClosed) -> TableState:
    return changed(state, phase=Phase.STARTING if state.chain is None else Phase.SEEDING)


@offers(to=(DEALER, PLAYERS), during=(Phase.BETTING,))
def wager_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor == DEALER:
        yield NoMoreBets()
    if actor not in state.players:
        return
    for position in state.game.betting:
        for kind in (MAIN, *state.game.options.side_wagers):
            key = WagerKey(actor, position, kind)
            try:
                amounts = wager_range(state, key)
            except Refused:
                continue
            yield Offer(PlaceWager(player=actor, position=position, kind=kind, amount=amounts.start), amounts=amounts)
            if kind == MAIN:
                yield Offer(DeclareWager(player=actor, position=position, amount=amounts.start), amounts=amounts)
    for key in state.current.wagers:
        if key.player == actor:
            yield WithdrawWager(player=actor, position=key.position, kind=key.kind)


def require_seat_or_neighbour(state: TableState, key: WagerKey) -> None:
    """Require the player's own seat or, if the submission allows two seats, a free one next to it (MDT-5.E, MDP-7.F).

    A bank plays only its own hand and cannot wager elsewhere (MDT-9.F, MDP-12.F).
    """
    game = state.game
    player = state.players[key.player]
    if state.current.bank.player == key.player:
        raise refuse("the bank has one betting area and cannot wager elsewhere", game.cite("bank.one-area"))
    if player.position is None:
        raise refuse("only a player who is seated may wager", game.cite("wager.seated"))
    if key.position == player.position:
        return
    if not game.options.adjacent:
        raise refuse(
            "{player} must wager at their own seat, {position}",
            game.cite("wager.adjacent"),
            player=key.player,
            position=player.position,
        )
    if abs(key.position - player.position) != 1:
        raise refuse("two wagers must be on adjacent positions", game.cite("wager.adjacent"))
    if state.at(key.position) is not None:
        raise refuse("position {position} is another player's", game.cite("wager.adjacent"), position=key.position)
    if any(p not in (player.position, key.position) for p in positions_of(state, key.player)):
        raise refuse("a player can wager on at most two positions", game.cite("wager.adjacent"))
    if any(k.position == key.position and k.player != key.player for k in state.current.wagers):
        raise refuse(
            "position {position} has another player's wager", game.cite("wager.adjacent"), position=key.position
        )
