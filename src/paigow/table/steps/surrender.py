"""Surrender: giving up a wager after the house's hands are exposed and before the player's own are."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.comparison import Result
from paigow.money import Movement, Transfer, bet
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
from paigow.table.core.model import MAIN, HandStatus, Phase, TableState, WagerKey
from paigow.table.core.values import changed
from paigow.table.steps.setting import controller, finish_setting
from paigow.table.steps.settlement import Compared, finish_exposing, losing_pot, settle_side_wagers, waiting_positions
from paigow.table.steps.side_wagers import settle_to_one
from paigow.text import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrender(PlayerCommand):
    verb: ClassVar[str] = "surrender"
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrendered(Event):
    """The wager is lost and the pieces are collected unseen."""

    audience = everyone("wager")
    log = Either(BOXES, "{wager} is conceded.", "{wager} is surrendered.")
    wager: WagerKey


@decides(Surrender)
def surrender(turn: Turn, command: Surrender) -> None:
    state = turn.state
    cited = turn.cite("surrender")
    if state.phase not in state.game.course.surrender_phases:
        raise refuse("you can surrender only after the house's hands are set and before your own are exposed", cited)
    key = WagerKey(command.player, command.position, MAIN)
    terms = state.game.rules.terms
    if command.position not in waiting_positions(state) or key not in state.current.wagers:
        raise refuse(
            "{player} has no hand to {give_up} at {place}",
            cited,
            player=command.player,
            give_up=Text(terms.give_up),
            place=terms.place_at(command.position),
        )
    if command.position in state.part(Compared).positions and state.current.revision > 3:
        raise refuse("the hand at {place} has been opened", cited, place=terms.place_at(command.position))
    if controller(state, command.position) not in (command.player, ""):
        raise refuse(
            "{player} does not control the hand at {position}",
            cited,
            player=command.player,
            position=command.position,
        )
    state.game.strategy.settling.require_surrender(state, key)
    if state.game.reading("surrender_bonus", "settled") == "settled":
        settle_side_wagers(turn, command.position)
    for side in [k for k in turn.state.current.wagers if k[:2] == key[:2] and k.kind != MAIN]:
        if side not in turn.state.current.paid:
            settle_to_one(turn, side, "", 0, cited)
    lost = Transfer(
        bet(key.position, MAIN, key.player), losing_pot(state), state.current.wagers[key], Movement.SURRENDER, cited[0]
    )
    turn.emit(Surrendered(wager=key, clauses=cited, transfers=(lost,)))
    for step in state.game.strategy.settling.after_surrender:
        step(turn, command.position)
    finish_setting(turn)
    finish_exposing(turn)


@evolves(Surrendered)
def surrendered(state: TableState, event: Surrendered) -> TableState:
    current = state.current
    hand = changed(current.hands[event.wager.position], status=HandStatus.SURRENDERED)
    return state.put(
        hands={**current.hands, event.wager.position: hand},
        results={**current.results, event.wager: Result.LOSE},
        paid=current.paid | {event.wager},
        choices=current.choices - {event.wager.position},
    )


@offers(to=(PLAYERS,), during=(Phase.SETTING, Phase.BANKING, Phase.EXPOSING))
def surrender_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if state.phase not in state.game.course.surrender_phases:
        return
    for key in state.current.wagers:
        if key.player == actor and key.kind == MAIN:
            yield Surrender(player=actor, position=key.position)
