"""TOML from anybody.

Python's own reader takes quadratic time and memory for a key of many parts, and falls over deep nesting and endless
numbers; such a text is refused before it is read.
"""

import re
import tomllib
from typing import Any, Final

MOST_PARTS: Final = 16  # approximate limit for one key: full stops on a line outside quotation marks
MOST_DEPTH: Final = 32  # arrays and tables within one another
MOST_DIGITS: Final = 40

_SEEN: Final = {  # the significant characters, by context
    "": re.compile(rf'"""|\'\'\'|["\'#\n.\[\]{{}}]|\d[\da-fA-Fxob_]{{{MOST_DIGITS - 1},}}'),
    '"': re.compile(r'\\.|["\n]', re.DOTALL),
    '"""': re.compile(r'\\.|"""', re.DOTALL),
    "'": re.compile(r"['\n]"),
    "'''": re.compile(r"'''"),
    "#": re.compile(r"\n"),
}


def read_toml(text: str) -> dict[str, Any]:
    """Read TOML; raise `tomllib.TOMLDecodeError` whatever is wrong."""
    _require_plain(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, RecursionError) as error:
        raise tomllib.TOMLDecodeError(f"This cannot be read: {type(error).__name__}") from None


def _require_plain(text: str) -> None:
    """One pass over the text, in time that grows with its length only."""
    inside, parts, depth, at = "", 1, 0, 0
    while (found := _SEEN[inside].search(text, at)) is not None:
        at, sign = found.end(), found[0]
        if inside:
            if not sign.startswith("\\"):
                inside = ""
                parts = 1 if sign == "\n" else parts
        elif sign in _SEEN:
            inside = sign
        elif sign == "\n":
            parts = 1
        elif sign == ".":
            parts += 1
            _require(parts <= MOST_PARTS, f"A key has at most {MOST_PARTS} parts", text, at)
        elif sign in "[{":
            depth += 1
            _require(depth <= MOST_DEPTH, f"Arrays and tables are at most {MOST_DEPTH} deep", text, at)
        elif sign in "]}":
            depth = max(0, depth - 1)
        else:
            _require(False, f"A number has fewer than {MOST_DIGITS} digits", text, at)


def _require(well: bool, message: str, text: str, at: int) -> None:
    if not well:
        line = text.count("\n", 0, at) + 1
        column = at - text.rfind("\n", 0, at) - 1
        raise tomllib.TOMLDecodeError(f"{message} (at line {line}, column {column})")
