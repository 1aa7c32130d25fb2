"""Records of tables with bots, to be read, told and tampered with."""

from collections.abc import Callable
from functools import cache
from io import StringIO

import pytest

from paigow.bots.session import Session
from paigow.record import record
from paigow.rules import load_submission
from paigow.table.steps.seating import LeaveTable

Recorded = Callable[[str, int], str]


@cache
def _recorded(standard: str, rounds: int) -> str:
    session = Session(load_submission(standard), 5, "tampered")
    file = StringIO(newline="\n")
    writer = record(session.driver, file)
    session.open()
    for _ in range(rounds):
        session.play_round()
    session.driver.do(LeaveTable(player="ann"))
    writer.end(session.driver.state)
    return file.getvalue()


@pytest.fixture(scope="session")
def recorded() -> Recorded:
    """`recorded(standard, rounds)`: the text of a record; someone leaves at the end."""
    return _recorded
