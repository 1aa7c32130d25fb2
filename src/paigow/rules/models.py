"""Models of plain values: declared by annotations, parsed strictly, immutable.

They need only the standard library, so a submission can be read wherever a record is, for example in a web page. A
model declares its keys with `key`. `Model.read` returns the model, or every problem with the path to it; the caller
puts problems into words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import get_annotations
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from paigow.errors import PaigowError

Path = tuple[str | int, ...]
HUGE = 2**63
"""Integers from this one up are out of range for every key."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The minimum and maximum of a number, or of the length of a text or list."""

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None


@dataclass(frozen=True, slots=True)
class Reads:
    """The way a value is parsed from a file and written back.

    If `other` recognises a value, its result is used instead.
    """

    read: Callable[[object], Any] | None = None
    write: Callable[[Any], str] | None = None
    other: Callable[[object], object | None] | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a model."""

    annotation: Any
    description: str = ""
    clauses: tuple[str, ...] = ()
    bounds: tuple[Bounds, ...] = ()
    reads: Reads = Reads()


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem with one value: `kind` names it, and `context` gives the bound or error."""

    path: Path
    kind: str
    value: object
    context: Mapping[str, Any] = field(default_factory=dict)


def key(text: str = "", *clauses: str, **bounds: int) -> Any:
    """Declare a required key with its meaning, its bounds, and the clauses that leave it open or limit it."""
    return Field(None, text, clauses, (Bounds(**bounds),) if bounds else ())


M = TypeVar("M")


def check(method: Callable[[M], None]) -> Callable[[M], None]:
    """Mark a method that refuses incompatible values; it runs once all of them are valid."""
    method.__is_check__ = True  # type: ignore[attr-defined]
    return method


