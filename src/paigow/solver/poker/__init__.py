"""Pai gow poker, solved: certified bounds of its value, mixed strategies of both sides and a fixed way of the house."""

from concurrent.futures import Executor
from fractions import Fraction
from pathlib import Path
from time import perf_counter

from paigow.analysis.asked import Asked
from paigow.analysis.dealer_open import dealer_open_main
from paigow.poker import HOUSE_WAYS
from paigow.solver.model import Bounds, Priced, Pure, Solution, Watch
from paigow.solver.poker.choices import choices
from paigow.solver.poker.dealer_open import open_dealer
from paigow.solver.poker.files import house_way_of, load, save
from paigow.solver.poker.model import HOUSE, PLAYER
from paigow.solver.poker.solve import GAP, Question, Solver
from paigow.solver.poker.strategy import TypeStrategy
from paigow.solver.poker.verify import verify

__all__ = ["GAP", "TypeStrategy", "house_way_of", "load", "save", "solve", "verify"]


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
    """Solve the main wager of pai gow poker by the given rules, or of Dealer Open."""
    bank = asked.bank(banker)
    rate = asked.vigorish if commission is None else commission
    if asked.shows_dealer:
        return _solve_open(asked, rate, progress, executor)
    began = perf_counter()
    question = Question(1 - rate, PLAYER if bank == "player" else HOUSE, wheel=asked.wheel)
    solver = Solver(question, progress=progress, checkpoint=checkpoint, executor=executor)
    solver.certify(GAP if gap is None else gap)
    fixed = solver.fix()
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
            proved=fixed.value == solver.lower,
            at_most=-solver.lower,
        ),
        house_ways=priced,
        iterations=solver.turns,
        seconds=perf_counter() - began,
    )


def _solve_open(asked: Asked, rate: Fraction, progress: Watch | None, executor: Executor | None) -> Solution:
    """Dealer Open: nothing is mixed. The bounds differ by what a dealer gains who looks at suits beside the type."""
    began = perf_counter()
    lines = choices(wheel=asked.wheel)

    def watch(done: int, total: int) -> None:
        if progress is not None:
            progress(Bounds(f"{done} of {total} parts", 1, -1.0, 1.0, perf_counter() - began))

    found = open_dealer(lines, 1 - rate, executor=executor, progress=watch)
    strategy = TypeStrategy.fixed(lines.settings_of(found.line), asked.wheel)
    lower, upper = found.by_hand.value(rate), found.counts.value(rate)
    priced = []
    for name in HOUSE_WAYS:
        counts = dealer_open_main(name, wheel=asked.wheel, executor=executor).counts
        assert counts is not None
        priced.append(Priced(name, counts, -counts.value(rate)))
    return Solution(
        rules=asked.rules,
        game="poker",
        commission=rate,
        banker="house",
        total=lines.deals,
        lower=lower,
        upper=upper,
        house=strategy,
        player=None,
        pure=Pure(strategy, found.counts, -upper, proved=upper == lower, at_most=-lower),
        house_ways=tuple(priced),
        iterations=1,
        seconds=perf_counter() - began,
    )
