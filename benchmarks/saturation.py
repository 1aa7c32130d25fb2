"""How many tables are too many: `python -m benchmarks.saturation [--pace casino] [--watchers 0 5 50]`.

For each pace and each number of watchers per table, a new house grows step by step, until people wait longer than
150 ms for an acknowledgement (99th percentile) or the last step is reached. Two people and three bots play at every
table. Every step prints the latencies, and the processors used by the servers, PostgreSQL and the load generator, which
says so when it is too slow to measure. All run on this machine.

`--clients 10000` sends so many clients to the last step, in proportion to the tables of each step, instead of a number
of watchers per table.
"""

import argparse
import asyncio
import subprocess
import sys
from itertools import product

import uvloop

from benchmarks.crowd import percentile, raise_file_limit
from benchmarks.web import PLAYERS, SETTLES, Found, Load, house

LIMIT = 150.0  # milliseconds
PACES = ("casino", "brisk")
STEPS = (50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1200, 1400, 1600, 2000)
COLUMNS = ("tables", "clients", "commands/s", "p50", "p99", "events p99", "servers", "PostgreSQL", "load", "late p99")


def row(found: Found) -> str:
    acks, ages = found.measures.acknowledged, found.measures.reached
    cells = (
        f"{found.tables}",
        f"{found.clients}",
        f"{found.commands:.0f}",
        f"{percentile(acks, 0.5):.0f} ms",
        f"{found.p99:.0f} ms",
        f"{percentile(ages, 0.99):.0f} ms",
        *(f"{found.busy.get(who, 0.0):.2f}" for who in ("servers", "PostgreSQL", "load")),
        f"{found.lag:.0f} ms",
    )
    return "".join(f"{cell:>12}" for cell in cells)


def troubles(found: Found) -> str:
    """Return what went wrong for clients, apart from commands that came a moment too late."""
    fine = ("accepted", "stale")
    return ", ".join(f"{count} × {name}" for name, count in found.measures.outcomes.items() if name not in fine)


async def ramp(port: int, chosen: argparse.Namespace) -> list[Found]:
    """Let one house grow until people wait too long."""
    load, seen = Load(port, chosen.pace[0]), []
    try:
        for tables in chosen.tables:
            watchers = chosen.watchers[0] * tables
            if chosen.clients:
                watchers = max(0, chosen.clients * tables // max(chosen.tables) - tables * PLAYERS)
            await load.grow(tables, watchers)
            await asyncio.sleep(chosen.settle)
            found = await load.measure(chosen.seconds)
            seen.append(found)
            print(row(found), flush=True)
            if trouble := troubles(found):
                print(f"  {trouble}", flush=True)
            if not found.p99 <= chosen.limit:  # also if nobody got an answer
                break
    finally:
        await load.close()
    return seen


def conclude(seen: list[Found], limit: float) -> str:
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


def measure(chosen: argparse.Namespace) -> None:
    """Measure one pace with one number of watchers."""
    print(f"at most {raise_file_limit():,} open files in each process", file=sys.stderr)
    crowd = f"{chosen.clients} clients" if chosen.clients else f"{chosen.watchers[0]} watchers per table"
    print(f"{chosen.pace[0]} pace, {crowd}:\n" + "".join(f"{name:>12}" for name in COLUMNS), flush=True)
    with (
        house(chosen.processes, chosen.dealers) as (server, _),
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        seen = runner.run(ramp(server.port, chosen))
    print(f"  {conclude(seen, chosen.limit)}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pace", choices=PACES, nargs="+", default=list(PACES))
    parser.add_argument("--watchers", type=int, nargs="+", default=[0, 5, 50], help="per table")
    parser.add_argument("--clients", type=int, default=0, help="at the last step, instead of watchers per table")
    parser.add_argument("--tables", type=int, nargs="+", default=list(STEPS))
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--settle", type=float, default=SETTLES)
    parser.add_argument("--limit", type=float, default=LIMIT, help="milliseconds")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--dealers", type=int, default=0)
    chosen = parser.parse_args()
    watchers = chosen.watchers[:1] if chosen.clients else chosen.watchers
    combinations = list(product(chosen.pace, watchers))
    if len(combinations) == 1:
        measure(chosen)
        return 0
    for pace, count in combinations:  # a process can work in one house only
        again = [sys.executable, "-m", "benchmarks.saturation", *sys.argv[1:], "--pace", pace, "--watchers", str(count)]
        if failed := subprocess.run(again, check=False).returncode:
            return failed
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
