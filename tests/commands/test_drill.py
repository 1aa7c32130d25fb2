"""The drills in the terminal: friendly, robust against bad input, remembering, and over when asked to be."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from paigow.learning.house_way import give_up, question
from paigow.learning.irregularities import question as irregularity
from paigow.learning.progress import Progress
from paigow.learning.settlement import mark, situation
from paigow.money import format_cents
from paigow.rules import STANDARDS
from paigow.terminal.drill import Person, drill, drill_irregularities, drill_settlement

Run = Callable[..., Any]


def person(*typed: str, seconds: int | None = None, took: float = 2.5) -> tuple[Person, list[str]]:
    """Types what is given, then the input ends; every look at the clock is `took` seconds later."""
    lines: Iterator[str] = iter(typed)
    said: list[str] = []
    times = iter(range(10_000))

    def ask(prompt: str) -> str:
        said.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    return Person(ask, said.append, lambda: took * next(times), seconds), said


def house(rules: str, number: int = 0, progress: Progress | None = None) -> str:
    """What the house way does with a hand of the drill."""
    return str(give_up(question(rules, seed="s", number=number, progress=progress)).house)


@pytest.mark.parametrize("rules", STANDARDS)
def test_the_house_way_is_right_and_told_with_rule_and_clause(rules: str) -> None:
    who, said = person(house(rules), "q")
    progress = drill(rules, who, "s")
    assert (progress.right, progress.wrong, progress.best_streak) == (1, 0, 1)
    assert "Right." in said
    assert any(line.startswith("  The rule is “") for line in said)
    assert any(line.startswith(f"  {STANDARDS[rules].prefix}-") for line in said)
    assert "  2.5 seconds; 1 of 1 right, streak 1, best 1" in said


@pytest.mark.parametrize("rules", STANDARDS)
def test_enter_shows_the_house_way_as_not_known(rules: str) -> None:
    who, said = person("", "q")
    progress = drill(rules, who, "s")
    assert (progress.right, progress.wrong) == (0, 1)
    assert any(f"The house way sets {house(rules)}" in line for line in said)
    assert said[-1].startswith("0 of 1 right, best streak 0.\nWeak spot: ")


def test_the_input_may_end_at_any_time() -> None:
    for practise in (drill, drill_settlement, drill_irregularities):
        who, said = person()
        assert practise("maryland-tiles", who, "s") == Progress()
        assert said[-1] == "0 of 0 right, best streak 0."


def test_too_late_is_wrong() -> None:
    who, said = person(house("new-zealand"), seconds=2)
    assert drill("new-zealand", who, "s").wrong == 1
    assert "  That is the house way, but the time was up." in said
    who, _ = person(house("new-zealand"), seconds=3)
    assert drill("new-zealand", who, "s").right == 1


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("99 66 / 11", "is not in your hand"),
        ("xyzzy", "is not in your hand"),
        ("?", "Type the two cards or tiles of your low hand"),
    ],
)
def test_bad_input_is_explained_and_asked_again(typed: str, words: str) -> None:
    who, said = person(typed, house("new-zealand"))
    assert drill("new-zealand", who, "s").right == 1
    assert any(words in line for line in said[1:])


def test_weak_spots_come_back_and_are_named() -> None:
    who, said = person(*[""] * 12, "q")
    progress = drill("maryland-tiles", who, "s")
    assert progress.wrong == 12
    assert any(line.endswith("(a weak spot)") for line in said)


def test_the_dealers_drill() -> None:
    who, said = person(*[""] * 40, "q")
    progress = drill_settlement("maryland-tiles", who, "s")
    assert progress.wrong >= 3
    assert progress.right == 0
    assert any(line.startswith("Bank:") for line in said)
    assert any("What happens to the bet?" in line and "wrong: " in line for line in said)
    asked = mark(situation("maryland-tiles", seed="s", number=0), {})
    right = [format_cents(each.right) if isinstance(each.right, int) else each.right for each in asked.parts]
    who, said = person(*right)
    assert drill_settlement("maryland-tiles", who, "s").right == 1


def test_the_drill_of_irregularities() -> None:
    asked = irregularity("new-zealand", seed="s", number=0)
    who, said = person("9", "?", *"1")
    progress = drill_irregularities("new-zealand", who, "s")
    assert progress.answered == 1
    assert str(asked.story) in said
    assert "9 is not an answer; type its number." in said
    assert any(line.startswith("  NZ-") for line in said)
    every = [drill_irregularities("new-zealand", person(number)[0], "s").right for number in "1234"]
    assert sorted(every) == [0, 0, 0, 1]


def test_the_command(run: Run, tmp_path: Path) -> None:
    ran = run("drill", stdin="9\n3\n\nq\n")
    assert ran.status == 0
    assert "9 is not one of them." in ran.out
    assert "0 of 1 right" in ran.out
    assert run("drill", "dealer-open", "--dealer", stdin="q\n").status == 0
    assert "What do the rules require now?" in run("drill", "dealer-open", "--irregularities", stdin="q\n").out
    assert run("drill", stdin="q\n").status == run("drill", stdin="").status == 0
    assert (run("drill", "nevada").status, run("drill", "nevada").out) == (2, "")
    assert run("drill", "maryland-tiles", "--dealer", "--irregularities").status == 2
    ran = run("drill", "maryland-tiles", "--house-way", "flamingo")
    assert ran.status == 2
    assert "choose one of maryland, new-zealand, foxwoods, optimal" in ran.err
    assert run("drill", "new-zealand", "--house-way", "foxwoods", "--seed", "s", stdin="\nq\n").status == 0


def test_progress_is_kept_in_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    for _ in range(2):
        assert run("drill", "maryland-tiles", "--progress", str(file), stdin="\nq\n").status == 0
    ran = run("drill", "maryland-tiles", "--irregularities", "--progress", str(file), stdin="1\nq\n")
    assert ran.status == 0
    book = json.loads(file.read_text(encoding="utf-8"))
    assert {key: Progress.read(each).answered for key, each in book.items()} == {
        "maryland-tiles maryland": 2,
        "maryland-tiles irregularities": 1,
    }
    ran = run("drill", "maryland-tiles", "--progress", str(tmp_path / "no" / "file"), stdin="q\n")
    assert (ran.status, ran.out) == (2, "")
    for spoilt in ("no json", "[]", '{"maryland-tiles maryland": 3}'):
        file.write_text(spoilt, encoding="utf-8")
        ran = run("drill", "maryland-tiles", "--progress", str(file), stdin="q\n")
        assert (ran.status, file.read_text(encoding="utf-8")) == (2, spoilt)
