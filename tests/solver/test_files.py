"""Files of solutions, and the program that checks them."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from paigow.errors import PaigowError
from paigow.solver import Solution, load, save
from paigow.solver.tiles.strategy import TileStrategy
from paigow.solver.verify_cards import verify as verify_cards
from paigow.solver.verify_tiles import verify
from paigow.tiles import parse_tiles

pytestmark = pytest.mark.long


@pytest.fixture(scope="session")
def written(solution: Solution, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("solved") / "tiles.json"
    save(solution, path)
    return path


def test_a_saved_solution_reads_back(solution: Solution, written: Path) -> None:
    found = load(written)
    assert (found.lower, found.upper, found.pure, found.house_ways) == (
        solution.lower,
        solution.upper,
        solution.pure,
        solution.house_ways,
    )
    assert found.player == solution.player
    assert found.house == solution.house


@pytest.mark.exhaustive
def test_a_file_of_an_earlier_version_is_read(written: Path, tmp_path: Path) -> None:
    data = json.loads(written.read_text(encoding="utf-8"))
    del data["pure"]["settled"], data["pure"]["open"]
    old = tmp_path / "old.json"
    old.write_text(json.dumps(data), encoding="utf-8")
    assert (load(old).pure.settled, load(old).pure.open) == (0, 0)
    assert all(check.passed for check in verify(old))


def test_the_separate_program_agrees(written: Path) -> None:
    checks = verify(written)
    assert all(check.passed for check in checks), checks
    assert any(check.name == "no fixed way is better" for check in checks)


@pytest.mark.parametrize("program", [verify, verify_cards])
def test_the_separate_programs_share_no_code(program: FunctionType) -> None:
    text = Path(program.__code__.co_filename).read_text(encoding="utf-8")
    assert "import paigow" not in text
    assert "from paigow" not in text


def _shift(data: dict[str, Any]) -> None:
    """Move a little probability within a hand that the player mixes."""
    hand, line = next((hand, line) for hand, line in data["player"].items() if isinstance(line, dict))
    first, second = line
    data["player"][hand] = {
        first: str(Fraction(line[first]) + Fraction(1, 10**6)),
        second: str(Fraction(line[second]) - Fraction(1, 10**6)),
    }


def _worse_fixed_way(data: dict[str, Any]) -> None:
    """Set a hand of the fixed way another way, from which best play gains 768 of 14,725,620,000 parts."""
    assert data["fixed"]["66 11 56 14"] == "11 14 / 66 56"
    data["fixed"]["66 11 56 14"] = "66 14 / 11 56"


def _lower(data: dict[str, Any]) -> None:
    data["lower"] = str(Fraction(data["lower"]) + Fraction(1, 10**12))


def _counts(data: dict[str, Any]) -> None:
    data["pure"]["win"] += 1
    data["pure"]["push"] -= 1


def _over_one(data: dict[str, Any]) -> None:
    hand, line = next((hand, line) for hand, line in data["house"].items() if isinstance(line, dict))
    data["house"][hand] = dict.fromkeys(line, "1")


WORSE = ["fixed house way, edge against best play", "its counts", "no fixed way is better"]


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ([_shift, _worse_fixed_way], ["the player's strategy guarantees", "gap", *WORSE]),
        ([_lower, _counts], ["the player's strategy guarantees", "its counts"]),
        ([_over_one], ["file"]),
    ],
)
def test_a_changed_solution_is_found_out(
    written: Path, tmp_path: Path, changes: list[Callable[[dict[str, Any]], None]], found: list[str]
) -> None:
    """Two changes of different parts at a time, each of which is named."""
    data = json.loads(written.read_text(encoding="utf-8"))
    for change in changes:
        change(data)
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(data), encoding="utf-8")
    assert [check.name for check in verify(changed) if not check.passed] == found


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": "paigow-solution-1"}', "PK"])
def test_no_solution_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x"
    path.write_text(content)
    with pytest.raises(PaigowError):
        load(path)


def test_a_strategy_sets_every_hand_of_a_kind_alike(solution: Solution) -> None:
    """The two nines, and the two tiles of Gee Joon, play alike whichever is held."""
    assert isinstance(solution.house, TileStrategy)
    one = solution.house.weights(parse_tiles("36 24 55 13"))
    other = solution.house.weights(parse_tiles("45 12 55 13"))
    assert [weight for _, weight in one] == [weight for _, weight in other]
    assert [(s.high_rank, s.low_rank) for s, _ in one] == [(s.high_rank, s.low_rank) for s, _ in other]
