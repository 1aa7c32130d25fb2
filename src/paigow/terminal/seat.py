"""A table with one person among bots. It runs by itself, one action at a time, and stops when the person is asked."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from paigow.bots import USUAL, Bot
from paigow.bots.session import NAMES
from paigow.errors import PaigowError
from paigow.fairness import new_server_seed, practice_seed
from paigow.money import rack
from paigow.rules import Submission
from paigow.table import Command, Event, Phase, TableState, game_of, legal_commands
from paigow.table.awaited import Ask, ask_of
from paigow.table.core.engine import Offer
from paigow.table.core.model import WagerKey
from paigow.table.driver import TableDriver, new_table
from paigow.table.steps.closing import CloseRound
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.opening import TurnSetDown
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.table.steps.seeds import GiveSeed, seeds_missing
from paigow.table.steps.wagers import NoMoreBets, PlaceWager

CHIPS = 500
"""Everybody's buy-in, as a number of minimum wagers."""


@dataclass
class Played:
    """One round as played: its events, and the draws with the state of each."""

    number: int
    events: list[Event] = field(default_factory=list)
    draws: list[tuple[TableState, Command]] = field(default_factory=list)
    opening_chips: int = 0
    bought: int = 0
    last: TableState | None = None  # before the round was closed
    closed: bool = False


