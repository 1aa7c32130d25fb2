"""Conversion of commands, events and whole table states to plain values and back, guided by their field types.

Commands and events become the tables of a record and of the API, which people read. The rest is the format in which a
store keeps events and states that it will load again: reading returns a value equal to the one written, and each value
has only one form, so forms can be hashed.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from paigow.errors import NotationError
from paigow.hands import AnyHands
from paigow.hands.pieces import Piece, Setting
from paigow.money import Account, Ledger, Transfer
from paigow.money.ledger import read_reason
from paigow.poker import Card, PokerSetting, parse_cards
from paigow.table import Command, Event, Game, TableState
from paigow.table.core.engine import PlayerCommand, commands, event_name, events
from paigow.table.core.model import Part, Round, WagerKey, part_kind
from paigow.table.view import PIECES, SETTINGS, own_fields, plain
from paigow.tiles import Tile, TileSetting, parse_tiles

Table = Mapping[str, Any]


_COMMANDS: dict[type[Command], tuple[tuple[str, Any, Any], ...]] = {}
_EVENTS: dict[type[Event], tuple[tuple[str, Any], ...]] = {}


def written_fields(kind: type[Command]) -> tuple[tuple[str, Any, Any], ...]:
    """Return the name, type and default of every field written for a command.

    A player's own name is written as `by`.
    """
    if kind not in _COMMANDS:
        hints = get_type_hints(kind)
        skipped = {"player"} if issubclass(kind, PlayerCommand) else set()
        _COMMANDS[kind] = tuple((f.name, hints[f.name], f.default) for f in fields(kind) if f.name not in skipped)
    return _COMMANDS[kind]


def command_table(command: Command) -> dict[str, Any]:
    """Return `by`, `do`, and the fields that differ from their defaults."""
    table: dict[str, Any] = {"by": command.by, "do": command.verb}
    for name, hint, default in written_fields(type(command)):
        item = getattr(command, name)
        if default is MISSING or item != default:
            table[name] = " ".join(map(str, item)) if is_pieces(hint) else plain(item)
    return table


@cache
def is_pieces(hint: Any) -> bool:
    """Return whether a field holds any number of cards or tiles, which are written as text."""
    if get_origin(hint) is not tuple:
        return False
    kind = get_args(hint)[0]
    return bool(set(PIECES) & {kind, *get_args(kind)})


def read_command(table: Table, kit: AnyHands) -> Command:
    """Parse the command in an inline table; raise an error that says what is wrong if it is invalid."""
    by = table.get("by")
    if not isinstance(by, str):
        raise NotationError("an action says who acts and what is done: by = …, do = …")
    command = build_command({name: item for name, item in table.items() if name != "by"}, by, kit)
    if command.by != by:
        raise NotationError(f"{command.verb} is done by {command.by}, not by {by}")
    return command


def build_command(table: Table, player: str, kit: AnyHands, *, to_draw: bool = False) -> Command:
    """Parse the command in an inline table without `by`; a player's command is taken to be given by `player`.

    With `to_draw`, the table omits the outcomes of chance, and the command gets placeholders for them.
    """
    verb = table.get("do")
    if not isinstance(verb, str):
        raise NotationError("an action says what is done: do = …")
    kind = commands().get(verb)
    if kind is None:
        raise NotationError(f"there is no action {verb!r}")
    drawn = {name for name, _ in kind.drawn} if to_draw else set()
    known = {name for name, _, _ in written_fields(kind)} - drawn
    for name in table:
        if name in drawn:
            raise NotationError(f"{name} of {verb} is for chance to decide and is not said")
        if name not in known and name != "do":
            raise NotationError(f"{verb} has no {name!r}; it has {', '.join(sorted(known)) or 'nothing more to say'}")
    given: dict[str, Any] = {"player": player} if issubclass(kind, PlayerCommand) else {}
    for name, hint, default in written_fields(kind):
        if name in drawn:
            given[name] = _blank(hint)
        elif name in table:
            given[name] = _read(table[name], hint, kit, f"{name} of {verb}")
        elif default is MISSING:
            raise NotationError(f"{verb} needs {name}")
    return kind(**given)


def _blank(hint: Any) -> Any:
    """Return a placeholder, of the field's type, for a value that chance will fill in."""
    if get_origin(hint) is not tuple:
        return 0
    kinds = get_args(hint)
    return () if kinds[1:] == (...,) else (0,) * len(kinds)


