"""A scripted table: a script states the wagers, the bank, the pieces dealt to each position, and how far to play.

The engine and the document decide everything else. Transcripts, examples and the rule tests are all scripts of this
kind.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from paigow.errors import HandError, PaigowError
from paigow.hands.pieces import Piece, Setting
from paigow.money import LedgerError
from paigow.table.boxes import boxes, dealer_sets, staking
from paigow.table.cards import card_cut
from paigow.table.chance import Dice, RoundChance
from paigow.table.core.engine import Command, Event, perform
from paigow.table.core.model import MAIN, Phase, TableState
from paigow.table.driver import TableDriver
from paigow.table.floor import irregularities
from paigow.table.steps import banking, opening, setting, wagers
from paigow.table.steps.seating import BuyIn, SitDown

E = TypeVar("E", bound=Event)
Order = tuple[Piece, ...]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A script's plan for one round; everything else follows the document, the house way and the round's seeds."""

    wagers: Mapping[str, int] = field(default_factory=dict)  # player -> Pai Gow wager at their seat, in cents
    bank: str | None = None  # who takes the bank when it is offered; all others pass
    co: bool = False  # with the dealer
    stake: int | None = None  # the bank's stake, if it puts one up (default: covers the wagers)
    hands: Mapping[int, str] = field(default_factory=dict)  # position -> pieces dealt there
    settings: Mapping[int, str] = field(default_factory=dict)  # position -> setting (default: the house way)
    order: Order | None = None  # as mixed, unless hands are named
    dice: Dice | None = None
    number: int | None = None
    before: Mapping[Phase, Sequence[Command]] = field(default_factory=dict)  # commands given when the phase is reached


class ChosenChance(RoundChance):
    """Chance as specified by the plan, or else drawn from the seeds."""

    def __init__(self, state: TableState, server_seed: bytes, plan: Plan) -> None:
        super().__init__(state, server_seed)
        self.plan = plan

    def order(self, state: TableState) -> Order:
        return self.plan.order or super().order(state)

    def deal(self, state: TableState) -> Order:
        return self.plan.order or super().deal(state)

    def dice(self, state: TableState) -> Dice:
        return self.plan.dice or super().dice(state)

    def number(self, state: TableState) -> int:
        return self.plan.number or super().number(state)


