"""Chance nobody can control: server seeds come from a published chain, and players give theirs after the commitment.

A table with a chain follows protocol 3, or 2 if its chain is older. Its pieces are mixed and cut as the document
requires, but the order dealt is drawn when wagers are closed, from the server's seed and the seeds of everyone who
plays. An earlier cut is applied to that order, so it affects the deal as it would at a real table. Under protocol 3, a
seed counts once it is given, even if its player is then removed from play, and the seeds of bots do not count: the
house cannot change the deal by deciding who plays. A table without a chain follows protocol 1, as old
records do: seats keep their seeds, and those in place at the time of the mix count.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import ClassVar

from paigow.errors import HandError
from paigow.fairness.chain import MAX_CHAIN_LENGTH, Chain
from paigow.fairness.encoding import PROTOCOLS
from paigow.hands.interface import same_pieces
from paigow.hands.pieces import Piece
from paigow.table.core.engine import Command, Event, Offer, PlayerCommand, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import DEALER, FLOOR, MAIN, SYSTEM, Phase, SeedChain, TableState
from paigow.table.core.values import build, changed
from paigow.table.steps.banking import bankers
from paigow.table.steps.seating import require_player, require_seed

HASH = re.compile("[0-9a-f]{64}")
STANDING = 1000
"""The first seed position for players without a seat (NZ-6.5)."""
BEFORE_MIX = (Phase.DISPLAY, Phase.OPEN, Phase.OFFERING, Phase.MIXING)
UNTIL_CLOSED = (Phase.OFFERING, Phase.MIXING, Phase.CUTTING, Phase.BETTING, Phase.SEEDING)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishChain(Command):
    """Fix the server's seeds for future rounds by publishing the tip of their hash chain (64 hexadecimal digits)."""

    verb: ClassVar[str] = "publish-chain"
    role: ClassVar[str] = SYSTEM
    tip: str
    length: int
    cuts: bool = False
    protocol: int = 2


@dataclass(frozen=True, kw_only=True)
class GiveSeed(PlayerCommand):
    """Contribute the player's own seed to the deal.

    At a table with a chain, it is given once, after the round's commitment, which it names; elsewhere it can be changed
    until the pieces are mixed.
    """

    verb: ClassVar[str] = "seed"
    from_afar: ClassVar[bool] = True  # a player who walks away still plays, and contributes to the deal
    seed: str
    commitment: str = ""


@dataclass(frozen=True, kw_only=True)
class CloseSeeds(Command):
    """Draw the order of the mix from all seeds, apply the cut if there was one, and fix that order for the deal.

    Players who have given no seed do not contribute.
    """

    verb: ClassVar[str] = "close-seeds"
    role: ClassVar[str] = SYSTEM
    drawn: ClassVar[tuple[tuple[str, str], ...]] = (("order", "deal"),)
    order: tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainPublished(Event):
    audience = everyone("tip first length cuts protocol")
    log = "The house commits to its seeds for {length} rounds, from round {first} on: {tip}."
    tip: str
    first: int  # round
    length: int
    cuts: bool = False
    protocol: int = 2


@dataclass(frozen=True, kw_only=True)
class SeedGiven(Event):
    audience = everyone("player commitment", hidden="seed", hearer="player")
    log = Either(
        "commitment",
        Either("seed", "{player} adds the seed {seed}.", "{player} adds a seed."),
        Either("seed", "{player} changes the seed to {seed}.", "{player} changes the seed."),
    )
    log_you = Either(
        "commitment",
        Either("seed", "You add the seed {seed}.", "You add a seed."),
        Either("seed", "You change your seed to {seed}.", "You change your seed."),
    )
    player: str
    seed: str
    commitment: str = ""


@dataclass(frozen=True, kw_only=True)
class SeedsClosed(Event):
    audience = everyone("seats missing", hidden="order")
    log = Either(
        "missing",
        "The deal is drawn without a seed from {missing}.",
        "The deal is drawn with a seed from every player.",
    )
    seats: tuple[tuple[int, str], ...]  # the seeds that count, by position
    missing: tuple[str, ...]  # who plays without one
    order: tuple[Piece, ...]


