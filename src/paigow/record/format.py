"""The lines of a record: a head with the whole submission, then one block per round, chained by hashes.

There is only one way to write a record, so reading is strict: a file with the same content in another form is refused,
and two records are equal if and only if their bytes are.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from paigow.record.toml import inline, listed, tables, value
from paigow.record.wire import command_table, event_table
from paigow.rules import STANDARDS, Submission, submission_hash
from paigow.table import Command, Event, TableState
from paigow.table.steps.closing import RoundClosed
from paigow.table.view import transfer_table

FORMAT = "paigow-record"
VERSION = 1
ROUND = "[[round]]"
END = "[end]"


class Chance(StrEnum):
    """The source of the order of the cards or tiles, the dice and the random numbers."""

    SEEDS = "seeds"  # drawn from the round's seeds, so anyone can repeat the draw
    CHOSEN = "chosen"  # chosen by a script to demonstrate a situation; the draws cannot be repeated


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a record."""

    table_id: str
    submission: Submission
    chance: Chance = Chance.SEEDS

    def lines(self) -> list[str]:
        standard = STANDARDS[self.submission.standard]
        keys = {
            "format": FORMAT,
            "version": VERSION,
            "standard": standard.name,
            "standard_version": standard.version,
            "table": self.table_id,
            "chance": self.chance.value,
            "submission_hash": submission_hash(self.submission),
        }
        lines = [f"{name} = {value(item)}" for name, item in keys.items()]
        return [*lines, *tables("submission", self.submission.kept())]


@dataclass(frozen=True, slots=True)
class Block:
    """A parsed round, or the final block of actions after the last round: each log entry with its line number."""

    line: int  # where the block begins
    lines: tuple[str, ...]  # the lines as written in the file
    data: Mapping[str, Any]
    log: tuple[tuple[int, Mapping[str, Any]], ...]

    def line_of(self, key: str) -> int:
        """Return the line number of one of the block's keys."""
        return next((self.line + n for n, text in enumerate(self.lines) if text.startswith(f"{key} = ")), self.line)

    @property
    def is_round(self) -> bool:
        return self.lines[1] == ROUND


def digest(lines: Iterable[str]) -> str:
    """Return the SHA-256 of lines, each with its line feed."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def entries(command: Command, events: Iterable[Event]) -> list[str]:
    """Return the log lines of one action: the action, and each event with its transfers."""
    lines = [inline(command_table(command))]
    for event in events:
        lines.append(inline(event_table(event)))
        lines.extend(inline(transfer_table(move)) for move in event.transfers)
    return lines


def seats(state: TableState) -> list[dict[str, Any]]:
    """Return the player in each seat, with the seat's contribution to the deal."""
    return [{"position": p.position, "player": p.name, "seed": p.seed} for p in state.seated()]


def round_keys(previous: str, commitment: str, closed: RoundClosed, protocol: int) -> dict[str, Any]:
    """Return the keys of a round's block before its seats and log.

    Protocol 1 is not written, because it predates the key.
    """
    return {
        "number": closed.number,
        **({} if protocol == 1 else {"protocol": protocol}),
        "previous": previous,
        "commitment": commitment,
        "seed": closed.seed,
        "void": closed.void,
    }


def block_lines(keys: Mapping[str, Any], seated: list[dict[str, Any]], log: list[str]) -> list[str]:
    """Return a block without its hash. It starts with a blank line."""
    head = ROUND if "number" in keys else END
    top = [f"{name} = {value(item)}" for name, item in keys.items()]
    return ["", head, *top, *listed("seats", seated), *listed("log", log)]


def with_hash(lines: list[str]) -> tuple[list[str], str]:
    """Return the block with its hash appended, and the hash itself."""
    found = digest(lines)
    return [*lines, f"hash = {value(found)}"], found
