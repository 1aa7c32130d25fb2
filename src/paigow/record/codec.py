"""Convert commands to inline tables and back, guided by their field types, and events and transfers to tables."""

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from paigow.errors import NotationError
from paigow.hands import AnyHands
from paigow.table import Command, Event
from paigow.table.core.engine import PlayerCommand, commands, event_name
from paigow.table.core.plain import PIECES, SETTINGS, own_fields, plain

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