def protocol_of(state: TableState) -> int:
    """Return the version of the fairness algorithm that the table's rounds follow."""
    return 1 if state.chain is None else state.chain.protocol


def publication(chain: Chain) -> PublishChain:
    """Return the command that publishes a chain."""
    return PublishChain(tip=chain.tip.hex(), length=chain.length, cuts=True, protocol=PROTOCOLS[-1])


def needs_chain(state: TableState) -> bool:
    """Return whether no chain has fixed a seed for the next round."""
    return state.chain is None or state.rounds >= state.chain.last_round


def places_of(state: TableState) -> Mapping[str, int]:
    """Return the seed position of everyone at the table: the seat, or a separate number for a player without one.

    Under protocol 3, since revision 3 of the rules, they are fixed when the round opens. The place is part of the draw:
    if it depended on who plays or stays, the house could still choose among deals.
    """
    standing = sorted([player.name for player in state.players.values() if player.position is None])
    seated = {player.name: player.position for player in state.players.values() if player.position is not None}
    return seated | {name: place for place, name in enumerate(standing, start=STANDING)} if standing else seated


def contributors(state: TableState) -> Mapping[str, int]:
    """Return everyone who plays this round, each with their seed position.

    Under protocol 3, players who have given a seed are included and come before those who have not; since revision 3 of
    the rules, even if they have left.
    """
    current = state.current
    playing = {*[key.player for key in current.wagers if key.kind == MAIN], *bankers(state)}
    given, places = current.seeds.given, current.seeds.places
    names = [*sorted(given), *sorted(playing - given.keys())] if protocol_of(state) > 2 else sorted(playing)
    if places:
        return {name: places[name] for name in sorted(names, key=lambda name: places[name] >= STANDING)}
    here = [player for name in names if (player := state.players.get(name)) is not None]
    seated = {player.name: player.position for player in here if player.position is not None}
    if len(seated) < len(here):
        standing = [player.name for player in here if player.position is None]
        seated |= {name: place for place, name in enumerate(standing, start=STANDING)}
    return seated


def seeds_given(state: TableState) -> tuple[tuple[int, str], ...]:
    """Return the seeds that players have given so far, by position."""
    return _given_by(contributors(state), state.current.seeds.given)


def _given_by(places: Mapping[str, int], given: Mapping[str, str]) -> tuple[tuple[int, str], ...]:
    return tuple(sorted([(place, given[name]) for name, place in places.items() if name in given]))


def seeds_missing(state: TableState) -> Mapping[str, int]:
    """Return the players in the round who have not given a seed, each with their seed position."""
    given = state.current.seeds.given
    return {name: place for name, place in contributors(state).items() if name not in given}


def deal_known(state: TableState) -> bool:
    """Return whether the house can already know the deal of the current round.

    Without a chain it always can; with one, as soon as one seed has arrived, since there may be no others. Seeds come
    with the bets, and the house may hold one back, so under protocol 3 it can as soon as there is a bet.
    """
    current = state.current
    if state.chain is None or current.seeds.given or current.seeds.closed:
        return True
    return state.chain.protocol > 2 and bool(current.wagers)


@decides(PublishChain)
def publish_chain(turn: Turn, command: PublishChain) -> None:
    state, cited = turn.state, turn.cite("round.open")
    if state.round is not None:
        raise refuse("a seed chain can be published only between rounds", cited)
    if state.chain is not None and not needs_chain(state):
        last = state.chain.last_round
        raise refuse("the published chain already fixes the seeds up to round {last}", cited, last=last)
    if not HASH.fullmatch(command.tip):
        raise refuse("the tip of a chain is 64 hexadecimal digits", cited)
    if not 0 < command.length <= MAX_CHAIN_LENGTH:
        raise refuse(
            "a seed chain covers 1 to {max_chain_length} rounds, not {length}",
            cited,
            max_chain_length=MAX_CHAIN_LENGTH,
            length=command.length,
        )
    if command.protocol not in PROTOCOLS[1:]:
        raise refuse(
            "there is no protocol {protocol} for a seed chain: choose one of {protocols}",
            cited,
            protocol=command.protocol,
            protocols=", ".join(map(str, PROTOCOLS[1:])),
        )
    first, length, cuts = state.rounds + 1, command.length, command.cuts
    published = ChainPublished(
        tip=command.tip, first=first, length=length, cuts=cuts, protocol=command.protocol, clauses=cited
    )
    turn.emit(published)


