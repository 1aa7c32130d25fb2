"""Write a record during play: a block is appended when its round is closed and its seed revealed."""

from collections.abc import Callable, Iterable
from typing import TextIO

from paigow.record.format import Chance, Head, block_lines, digest, entries, round_keys, seats, with_hash
from paigow.table import Command, Event, TableState
from paigow.table.driver import TableDriver
from paigow.table.steps.closing import RoundClosed
from paigow.table.steps.mixing import RoundOpened
from paigow.table.steps.seeds import protocol_of


class RecordWriter:
    """A writer that receives every action from the start, and writes no round before its seed is revealed."""

    def __init__(self, file: TextIO, state: TableState, chance: Chance = Chance.SEEDS) -> None:
        if state.sequence:
            raise ValueError("a record begins with a fresh table")
        self._file = file
        self._log: list[str] = []
        self._commitment = ""
        lines = Head(state.table_id, state.game.submission, chance).lines()
        self.hash = digest(lines)
        self._write(lines)

    def add(self, state: TableState, command: Command, events: Iterable[Event]) -> None:
        """Add an action with its events and the state after it."""
        events = tuple(events)
        self._log += entries(command, events)
        for event in events:
            if isinstance(event, RoundOpened):
                self._commitment = event.commitment
            elif isinstance(event, RoundClosed):
                self._block(round_keys(self.hash, self._commitment, event, protocol_of(state)), state)

    def end(self, state: TableState) -> None:
        """Write the actions since the last round, such as players leaving the table.

        A round in progress is not recorded.
        """
        if self._log and state.round is None:
            self._block({"previous": self.hash}, state)

    def _block(self, keys: dict[str, object], state: TableState) -> None:
        lines, self.hash = with_hash(block_lines(keys, seats(state), self._log))
        self._log = []
        self._write(lines)

    def _write(self, lines: list[str]) -> None:
        self._file.write("".join(f"{line}\n" for line in lines))
        self._file.flush()


def record(driver: TableDriver, file: TextIO, chance: Chance = Chance.SEEDS) -> RecordWriter:
    """Record a driven table from now on, keeping its other listeners."""
    writer = RecordWriter(file, driver.state, chance)
    other: Callable[[Command, tuple[Event, ...]], None] = driver.on_command

    def both(command: Command, events: tuple[Event, ...]) -> None:
        other(command, events)
        writer.add(driver.state, command, events)

    driver.on_command = both
    return writer
