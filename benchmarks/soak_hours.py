"""The site for an hour: `python -m benchmarks.soak_hours [--tables 100] [--minutes 60] [--postgres] [--folder build]`.

A real server with tables of bots at casino pace that never stop dealing, people who play through the API, followers of
streams, open pages and visitors. Every 15 seconds memory, file handles, threads, connections, the size of the
database and the number of stored events and rounds are written to a CSV file. At the end they are plotted, the house is
audited, and anything that grew more than the stored events explain is named. `--read FILE` judges a CSV file again.
With `--speed 6`, dealers, bots, people and visitors are six times as fast, as far as the machine keeps up; streams
still end every ten minutes.
"""

import argparse
import asyncio
import csv
import itertools
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

import psutil  # type: ignore[import-untyped]
import uvloop

from benchmarks.crowd import Connection, Follower, Measures, Person, percentile
from benchmarks.curves import curves
from paigow.rules import load_submission
from tools.inside import inside
from tools.postgres import cluster
from tools.server import SiteServer

T = TypeVar("T")
STANDARDS = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
BOTS = 3
EVERY = 15.0  # seconds between samples
VISITS_EVERY = 2.0  # seconds between two visits to a page
OPEN_PAGES = 5  # pages that a browser would keep open, redrawn with every change
PAGES = ("/", "/tables/{slug}/", "/tables/{slug}/rules/", "/learn/", "/api/tables/{slug}/view")
RATES = {"PAIGOW_RATES": "api=1000000,api-wrong=1000000,api-open=1000000"}
MEGABYTE = 1e6
MAX_MEMORY_GROWTH = 0.05  # as a share, from the second quarter of the run to the last
MAX_HANDLE_GROWTH = 3
MAX_ROW_GROWTH = 0.10  # bytes per event, as a share


@dataclass(frozen=True)
class Sample:
    """The house at one moment. Memory and database are in megabytes, latencies in milliseconds."""

    minutes: float
    memory: float
    handles: int
    threads: int
    connections: int
    database: float
    events: int
    rounds: int
    commands: int
    p50: float
    p99: float
    visits: int
    processor: float  # seconds used so far


