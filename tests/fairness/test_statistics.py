"""The outcomes the game uses, tested as gaming laboratories do: every statistic two-sided, together at 99 percent.

All from fixed seeds, so that a verdict never changes. The exact proofs are in test_exactness.py; these would show a
stream that is not random, which no proof about the shuffle can.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise

import pytest

from paigow.fairness import RoundSeeds, Use, below, dice, practice_seed, random_number, shuffle, stream

ROUNDS = 20_000
SIZES = (32, 53)
STATISTICS = 40
"""At least as many single statistics as this module computes, for Bonferroni's bound on all of them together."""
EDGE = 0.005 / STATISTICS

ChiSquareP = Callable[[float, int], float]


@cache
def seeds(number: int) -> RoundSeeds:
    return RoundSeeds("statistics", number, practice_seed("statistics", "statistics", number), ((1, "a"), (4, "b")))


@cache
def orders(size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(shuffle(seeds(number), size).values for number in range(1, ROUNDS + 1))


@cache
def shakes() -> tuple[tuple[int, ...], ...]:
    return tuple(dice(seeds(number)).values for number in range(1, ROUNDS + 1))


def check(p: float) -> None:
    """Too good is as suspicious as too bad."""
    assert EDGE < p < 1 - EDGE, p


def normal_p(z: float) -> float:
    return math.erfc(-z / math.sqrt(2)) / 2


def uniform(outcomes: Iterable[object], cells: int, chi_square_p: ChiSquareP) -> None:
    counts = Counter(outcomes)
    assert len(counts) <= cells
    expected = counts.total() / cells
    assert expected >= 5
    seen = sum((count - expected) ** 2 for count in counts.values()) / expected
    check(chi_square_p(seen + (cells - len(counts)) * expected, cells - 1))


@pytest.mark.parametrize("size", SIZES)
def test_every_piece_in_every_place(size: int, chi_square_p: ChiSquareP) -> None:
    check(_places_p(orders(size), chi_square_p))


def _places_p(orders: tuple[tuple[int, ...], ...], chi_square_p: ChiSquareP) -> float:
    """All size x size cells at once; rows and columns are bound to their sums, hence the factor and the freedom."""
    size = len(orders[0])
    expected = len(orders) / size
    total = 0.0
    for place in range(size):
        counts = Counter(order[place] for order in orders)
        assert set(counts) == set(range(size))
        total += sum((count - expected) ** 2 for count in counts.values()) / expected
    return chi_square_p(total * (size - 1) / size, (size - 1) ** 2)


def test_the_wellknown_wrong_shuffle_is_caught(chi_square_p: ChiSquareP) -> None:
    """Swapping every place with any other, the flaw that opened an early card room to cheats."""

    def naive(number: int) -> tuple[int, ...]:
        source, order = stream(seeds(number), Use.SHUFFLE), list(range(32))
        for place in range(32):
            other = below(source, 32)
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    assert _places_p(tuple(naive(number) for number in range(1, ROUNDS + 1)), chi_square_p) < EDGE


def test_scaling_by_remainder_is_caught(chi_square_p: ChiSquareP) -> None:
    faces = Counter(next(stream(seeds(number), Use.DICE)) % 53 for number in range(1, ROUNDS + 1))
    expected = ROUNDS / 53
    assert chi_square_p(sum((faces[face] - expected) ** 2 for face in range(53)) / expected, 52) < EDGE


@pytest.mark.parametrize("size", SIZES)
def test_neighbours(size: int, chi_square_p: ChiSquareP) -> None:
    """Two places together: independence within one draw, for the first two and for first and last."""
    uniform((order[:2] for order in orders(size)), size * (size - 1), chi_square_p)
    uniform(((order[0], order[-1]) for order in orders(size)), size * (size - 1), chi_square_p)


@pytest.mark.parametrize(
    ("size", "hand", "cells"),
    [(32, 4, 1160), (53, 7, 1880)],
    ids=["four tiles", "seven cards"],
)
@pytest.mark.parametrize("seat", [0, 5])
def test_hands(size: int, hand: int, cells: int, seat: int, chi_square_p: ChiSquareP) -> None:
    """The hands that are dealt: all C(32, 4) or C(53, 7) in equal classes by their number in order."""
    assert math.comb(size, hand) % cells == 0
    numbers = (_number(order[hand * seat : hand * seat + hand]) for order in orders(size))
    uniform((number * cells // math.comb(size, hand) for number in numbers), cells, chi_square_p)


def _number(hand: tuple[int, ...]) -> int:
    return sum(math.comb(piece, place + 1) for place, piece in enumerate(sorted(hand)))


@pytest.mark.parametrize("size", SIZES)
def test_runs(size: int) -> None:
    """Wald and Wolfowitz: runs of rounds whose first piece is in the upper or the lower half."""
    upper = [order[0] >= size / 2 for order in orders(size)]
    n1 = sum(upper)
    n2 = ROUNDS - n1
    runs = 1 + sum(a != b for a, b in pairwise(upper))
    mean = 1 + 2 * n1 * n2 / ROUNDS
    variance = (mean - 1) * (mean - 2) / (ROUNDS - 1)
    check(normal_p((runs - mean) / math.sqrt(variance)))


@pytest.mark.parametrize("lag", [1, 2])
@pytest.mark.parametrize("size", SIZES)
def test_serial_correlation(size: int, lag: int) -> None:
    """The first piece of a round tells nothing of the round `lag` later."""
    middle = (size - 1) / 2
    first = [order[0] - middle for order in orders(size)]
    products = sum(a * b for a, b in zip(first, first[lag:], strict=False))
    spread = (size**2 - 1) / 12
    check(normal_p(products / spread / math.sqrt(ROUNDS - lag)))


@pytest.mark.parametrize("size", SIZES)
def test_correlation_within_a_draw(size: int) -> None:
    """First and second place: -1/(size-1) exactly, because no piece comes twice."""
    middle = (size - 1) / 2
    products = [(order[0] - middle) * (order[1] - middle) for order in orders(size)]
    mean = -(size + 1) / 12
    pairs = [(a - middle) * (b - middle) for a in range(size) for b in range(size) if a != b]
    variance = sum((product - mean) ** 2 for product in pairs) / len(pairs)
    check(normal_p((sum(products) - ROUNDS * mean) / math.sqrt(ROUNDS * variance)))


@pytest.mark.parametrize("size", SIZES)
def test_coupon_collector(size: int) -> None:
    """How many rounds until every piece has come first, over and over."""
    waits, seen, waited = [], set[int](), 0
    for order in orders(size):
        seen.add(order[0])
        waited += 1
        if len(seen) == size:
            waits.append(waited)
            seen, waited = set(), 0
    mean = size * sum(1 / k for k in range(1, size + 1))
    variance = sum((1 - k / size) / (k / size) ** 2 for k in range(1, size + 1))
    check(normal_p((sum(waits) - len(waits) * mean) / math.sqrt(len(waits) * variance)))


@pytest.mark.parametrize("size", SIZES)
def test_duplicates(size: int) -> None:
    """No order ever comes twice; equal first three come as often as chance says."""
    assert len(set(orders(size))) == ROUNDS
    counts = Counter(order[:3] for order in orders(size))
    pairs = sum(math.comb(count, 2) for count in counts.values())
    mean = math.comb(ROUNDS, 2) / math.perm(size, 3)
    check(normal_p((pairs - mean) / math.sqrt(mean)))


def test_dice(chi_square_p: ChiSquareP) -> None:
    uniform((shake[0] for shake in shakes()), 6, chi_square_p)
    uniform(shakes(), 216, chi_square_p)
    expected = Counter(a + b + c for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))
    totals = Counter(map(sum, shakes()))
    statistic = sum((totals[t] - ROUNDS * ways / 216) ** 2 / (ROUNDS * ways / 216) for t, ways in expected.items())
    check(chi_square_p(statistic, len(expected) - 1))


@pytest.mark.parametrize("size", [7, 8])
def test_random_number(size: int, chi_square_p: ChiSquareP) -> None:
    numbers = [random_number(seeds(number), size).values[0] for number in range(1, 10_001)]
    assert set(numbers) == set(range(1, size + 1))
    uniform(numbers, size, chi_square_p)


def test_uses_do_not_tell_of_each_other(chi_square_p: ChiSquareP) -> None:
    """The dice against the first tile, and a laja against the shuffle before it."""
    uniform(zip((order[0] for order in orders(32)), (sum(s) % 2 for s in shakes()), strict=True), 64, chi_square_p)
    lajas = (shuffle(seeds(number), 32, Use.LAJA).values for number in range(1, 8001))
    uniform(((order[0], laja[0]) for order, laja in zip(orders(32), lajas, strict=False)), 1024, chi_square_p)


@pytest.mark.parametrize(("x", "freedom", "p"), [(3.841459, 1, 0.05), (16.811894, 6, 0.01), (961.0, 961, 0.49393)])
def test_the_yardstick(x: float, freedom: int, p: float, chi_square_p: ChiSquareP) -> None:
    assert chi_square_p(x, freedom) == pytest.approx(p, rel=1e-3)