class SeatedTable(TableDriver):
    """The person's side of a driven table. Bots and dealer act through `playing`, the person through `do`."""

    def __init__(
        self,
        submission: Submission,
        name: str,
        seat: int | None = None,
        bots: int | None = None,
        seed: str = "",
        style: str = "",
    ) -> None:
        game = game_of(submission)
        seats = game.seats
        self.name = name
        self.seat = seats[len(seats) // 2] if seat is None else seat
        if self.seat not in seats:
            raise PaigowError(f"there is no seat {self.seat}; seats are {seats[0]} to {seats[-1]}")
        most = len(seats) - 1
        if bots is not None and not 0 <= bots <= most:
            raise PaigowError(f"0 to {most} bots can sit with you, not {bots}")
        names = [each for each in NAMES if each != name][: most if bots is None else bots]
        self.practice = bool(seed)  # a given seed deals the same table again
        seed = seed or new_server_seed().hex()
        styles = (style,) if style else tuple(USUAL)
        players = {each: Bot(each, styles[n % len(styles)], seed) for n, each in enumerate(names)}
        super().__init__(new_table(game), players, seed)
        self.chips = CHIPS * game.options.minimum
        self.bought = 0
        self.rounds: list[Played] = []
        self.last_wagers: dict[WagerKey, int] = {}
        self.passed: set[type[Command]] = set()
        self.last_by = ""  # who acted last
        self._offers: tuple[int, tuple[Offer, ...]] = (-1, ())
        self._ask: tuple[int, Ask | None] = (-1, None)

    # --- what happens

    def do(self, *commands: Command) -> tuple[Event, ...]:
        done: tuple[Event, ...] = ()
        for command in commands:
            before = self.state
            events = super().do(command)
            self.last_by = command.by
            done += events
            self._heard(before, command, events)
            if self.state.phase is not before.phase:
                self.passed.clear()
        return done

    def _heard(self, before: TableState, command: Command, events: tuple[Event, ...]) -> None:
        if isinstance(command, OpenRound):
            self.rounds.append(Played(self.state.rounds, opening_chips=self.rack))
        if isinstance(command, BuyIn) and command.player == self.name:
            self.bought += command.amount
            if before.round is not None:
                self.rounds[-1].bought += command.amount
        if not self.rounds:
            return
        played = self.rounds[-1]
        if self.state.round is not None:
            played.last = self.state
        if before.round is not None or self.state.round is not None:
            played.events += events
        if command.drawn:
            played.draws.append((before, command))
        if isinstance(command, CloseRound):
            played.closed = True
        if isinstance(command, NoMoreBets):
            mine = {k: amount for k, amount in before.current.wagers.items() if k.player == self.name}
            self.last_wagers = mine or self.last_wagers

    def give_missing(self) -> None:
        """Give the person's seed, generated after the round's commitment, as for any player on the site."""
        super().give_missing()
        if self.name in seeds_missing(self.state):
            current = self.state.current
            fresh = practice_seed(self.seed, self.name, current.number) if self.practice else new_server_seed()
            seed = fresh.hex()[:32]
            self.do(GiveSeed(player=self.name, seed=seed, commitment=current.commitment))

    def sit(self) -> None:
        """Open the table and sit down: the set is inspected and displayed; everybody sits down and buys chips."""
        self.do(*self.opening())
        places = [place for place in self.state.game.seats if place != self.seat]
        for name, place in [*zip(self.bots, places, strict=False), (self.name, self.seat)]:
            self.do(SitDown(player=name, position=place), BuyIn(player=name, amount=self.chips))
        if self.state.phase is Phase.DISPLAY:
            self.do(TurnSetDown())

    def playing(self) -> Iterator[bool]:
        """Play one round, from the commitment to the reveal.

        Yield True whenever something has happened, and False while the person is asked.
        """
        self._prepare()
        self.open_round()
        yield True
        while self.state.round is not None:
            phase, before = self.state.phase, self.state.sequence
            for _ in self.bots_acting():
                yield True
            while self.state.phase is phase and self.asked():
                yield False
            if self.state.phase is not phase:
                continue  # a new step has begun, so everyone is asked again
            now = self.state.sequence
            self.proceed()
            if self.state.sequence != now:
                yield True
            elif self.state.sequence == before:  # everyone waits for the person, such as for a bank's stake
                self.passed.clear()
                yield False

    def _prepare(self) -> None:
        """Replace a removed set, and buy chips for bots that have run low."""
        if self.state.phase is Phase.CLOSED:
            self.reopen()
        for name in self.bots:
            if self.state.ledger[rack(name)] < self.chips // 4:
                self.do(BuyIn(player=name, amount=self.chips))

    # --- the person

    @property
    def rack(self) -> int:
        return self.state.ledger[rack(self.name)]

    @property
    def shown(self) -> TableState:
        """Return the state shown on the felt: the last round stays there until the next one starts."""
        last = self.rounds[-1].last if self.rounds else None
        return last if self.state.round is None and last is not None else self.state

    def offers(self) -> tuple[Offer, ...]:
        """Return everything the person may do now."""
        if self._offers[0] != self.state.sequence:
            self._offers = self.state.sequence, legal_commands(self.state, self.name)
        return self._offers[1]

    def ask(self) -> Ask | None:
        """Return the table's current request to the person."""
        if self._ask[0] != self.state.sequence:
            self._ask = self.state.sequence, ask_of(self.state, self.name)
        return self._ask[1]

    def asked(self) -> bool:
        """Return whether the table waits for the person, or stops in case they want to act."""
        ask = self.ask()
        return ask is not None and (ask.must or not self.passed.issuperset(ask.kinds))

    def go_on(self) -> None:
        """Continue: the person declines everything offered now."""
        ask = self.ask()
        self.passed |= set(ask.kinds) if ask is not None else set()

    def drawn(self, command: Command) -> Command:
        """Return the command with its outcomes of chance, such as the dice that a bank shakes."""
        chance = self.draws()
        return replace(command, **{name: getattr(chance, method)(self.state) for name, method in command.drawn})

    def rebet(self) -> tuple[Command, ...]:
        """Return the wagers of the last round, Pai Gow wagers first."""
        keys = sorted(self.last_wagers, key=lambda key: (key.kind != "main", key))
        return tuple(
            PlaceWager(player=k.player, position=k.position, kind=k.kind, amount=self.last_wagers[k])
            for k in keys
            if k.kind not in ("bank", "dealer")
        )
