"""Read, replay and verify records given as text, lines or a path."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import StringIO
from os.path import isfile
from pathlib import Path
from typing import Any, TypeAlias

from paigow.errors import PaigowError
from paigow.record import Replay, Step, Verdict
from paigow.record import verify as verify_lines

Record: TypeAlias = "str | Path | Iterable[str]"
"""The text of a record, its path, or its lines with their line feeds."""


def verify(record: Record) -> Verdict:
    """Recompute every deal, settlement and hash of a record.

    Raise `RecordError`, which names the first invalid line.
    """
    with _lines(record) as lines:
        return verify_lines(lines)


def replay(record: Record) -> Iterator[Step]:
    """Yield the record's steps, each checked: the command, its events and the state after it."""
    with _lines(record) as lines:
        yield from Replay(lines)


@contextmanager
def _lines(record: Any) -> Iterator[Iterable[str]]:
    if isinstance(record, str) and "\n" in record:
        yield StringIO(record, newline="\n")
    elif isinstance(record, str | Path):
        if not isfile(record):
            raise PaigowError(f"{str(record)!r:.80} is neither the text of a record nor an existing file")
        try:
            with Path(record).open(encoding="utf-8", newline="\n") as file:
                yield file
        except UnicodeDecodeError:
            raise PaigowError(f"{str(record)!r} is not a text file in UTF-8") from None
    elif isinstance(record, Iterable) and not isinstance(record, bytes | bytearray):
        yield record
    else:
        raise PaigowError(f"a record is its text, its path or its lines, not {record!r:.80}")
