"""The short house ways of the package: `short-N` is the last N rules of one list, the best of that length found."""

import re
from functools import cache
from importlib import resources
from typing import Any

from paigow.errors import PaigowError
from paigow.poker.lists import written_list
from paigow.toml_text import read_toml

NAME = re.compile(r"short-([1-9][0-9]?)")


@cache
def _data() -> list[dict[str, Any]]:
    text = resources.files("paigow.poker.house_ways").joinpath("short.toml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = read_toml(text)["rule"]
    return found


def longest() -> int:
    """How many rules the longest has."""
    return len(_data())


def short_text(name: str) -> str | None:
    """Return a short house way as text that carries its rules; None if the name is none of theirs."""
    found = NAME.fullmatch(name)
    if found is None:
        return None
    rules = int(found[1])
    if rules > longest():
        raise PaigowError(
            "the short house ways are short-1 to short-{longest}, not {name}", longest=longest(), name=name
        )
    return written_list(name, _data()[-rules:])
