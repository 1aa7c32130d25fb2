"""Read a record block by block, strictly: a damaged line is refused with its line number."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import partial
from io import TextIOBase
from typing import Any

from paigow.errors import PaigowError
from paigow.fairness.encoding import FairnessError, visible
from paigow.record.errors import RecordError
from paigow.record.format import END, FORMAT, ROUND, VERSION, Block, Chance, Head
from paigow.rules import STANDARDS, stored_submission
from paigow.toml_text import read_toml

_AT = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", re.DOTALL)
_ENTRY = re.compile(r"  \{ .* \},")
_RESULTS = ("  { was = ", "  { from = ")
LOG = "log = ["
MAX_LINE = 1_000_000
"""The longest line that is read, in characters."""
MAX_BLOCK = 16_000_000
"""The longest block that is kept until it is read, in characters. A round has a few tens of thousands."""
_ROUND_KEYS = {"number": int, "previous": str, "commitment": str, "seed": str, "void": str}
_PROTOCOL = {"protocol": int}  # only in rounds after protocol 1
_END_KEYS = {"previous": str}


class Reader:
    """A parser that reads the head of a record at once and the blocks on demand."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._sections = _sections(lines)
        try:
            first, head = next(self._sections)
        except StopIteration:
            raise RecordError(1, "the file is empty") from None
        self.head_lines = head
        self.head = _head(first, head)

    def __iter__(self) -> Iterator[Block]:
        over = False
        for first, lines in self._sections:
            if over:
                raise RecordError(first + 1, f"nothing follows {END}")
            block = _block(first, lines)
            over = not block.is_round
            yield block


