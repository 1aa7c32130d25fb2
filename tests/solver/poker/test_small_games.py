"""The solver on decks of five ranks, next to a linear program that shares no code with it."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from tests.solver.poker.small_game import small_game, value

from paigow.analysis.best import play_best
from paigow.analysis.disjoint import Deck
from paigow.analysis.house_ways import dealer_of, house_way_classes
from paigow.analysis.types import TYPES
from paigow.errors import PaigowError
from paigow.poker import DECK, HOUSE_WAYS
from paigow.solver.poker.choices import choices
from paigow.solver.poker.exact import PARTS, respond, whole_parts
from paigow.solver.poker.model import HOUSE, PLAYER, count_pairs
from paigow.solver.poker.solve import Question, Solver
from tools.tiers import cases

RANKS = (8, 9, 10, 11, 12)
OTHER_RANKS = (0, 1, 2, 3, 12)
FIVE = Fraction(19, 20)


@pytest.mark.parametrize(
    ("ranks", "win", "copies"),
    cases([(RANKS, FIVE, HOUSE), (OTHER_RANKS, FIVE, PLAYER), (RANKS, Fraction(1), HOUSE)]),
)
def test_bounds_hold_the_value_of_a_linear_program(ranks: tuple[int, ...], win: Fraction, copies: int) -> None:
    solver = Solver(Question(win, copies, Deck(ranks), turns=300))
    solver.certify(Fraction(0), most_loops=1)
    worth = value(small_game(ranks), float(win), copies == PLAYER)
    low, high = solver.by_type
    assert low - 1e-9 <= worth <= high + 1e-9
    assert high - low < 1e-5
    assert solver.lower <= low + 1e-9
    assert high - 1e-9 <= solver.upper
    assert solver.upper - solver.lower < Fraction(1, 1000)  # hands of one type may still choose apart


@pytest.mark.exhaustive
def test_pairs_of_types_are_those_dealt_one_by_one() -> None:
    lines, game = choices(Deck(RANKS)), small_game(RANKS)
    assert count_pairs(lines).sum() == game.pairs.sum() == lines.deals
    assert sorted(count_pairs(lines).sum(axis=1)) == sorted(game.pairs.sum(axis=1))
    assert len(lines.type) == len(game.kind)


@pytest.mark.parametrize("name", cases(HOUSE_WAYS))
@pytest.mark.parametrize("copies", [HOUSE, PLAYER])
def test_responses_are_best_play(name: str, copies: int) -> None:
    """What `odds --player best` counts against a house way, on a small deck."""
    deck = Deck(RANKS)
    found = respond(choices(deck), PLAYER, dealer_of(name), FIVE, copies)
    asked = play_best(dealer_of(name), house_way_classes(HOUSE_WAYS[name]), player_banks=copies == PLAYER, deck=deck)
    assert found.counts == asked.counts
    assert found.value == asked.counts.value()


def test_a_mixed_strategy_is_worth_its_parts() -> None:
    """The counts against a mixture of two house ways are the sums of the counts against each, setting by setting."""
    deck = Deck(RANKS)
    lines = choices(deck)
    rng = np.random.default_rng(5)
    weights = [whole_parts(lines, _pure(lines.start, rng.integers(0, 21, len(lines.start)))) for _ in range(2)]
    mixed = (weights[0] + 3 * weights[1]) // 4
    parts = [respond(lines, PLAYER, lines.dealer(each, PARTS), FIVE).gains for each in (*weights, mixed)]
    assert np.allclose(parts[2], (parts[0] + 3 * parts[1]) / 4, rtol=0, atol=1e-15)


def _pure(start: np.ndarray, pick: np.ndarray) -> np.ndarray:
    number = np.diff(start)
    weight = np.zeros(start[-1])
    held = number > 0
    weight[start[:-1][held] + pick[:-1][held] % number[held]] = 1.0
    return weight


def test_whole_parts_add_up() -> None:
    lines = choices(Deck(RANKS))
    rng = np.random.default_rng(3)
    raw = rng.random(len(lines.type))
    weight = raw / np.bincount(lines.type, raw)[lines.type]
    whole = whole_parts(lines, weight)
    assert set(np.bincount(lines.type, whole, TYPES).astype(int)[np.diff(lines.start) > 0]) == {PARTS}
    assert abs(whole - PARTS * weight).max() < 1


def test_two_runs_and_a_resumed_one_find_the_same(tmp_path: Path) -> None:
    question = Question(FIVE, deck=Deck(RANKS), turns=20)
    once = Solver(question)
    once.certify(Fraction(0), most_loops=2)
    stopped = Solver(question, checkpoint=tmp_path / "kept")

    class Killed(Exception):
        pass

    def kill(*_: object) -> None:
        raise Killed

    stopped.certify(Fraction(0), most_loops=1)
    stopped._watch = kill
    with pytest.raises(Killed):
        stopped.certify(Fraction(0), most_loops=2)  # in the middle of the second loop's count
    again = Solver(question, checkpoint=tmp_path / "kept")
    assert again.loop == 1
    again.certify(Fraction(0), most_loops=2)
    assert (again.lower, again.upper) == (once.lower, once.upper)
    for side in (PLAYER, HOUSE):
        assert (again.bounds[side].weight == once.bounds[side].weight).all()
        assert again.bounds[side].counts == once.bounds[side].counts


def test_the_checkpoint_of_another_question_is_refused(tmp_path: Path) -> None:
    Solver(Question(FIVE, deck=Deck(RANKS)), checkpoint=tmp_path / "kept")
    with pytest.raises(PaigowError, match="another question"):
        Solver(Question(Fraction(1), deck=Deck(RANKS)), checkpoint=tmp_path / "kept")
    (tmp_path / "text").write_text("no checkpoint at all, but a text of some length" * 100)
    with pytest.raises(PaigowError, match="cannot be used"):
        Solver(Question(FIVE, deck=Deck(RANKS)), checkpoint=tmp_path / "text")


def test_the_fixed_way_uses_settings_of_the_mixed_one() -> None:
    solver = Solver(Question(FIVE, deck=Deck(RANKS), turns=100))
    solver.certify(Fraction(0), most_loops=1)
    fixed = solver.fix()
    assert fixed.value >= solver.lower
    mixed = solver.bounds[HOUSE].weight
    assert (mixed[fixed.weight > 0] > 0).all()
    assert (np.bincount(solver.lines.type, fixed.weight, TYPES)[np.diff(solver.lines.start) > 0] == 1).all()
    hand = [DECK[card] for card in (32, 36, 40, 44, 48, 49, 52)]
    assert sum(share for _, share in solver.strategy(HOUSE).weights(hand)) == 1