@evolves(ChainPublished)
def chain_published(state: TableState, event: ChainPublished) -> TableState:
    return changed(state, chain=SeedChain(event.tip, event.first, event.length, event.tip, event.cuts, event.protocol))


@decides(GiveSeed)
def give_seed(turn: Turn, command: GiveSeed) -> None:
    state, cited = turn.state, turn.cite("seat")
    player = require_player(state, command.player)
    require_seed(turn, command.seed)
    if state.chain is None:
        if state.phase not in BEFORE_MIX:
            raise refuse("a seed can be given only before the shuffle", cited)
        if command.commitment:
            raise refuse("this table has no seed chain, so a seed cannot name a round", cited)
    else:
        _require_fresh(state, command, player.seed, cited)
    turn.emit(build(SeedGiven, player=command.player, seed=command.seed, commitment=command.commitment, clauses=cited))


def _require_fresh(state: TableState, command: GiveSeed, last: str, cited: tuple[str, ...]) -> None:
    """Require a seed that the server could not have known before it committed."""
    if state.phase not in UNTIL_CLOSED or state.current.seeds.closed:
        raise refuse("a seed can be given only after the round's commitment and before the deal", cited)
    if command.commitment != state.current.commitment:
        raise refuse("a seed must name the commitment of its round", cited)
    if command.player in state.current.seeds.given:
        raise refuse("{player} has already given a seed for this round", cited, player=command.player)
    if command.seed == last:
        raise refuse("this seed has been used; every round needs a fresh one", cited)


@evolves(SeedGiven)
def seed_given(state: TableState, event: SeedGiven) -> TableState:
    player = changed(state.players[event.player], seed=event.seed)
    if not event.commitment:
        return state.put(seeded=player)
    seeds = state.current.seeds
    return state.put(changed(seeds, given={**seeds.given, event.player: event.seed}), seeded=player)


@decides(CloseSeeds)
def close_seeds(turn: Turn, command: CloseSeeds) -> None:
    state, cited = turn.state, turn.cite("mix")
    if state.phase is not Phase.SEEDING:
        raise refuse("seeds can be closed only once, after “no more bets”", cited)
    if not same_pieces(command.order, state.game.kit.full_set):
        raise HandError("a deal must list the whole set, each card or tile once", cited[0])
    places, given = contributors(state), state.current.seeds.given
    seats, missing = _given_by(places, given), tuple([name for name in places if name not in given])
    cut = state.current.stack.places
    order: tuple[Piece, ...] = itemgetter(*cut)(command.order) if cut else command.order
    turn.emit(build(SeedsClosed, seats=seats, missing=missing, order=order, clauses=cited))


@evolves(SeedsClosed)
def seeds_closed(state: TableState, event: SeedsClosed) -> TableState:
    current = state.current
    return state.put(
        changed(current.seeds, seats=event.seats, closed=True),
        changed(current.stack, order=event.order),
        phase=Phase.STARTING,
    )


@offers(during=tuple({*BEFORE_MIX, *UNTIL_CLOSED}))
def seed_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor == SYSTEM:
        if state.round is None and state.phase is Phase.OPEN and needs_chain(state):
            yield Offer(PublishChain(tip="0" * 64, length=1), chance=("tip", "length"))
        elif state.phase is Phase.SEEDING:
            yield Offer(CloseSeeds(order=state.game.kit.full_set), chance=("order",))
    elif actor not in (DEALER, FLOOR) and actor in state.players:
        commitment = state.round.commitment if state.chain and state.round else ""
        seed = "seed" if state.players[actor].seed != "seed" else "another"
        yield Offer(GiveSeed(player=actor, seed=seed, commitment=commitment), chance=("seed",))