def _sections(lines: Iterable[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the head and the blocks, each with the number of its first line.

    A block includes the blank line before it.
    """
    first, section, size = 1, list[str](), 0
    number = 0
    for number, line in enumerate(_bounded(lines), start=1):
        size += len(line)
        if len(line) > MAX_LINE:
            raise RecordError(number, f"a line has at most {MAX_LINE:,} characters")
        if size > MAX_BLOCK:
            raise RecordError(number, f"a round never ends: a block has at most {MAX_BLOCK:,} characters")
        if not line.endswith("\n"):
            raise RecordError(number, "the file breaks off: the line has no end")
        text = line[:-1]
        if "\r" in text:
            raise RecordError(number, "lines end with a line feed only")
        if text in (ROUND, END):
            start = number
            if section and section[-1] == "":
                section.pop()
                start -= 1
            else:
                raise RecordError(number, "a blank line stands before a block")
            yield first, tuple(section)
            first, section, size = start, [""], len(line)
        section.append(text)
    if number:
        yield first, tuple(section)


def _bounded(lines: Iterable[str]) -> Iterable[str]:
    """Read a file line by line, but no more of an endless line than it takes to refuse it."""
    if isinstance(lines, TextIOBase):
        return iter(partial(lines.readline, MAX_LINE + 1), "")
    return lines


def _parsed(first: int, lines: tuple[str, ...]) -> dict[str, Any]:
    try:
        return read_toml("\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        found = _AT.fullmatch(str(error))
        reason = found[1] if found else str(error)
        at = int(found[2]) if found and found[2] else len(lines)
        raise RecordError(first + at - 1, f"this is not valid TOML: {reason[:1].lower()}{reason[1:]}") from None


def _head(first: int, lines: tuple[str, ...]) -> Head:
    data = _parsed(first, lines)

    def line_of(key: str) -> int:
        return next((n for n, text in enumerate(lines, start=first) if text.startswith(f"{key} = ")), first)

    def need(key: str, expected: object, what: str) -> None:
        if data.get(key) != expected or type(data.get(key)) is not type(expected):
            raise RecordError(line_of(key), f"{key} is {data.get(key)!r}; {what}")

    if "format" not in data:
        raise RecordError(first, "the head is missing: a record begins with its head, and a round is read after it")
    need("format", FORMAT, f"a record says format = {FORMAT!r}")
    need("version", VERSION, f"this program reads version {VERSION}")
    standard = STANDARDS.get(str(data.get("standard")))
    if standard is None:
        known = ", ".join(STANDARDS)
        raise RecordError(
            line_of("standard"), f"there is no standard {data.get('standard')!r}; the standards are {known}"
        )
    need("standard_version", standard.version, f"this program plays {standard.name} {standard.version}")
    submitted = data.get("submission")
    place = next((n for n, text in enumerate(lines, start=first) if text == "[submission]"), first)
    if not isinstance(submitted, dict) or submitted.get("standard") != standard.name:
        raise RecordError(place, f"the record holds no submission for {standard.name}")
    try:
        submission = stored_submission(submitted)
        head = Head(visible(str(data.get("table")), "the table id"), submission, Chance(str(data.get("chance"))))
    except FairnessError as error:
        raise RecordError(line_of("table"), error.message) from None
    except PaigowError as error:
        raise RecordError(place, f"the submission is not valid: {error.message}", error.clause) from None
    except ValueError:
        kinds = " or ".join(Chance)
        raise RecordError(line_of("chance"), f"chance is {data.get('chance')!r}; it is {kinds}") from None
    require_lines(first, lines, tuple(head.lines()), "a record with this submission")
    return head


def require_lines(first: int, found: tuple[str, ...], due: tuple[str, ...], what: str) -> None:
    """Raise an error that names the first line that differs from the expected one."""
    for number, line in enumerate(found):
        if number >= len(due):
            raise RecordError(first + number, f"{what} has no such line: {line.strip()}")
        if line != due[number]:
            raise RecordError(first + number, f"{what} has {due[number].strip()!r} here, not {line.strip()!r}")
    if len(found) < len(due):
        raise RecordError(first + len(found) - 1, f"the file breaks off; {due[len(found)].strip()!r} follows")


def _block(first: int, lines: tuple[str, ...]) -> Block:
    data = _parsed(first, _without_events(lines))
    is_round = lines[1] == ROUND
    body = data["round"][0] if is_round else data["end"]
    later = _PROTOCOL if "protocol" in body else {}
    own = _ROUND_KEYS | later if is_round else _END_KEYS
    keys: dict[str, type] = {**own, "seats": list, "log": list, "hash": str}
    block = Block(first, lines, body, _log_lines(first, lines, body))
    for name, kind in keys.items():
        if type(body.get(name)) is not kind:
            raise RecordError(block.line_of(name), f"a block has {name}, a value of type {kind.__name__}")
    for name in body:
        if name not in keys:
            raise RecordError(block.line_of(name), f"a block has no {name!r}; it has {', '.join(keys)}")
    return block


def _without_events(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Empty every event and transfer table: the replay compares them as text, so they need not be parsed."""
    if LOG not in lines:
        return lines
    start = lines.index(LOG) + 1
    log = ("  {}," if line.startswith(_RESULTS) else line for line in lines[start:])
    return (*lines[:start], *log)


def _log_lines(first: int, lines: tuple[str, ...], body: dict[str, Any]) -> tuple[tuple[int, dict[str, Any]], ...]:
    """Return each log entry with its line number. Between `log = [` and `]` there is one entry per line."""
    log = body.get("log")
    if not isinstance(log, list) or not log:
        return ()
    try:
        start = lines.index(LOG) + 1
    except ValueError:
        raise RecordError(first, "a block has its log as `log = [`, an entry on each line, and `]`") from None
    for number, line in enumerate(lines[start : start + len(log)], start=first + start):
        if not _ENTRY.fullmatch(line):
            raise RecordError(number, "an entry of the log is one inline table on a line, two blanks before it")
    if lines[start + len(log)] != "]":
        raise RecordError(first + start + len(log), "the log has one entry on each line and ends with `]`")
    for number, entry in enumerate(log, start=first + start):
        if not isinstance(entry, dict):
            raise RecordError(number, "an entry of the log is an inline table")
    return tuple(enumerate(log, start=first + start))
