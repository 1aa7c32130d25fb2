"""Exact odds by enumeration, advice for one hand, comparison of house ways, and simulation.

Names are loaded when first used: what needs no compiled kernels does not wait for them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paigow.analysis.advice import HandAdvice, SettingAdvice, advise_dealer_open, advise_poker, advise_tiles
    from paigow.analysis.batch import best_five, categories, hands_array, low_cards, set_by_house_way
    from paigow.analysis.best import BestPlay, best_play, play_best
    from paigow.analysis.compare import (
        Comparison,
        CostlyHand,
        compare_poker_house_ways,
        compare_tile_house_ways,
        costliest_poker_hands,
        costliest_tile_hands,
    )
    from paigow.analysis.dealer_open import ace_high_wager, dealer_open_main
    from paigow.analysis.poker import Copies, main_copies, main_wager
    from paigow.analysis.results import COMMISSION, Counts, Odds, Outcome, frame
    from paigow.analysis.side import (
        break_even_meter,
        class_counts,
        dealer_jacks,
        envy_per_hand,
        jack_wager,
        payout_limit_effect,
        side_wager,
    )
    from paigow.analysis.simulate import Estimate, Question, Simulation, simulate
    from paigow.analysis.tiles import pair_fortunes, tiles_main
    from paigow.analysis.vigorish import VigorishEffect, vigorish_effect

_WHERE = {
    "advice": ("HandAdvice", "SettingAdvice", "advise_dealer_open", "advise_poker", "advise_tiles"),
    "batch": ("best_five", "categories", "hands_array", "low_cards", "set_by_house_way"),
    "best": ("BestPlay", "best_play", "play_best"),
    "compare": (
        "Comparison", "CostlyHand", "compare_poker_house_ways", "compare_tile_house_ways", "costliest_poker_hands",
        "costliest_tile_hands",
    ),
    "dealer_open": ("ace_high_wager", "dealer_open_main"),
    "poker": ("Copies", "main_copies", "main_wager"),
    "results": ("COMMISSION", "Counts", "Odds", "Outcome", "frame"),
    "side": (
        "break_even_meter", "class_counts", "dealer_jacks", "envy_per_hand", "jack_wager", "payout_limit_effect",
        "side_wager",
    ),
    "simulate": ("Estimate", "Question", "Simulation", "simulate"),
    "tiles": ("pair_fortunes", "tiles_main"),
    "vigorish": ("VigorishEffect", "vigorish_effect"),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _WHERE.items() for name in names}

__all__ = [
    "COMMISSION",
    "BestPlay",
    "Comparison",
    "Copies",
    "CostlyHand",
    "Counts",
    "Estimate",
    "HandAdvice",
    "Odds",
    "Outcome",
    "Question",
    "SettingAdvice",
    "Simulation",
    "VigorishEffect",
    "ace_high_wager",
    "advise_dealer_open",
    "advise_poker",
    "advise_tiles",
    "best_five",
    "best_play",
    "break_even_meter",
    "categories",
    "class_counts",
    "compare_poker_house_ways",
    "compare_tile_house_ways",
    "costliest_poker_hands",
    "costliest_tile_hands",
    "dealer_jacks",
    "dealer_open_main",
    "envy_per_hand",
    "frame",
    "hands_array",
    "jack_wager",
    "low_cards",
    "main_copies",
    "main_wager",
    "pair_fortunes",
    "payout_limit_effect",
    "play_best",
    "set_by_house_way",
    "side_wager",
    "simulate",
    "tiles_main",
    "vigorish_effect",
]


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{module}"), name)
