"""Conduct at the table: leaving a seat mid-round, and anything else the dealer or the floor has to record."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from paigow.comparison import Result
from paigow.money import INVENTORY, Movement, Transfer, bet
from paigow.table.core.engine import Command, Event, Offer, PlayerCommand, Turn, decides, evolves, offers, refuse
from paigow.table.core.game import Game
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import DEALER, FLOOR, MAIN, HandStatus, Part, Phase, TableState, WagerKey
from paigow.table.core.values import changed
from paigow.table.steps.banking import bankers
from paigow.table.steps.seating import require_player
from paigow.table.steps.setting import HandSet, controller, finish_setting, open_positions
from paigow.table.steps.settlement import finish_exposing, losing_pot
from paigow.table.steps.wagers import main_wagers
from paigow.text import words


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkAway(PlayerCommand):
    """Leave the seat with a wager at stake, before the round is complete."""

    verb: ClassVar[str] = "walk-away"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeBack(PlayerCommand):
    verb: ClassVar[str] = "come-back"
    from_afar: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteConduct(Command):
    """Record an act or omission that the document forbids but that changes no hand or wager."""

    verb: ClassVar[str] = "note-conduct"
    kind: str
    player: str = ""  # the player concerned, if any
    reporter: str = DEALER

    @property
    def by(self) -> str:
        return self.reporter


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWalkedAway(Event):
    audience = everyone("player")
    log = "{player} leaves in the middle of the round."
    log_you = "You leave in the middle of the round."
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCameBack(Event):
    audience = everyone("player")
    log = "{player} comes back."
    log_you = "You are back."
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAbandoned(Event):
    """The pieces of a player who has left are collected unseen; the wager will lose."""

    audience = everyone("position")
    log = "{position}’s hand is collected face down: its player has left."
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerAbandoned(Event):
    """A wager is treated as lost because its player has left."""

    audience = everyone("wager")
    log = "{wager} loses: its player has left."
    wager: WagerKey


@dataclass(frozen=True, slots=True, kw_only=True)
class ConductNoted(Event):
    audience = everyone("kind player reporter")
    log = Either("player", "{reporter} notes: {kind}, by {player}.", "{reporter} notes: {kind}.")
    kind: str
    player: str
    reporter: str


AT_STAKE = (Phase.SEEDING, Phase.STARTING, Phase.DEALING, Phase.SETTING, Phase.BANKING, Phase.EXPOSING)


@decides(WalkAway)
def walk_away(turn: Turn, command: WalkAway) -> None:
    """Leave mid-round.

    The rule allows the wager to be treated as lost; the reading determines whether it is or whether the dealer plays
    the hand (MDT-5.C.2, MDP-7.C.2).
    """
    state = turn.state
    require_player(state, command.player)
    cited = turn.cite("abandon")
    at_stake = state.round is not None and _at_stake(state, command.player)
    if not at_stake or state.phase not in AT_STAKE:
        raise refuse("with nothing at stake, leave the table between rounds", cited)
    turn.emit(PlayerWalkedAway(player=command.player, clauses=cited))
    play_for_absent(turn)
    if state.phase in (Phase.BANKING, Phase.EXPOSING):
        abandon_hands(turn)
    if state.phase is Phase.EXPOSING:
        collect_abandoned(turn)
        finish_exposing(turn)


@evolves(PlayerWalkedAway)
def walked_away(state: TableState, event: PlayerWalkedAway) -> TableState:
    player = changed(state.players[event.player], away=True)
    return changed(state, players={**state.players, event.player: player})


def _at_stake(state: TableState, player: str) -> bool:
    current = state.current
    return player in bankers(state) or any(
        key.player == player and key.kind == MAIN and key not in current.paid for key in current.wagers
    )


def play_for_absent(turn: Turn) -> None:
    """Set the hands of absent players the house way, or remove them from play if the reading says their wagers lose.

    This happens while hands are being set, and right after the deal.
    """
    state = turn.state
    if state.phase is not Phase.SETTING:
        return
    abandon_hands(turn)
    for position in open_positions(turn.state):
        if _is_away(state, controller(state, position)):
            house = state.game.kit.house_set(state.current.hands[position].pieces)
            clauses = (*turn.cite("abandon"), house.clause)
            turn.emit(HandSet(position=position, setting=house.setting, set_by=DEALER, clauses=clauses))
    finish_setting(turn)


def _is_away(state: TableState, name: str) -> bool:
    return name in state.players and state.players[name].away


def abandon_hands(turn: Turn) -> None:
    """Take the hands of absent players out of play for good, under the strict reading; never a bank's hand."""
    state = turn.state
    if state.game.reading("abandoned_wager", "house-way") != "losing":
        return
    for position in dict.fromkeys(key.position for key in main_wagers(state) if _is_away(state, key.player)):
        if state.current.hands[position].status in (HandStatus.DEALT, HandStatus.SET):
            turn.emit(HandAbandoned(position=position, clauses=turn.cite("abandon")))


