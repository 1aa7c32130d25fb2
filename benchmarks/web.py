"""The site under load: live tables with people who play through the API, and many followers.

    python -m benchmarks.web [--tables 50 150 300] [--clients 2000] [--seconds 60] [--processes 2]

Real servers on a real PostgreSQL, all on this machine together with the load itself. Printed: how long a command takes
to be acknowledged (durable by then), how long an event takes to reach followers, the processors used by each part, and
the commands per second as a share of what pgbench commits on the same database in the same run.
`benchmarks.saturation` finds out how many tables are too many.
"""

import argparse
import asyncio
import os
import re
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import uvloop

from benchmarks.crowd import Connection, Follower, Measures, Person, Sleepers, percentile, raise_file_limit
from paigow.rules import load_submission
from tools.postgres import cluster
from tools.programs import find_postgres
from tools.server import SiteServer
from tools.waiting import PATIENCE

STANDARDS = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
PLAYERS = 2  # people per table, with three bots
BOTS = 3
SETTLES = 60.0  # seconds
FOLLOWERS = 20  # followers who measure the age of events; the others sleep
JOINING = 16  # people who sit down at the same time
LATE = 10.0  # milliseconds by which the load generator may be late, in the 99th percentile
FULL = 0.7  # processors; the people are all in one process
OTHERS = 0.3  # processors


