"""What an event says about itself: who hears which of its fields, and the sentence that the log has for it.

Both stand in the event's class. `table.hearing` keeps back what is not for a viewer, and `record.narration` makes
sentences of what is left, so that they cannot say more. Sentences are templates with the names of fields, so that they
can be translated as they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

CLAUSES = "clauses"
"""Among hidden fields: clauses that name a rule of the house way, which tells what the hand it sets holds."""


@dataclass(frozen=True, slots=True)
class Audience:
    """Who hears which fields of an event: everybody, the one person whom it concerns, or nobody."""

    public: frozenset[str]
    hidden: frozenset[str]
    hearer: str  # who hears the hidden fields too: the player named in this field, or the floor; nobody if empty
    covered: tuple[str, str] | None  # a field that is true when things lie face down, and the one not heard then

    @property
    def fields(self) -> frozenset[str]:
        """All fields that are spoken for, which must be all that the event has."""
        return (self.public | self.hidden) - {CLAUSES}


def everyone(
    public: str = "", *, hidden: str = "", hearer: str = "", covered: tuple[str, str] | None = None
) -> Audience:
    """Let everyone hear the public fields, and nobody but the hearer the hidden ones; names are separated by spaces."""
    return Audience(frozenset(public.split()), frozenset(hidden.split()), hearer, covered)


CARDS = "cards"
"""Stands for a field that is true where the pieces are cards."""
BOXES = "boxes"
"""Stands for one that is true where the document speaks of boxes: its own words are New Zealand's."""
TIES = "ties"
"""Stands for one that is true where the document calls a push a tie."""


@dataclass(frozen=True, slots=True)
class Either:
    """One sentence if a field is heard and holds something, another if not."""

    field: str
    yes: Wording
    no: Wording


@dataclass(frozen=True, slots=True)
class By:
    """A sentence for each value of a field."""

    field: str
    texts: Mapping[str, Wording]


Wording: TypeAlias = str | Either | By


def template(wording: Wording, fields: Mapping[str, Any]) -> str:
    """Return the sentence for what the fields hold."""
    while not isinstance(wording, str):
        if isinstance(wording, By):
            wording = wording.texts[fields[wording.field]]
        else:
            wording = wording.yes if fields.get(wording.field) else wording.no
    return wording


def sentences(wording: Wording) -> Iterator[str]:
    """Yield every sentence that there is a choice of."""
    if isinstance(wording, str):
        yield wording
    else:
        for each in wording.texts.values() if isinstance(wording, By) else (wording.yes, wording.no):
            yield from sentences(each)
