"""Exact odds over all deals, next to the same deals one by one (extrapolated)."""

from random import Random

from benchmarks.timing import line, shortest
from paigow.analysis.best import play_best
from paigow.analysis.dealer_open import dealer_open_main
from paigow.analysis.deals import deals
from paigow.analysis.house_ways import dealer_of, house_way_classes
from paigow.analysis.poker import main_wager
from paigow.analysis.simulate import CHUNK, SimulationQuestion, simulate
from paigow.analysis.tiles import tile_counts, tile_house_settings, tile_table, tiles_main
from paigow.poker import DECK, HOUSE_WAYS, compare

YEAR = 365.25 * 24 * 3600


def one_by_one() -> float:
    """Return the seconds that all deals would take at the speed of the readable code."""
    rng, way, rounds = Random(1), HOUSE_WAYS["foxwoods"], 500
    dealt = [rng.sample(DECK, 14) for _ in range(rounds)]
    taken = shortest(lambda: [compare(way.set(d[:7]).setting, way.set(d[7:]).setting) for d in dealt], 1)
    return taken / rounds * deals()


def tiles_anew() -> None:
    tile_counts.cache_clear()
    tile_house_settings.cache_clear()
    tile_table.cache_clear()
    tiles_main("maryland")
    tiles_main("maryland", "best")


def _best_play() -> None:
    play_best(dealer_of("foxwoods"), house_way_classes(HOUSE_WAYS["foxwoods"]))


def main() -> None:
    main_wager()
    exact = shortest(main_wager)
    line("poker main wager, house way against house way", f"{exact:,.2f} s", "goal: 5 s")
    readable = one_by_one()
    line(
        "  one by one, readable code", f"{readable / YEAR:,.0f} years", f"exact is {readable / exact:.1e} times as fast"
    )
    simulate(SimulationQuestion("poker", CHUNK, 1))
    kernel = shortest(lambda: simulate(SimulationQuestion("poker", 8 * CHUNK, 1))) / (8 * CHUNK) * deals()
    line(
        "  one by one, simulation kernel", f"{kernel / YEAR:,.1f} years", f"exact is {kernel / exact:.1e} times as fast"
    )
    line("Dealer Open main wager, best play", f"{shortest(dealer_open_main, 1):,.1f} s", "goal: 30 s")
    line("best play of every hand", f"{shortest(_best_play, 1):,.1f} s", "goal: 300 s")
    tiles_anew()
    line("tiles, house way and best play, tables and all", f"{shortest(tiles_anew):,.2f} s", "goal: 1 s")


if __name__ == "__main__":
    main()
