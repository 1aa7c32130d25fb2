"""A table you can play at from Python: bots, functions or your own commands, with a record of everything."""

import secrets
from collections.abc import Iterable, Mapping
from io import StringIO
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, TypeAlias, cast

from paigow.bots import USUAL, Strategy
from paigow.bots import Bot as StyledBot
from paigow.errors import NotationError, PaigowError
from paigow.front.felt import draw, draw_html
from paigow.money import rack
from paigow.record import record
from paigow.record.wire import build_command
from paigow.table import Command, Event, Offer, Phase, TableState, legal_commands
from paigow.table.awaited import Ask, awaited
from paigow.table.core.engine import commands
from paigow.table.driver import Bot, TableDriver, new_table
from paigow.table.steps.seating import BuyIn
from paigow.table.view import view

if TYPE_CHECKING:
    from paigow.front.game import Game

Player: TypeAlias = "Bot | str | Strategy | None"
"""A function of the state and the player's own name, a bot style, a strategy, or None for commands given with
`Table.do`."""

BUY_IN = 500
"""A player's default buy-in, in table minimums."""


def _chosen(players: "Iterable[str] | Mapping[str, Player]") -> "Mapping[str, Player]":
    """Return how each player plays; names alone are bots of different styles."""
    if isinstance(players, Mapping):
        return players
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise PaigowError(f"players are a list of names, or a mapping of names to how they play, not {players!r}")
    styles, chosen = list(USUAL), dict[str, Player]()
    for place, name in enumerate(players):
        if name in chosen:
            raise PaigowError(f"two players are called {name!r}: give each another name")
        chosen[name] = styles[place % len(styles)]
    return chosen


def _whole(rounds: Any) -> int:
    if not isinstance(rounds, SupportsIndex) or index(rounds) < 0:
        raise PaigowError(f"play a whole number of rounds, not {rounds!r}")
    return index(rounds)


