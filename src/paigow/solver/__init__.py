"""Pai Gow, solved: the value of the game when both sides set their hands optimally, and the best house way.

>>> from paigow.solver import solve  # doctest: +SKIP
>>> solve("maryland-tiles").value  # doctest: +SKIP
Fraction(-16612395979, 699466950000)
"""

from concurrent.futures import Executor
from fractions import Fraction
from pathlib import Path

from paigow.analysis.asked import Rules, ask
from paigow.solver.model import Bounds, Priced, Pure, Solution, Strategy, Watch, read_commission


def solve(
    rules: Rules,
    *,
    commission: Fraction | None = None,
    gap: Fraction | None = None,
    bank: str | None = None,
    progress: Watch | None = None,
    checkpoint: Path | None = None,
    executor: Executor | None = None,
) -> Solution:
    """Solve the main wager under some rules: both sides' optimal strategies with certified bounds on the value.

    The `commission` and the side that banks come from the rules unless given. `progress` is called with the current
    bounds; with a `checkpoint`, an interrupted run resumes where it stopped.
    """
    asked = ask(rules)
    banker = asked.bank(bank)
    if asked.game == "tiles":
        from paigow.solver.tiles.solve import solve as solve_tiles

        return solve_tiles(
            asked, commission=commission, gap=gap, banker=banker, progress=progress, checkpoint=checkpoint
        )
    from paigow.solver.poker import solve as solve_cards

    return solve_cards(
        asked,
        commission=commission,
        gap=gap,
        banker=banker,
        progress=progress,
        checkpoint=checkpoint,
        executor=executor,
    )


def save(solution: Solution, path: Path) -> None:
    """Write a solution to a file that `load`, `paigow odds --house-way` and `paigow verify-solution` read."""
    from paigow.solver.files import save as write

    write(solution, path)


def load(path: Path) -> Solution:
    from paigow.solver.files import load as read

    return read(path)


__all__ = [
    "Bounds",
    "Priced",
    "Pure",
    "Solution",
    "Strategy",
    "Watch",
    "load",
    "read_commission",
    "save",
    "solve",
]
