"""Tables for the tests of the rules: opened for any standard, with the submission's choices and the players named.

`table` builds one: `table("maryland-tiles", {"banking.offered": False}, players=["ann", "bob"])` is open, with ann and
bob at the first seats and chips in front of them. What it gives is a `TableScript`: `to(phase, Plan(...))` plays a
round up to a phase, `play(Plan(...))` a whole one; `do` carries out commands, `refusal` shows why one is refused.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from paigow.table import game_of
from paigow.table.driver import new_table
from paigow.table.script import TableScript, seats

CHIPS = 1_000_000


@pytest.fixture
def empty_table(choose: Callable[..., Any]) -> Callable[..., TableScript]:
    """A table as it stands in the morning: no set, no players."""

    def build(standard: str, choices: Mapping[str, object] = {}) -> TableScript:
        return TableScript(new_table(game_of(choose(standard, choices))), {})

    return build


@pytest.fixture
def table(empty_table: Callable[..., TableScript]) -> Callable[..., TableScript]:
    """A table open for play. `players` at the first seats, or at the seats of a mapping."""

    def build(
        standard: str,
        choices: Mapping[str, object] = {},
        *,
        players: Iterable[str] | Mapping[str, int] = ("ann", "bob"),
        chips: int = CHIPS,
    ) -> TableScript:
        script = empty_table(standard, choices)
        script.open(seats(players, script.state.game.seats), chips)
        return script

    return build
