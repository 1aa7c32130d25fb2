"""The drill: friendly, robust against bad input, and it ends when asked to."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from paigow.desk import open_desk
from paigow.rules import STANDARDS
from paigow.terminal.drill import Score, drill

Run = Callable[..., Any]


def play(rules: str, *typed: str, seed: int = 1) -> tuple[Score, list[str]]:
    """A drill of hands dealt from a seed; the input ends after what is typed."""
    lines: Iterator[str] = iter(typed)
    said: list[str] = []

    def ask(_: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    return drill(open_desk(rules), ask, said.append, Random(seed)), said


@pytest.mark.parametrize("rules", STANDARDS)
def test_enter_sets_the_hand_the_house_way(rules: str) -> None:
    score, said = play(rules, "", "", "q", "")
    assert score.results.total() == score.as_the_house == 2
    assert sum("House way:  the same" in line for line in said) == 2


@pytest.mark.parametrize("rules", STANDARDS)
def test_the_input_may_end_at_any_time(rules: str) -> None:
    score, said = play(rules)
    assert score.results.total() == 0
    assert said[-1] == "Hands: 0 (0 win, 0 push, 0 lose), 0 set as the house would."


def test_what_a_person_may_type() -> None:
    _, said = play("maryland-tiles")
    hand = next(line for line in said if line.startswith("Your hand:")).split()[2:]
    low = f"{hand[0][::-1]}, {hand[1]}"
    both = f"{hand[2]} {hand[3]} / {hand[0]} {hand[1]}"
    assert play("maryland-tiles", low)[0].results == play("maryland-tiles", both)[0].results
    assert play("maryland-tiles", low)[0].results.total() == 1


def test_cards_in_any_case() -> None:
    _, said = play("maryland-poker")
    hand = next(line for line in said if line.startswith("Your hand:")).split()[2:]
    score, _ = play("maryland-poker", f"{hand[1]} {hand[2]}".upper())
    assert score.results.total() == 1


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("99 66 / 11", "is not in your hand"),
        ("xyzzy", "is not in your hand"),
        ("?", "Write the two pieces of your low hand"),
    ],
)
def test_bad_input_is_explained_and_asked_again(typed: str, words: str) -> None:
    score, said = play("new-zealand", typed, "")
    assert score.results.total() == 1
    assert any(words in line for line in said)


def test_a_low_hand_of_the_wrong_size_and_pieces_left_out() -> None:
    _, said = play("new-zealand")
    hand = next(line for line in said if line.startswith("Your hand:")).split()[2:]
    _, said = play("new-zealand", hand[0], f"{hand[0]} / {hand[1]} {hand[2]}", " ".join(hand))
    assert "a low hand has two pieces, not 1" in said
    assert any("both hands together must be your hand" in line for line in said)
    assert "a low hand has two pieces, not 4" in said


def test_dealer_open_shows_the_dealer_first() -> None:
    _, said = play("dealer-open")
    lines = [line.split(":")[0] for line in said if ":" in line]
    assert lines.index("Dealer") < lines.index("Your hand")


def test_the_command(run: Run) -> None:
    ran = run("drill", stdin="9\n3\n\nq\n")
    assert ran.status == 0
    assert "'9' is none of them." in ran.out
    assert "Hands: 1 (" in ran.out
    assert run("drill", stdin="dealer-open\nq\n").status == 0
    assert run("drill", stdin="q\n").status == 0
    assert run("drill", stdin="").status == 0
    ran = run("drill", "nevada")
    assert (ran.status, ran.out) == (2, "")
