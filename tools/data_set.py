"""`python -m tools.data_set FOLDER [--rounds N]`: a data set of verified rounds of all four games.

Bots of several styles play, each table with a seed of its own. Every record is worked out anew from its text, which
verifies it, and becomes the rows of one Parquet file. The same seed gives the same rows. A run that was stopped goes on
where it stopped.
"""

import argparse
import io
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from paigow.bots.session import Session
from paigow.record import record
from paigow.record.export import export
from paigow.rules import STANDARDS, load_submission

EACH = 500
"""Rounds of one table."""


def play(standard: str, number: int, rounds: int, seed: str, folder: Path) -> Path:
    """One table, to its record."""
    name = f"{standard}-{number:05}"
    written = io.StringIO()
    session = Session(load_submission(standard), 4 + number % 3, f"{seed}-{name}", table_id=name)
    writer = record(session.driver, written)
    session.open()
    for _ in range(rounds):
        session.play_round()
    writer.end(session.driver.state)
    path = folder / f"{name}.toml"
    path.write_text(written.getvalue(), encoding="utf-8", newline="\n")
    return path


def verified(path: Path, keep: bool) -> int:
    """Return the rows of a record, which is worked out anew on the way; how many there are."""
    partial, whole = path.with_suffix(".part"), path.with_suffix(".parquet")
    count = export([path], "parquet", partial)
    partial.replace(whole)
    if not keep:
        path.unlink()
    return count


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="tools.data_set", description="Generate a data set of verified rounds.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--seed", default="data-set")
    parser.add_argument("--keep-records", action="store_true", help="keep the TOML beside the rows")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    jobs, left, number = [], asked.rounds, 0
    while left > 0:
        for standard in STANDARDS:
            if left > 0:
                jobs.append((standard, number, min(EACH, left)))
                left -= EACH
        number += 1
    waiting = [job for job in jobs if not (asked.folder / f"{job[0]}-{job[1]:05}.parquet").exists()]
    start, done, count = time.perf_counter(), 0, 0
    with ProcessPoolExecutor(asked.processes) as pool:
        played = [(rounds, pool.submit(play, standard, n, rounds, asked.seed, asked.folder))
                  for standard, n, rounds in waiting]  # fmt: skip
        checks = [(rounds, pool.submit(verified, future.result(), asked.keep_records)) for rounds, future in played]
        for rounds, check in checks:
            count += check.result()
            done += rounds
            rate = done / (time.perf_counter() - start)
            print(f"{done:,} of {sum(job[2] for job in waiting):,} rounds, {rate:,.0f} a second", flush=True)
    about = {"rounds": asked.rounds, "seed": asked.seed, "tables": len(jobs), "rows_of_this_run": count}
    (asked.folder / "about.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
