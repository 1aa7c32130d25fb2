"""Write canonical TOML: equal values produce equal text, so lines can be compared and hashed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from json.encoder import encode_basestring as _quoted
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def value(item: Any) -> str:
    """Return a value on one line: text, integers, booleans, arrays and inline tables."""
    kind = type(item)
    if kind is int:
        return repr(item)
    if kind is list:
        return f"[{', '.join(map(value, item))}]"
    if isinstance(item, str):
        text = _quoted(item)
        return text.replace("\x7f", "\\u007f") if "\x7f" in text else text
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, int):
        return str(int(item))
    if isinstance(item, Mapping):
        return inline(item)
    if isinstance(item, Sequence):
        return f"[{', '.join(map(value, item))}]"
    raise TypeError(f"{type(item).__name__} has no place in a record")


def inline(table: Mapping[str, Any]) -> str:
    if not table:
        return "{}"
    return f"{{ {', '.join([f'{key(name)} = {value(item)}' for name, item in table.items()])} }}"


@lru_cache(maxsize=1024)
def key(name: str) -> str:
    return name if _BARE.fullmatch(name) else value(name)


def tables(name: str, table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of `[name]` and its subtables, with a blank line before each."""
    yield ""
    yield f"[{name}]"
    for each, item in table.items():
        if not isinstance(item, Mapping):
            yield f"{key(each)} = {value(item)}"
    for each, item in table.items():
        if isinstance(item, Mapping):
            yield from tables(f"{name}.{key(each)}", item)


def listed(name: str, entries: Sequence[Mapping[str, Any] | str]) -> Iterator[str]:
    """Yield an array with one inline table per line."""
    if not entries:
        yield f"{name} = []"
        return
    yield f"{name} = ["
    for entry in entries:
        yield f"  {entry if isinstance(entry, str) else inline(entry)},"
    yield "]"
