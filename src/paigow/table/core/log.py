"""An event's description of itself: who may see which of its fields, and its sentence in the log.

Both are part of the event's class. `table.hearing` hides the fields a viewer may not see, and `record.narration` builds
sentences from the rest, so they cannot reveal more. Sentences are templates with field names, so they can be translated
as they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

CLAUSES = "clauses"
"""Pseudo-field that hides clauses if they identify a house way rule and so reveal what the hand holds."""


@dataclass(frozen=True, slots=True)
class Audience:
    """The visibility of an event's fields: to everybody, to the one person it concerns, or to nobody."""

    public: frozenset[str]
    hidden: frozenset[str]
    hearer: str  # who may also see the hidden fields: the player named in this field, or the floor; nobody if empty
    covered: tuple[str, str] | None  # a field that is true when something is face down, and the field hidden then

    @property
    def fields(self) -> frozenset[str]:
        """Return all fields covered, which must be all the fields of the event."""
        return (self.public | self.hidden) - {CLAUSES}


def everyone(
    public: str = "", *, hidden: str = "", hearer: str = "", covered: tuple[str, str] | None = None
) -> Audience:
    """Show everyone the public fields, and only the hearer the hidden ones; field names are separated by spaces."""
    return Audience(frozenset(public.split()), frozenset(hidden.split()), hearer, covered)


CARDS = "cards"
"""Pseudo-field that is true in card games."""
BOXES = "boxes"
"""Pseudo-field that is true if the game has boxes: its sentences then use the words of New Zealand's document."""
OWN_PUSH = "own-push"
"""Pseudo-field that is true if the document has its own word for a push, which `{push}` stands for in a sentence."""


@dataclass(frozen=True, slots=True)
class Either:
    """One sentence if a field is visible and not empty, and another if not."""

    field: str
    yes: Wording
    no: Wording


@dataclass(frozen=True, slots=True)
class By:
    """A sentence for each value of a field."""

    field: str
    texts: Mapping[str, Wording]


Wording: TypeAlias = str | Either | By


def sentences(wording: Wording) -> Iterator[str]:
    """Yield every possible sentence."""
    if isinstance(wording, str):
        yield wording
    else:
        for each in wording.texts.values() if isinstance(wording, By) else (wording.yes, wording.no):
            yield from sentences(each)
