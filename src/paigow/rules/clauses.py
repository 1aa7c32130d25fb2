"""The clause index: every testable statement of the four documents, by id."""

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pkgutil import resolve_name
from types import MappingProxyType

from paigow.errors import PaigowError
from paigow.rules.standards import STANDARDS


@cache
def clause_id_pattern() -> re.Pattern[str]:
    """Return a pattern for clause ids in running text or source code."""
    prefixes = "|".join(each.prefix for each in STANDARDS.values())
    return re.compile(rf"\b(?:{prefixes})-[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement. The summary is ours; the document's own text is binding."""

    id: str
    document: str
    title: str
    kind: str
    actor: str
    summary: str
    software: str
    """How the package deals with it, in a few words."""

    @property
    def prefix(self) -> str:
        return self.id.partition("-")[0]


@cache
def clauses() -> Mapping[str, Clause]:
    """Return all clauses in the documents' order, with those of further documents last. Loaded on first use."""
    text = (files("paigow.rules") / "data" / "clauses.csv").read_text(encoding="utf-8")
    names = Clause.__slots__
    rows = csv.DictReader(text.splitlines())
    found = {row["id"]: Clause(**{name: row[name] for name in names}) for row in rows}
    for standard in STANDARDS.values():
        if standard.sources.clauses:
            found |= {each.id: each for each in resolve_name(standard.sources.clauses)}
    return MappingProxyType(found)


@cache
def under(clause_id: str) -> tuple[Clause, ...]:
    """Return the clauses that an id stands for: itself, or every row below an id that only introduces a list."""
    index = clauses()
    if clause_id in index:
        return (index[clause_id],)
    return tuple(clause for clause in index.values() if clause.id.startswith(f"{clause_id}."))


def clause(clause_id: str) -> Clause:
    """Return the clause with that id. An id that only introduces a list has no text: use `under` for its rows."""
    found = under(clause_id)
    if len(found) == 1 and found[0].id == clause_id:
        return found[0]
    if found:
        raise PaigowError(f"{clause_id} only opens a list; its clauses are {', '.join(clause.id for clause in found)}")
    raise PaigowError(f"there is no clause {clause_id!r}{_hint(clause_id)}")


def known(clause_id: str) -> bool:
    return bool(under(clause_id))


def _hint(clause_id: str) -> str:
    """Return the nearest existing id, so that a typo is easy to find."""
    parts = re.split(r"(?=[.])", clause_id)
    while len(parts) > 1:
        parts.pop()
        near = "".join(parts)
        if known(near):
            return f"; the nearest that exists is {near}"
    return "; an id looks like MDT-8.D.4, MDP-6.B.3, NZ-A4.2.1 or DO-R4.a"
