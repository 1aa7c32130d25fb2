"""Pai gow poker, solved: certified bounds on its value, mixed strategies for both sides and a fixed house way."""

from concurrent.futures import Executor
from fractions import Fraction
from pathlib import Path
from time import perf_counter

from paigow.analysis.asked import Asked
from paigow.solver.model import Pure, Solution, Watch
from paigow.solver.poker.dealer_open import solve_open
from paigow.solver.poker.files import load, save
from paigow.solver.poker.model import HOUSE, PLAYER
from paigow.solver.poker.solve import GAP, Question, Solver
from paigow.solver.poker.strategy import TypeStrategy

__all__ = ["GAP", "TypeStrategy", "load", "save", "solve"]


def solve(
    asked: Asked,
    *,
    commission: Fraction | None = None,
    gap: Fraction | None = None,
    banker: str | None = None,
    progress: Watch | None = None,
    checkpoint: Path | None = None,
    executor: Executor | None = None,
) -> Solution:
    """Solve the main wager of pai gow poker under the given rules, or of Dealer Open."""
    bank = asked.bank(banker)
    rate = asked.vigorish if commission is None else commission
    if asked.shows_dealer:
        return solve_open(asked, rate, progress=progress, checkpoint=checkpoint, executor=executor)
    began = perf_counter()
    question = Question(1 - rate, PLAYER if bank == "player" else HOUSE, wheel=asked.wheel)
    solver = Solver(question, progress=progress, checkpoint=checkpoint, executor=executor)
    solver.certify(GAP if gap is None else gap)
    fixed = solver.fix()
    known = solver.settle(fixed)
    priced = solver.price()
    solver.finish()
    return Solution(
        rules=asked.rules,
        game="poker",
        commission=rate,
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
            proved=known.open == 0,
            at_most=-solver.lower,
            settled=known.settled,
            open=known.open,
        ),
        house_ways=priced,
        iterations=solver.turns,
        seconds=perf_counter() - began,
    )
