"""Short house ways of either game: `short-N` is the last N rules of one list, the best of that length found."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any, Final

from paigow.errors import PaigowError
from paigow.toml_text import read_toml

NAME: Final = re.compile(r"short-([1-9][0-9]?)")


@dataclass(frozen=True)
class ShortWays:
    """The list in `short.toml` of a package, and how its game writes rules into the text of a house way."""

    package: str
    written: Callable[[str, list[dict[str, Any]]], str]

    @cached_property
    def _rules(self) -> list[dict[str, Any]]:
        text = resources.files(self.package).joinpath("short.toml").read_text(encoding="utf-8")
        rules: list[dict[str, Any]] = read_toml(text)["rule"]
        return rules

    @property
    def longest(self) -> int:
        """How many rules the longest has."""
        return len(self._rules)

    def text(self, name: str) -> str | None:
        """Return a short house way as text that carries its rules; None if the name is none of theirs."""
        found = NAME.fullmatch(name)
        if found is None:
            return None
        rules = int(found[1])
        if rules > self.longest:
            raise PaigowError(
                "the short house ways are short-1 to short-{longest}, not {name}", longest=self.longest, name=name
            )
        return self.written(name, self._rules[-rules:])

    def toml(self, text: str, game: str) -> str:
        """Return a list of rules, given as a short house way's name or as text that carries it, as a TOML file."""
        kind, _, rest = (self.text(text) or text).partition(":")
        name, _, rules = rest.partition(":")
        if kind != "list":
            raise PaigowError("{name} is not a list of rules: only lists can be written as TOML", name=text[:40])
        lines = [f'name = "{name}"', f'game = "{game}"']
        for rule in json.loads(rules):
            lines += ["", "[[rule]]", *(f"{key} = {json.dumps(value)}" for key, value in rule.items())]
        return "\n".join(lines) + "\n"
