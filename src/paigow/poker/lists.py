"""House ways as lists of rules in a file, each with the hands it applies to and what it plays.

The first rule that matches decides.

[[rule]]
holding = "two pair"       # the combination of ranks; any hand if it is left out
first = [7, 10]            # the rank of the first group (11 to 14 are jack to ace), from and to
second = [2, 6]            # the rank of the second group
front = [14]               # the minimum ranks of the highest cards outside the groups
complete = true            # whether the hand can keep a straight or flush
play = "others"            # which two cards go low
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from paigow.errors import PaigowError
from paigow.poker.card import ACE
from paigow.poker.evaluator import Category
from paigow.poker.house_way import ANY_COMPLETE, ANY_RANK, Holding, HouseWay, Play, Rule
from paigow.text import words

PREFIX: Final = "list:"
"""Prefix of a house way that contains its own rules: `list:NAME:RULES`, the rules in JSON."""

PLAYS: Final[Mapping[str, Play]] = {play.name.lower().replace("_", "-"): play for play in Play}
KEYS: Final = frozenset({"holding", "play", "first", "second", "front", "complete", "keeps", "improves"})
NO_COMPLETE: Final = frozenset(set(Category) - ANY_COMPLETE)
_LOW: Final = {
    Play.FIRST_PAIR: "the highest pair goes low",
    Play.SECOND_PAIR: "the lower pair goes low",
    Play.OTHERS: "the two highest other cards go low",
    Play.FIRST_AND_NEXT: "one of the group and the highest other card go low",
    Play.SECOND_AND_THIRD: "the second and third highest cards go low",
    Play.KEEP_COMPLETE: "keep the straight or flush that leaves the best low hand",
    Play.KEEP_STRONGEST: "keep the best straight or flush",
    Play.BEST_FRONT: "the best low hand that is no foul",
}
_RANKS: Final = {11: "jack", 12: "queen", 13: "king", 14: "ace"}


def _rank(rank: int) -> str:
    return _RANKS.get(rank, str(rank))


def _band(band: tuple[int, int]) -> str:
    return _rank(band[0]) if band[0] == band[1] else f"{_rank(band[0])} to {_rank(band[1])}"


def _at_least(rank: int) -> str:
    return "an ace" if rank == ACE else f"{_rank(rank)} or better"


def rule_name(rule: Rule, every: bool = False) -> str:
    """Return the rule as a dealer reads it."""
    about = [] if every else [str(rule.holding)]
    if rule.first != ANY_RANK:
        about.append(f"of {_band(rule.first)}")
    if rule.second is not None:
        about.append(f"and {_band(rule.second)}")
    if rule.front:
        about.append("with " + " and ".join(_at_least(rank) for rank in rule.front) + " beside")
    if rule.complete == ANY_COMPLETE:
        about.append("and a straight or flush")
    elif rule.complete is not None:
        about.append("and no straight or flush")
    if rule.keeps:
        about.append("if that leaves a straight or flush")
    if rule.improves:
        about.append("if that is a better low hand than beside a straight or flush")
    if not about:
        return (
            _LOW[rule.play]
            if rule.play in (Play.KEEP_COMPLETE, Play.KEEP_STRONGEST)
            else f"any hand: {_LOW[rule.play]}"
        )
    return f"{' '.join(about)}: {_LOW[rule.play]}"


def rule_data(rule: Rule, every: bool = False) -> dict[str, Any]:
    """Return a rule as plain values that `read_rules` can parse."""
    data: dict[str, Any] = {} if every else {"holding": str(rule.holding)}
    if rule.first != ANY_RANK:
        data["first"] = list(rule.first)
    if rule.second is not None:
        data["second"] = list(rule.second)
    if rule.front:
        data["front"] = list(rule.front)
    if rule.complete is not None:
        data["complete"] = rule.complete == ANY_COMPLETE
    for name in ("keeps", "improves"):
        if getattr(rule, name):
            data[name] = True
    data["play"] = rule.play.name.lower().replace("_", "-")
    return data


def read_rules(data: object) -> tuple[tuple[Rule, ...], ...]:
    """Parse rules from a file, in order; a rule for any hand becomes one rule for every holding."""
    if not isinstance(data, list) or not data or not all(isinstance(each, dict) for each in data):
        raise PaigowError("write each rule of a house way as a [[rule]]")
    return tuple(_read_rule(each) for each in data)


def _read_rule(data: Mapping[str, Any]) -> tuple[Rule, ...]:
    unknown = sorted(set(data) - KEYS)
    if unknown:
        raise PaigowError(
            "a rule has no key {unknown}: choose from {keys}", unknown=repr(unknown[0]), keys=words(sorted(KEYS))
        )
    play = str(data.get("play"))
    if play not in PLAYS:
        raise PaigowError("{play} is not a way to play: choose one of {plays}", plays=words(PLAYS), play=repr(play))
    holding = data.get("holding")
    if holding is not None and holding not in list(Holding):
        raise PaigowError(
            "{holding} is not a holding: choose one of {holdings}", holdings=words(Holding), holding=repr(holding)
        )
    found = []
    for each in Holding if holding is None else (Holding(holding),):
        if each is Holding.NO_PAIR and PLAYS[play] not in _OF_NO_PAIR:
            if holding is None:
                continue
            raise PaigowError("a hand without a pair cannot be played {play}", play=repr(play))
        rule = Rule(
            "",
            each,
            PLAYS[play],
            first=_ranks(data.get("first", list(ANY_RANK)), 2),
            second=_ranks(data["second"], 2) if "second" in data else None,
            front=tuple(_ranks(data["front"])) if "front" in data else (),
            complete=None if "complete" not in data else ANY_COMPLETE if data["complete"] is True else NO_COMPLETE,
            keeps=data.get("keeps") is True,
            improves=data.get("improves") is True,
        )
        found.append(_possible(_named(rule, holding is None)))
    return tuple(found)


_OF_NO_PAIR: Final = frozenset(
    {Play.SECOND_AND_THIRD, Play.KEEP_COMPLETE, Play.KEEP_STRONGEST, Play.BEST_FRONT, Play.OTHERS}
)


def _named(rule: Rule, every: bool) -> Rule:
    return replace(rule, name=rule_name(rule, every))


def _possible(rule: Rule) -> Rule:
    """Return the rule limited to hands that have the cards its play moves."""
    singles = {Play.OTHERS: 2, Play.FIRST_AND_NEXT: 1, Play.SECOND_AND_THIRD: 3}.get(rule.play, 0)
    front = rule.front + (ANY_RANK[0],) * (singles - len(rule.front))
    second = rule.second or (ANY_RANK if rule.play is Play.SECOND_PAIR else None)
    keeps = rule.play in (Play.KEEP_COMPLETE, Play.KEEP_STRONGEST) and rule.complete is None
    return replace(rule, front=front, second=second, complete=ANY_COMPLETE if keeps else rule.complete)


def _ranks(data: object, number: int | None = None) -> Any:
    if (
        not isinstance(data, list)
        or not all(isinstance(each, int) and 2 <= each <= 14 for each in data)
        or (number is not None and len(data) != number)
        or not 1 <= len(data) <= 3
    ):
        raise PaigowError("ranks are given as a list of numbers from 2 to 14 (an ace); a range has two")
    return tuple(data)


def list_way(name: str, source: str, rules: Iterable[tuple[Rule, ...]]) -> HouseWay:
    """Return a house way with a list of rules; the last must match every hand."""
    kept = tuple(rules)
    if len(kept[-1]) != len(Holding) or rule_data(kept[-1][0], every=True) != {"play": "best-front"}:
        raise PaigowError('the last rule of a list must match every hand: write play = "best-front"')
    return HouseWay(name, source, tuple(rule for each in kept for rule in each))


def written_list(name: str, rules: Iterable[Mapping[str, Any]]) -> str:
    return f"{PREFIX}{name}:" + json.dumps(list(rules), separators=(",", ":"))


def carried_list(text: str) -> HouseWay:
    """Return the house way of a name that contains its rules."""
    name, _, rules = text.removeprefix(PREFIX).partition(":")
    try:
        data = json.loads(rules)
    except (ValueError, RecursionError):
        data = None
    return list_way(name, "a list from no document", read_rules(data))


def written(name: str, rules: Iterable[Mapping[str, Any]], *, about: str = "") -> str:
    """Return a list as TOML."""
    lines = [f"# {line}" for line in about.splitlines()] + [f'name = "{name}"', 'game = "poker"']
    for rule in rules:
        lines += ["", "[[rule]]", *(f"{key} = {json.dumps(value)}" for key, value in rule.items())]
    return "\n".join(lines) + "\n"
