"""`python -m tools.data_set FOLDER [--rounds N]`: a data set of verified rounds of all four games.

Bots of several styles play, each table with its own seed. Every record is replayed from its text, which verifies it,
and becomes the rows of one Parquet file. The same seed gives the same rows. An interrupted run resumes where it
stopped.
"""

import argparse
import io
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from paigow.bots.session import Session
from paigow.record import record
from paigow.record.export import export
from paigow.rules import STANDARDS, load_submission

EACH = 500
"""Rounds per table."""
MILLION = 1_000_000


class Job(NamedTuple):
    """One table to play and verify."""

    standard: str
    number: int
    rounds: int
    seed: str
    folder: Path
    keep: bool

    @property
    def name(self) -> str:
        return f"{self.standard}-{self.number:05}"

    @property
    def path(self) -> Path:
        return self.folder / f"{self.name}.parquet"


class Done(NamedTuple):
    """The result for one table; `seconds` is processor time."""

    rounds: int
    rows: int
    playing: float
    verifying: float


def make(job: Job) -> Done:
    """Play a table, then replay its record and save the rows."""
    start = time.process_time()
    written = io.StringIO()
    session = Session(load_submission(job.standard), 4 + job.number % 3, f"{job.seed}-{job.name}", table_id=job.name)
    writer = record(session.driver, written)
    session.open()
    for _ in range(job.rounds):
        session.play_round()
    writer.end(session.driver.state)
    path = job.path.with_suffix(".toml")
    path.write_text(written.getvalue(), encoding="utf-8", newline="\n")
    played = time.process_time()
    partial = job.path.with_suffix(".part")
    rows = export([path], "parquet", partial)
    partial.replace(job.path)
    if not job.keep:
        path.unlink()
    return Done(job.rounds, rows, played - start, time.process_time() - played)


def tables(rounds: int, seed: str, folder: Path, keep: bool) -> Iterator[Job]:
    """Yield the tables for a data set of this many rounds, rotating through the four games."""
    left, number = rounds, 0
    while left > 0:
        for standard in STANDARDS:
            if left > 0:
                yield Job(standard, number, min(EACH, left), seed, folder, keep)
                left -= EACH
        number += 1


def report(done: list[Done], wanted: int, seconds: float) -> str:
    """Return progress, speed and the cost of a million rounds, in processor time, which other work does not change."""
    rounds = sum(each.rounds for each in done)
    playing = 1000 * sum(each.playing for each in done) / rounds
    verifying = 1000 * sum(each.verifying for each in done) / rounds
    hours = MILLION * (playing + verifying) / 1000 / 3600
    return (
        f"{rounds:,} of {wanted:,} rounds, {rounds / seconds:,.0f} a second; {playing:.1f} ms to play and "
        f"{verifying:.1f} ms to verify a round, so a million take {hours:.1f} processor hours"
    )


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="tools.data_set", description="Generate a data set of verified rounds.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=MILLION)
    parser.add_argument("--seed", default="data-set")
    parser.add_argument("--keep-records", action="store_true", help="keep the TOML beside the rows")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    jobs = list(tables(asked.rounds, asked.seed, asked.folder, asked.keep_records))
    waiting = [job for job in jobs if not job.path.exists()]
    wanted, done, start = sum(job.rounds for job in waiting), list[Done](), time.perf_counter()
    with ProcessPoolExecutor(asked.processes) as pool:
        left = iter(waiting)
        under_way: set[Future[Done]] = {pool.submit(make, job) for job in islice(left, 2 * asked.processes)}
        while under_way:
            ended, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            under_way |= {pool.submit(make, job) for job in islice(left, len(ended))}
            done += [each.result() for each in ended]
            print(report(done, wanted, time.perf_counter() - start), flush=True)
    about = {
        "rounds": asked.rounds,
        "seed": asked.seed,
        "tables": len(jobs),
        "rows_of_this_run": sum(d.rows for d in done),
    }
    (asked.folder / "about.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
