"""The four standards, an operator's submission within them, the readings and the clause index."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from paigow.rules.clauses import Clause, clause, known, under
from paigow.rules.clauses import clauses as _clauses
from paigow.rules.standards import STANDARDS, Standard, standard

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paigow.rules.readings import READINGS, Reading, readings_of
    from paigow.rules.submission import (
        DealerOpen,
        MarylandPoker,
        MarylandTiles,
        NewZealand,
        Submission,
        build_submission,
        load_submission,
        stored_submission,
        submission_faults,
        submission_hash,
    )

    CLAUSES: Mapping[str, Clause]

__all__ = [
    "CLAUSES",
    "READINGS",
    "STANDARDS",
    "Clause",
    "DealerOpen",
    "MarylandPoker",
    "MarylandTiles",
    "NewZealand",
    "Reading",
    "Standard",
    "Submission",
    "build_submission",
    "clause",
    "known",
    "load_submission",
    "readings_of",
    "standard",
    "stored_submission",
    "submission_faults",
    "submission_hash",
    "under",
]


def __getattr__(name: str) -> Any:
    """Load the models and the index on first use; naming a standard needs neither."""
    if name == "CLAUSES":
        return _clauses()
    if name in __all__:
        home = "readings" if name in ("READINGS", "Reading", "readings_of") else "submission"
        return getattr(import_module(f"paigow.rules.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
