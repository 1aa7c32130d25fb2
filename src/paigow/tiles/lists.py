"""House ways as lists of rules: the tiles that a hand must hold, and how it is then set.

The first rule that matches decides.

[[rule]]
holds = ["Teen/Day", "9", "11"]    # tiles that must be among the four
pair = "8"                         # a pair that must be held
play = "low"                       # the highest low hand, or the highest high hand ("high")
high = "7"                         # among settings whose high hand is at least this good
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from types import MappingProxyType
from typing import Any, Final

from paigow.errors import PaigowError
from paigow.text import words
from paigow.tiles.house_way import Dealt, HouseWay, Rule, Settings, best, high_then_low, low_then_high
from paigow.tiles.ranking import HandKind, TwoTileRank

GROUPS: Final[Mapping[str, frozenset[int]]] = MappingProxyType(
    {
        "Teen": frozenset({1}),
        "Day": frozenset({2}),
        "Teen/Day": frozenset({1, 2}),
        "4": frozenset({4, 7}),
        "5": frozenset({15}),
        "6": frozenset({6, 11}),
        "7": frozenset({10, 14}),
        "8": frozenset({3, 13}),
        "9": frozenset({12}),
        "10": frozenset({5, 9}),
        "11": frozenset({8}),
        "10/11": frozenset({5, 8, 9}),
        "4/5": frozenset({4, 7, 15}),
        "Gee": frozenset({16}),
        "Gee/6": frozenset({6, 11, 16}),
        "any": frozenset(range(1, 17)),
    }
)
"""Names of tiles and groups of tiles, as kinds."""

LEAST: Final = (*map(str, range(10)), "Gong", "Wong", "pair")
"""Grades of hands: their points, or their kind if they are better than nine."""


def grade(rank: TwoTileRank) -> int:
    """Return a hand's index in `LEAST`."""
    if rank.is_pair:
        return LEAST.index("pair")
    if rank.kind is HandKind.WONG:
        return LEAST.index("Wong")
    if rank.kind is HandKind.GONG:
        return LEAST.index("Gong")
    return rank.points or 0


@dataclass(frozen=True, slots=True)
class ListRule:
    """One row: the tiles a hand must hold, the minimum grade of both hands, and which of them comes first."""

    play: str
    holds: tuple[str, ...] = ()
    pair: str | None = None
    low: str = "0"
    high: str = "0"
    split: bool = False
    """Whether only settings without a pair qualify."""

    def __post_init__(self) -> None:
        if self.play not in ("low", "high"):
            raise PaigowError("a rule must play low or high, not {play}", play=repr(self.play))
        for name in (*self.holds, *(() if self.pair is None else (self.pair,))):
            if name not in GROUPS:
                raise PaigowError(
                    "{name} is not a group of tiles: choose one of {groups}", groups=words(GROUPS), name=repr(name)
                )
        for name in (self.low, self.high):
            if name not in LEAST:
                raise PaigowError(
                    "{name} is not a lowest hand: choose one of {least}", least=words(LEAST), name=repr(name)
                )

    def choose(self, dealt: Dealt) -> Settings:
        """Return the settings that the rule leaves; none if it does not match."""
        return self.play_of(dealt) if self.fits(dealt) else ()

    def fits(self, dealt: Dealt) -> bool:
        """Return whether the hand holds what the rule requires."""
        if self.pair is not None and not set(dealt.pairs) & GROUPS[self.pair]:
            return False
        kinds = list(dealt.kinds)
        if self.pair is not None and self.holds:
            paired = next(kind for kind in dealt.pairs if kind in GROUPS[self.pair])
            kinds = [kind for kind in kinds if kind != paired]
        wanted = [GROUPS[name] for name in self.holds]
        return any(
            all(kind in group for kind, group in zip(chosen, wanted, strict=True))
            for chosen in permutations(kinds, len(wanted))
        )

    def play_of(self, dealt: Dealt) -> Settings:
        low, high = LEAST.index(self.low), LEAST.index(self.high)
        left = [
            setting
            for setting in dealt.settings
            if grade(setting.low_rank) >= low
            and grade(setting.high_rank) >= high
            and not (self.split and setting.high_rank.is_pair)
        ]
        return best(left, low_then_high if self.play == "low" else high_then_low)

    @property
    def name(self) -> str:
        """Return the rule as a dealer reads it."""
        held = [f"a pair of {self.pair}" if self.pair != "any" else "a pair"] if self.pair else []
        held += list(self.holds)
        wanted = []
        if self.split:
            wanted.append("split the pair" if self.pair else "make no pair")
        wanted.append("best low hand" if self.play == "low" else "best high hand")
        least = [f"high at least {self.high}"] if self.high != "0" else []
        least += [f"low at least {self.low}"] if self.low != "0" else []
        about = f"with {', '.join(held)}: " if held else ""
        return about + ", ".join(wanted) + (f", {' and '.join(least)}" if least else "")

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {}
        if self.holds:
            data["holds"] = list(self.holds)
        if self.pair:
            data["pair"] = self.pair
        data["play"] = self.play
        for name, value in (("low", self.low), ("high", self.high)):
            if value != "0":
                data[name] = value
        if self.split:
            data["split"] = True
        return data


