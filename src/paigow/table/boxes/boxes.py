"""New Zealand's boxes: who may wager on them, how much, and who controls the tiles dealt to each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from paigow.money import Movement, Transfer, bet, rack
from paigow.table import first_edition
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
from paigow.table.core.game import NO_LIMIT, BoxRules
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import MAIN, Part, Phase, Player, TableState, WagerKey
from paigow.table.core.values import build, changed
from paigow.table.steps.banking import bank_position, bankers, cite_banked
from paigow.table.steps.wagers import main_wagers, played_positions, positions_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseBox(PlayerCommand):
    """Choose which of several boxes to control."""

    verb: ClassVar[str] = "choose-box"
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class YieldControl(PlayerCommand):
    """Leave control of the player's own box to whichever other bettor has wagered the most."""

    verb: ClassVar[str] = "yield-control"
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxChosen(Event):
    audience = everyone("player position")
    log = "{player} chooses to control {position}."
    log_you = "You choose to control {position}."
    player: str
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlYielded(Event):
    audience = everyone("player position")
    log = "{player} yields control of {position}."
    log_you = "You yield control of {position}."
    player: str
    position: int


@dataclass(frozen=True, kw_only=True)
class ControlAscertained(Event):
    """`player` controls the tiles of the box; if empty, the dealer does.

    That player's wager is placed nearest to the dealer.
    """

    audience = everyone("position player nearest_first")
    log = Either(
        "player", "{player} makes the decisions for {position}.", "The dealer makes the decisions for {position}."
    )
    log_you = "You make the decisions for {position}."
    position: int
    player: str
    nearest_first: tuple[str, ...]


def absent_last_round(player: Player) -> str:
    """Return the reason why a player who sat out the last round may not bank yet (NZ-5.3.a)."""
    return "" if player.played_last_round else f"{player.name} did not play in the last round"


def box_rules(state: TableState) -> BoxRules:
    """Return the rules for boxes; a game without boxes never asks for them."""
    rules = state.game.options.boxes
    assert rules, "this game has no boxes"
    return rules


def bettors(state: TableState, box: int) -> tuple[str, ...]:
    """Return the players who have wagered on a box, in the order of their wagers."""
    return tuple([key.player for key in state.current.wagers_at(box) if key.kind == MAIN])


def require_box(state: TableState, key: WagerKey) -> None:
    """Refuse a position where a wager against the bank may not be placed (NZ-6.1, NZ-6.5, NZ-11.1.b, NZ-12.9)."""
    game, current = state.game, state.current
    orders = state.part(Orders)
    if key.player in orders.removed:
        raise refuse("{player} is removed from play", game.cite("removed"), player=key.player)
    if key.player in orders.barred:
        raise refuse("{player} is barred from this table", game.cite("barred"), player=key.player)
    if key.position in orders.off:
        raise refuse("box {position} is removed from play", game.cite("box.off"), position=key.position)
    if key.player in bankers(state):
        raise refuse("the banker cannot wager against the bank", game.cite("wager.not-bank"))
    if key.position == bank_position(state):
        if current.bank.player is None:
            raise refuse(
                "box {position} is the house's, so no wagers are taken there",
                game.cite("wager.house-box"),
                position=key.position,
            )
        raise refuse("only the bank can wager on box {position}", game.cite("wager.bank-box"), position=key.position)
    there = bettors(state, key.position)
    most = box_rules(state).bettors
    if key.player not in there and len(there) >= most:
        raise refuse(
            "box {position} already has wagers from {most} players, the maximum",
            game.cite("wager.bettors"),
            most=most,
            position=key.position,
        )


def box_limit(state: TableState, key: WagerKey) -> int:
    """Return the maximum for one wager.

    It is the lowest of the table's limit, the player's limit per box, and the rest of the box's limit after other
    wagers. None of these applies against a player who banks alone (NZ-6.6, NZ-6.8).
    """
    current, rules = state.current, box_rules(state)
    if current.bank.player is not None and not current.bank.co_banked:
        return NO_LIMIT
    others = sum([current.wagers[k] for k in current.wagers_at(key.position) if k.kind == MAIN and k != key])
    most = min(state.game.options.maximum, rules.player_maximum, rules.box_maximum - others)
    if most < state.game.options.minimum:
        raise refuse("box {position} has reached its maximum", state.game.cite("wager.limits"), position=key.position)
    unit = state.game.options.unit
    return most // unit * unit


def controlled_box(state: TableState, player: Player) -> int | None:
    """Return the box from which a player may take the bank.

    It is the one the player controlled in the last round, if it is in play and nobody else has sat down there
    (NZ-5.3.b).
    """
    box = player.controlled
    if box is None or box in state.part(Orders).off:
        return None
    seated = state.at(box)
    return box if seated is None or seated.name == player.name else None


def entitled(state: TableState, box: int) -> list[str]:
    """Return the players who may control a box, in order of priority.

    The player seated there comes first, unless they yield; then come the others by wager, highest first; among equal
    wagers, the earlier one, which is nearer to the dealer, comes first (NZ-7.1.a).
    """
    wagers = state.current.wagers
    line = sorted(bettors(state, box), key=lambda name: -wagers[WagerKey(name, box, MAIN)])
    seated = state.at(box)
    if seated is not None and seated.name in line:
        line.remove(seated.name)
        line.insert(len(line) if box in state.part(BoxWishes).yielded else 0, seated.name)
    return line