def measure_processes(root: psutil.Process) -> Counter[str]:
    """Return what the server's processes occupy."""
    total: Counter[str] = Counter()
    for process in (root, *root.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total["memory"] += process.memory_info().rss
            total["handles"] += process.num_fds()
            total["threads"] += process.num_threads()
            total["connections"] += len(process.net_connections())
            total["processor"] += times.user + times.system
    return total


def count_stored() -> tuple[int, int]:
    """Return the number of stored events and rounds."""
    from django.db.models import OuterRef, Subquery

    from paigow.web.store.models import StoredEvent, Table

    latest = StoredEvent.objects.filter(table=OuterRef("pk")).order_by("-round_number").values("round_number")[:1]
    rows = Table.objects.annotate(last_round=Subquery(latest)).values_list("sequence", "last_round")
    return sum(row[0] for row in rows), sum(row[1] or 0 for row in rows)


def database_bytes(data: Path) -> int:
    """Return the size of the database, with SQLite's log."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    return sum(path.stat().st_size for path in data.glob("*.sqlite3*"))


def furnish(tables: int, people: int, speed: float) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Open the tables, and create people with tokens."""
    from paigow.web.people.registration import sign_up
    from paigow.web.service import bots
    from paigow.web.service import tables as service
    from paigow.web.service.attendance import PRESETS, Pace
    from paigow.web.service.tokens import issue

    timings = {name: value / speed for name, value in asdict(PRESETS["casino"]).items() if isinstance(value, float)}
    pace = Pace.of({**timings, "always": True})
    opened = [(f"soak-{number}", STANDARDS[number % len(STANDARDS)]) for number in range(tables)]
    for slug, standard in opened:
        service.open_table(slug, load_submission(standard), "soak", pace=pace, bots=bots.styles(BOTS))
    names = [*(f"person-{number}" for number in range(people)), "watcher"]
    return opened, {name: issue(sign_up(name, "nine brass tiles"), "soak")[1] for name in names}


class Crowd:
    """Everybody who visits the house during the soak."""

    def __init__(
        self, server: SiteServer, opened: list[tuple[str, str]], tokens: dict[str, str], speed: float = 1.0
    ) -> None:
        self.host, self.port = "127.0.0.1", server.port
        self.opened, self.tokens, self.speed = opened, tokens, speed
        self.measures = Measures()
        self.answers: Counter[int] = Counter()
        self.failures: Counter[str] = Counter()

    def line(self, name: str) -> Connection:
        return Connection(self.port, self.tokens[name])

    def people(self) -> list[Coroutine[Any, Any, None]]:
        """Return everybody's activity: players, followers, open pages and visitors."""
        players = [
            Person(self.line(name), name, *self.opened[number], self.measures)
            for number, name in enumerate(name for name in self.tokens if name.startswith("person-"))
        ]
        for player in players:
            player.hurry(self.speed)
        watchers = [Follower(self.port, slug, self.tokens["watcher"], self.measures) for slug, _ in self.opened]
        return [
            *(self.keep_on(partial(self.play, player)) for player in players),
            *(self.keep_on(watcher.run) for watcher in watchers),
            *(self.keep_on(partial(self.open_page, slug)) for slug, _ in self.opened[:OPEN_PAGES]),
            self.visit_pages(),
        ]

    async def play(self, player: Person) -> None:
        await player.sit()
        await player.run()

    async def keep_on(self, activity: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Begin again whenever the server ends a stream, which it does every ten minutes."""
        while True:
            try:
                await activity()
            except (OSError, asyncio.IncompleteReadError) as error:
                self.failures[repr(error)] += 1
            await asyncio.sleep(1.0)

    async def get(self, path: str) -> None:
        """Get a page, or follow a stream until the server ends it."""
        reader, writer = await asyncio.open_connection(self.host, self.port, limit=1 << 20)
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nConnection: close\r\n\r\n".encode())
            status = int((await reader.readline()).split()[1])
            self.answers[status] += 1
            while await reader.read(1 << 16):
                pass
        finally:
            writer.close()

    async def open_page(self, slug: str) -> None:
        await self.get(f"/tables/{slug}/")
        await self.get(f"/tables/{slug}/live/")

    async def visit_pages(self) -> None:
        for path in itertools.cycle(PAGES):
            await self.keep_visiting(path.format(slug=random.choice(self.opened)[0]))

    async def keep_visiting(self, path: str) -> None:
        try:
            await self.get(path)
        except (OSError, IndexError) as error:
            self.failures[repr(error)] += 1
        await asyncio.sleep(VISITS_EVERY / self.speed)


async def sample(crowd: Crowd, root: psutil.Process, data: Path, minutes: float) -> Sample:
    used = measure_processes(root)
    events, rounds = await asyncio.to_thread(count_stored)
    acknowledged, crowd.measures.acknowledged = crowd.measures.acknowledged, []
    crowd.measures.reached = []
    return Sample(
        minutes=round(minutes, 2),
        memory=round(used["memory"] / MEGABYTE, 2),
        handles=used["handles"],
        threads=used["threads"],
        connections=used["connections"],
        database=round(await asyncio.to_thread(database_bytes, data) / MEGABYTE, 3),
        events=events,
        rounds=rounds,
        commands=len(acknowledged),
        p50=round(percentile(acknowledged, 0.5), 1),
        p99=round(percentile(acknowledged, 0.99), 1),
        visits=crowd.answers.total(),
        processor=round(used["processor"], 1),
    )


async def soak(crowd: Crowd, server: SiteServer, minutes: float, every: float, file: Path) -> list[Sample]:
    """Run the house for so many minutes; write each sample to the file at once."""
    assert server.process is not None
    root, samples = psutil.Process(server.process.pid), []
    tasks = [asyncio.create_task(each) for each in crowd.people()]
    crowd.measures.on = True
    began = time.monotonic()
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, [field.name for field in fields(Sample)])
        writer.writeheader()
        for number in range(1, max(2, round(minutes * 60 / every)) + 1):
            await asyncio.sleep(max(0.0, began + number * every - time.monotonic()))
            samples.append(await sample(crowd, root, server.data, (time.monotonic() - began) / 60))
            writer.writerow(asdict(samples[-1]))
            out.flush()
            if number % max(1, round(60 / every)) == 0:
                print(describe(samples[-1]), flush=True)
    broken = [task for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            crowd.failures[repr(result)] += 1
    if broken:
        print(f"{len(broken)} clients ended early", file=sys.stderr)
    return samples


def describe(now: Sample) -> str:
    return (
        f"{now.minutes:6.1f} min: {now.memory:.0f} MB, {now.handles} handles, {now.threads} threads, "
        f"{now.connections} connections, database {now.database:.1f} MB, {now.events:,} events, {now.rounds:,} rounds, "
        f"p99 of commands {now.p99:.0f} ms, processor {now.processor / now.minutes / 60:.1%} of a core"
    )


def quarter(values: Sequence[T], number: int) -> Sequence[T]:
    """Return one quarter of a run's values: the first to the fourth are 0 to 3."""
    size = len(values) / 4
    return values[int(size * number) : max(int(size * number) + 1, int(size * (number + 1)))]


def judge(samples: Sequence[Sample]) -> tuple[list[str], list[str]]:
    """Return what the samples say, and which quantities grew more than the stored events explain.

    The first quarter of the run is for warming up; the last is compared with the second.
    """
    told, grown = [], []

    def compare(name: str, values: Sequence[float], allowed: float, unit: str = "") -> None:
        before, after = median(quarter(values, 1)), median(quarter(values, 3))
        told.append(f"{name}: {before:,.1f}{unit} in the second quarter, {after:,.1f}{unit} in the last")
        if after - before > allowed:
            grown.append(f"{name} grew by {after - before:,.1f}{unit}; {allowed:,.1f}{unit} is allowed")

    memory = [each.memory for each in samples]
    compare("memory", memory, MAX_MEMORY_GROWTH * median(quarter(memory, 1)), " MB")
    compare("file handles", [each.handles for each in samples], MAX_HANDLE_GROWTH)
    compare("threads", [each.threads for each in samples], MAX_HANDLE_GROWTH)
    compare("connections", [each.connections for each in samples], MAX_HANDLE_GROWTH)
    costs = [bytes_per_event(quarter(samples, number)) for number in (1, 3)]
    told.append(f"database: {costs[0]:,.0f} bytes per event in the second quarter, {costs[1]:,.0f} in the last")
    if costs[0] and costs[1] > costs[0] * (1 + MAX_ROW_GROWTH):  # a short run may have stored nothing by then
        grown.append(f"an event took {costs[1] / costs[0] - 1:.0%} more bytes in the last quarter than in the second")
    return told, grown


def bytes_per_event(samples: Sequence[Sample]) -> float:
    events = samples[-1].events - samples[0].events
    return (samples[-1].database - samples[0].database) * MEGABYTE / events if events else 0.0


def plot(samples: Sequence[Sample], title: str) -> str:
    panels: dict[str, list[float]] = {
        "Memory of the server, MB": [each.memory for each in samples],
        "Open file handles": [each.handles for each in samples],
        "Threads": [each.threads for each in samples],
        "Database, MB": [each.database for each in samples],
        "Stored events, thousands": [each.events / 1000 for each in samples],
    }
    return curves(title, [each.minutes for each in samples], panels)


def read(file: Path) -> list[Sample]:
    with file.open(encoding="utf-8", newline="") as rows:
        kinds: dict[str, Any] = {field.name: field.type for field in fields(Sample)}
        return [Sample(**{name: kinds[name](text) for name, text in row.items()}) for row in csv.DictReader(rows)]


def report(samples: Sequence[Sample], file: Path, title: str) -> bool:
    """Draw the plot, print what the samples say, and return whether anything grew."""
    picture = file.with_suffix(".svg")
    picture.write_text(plot(samples, title), encoding="utf-8")
    told, grown = judge(samples)
    print(*told, sep="\n")
    print(*([f"GREW: {each}" for each in grown] or ["nothing grew beyond what the stored events explain"]), sep="\n")
    print(f"samples: {file}; plot: {picture}", flush=True)
    return bool(grown)


def run(chosen: argparse.Namespace) -> int:
    chosen.folder.mkdir(parents=True, exist_ok=True)
    kind = "PostgreSQL" if chosen.postgres else "SQLite"
    file = chosen.folder / f"soak-{kind.lower()}.csv"
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(cluster()).new_database() if chosen.postgres else ""
        os.environ |= {"DATABASE_URL": url, "PAIGOW_DATA": str(data), "DJANGO_SETTINGS_MODULE": "paigow.web.settings"}
        options = ("--no-practice", *(("--processes", "2") if chosen.postgres else ()))
        with SiteServer(data, url, options, RATES) as server:
            import django

            django.setup()
            furniture = furnish(chosen.tables, min(chosen.people, chosen.tables), chosen.speed)
            crowd = Crowd(server, *furniture, chosen.speed)
            print(
                f"{chosen.tables} tables on {kind}: {len(crowd.tokens) - 1} players, {len(crowd.opened)} followers",
                flush=True,
            )
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                samples = runner.run(soak(crowd, server, chosen.minutes, chosen.every, file))
            complaints = server.complaints
        print(f"answers: {dict(crowd.answers)}; commands: {dict(crowd.measures.outcomes)}", flush=True)
        print(f"broken connections: {dict(crowd.failures)}; warnings in the log: {len(complaints)}", flush=True)
        print(*complaints[:10], sep="\n")
        failed = report(samples, file, f"{chosen.tables} tables on {kind}, {samples[-1].rounds:,} rounds")
        faults = inside(data, url, "audit")
    print(*(faults or [f"the audit passes: {samples[-1].rounds:,} rounds"]), sep="\n")
    return bool(faults) or failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--people", type=int, default=100, help="people who play, one per table")
    parser.add_argument("--speed", type=float, default=1.0, help="how many times as fast as usual everyone is")
    parser.add_argument("--every", type=float, default=EVERY, help="seconds between samples")
    parser.add_argument("--postgres", action="store_true", help="two processes on PostgreSQL instead of one on SQLite")
    parser.add_argument("--folder", type=Path, default=Path("build"), help="where the CSV file and the plot go")
    parser.add_argument("--read", type=Path, help="only judge and plot the samples in this file")
    chosen = parser.parse_args()
    if chosen.read:
        return report(read(chosen.read), chosen.read, chosen.read.stem)
    return run(chosen)


if __name__ == "__main__":
    raise SystemExit(main())
