"""The end of a round: hands are picked up, the seed is revealed, the pieces are made ready, and the bank moves on."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from paigow.fairness import commit, link
from paigow.table.cards.awards import Payouts
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import everyone
from paigow.table.core.model import MAIN, SYSTEM, Phase, Player, Rotation, TableState
from paigow.table.core.values import build, changed, copied
from paigow.table.floor.irregularities import Voided, WhyVoid, refunds
from paigow.table.steps.banking import bank_position, bankers
from paigow.table.steps.seeds import protocol_of
from paigow.table.steps.wagers import has_main_wager

SEED = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, kw_only=True)
class CloseRound(Command):
    """Pick up the hands, which ends the round, and reveal the server's seed (64 hexadecimal digits)."""

    verb: ClassVar[str] = "close-round"
    role: ClassVar[str] = SYSTEM
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AbandonRound(Command):
    """End the round without a deal, because nobody has wagered or nobody is left.

    Its number is not reused, and its seed is revealed.
    """

    verb: ClassVar[str] = "abandon-round"
    role: ClassVar[str] = SYSTEM
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundAbandoned(Event):
    audience = everyone("number reason")
    log = "The round is abandoned: {reason}."
    number: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class RoundClosed(Event):
    audience = everyone("number seed void")
    log = "The seed was {seed}."
    number: int
    seed: str
    void: str


def commitment_of(state: TableState, seed: str) -> str:
    """Return the commitment to a seed for this round, table and submission."""
    if not SEED.fullmatch(seed):
        raise refuse("a seed is 64 hexadecimal digits", state.game.cite("round.end"))
    digest = bytes.fromhex(state.game.submission_hash)
    named = (state.table_id, state.current.number, bytes.fromhex(seed))
    return str(commit(*named, submission=digest, protocol=protocol_of(state)))


@decides(AbandonRound)
def abandon_round(turn: Turn, command: AbandonRound) -> None:
    state = turn.state
    cited = turn.cite("wager.close")
    if state.phase not in BEFORE_DEAL or has_main_wager(state):
        raise refuse("a round can be abandoned only before “no more bets” and with no wager down", cited)
    if not command.reason.strip():
        raise refuse("give a reason for abandoning the round", cited)
    if state.current.revision > 3:  # the dealing method in use may not be the submission's
        cited = turn.cite(*state.game.strategy.step_cites(state, "wager.close"))
    for step in state.game.strategy.steps.on_void if state.current.revision > 3 else ():
        step(turn, cited)  # the dealer may have taken the bank's stake before the last wager was removed (NZ-12.9)
    stakes = refunds(turn.state, tuple(state.current.wagers), cited[0])  # a bank may already have put up its stake
    event = RoundAbandoned(number=state.current.number, reason=command.reason, clauses=cited, transfers=stakes)
    turn.emit(event)


BEFORE_DEAL = (Phase.OFFERING, Phase.MIXING, Phase.CUTTING, Phase.BETTING)


@evolves(RoundAbandoned)
def round_abandoned(state: TableState, event: RoundAbandoned) -> TableState:
    return state.put(WhyVoid(event.clauses), phase=Phase.FINISHED, void=event.reason)


@decides(CloseRound)
def close_round(turn: Turn, command: CloseRound) -> None:
    state = turn.state
    cited = turn.cite("round.end")
    if state.phase is not Phase.FINISHED:
        raise refuse("a round can be closed only once it is settled or void", cited)
    current = state.current
    if current.part(Payouts).pending or current.part(Payouts).papers:
        raise refuse("a payout is waiting for the floor", turn.cite("progressive.documents"))
    if commitment_of(state, command.seed) != current.commitment:
        raise refuse("this seed does not match the commitment", cited)
    if state.chain is not None:
        linked = link(state.table_id, current.number, bytes.fromhex(command.seed)).hex()
        if linked != state.chain.link:
            raise refuse("this seed is not the next one in the published chain", cited)
    if not (current.void or state.game.first_edition):
        for step in state.game.strategy.steps.at_close:
            step(turn)
    why = current.part(WhyVoid).clauses if current.revision > 2 else ()  # nothing was settled in a void round
    turn.emit(build(RoundClosed, number=current.number, seed=command.seed, void=current.void, clauses=why or cited))


@evolves(RoundClosed)
def round_closed(state: TableState, event: RoundClosed) -> TableState:
    players = state.players if event.void else _after_round(state)
    rotation = state.rotation if event.void else _rotated(state)
    ready = bool(state.equipment.in_play)  # otherwise the deck was removed
    return changed(
        state,
        phase=Phase.OPEN if ready else Phase.CLOSED,
        round=None,
        players=players,
        rotation=rotation,
        chain=state.chain and changed(state.chain, link=event.seed),
        pieces=state.game.kit.full_set if ready else (),
    )


def _after_round(state: TableState) -> Mapping[str, Player]:
    """Return the players as of the end of the round, with the facts that decide who may bank next.

    See MDT-9.D.1, MDT-9.H.3, MDP-12.G.1, NZ-5.3.a and NZ-5.3.b.
    """
    current, banking = state.current, bankers(state)
    placed: dict[str, dict[int, int]] = {name: {} for name in state.players}
    for key, amount in (*current.wagers.items(), *current.part(Voided).wagers.items()):
        if key.kind == MAIN and key.player in placed:
            placed[key.player][key.position] = amount
    controlled: dict[str | None, int] = {name: position for position, name in current.controllers.items()}
    controlled[current.bank.player] = bank_position(state)
    after = {}
    for name, player in state.players.items():
        wagers, banked = placed[name], name in banking
        total = wagers[player.position] if player.position in wagers else max(wagers.values(), default=0)
        changes: dict[str, Any] = {
            "played_last_round": bool(total) or banked,
            "last_positions": (bank_position(state),) if banked else tuple(sorted(wagers)),
            "controlled": controlled.get(name),
        }
        if current.bank.player is None:
            changes |= {"wagered_against_house": bool(total), "last_main": total or player.last_main}
        after[name] = copied(player, changes)
    return after


def _rotated(state: TableState) -> Rotation:
    """Return the rotation for the next round.

    After a player's bank, the next offer starts at the seat to that player's right (MDT-9.C.2), once the player has
    held the bank as long as allowed or has passed it on (NZ-5.4).
    """
    rotation, current = state.rotation, state.current
    places = state.game.betting
    if current.bank.player is None:
        kept = any(rounds < state.game.banking.limit for rounds in rotation.held.values())
        return Rotation(first=_next(places, rotation.first) if kept else rotation.first, start_of_game=False)
    held = {name: rotation.held.get(name, 0) + 1 for name in bankers(state)}
    position = bank_position(state)
    if state.game.reading("bank_offer") == "far-right":
        return Rotation(first=places[0], held=held, start_of_game=False)
    again = held[current.bank.player] < state.game.banking.limit
    return Rotation(first=position if again else _next(places, position), held=held, start_of_game=False)


def _next(places: tuple[int, ...], position: int) -> int:
    return places[(places.index(position) + 1) % len(places)]


@offers(to=(SYSTEM,), during=(*BEFORE_DEAL, Phase.FINISHED))
def closing_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor == SYSTEM and state.phase is Phase.FINISHED and state.round is not None:
        yield Offer(CloseRound(seed="0" * 64), chance=("seed",), form=True)
    elif actor == SYSTEM and state.phase in BEFORE_DEAL:
        yield Offer(AbandonRound(reason="nobody wagers"), chance=("reason",))
