"""The process that looks at a session again or verifies a record, for `past` and `verify`."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paigow.errors import PaigowError
from paigow.record import RecordError, Replay
from paigow.record.wire import read_event, read_state
from paigow.rules import build_submission
from paigow.table import Event, TableState, evolve, game_of
from paigow.web.pages.jobs import Say, carry_out

AROUND = 2
"""Lines that are shown before and after one that does not hold."""
WIDEST = 300
"""Characters of a line that are shown."""


@dataclass(frozen=True, slots=True)
class Moment:
    events: tuple[Event, ...]
    state: TableState


def moments(told: dict[str, Any], say: Say) -> Iterator[Moment]:
    game = game_of(build_submission(told["submission"]))
    for number, each in enumerate(told["rounds"]):
        say(number, len(told["rounds"]))
        state = read_state(each["before"], game)
        for deed in each["deeds"]:
            events = tuple(map(read_event, deed))
            for event in events:
                state = evolve(state, event)
            yield Moment(events, state)


def review_page(folder: Path, say: Say) -> dict[str, Any]:
    from paigow.learning.review import review

    source = folder / "input.json"
    told = json.loads(source.read_text(encoding="utf-8"))
    source.unlink()
    return review(moments(told, say), told["player"]).data()


def record_page(folder: Path, say: Say) -> dict[str, Any]:
    """What was found to hold, or the first line that does not."""
    source = folder / "record.toml"
    lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
    try:
        page = _verified(lines, say)
    except RecordError as error:
        first = max(0, error.line - 1 - AROUND)
        around = [
            {"number": number, "text": line.rstrip("\n")[:WIDEST], "wrong": number == error.line}
            for number, line in enumerate(lines[first : error.line + AROUND], start=first + 1)
        ]
        page = {"holds": False, "line": error.line, "reason": error.reason, "clause": error.clause, "around": around}
    source.unlink()
    return page


def _verified(lines: list[str], say: Say) -> dict[str, Any]:
    replay = Replay(lines)
    actions = transfers = 0
    for step in replay:
        actions += 1
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
    }


PAGES = {"review": review_page, "record": record_page}

if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise PaigowError("usage: lesson_worker KIND FOLDER")
    carry_out(Path(sys.argv[2]), lambda say: PAGES[sys.argv[1]](Path(sys.argv[2]), say))
