"""A table that runs by itself: the dealer, the floor and the system take the next step, and players are asked to act.

The engine never acts on its own. This driver is one of its callers; a regulator's script is another.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from paigow.fairness import chain_of, chain_seeds, commit, derived_seed, practice_seed
from paigow.money import Ledger
from paigow.table.cards import decks
from paigow.table.cards.card_cut import waiting_to_cut
from paigow.table.chance import RoundChance
from paigow.table.core.engine import Command, Event, can, perform
from paigow.table.core.game import Game
from paigow.table.core.model import Phase, TableState
from paigow.table.core.values import build
from paigow.table.steps import banking, closing, mixing, opening
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.table.steps.seeds import (
    CloseSeeds,
    GiveSeed,
    needs_chain,
    protocol_of,
    publication,
    seeds_missing,
)

PLAYERS_ACT = frozenset({
    Phase.OFFERING, Phase.CUTTING, Phase.BETTING, Phase.STARTING, Phase.SETTING, Phase.BANKING, Phase.EXPOSING,
    Phase.FINISHED,
})  # fmt: skip
"""The phases in which players are asked to act; in all others the dealer continues at once."""
BETTING, SEEDING, FINISHED = Phase.BETTING, Phase.SEEDING, Phase.FINISHED  # see `core.values` on members of enums
Bot = Callable[[TableState, str], Command | None]
"""A callable that returns a player's next command for a state, or None.

If it has `phases`, it acts only in these, and where the table turns to one player, only as that player. The driver does
not ask it at other times, which are two thirds of all.
"""


def new_table(game: Game, table_id: str = "table-1") -> TableState:
    """Return an empty table: no set, no players, every account at zero, and the meters at their initial amounts."""
    state = TableState(game=game, table_id=table_id, ledger=Ledger())
    return game.strategy.start_meters(state) if game.strategy.start_meters else state


@dataclass
class TableDriver:
    """A driver that runs a table with bots, or with people behind the same interface."""

    state: TableState
    bots: Mapping[str, Bot]
    seed: str = "practice"
    on_command: Callable[[Command, tuple[Event, ...]], None] = lambda command, events: None
    server_seed: bytes = b""
    chance: RoundChance | None = None
    chained: bool = True
    """Whether the server's seeds come from a published chain; if not, the table uses protocol 1."""
    seeds: tuple[bytes, ...] = ()

    def do(self, *commands: Command) -> tuple[Event, ...]:
        """Carry out the commands and return their events; a refused command leaves everything unchanged."""
        done: tuple[Event, ...] = ()
        for command in commands:
            self.state, events = perform(self.state, command)
            self.on_command(command, events)
            done = done + events if done else events
        return done

    def open_table(self, buy_in: int) -> None:
        """Bring, inspect and show a set, and seat the players with chips."""
        self.do(*self.opening())  # on display until they have arrived
        for position, name in zip(self.state.game.seats, self.bots, strict=False):
            self.do(SitDown(player=name, position=position, seed="" if self.chained else f"seed-of-{name}"))
            self.do(BuyIn(player=name, amount=buy_in))
        if self.state.phase is Phase.DISPLAY:
            self.do(opening.TurnSetDown())

    def opening(self) -> Iterator[Command]:
        """Yield the steps before the first player sits down."""
        return opening_commands(self.state)

    def reopen(self) -> None:
        """Bring another set if one had to be removed between rounds."""
        self.do(*self.opening())
        if self.state.phase is Phase.DISPLAY:
            self.do(opening.TurnSetDown())

    def play_round(self) -> None:
        """Play one round, from the commitment to the reveal."""
        self.open_round()
        while self.state.round is not None:
            self.step()

    def open_round(self) -> None:
        """Commit to the next round's seed and open the round."""
        if self.chained and needs_chain(self.state):
            self.publish_chain()
        state, number = self.state, self.state.rounds + 1
        self.server_seed = (
            practice_seed(self.seed, state.table_id, number)
            if state.chain is None
            else self.seeds[number - state.chain.first]
        )
        digest = bytes.fromhex(state.game.submission_hash)
        named = (state.table_id, number, self.server_seed)
        sealed = commit(*named, submission=digest, protocol=protocol_of(state))
        self.do(mixing.OpenRound(commitment=str(sealed), revision=mixing.REVISION))
        self.chance = None

    def publish_chain(self) -> None:
        """Fix the seeds of future rounds by publishing their chain."""
        table, first = self.state.table_id, self.state.rounds + 1
        secret = practice_seed(self.seed, table, first)
        self.seeds = chain_seeds(table, first, secret)
        self.do(publication(chain_of(table, first, secret)))

    def draws(self) -> RoundChance:
        """Return the draws determined by the current round's seeds."""
        return RoundChance(self.state, self.server_seed)

    def step(self) -> None:
        """Take one step. The players act first, each as long as they want to; then the dealer takes the next step."""
        phase = self.state.phase
        if phase in PLAYERS_ACT:
            self.ask_bots()
            if self.state.round is None or self.state.phase is not phase:
                return  # the player's action opened a new step, so everyone is asked again
        self.proceed()

    def ask_bots(self) -> None:
        """Let every bot act as long as it wants to."""
        for _ in self.bots_acting():
            pass

    def bots_acting(self) -> Iterator[Command]:
        """Let every bot act as long as it wants to; yield each command after it is carried out."""
        state = self.state
        phase, one = state.phase, turned_to(state)
        for name, bot in self.bots.items():
            phases = getattr(bot, "phases", None)
            while phases is None or ((one is None or one == name) and phase in phases):
                if name not in state.players or name in state.away or (command := bot(state, name)) is None:
                    break
                self.do(command)
                yield command
                state = self.state
                phase, one = state.phase, turned_to(state)

    def proceed(self) -> None:
        """Take the next step when no player wants to act."""
        phase = self.state.phase
        if phase in closing.BEFORE_DEAL and (reason := self._nobody()):
            self.do(closing.AbandonRound(reason=reason))
        elif phase is SEEDING:
            self.give_missing()
            self.do(build(CloseSeeds, order=self.draws().deal(self.state)))
        elif not (phase is FINISHED and self.chance is None) and (command := self.dealer_command()) is not None:
            self.do(command)  # in a round that ended before anything was drawn, the dealer has nothing to put away
        elif phase is FINISHED:
            self.do(build(closing.CloseRound, seed=self.server_seed.hex()))

    def give_missing(self) -> None:
        """Give the bots' missing seeds, derived from the commitment."""
        commitment = self.state.current.commitment
        for name, place in seeds_missing(self.state).items():
            if name in self.bots:
                self.do(build(GiveSeed, player=name, seed=derived_seed(commitment, place), commitment=commitment))

    def _nobody(self) -> str:
        """Return the reason why a round before the deal cannot be dealt, if there is one."""
        state = self.state
        if (state.phase is not BETTING and state.seated()) or banking.can_be_dealt(state):
            return ""
        return "nobody wagers" if state.seated() else "nobody is seated"

    def dealer_command(self) -> Command | None:
        """Return the dealer's next command according to the document, with chance drawn from the round's seeds."""
        self.chance = self.draws()
        return self.state.game.strategy.dealer(self.state, self.chance)


