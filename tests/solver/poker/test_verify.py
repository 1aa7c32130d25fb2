"""The program that checks certificates of cards: it agrees with the solver, and with nobody who changed a file."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from paigow.analysis.disjoint import Deck
from paigow.analysis.house_ways import house_way_settings
from paigow.errors import PaigowError
from paigow.poker import HOUSE_WAYS
from paigow.solver.model import Pure, Solution
from paigow.solver.poker.descent import improve
from paigow.solver.poker.files import save
from paigow.solver.poker.model import HOUSE, PLAYER
from paigow.solver.poker.solve import Question, Solver
from paigow.solver.poker.strategy import TypeStrategy
from paigow.solver.verify_cards import verify

pytestmark = pytest.mark.long

BROADWAY, WHEEL = (8, 9, 10, 11, 12), (0, 1, 2, 3, 12)
SHIPPED = Path(str(resources.files("paigow.solver"))) / "data"


def solved(ranks: tuple[int, ...], copies: int) -> Solution:
    rate = Fraction(1, 20)
    solver = Solver(Question(1 - rate, copies, Deck(ranks), turns=60))
    solver.certify(Fraction(0), most_loops=1)
    bound = solver.fix()
    known = solver.settle(bound)
    fixed = TypeStrategy.fixed(solver.lines.settings_of(np.flatnonzero(bound.weight)))
    return Solution(
        rules="maryland-poker",
        game="poker",
        commission=rate,
        banker="house" if copies == HOUSE else "player",
        total=solver.lines.deals,
        lower=solver.lower,
        upper=solver.upper,
        house=solver.strategy(HOUSE),
        player=solver.strategy(PLAYER),
        pure=Pure(fixed, bound.counts, -bound.value, known.open == 0, -solver.lower, known.settled, known.open),
        house_ways=(),
        iterations=60,
    )


def disagrees(solution: Solution, path: Path, ranks: tuple[int, ...] = BROADWAY) -> list[str]:
    save(solution, path)
    return [name for name, _, passed in verify(path, ranks) if not passed]


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solved(BROADWAY, HOUSE)


def test_the_separate_program_agrees(solution: Solution, tmp_path: Path) -> None:
    assert disagrees(solution, tmp_path / "house.npz") == []
    assert disagrees(solved(WHEEL, PLAYER), tmp_path / "player.npz", WHEEL) == []


def test_a_file_of_an_earlier_version_is_read(solution: Solution, tmp_path: Path) -> None:
    save(solution, tmp_path / "new.npz")
    with np.load(tmp_path / "new.npz") as archive:
        arrays = dict(archive)
    header = json.loads(arrays["header"].tobytes())
    assert (header["pure"].pop("settled"), header["pure"].pop("open")) == (solution.pure.settled, solution.pure.open)
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    np.savez(tmp_path / "old.npz", **arrays)
    assert all(passed for _, _, passed in verify(tmp_path / "old.npz", BROADWAY))


def test_an_improved_solution_verifies(solution: Solution, tmp_path: Path) -> None:
    *_, better = improve(solution, Deck(BROADWAY))
    assert better.pure.edge > solution.pure.edge
    assert better.pure.open < solution.pure.open
    assert disagrees(better, tmp_path / "better.npz") == []
    assert list(improve(better, Deck(BROADWAY))) == []
    with pytest.raises(PaigowError, match="open dealer"):
        next(improve(replace(solution, player=None)))


def _by_type(strategy: object) -> TypeStrategy:
    assert isinstance(strategy, TypeStrategy)
    return strategy


def _lower(solution: Solution) -> Solution:
    return replace(solution, lower=solution.lower + Fraction(1, solution.total))


def _shift(solution: Solution) -> Solution:
    """Move one part in a thousand within every type that the house mixes."""
    house = _by_type(solution.house)
    begins = np.append(True, house.type[1:] != house.type[:-1])
    line = np.flatnonzero(begins[:-1] & ~begins[1:] & (house.weight[1:] > 1))
    weight = house.weight.copy()
    weight[line] += 1
    weight[line + 1] -= 1
    return replace(solution, house=replace(house, weight=weight))


def _worse_fixed_way(solution: Solution) -> Solution:
    flamingo = TypeStrategy.fixed(house_way_settings(HOUSE_WAYS["flamingo"]))
    return replace(solution, pure=replace(solution.pure, strategy=flamingo))


def _counts(solution: Solution) -> Solution:
    counts = solution.pure.counts
    return replace(
        solution, pure=replace(solution.pure, counts=replace(counts, win=counts.win + 1, push=counts.push - 1))
    )


def _settled(solution: Solution) -> Solution:
    pure = solution.pure
    return replace(solution, pure=replace(pure, settled=pure.settled + 1, open=pure.open - 1))


def _proved(solution: Solution) -> Solution:
    return replace(solution, pure=replace(solution.pure, proved=not solution.pure.proved))


def _over_one(solution: Solution) -> Solution:
    house = _by_type(solution.house)
    weight = house.weight.copy()
    weight[7] += 1
    return replace(solution, house=replace(house, weight=weight))


def _against_the_rules(solution: Solution) -> Solution:
    player = _by_type(solution.player)
    return replace(solution, player=replace(player, setting=np.zeros_like(player.setting)))


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        (
            [_lower, _counts, _proved],
            ["the player's strategy guarantees", "gap", "its counts", "proved to be the best"],
        ),
        ([_shift, _settled], ["the house's strategy allows", "gap", "types settled", "types open"]),
        ([_worse_fixed_way], ["fixed house way, edge against best play", "its counts", "types settled", "types open"]),
        ([_over_one], ["file"]),
        ([_against_the_rules], ["file"]),
    ],
)
def test_a_changed_solution_is_found_out(
    solution: Solution, tmp_path: Path, changes: list[Callable[[Solution], Solution]], found: list[str]
) -> None:
    """Changes of different parts together, each of which is named."""
    for change in changes:
        solution = change(solution)
    assert disagrees(solution, tmp_path / "changed.npz") == found


def test_a_file_that_is_no_solution_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    for content in (b"", b"PK\x03\x04 and so on"):
        path.write_bytes(content)
        assert [passed for _, _, passed in verify(path)] == [False]


@pytest.mark.exhaustive
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("file", sorted(path.name for path in SHIPPED.glob("*.npz")))
def test_shipped_certificates_counted_anew_over_all_deals(file: str) -> None:
    assert [each for each in verify(SHIPPED / file) if not each[2]] == []
