"""The site under load: live tables with people who play through the API, and many followers.

    python -m benchmarks.web [--tables 50 150 300] [--clients 2000] [--seconds 60] [--processes 2]

Real servers on a real PostgreSQL, all on this machine together with the load itself. Printed: how long a command takes
to be acknowledged (durable by then), how long an event takes to reach followers, and the commands per second as a share
of what pgbench commits on the same database in the same run.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import uvloop

from paigow.errors import PaigowError
from paigow.rules import load_submission
from paigow.table import game_of
from tools.postgres import cluster
from tools.programs import find_postgres
from tools.server import SiteServer

STANDARDS = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
PLAYERS = 2  # people per table, with three bots
BOTS = 3
BETS_WITHIN = (1.0, 6.0)  # seconds of thinking time
SETS_WITHIN = (4.0, 16.0)
SETTLES = 60.0  # seconds
GIVEN_AT = re.compile(rb'"given_at":"([^"]+)"')


class Connection:
    """A client's persistent connection, for small requests and their answers."""

    def __init__(self, host: str, port: int, token: str) -> None:
        self.host, self.port, self.token = host, port, token
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.turn = asyncio.Lock()  # one request at a time

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.reader is None or self.writer is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port, limit=1 << 20)
        return self.reader, self.writer

    async def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        async with self.turn:
            return await self._ask(method, path, body, key)

    async def _ask(self, method: str, path: str, body: Any, key: str) -> tuple[int, Any]:
        reader, writer = await self.open()
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nAuthorization: Bearer {self.token}\r\n"
        head += f"Idempotency-Key: {key}\r\n" if key else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        writer.write(head.encode() + data)
        first = b""
        with suppress(ConnectionResetError):
            first = await reader.readline()
        if not first:  # the server closed an idle connection
            self.reader = self.writer = None
            return await self._ask(method, path, body, key)
        status = int(first.split()[1])
        length = 0
        while line := (await reader.readline()).strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        answer = await reader.readexactly(length)
        return status, json.loads(answer) if answer else None

    async def events(self, slug: str) -> AsyncIterator[bytes]:
        """Yield the data of each event on a table's stream."""
        reader, writer = await asyncio.open_connection(self.host, self.port, limit=1 << 20)
        head = f"GET /api/tables/{slug}/stream HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
        writer.write(f"{head}Authorization: Bearer {self.token}\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    yield line[6:]
        finally:
            writer.close()


class Measures:
    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.reached: list[float] = []
        self.outcomes: Counter[str] = Counter()
        self.busy: dict[str, float] = {}
        self.written = 0
        self.connected = 0
        self.on = False

    def acknowledge(self, seconds: float, outcome: str) -> None:
        if self.on:
            self.outcomes[outcome] += 1
            if outcome == "accepted":
                self.acknowledged.append(seconds)

    def reach(self, data: bytes) -> None:
        if data.startswith(b'{"sequence":'):
            self.connected += data.count(b",") == 0
        if self.on and (found := GIVEN_AT.search(data)):
            self.reached.append(time.time() - datetime.fromisoformat(found[1].decode()).timestamp())


class Busy:
    """Processor time used by the servers, the database and this load generator, in processors."""

    def __init__(self) -> None:
        self._before = self._used()

    def _used(self) -> Counter[str]:
        used: Counter[str] = Counter()
        me = psutil.Process()
        for process in (me, *me.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                times, name = process.cpu_times(), process.name()
                who = "load" if process == me else "PostgreSQL" if name.startswith("postgres") else "servers"
                used[who] += times.user + times.system
        return used

    def since(self, seconds: float) -> dict[str, float]:
        return {who: round((used - self._before[who]) / seconds, 2) for who, used in self._used().items()}


class Person:
    """Plays at a table: bets the minimum and sets the hand the house way."""

    def __init__(self, line: Connection, name: str, slug: str, standard: str, measures: Measures) -> None:
        self.line, self.name, self.slug, self.measures = line, name, slug, measures
        self.game = game_of(load_submission(standard))
        self.sequence = 0
        self.position = 0
        self.thinking: asyncio.Task[None] | None = None

    async def give(self, command: dict[str, Any]) -> Any:
        """Give a command, and repeat it if the table has moved on."""
        for _ in range(8):
            began = time.perf_counter()
            body = {**command, "expected": self.sequence}
            path = f"/api/tables/{self.slug}/commands"
            status, answer = await self.line.ask("POST", path, body, key=uuid.uuid4().hex)
            reason = "accepted" if status < 300 else str(answer.get("reason", status))
            outcome = f"{command['do']}: {answer['detail']}" if reason == "refused" else reason
            self.measures.acknowledge(time.perf_counter() - began, outcome)
            if status < 300:
                self.sequence = max(self.sequence, answer["receipt"]["last"])
                return answer["view"]
            if outcome != "stale":
                return None
            self.sequence = answer["sequence"]
        return None

    async def sit(self) -> None:
        status, answer = await self.line.ask("GET", f"/api/tables/{self.slug}/view")
        assert status == 200, answer
        self.sequence = answer["sequence"]
        if self.name in answer["players"]:
            self.position = answer["players"][self.name]["position"]
            return
        taken = {player["position"] for player in answer["players"].values()}
        for place in self.game.seats:
            if place not in taken and await self.give({"do": "sit", "position": place, "seed": f"s-{self.name}"}):
                self.position = place
                break
        await self.give({"do": "buy-in", "amount": 500_000})

    async def play(self) -> None:
        """Play at a table, driven by its event stream alone; nothing is polled."""
        async for data in self.line.events(self.slug):
            self.measures.reach(data)
            event = json.loads(data)
            self.sequence = max(self.sequence, event.get("sequence", 0))
            match event.get("event"):
                case "mixed" if not event["to_cut"]:
                    self.later(self.wager, BETS_WITHIN)
                case "cards-cut":
                    self.later(self.wager, BETS_WITHIN)
                case "bank-offered" if event["player"] == self.name:
                    await self.give({"do": "pass-bank"})
                case "cut-offered" if event["player"] == self.name:
                    await self.give({"do": "pass-cut"})
                case "hand-looked-at" if event["player"] == self.name:  # the site picks it up for them
                    self.later(self.set, SETS_WITHIN)

    def later(self, deed: Callable[[], Awaitable[None]], seconds: tuple[float, float]) -> None:
        """Act after some thinking time, as people do, while the stream is still being read."""

        async def think() -> None:
            await asyncio.sleep(random.uniform(*seconds))
            await deed()

        if self.thinking is None or self.thinking.done():
            self.thinking = asyncio.create_task(think())

    async def wager(self) -> None:
        amount = self.game.options.minimum
        wager = {"do": "wager", "position": self.position, "amount": amount, "kind": "main"}
        await self.give(wager)

    async def set(self) -> None:
        status, seen = await self.line.ask("GET", f"/api/tables/{self.slug}/view")
        if status != 200 or seen["round"] is None:
            return
        pieces = seen["round"]["hands"][str(self.position)]["pieces"]
        try:
            setting = str(self.game.kit.house_set(self.game.kit.parse(pieces)).setting)
        except PaigowError:
            return
        await self.give({"do": "set", "position": self.position, "setting": setting})


async def follow(line: Connection, slug: str, measures: Measures) -> None:
    async for data in line.events(slug):
        measures.reach(data)


def furnish(tables: int) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Open the tables and create people with tokens, in the servers' database."""
    from paigow.web.people.models import User
    from paigow.web.people.roles import appoint
    from paigow.web.service import bots
    from paigow.web.service import tables as service
    from paigow.web.service.tokens import issue
    from paigow.web.store.models import Table

    opened = []
    have = set(Table.objects.values_list("slug", flat=True))
    for number in range(tables):
        standard = STANDARDS[number % len(STANDARDS)]
        slug = f"bench-{number}"
        if slug not in have:
            service.open_table(slug, load_submission(standard), "bench", bots=bots.styles(BOTS))
        opened.append((slug, standard))
    tokens = {}
    for name in [f"person-{number}" for number in range(tables * PLAYERS)] + ["watcher"]:
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


async def load(
    server: SiteServer, opened: list[tuple[str, str]], tokens: dict[str, str], clients: int, seconds: float
) -> Measures:
    measures = Measures()
    host, port = "127.0.0.1", server.port
    people = [
        Person(Connection(host, port, tokens[f"person-{n}"]), f"person-{n}", *opened[n // PLAYERS], measures)
        for n in range(len(opened) * PLAYERS)
    ]
    gate = asyncio.Semaphore(16)

    async def begin(person: Person) -> None:
        async with gate:
            await person.sit()

    await asyncio.gather(*map(begin, people))
    tasks = [asyncio.create_task(person.play()) for person in people]
    for number in range(max(0, clients - len(people))):
        line = Connection(host, port, tokens["watcher"])
        tasks.append(asyncio.create_task(follow(line, opened[number % len(opened)][0], measures)))
        if number % 50 == 0:
            await asyncio.sleep(0.05)
    while measures.connected < len(tasks):
        await asyncio.sleep(0.1)
    await asyncio.sleep(SETTLES)  # until rounds are in progress and the backlog from everybody joining at once is done
    busy, began, before = Busy(), time.perf_counter(), await asyncio.to_thread(commands)
    measures.on = True
    await asyncio.sleep(seconds)
    measures.on = False
    measures.written = await asyncio.to_thread(commands) - before
    measures.busy = busy.since(time.perf_counter() - began)
    broken = [task for task in tasks if task.done()]
    for task in broken[:3]:
        print("broke:", repr(task.exception()), file=sys.stderr)
    measures.outcomes["connections that broke"] = len(broken)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return measures


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000 if values else float("nan")


@contextmanager
def house(processes: int, dealers: int) -> Iterator[tuple[SiteServer, str]]:
    with cluster() as running, tempfile.TemporaryDirectory() as place:
        url = running.new_database()
        os.environ |= {"DATABASE_URL": url, "PAIGOW_DATA": place, "DJANGO_SETTINGS_MODULE": "paigow.web.settings"}
        rates = {"PAIGOW_RATES": "api=1000000,api-wrong=1000000"}
        options = ("--processes", str(processes), "--no-practice")
        with ExitStack() as stack:
            if dealers:
                stack.enter_context(SiteServer(Path(place), url, ("--processes", str(dealers), "--no-practice"), rates))
                rates["PAIGOW_DEALER"] = "0"
            server = stack.enter_context(SiteServer(Path(place), url, options, rates))
            import django

            django.setup()
            yield server, url


def commits_a_second(url: str) -> float:
    """Return how much pgbench commits with two clients, one small insert per transaction."""
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
        command = [str(pgbench), "-n", "-c", "2", "-T", "5", "-f", file.name, url]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"tps = ([\d.]+)", told)
    assert found is not None, told
    return float(found[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 150, 300])
    parser.add_argument("--clients", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--dealers", type=int, default=0)
    chosen = parser.parse_args()
    with house(chosen.processes, chosen.dealers) as (server, url):
        plain = commits_a_second(url)
        print(f"pgbench, one insert a transaction: {plain:,.0f} commits a second")
        for tables in chosen.tables:
            opened, tokens = furnish(tables)
            clients = chosen.clients * tables // max(chosen.tables)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                measures = runner.run(load(server, opened, tokens, clients, chosen.seconds))
            rate = measures.written / chosen.seconds
            acks, fan = measures.acknowledged, measures.reached
            print(
                f"{tables} tables, {clients} clients: {rate:,.0f} commands a second ({rate / plain:.1%} of pgbench); "
                f"{len(acks)} commands of people acknowledged, p50 {percentile(acks, 0.5):.0f} ms, "
                f"p99 {percentile(acks, 0.99):.0f} ms; {len(fan)} events delivered, p50 {percentile(fan, 0.5):.0f} ms, "
                f"p99 {percentile(fan, 0.99):.0f} ms; processors used: {measures.busy}; {dict(measures.outcomes)}",
                flush=True,
            )
            time.sleep(3)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