@dataclass(frozen=True)
class Abandoned(Part):
    positions: frozenset[int] = frozenset()  # positions whose player has left and whose wagers will lose
    taken: Mapping[WagerKey, int] = field(default_factory=dict)  # their additional wagers that the house has taken


@evolves(HandAbandoned)
def hand_abandoned(state: TableState, event: HandAbandoned) -> TableState:
    current, abandoned = state.current, state.part(Abandoned)
    hand = changed(current.hands[event.position], status=HandStatus.SURRENDERED)
    hands, choices = {**current.hands, event.position: hand}, current.choices - {event.position}
    abandoned = changed(abandoned, positions=abandoned.positions | {event.position})
    return state.put(abandoned, hands=hands, choices=choices)


def collect_abandoned(turn: Turn) -> None:
    """Collect abandoned wagers as lost when the hands are compared; until then they stay, in case the round is void."""
    abandon_hands(turn)
    state = turn.state
    for position in sorted(state.part(Abandoned).positions):
        cited = turn.cite("abandon")
        keys = [k for k in state.current.wagers if k.position == position and k not in state.current.paid]
        for key in keys:
            area = bet(position, key.kind, key.player)
            goes = losing_pot(state) if key.kind == MAIN else INVENTORY
            lying = state.ledger[area]  # a progressive wager was collected before the deal
            lost = (Transfer(area, goes, lying, Movement.ABANDONED, cited[0]),) if lying else ()
            turn.emit(WagerAbandoned(wager=key, clauses=cited, transfers=lost))


@evolves(WagerAbandoned)
def wager_abandoned(state: TableState, event: WagerAbandoned) -> TableState:
    current = state.current
    results = {**current.results, event.wager: Result.LOSE}
    after = state.put(results=results, paid=current.paid | {event.wager})
    taken = sum(move.amount for move in event.transfers)
    if event.wager.kind == MAIN or not taken or current.revision < 4:
        return after
    abandoned = state.part(Abandoned)
    return after.put(changed(abandoned, taken={**abandoned.taken, event.wager: taken}))


@decides(ComeBack)
def come_back(turn: Turn, command: ComeBack) -> None:
    player = require_player(turn.state, command.player)
    if not player.away:
        raise refuse("{player} has not left their seat", turn.cite("seat"), player=command.player)
    turn.emit(PlayerCameBack(player=command.player, clauses=turn.cite("seat")))


@evolves(PlayerCameBack)
def came_back(state: TableState, event: PlayerCameBack) -> TableState:
    player = changed(state.players[event.player], away=False)
    return changed(state, players={**state.players, event.player: player})


@lru_cache(maxsize=256)
def kinds_of_conduct(game: Game) -> tuple[str, ...]:
    """Return the rules of conduct in this game's document that have no consequence of their own."""
    return tuple(game.reasons("conduct"))


@decides(NoteConduct)
def note_conduct(turn: Turn, command: NoteConduct) -> None:
    state = turn.state
    kinds = kinds_of_conduct(state.game)
    if command.kind not in kinds:
        raise refuse(
            "{kind} is not a kind of conduct here: choose one of {kinds}",
            (),
            kind=repr(command.kind),
            kinds=words(kinds),
        )
    cited = turn.cite(*state.game.strategy.step_cites(state, f"conduct.{command.kind}"))
    if command.reporter not in (DEALER, FLOOR):
        raise refuse("only the dealer or the floor can note conduct", cited)
    if command.player:
        require_player(state, command.player)
    turn.emit(ConductNoted(kind=command.kind, player=command.player, reporter=command.reporter, clauses=cited))


@offers()
def conduct_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor in (DEALER, FLOOR):
        for kind in kinds_of_conduct(state.game):
            for player in ("", *state.players):
                yield NoteConduct(kind=kind, player=player, reporter=actor)
    elif actor in state.players:
        yield ComeBack(player=actor) if state.players[actor].away else WalkAway(player=actor)
