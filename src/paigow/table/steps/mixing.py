"""Opening a round with its commitment; mixing and stacking the pieces."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.errors import HandError
from paigow.hands.interface import same_pieces
from paigow.hands.pieces import Piece
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import CARDS, Either, everyone
from paigow.table.core.model import DEALER, EMPTY_ROUND, SYSTEM, Part, Phase, PlayerSeeds, Round, TableState
from paigow.table.core.values import build, changed
from paigow.table.floor.equipment import require_fit
from paigow.table.steps.banking import cite_offer, next_candidate
from paigow.table.steps.seeds import places_of, protocol_of
from paigow.text import Text

COMMITMENT = re.compile("[0-9a-f]{64}")
REVISION = 4
"""The newest revision of the rules that a round can have (see `OpenRound`)."""


@dataclass(frozen=True, kw_only=True)
class OpenRound(Command):
    """Start a round. The commitment to the server's seed is published before anything else.

    The `revision` counts the corrections of the rules since version 0.2, so that earlier records verify as they were
    made; docs/readings.md lists them. `precise` is how revision 1 was first written.
    """

    verb: ClassVar[str] = "open-round"
    role: ClassVar[str] = SYSTEM
    commitment: str
    precise: bool = False
    revision: int = 0


@dataclass(frozen=True, kw_only=True)
class Mix(Command):
    """Mix and stack the pieces. Their order is listed from the dealer's right, top first; for cards, from the top."""

    verb: ClassVar[str] = "mix"
    drawn: ClassVar[tuple[tuple[str, str], ...]] = (("order", "order"),)
    order: tuple[Piece, ...]
    circles: int | None = None  # of each hand, if counted (default: as many as the document requires)


@dataclass(frozen=True, kw_only=True)
class RoundOpened(Event):
    audience = everyone("number commitment offering precise revision")
    log = "The round opens. Commitment: {commitment}."
    number: int
    commitment: str
    offering: bool  # the bank is offered first
    precise: bool = False
    revision: int = 0


@dataclass(frozen=True, kw_only=True)
class Mixed(Event):
    audience = everyone("to_cut", hidden="order")
    log = Either(
        "order",
        "Shuffled: {order}.",
        Either(CARDS, "The cards are shuffled.", "The tiles are shuffled and stacked."),
    )
    order: tuple[Piece, ...]
    to_cut: bool = False  # the stack is offered for a cut next


@decides(OpenRound)
def open_round(turn: Turn, command: OpenRound) -> None:
    state = turn.state
    if state.phase is not Phase.OPEN:
        raise refuse(
            "a round can open only when the table is open and no round is in progress", turn.cite("round.open")
        )
    if state.stopped:
        raise refuse("the table is stopped: {stopped}", turn.cite("round.open"), stopped=Text(state.stopped))
    if not state.players:
        raise refuse("a round needs a player at the table", turn.cite("set.idle"))
    if not 0 <= command.revision <= REVISION:
        raise refuse(
            "there is no revision {revision} of the rules: the newest is {newest}",
            turn.cite("round.open"),
            revision=command.revision,
            newest=REVISION,
        )
    if not COMMITMENT.fullmatch(command.commitment):
        raise refuse("a commitment is 64 hexadecimal digits", turn.cite("round.open"))
    revision = 0 if state.game.first_edition else command.revision
    require_fit(state, every_set=revision > 3)  # MDT-3.A.2, MDP-3.C.2
    number = state.rounds + 1
    if state.chain is None and (seedless := [player.name for player in state.seated() if not player.seed]):
        without = ", ".join(seedless)
        raise refuse(
            "without a seed chain every seat needs a seed; missing: {without}",
            turn.cite("seat"),
            without=without,
        )
    if state.chain is not None and number > state.chain.last_round:
        raise refuse("the seed chain is used up: publish the next one first", turn.cite("round.open"))
    precise = command.precise and not state.game.first_edition
    new = _opened(number, command.commitment, max(revision, int(precise)))
    clauses, offering = cite_opening(state, new.revision), False
    if state.game.options.bank.player_bank:
        opened = changed(state, round=new)
        offering = next_candidate(opened) is not None
        clauses += cite_offer(opened) if offering else ()
    event = build(
        RoundOpened,
        number=number,
        commitment=command.commitment,
        offering=offering,
        precise=precise,
        revision=revision,
        clauses=clauses,
    )
    turn.emit(event)
    for step in state.game.strategy.steps.at_open:  # MDP-3.B.3
        step(turn)


def _opened(number: int, commitment: str, revision: int) -> Round:
    return changed(EMPTY_ROUND, number=number, commitment=commitment, revision=revision)


def cite_opening(state: TableState, revision: int) -> tuple[str, ...]:
    """Return the clauses for opening a round: a game's first, or one that follows another."""
    if revision < 2:
        return state.game.cite("round.open")
    return state.game.cite_first(
        "round.open.first" if state.rotation.start_of_game else "round.open.next", "round.open"
    )


@evolves(RoundOpened)
def round_opened(state: TableState, event: RoundOpened) -> TableState:
    phase = Phase.OFFERING if event.offering else Phase.MIXING
    opened = _opened(event.number, event.commitment, max(event.revision, int(event.precise)))
    if protocol_of(state) > 2 and opened.revision > 2:
        opened = changed(opened, seeds=PlayerSeeds(places=places_of(state)))
    return changed(state, round=opened, rounds=event.number, phase=phase)


@decides(Mix)
def mix(turn: Turn, command: Mix) -> None:
    state = turn.state
    if state.phase is not Phase.MIXING:
        raise refuse("the set is shuffled once a round, before the wagers", turn.cite("mix"))
    if not same_pieces(command.order, state.game.kit.full_set):
        raise HandError("a shuffle must list the whole set, each card or tile once", turn.cite("mix")[0])
    if command.circles is not None and command.circles < state.game.dealing.least_circles:
        least = state.game.dealing.least_circles
        raise refuse(
            "each hand must make at least {least} circles, not {circles}",
            turn.cite("mix"),
            least=least,
            circles=command.circles,
        )
    strategy = state.game.strategy
    for step in strategy.steps.before_mix:
        step(turn)
    clauses = turn.cite(*strategy.step_cites(state, "mix"))
    turn.emit(build(Mixed, order=command.order, to_cut=strategy.must_cut(state), clauses=clauses))
    for step in strategy.steps.after_mix:  # MDP-5.B
        step(turn)


@evolves(Mixed)
def mixed(state: TableState, event: Mixed) -> TableState:
    current, resume = state.current, state.current.stack.resume
    parts: list[Part] = [changed(current.stack, order=event.order, places=(), resume=resume if event.to_cut else None)]
    if state.chain is None and not current.seeds.seats:
        parts.append(changed(current.seeds, seats=tuple((p.position or 0, p.seed) for p in state.seated())))
    equipment = state.equipment
    if equipment.preshuffled:
        used = changed(equipment, preshuffled=equipment.preshuffled - {equipment.in_play})
        state = changed(state, equipment=used)
    return state.put(*parts, phase=Phase.CUTTING if event.to_cut else resume or state.game.course.after_mix)


@offers(to=(SYSTEM, DEALER), during=(Phase.OPEN, Phase.MIXING))
def mixing_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor == SYSTEM and state.phase is Phase.OPEN:
        yield Offer(OpenRound(commitment="0" * 64), chance=("commitment", "precise", "revision"))
    elif actor == DEALER and state.phase is Phase.MIXING:
        yield Offer(Mix(order=state.game.kit.full_set), chance=("order", "circles"))