class Model:
    """A model that coerces nothing, accepts nothing unknown, and never changes."""

    model_fields: ClassVar[Mapping[str, Field]] = {}
    _checks: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        found = {name: _field(hint, vars_of(cls, name)) for name, hint in _hints(cls).items()}
        cls.model_fields = found
        own = [name for name, item in vars(cls).items() if getattr(item, "__is_check__", False)]
        cls._checks = (*cls._checks, *(name for name in own if name not in cls._checks))
        for name in found:
            if isinstance(vars(cls).get(name), Field):
                delattr(cls, name)

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    @classmethod
    def read(cls, data: object, path: Path = ()) -> tuple[Self | None, list[Problem]]:
        """Return the model, or everything wrong with the data."""
        if not isinstance(data, Mapping):
            return None, [Problem(path, "model_type", data)]
        values: dict[str, Any] = {}
        wrong: list[Problem] = []
        for name, declared in cls.model_fields.items():
            if name not in data:
                wrong.append(Problem((*path, name), "missing", data))
                continue
            values[name], found = _value(data[name], declared, (*path, name))
            wrong += found
        wrong += [
            Problem((*path, name), "extra_forbidden", data[name]) for name in data if name not in cls.model_fields
        ]
        if wrong:
            return None, wrong
        made = cls(**values)
        for name in cls._checks:
            try:
                getattr(made, name)()
            except PaigowError as error:
                return None, [Problem(path, "value_error", data, {"error": error})]
        return made, []

    def model_dump(self) -> dict[str, Any]:
        """Return the values as in a file: text, integers, booleans, lists and tables."""
        return {name: _written(getattr(self, name), each.reads.write) for name, each in self.model_fields.items()}

    def model_copy(self, update: Mapping[str, Any]) -> Self:
        return type(self)(**{**self.__dict__, **update})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} does not change: {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={item!r}' for name, item in self.__dict__.items())})"


def vars_of(cls: type, name: str) -> Field:
    """Return the declaration of a key in a class or one of its bases."""
    for each in cls.__mro__:
        if isinstance(found := vars(each).get(name), Field):
            return found
        if name in (known := vars(each).get("model_fields", {})):
            return known[name]  # type: ignore[no-any-return]
    return Field(None)


def _hints(cls: type) -> dict[str, Any]:
    """Return a model's annotations in the order of its keys, base classes first."""
    names = dict.fromkeys(name for each in reversed(cls.__mro__) for name in get_annotations(each))
    hints = get_type_hints(cls, include_extras=True)
    return {name: hints[name] for name in names if get_origin(hints[name]) is not ClassVar}


def _field(hint: Any, declared: Field) -> Field:
    parts = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    bare = get_args(hint)[0] if parts else hint
    reads = next((part for part in parts if isinstance(part, Reads)), Reads())
    if get_origin(bare) is tuple and reads.write is None:  # how each entry is written
        reads = Reads(reads.read, _field(get_args(bare)[0], Field(None)).reads.write, reads.other)
    bounds = (*(part for part in parts if isinstance(part, Bounds)), *declared.bounds)
    return Field(bare, declared.description, declared.clauses, tuple(dict.fromkeys(bounds)), reads)


def _value(value: object, declared: Field, path: Path) -> tuple[Any, list[Problem]]:
    reads = declared.reads
    try:
        if reads.other is not None and (known := reads.other(value)) is not None:
            return known, []
        found = reads.read(value) if reads.read is not None else value
    except PaigowError as error:
        return None, [Problem(path, "value_error", value, {"error": error})]
    if reads.read is None:
        found, wrong = _typed(value, declared.annotation, path)
        if wrong:
            return None, wrong
    return found, _out_of_bounds(found, declared.bounds, path)


def _typed(value: object, hint: Any, path: Path) -> tuple[Any, list[Problem]]:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _value(value, _field(hint, Field(None)), path)
    if origin is Literal:
        good = any(type(value) is type(each) and value == each for each in args)
        return value, [] if good else [Problem(path, "literal_error", value)]
    if origin in (Union, UnionType):
        if value is None and NoneType in args:
            return None, []
        return _typed(value, next(each for each in args if each is not NoneType), path)
    if origin is tuple:
        if not isinstance(value, tuple):
            return None, [Problem(path, "tuple_type", value)]
        read = [_typed(each, args[0], (*path, number)) for number, each in enumerate(value)]
        return tuple(each for each, _ in read), [problem for _, wrong in read for problem in wrong]
    if isinstance(hint, type) and issubclass(hint, Model):
        return hint.read(value, path)
    if type(value) is not hint:
        return None, [Problem(path, _KINDS[hint], value)]
    if hint is int and abs(value) >= HUGE:  # type: ignore[arg-type]
        return None, [Problem(path, "int_parsing_size", value)]
    return value, []


_KINDS = {bool: "bool_type", int: "int_type", str: "string_type"}


def _out_of_bounds(value: Any, bounds: tuple[Bounds, ...], path: Path) -> list[Problem]:
    wrong = []
    for each in bounds:
        size = len(value) if isinstance(value, str | tuple) else 0
        word = "string_too" if isinstance(value, str) else "too"
        if each.min_length is not None and size < each.min_length:
            wrong.append(Problem(path, f"{word}_short", value, {"min_length": each.min_length}))
        if each.max_length is not None and size > each.max_length:
            wrong.append(Problem(path, f"{word}_long", value, {"max_length": each.max_length}))
        if isinstance(value, int) and each.ge is not None and value < each.ge:
            wrong.append(Problem(path, "greater_than_equal", value, {"ge": each.ge}))
        if isinstance(value, int) and each.le is not None and value > each.le:
            wrong.append(Problem(path, "less_than_equal", value, {"le": each.le}))
    return wrong[:1]


def _written(value: Any, write: Callable[[Any], str] | None) -> Any:
    if write is not None and not isinstance(value, tuple):
        return write(value)
    if isinstance(value, Model):
        return value.model_dump()
    if isinstance(value, tuple):
        return [_written(each, write) for each in value]
    return value
