"""Tiles against a comparison of all 736,281,000 ordered deals."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest

from paigow.analysis.compare import compare_tile_ways, costliest_tile_hands
from paigow.analysis.results import COMMISSION, Counts
from paigow.analysis.tiles import DEALS, pair_fortunes, tile_house_way, tiles_main
from paigow.errors import PaigowError
from paigow.tiles import HOUSE_WAYS, TILE_SET, settings

Ints = npt.NDArray[np.int64]


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    return numba.njit(function)  # type: ignore[no-any-return]


@compiled
def compare_all(
    bits: Ints, first: Ints, start: Ints, high: Ints, low: Ints, bank_high: Ints, bank_low: Ints
) -> tuple[Ints, Ints, Ints]:
    """Every setting of some hands against all hands that share no tile with them."""
    win = np.zeros(len(high), dtype=np.int64)
    lose = np.zeros(len(high), dtype=np.int64)
    copies = np.zeros(len(high), dtype=np.int64)
    for place in range(len(first)):
        for d in range(len(bits)):
            if bits[first[place]] & bits[d]:
                continue
            for s in range(start[place], start[place + 1]):
                better = np.int64(high[s] > bank_high[d]) + np.int64(low[s] > bank_low[d])
                win[s] += better == 2
                lose[s] += better == 0
                copies[s] += high[s] == bank_high[d] or low[s] == bank_low[d]
    return win, lose, copies


@pytest.mark.exhaustive
def test_every_hand_compared_with_every_other() -> None:
    """One hand of each kind, counted as often as the kind is dealt, against all 35,960 hands set one by one."""
    places = list(combinations(range(32), 4))
    hands = [tuple(TILE_SET[place] for place in hand) for hand in places]
    bits = np.array([sum(1 << place for place in hand) for hand in places])
    kinds: dict[tuple[int, ...], list[int]] = {}
    for number, hand in enumerate(hands):
        kinds.setdefault(tuple(sorted(tile.kind for tile in hand)), []).append(number)
    assert len(kinds) == 3_620
    first = np.array([members[0] for members in kinds.values()])
    times = np.array([len(members) for members in kinds.values()])
    options = [settings(hands[number]) for number in first]
    start = np.cumsum([0, *map(len, options)])
    high = np.array([each.high_rank.standing for some in options for each in some])
    low = np.array([each.low_rank.standing for some in options for each in some])
    standing = {
        name: np.array(
            [(each.high_rank.standing, each.low_rank.standing) for each in (way.set(hand).setting for hand in hands)]
        )
        for name, way in HOUSE_WAYS.items()
    }
    for each in standing.values():  # hands of one kind are set alike
        assert all((each[members] == each[members[0]]).all() for members in kinds.values())
    for name, bank in standing.items():
        win, lose, copies = compare_all(bits, first, start, high, low, bank[:, 0], bank[:, 1])
        for other, theirs in standing.items():
            line = [
                next(s for s in range(begin, end) if (high[s], low[s]) == tuple(theirs[number]))
                for begin, end, number in zip(start, start[1:], first, strict=False)
            ]
            odds = tiles_main(name, other)
            won, lost = int(times @ win[line]), int(times @ lose[line])
            assert odds.counts == Counts(won, DEALS - won - lost, lost)
            assert odds.copies == times @ copies[line]
        value = 19 * win - 20 * lose
        best = sum(
            int(number) * int(value[begin:end].max())
            for number, begin, end in zip(times, start, start[1:], strict=False)
        )
        found = tiles_main(name, "best").counts
        assert found is not None
        assert 19 * found.win - 20 * found.lose == best


@pytest.mark.clause("MDT-8.D", "MDT-8.K", "MDT-8.K.s2")
def test_maryland_house_way_gives_a_best_player_the_edge() -> None:
    """A finding: MDT-8.D never splits a pair and prefers the high hand; playing best against it beats the house."""
    by_house_way = tiles_main("maryland")
    best = tiles_main("maryland", "best")
    assert by_house_way.counts == Counts(218_057_736, 291_324_376, 226_898_888)
    assert best.counts == Counts(221_646_408, 311_195_460, 203_439_132)
    assert by_house_way.edge > 0 > best.edge
    assert round(best.edge_percent, 2) == -0.97


def test_as_bank_the_player_wins_what_the_house_would_lose() -> None:
    for name in HOUSE_WAYS:
        player, bank = tiles_main(name).counts, tiles_main(name, player_banks=True).counts
        assert player is not None
        assert bank is not None
        assert (bank.win, bank.push, bank.lose) == (player.lose, player.push, player.win)


@pytest.mark.clause("NZ-6.1.b.ii")
def test_zero_against_zero_taken_at_its_word_loses_wagers() -> None:
    usual, literal = tiles_main("new-zealand").counts, tiles_main("new-zealand", literal_zero=True).counts
    assert usual is not None
    assert literal is not None
    assert literal.win == usual.win
    assert literal.lose > usual.lose
    assert literal.total == usual.total == 736_281_000


@pytest.mark.clause("MDT-8.L.1.a", "MDT-8.L.1.b", "MDT-8.L.1.c", "MDT-8.L.1.d", "MDT-8.L.1.e")
def test_pair_fortunes() -> None:
    odds = pair_fortunes("A")
    assert [each.count for each in odds.outcomes] == [1, 119, 420, 1_680, 4_620, 29_120]
    assert [each.pays for each in odds.outcomes] == [300, 25, 8, 4, 3, -1]
    assert odds.total == 35_960
    assert odds.edge == Fraction(29_120 - 300 - 119 * 25 - 420 * 8 - 1_680 * 4 - 4_620 * 3, 35_960)
    with pytest.raises(PaigowError, match="A, B, C, D"):
        pair_fortunes("E")


def test_comparison_and_costly_hands() -> None:
    maryland, foxwoods = HOUSE_WAYS["maryland"], HOUSE_WAYS["foxwoods"]
    hands, different, _odds = compare_tile_ways(maryland, foxwoods)
    assert hands == 35_960
    assert 0 < different < 35_960
    assert compare_tile_ways(foxwoods, foxwoods)[1] == 0
    costly = costliest_tile_hands("maryland", 10_000)
    gap = tiles_main("maryland").edge - tiles_main("maryland", "best").edge
    assert sum((each.share for each in costly), Fraction(0)) == gap
    shares = [each.share for each in costly]
    assert shares == sorted(shares, reverse=True)


def test_commission_changes_the_edge_not_the_counts() -> None:
    with_it, without = tiles_main("foxwoods"), tiles_main("foxwoods", commission=Fraction(0))
    assert with_it.counts == without.counts
    assert with_it.counts is not None
    assert with_it.edge - without.edge == COMMISSION * Fraction(with_it.counts.win, DEALS)


def test_unknown_house_way_is_refused_by_name() -> None:
    with pytest.raises(PaigowError, match="maryland"):
        tile_house_way("taj-mahal")
