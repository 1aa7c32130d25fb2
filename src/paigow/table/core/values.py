"""Copy an immutable value with some fields changed, and cache what is derived from its fields.

Everything here exists only for speed; `python -m benchmarks.rounds` shows whether it helps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

T = TypeVar("T")
V = TypeVar("V")

_new = object.__new__
_set = object.__setattr__

if TYPE_CHECKING:  # the type checker understands `replace`
    from dataclasses import replace as changed
else:

    def changed(value: T, /, **changes: Any) -> T:
        """Copy a frozen dataclass without slots or checks, like `dataclasses.replace`.

        Every event copies the state and usually the round. Merging their dictionaries takes a third less time than
        filling an empty one twice.
        """
        other = _new(type(value))
        _set(other, "__dict__", value.__dict__ | changes)
        return other


class derived(Generic[T, V]):  # noqa: N801 (a decorator, like property)
    """A property that follows from some fields, computed once for each combination of their values.

    The answer is kept next to the fields, so copies made by `changed` inherit it; it is computed again as soon as one
    of the fields holds a different object. Dozens of steps in a round ask where the wagers are, but few move them.
    """

    def __init__(self, function: Callable[[T], V], fields: tuple[str, ...]) -> None:
        self.__doc__ = function.__doc__
        self._function = function
        self._fields = fields
        self._memo = f"_{function.__name__}"

    @overload
    def __get__(self, instance: None, owner: type[T]) -> derived[T, V]: ...

    @overload
    def __get__(self, instance: T, owner: type[T]) -> V: ...

    def __get__(self, instance: T | None, owner: type[T]) -> derived[T, V] | V:
        if instance is None:
            return self
        values = instance.__dict__
        memo = values.get(self._memo)
        if memo is not None:
            for field, source in memo[0]:
                if values[field] is not source:
                    break
            else:
                return memo[1]  # type: ignore[no-any-return]
        answer = self._function(instance)
        values[self._memo] = [(field, values[field]) for field in self._fields], answer
        return answer


def derived_from(*fields: str) -> Callable[[Callable[[T], V]], derived[T, V]]:
    """Declare a property that follows from these fields alone."""
    return lambda function: derived(function, fields)


__all__ = ["changed", "derived", "derived_from"]
