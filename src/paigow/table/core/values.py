"""Copy an immutable value with some fields changed, and cache what is derived from its fields.

Everything here exists only for speed; `python -m benchmarks.rounds` shows whether it helps. Frozen dataclasses set each
field through a call of its own, so a copy of an existing value costs half as much as a new one with many fields.

Modules of the table give names of their own to members of enums that they need dozens of times a round: until Python
3.12, `Phase.BETTING` takes twenty times as long as a global name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, overload

P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")
C = TypeVar("C", bound="Value")

_DERIVED: dict[str, frozenset[str]] = {}
"""The derived properties to forget when a field of this name changes."""
_deciding = _DERIVED.keys()
"""The fields from which properties are derived."""
_DERIVING: set[type] = set()
"""The classes that have derived properties."""
_KNOWN: dict[str, str] = {}
"""The other name of a field of this name, under which it is never None."""


class Fillable:
    """A base of objects that `fill` can give all their fields at once."""


class Value(Fillable):
    """A base of values that are often copied and read: each has a dictionary with keys of its own.

    Objects of a class share their keys as they are made, and so would their copies; but Python reads a field of a copy
    three times as fast if it does not. It is faster, too, if the class has no attribute with the field's name, so a
    default that is an object of one of our classes comes from a `default_factory`.
    """

    def __post_init__(self) -> None:
        fill(self, dict(self.__dict__))


new = object.__new__
fill: Callable[[Fillable, dict[str, Any]], None] = vars(Fillable)["__dict__"].__set__
"""Give an object from `new` its fields, in less time than `object.__setattr__`, which looks for the attribute."""

if TYPE_CHECKING:  # the type checker understands `replace`, and which fields a class has
    from dataclasses import replace as changed

    def build(kind: Callable[P, T], /, *_: P.args, **fields: P.kwargs) -> T: ...
else:

    def build(kind: type[T], /, **fields: Any) -> T:
        """Return a new event or command with these fields, in half the time that its own constructor takes.

        For the few that make up most of a round. The type checker knows that no field is missing; nothing checks it
        here. The class must have no slots.
        """
        value = new(kind)
        fill(value, fields)
        return value

    def changed(value: C, /, **changes: Any) -> C:
        """Copy a `Value` without checks, like `dataclasses.replace`."""
        kind = type(value)
        if kind in _DERIVING:
            return copied(value, changes)
        other = new(kind)
        fill(other, value.__dict__ | changes)
        return other


def copied(value: C, changes: dict[str, Any]) -> C:
    """Copy a value like `changed`, with the changes in a dictionary.

    Every event copies the state and usually the round. Merging their dictionaries takes a third less time than filling
    an empty one twice. Derived properties come along unless one of the changed fields decides them.
    """
    values = value.__dict__ | changes
    if not _deciding.isdisjoint(changes):
        for field in changes:
            if field in _KNOWN and changes[field] is not None:
                values[_KNOWN[field]] = changes[field]  # in place: removing keys and adding others makes it grow
                continue
            if field in _DERIVED:
                for name in _DERIVED[field] & values.keys():
                    del values[name]
    other = new(type(value))
    fill(other, values)
    return other


class derived(Generic[T, V]):  # noqa: N801 (a decorator, like property)
    """A property that follows from some fields, computed once for each combination of their values.

    The answer is kept next to the fields under the property's own name, where Python finds it before it asks this
    class: reading it again costs no more than reading a field. Copies made by `changed` inherit it until one of the
    fields changes. Dozens of steps in a round ask where the wagers are, but few move them.
    """

    def __init__(self, function: Callable[[T], V], fields: tuple[str, ...]) -> None:
        self.__doc__ = function.__doc__
        self._function = function
        self._name = function.__name__
        for field in fields:
            _DERIVED[field] = _DERIVED.get(field, frozenset()) | {self._name}

    def __set_name__(self, owner: type[T], name: str) -> None:
        _DERIVING.add(owner)

    @overload
    def __get__(self, instance: None, owner: type[T]) -> derived[T, V]: ...

    @overload
    def __get__(self, instance: T, owner: type[T]) -> V: ...

    def __get__(self, instance: T | None, owner: type[T]) -> derived[T, V] | V:
        if instance is None:
            return self
        answer = instance.__dict__[self._name] = self._function(instance)
        return answer


def derived_from(*fields: str) -> Callable[[Callable[[T], V]], derived[T, V]]:
    """Declare a property that follows from these fields alone."""
    return lambda function: derived(function, fields)


def known(field: str) -> Callable[[Callable[[T], V]], derived[T, V]]:
    """Declare a property that is this field, or raises an error if the field is None."""

    def declare(function: Callable[[T], V]) -> derived[T, V]:
        _KNOWN[field] = function.__name__
        return derived(function, (field,))

    return declare


__all__ = ["Fillable", "Value", "build", "changed", "copied", "derived", "derived_from", "fill", "known", "new"]