def _read(item: Any, hint: Any, kit: AnyHands, what: str) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        kinds = [each for each in get_args(hint) if each is not type(None)]
        return _read(item, kinds[0], kit, what)
    if hint in PIECES:
        return kit.parse([_text(item, what)])[0]
    if hint in SETTINGS:
        return kit.parse_setting(_text(item, what))
    if is_pieces(hint):
        return tuple(kit.parse([code])[0] for code in _text(item, what).split(" ") if code)
    if get_origin(hint) is tuple:
        return _read_tuple(item, get_args(hint), kit, what)
    if isinstance(hint, type) and issubclass(hint, Enum):
        try:
            return hint(item)
        except ValueError:
            raise NotationError(f"{what} is {item!r}; it is one of {', '.join(str(each) for each in hint)}") from None
    if type(item) is not hint:
        names = {int: "a whole number", str: "text", bool: "true or false"}
        raise NotationError(f"{what} is {item!r}; it must be {names.get(hint, hint)}")
    return item


def _read_tuple(item: Any, kinds: tuple[Any, ...], kit: AnyHands, what: str) -> tuple[Any, ...]:
    if not isinstance(item, list):
        raise NotationError(f"{what} is {item!r}; it must be a list")
    if kinds[1:] == (...,):
        kinds = (kinds[0],) * len(item)
    if len(kinds) != len(item):
        raise NotationError(f"{what} has {len(item)} parts instead of {len(kinds)}")
    return tuple(_read(each, kind, kit, what) for each, kind in zip(item, kinds, strict=True))


def _text(item: Any, what: str) -> str:
    if not isinstance(item, str):
        raise NotationError(f"{what} is {item!r}; it must be text")
    return item


def event_table(event: Event) -> dict[str, Any]:
    """Return an event's name, its non-default fields and its clauses. Transfers have lines of their own."""
    table: dict[str, Any] = {"was": event_name(type(event))}
    for name, default in _event_fields(type(event)):
        item = getattr(event, name)
        if item is not None and item != default:
            table[name] = plain(item)
    table["clauses"] = list(event.clauses)
    return table


def _event_fields(kind: type[Event]) -> tuple[tuple[str, Any], ...]:
    """Return the fields of an event type with their defaults."""
    if kind not in _EVENTS:
        own = own_fields(kind)
        _EVENTS[kind] = tuple((f.name, f.default) for f in fields(kind) if f.name in own)
    return _EVENTS[kind]


WIRE_VERSION = 2  # states have parts; one written before that is folded from its events again
_LATER = {"Piece": Piece, "Setting": Setting, "Game": Game}  # names that the model imports only for type checking


class Form(NamedTuple):
    """The way values of one type are written and read."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def write_event(event: Event) -> dict[str, Any]:
    """Return the event's type under `is`, and its non-default fields."""
    kind: Any = type(event)
    return {"is": kind.__name__, **_form(kind).write(event)}


def read_event(data: Mapping[str, Any]) -> Event:
    kind: Any = _kind(str(data.get("is")))
    event: Event = _form(kind).read({name: item for name, item in data.items() if name != "is"})
    return event


def write_state(state: TableState) -> dict[str, Any]:
    """Return everything but the game, which the submission determines."""
    data: dict[str, Any] = _state_form().write(state)
    return data


def read_state(data: Mapping[str, Any], game: Game) -> TableState:
    state: TableState = _state_form().read({**data, "game": game})
    return state


_KINDS: dict[str, type[Event]] = {}


def _kind(name: str) -> type[Event]:
    """Return an event type by name.

    Games register their event types on first use, so unknown names are looked up again.
    """
    if name not in _KINDS:
        _KINDS.update({kind.__name__: kind for kind in events()})
    if name not in _KINDS:
        raise NotationError(f"there is no event {name!r}")
    return _KINDS[name]


@cache
def _state_form() -> Form:
    return _record(TableState, {"game": Form(lambda game: None, lambda game: game)})


