"""Simulation: the same for the same seed, in agreement with the exact figures, resumable, and dealt without bias."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from paigow.analysis.randomness import seeded, shuffle
from paigow.analysis.results import COMMISSION, Counts
from paigow.analysis.simulate import CHUNK, Simulation, SimulationQuestion, simulate
from paigow.analysis.tiles import tiles_main
from paigow.errors import PaigowError

EXACT = {
    "poker": Counts(2_402_556_437_868_468, 3_340_828_470_902_840, 2_507_074_122_443_092),
    "dealer-open": Counts(2_476_168_115_890_248, 3_112_517_977_402_900, 2_661_772_937_921_252),
}


def far_off(counts: Counts, exact: Counts) -> list[float]:
    """How many standard errors each share is from the exact one."""
    pairs = ((counts.win, exact.win), (counts.push, exact.push), (counts.lose, exact.lose))
    shares = [(seen / counts.total, all_ / exact.total) for seen, all_ in pairs]
    return [abs(seen - exactly) / sqrt(exactly * (1 - exactly) / counts.total) for seen, exactly in shares]


@pytest.mark.parametrize("game", ["poker", "dealer-open", "tiles"])
def test_every_position_agrees_with_the_exact_figures(game: str) -> None:
    found = simulate(SimulationQuestion(game, 3 * CHUNK, 3, seed=2024))
    exact = tiles_main("maryland").counts if game == "tiles" else EXACT[game]
    assert exact is not None
    assert found.rounds == 3 * CHUNK
    for counts in found.positions:
        assert counts.total == found.rounds
        assert max(far_off(counts, exact)) < 4.5


def test_two_ways_against_each_other_are_told_apart() -> None:
    exact = tiles_main("maryland", "foxwoods").counts
    assert exact is not None
    found = simulate(SimulationQuestion("tiles", 4 * CHUNK, 1, seed=3, house_way="maryland", player_way="foxwoods"))
    assert max(far_off(found.positions[0], exact)) < 4.5
    other = tiles_main("maryland").counts
    assert other is not None
    assert max(far_off(found.positions[0], other)) > 6


def test_bank_takes_what_the_positions_lose() -> None:
    found = simulate(SimulationQuestion("poker", CHUNK, 6, seed=9))
    net = sum((place - 6) * number for place, number in enumerate(found.net))
    assert net == found.counts.lose - found.counts.win
    assert sum(found.net) == CHUNK
    plain = found.bank_result(Fraction(0))
    assert plain.mean == pytest.approx(net / CHUNK)
    surplus = sum(max(0, place - 6) * number for place, number in enumerate(found.net))
    assert found.bank_result().mean == pytest.approx(plain.mean - float(COMMISSION) * surplus / CHUNK)
    half = found.bank_result(share=Fraction(1, 2))
    assert half.mean == pytest.approx(found.bank_result().mean / 2)


def test_with_one_opponent_the_net_is_the_wager_and_the_bank_result_exact_within_its_error() -> None:
    found = simulate(SimulationQuestion("tiles", 4 * CHUNK, 1, seed=1))
    exact = tiles_main("maryland", player_banks=True)
    result = found.bank_result()
    assert result.low < float(exact.expectation) < result.high


def test_same_seed_same_answer_and_another_seed_another() -> None:
    question = SimulationQuestion("poker", CHUNK + 5, 2, seed=77)
    assert simulate(question) == simulate(question)
    assert simulate(question).net != simulate(SimulationQuestion("poker", CHUNK + 5, 2, seed=78)).net


def test_resumed_is_as_if_never_stopped() -> None:
    question = SimulationQuestion("tiles", 3 * CHUNK + 17, 4, seed=4)
    part = simulate(question, chunks=2)
    assert not part.complete
    assert part.rounds == 2 * CHUNK
    whole = simulate(question, resume=part)
    assert whole == simulate(question)
    assert whole.complete
    with pytest.raises(PaigowError, match="same question"):
        simulate(SimulationQuestion("tiles", 3 * CHUNK, 4, seed=4), resume=part)


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    simulate(SimulationQuestion("tiles", 2 * CHUNK, 1), progress=lambda done, of: seen.append((done, of)))
    assert seen == [(1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({"game": "baccarat"}, "poker"),
        ({"positions": 7}, "1 to 6"),
        ({"game": "tiles", "positions": 8}, "1 to 7"),
        ({"rounds": 0}, "1 to 1,000,000,000,000 rounds"),
        ({"seed": 2**63}, "a whole number from 0 to"),
    ],
)
def test_questions_that_make_no_sense_are_refused(question: dict[str, object], says: str) -> None:
    with pytest.raises(PaigowError, match=says):
        SimulationQuestion(**question)  # type: ignore[arg-type]


def test_shuffle_puts_every_card_everywhere_equally_often() -> None:
    state = seeded(12, 34)
    size, draws, times = 53, 49, 60_000
    deck = np.arange(size, dtype=np.uint64)
    seen = np.zeros((size, size), dtype=np.int64)
    pairs = np.zeros((size, size), dtype=np.int64)
    for _ in range(times):
        shuffle(deck, draws, state)
        seen[np.arange(draws), deck[:draws]] += 1
        pairs[deck[0], deck[1]] += 1
    assert sorted(deck.tolist()) == list(range(size))
    expected = times / size
    chi_square = ((seen[:draws] - expected) ** 2 / expected).sum()
    freedom = draws * (size - 1)
    assert abs(chi_square - freedom) < 5 * sqrt(2 * freedom)
    assert (np.diag(pairs) == 0).all()
    off_diagonal = pairs[~np.eye(size, dtype=bool)]
    expected = times / (size * (size - 1))
    chi_square = ((off_diagonal - expected) ** 2 / expected).sum()
    assert abs(chi_square - (size * (size - 1) - 1)) < 5 * sqrt(2 * size * (size - 1))


def test_streams_of_different_chunks_differ() -> None:
    states = {tuple(seeded(seed, chunk)[:4].tolist()) for seed in range(30) for chunk in range(30)}
    assert len(states) == 900


def test_results_as_plain_data() -> None:
    found = simulate(SimulationQuestion("poker", 1_000, 2, seed=6))
    shown = found.to_dict()
    assert shown["rounds"] == 1_000
    assert shown["exact"] is False
    assert isinstance(found, Simulation)
    assert list(shown["net"]) == ["-2", "-1", "0", "1", "2"]  # type: ignore[call-overload]