KEYS: Final = frozenset({"holds", "pair", "play", "low", "high", "split"})


def read_rule(data: Mapping[str, Any]) -> ListRule:
    """Parse a rule from a file."""
    unknown = sorted(set(data) - KEYS)
    if unknown:
        raise PaigowError(
            "a rule has no key {unknown}: choose from {keys}", unknown=repr(unknown[0]), keys=words(sorted(KEYS))
        )
    try:
        return ListRule(**{**data, "holds": tuple(data.get("holds", ()))})
    except TypeError:
        raise PaigowError("a rule must say what to play, and give its tiles as a list") from None


def list_way(
    name: str, source: str, rules: Iterable[ListRule], *, clause: str = "MDT-10.F", note: str = ""
) -> HouseWay:
    """Return a house way with a list of rules; the last must match every hand."""
    kept = tuple(rules)
    if not kept or kept[-1].to_dict().keys() - {"play"}:
        raise PaigowError("the last rule of a list must match every hand: it may only say what to play")
    return HouseWay(name, source, tuple(Rule(rule.name, clause, partial(ListRule.choose, rule)) for rule in kept), note)


PREFIX: Final = "list:"
"""Prefix of a house way that contains its own rules: `list:NAME:RULES`, the rules in JSON."""


def written_list(name: str, rules: Iterable[ListRule]) -> str:
    return f"{PREFIX}{name}:" + json.dumps([rule.to_dict() for rule in rules], separators=(",", ":"))


def carried_list(text: str) -> HouseWay:
    """Return the house way of a name that contains its rules."""
    name, _, rules = text.removeprefix(PREFIX).partition(":")
    try:
        data = json.loads(rules)
    except (ValueError, RecursionError):
        data = None
    return list_way(name, "a list from no document", read_rules(data))


def read_rules(data: object) -> tuple[ListRule, ...]:
    """Parse rules from a file, in order."""
    if not isinstance(data, list) or not data or not all(isinstance(each, dict) for each in data):
        raise PaigowError("write each rule of a house way as a [[rule]]")
    return tuple(read_rule(each) for each in data)


def written(name: str, rules: Iterable[ListRule], *, about: str = "") -> str:
    """Return a list as TOML."""
    lines = [f"# {line}" for line in about.splitlines()] + [f'name = "{name}"', 'game = "tiles"']
    for rule in rules:
        lines += ["", "[[rule]]"]
        for key, value in rule.to_dict().items():
            shown = (
                "true" if value is True else str(value).replace("'", '"') if isinstance(value, list) else f'"{value}"'
            )
            lines.append(f"{key} = {shown}")
    return "\n".join(lines) + "\n"
