"""What a store keeps is read back to an equal value."""

import json

import pytest

from paigow.bots.session import Session
from paigow.errors import NotationError
from paigow.money import Account, Ledger
from paigow.money.ledger import LedgerError
from paigow.record.wire import read_event, read_state, write_event, write_state
from paigow.rules import STANDARDS, load_submission
from paigow.table import Command, Event, evolve


@pytest.mark.parametrize("standard", STANDARDS)
def test_events_and_states_come_back_equal_and_fold_alike(standard: str) -> None:
    session = Session(load_submission(standard), 5, "wire")
    driver = session.driver
    folded = driver.state
    kinds: set[str] = set()

    def check(command: Command, events: tuple[Event, ...]) -> None:
        nonlocal folded
        for event in events:
            again = read_event(json.loads(json.dumps(write_event(event))))
            assert again == event
            assert write_event(again) == write_event(event)
            kinds.add(type(event).__name__)
            folded = evolve(folded, again)
        kept = read_state(json.loads(json.dumps(write_state(driver.state))), driver.state.game)
        assert kept == driver.state == folded
        assert kept.ledger == folded.ledger

    driver.on_command = check
    session.open()
    for _ in range(30):
        session.play_round()
    assert {"Delivered", "HandSet", "HandExposed", "WagerSettled", "RoundClosed"} <= kinds


def test_what_is_no_event_is_refused() -> None:
    with pytest.raises(NotationError, match="no event 'Nonsense'"):
        read_event({"is": "Nonsense"})


@pytest.mark.parametrize("balances", [{"rack:ann": 5}, {"rack:ann": -5, "cage": 5}])
def test_balances_that_no_ledger_has_are_refused(balances: dict[str, int]) -> None:
    with pytest.raises(LedgerError):
        Ledger.of({Account(name): cents for name, cents in balances.items()})
