"""Tiles, solved: the whole solution, an iteration, and best responses next to `odds --player best`."""

from fractions import Fraction

from benchmarks.timing import line, shortest
from paigow.analysis.tiles import tile_counts, tile_house_settings, tiles_main
from paigow.solver import solve
from paigow.solver.tiles.game import Terms, TileGame
from paigow.solver.tiles.regret import Iteration
from paigow.tiles import HOUSE_WAYS


def main() -> None:
    for commission in (Fraction(1, 20), Fraction(0)):
        found = solve("maryland-tiles", commission=commission)
        about = f"goal: 60 s; gap {float(found.gap):.0e}, {found.iterations} iterations, best fixed way proved"
        line(f"tiles at {float(commission):.0%}", f"{found.seconds:.1f} s", about)
    way = tile_house_settings(HOUSE_WAYS["optimal"])
    game = TileGame.build(Terms(Fraction(1, 20)), including=[way])
    steps = Iteration(game)
    steps.step()
    line("  an iteration of both sides", f"{shortest(steps.step) * 1000:.1f} ms")
    house = game.way(way)
    response = shortest(lambda: game.best(game.player_worth(house)))

    def anew() -> None:
        tile_counts.cache_clear()
        tiles_main("optimal", "best")

    anew()
    line("  best response to a fixed way", f"{response:.2f} s", f"odds --player best takes {shortest(anew):.2f} s")


if __name__ == "__main__":
    main()
