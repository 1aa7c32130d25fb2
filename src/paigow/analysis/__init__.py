"""Exact odds by enumeration, advice for one hand, simulation and par sheets.

What a person asks is answered by a few functions, each with a frozen result; the modules below them do the counting.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paigow.analysis.par import ParSheet, par_sheet
    from paigow.analysis.questions import WagerOdds, odds
    from paigow.analysis.results import Counts, Odds, Outcome
    from paigow.analysis.settings import Advice, SettingOdds, advise
    from paigow.analysis.simulations import SimulationReport, simulate_rules
    from paigow.analysis.ways import HouseWayComparison, compare_house_ways, costly_hands

_HOMES = {
    "Advice": "settings",
    "Counts": "results",
    "HouseWayComparison": "ways",
    "Odds": "results",
    "Outcome": "results",
    "ParSheet": "par",
    "SettingOdds": "settings",
    "SimulationReport": "simulations",
    "WagerOdds": "questions",
    "advise": "settings",
    "compare_house_ways": "ways",
    "costly_hands": "ways",
    "odds": "questions",
    "par_sheet": "par",
    "simulate_rules": "simulations",
}

__all__ = [
    "Advice",
    "Counts",
    "HouseWayComparison",
    "Odds",
    "Outcome",
    "ParSheet",
    "SettingOdds",
    "SimulationReport",
    "WagerOdds",
    "advise",
    "compare_house_ways",
    "costly_hands",
    "odds",
    "par_sheet",
    "simulate_rules",
]


def __getattr__(name: str) -> Any:
    """Loaded when first asked for: the counting needs numpy and compiled loops, and takes a moment to start."""
    if name in _HOMES:
        return getattr(import_module(f"paigow.analysis.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
