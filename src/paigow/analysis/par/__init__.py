"""Par sheets: the odds of everything a submission offers, in the form that regulators expect."""

from paigow.analysis.par.build import par_sheet
from paigow.analysis.par.files import to_bytes, write
from paigow.analysis.par.sheet import Case, Weight
from paigow.analysis.par.whole import ParSheet

__all__ = [
    "Case",
    "ParSheet",
    "Weight",
    "par_sheet",
    "to_bytes",
    "write",
]
