"""Write the strategies of the shipped solutions where the games read them: `python -m tools.solved_strategies`.

Bots, drills and house ways do not use the solver; they read the games' own tables.
"""

import json
import zlib
from importlib import resources
from pathlib import Path

import numpy as np

from paigow.analysis.house_ways import table_from_settings
from paigow.analysis.ranks import setting_table
from paigow.analysis.types import TYPES, type_table
from paigow.poker import DECK
from paigow.solver.files import load, shipped
from paigow.solver.poker.strategy import TypeStrategy
from paigow.solver.tiles.strategy import TileStrategy


def tiles_data() -> dict[str, object]:
    """Return both sides' strategies at five percent, in the form that `paigow.tiles.mixed` reads."""
    solution = load(shipped()["maryland-tiles-5"])
    found: dict[str, object] = {}
    for side, strategy in (("player", solution.player), ("bank", solution.house)):
        assert isinstance(strategy, TileStrategy)
        lines = strategy.to_dict()
        found[side] = {
            "digits": strategy.digits(),
            "mixed": {hand: line for hand, line in lines.items() if isinstance(line, dict)},
        }
    return found


def cards_data() -> tuple[dict[str, object], dict[str, bytes]]:
    """Return both sides' strategies at five percent: the mixed settings, and tables of the likeliest ones."""
    solution = load(shipped()["maryland-poker-5"])
    mixed: dict[str, object] = {}
    tables: dict[str, bytes] = {}
    for side, strategy in (("player", solution.player), ("bank", solution.house)):
        assert isinstance(strategy, TypeStrategy)
        order = np.lexsort((-strategy.weight, strategy.type))
        types, setting, weight = strategy.type[order], strategy.setting[order], strategy.weight[order]
        first = np.searchsorted(types, np.arange(TYPES))
        tables[side] = zlib.compress(table_from_settings(setting[first], strategy.wheel), 9)
        low, cards = setting_table(strategy.wheel).low, type_table().cards.tolist()
        several = np.flatnonzero(np.bincount(types, minlength=TYPES) > 1)
        mixed[side] = {
            "parts": strategy.parts,
            "mixed": {
                " ".join(str(DECK[card]) for card in cards[t]): [
                    [int(low[t, setting[line]]), int(weight[line])]
                    for line in range(*np.searchsorted(types, [t, t + 1]).tolist())
                ]
                for t in several.tolist()
            },
        }
    return mixed, tables


def fixed_tables() -> dict[str, bytes]:
    """Return the tables of the best fixed ways for cards, by the names of the house ways."""
    found = {}
    for name, solution in (("optimal", "maryland-poker-5"), ("optimal-open", "dealer-open-0")):
        fixed = load(shipped()[solution]).pure.strategy
        assert isinstance(fixed, TypeStrategy)
        found[name] = zlib.compress(table_from_settings(fixed.setting, fixed.wheel), 9)
    return found


def main() -> None:
    """Write the files that the games read."""
    folders = {game: Path(str(resources.files(f"paigow.{game}.house_ways"))) for game in ("tiles", "poker")}
    (folders["tiles"] / "equilibrium.json").write_text(json.dumps(tiles_data(), indent=1) + "\n", encoding="utf-8")
    mixed, tables = cards_data()
    (folders["poker"] / "equilibrium.json").write_text(
        json.dumps(mixed, separators=(",", ":")) + "\n", encoding="utf-8"
    )
    for name, table in ({f"equilibrium-{side}": each for side, each in tables.items()} | fixed_tables()).items():
        (folders["poker"] / f"{name}.table").write_bytes(table)


if __name__ == "__main__":
    main()
