"""Exact odds by enumeration, advice for one hand, comparison of house ways, simulation and par sheets.

These names work with any rules; their building blocks are in the modules. Names are loaded on first use, so code that
does not need the compiled kernels does not wait for them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paigow.analysis.par import ParSheet, par_sheet
    from paigow.analysis.questions import WagerOdds, odds
    from paigow.analysis.results import Counts, Odds, Outcome
    from paigow.analysis.settings import Advice, SettingOdds, advise
    from paigow.analysis.simulations import SimulationReport, simulate_rules
    from paigow.analysis.ways import HouseWayComparison, compare_house_ways, costly_hands

_WHERE = {
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


def __getattr__(name: str) -> object:
    module = _WHERE.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{module}"), name)
