"""Deciding leaves the state that it is given as it was: callers keep it, and go back to it."""

from copy import deepcopy
from dataclasses import fields
from typing import Any

import pytest

from paigow.bots import Bot
from paigow.rules import STANDARDS, load_submission
from paigow.table import game_of
from paigow.table.core.engine import Command, Event, perform
from paigow.table.core.model import TableState
from paigow.table.driver import TableDriver, new_table


def written(state: TableState) -> dict[str, Any]:
    """Return copies of the fields, made down to the last dictionary; the game and its pieces cannot change."""
    shared = {id(state.game): state.game, **{id(piece): piece for piece in state.game.box}}
    kept = {each.name: getattr(state, each.name) for each in fields(state) if each.name != "game"}
    return deepcopy(kept, shared)


@pytest.mark.parametrize("standard", STANDARDS)
def test_deciding_leaves_the_state_as_it_was(standard: str) -> None:
    names = [f"player-{number}" for number in range(1, 7)]
    bots = {name: Bot(name, "house-way", "untouched") for name in names}
    driver = TableDriver(new_table(game_of(load_submission(standard))), bots, "untouched")
    before = driver.state, written(driver.state)

    def check(command: Command, events: tuple[Event, ...]) -> None:
        nonlocal before
        state, as_it_was = before
        assert written(state) == as_it_was
        assert perform(state, command)[1] == events
        before = driver.state, written(driver.state)

    driver.on_command = check
    driver.open_table(1_000_000)
    for _ in range(3):
        driver.play_round()
