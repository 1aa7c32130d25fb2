"""Replay a record.

Every line is recomputed from the actions before it and compared with the file, so a replay is also a check: it stops at
the first invalid line.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from paigow.errors import PaigowError
from paigow.fairness import PROTOCOLS, Chain, commit
from paigow.record.errors import RecordError
from paigow.record.format import Block, Chance, Head, block_lines, digest, entries, round_keys, seats, with_hash
from paigow.record.reader import Reader, require_lines
from paigow.record.seeds import RoundSeedReport, SeedSummary, SeedWatch
from paigow.record.wire import read_command
from paigow.table import Command, Event, TableState, game_of, perform
from paigow.table.chance import RoundChance
from paigow.table.driver import new_table
from paigow.table.steps.closing import RoundClosed
from paigow.table.steps.mixing import RoundOpened
from paigow.table.steps.seeds import ChainPublished, protocol_of
from paigow.table.view import plain

_HEX = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Step:
    """One verified action of a record, with its events and states."""

    line: int
    command: Command
    events: tuple[Event, ...]
    state: TableState  # after the action
    seeds: RoundSeedReport | None = None  # if it closes a round


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a verification.

    `hash` is the last hash of the chain: anyone who saved it can tell whether the file was changed later.
    """

    head: Head
    rounds: int
    actions: int
    transfers: int
    hash: str
    seeds: SeedSummary
    chains: tuple[Chain, ...] = ()  # as published; anyone who saved a tip can tell whether it was replaced


class Replay:
    """A replay that steps through a record and has checked everything in it by the last step."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._reader = Reader(lines)
        self.head = self._reader.head
        self.state = new_table(game_of(self.head.submission), self.head.table_id)
        self.hash = digest(self._reader.head_lines)
        self._commitment = ""
        self._closed: RoundClosed | None = None
        self._watch = SeedWatch()

    def __iter__(self) -> Iterator[Step]:
        for block in self._reader:
            self._check_keys(block)
            log: list[str] = []
            yield from self._steps(block, log)
            self._check_block(block, log)

    def _check_keys(self, block: Block) -> None:
        """Check the keys before a block's log: its place in the chain, and the seed against its commitment."""
        data = block.data
        if data["previous"] != self.hash:
            raise RecordError(block.line_of("previous"), f"the hash of what comes before is {self.hash}")
        if not block.is_round:
            return
        number = self.state.rounds + 1
        if data["number"] != number:
            raise RecordError(block.line_of("number"), f"round {data['number']} stands where round {number} belongs")
        if not _HEX.fullmatch(data["seed"]):
            raise RecordError(block.line_of("seed"), "a seed is 64 hexadecimal digits")
        digest_of_rules = bytes.fromhex(self.state.game.submission_hash)
        protocol = data.get("protocol", 1)
        if protocol not in PROTOCOLS:
            raise RecordError(block.line_of("protocol"), f"this program knows the protocols {PROTOCOLS}")
        named = (self.head.table_id, number, bytes.fromhex(data["seed"]))
        sealed = str(commit(*named, submission=digest_of_rules, protocol=protocol))
        if data["commitment"] != sealed:
            where = block.line_of("seed")
            raise RecordError(block.line_of("commitment"), f"the seed revealed on line {where} gives {sealed}")

    def _steps(self, block: Block, log: list[str]) -> Iterator[Step]:
        """Perform the actions of the block, appending the expected entries to `log`."""
        at = 0
        self._closed = None
        while at < len(block.log):
            line, entry = block.log[at]
            if self._closed:
                raise RecordError(line, f"round {self._closed.number} is over; what follows belongs to the next block")
            if "do" not in entry:
                raise RecordError(line, "nothing that was done brings this about")
            try:
                command = read_command(entry, self.state.game.kit)
                self._check_draws(block, command)
                before = self.state
                self.state, events = perform(before, command)
            except PaigowError as error:
                raise RecordError(line, error.message, error.clause) from None
            due = entries(command, events)
            self._check_entries(block, at, due)
            log += due
            at += len(due)
            for event in events:
                if isinstance(event, RoundOpened):
                    self._commitment = event.commitment
                elif isinstance(event, RoundClosed):
                    self._closed = event
            yield Step(line, command, events, self.state, self._watch.see(before, command, events))

    def _check_entries(self, block: Block, at: int, due: list[str]) -> None:
        """Compare an action, its events and its transfers with the file."""
        start = block.log[0][0] - block.line
        for number, entry in enumerate(due, start=at):
            line = block.line + start + number
            if number >= len(block.log):
                raise RecordError(line, f"the log ends where this is due: {entry}")
            found = block.lines[start + number]
            if found != f"  {entry},":
                raise RecordError(line, f"by the rules it is {entry}")

    def _check_draws(self, block: Block, command: Command) -> None:
        """Check that the outcomes of chance follow from the round's seeds."""
        if not command.drawn or self.head.chance is Chance.CHOSEN or self.state.round is None:
            return
        if not block.is_round:
            raise PaigowError("chance has no place after the last round")
        chance = RoundChance(self.state, bytes.fromhex(block.data["seed"]))
        for name, method in command.drawn:
            fair = getattr(chance, method)(self.state)
            if getattr(command, name) != fair:
                raise PaigowError(f"the seeds give {name} = {_shown(fair)}")

    def _check_block(self, block: Block, log: list[str]) -> None:
        """Check that the round is over and that its block ends with the right hash."""
        if self.state.round is not None or block.is_round is not bool(self._closed):
            raise RecordError(block.line_of("hash") - 1, "the log ends before the round does")
        keys: dict[str, Any] = {"previous": self.hash}
        if self._closed:
            keys = round_keys(self.hash, self._commitment, self._closed, protocol_of(self.state))
        lines, self.hash = with_hash(block_lines(keys, seats(self.state), log))
        require_lines(block.line, block.lines, tuple(lines), "this block")


def _shown(item: Any) -> str:
    shown = plain(item)
    return " ".join(map(str, shown)) if isinstance(shown, list) else str(shown)


def verify(lines: Iterable[str]) -> Verdict:
    """Check a whole record; raise `RecordError` for the first line that is wrong."""
    replay = Replay(lines)
    actions = transfers = 0
    seeds, chains = SeedSummary(), []
    for step in replay:
        actions += 1
        if step.seeds is not None:
            seeds.add(step.seeds)
        for event in step.events:
            if isinstance(event, ChainPublished):
                chains.append(Chain(replay.head.table_id, event.first, event.length, bytes.fromhex(event.tip)))
        transfers += sum(len(event.transfers) for event in step.events)
    return Verdict(replay.head, replay.state.rounds, actions, transfers, replay.hash, seeds, tuple(chains))