def turned_to(state: TableState) -> str | None:
    """Return the only player who can act in this phase, "" if there is none, or None if everybody can."""
    asked = _TURNED_TO.get(state.phase)
    return None if asked is None else asked(state)


def _bank(state: TableState) -> str:
    return state.current.bank.player or ""


_TURNED_TO: Mapping[Phase, Callable[[TableState], str]] = MappingProxyType({
    Phase.OFFERING: lambda state: next(iter(banking.waiting(state)), ""),
    Phase.CUTTING: waiting_to_cut,
    Phase.STARTING: _bank,
    Phase.BANKING: banking.acting_banker,
})  # fmt: skip


def opening_commands(state: TableState) -> Iterator[Command]:
    """Yield the commands that bring in, inspect and display the missing sets, each under its own name."""
    game, prepared = state.game, state.game.options.sets.prepared
    for number in range(1, game.options.sets.decks - len(state.equipment.sets) + 1):
        pieces = game.kit.full_set if prepared else game.box
        name = f"set-{state.rounds + len(state.equipment.sets) + number}"
        yield opening.ReceiveSet(set_id=name, pieces=pieces, prepared=prepared)
        if prepared:
            continue
        yield opening.InspectSet()
        if len(game.box) > len(game.kit.full_set):
            yield decks.TearJoker()
        if not state.game.course.verify_displayed:
            yield opening.VerifySet()
    if not prepared:
        yield opening.DisplaySet()
        if state.game.course.verify_displayed:
            yield opening.VerifySet()


def next_opening_command(state: TableState) -> Command | None:
    """Return the next opening command, for a caller that takes one at a time; None when the set is ready."""
    game, prepared = state.game, state.game.options.sets.prepared
    steps: list[Command] = [opening.InspectSet(), decks.TearJoker(), opening.VerifySet()]
    if len(state.equipment.sets) < state.game.options.sets.decks:
        number = state.rounds + len(state.equipment.sets) + 1
        pieces = game.kit.full_set if prepared else game.box
        steps.append(opening.ReceiveSet(set_id=f"set-{number}", pieces=pieces, prepared=prepared))
    if state.phase is not Phase.DISPLAY:
        steps.append(opening.DisplaySet())
    return next((step for step in steps if can(state, step)), None)
