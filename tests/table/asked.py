"""States of all four games in which somebody is asked for something, the rare ones included."""

from collections.abc import Iterator

from paigow.bots.session import Session
from paigow.money import rack
from paigow.rules import load_submission
from paigow.table import Command, TableState, can, perform
from paigow.table.awaited import awaited
from paigow.table.boxes.dealer_sets import AskDealerToSet
from paigow.table.core.model import Phase
from paigow.table.floor.irregularities import ExposePiece
from paigow.table.steps.seating import LeaveTable, SitDown
from paigow.table.steps.setting import SetHouseHand, open_positions

ROUNDS = 25


def asked_states(standard: str, rounds: int = ROUNDS) -> Iterator[TableState]:
    """Every state that a table of bots comes through between two commands, and what accidents make of some of them."""
    session = Session(load_submission(standard), 4, "asked")
    found: list[TableState] = []
    session.driver.on_command = lambda command, events: found.append(session.driver.state)
    session.open()
    for _ in range(rounds):
        session.play_round()
    for state in found:
        yield state
        yield from _variants(state)


def _variants(state: TableState) -> Iterator[TableState]:
    if state.round is None:
        return
    if state.phase is Phase.SETTING:
        for position in open_positions(state):
            for once in _after(state, ExposePiece(position=position, place=0)):
                yield once
                yield from _after(once, ExposePiece(position=position, place=1))
    for ask in awaited(state):
        if AskDealerToSet in ask.kinds and state.phase is Phase.BANKING:
            for position in state.current.hands:
                for then in _after(state, AskDealerToSet(player=ask.player, position=position)):
                    yield from _house_steps(then)


def _after(state: TableState, command: Command) -> Iterator[TableState]:
    if can(state, command):
        yield perform(state, command)[0]


def _house_steps(state: TableState) -> Iterator[TableState]:
    """The hand that the dealer has been asked to set, and then nothing but a confirmation is missing."""
    yield from _after(state, SetHouseHand())


def broke(standard: str) -> tuple[TableState, str]:
    """A betting window in which one of the seated players has no chips."""
    session = Session(load_submission(standard), 3, "broke", chips=0)
    session.open()
    driver = session.driver
    name = next(iter(session.styles))
    place = driver.state.players[name].position or 0
    driver.do(LeaveTable(player=name), SitDown(player=name, position=place, seed="s"))
    assert driver.state.ledger[rack(name)] == 0
    driver.bots = {bot: play for bot, play in driver.bots.items() if bot != name}
    driver.open_round()
    while driver.state.phase is not Phase.BETTING:
        driver.step()
    return driver.state, name