@dataclass
class TableScript(TableDriver):
    """A driver that follows a plan, phase by phase, and records every command with its events."""

    chained: bool = False  # what a script chooses cannot be derived from seeds
    plan: Plan = Plan()
    history: list[tuple[Command, tuple[Event, ...]]] = field(default_factory=list)
    reached: set[Phase] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.on_command = lambda command, events: self.history.append((command, events))

    def refusal(self, command: Command) -> PaigowError:
        """Return the error that refuses the command; fail if it is accepted, or if it breaks the ledger."""
        try:
            _, events = perform(self.state, command)
        except LedgerError:  # a rule should have refused it before any chip moved
            raise
        except PaigowError as error:
            return error
        raise AssertionError(f"{command} was accepted: {events}")

    def events(self, kind: type[E]) -> list[E]:
        """Return all events of this type so far, oldest first."""
        return [event for _, events in self.history for event in events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        return self.events(kind)[-1]

    def sit(self, players: Mapping[str, int], chips: int) -> None:
        for name, position in players.items():
            self.do(SitDown(player=name, position=position, seed=f"seed-of-{name}"))
            if chips:
                self.do(BuyIn(player=name, amount=chips))

    def open(self, players: Mapping[str, int], chips: int) -> None:
        """Open the table: a set arrives and is displayed, the players sit down, and the set is turned face down."""
        self.do(*self.opening())
        self.sit(players, chips)
        if self.state.phase is Phase.DISPLAY:
            self.do(opening.TurnSetDown())

    def begin(self, plan: Plan | None = None) -> None:
        """Open a round."""
        self.plan = plan or Plan()
        self.reached = set()
        self.open_round()

    def to(self, phase: Phase, plan: Plan | None = None) -> TableState:
        """Play on to the phase, including the plan's `before` commands for it; open a round if none is in progress."""
        if plan is not None or self.state.round is None:
            self.begin(plan)
        while self.state.phase is not phase or phase not in self.reached:
            if self.state.phase is Phase.OPEN:
                raise LookupError(f"the round is over and never came to {phase}")
            self.advance()
        return self.state

    def advance(self) -> None:
        """Carry out the plan's commands for a phase on reaching it; otherwise take one step."""
        phase = self.state.phase
        if phase in self.reached:
            self.step()
        else:
            self.reached.add(phase)
            self.do(*self.plan.before.get(phase, ()))

    def play(self, plan: Plan | None = None) -> TableState:
        """Play a whole round, through its reveal."""
        self.to(Phase.FINISHED, plan)
        self.step()
        return self.state

    def step(self) -> None:
        """Give one command: a player's if one is due, or else the dealer's."""
        if self.state.phase is Phase.MIXING and self.plan.hands and self.plan.order is None:
            self.plan = replace(self.plan, order=self._order())
        command = self._due()
        if command is not None:
            self.do(command)
        else:
            super().step()

    def draws(self) -> RoundChance:
        return ChosenChance(self.state, self.server_seed, self.plan)

    def _due(self) -> Command | None:
        """Return the plan's next command for a player."""
        state = self.state
        match state.phase:
            case Phase.OFFERING:
                for name in banking.waiting(state):
                    takes = name == self.plan.bank
                    return banking.AcceptBank(player=name, co=self.plan.co) if takes else banking.PassBank(player=name)
            case Phase.CUTTING:
                if name := card_cut.waiting_to_cut(state):
                    return card_cut.PassCut(player=name)
            case Phase.BETTING:
                for name, amount in self.plan.wagers.items():
                    position = state.players[name].position or 0
                    if (name, position, MAIN) not in state.current.wagers:
                        return wagers.PlaceWager(player=name, position=position, amount=amount)
                return self._stake(state)
            case Phase.SETTING:
                return self._setting(state)
            case Phase.BANKING:
                places = setting.house_positions(state)
                bank = banking.acting_banker(state)
                if bank and not places and setting.awaits_confirmation(state) == bank:
                    return dealer_sets.ConfirmHand(player=bank)
                if bank and places and places[0] in state.current.choices:
                    return irregularities.PlayOn(player=bank, position=places[0])
                late = not state.game.banking.sets_with_players
                if late and bank and places and not setting.follows_house_way(state, places[0]):
                    if not state.current.hands[places[0]].viewed:
                        return setting.LookAtHand(player=bank, position=places[0])
                    return setting.SetBankHand(player=bank, setting=self._choice(state, places[0]))
        return None

    def _stake(self, state: TableState) -> Command | None:
        """Return the bank's stake, to be put up once the others have wagered (New Zealand)."""
        bank = state.current.bank.player
        if bank is None or not state.game.has(staking) or state.current.bank.stake_taken or staking.stakes(state):
            return None
        chip = boxes.box_rules(state).chip
        total = wagers.total_against_bank(state)
        need = -(-total // (2 * chip)) * chip if state.current.bank.co_banked else total
        amount = need if self.plan.stake is None else self.plan.stake
        return staking.StakeBank(player=bank, amount=amount) if amount else staking.YieldBank(player=bank)

    def _setting(self, state: TableState) -> Command | None:
        """Pick up or set the next hand, player by player."""
        for name in dict.fromkeys(setting.controller(state, p) for p in setting.open_positions(state)):
            for position in setting.to_set(state, name)[:1] if name else ():
                if position in state.current.choices:
                    return irregularities.PlayOn(player=name, position=position)
                if not state.current.hands[position].viewed:
                    return setting.LookAtHand(player=name, position=position)
                return setting.SetHand(player=name, position=position, setting=self._choice(state, position))
        return None

    def _choice(self, state: TableState, position: int) -> Setting:
        kit = state.game.kit
        named = self.plan.settings.get(position)
        return kit.parse_setting(named) if named else kit.house_set(state.current.hands[position].pieces).setting

    def _order(self) -> Order:
        """Return an order that deals the named hands. A trial deal shows where each index of the order goes."""
        full = self.state.game.kit.full_set
        wanted = {position: self.state.game.kit.parse(text) for position, text in self.plan.hands.items()}
        left = Counter(full)
        left.subtract(piece for pieces in wanted.values() for piece in pieces)
        if min(left.values()) < 0:
            raise HandError("the hands of this plan need more copies of a card or tile than there are")
        place_of = self._place_of()
        order = {place_of[p, n]: piece for p, pieces in wanted.items() for n, piece in enumerate(pieces)}
        rest = iter(left.elements())
        return tuple(order[place] if place in order else next(rest) for place in range(len(full)))

    def _place_of(self) -> dict[tuple[int, int], int]:
        """Return a map from (position, index in the hand) to the index in the order that is dealt there.

        The round is played to the deal as a trial, with unique pieces marking a few indexes at a time.
        """
        full = self.state.game.kit.full_set
        single = [piece for piece, count in Counter(full).items() if count == 1]
        found: dict[tuple[int, int], int] = {}
        for first in range(0, len(full), len(single)):
            marked = dict(zip(range(first, len(full)), single, strict=False))
            rest = iter((Counter(full) - Counter(marked.values())).elements())
            order = tuple(marked[place] if place in marked else next(rest) for place in range(len(full)))
            trial = replace(self, plan=replace(self.plan, order=order), reached=set(self.reached), history=[])
            while not trial.state.current.hands:
                trial.advance()
            hands = trial.state.current.hands
            where = {piece: place for place, piece in marked.items()}
            for position, hand in hands.items():
                for index, piece in enumerate(hand.pieces):
                    if piece in where:
                        found[position, index] = where[piece]
        return found


def seats(players: Iterable[str] | Mapping[str, int], game_seats: Sequence[int]) -> Mapping[str, int]:
    """Return the players' seats: as given, or the first ones in order."""
    return players if isinstance(players, Mapping) else dict(zip(players, game_seats, strict=False))