class Busy:
    """Processor time used by the servers, the database and the load, in processors."""

    def __init__(self) -> None:
        self._before = self._used()
        self._began = time.perf_counter()

    def _used(self) -> Counter[str]:
        used: Counter[str] = Counter()
        me = psutil.Process()
        for process in (me, *me.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                times, name = process.cpu_times(), process.name()
                crowd = process == me or "benchmarks.crowd" in process.cmdline()
                who = "load" if crowd else "PostgreSQL" if name.startswith("postgres") else "servers"
                used[who] += times.user + times.system
        return used

    def now(self) -> dict[str, float]:
        seconds = time.perf_counter() - self._began
        used = {who: round((used - self._before[who]) / seconds, 2) for who, used in self._used().items()}
        return used | {"whole machine": round(psutil.cpu_percent() / 100 * (psutil.cpu_count() or 1), 2)}


@dataclass(frozen=True)
class Found:
    """What one measurement found. Latencies are in milliseconds."""

    tables: int
    clients: int
    commands: float  # stored per second, those of bots and the dealer included
    measures: Measures
    busy: dict[str, float]

    @property
    def p99(self) -> float:
        return percentile(self.measures.acknowledged, 0.99)

    @property
    def lag(self) -> float:
        """The 99th percentile of how late the load generator itself was."""
        return percentile(self.measures.lag, 0.99)

    def __str__(self) -> str:
        acks, ages = self.measures.acknowledged, self.measures.reached
        text = (
            f"{self.tables} tables, {self.clients} clients: {self.commands:,.0f} commands a second; "
            f"{len(acks)} of people acknowledged, p50 {percentile(acks, 0.5):.0f} ms, p99 {self.p99:.0f} ms; "
            f"{len(ages)} events measured, p50 {percentile(ages, 0.5):.0f} ms, p99 {percentile(ages, 0.99):.0f} ms; "
            f"processors used: {self.busy}; load generator late by {self.lag:.0f} ms (p99); "
            f"{dict(self.measures.outcomes)}"
        )
        return f"{text}; {self.doubt}" if self.doubt else text

    @property
    def doubt(self) -> str:
        """Why the latencies are partly the load generator's own; empty if it was on time."""
        if self.lag <= LATE:
            return ""
        known = sum(self.busy.get(who, 0.0) for who in ("servers", "PostgreSQL", "load"))
        others = self.busy.get("whole machine", known) - known
        cause = "other work on the machine" if others > OTHERS else "a full machine"
        if self.busy.get("load", 0.0) > FULL:
            cause = "the load generator, which is the bottleneck"
        return f"{self.lag:.0f} ms of lateness (p99) is part of these latencies, because of {cause}"


def furnish(tables: int, pace: str, players: int) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Open the tables and create people with tokens, in the servers' database, unless they are there already."""
    from paigow.web.people.models import User
    from paigow.web.people.roles import appoint
    from paigow.web.service import bots
    from paigow.web.service import tables as service
    from paigow.web.service.attendance import PRESETS
    from paigow.web.service.tokens import issue
    from paigow.web.store.models import Table

    opened = []
    have = set(Table.objects.values_list("slug", flat=True))
    for number in range(tables):
        standard = STANDARDS[number % len(STANDARDS)]
        slug = f"bench-{number}"
        if slug not in have:
            service.open_table(slug, load_submission(standard), "bench", pace=PRESETS[pace], bots=bots.styles(BOTS))
        opened.append((slug, standard))
    tokens = {}
    for name in [f"person-{number}" for number in range(tables * players)] + ["watcher"]:
        person = User.objects.filter(username=name).first()
        if person is None:
            person = User.objects.create(username=name)
            appoint(person, "player")
        tokens[name] = issue(person, "bench")[1]
    return opened, tokens


def commands() -> int:
    """Return the number of commands stored so far."""
    from paigow.web.store.models import StoredCommand

    return StoredCommand.objects.count()


class Load:
    """Everybody at the tables. It can only grow."""

    def __init__(self, port: int, pace: str = "casino") -> None:
        self.port, self.pace = port, pace
        self.measures = Measures()
        self.sleepers = Sleepers(port)
        self.people: list[Person] = []
        self.followers: list[Follower] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.slugs: list[str] = []

    @property
    def clients(self) -> int:
        """The number of open streams."""
        return len(self.people) + len(self.followers) + self.sleepers.count

    async def grow(self, tables: int, watchers: int) -> None:
        """Open tables until there are so many, and send people and this number of watchers to them."""
        opened, tokens = await asyncio.to_thread(furnish, tables, self.pace, PLAYERS)
        known = len(self.people)
        for number in range(known, tables * PLAYERS):
            name = f"person-{number}"
            line = Connection(self.port, tokens[name])
            self.people.append(Person(line, name, *opened[number // PLAYERS], self.measures, self.pace))
            self.people[-1].ages = number % PLAYERS == 0
        gate = asyncio.Semaphore(JOINING)
        await asyncio.gather(*(person.sit(gate) for person in self.people[known:]))
        self.tasks += [asyncio.create_task(person.run()) for person in self.people[known:]]
        self.slugs = [slug for slug, _ in opened]
        while len(self.followers) < min(FOLLOWERS, watchers):
            slug = self.slugs[len(self.followers) % len(self.slugs)]
            self.followers.append(Follower(self.port, slug, tokens["watcher"], self.measures))
            self.tasks.append(asyncio.create_task(self.followers[-1].run()))
        have = len(self.followers) + self.sleepers.count
        more = [self.slugs[number % len(self.slugs)] for number in range(have, watchers)]
        await asyncio.to_thread(self.sleepers.add, more)
        async with asyncio.timeout(PATIENCE):
            while self.measures.connected < len(self.people) + len(self.followers):
                await asyncio.sleep(0.1)
                for task in self.tasks:
                    if task.done():
                        task.result()

    async def measure(self, seconds: float) -> Found:
        """Measure for so long, and return what was found."""
        before = await asyncio.to_thread(commands)
        lag = asyncio.create_task(self.measures.watch_lag())
        psutil.cpu_percent()  # from now on
        busy = Busy()
        self.measures.begin()
        await asyncio.sleep(seconds)
        noted = self.measures.end()
        used = busy.now()
        lag.cancel()
        written = await asyncio.to_thread(commands) - before
        broken = [task for task in self.tasks if task.done()]
        if broken:
            noted.outcomes[f"clients that ended: {broken[0].exception()!r}"] = len(broken)
        return Found(len(self.slugs), self.clients, written / seconds, noted, used)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.to_thread(self.sleepers.close)


@contextmanager
def house(processes: int, dealers: int) -> Iterator[tuple[SiteServer, str]]:
    with cluster() as running, tempfile.TemporaryDirectory() as place:
        url = running.new_database()
        os.environ |= {"DATABASE_URL": url, "PAIGOW_DATA": place, "DJANGO_SETTINGS_MODULE": "paigow.web.settings"}
        rates = {"PAIGOW_RATES": "api=1000000,api-wrong=1000000,api-open=1000000"}
        options = ("--processes", str(processes), "--no-practice")
        with ExitStack() as stack:
            if dealers:
                stack.enter_context(SiteServer(Path(place), url, ("--processes", str(dealers), "--no-practice"), rates))
                rates["PAIGOW_DEALER"] = "0"
            server = stack.enter_context(SiteServer(Path(place), url, options, rates))
            import django

            django.setup()
            yield server, url


def commits_a_second(url: str, clients: int = 2, seconds: int = 5) -> float:
    """Return how much pgbench commits with so many clients, one small insert per transaction."""
    found_at = find_postgres()
    assert found_at is not None, "make prepare installs PostgreSQL"
    pgbench = found_at / "pgbench"
    script = "INSERT INTO bench_plain (note) VALUES (md5(random()::text));"
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(script)
        file.flush()
        import psycopg

        with psycopg.connect(url, autocommit=True) as line:
            line.execute("CREATE TABLE IF NOT EXISTS bench_plain (id bigserial PRIMARY KEY, note text)")
        command = [str(pgbench), "-n", "-c", str(clients), "-T", str(seconds), "-f", file.name, url]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"tps = ([\d.]+)", told)
    assert found is not None, told
    return float(found[1])


async def run(chosen: argparse.Namespace, port: int, plain: float) -> None:
    load = Load(port)
    for tables in chosen.tables:
        clients = chosen.clients * tables // max(chosen.tables)
        await load.grow(tables, max(0, clients - tables * PLAYERS))
        await asyncio.sleep(chosen.settle)  # until rounds are in progress and everybody has joined
        found = await load.measure(chosen.seconds)
        print(f"{found}; {found.commands / plain:.1%} of pgbench", flush=True)
    await load.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 150, 300])
    parser.add_argument("--clients", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--settle", type=float, default=SETTLES)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--dealers", type=int, default=0)
    chosen = parser.parse_args()
    raise_file_limit()
    with house(chosen.processes, chosen.dealers) as (server, url):
        plain = commits_a_second(url)
        print(f"pgbench, one insert a transaction: {plain:,.0f} commits a second", flush=True)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(run(chosen, server.port, plain))


if __name__ == "__main__":
    main()
