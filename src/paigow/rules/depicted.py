"""The clauses that software can only show or explain, each with the reason; every other clause is enforced."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

ENFORCED: Final = "enforced"
DEPICTED: Final = "depicted"


@cache
def depicted() -> Mapping[str, str]:
    """Return the ids of the depicted clauses, each with the reason why no software can enforce it."""
    text = (files("paigow.rules") / "data" / "depicted.toml").read_text(encoding="utf-8")
    groups = tomllib.loads(text)["group"]
    return MappingProxyType({clause_id: group["reason"] for group in groups for clause_id in group["clauses"]})


def nature(clause_id: str) -> str:
    """Return "enforced" if a test can fail when the software ignores the clause, else "depicted"."""
    return DEPICTED if clause_id in depicted() else ENFORCED
