"""Which lines each test reaches and how long it takes, kept from run to run as long as nothing has changed."""

import hashlib
import json
import math
import os
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import coverage
import pytest
from _pytest.runner import runtestprotocol

from paigow.rules.coverage import PACKAGE
from tools.mutants.aims import FOLDERS

LEARNED = Path("build") / "mutants"
"""Where results about the tests are kept: a file for each state of the sources, a line for each test."""
PATIENCE = 5.0
"""Tests that take longer are left out: faster tests should notice the same faults."""

Lines = Mapping[str, Sequence[int]]


def learn(items: Sequence[pytest.Item], workers: int) -> Iterator[tuple[pytest.Item, float, Lines]]:
    """Yield the tests that pass in time, their seconds and the lines of each file that they reach."""
    kept = LEARNED / f"{_version()}.jsonl"
    known = _read(kept)
    todo = [item for item in items if _key(item) not in known]
    with kept.open("a", encoding="utf-8") as out:
        for item, seconds, lines in _measure(todo, workers):
            known[_key(item)] = seconds, lines
            out.write(json.dumps([_key(item), seconds, lines]) + "\n")
            out.flush()
    for item in items:
        seconds, lines = known[_key(item)]
        if seconds is not None:
            yield item, seconds, lines


def _version() -> str:
    """Return a digest of all sources that are broken."""
    text = hashlib.sha256()
    for folder in FOLDERS:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            text.update(path.read_bytes())
    return text.hexdigest()[:16]


def _key(item: pytest.Item) -> str:
    return f"{item.nodeid} {_digest(item.path)}"


@cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _read(path: Path) -> dict[str, tuple[float | None, Lines]]:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        return {}
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {key: (seconds, lines) for key, seconds, lines in rows}


def _measure(items: Sequence[pytest.Item], workers: int) -> Iterator[tuple[pytest.Item, float | None, Lines]]:
    """Run each test on the code as it is, in a process of its own; no seconds if it fails or takes too long."""
    running: dict[int, pytest.Item] = {}
    todo = list(items)[::-1]
    while todo or running:
        while todo and len(running) < workers:
            item = todo.pop()
            pid = os.fork()
            if not pid:
                limit(PATIENCE)
                _run(item)
            running[pid] = item
        pid, status = os.wait()
        item, answer = running.pop(pid), LEARNED / f"{pid}.answer"
        if status:
            yield item, None, {}
        else:
            found = json.loads(answer.read_text(encoding="utf-8"))
            yield item, found["seconds"], found["lines"]
        answer.unlink(missing_ok=True)


def _run(item: pytest.Item) -> None:
    """Run the test in a separate process; exit with 0 and an answer if it passes."""
    ours = [f"{PACKAGE / folder}/*" for folder in FOLDERS]
    measured = coverage.Coverage(data_file=None, config_file=False, include=ours)
    measured.set_option("run:disable_warnings", ["module-not-measured", "already-imported", "no-data-collected"])
    began = time.process_time()
    try:
        measured.start()
        reports = runtestprotocol(item, nextitem=None, log=False)
        measured.stop()
        if any(report.outcome != "passed" for report in reports):
            os._exit(1)
        seconds, data = round(time.process_time() - began, 4), measured.get_data()
        lines = {Path(file).relative_to(PACKAGE.parent).as_posix(): data.lines(file) for file in data.measured_files()}
        told = json.dumps({"seconds": seconds, "lines": lines})
        (LEARNED / f"{os.getpid()}.answer").write_text(told, encoding="utf-8")
    except BaseException:
        os._exit(1)
    os._exit(0)


def limit(seconds: float) -> None:
    """End this process when it has used this much more processor time, or when it sleeps."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(math.ceil(30 * seconds))
