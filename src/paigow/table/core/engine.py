"""The decider: `decide` answers a command with events or refuses it; `evolve` applies an event to the state.

Each concern of the table (`banking`, `wagers`, `settlement` ...) registers how it decides its commands, how its events
change the state, and which commands it offers to whom. A game lists its concerns: commands from other modules are
refused, and only its own concerns make offers. Chance and time enter only as values inside commands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from paigow.errors import NotationError, PaigowError, Refused
from paigow.money import Transfer
from paigow.table.core.game import Lacking
from paigow.table.core.log import Audience, Wording
from paigow.table.core.model import DEALER, FLOOR, SYSTEM, Phase, TableState
from paigow.table.core.values import Fillable, copied

_WHOLE: dict[type[Command], tuple[str, ...]] = {}


def _whole_numbers(kind: type[Command]) -> tuple[str, ...]:
    """Return the fields of a command that are whole numbers."""
    if kind not in _WHOLE:
        _WHOLE[kind] = tuple(each.name for each in fields(kind) if each.type in (int, "int"))
    return _WHOLE[kind]


@dataclass(frozen=True, kw_only=True)
class Command(Fillable):
    """A request by a person, the dealer, the floor or the system.

    Neither it nor `Event` has slots, so that the most frequent ones, which have none either, can be made by `build`.
    """

    verb: ClassVar[str]
    role: ClassVar[str] = DEALER
    from_afar: ClassVar[bool] = False  # allowed for a player who has left the seat mid-round
    drawn: ClassVar[tuple[tuple[str, str], ...]] = ()  # fields of chance, each with the `RoundChance` method for it

    def __post_init__(self) -> None:
        """Refuse numbers that are not whole, such as 12.5 or True: they would get into the ledger and the record."""
        for name in _whole_numbers(type(self)):
            if type(getattr(self, name)) is not int:
                raise NotationError(
                    "{field} of {verb} is {item}; it must be a whole number",
                    field=name,
                    verb=self.verb,
                    item=repr(getattr(self, name)),
                )

    @property
    def by(self) -> str:
        return self.role


@dataclass(frozen=True, kw_only=True)
class PlayerCommand(Command):
    """A command given by the player named in it."""

    player: str

    @property
    def by(self) -> str:
        return self.player


_EVENTS: dict[str, type[Event]] = {}  # by the name under which they are written
_NAMES: dict[type[Event], str] = {}


@dataclass(frozen=True, kw_only=True)
class Event(Fillable):
    """Something that happened, with the clauses it implements and the chips that moved."""

    audience: ClassVar[Audience]
    log: ClassVar[Wording]
    log_you: ClassVar[Wording] = ""
    clauses: tuple[str, ...]
    transfers: tuple[Transfer, ...] = ()

    def __init_subclass__(cls) -> None:
        """Register every event type; `slots` creates each class twice, and the second one counts."""
        if "audience" not in vars(cls) or "log" not in vars(cls):
            raise TypeError(f"{cls.__name__} does not say who hears it and what the log has for it")
        if unsaid := cls.audience.fields ^ set(cls.__annotations__):
            raise TypeError(f"{cls.__name__} does not say who hears {', '.join(sorted(unsaid))}")
        name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
        _EVENTS[name] = cls
        _NAMES[cls] = name


@dataclass(frozen=True, slots=True)
class Offer:
    """Commands that are accepted now.

    `command` is accepted unchanged, with any of `amounts` as its amount, and with any possible outcome of chance or
    circumstance in its `chance` fields.
    """

    command: Command
    amounts: range | None = None
    chance: tuple[str, ...] = ()
    no_multiples_of: int = 0  # amounts that are not allowed
    form: bool = False  # a template to fill in: only the caller knows what is accepted
    state: TableState | None = field(default=None, repr=False, compare=False)  # at which it is offered

    def admits(self, command: Command) -> bool:
        """Return whether the command is one of those offered."""
        if type(command) is not type(self.command):
            return False
        for f in fields(command):
            given = getattr(command, f.name)
            if f.name in self.chance:
                continue
            if f.name == "amount" and self.amounts is not None:
                if given not in self.amounts or (self.no_multiples_of and given % self.no_multiples_of == 0):
                    return False
            elif given != getattr(self.command, f.name):
                return False
        return not self.chance or self.state is None or can(self.state, command)


class Turn:
    """The processing of one command: a state that advances with each event, and is discarded on a refusal."""

    __slots__ = ("cite", "events", "state")

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.events: list[Event] = []
        self.cite = state.game.cite

    def emit(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)


HOUSE = (DEALER, FLOOR, SYSTEM)
PLAYERS = "players"
"""The audiences of offers: those who act for the house, and everybody else, seated or not."""

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
Decider = Callable[[Turn, Any], None]
Evolver = Callable[[TableState, Any], TableState]
Offering = Callable[[TableState, str], Iterable[Offer | Command]]

_DECIDERS: dict[type[Command], tuple[Decider, str]] = {}  # each with the module that it comes from
_VERBS: dict[str, type[Command]] = {}
_EVOLVERS: dict[type[Event], Evolver] = {}
_OFFERINGS: list[tuple[Offering, frozenset[str], frozenset[Phase]]] = []


def decides(command: type[C]) -> Callable[[Callable[[Turn, C], None]], Callable[[Turn, C], None]]:
    def register(function: Callable[[Turn, C], None]) -> Callable[[Turn, C], None]:
        if _VERBS.setdefault(command.verb, command) is not command:
            raise LookupError(f"two commands have the verb {command.verb}")
        _DECIDERS[command] = function, function.__module__
        return function

    return register


def evolves(event: type[E]) -> Callable[[Callable[[TableState, E], TableState]], Callable[[TableState, E], TableState]]:
    """Register how an event changes the state.

    Purely informative events, and those that only move chips, need no registration.
    """

    def register(function: Callable[[TableState, E], TableState]) -> Callable[[TableState, E], TableState]:
        _EVOLVERS[event] = function
        return function

    return register


def offers(to: tuple[str, ...] = (), during: tuple[Phase, ...] = ()) -> Callable[[Offering], Offering]:
    """Register a source of legal commands.

    The registration says to whom and in which phases the commands are offered (by default, to everyone and always). The
    source may yield bare commands that are merely likely: those that `decide` would refuse are dropped, so that offers
    and decisions cannot drift apart.
    """

    def register(function: Offering) -> Offering:
        _OFFERINGS.append((function, frozenset(to or (*HOUSE, PLAYERS)), frozenset(during or Phase)))
        return function

    return register


def decide(state: TableState, command: Command) -> tuple[Event, ...]:
    """Return the events that carry out the command. If this raises `Refused`, nothing has changed."""
    return perform(state, command)[1]


def perform(state: TableState, command: Command) -> tuple[TableState, tuple[Event, ...]]:
    """Decide and evolve: return the state after the command, and its events.

    A command the game does not have is refused under the clause that rules it out, if there is one (DO-R0.s2, DO-R8).
    """
    kind, game = type(command), state.game
    if getattr(command, "player", "") == DEALER:
        raise refuse("dealer commands must not name a player", ())
    if isinstance(command, PlayerCommand) and not command.player:  # or it would be given for a box that nobody controls
        raise refuse("a player's command must name the player", ())
    if state.away and not kind.from_afar and command.by in state.away:
        raise refuse("{name} has left their seat", game.cite("wager.seated"), name=command.by)
    decider, concern = _DECIDERS[kind]
    if concern not in game.concerns:
        clauses = game.without.get(concern, ())
        raise refuse("this game has no command {verb}", clauses, verb=repr(command.verb))
    turn = Turn(state)
    try:
        decider(turn, command)
    except Lacking:  # the missing key is internal; report the command instead
        raise refuse("this game has no command {verb}", (), verb=repr(command.verb)) from None
    return turn.state, tuple(turn.events)


def evolve(state: TableState, event: Event) -> TableState:
    """Return the state after the event. Never refuses."""
    evolver = _EVOLVERS.get(type(event))
    after = state if evolver is None else evolver(state, event)
    if after is state:
        after = copied(state, {})
    values = after.__dict__  # just created for this event, and not shared yet
    values["sequence"] = state.sequence + 1
    if event.transfers:
        values["ledger"] = after.ledger.apply(event.transfers)
    return after


def can(state: TableState, command: Command) -> bool:
    """Return whether the command would be accepted now."""
    try:
        perform(state, command)
    except PaigowError:
        return False
    return True


def legal_commands(state: TableState, actor: str) -> tuple[Offer, ...]:
    """Return everything the actor (a player's name, `dealer`, `floor` or `system`) may do now."""
    return tuple(_legal(state, actor))


def _legal(state: TableState, actor: str) -> Iterator[Offer]:
    role = actor if actor in HOUSE else PLAYERS
    for offering, to, during in _OFFERINGS:
        if state.phase not in during or role not in to or offering.__module__ not in state.game.concerns:
            continue
        for offered in offering(state, actor):
            offer = Offer(offered) if isinstance(offered, Command) else offered
            if offer.form or can(state, offer.command):
                yield replace(offer, state=state) if offer.chance else offer


def concern_of(command: type[Command]) -> str:
    """Return the name of the module that decides the command."""
    return _DECIDERS[command][1]


def commands() -> Mapping[str, type[Command]]:
    """Return all commands, keyed by verb."""
    return MappingProxyType(_VERBS)


def events() -> tuple[type[Event], ...]:
    """Return every event type."""
    return tuple(_EVENTS.values())


def event_kind(name: str) -> type[Event]:
    """Return the event type with this name."""
    return _EVENTS[name]


def event_name(kind: type[Event]) -> str:
    """Return the name used for an event type in files: `HandExposed` becomes `hand-exposed`."""
    return _NAMES[kind]


def refuse(message: str, clauses: tuple[str, ...], /, **fields: Any) -> Refused:
    """Return a refusal that cites the first of the clauses, for the caller to raise."""
    return Refused(message, clauses[0] if clauses else None, **fields)