def controllers(state: TableState) -> dict[int, str]:
    """Return the player who controls each box that has a wager: the first one entitled.

    Nobody controls more than one box. A player entitled to several keeps the one they chose, the one at their seat, or
    the first; the dealer sets the others, even if somebody else has wagered there (NZ-7.1, NZ-7.2).
    """
    lines = {box: entitled(state, box) for box in sorted(played_positions(state))}
    wishes = {name: (state.part(BoxWishes).chosen.get(name), player.position) for name, player in state.players.items()}
    if state.game.first_edition:
        return first_edition.controllers(lines, wishes)
    kept: dict[str, int] = {}
    for name in dict.fromkeys(line[0] for line in lines.values()):
        mine = [box for box, line in lines.items() if line[0] == name]
        kept[name] = next((wish for wish in wishes[name] if wish in mine), mine[0])
    return {box: line[0] if kept[line[0]] == box else "" for box, line in lines.items()}


@dataclass(frozen=True)
class BoxWishes(Part):
    """The boxes that players have chosen to control, or to yield, in a round."""

    chosen: Mapping[str, int] = field(default_factory=dict)  # the box that a player chose to control
    yielded: frozenset[int] = frozenset()  # boxes where the seated player yields control


@decides(ChooseBox)
def choose_box(turn: Turn, command: ChooseBox) -> None:
    state, cited = turn.state, turn.cite("control.choose")
    if state.phase is not Phase.BETTING:
        raise refuse("choose the box to control before the round begins", cited)
    if command.position not in positions_of(state, command.player):
        raise refuse("{player} has no wager on box {position}", cited, player=command.player, position=command.position)
    turn.emit(BoxChosen(player=command.player, position=command.position, clauses=cited))


@evolves(BoxChosen)
def box_chosen(state: TableState, event: BoxChosen) -> TableState:
    wishes = state.part(BoxWishes)
    return state.put(changed(wishes, chosen={**wishes.chosen, event.player: event.position}))


@decides(YieldControl)
def yield_control(turn: Turn, command: YieldControl) -> None:
    state, cited = turn.state, turn.cite("control.yield")
    seated = state.at(command.position)
    if state.phase is not Phase.BETTING or seated is None or seated.name != command.player:
        raise refuse("only the player seated at a box can hand over control, and only before the round begins", cited)
    if command.position in state.part(BoxWishes).yielded or set(bettors(state, command.position)) <= {command.player}:
        raise refuse(
            "nobody else has a wager on box {position}, or control of it has already been handed over",
            cited,
            position=command.position,
        )
    turn.emit(ControlYielded(player=command.player, position=command.position, clauses=cited))


@evolves(ControlYielded)
def control_yielded(state: TableState, event: ControlYielded) -> TableState:
    wishes = state.part(BoxWishes)
    return state.put(changed(wishes, yielded=wishes.yielded | {event.position}))


def ascertain_control(turn: Turn) -> None:
    """Establish, before the round begins, who controls each box (NZ-7.1.b)."""
    for box, player in controllers(turn.state).items():
        others = tuple(name for name in bettors(turn.state, box) if name != player)
        nearest = (player, *others) if player else others
        clauses = turn.cite(*_why(turn.state, box, player))
        turn.emit(build(ControlAscertained, position=box, player=player, nearest_first=nearest, clauses=clauses))


def _why(state: TableState, box: int, player: str) -> tuple[str, ...]:
    """Return the clauses that decided who controls a box."""
    if not player:
        return ("control.dealer",)
    if len(bettors(state, box)) == 1:
        return ("set.own",)
    seated = state.at(box)
    if seated is not None and seated.name == player:
        return "control.seated", "control"
    mine = state.current.wagers[WagerKey(player, box, MAIN)]
    rivals = bettors(state, box)
    if seated is not None and state.current.revision > 3:  # whoever sits there has handed over control
        rivals = tuple(name for name in rivals if name != seated.name)
    equal = [name for name in rivals if state.current.wagers[WagerKey(name, box, MAIN)] == mine]
    return "control.nearest" if len(equal) > 1 else "control.highest", "control"


@evolves(ControlAscertained)
def control_ascertained(state: TableState, event: ControlAscertained) -> TableState:
    known = {**state.current.controllers, event.position: event.player}
    return state.put(controllers=known)


def nearest_first(state: TableState, box: int) -> tuple[str, ...]:
    """Return the bettors on a box, nearest to the dealer first: the controller, then by arrival (NZ-7.1.c)."""
    control = state.current.controllers.get(box, "")
    there = bettors(state, box)
    return tuple(sorted(there, key=lambda name: name != control))


def chung(state: TableState) -> tuple[int, str]:
    """Return the box that the chung marks, and the face it shows (NZ-3.3.f, NZ-11.1.a, NZ-11.2.a, NZ-11.3.a)."""
    return bank_position(state), "Co-banker" if state.current.bank.co_banked else "Banker"


def release_pushes(turn: Turn) -> None:
    """Release wagers that pushed.

    They stay in place until the payouts; then their owners may take them back (NZ-11.1.h, NZ-11.2.h, NZ-11.3.h).
    """
    state = turn.state
    for key in main_wagers(state):
        left = state.ledger[bet(key.position, MAIN, key.player)]
        if left:
            cited = cite_banked(state, "push") if state.current.precise else turn.cite("push")
            back = Transfer(bet(key.position, MAIN, key.player), rack(key.player), left, Movement.PUSH, cited[0])
            turn.emit(build(WagerReleased, wager=key, clauses=cited, transfers=(back,)))


@dataclass(frozen=True, kw_only=True)
class WagerReleased(Event):
    """The player may take back a wager that neither won nor lost."""

    audience = everyone("wager")
    log = "{wager} is returned."
    wager: WagerKey


@offers(to=(PLAYERS,), during=(Phase.BETTING,))
def box_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor in state.players:
        for position in positions_of(state, actor):
            yield ChooseBox(player=actor, position=position)
        seat = state.players[actor].position
        if seat is not None:
            yield YieldControl(player=actor, position=seat)
