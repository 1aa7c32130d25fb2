"""Long checks outside the tests: ``make soak``. Prints what it checks and stops at the first difference."""

import sys
from collections.abc import Callable
from itertools import combinations, permutations
from math import sqrt
from time import perf_counter
from typing import Any

import numba
import numpy as np

from benchmarks.table_rounds import ROUNDS as ROUNDS_AT_THE_TABLE
from benchmarks.table_rounds import check as settle_alike
from paigow.analysis.best import play_best
from paigow.analysis.dealer_open import dealer_open_main
from paigow.analysis.disjoint import Deck
from paigow.analysis.house_ways import dealer_of, house_way_classes
from paigow.analysis.poker import count_copies, count_main, main_wager
from paigow.analysis.results import Counts
from paigow.analysis.side import class_of, classes_of_types
from paigow.analysis.simulate import SimulationQuestion, simulate
from paigow.analysis.tiles import tiles_main
from paigow.analysis.types import type_table, types_of
from paigow.poker import DECK, HOUSE_WAYS, classify_fortune, classify_insurance, classify_progressive
from paigow.rules import STANDARDS

ROUNDS = 1_000_000_000


def agree(found: Counts, exact: Counts) -> None:
    for seen, every in ((found.win, exact.win), (found.push, exact.push), (found.lose, exact.lose)):
        share = every / exact.total
        off = (seen / found.total - share) / sqrt(share * (1 - share) / found.total)
        if abs(off) > 4:
            sys.exit(f"{found} is {off:.1f} standard errors off {exact}")


def billion_deals() -> None:
    """Check that a billion simulated deals of poker agree with the exact figures."""
    exact = main_wager("foxwoods").counts
    assert exact is not None
    agree(simulate(SimulationQuestion("poker", ROUNDS, 1, seed=20_240_229)).counts, exact)


def billion_tiles() -> None:
    """Check that a billion simulated deals of tiles agree with the exact figures."""
    exact = tiles_main("maryland").counts
    assert exact is not None
    agree(simulate(SimulationQuestion("tiles", ROUNDS, 1, seed=20_240_229)).counts, exact)


def dealer_open() -> None:
    """Check the exact figures of Dealer Open against a hundred million simulated deals."""
    exact = dealer_open_main().counts
    assert exact == Counts(2_476_168_115_890_248, 3_112_517_977_402_900, 2_661_772_937_921_252)
    agree(simulate(SimulationQuestion("dealer-open", ROUNDS // 10, 1, seed=5)).counts, exact)


def best_play_of_every_hand() -> None:
    """Check best play against Foxwoods, and copies."""
    assert play_best(dealer_of("foxwoods"), house_way_classes(HOUSE_WAYS["foxwoods"])).counts == Counts(
        2_413_495_858_443_084, 3_337_209_259_154_500, 2_499_753_913_616_816
    )
    copies = count_copies(house_way_classes(HOUSE_WAYS["trump-plaza"]), dealer_of("trump-plaza"))
    assert (copies.high, copies.low, copies.both) == (3_118_704_243_888, 210_664_522_187_216, 103_982_556_600)


def _compare(bits: Any, first: Any, times: Any, high: Any, low: Any) -> tuple[int, int]:
    win = 0
    lose = 0
    for k in range(len(first)):
        p = first[k]
        won = 0
        lost = 0
        for d in range(len(bits)):
            if bits[p] & bits[d] == 0:
                won += high[p] > high[d] and low[p] > low[d]
                lost += high[p] <= high[d] and low[p] <= low[d]
        win += times[k] * won
        lose += times[k] * lost
    return win, lose


def six_ranks() -> None:
    """Compare every hand of a small deck (six ranks in four suits and the joker, 480,700 hands) with every other."""
    deck = Deck((0, 3, 8, 9, 10, 12))
    hands = np.array(list(combinations(deck.cards, 7)), dtype=np.int64)
    moved = [
        np.array([card if card == 52 else card - card % 4 + suits[card % 4] for card in range(53)])
        for suits in permutations(range(4))
    ]
    least = np.min([(1 << each[hands]).sum(axis=1) for each in moved], axis=0)
    _, first, times = np.unique(least, return_index=True, return_counts=True)
    high, low = house_way_classes(HOUSE_WAYS["foxwoods"])
    types = types_of(hands.astype(np.uint8))
    win, lose = numba.njit(_compare)((1 << hands).sum(axis=1), first, times, high[types], low[types])
    found = count_main((high, low), dealer_of("foxwoods"), deck=deck)
    assert (found.win, found.lose) == (win, lose)


def hundred_thousand_rounds() -> None:
    """Settle a hundred thousand random rounds of each game at the table and by the kernels."""
    for standard in STANDARDS:
        settle_alike(standard, ROUNDS_AT_THE_TABLE)


def every_class() -> None:
    """Check the side-wager class of every type against the readable code."""
    classes, of_type, _ = classes_of_types()
    for t, row in enumerate(type_table().cards.tolist()):
        cards = [DECK[card] for card in row]
        found = classes[of_type[t]]
        assert class_of(found, "fortune") is classify_fortune(cards)
        assert found.insurance is classify_insurance(cards)
        assert found.progressive is classify_progressive(cards)


CHECKS: tuple[Callable[[], None], ...] = (
    hundred_thousand_rounds,
    every_class,
    six_ranks,
    dealer_open,
    best_play_of_every_hand,
    billion_tiles,
    billion_deals,
)


def main(names: list[str]) -> None:
    for check in CHECKS:
        if names and check.__name__ not in names:
            continue
        print((check.__doc__ or check.__name__).strip(), end=" ", flush=True)
        began = perf_counter()
        check()
        print(f"- yes ({perf_counter() - began:,.0f} s)")


if __name__ == "__main__":
    main(sys.argv[1:])
