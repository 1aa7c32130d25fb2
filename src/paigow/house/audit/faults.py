"""The findings of an audit: the place, the row, and what was expected."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

LONGEST = 120  # longest part of a value that is reported


@dataclass(frozen=True, slots=True)
class Fault:
    """Something invalid. `table` is empty for the house as a whole."""

    table: str
    row: str
    what: str

    def __str__(self) -> str:
        return f"{self.table or 'house'}: {self.row}: {self.what}"


def shown(value: Any) -> str:
    """Return a value on one line, truncated if it is long."""
    text = " ".join(str(value).split()) or "nothing"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def difference(name: str, found: Any, due: Any) -> str:
    return f"{name} is {shown(found)}, {shown(due)} was expected"


def differences(table: str, row: str, found: object, due: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault for each field of a row that differs from what is expected."""
    for name, value in due.items():
        if (has := getattr(found, name)) != value:
            yield Fault(table, row, difference(name, has, value))


def matched(
    table: str, what: str, found: Iterable[tuple[Any, object]], due: Mapping[Any, Mapping[str, Any]]
) -> Iterator[Fault]:
    """Compare rows with the expected ones by their keys: none missing, none extra, each as it must be."""
    left = dict(due)
    for key, row in found:
        label = f"{what} {key}"
        if key not in left:
            yield Fault(table, label, "nothing that happened brings this row about")
            continue
        yield from differences(table, label, row, left.pop(key))
    for key, values in left.items():
        text = ", ".join(f"{name} {shown(value)}" for name, value in values.items())
        yield Fault(table, f"{what} {key}", f"the row is missing; expected: {text}")
