"""A faster constructor for small immutable values that a round creates by the hundred."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

T = TypeVar("T")


def quick(kind: type[T]) -> type[T]:
    """Give a frozen dataclass with slots a faster constructor that does the same; use it as a decorator above it.

    The usual one looks up `object.__setattr__` and the field's descriptor for every field; this one has the
    descriptors at hand, which saves a third of the time.
    """
    scope: dict[str, Any] = {}
    positional: list[str] = []
    keyword: list[str] = []
    body: list[str] = []
    for field in fields(kind):  # type: ignore[arg-type]
        if not field.init or field.default_factory is not MISSING:
            return kind
        parameter = field.name
        if field.default is not MISSING:
            scope[f"_default_{field.name}"] = field.default
            parameter += f"=_default_{field.name}"
        (keyword if field.kw_only else positional).append(parameter)
        scope[f"_set_{field.name}"] = getattr(kind, field.name).__set__
        body.append(f"    _set_{field.name}(self, {field.name})")
    if hasattr(kind, "__post_init__"):
        body.append("    self.__post_init__()")
    parameters = ", ".join(["self", *positional, *(["*", *keyword] if keyword else [])])
    exec(f"def __init__({parameters}):\n" + "\n".join(body or ["    pass"]), scope)
    scope["__init__"].__qualname__ = f"{kind.__qualname__}.__init__"
    scope["__init__"].__annotations__ = kind.__init__.__annotations__
    kind.__init__ = scope["__init__"]  # type: ignore[method-assign]
    return kind