@cache
def _form(hint: Any) -> Form:
    """Return the form of a type, which is computed once."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _union(args)
    if origin is tuple:
        return _tuple(args)
    if origin is frozenset:
        each = _form(args[0])
        return Form(
            lambda item: [each.write(one) for one in sorted(item)], lambda item: frozenset(map(each.read, item))
        )
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if args[0] == type[Part]:
            return Form(_write_parts, _read_parts)
        return _mapping(*map(_form, args))
    if hint is WagerKey:
        return Form(lambda key: list(key), lambda item: WagerKey(*item))
    if hint is Ledger:
        return Form(lambda ledger: dict(ledger.items()), _read_ledger)
    if hint is Transfer:
        return Form(_write_transfer, _read_transfer)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Form(lambda item: item.value, hint)
    if is_dataclass(hint) and isinstance(hint, type):
        return _record(hint, {})
    if hint in (int, str, bool):
        return _PLAIN
    raise TypeError(f"a {hint} has no form")


_PLAIN = Form(lambda item: item, lambda item: item)


def _union(kinds: tuple[Any, ...]) -> Form:
    """Return the form of an optional value, of a piece or setting of either game, or of a number or text."""
    if type(None) in kinds:
        left = tuple(kind for kind in kinds if kind is not type(None))
        some = _form(Union[left]) if len(left) > 1 else _form(left[0])  # noqa: UP007
        return Form(
            lambda item: None if item is None else some.write(item),
            lambda item: None if item is None else some.read(item),
        )
    if set(kinds) == {Tile, Card}:
        return Form(str, _read_piece)
    if set(kinds) == {TileSetting, PokerSetting}:
        return Form(str, lambda text: _setting_kind(text).parse(text))
    if set(kinds) <= {int, str}:
        return _PLAIN
    raise TypeError(f"a choice of {kinds} has no form")


@cache
def _read_piece(code: str) -> Piece:
    return parse_tiles(code)[0] if code.isdigit() else parse_cards(code)[0]


def _setting_kind(text: str) -> type[TileSetting] | type[PokerSetting]:
    return TileSetting if text[:1].isdigit() and text[1:2].isdigit() else PokerSetting


def _tuple(args: tuple[Any, ...]) -> Form:
    if args[1:] == (...,):
        each = _form(args[0])
        write = list if each is _PLAIN else lambda item: list(map(each.write, item))
        return Form(write, lambda item: tuple(map(each.read, item)))
    forms = tuple(map(_form, args))
    return Form(
        lambda item: [form.write(one) for form, one in zip(forms, item, strict=True)],
        lambda item: tuple(form.read(one) for form, one in zip(forms, item, strict=True)),
    )


def _mapping(key: Form, value: Form) -> Form:
    """Return the form of a mapping, written as a list of pairs: JSON keys can only be text, and the order matters."""
    write_key, write_value = key.write, value.write
    return Form(
        lambda item: [[write_key(k), write_value(v)] for k, v in item.items()],
        lambda item: {key.read(k): value.read(v) for k, v in item},
    )


def _write_parts(parts: Mapping[type[Part], Part]) -> dict[str, Any]:
    """Return the parts by the names of their types, which each concern registers when it is loaded."""
    kinds: dict[str, Any] = {kind.__name__: kind for kind in parts}
    return {name: _form(kinds[name]).write(parts[kinds[name]]) for name in sorted(kinds)}


def _read_parts(data: Mapping[str, Any]) -> dict[type[Part], Part]:
    kinds: dict[str, Any] = {name: part_kind(name) for name in data}
    return {kinds[name]: _form(kinds[name]).read(each) for name, each in data.items()}


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _record(kind: type[Any], known: Mapping[str, Form]) -> Form:
    hints = get_type_hints(kind, localns={**_LATER, "Round": Round})
    parts = [(f.name, known.get(f.name) or _form(hints[f.name]), _default(f)) for f in fields(kind)]

    written = [
        (name, None if form is _PLAIN else form.write, default) for name, form, default in parts if name not in known
    ]

    def write(item: Any) -> dict[str, Any]:
        data = {}
        for name, form, default in written:
            value = getattr(item, name)
            if value is not default and value != default:
                data[name] = value if form is None else form(value)
        return data

    def read(data: Mapping[str, Any]) -> Any:
        return kind(**{name: form.read(data[name]) for name, form, _ in parts if name in data})

    return Form(write, read)


def _read_ledger(balances: Mapping[str, int]) -> Ledger:
    """Rebuild a ledger through its normal checks, so that one that does not balance is refused."""
    return Ledger.of({Account(name): cents for name, cents in balances.items()})


def _write_transfer(move: Transfer) -> list[Any]:
    return [str(move.debit), str(move.credit), move.amount, str(move.reason), move.clause]


def _read_transfer(item: list[Any]) -> Transfer:
    debit, credit, amount, reason, clause = item
    kind, award = read_reason(reason)
    return Transfer(Account(debit), Account(credit), amount, kind, clause, award)
