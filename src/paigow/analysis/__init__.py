"""Exact odds by enumeration, advice for one hand, comparison of house ways, simulation and par sheets.

`odds`, `advise`, `compare_house_ways`, `simulate_rules` and `par_sheet` work with any rules; the other names are their
building blocks. Names are loaded on first use, so code that does not need the compiled kernels does not wait for them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paigow.analysis.advice import HandAdvice, SettingAdvice, advise_dealer_open, advise_poker, advise_tiles
    from paigow.analysis.batch import best_five, categories, hands_array, set_by_house_way
    from paigow.analysis.best import BestPlay, best_play, play_best
    from paigow.analysis.compare import (
        Comparison,
        CostlyHand,
        compare_poker_house_ways,
        compare_tile_house_ways,
        costliest_tile_hands,
    )
    from paigow.analysis.dealer_open import ace_high_wager, dealer_open_main
    from paigow.analysis.par import ParSheet, par_sheet
    from paigow.analysis.poker import Copies, main_copies, main_wager
    from paigow.analysis.questions import WagerOdds, odds
    from paigow.analysis.results import COMMISSION, Counts, Odds, Outcome, frame
    from paigow.analysis.settings import Advice, SettingOdds, advise
    from paigow.analysis.side import (
        break_even_meter,
        class_counts,
        dealer_jacks,
        envy_per_hand,
        jack_wager,
        payout_limit_effect,
        side_wager,
    )
    from paigow.analysis.simulate import Estimate, Simulation, SimulationQuestion, simulate
    from paigow.analysis.simulations import SimulationReport, simulate_rules
    from paigow.analysis.tiles import pair_fortunes, tiles_main
    from paigow.analysis.vigorish import VigorishEffect, vigorish_effect
    from paigow.analysis.ways import HouseWayComparison, compare_house_ways, costly_hands

_WHERE = {
    "advice": ("HandAdvice", "SettingAdvice", "advise_dealer_open", "advise_poker", "advise_tiles"),
    "batch": ("best_five", "categories", "hands_array", "set_by_house_way"),
    "best": ("BestPlay", "best_play", "play_best"),
    "compare": (
        "Comparison", "CostlyHand", "compare_poker_house_ways", "compare_tile_house_ways",
        "costliest_tile_hands",
    ),
    "dealer_open": ("ace_high_wager", "dealer_open_main"),
    "par": ("ParSheet", "par_sheet"),
    "poker": ("Copies", "main_copies", "main_wager"),
    "questions": ("WagerOdds", "odds"),
    "results": ("COMMISSION", "Counts", "Odds", "Outcome", "frame"),
    "settings": ("Advice", "SettingOdds", "advise"),
    "side": (
        "break_even_meter", "class_counts", "dealer_jacks", "envy_per_hand", "jack_wager", "payout_limit_effect",
        "side_wager",
    ),
    "simulate": ("Estimate", "SimulationQuestion", "Simulation", "simulate"),
    "simulations": ("SimulationReport", "simulate_rules"),
    "tiles": ("pair_fortunes", "tiles_main"),
    "vigorish": ("VigorishEffect", "vigorish_effect"),
    "ways": ("HouseWayComparison", "compare_house_ways", "costly_hands"),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _WHERE.items() for name in names}

__all__ = [
    "COMMISSION",
    "Advice",
    "BestPlay",
    "Comparison",
    "Copies",
    "CostlyHand",
    "Counts",
    "Estimate",
    "HandAdvice",
    "HouseWayComparison",
    "Odds",
    "Outcome",
    "ParSheet",
    "SettingAdvice",
    "SettingOdds",
    "Simulation",
    "SimulationQuestion",
    "SimulationReport",
    "VigorishEffect",
    "WagerOdds",
    "ace_high_wager",
    "advise",
    "advise_dealer_open",
    "advise_poker",
    "advise_tiles",
    "best_five",
    "best_play",
    "break_even_meter",
    "categories",
    "class_counts",
    "compare_house_ways",
    "compare_poker_house_ways",
    "compare_tile_house_ways",
    "costliest_tile_hands",
    "costly_hands",
    "dealer_jacks",
    "dealer_open_main",
    "envy_per_hand",
    "frame",
    "hands_array",
    "jack_wager",
    "main_copies",
    "main_wager",
    "odds",
    "pair_fortunes",
    "par_sheet",
    "payout_limit_effect",
    "play_best",
    "set_by_house_way",
    "side_wager",
    "simulate",
    "simulate_rules",
    "tiles_main",
    "vigorish_effect",
]


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{module}"), name)
