"""Bots do what the table awaits of them, and nothing else."""

from functools import partial

import pytest

from paigow.bots.session import Session
from paigow.rules import STANDARDS, load_submission
from paigow.table import Command, TableState
from paigow.table.awaited import ask_of
from paigow.table.boxes.laja import RequestLaja
from paigow.table.driver import Bot
from paigow.table.steps.setting import SetHand
from paigow.table.steps.wagers import PlaceWager

UNASKED = {RequestLaja}
"""What a player may do at any time before the cut, without being waited for."""


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_bot_does_what_the_table_awaits_of_it(standard: str) -> None:
    session = Session(load_submission(standard), 5, "asked")
    answered: set[type[Command]] = set()

    def asked(bot: Bot) -> Bot:
        def act(state: TableState, name: str) -> Command | None:
            command, ask = bot(state, name), ask_of(state, name)
            if command is not None and type(command) not in UNASKED:
                assert ask is not None, f"{command} at {state}"
                assert type(command) in ask.kinds
                answered.add(type(command))
            return command

        return act

    session.driver.bots = {name: asked(bot) for name, bot in session.driver.bots.items()}
    session.open()
    for _ in range(25):
        session.play_round()
    assert {PlaceWager, SetHand} <= answered


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_bot_that_is_asked_at_every_step_plays_the_same(standard: str) -> None:
    """The driver asks bots only when they may act; a plain callable is asked always."""
    asked = Session(load_submission(standard), 5, "asked")
    always = Session(load_submission(standard), 5, "asked")
    always.driver.bots = {name: partial(bot) for name, bot in always.driver.bots.items()}
    for session in (asked, always):
        session.open()
        for _ in range(25):
            session.play_round()
    assert asked.driver.state.ledger == always.driver.state.ledger
    assert asked.driver.state.sequence == always.driver.state.sequence
