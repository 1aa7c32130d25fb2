"""Par sheets: the odds of everything a submission offers, in the form that regulators expect."""

from paigow.analysis.par.build import par_sheet
from paigow.analysis.par.files import to_bytes, write
from paigow.analysis.par.sheet import Case, Check, Finding, Identification, Table, WagerSheet, Weight
from paigow.analysis.par.whole import ParSheet

__all__ = [
    "Case",
    "Check",
    "Finding",
    "Identification",
    "ParSheet",
    "Table",
    "WagerSheet",
    "Weight",
    "par_sheet",
    "to_bytes",
    "write",
]
