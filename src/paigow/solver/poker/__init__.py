"""Pai gow poker, solved: certified bounds of its value, mixed strategies of both sides and a fixed way of the house."""

from concurrent.futures import Executor
from fractions import Fraction
from pathlib import Path
from time import perf_counter

from paigow.analysis.asked import Asked
from paigow.solver.model import Pure, Solution, Watch
from paigow.solver.poker.files import house_way_of, load, save
from paigow.solver.poker.model import HOUSE, PLAYER
from paigow.solver.poker.solve import GAP, Question, Solver
from paigow.solver.poker.strategy import TypeStrategy

__all__ = ["GAP", "TypeStrategy", "house_way_of", "load", "save", "solve"]


def solve(
    asked: Asked,
    *,
    commission: Fraction,
    gap: Fraction = GAP,
    banker: str = "house",
    progress: Watch | None = None,
    checkpoint: Path | None = None,
    executor: Executor | None = None,
) -> Solution:
    """Solve pai gow poker by the given rules."""
    began = perf_counter()
    bank = asked.bank(banker)
    question = Question(1 - commission, PLAYER if bank == "player" else HOUSE, wheel=asked.wheel)
    solver = Solver(question, progress=progress, checkpoint=checkpoint, executor=executor)
    solver.certify(gap)
    fixed = solver.fix()
    return Solution(
        rules=asked.rules,
        game="poker",
        commission=commission,
        banker=bank,
        total=solver.lines.deals,
        lower=solver.lower,
        upper=solver.upper,
        house=solver.strategy(HOUSE),
        player=solver.strategy(PLAYER),
        pure=Pure(
            TypeStrategy.of(solver.lines, fixed.weight, 1),
            fixed.counts,
            -fixed.value,
            proved=fixed.value == solver.lower,
            at_most=-solver.lower,
        ),
        house_ways=solver.price(),
        iterations=solver.turns,
        seconds=perf_counter() - began,
    )
