"""The process that reviews a session or verifies a record, for `past` and `verify`."""

import json
import resource
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paigow.errors import PaigowError
from paigow.record import RecordError, Replay
from paigow.record.replay import Step
from paigow.record.seeds import SeedSummary
from paigow.record.wire import read_event, read_state
from paigow.rules import stored_submission
from paigow.table import Event, TableState, evolve, game_of
from paigow.web.work.jobs import Say, carry_out

AROUND = 2
"""The number of lines shown before and after an invalid one."""
WIDEST = 300
"""Longest part of a line that is shown, in characters."""
MAX_CPU_SECONDS = 600
"""Maximum seconds of work; longer records have to be verified locally."""
MOST_MEMORY = 2 * 1024**3
"""Maximum memory in bytes; a long record takes a fraction of it."""
REVIEW, RECORD = "input.json", "record.toml"
"""File names in a worker's folder."""


class TooLong(Exception):
    """Raised when the work takes longer than the server allows."""


@dataclass(frozen=True, slots=True)
class Moment:
    events: tuple[Event, ...]
    state: TableState


def moments(data: dict[str, Any], say: Say) -> Iterator[Moment]:
    game = game_of(stored_submission(data["submission"]))
    for number, each in enumerate(data["rounds"]):
        say(number, len(data["rounds"]))
        state = read_state(each["before"], game)
        for action in each["deeds"]:
            events = tuple(map(read_event, action))
            for event in events:
                state = evolve(state, event)
            yield Moment(events, state)


def review_page(folder: Path, say: Say) -> dict[str, Any]:
    from paigow.learning.review import review

    data = json.loads((folder / REVIEW).read_text(encoding="utf-8"))
    return review(moments(data, say), data["player"]).data()


def played_page(folder: Path, say: Say) -> dict[str, Any]:
    """Return the hands of a duplicate entry compared with best play, from its record."""
    from paigow.learning.duplicate import PLAYER
    from paigow.learning.review import review

    with (folder / RECORD).open(encoding="utf-8", newline="\n") as text:
        lines = list(text)

    def steps() -> Iterator[Step]:
        for step in Replay(lines):
            say(step.line, len(lines))
            yield step

    return review(steps(), PLAYER).data()


def record_page(folder: Path, say: Say) -> dict[str, Any]:
    """Return the result of a verification, or the first invalid line."""
    with (folder / RECORD).open(encoding="utf-8", newline="\n") as text:
        lines = list(text)
    try:
        return _verified(lines, say)
    except RecordError as error:
        first = max(0, error.line - 1 - AROUND)
        around = [
            {"number": number, "text": line.rstrip("\n")[:WIDEST], "wrong": number == error.line}
            for number, line in enumerate(lines[first : error.line + AROUND], start=first + 1)
        ]
        wrong = {"line": error.line, "message": error.message, "reason": error.reason, "clause": error.clause}
        return {"holds": False, **wrong, "around": around}
    except TooLong:
        return {"holds": None, "minutes": MAX_CPU_SECONDS // 60}


def _verified(lines: list[str], say: Say) -> dict[str, Any]:
    replay = Replay(lines)
    actions = transfers = 0
    seeds = SeedSummary()
    for step in replay:
        actions += 1
        if step.seeds is not None:
            seeds.add(step.seeds)
        transfers += sum(len(event.transfers) for event in step.events)
        say(step.line, len(lines))
    return {
        "holds": True,
        "table": replay.head.table_id,
        "standard": replay.head.submission.standard,
        "title": replay.head.submission.title,
        "chance": replay.head.chance.value,
        "rounds": replay.state.rounds,
        "actions": actions,
        "transfers": transfers,
        "hash": replay.hash,
        "seeds": seeds.data(),
    }


def main(kind: str, folder: Path) -> None:
    kinds = {"review": (review_page, REVIEW), "played": (played_page, RECORD), "record": (record_page, RECORD)}
    page, source = kinds[kind]
    signal.signal(signal.SIGXCPU, _stop)
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_SECONDS, 2 * MAX_CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    carry_out(folder, lambda say: page(folder, say))
    if (folder / "page.json").exists():
        (folder / source).unlink(missing_ok=True)


def _stop(_number: int, _frame: object) -> None:
    raise TooLong


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise PaigowError("usage: lesson_worker KIND FOLDER")
    main(sys.argv[1], Path(sys.argv[2]))
