"""JSON Schemas of actions, events and transfers, derived from their types, for JSON records and for the API."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pkgutil import resolve_name
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from paigow.record.wire import is_pieces, written_fields
from paigow.rules import STANDARDS
from paigow.table.core.engine import Command, Event, commands, event_name, events
from paigow.table.core.model import WagerKey
from paigow.table.view import PIECES, SETTINGS, own_fields

Schema = dict[str, Any]

TRANSFER: Schema = {
    "type": "object",
    "description": "Chips that moved from one account to another",
    "properties": {
        "from": {"type": "string"},
        "to": {"type": "string"},
        "cents": {"type": "integer"},
        "for": {"type": "string", "description": "The reason"},
        "clause": {"type": "string"},
    },
    "required": ["from", "to", "cents", "for", "clause"],
    "additionalProperties": False,
}
CLAUSES: Schema = {"type": "array", "items": {"type": "string"}, "description": "The clauses that it carries out"}


def every_command() -> Mapping[str, type[Command]]:
    """Return the commands of all games, keyed by verb."""
    _bring_games()
    return dict(sorted(commands().items()))


def every_event() -> Mapping[str, type[Event]]:
    """Return the event types of all games, keyed by name."""
    _bring_games()
    return dict(sorted((event_name(kind), kind) for kind in events()))


def _bring_games() -> None:
    """Import all games. Games are otherwise imported on first use, and each registers its own events."""
    for standard in STANDARDS.values():
        resolve_name(standard.sources.build)


def value_schema(hint: Any, *, read: bool = False) -> Schema:
    """Return the schema of a value as `plain` writes it.

    With `read`, return the schema of the values a command accepts, where an empty list of cards or tiles is written as
    "".
    """
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        kinds = [each for each in args if each is not NoneType]
        found = value_schema(kinds[0], read=read)  # a Tile or a Card, a setting of either: both are text
        return found if len(kinds) == len(args) or read else {"anyOf": [found, {"type": "null"}]}
    if hint is bool:
        return {"type": "boolean"}
    if hint is int:
        return {"type": "integer"}
    if hint is str:
        return {"type": "string"}
    if hint in PIECES:
        return {"type": "string", "description": "A piece in the notation"}
    if hint in SETTINGS:
        return {"type": "string", "description": "A setting: high / low"}
    if hint is WagerKey:
        return {"type": "string", "description": "bet:POSITION:KIND:PLAYER"}
    if is_pieces(hint):
        text: Schema = {"type": "string", "description": "Pieces with blanks between them"}
        return text if read else {"anyOf": [text, {"type": "array", "maxItems": 0, "items": {"type": "string"}}]}
    if origin is tuple:
        return _tuple_schema(args, read=read)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"type": "string", "enum": [each.value for each in hint]}
    if is_dataclass(hint):
        return _dataclass_schema(hint)
    raise TypeError(f"{hint} has no form in JSON")


def _tuple_schema(kinds: tuple[Any, ...], *, read: bool) -> Schema:
    if kinds[1:] == (...,):
        return {"type": "array", "items": value_schema(kinds[0], read=read)}
    each = [value_schema(kind, read=read) for kind in kinds]
    size = len(each)
    if all(one == each[0] for one in each):  # every client generator understands this form
        return {"type": "array", "items": each[0], "minItems": size, "maxItems": size}
    return {"type": "array", "prefixItems": each, "minItems": size, "maxItems": size}


def _dataclass_schema(kind: Any) -> Schema:
    hints = get_type_hints(kind)
    names = [f.name for f in fields(kind)]
    return _object({name: value_schema(hints[name]) for name in names}, names)


def _object(properties: Mapping[str, Schema], required: list[str]) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": required,
        "additionalProperties": False,
    }


def command_schema(kind: type[Command], *, drawn: bool = True) -> Schema:
    """Return the schema of a command: `do` and its fields. Without `drawn`, leave out the outcomes of chance."""
    hidden = set() if drawn else {name for name, _ in kind.drawn}
    properties: dict[str, Schema] = {"do": {"type": "string", "const": kind.verb}}
    required = ["do"]
    for name, hint, default in written_fields(kind):
        if name in hidden:
            continue
        properties[name] = value_schema(hint, read=True)
        if default is MISSING:
            required.append(name)
        elif default is not None and not isinstance(default, tuple):
            properties[name]["default"] = default
    return _object(properties, required)


def event_schema(kind: type[Event], *, key: str, required: frozenset[str] | None = None) -> Schema:
    """Return the schema of an event: its name under `key`, its fields and its clauses.

    The fields named in `required` are required; the others may be omitted, as records omit empty or default values.
    """
    hints = get_type_hints(kind)
    defaults = {f.name: f.default for f in fields(kind)}
    properties: dict[str, Schema] = {key: {"type": "string", "const": event_name(kind)}}
    names = [key]
    for name in own_fields(kind):
        properties[name] = value_schema(hints[name])
        always = defaults[name] is MISSING and NoneType not in get_args(hints[name])
        if name in required if required is not None else always:
            names.append(name)
    return _object({**properties, "clauses": CLAUSES}, [*names, "clauses"])