class Table:
    """One table, its players and their record. Deals depend only on the seed, so a session can be repeated."""

    def __init__(
        self,
        game: "Game",
        players: "Iterable[str] | Mapping[str, Player]",
        *,
        seed: str | int | None = None,
        chips: int | None = None,
    ) -> None:
        if not hasattr(game, "engine"):
            raise PaigowError(f"a table needs a game, such as paigow.Game('maryland-tiles'), not {game!r}")
        self.game = game
        self.seed = secrets.token_hex(16) if seed in (None, "") else str(seed)
        self.buy_in = chips or BUY_IN * game.engine.options.minimum
        chosen = _chosen(players)
        seats = len(game.engine.seats)
        if not 1 <= len(chosen) <= seats:
            raise PaigowError(f"this table seats 1 to {seats} players, not {len(chosen)}")
        name: Any
        for name in chosen:
            if not isinstance(name, str) or not name:
                raise PaigowError(f"a player's name is text, not {name!r}")
        self.people = frozenset(name for name, how in chosen.items() if how is None)
        self._bots = {name: self._bot(name, how) for name, how in chosen.items()}
        self._driver = TableDriver(new_table(game.engine), self._bots, self.seed, self._saw)
        self._file = StringIO(newline="\n")
        record(self._driver, self._file)
        self._shown = self.state
        self._before: Mapping[str, int] = {}
        self._driver.open_table(self.buy_in)
        self._shown = self.state

    def _bot(self, name: str, how: Player) -> Bot:
        if how is None:
            return lambda state, player: None
        if isinstance(how, str):
            return StyledBot(name, how, self.seed)
        if not hasattr(how, "weights"):
            if not callable(how):
                raise PaigowError(f"{name} plays as a bot style, a strategy, a function or None, not {how!r}")
            return how
        strategy = cast(Strategy, how)
        if strategy.game != self.game.standard.game:
            raise PaigowError(f"{name} has a strategy for {strategy.game}; this table plays {self.game.standard.game}")
        return StyledBot(name, strategy, self.seed)

    def _saw(self, command: Command, events: tuple[Event, ...]) -> None:
        """Keep the last state in which a round's hands are on the table, to draw it."""
        if self.state.round is not None:
            if self.state.round.number != self._shown_round:
                self._before = self.chips
            self._shown = self.state

    @property
    def _shown_round(self) -> int:
        return self._shown.round.number if self._shown.round else 0

    @property
    def state(self) -> TableState:
        """The state of the engine, for `paigow.table`."""
        return self._driver.state

    @property
    def rounds(self) -> int:
        """How many rounds are finished."""
        return self.state.rounds

    @property
    def players(self) -> tuple[str, ...]:
        """Everyone seated, in the order of their seats."""
        return tuple(player.name for player in self.state.seated())

    @property
    def chips(self) -> dict[str, int]:
        """Each player's chips in cents; bets on the table are not included."""
        return {name: self.state.ledger[rack(name)] for name in self.players}

    def play(self, rounds: int = 1) -> "Table":
        """Play whole rounds, or until one of `people` has to act. Return the table, so that it can be printed."""
        for _ in range(_whole(rounds)):
            self._rebuy()
            if self.state.round is None:
                if self.state.phase is Phase.CLOSED:
                    self._driver.reopen()
                self._driver.open_round()
            if not self.advance():
                break
        return self

    def advance(self) -> bool:
        """Let the bots and the dealer act until the round is over (True) or one of `people` has to act (False)."""
        while self.state.round is not None:
            if self.people:
                self._driver.ask_bots()
            if self.people and not self.people.isdisjoint(ask.player for ask in self.awaited):
                return False
            before = self.state.sequence
            self._driver.step()
            if self.state.sequence == before:
                raise self._stuck()
        return True

    def proceed(self) -> bool:
        """Let the dealer continue although one of `people` could still act, then advance."""
        if self.state.round is not None:
            before = self.state.sequence
            self._driver.proceed()
            if self.state.sequence == before:
                raise self._stuck()
        return self.advance()

    def _stuck(self) -> PaigowError:
        needed = "; ".join(f"{ask.player}: {' or '.join(ask.verbs)}" for ask in self.awaited if ask.must)
        return PaigowError(f"the round cannot go on until somebody acts ({needed})")

    @property
    def awaited(self) -> tuple[Ask, ...]:
        """Whom the table waits for, and which commands it waits for."""
        return awaited(self.state)

    def legal(self, actor: str) -> tuple[Offer, ...]:
        """Everything the actor (a player, `dealer`, `floor` or `system`) may do now."""
        return legal_commands(self.state, actor)

    def do(self, command: Command | str, player: str = "", **fields: Any) -> tuple[Event, ...]:
        """Carry out a command, or raise `Refused` and change nothing.

        A command is a value from `legal`, or a verb with its fields in record notation:
        `table.do("set", "ann", position=2, setting="66 45 / 23 12")`.
        """
        if isinstance(command, str):
            if command not in commands():
                can = ", ".join(dict.fromkeys(offer.command.verb for offer in self.legal(player)))
                raise NotationError(f"there is no action {command!r}; now {player!r} can {can or 'do nothing'}")
            command = build_command({"do": command, **fields}, player, self.state.game.kit)
        elif not isinstance(command, Command):
            raise PaigowError(f"a command is a verb or a value from `legal`, not {command!r}")
        return self._driver.do(command)

    def view(self, viewer: str) -> dict[str, Any]:
        """Return the table as this viewer may see it, as plain data."""
        return view(self.state, viewer)

    def record(self) -> str:
        """Return the record of every finished round, ready for `paigow.verify`."""
        return self._file.getvalue()

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text(self.record(), encoding="utf-8", newline="\n")

    def __reduce__(self) -> NoReturn:
        raise TypeError("a table cannot be copied or pickled, since its bots go on playing: keep its `record()`")

    def _rebuy(self) -> None:
        """Let a bot that has run low buy chips again."""
        if self.state.round is None:
            for name, cents in self.chips.items():
                if name not in self.people and not self.state.players[name].away and cents < self.buy_in // 4:
                    self._driver.do(BuyIn(player=name, amount=self.buy_in))

    def __str__(self) -> str:
        return draw(self._shown, self.chips, self._before)

    def __repr__(self) -> str:
        return f"<Table {self.game.name}: {', '.join(self.players)}; {self.rounds} rounds played>"

    def _repr_html_(self) -> str:
        return draw_html(self._shown, self.chips, self._before)
