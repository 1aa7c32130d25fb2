"""Conversion of events and whole table states to plain JSON values and back, guided by their field types.

A record is for people; this is the format in which a store keeps events and states that it will load again. Reading
returns a value equal to the one written, and each value has only one form, so forms can be hashed.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from paigow.errors import NotationError
from paigow.hands.pieces import Piece, Setting
from paigow.money import Account, Ledger, Transfer
from paigow.money.movements import read_reason
from paigow.poker import Card, PokerSetting, parse_cards
from paigow.table import Event, Game, TableState
from paigow.table.core.engine import events
from paigow.table.core.model import Part, Round, WagerKey, part_kind
from paigow.tiles import Tile, TileSetting, parse_tiles

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
