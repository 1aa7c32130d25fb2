"""Solve tiles: iterate until few settings matter, solve those exactly, certify, and find the best fixed house way."""

from fractions import Fraction
from pathlib import Path
from time import perf_counter

from paigow.analysis.asked import Asked
from paigow.analysis.tiles import tile_table, tiles_main
from paigow.solver.model import Banker, Bounds, Priced, Pure, Solution, Watch
from paigow.solver.program import linear_programs
from paigow.solver.tiles.exact import Mix, lower_bound, upper_bound
from paigow.solver.tiles.fixed import best_fixed
from paigow.solver.tiles.game import Terms, TileGame
from paigow.solver.tiles.optimum import optimum
from paigow.solver.tiles.regret import Iteration, Regrets
from paigow.solver.tiles.strategy import TileStrategy
from paigow.tiles import HOUSE_WAYS

CLOSE = 3e-6
"""The gap at which regret matching hands over to the linear program."""
OFTEN = 25
"""The number of iterations between two checks of the bounds."""


def solve(
    asked: Asked,
    *,
    commission: Fraction | None = None,
    gap: Fraction | None = None,
    banker: Banker = "house",
    progress: Watch | None = None,
    checkpoint: Path | None = None,
) -> Solution:
    """Solve the main wager of tiles. The bounds are equal in the end, so any requested `gap` is reached."""
    linear_programs()  # rather say now than after a minute that they are missing
    began = perf_counter()
    terms = Terms(asked.vigorish if commission is None else commission, banker, asked.literal_zero)
    key = f"tiles, commission {terms.commission}, {terms.banker} banks" + (", zeros lose" if terms.literal_zero else "")
    state = Regrets.load(checkpoint, key) if checkpoint is not None and checkpoint.exists() else None
    game = TileGame.build(terms)
    steps = _iterate(Iteration(game, state), key, progress, checkpoint, began)
    player, house = optimum(game, *steps.averages())
    lower, upper = lower_bound(game, player), upper_bound(game, house)
    if progress is not None:
        progress(Bounds("exact", steps.state.iteration, float(lower), float(upper), perf_counter() - began))
    fixed = best_fixed(game, player, house)
    if checkpoint is not None:
        checkpoint.unlink(missing_ok=True)
    return Solution(
        rules=asked.rules,
        game="tiles",
        commission=terms.commission,
        banker=banker,
        total=game.total,
        lower=lower,
        upper=upper,
        house=strategy(game, house),
        player=strategy(game, player),
        pure=Pure(
            strategy(game, dict.fromkeys(fixed.places.tolist(), Fraction(1))),
            fixed.counts,
            -fixed.value,
            fixed.proved,
            -fixed.at_least,
            len(game.kinds) - fixed.open,
            fixed.open,
            fixed.tried,
        ),
        house_ways=house_ways(terms),
        iterations=steps.state.iteration,
        literal_zero=asked.literal_zero,
        seconds=perf_counter() - began,
    )


def house_ways(terms: Terms) -> tuple[Priced, ...]:
    """Return every packaged house way against best play, counted as by `paigow odds --player best`."""
    found = []
    for name in HOUSE_WAYS:
        odds = tiles_main(
            name,
            "best",
            player_banks=terms.banker == "player",
            commission=terms.commission,
            literal_zero=terms.literal_zero,
        )
        assert odds.counts is not None
        found.append(Priced(name, odds.counts, odds.edge))
    return tuple(found)


def strategy(game: TileGame, mix: Mix) -> TileStrategy:
    """Return a strategy for the whole set of tiles as settings with probabilities."""
    table = tile_table()
    lines: list[list[tuple[int, Fraction]]] = [[] for _ in table.ways]
    for place, weight in sorted(mix.items()):
        lines[game.kinds[game.hand[place]]].append((int(game.setting[place]), weight))
    return TileStrategy(
        tuple(
            tuple((options[number], weight) for number, weight in line)
            for options, line in zip(table.settings, lines, strict=True)
        )
    )


def _iterate(steps: Iteration, key: str, progress: Watch | None, checkpoint: Path | None, began: float) -> Iteration:
    """Run regret matching until the bounds are close."""
    while True:
        if steps.state.iteration:
            lower, upper = steps.bounds()
            if progress is not None:
                progress(Bounds("regret", steps.state.iteration, lower, upper, perf_counter() - began))
            if upper - lower < CLOSE:
                return steps
        for _ in range(OFTEN):
            steps.step()
        if checkpoint is not None:
            steps.state.save(checkpoint, key)
