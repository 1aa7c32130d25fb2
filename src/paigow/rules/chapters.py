"""The chapters of the four documents, in order, and the chapter of each clause."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from paigow.rules.clauses import Clause, clauses
from paigow.rules.standards import STANDARDS, Standard


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a document; its clause ids have `key` after the document's prefix."""

    standard: Standard
    key: str
    title: str
    clauses: tuple[Clause, ...]

    @property
    def number(self) -> str:
        """Return the name people use (chapter 8, section 6, appendix 4); empty for a preamble or an unnumbered part."""
        if not self.standard.terms.chapter or self.key == "0":
            return ""
        if self.key.startswith("A"):
            return f"Appendix {self.key[1:]}"
        return f"{self.standard.terms.chapter} {self.key}"


_TITLES: Mapping[str, Mapping[str, str]] = {
    "MDT": {
        "1": "Definitions",
        "2": "Tables and shakers",
        "3": "Ranking and value of a hand",
        "4": "Opening a table, mixing the tiles",
        "5": "Wagers",
        "6": "Dealing the tiles",
        "7": "Other ways of dealing",
        "8": "Completing a round, wagers and payout odds",
        "9": "Player bank and co-banking",
        "10": "Irregularities",
    },
    "MDP": {
        "1": "Definitions",
        "2": "Tables and shakers",
        "3": "Cards and decks",
        "4": "Opening a table",
        "5": "Shuffle, cut and starting position",
        "6": "Rankings",
        "7": "Wagers",
        "8": "Dealing from a manual shoe",
        "9": "Dealing from the hand",
        "10": "Dealing from an automated shoe",
        "11": "Completing a round",
        "12": "Player bank and co-banking",
        "13": "Payout odds, Envy Bonus, progression and payout limit",
        "14": "Irregularities",
    },
    "NZ": {
        "0": "Notice",
        "1": "Interpretation",
        "2": "Application",
        "3": "Table layout and equipment",
        "4": "Ranking of the tiles",
        "5": "The bank",
        "6": "Wagers",
        "7": "Control of boxes",
        "8": "Opening a table",
        "9": "Shuffle and cut of the tiles",
        "10": "Delivery and setting of the tiles",
        "11": "Variations of play, settlement",
        "12": "Irregularities",
        "A1": "Table layout",
        "A2": "Ranking of pairs, Wongs, Gongs and high nines",
        "A3": "Ranking of single tiles",
        "A4": "House way",
        "A5": "Cuts",
    },
    "DO": {"R": "Rules of play", "W": "Pai Gow wager", "P": "Pay tables"},
}
_PART = re.compile(r"-(R(?=\d)|[^.]+)")


@cache
def chapters() -> Mapping[tuple[str, str], Chapter]:
    """Return every chapter by its standard's name and key."""
    found = {}
    for standard in STANDARDS.values():
        mine = _by_key(each for each in clauses().values() if each.prefix == standard.prefix)
        for key, title in (standard.sources.chapters or _TITLES[standard.prefix]).items():
            found[standard.name, key] = Chapter(standard, key, title, tuple(mine[key]))
    return MappingProxyType(found)


def chapters_of(standard: str) -> tuple[Chapter, ...]:
    return tuple(chapter for (name, _), chapter in chapters().items() if name == standard)


def chapter_of(clause: Clause) -> Chapter:
    standard = next(each for each in STANDARDS.values() if each.prefix == clause.prefix)
    return chapters()[standard.name, chapter_key(clause.id)]


def chapter_key(clause_id: str) -> str:
    """Return the part of the id from the prefix to the first dot; the numbered rules of Dealer Open are one chapter."""
    found = _PART.search(clause_id)
    return found[1] if found else ""


def _by_key(mine: Iterable[Clause]) -> dict[str, list[Clause]]:
    found: dict[str, list[Clause]] = {}
    for each in mine:
        found.setdefault(chapter_key(each.id), []).append(each)
    return found
