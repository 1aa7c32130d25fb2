"""`paigow play` leads to the drill."""

from collections.abc import Callable
from typing import Any

Run = Callable[..., Any]


def test_the_command(run: Run) -> None:
    ran = run("play", stdin="9\n3\n\nq\n")
    assert ran.status == 0
    assert "'9' is none of them." in ran.out
    assert run("play", stdin="q\n").status == 0
    ran = run("play", "nevada")
    assert (ran.status, ran.out) == (2, "")
