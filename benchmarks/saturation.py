"""How many tables are too many: `python -m benchmarks.saturation [--pace casino] [--watchers 0 5 50]`.

For each pace and each number of watchers per table, a new house grows step by step, until people wait longer than
150 ms for an acknowledgement (99th percentile) or the last step is reached. Two people and three bots play at every
table. Every step prints the latencies, and the processors used by the servers, PostgreSQL and the load generator, which
says so when it is too slow to measure. All run on this machine.

`--clients 10000` sends so many clients to the last step, in proportion to the tables of each step, instead of a number
of watchers per table.

`--survey` measures both paces with 0, 5 and 50 watchers per table at chosen steps, in at most 20 minutes on an idle
machine, prints one table for the documentation, and says whether the goal is met: 1,000 tables with 10,000 clients at
casino pace. Fifty watchers at each of 1,000 tables would fill this machine by themselves, so they visit a slice of the
house, fewer tables; the last but one column says what the house would use for 1,000 such tables.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from multiprocessing import get_context

import uvloop

from benchmarks.crowd import percentile, raise_file_limit
from benchmarks.web import PLAYERS, SETTLES, Found, Load, house

LIMIT = 150.0  # milliseconds
LASTS = 60.0  # seconds
PACES = ("casino", "brisk")
STEPS = (50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1200, 1400, 1600, 2000)
Steps = tuple[tuple[int, int], ...]  # how many tables and watchers a house grows to, again and again
SURVEY: tuple[tuple[str, Steps], ...] = (
    ("casino", ((1000, 0), (1000, 5_000), (1000, 8_000))),
    ("casino", ((200, 10_000), (300, 15_000))),
    ("brisk", ((100, 0), (100, 500), (100, 5_000), (200, 10_000))),
)
SURVEY_SETTLES, SURVEY_LASTS = 25.0, 40.0  # seconds
GOAL = ("casino", 1000, 10_000)  # pace, tables and clients
COLUMNS = ("tables", "clients", "commands/s", "p50", "p99", "events p99", "servers", "PostgreSQL", "load", "late p99")


@dataclass(frozen=True)
class Row:
    """One measurement: latencies in milliseconds, processors used."""

    pace: str
    watchers: int  # per table
    found: Found

    def cells(self) -> tuple[str, ...]:
        found = self.found
        acks, ages = found.measures.acknowledged, found.measures.reached
        return (
            f"{found.tables:,}",
            f"{found.clients:,}",
            f"{found.commands:.0f}",
            f"{percentile(acks, 0.5):.0f} ms",
            f"{found.p99:.0f} ms",
            f"{percentile(ages, 0.99):.0f} ms",
            *(f"{found.busy.get(who, 0.0):.2f}" for who in ("servers", "PostgreSQL", "load")),
            f"{found.lag:.0f} ms",
        )

    @property
    def house(self) -> float:
        """Processors that the house would use for a thousand such tables."""
        return sum(self.found.busy.get(who, 0.0) for who in ("servers", "PostgreSQL")) * 1000 / self.found.tables


def survey_table(rows: Iterable[Row], limit: float) -> str:
    """Return the rows as a table for the documentation."""
    names = ("pace", "watchers per table", *COLUMNS, "house per 1,000 tables", f"within {limit:.0f} ms")
    lines = ["| " + " | ".join(names) + " |", "|---|" + "---:|" * (len(names) - 2) + "---|"]
    for row in rows:
        fine = "yes" if row.found.p99 <= limit else "no"
        more = f"{fine}; {row.found.doubt}" if row.found.doubt else fine
        lines.append("| " + " | ".join((row.pace, f"{row.watchers}", *row.cells(), f"{row.house:.2f}", more)) + " |")
    return "\n".join(lines)


def judge_goal(rows: Iterable[Row], limit: float) -> str:
    """Say whether the goal was met; other numbers of tables say nothing about it."""
    pace, tables, clients = GOAL
    said = f"goal: {tables:,} tables with {clients:,} clients at {pace} pace, 99th percentile within {limit:.0f} ms: "
    for row in rows:
        if row.pace == pace and row.found.tables >= tables and row.found.clients >= clients:
            return said + f"{'met' if row.found.p99 <= limit else 'not met'} ({row.found.p99:.0f} ms)"
    return said + "not met, because the house did not get that far"


def troubles(found: Found) -> str:
    """Return what went wrong for clients, apart from commands that came a moment too late."""
    fine = ("accepted", "stale")
    return ", ".join(f"{count} × {name}" for name, count in found.measures.outcomes.items() if name not in fine)


async def ramp(port: int, pace: str, steps: Steps, chosen: argparse.Namespace) -> list[Row]:
    """Let one house grow until people wait too long."""
    load, seen = Load(port, pace), []
    try:
        for tables, watchers in steps:
            await load.grow(tables, watchers)
            await asyncio.sleep(chosen.settle)
            seen.append(Row(pace, watchers // tables, await load.measure(chosen.seconds)))
            found = seen[-1].found
            print("".join(f"{cell:>12}" for cell in seen[-1].cells()), flush=True)
            if trouble := troubles(found):
                print(f"  {trouble}", flush=True)
            if not found.p99 <= chosen.limit:  # also if nobody got an answer
                break
    finally:
        await load.close()
    return seen


def conclude(seen: Sequence[Found], limit: float) -> str:
    """Say how many tables were fine, and whether the load generator could tell."""
    fine = [found.tables for found in seen if found.p99 <= limit]
    over = [found for found in seen if not found.p99 <= limit]
    text = f"up to {max(fine)} tables" if fine else "no step"
    text += f" within {limit:.0f} ms"
    if not over:
        return f"{text}; the limit was not reached"
    last = over[0]
    text += f", {last.tables} tables are too many ({last.p99:.0f} ms)"
    if last.doubt:
        text += f"; {last.doubt}"
    return text


def measure(pace: str, steps: Steps, chosen: argparse.Namespace) -> list[Row]:
    """Let a new house grow step by step, and return what was found."""
    print(f"at most {raise_file_limit():,} open files in each process", file=sys.stderr)
    print(f"{pace} pace, {steps[-1][1] // steps[-1][0]} watchers per table in the end:", flush=True)
    print("".join(f"{name:>12}" for name in COLUMNS), flush=True)
    with (
        house(chosen.processes, chosen.dealers) as (server, _),
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        rows = runner.run(ramp(server.port, pace, steps, chosen))
    print(f"  {conclude([row.found for row in rows], chosen.limit)}", flush=True)
    return rows


def houses(chosen: argparse.Namespace) -> Iterable[tuple[str, Steps]]:
    """Return the pace of each house to measure, and how it grows."""
    if chosen.survey:
        grown = ((pace, ((int(a * chosen.scale), int(b * chosen.scale)) for a, b in steps)) for pace, steps in SURVEY)
        return [(pace, tuple(steps)) for pace, steps in grown]
    if chosen.clients:
        most = max(chosen.tables)
        watchers = {tables: max(0, chosen.clients * tables // most - tables * PLAYERS) for tables in chosen.tables}
        return [(pace, tuple(watchers.items())) for pace in chosen.pace]
    return [
        (pace, tuple((tables, count * tables) for tables in chosen.tables))
        for pace, count in product(chosen.pace, chosen.watchers)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pace", choices=PACES, nargs="+", default=list(PACES))
    parser.add_argument("--watchers", type=int, nargs="+", default=[0, 5, 50], help="per table")
    parser.add_argument("--clients", type=int, default=0, help="at the last step, instead of watchers per table")
    parser.add_argument("--tables", type=int, nargs="+", default=list(STEPS))
    parser.add_argument("--seconds", type=float, help="of each measurement")
    parser.add_argument("--settle", type=float, help="seconds before each")
    parser.add_argument("--limit", type=float, default=LIMIT, help="milliseconds")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--dealers", type=int, default=0)
    parser.add_argument("--survey", action="store_true", help="both paces and all crowds, in at most 20 minutes")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the survey's tables and watchers")
    chosen = parser.parse_args()
    if chosen.seconds is None:
        chosen.seconds = SURVEY_LASTS if chosen.survey else LASTS
    if chosen.settle is None:
        chosen.settle = SURVEY_SETTLES if chosen.survey else SETTLES
    rows: list[Row] = []
    began = time.monotonic()
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:  # each works in one house only
        for pace, steps in houses(chosen):
            rows += pool.submit(measure, pace, steps, chosen).result()
    if chosen.survey:
        print(survey_table(rows, chosen.limit), flush=True)
        print(judge_goal(rows, chosen.limit), flush=True)
    print(f"it took {(time.monotonic() - began) / 60:.1f} minutes", file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
