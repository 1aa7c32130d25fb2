"""Clients that cost little themselves, for benchmarks of the site under load.

People who play through the API and read their table's stream without parsing what does not concern them, and followers
who measure the age of events. *Sleepers* are followers in processes of their own. They let news pile up in the buffers
of their sockets and throw it away every two seconds; to the server they are like any other follower.

`python -m benchmarks.crowd PORT` is such a process; it opens the connections that it is asked for on standard input.
"""

import asyncio
import json
import random
import re
import resource
import select
import socket
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from copy import copy
from datetime import datetime
from typing import Any, cast

from paigow.errors import PaigowError
from paigow.rules import load_submission
from paigow.table import game_of
from tools.server import ROOT
from tools.waiting import PATIENCE

HOST = "127.0.0.1"
GIVEN_AT = re.compile(rb'"given_at":"([^"]+)"')
OWN = (b"mixed", b"cards-cut", b"bank-offered", b"cut-offered", b"hand-looked-at")
"""Events to which a person responds; the others are not parsed."""
THINKING = {"casino": ((1.0, 6.0), (4.0, 16.0)), "brisk": ((0.5, 2.0), (1.0, 5.0))}
"""Seconds of thinking time until a bet and until a hand is set, by pace."""
SLEEP = 2.0  # seconds for which a sleeper lets news pile up
PER_PROCESS = 15_000  # sleepers; a process can have some 20,000 open files
AT_ONCE = 50  # connections that a sleeping process opens before it looks after the others again


def percentile(values: list[float], share: float) -> float:
    """Return a percentile in milliseconds of values in seconds."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000 if values else float("nan")


def raise_file_limit() -> int:
    """Allow this process and its children as many open files as possible, and return how many that is."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


class Measures:
    """Latencies and outcomes, noted while `on`."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.reached: list[float] = []
        self.lag: list[float] = []  # by how much this process wakes up late
        self.outcomes: Counter[str] = Counter()
        self.connected = 0
        self.on = False

    def begin(self) -> None:
        """Forget everything noted so far, and note from now on."""
        self.acknowledged, self.reached, self.lag = [], [], []
        self.outcomes = Counter()
        self.on = True

    def end(self) -> "Measures":
        """Note nothing from now on, and return what was noted; beginning again does not change it."""
        self.on = False
        return copy(self)

    def acknowledge(self, seconds: float, outcome: str) -> None:
        if self.on:
            self.outcomes[outcome] += 1
            if outcome == "accepted":
                self.acknowledged.append(seconds)

    def reach(self, frame: bytes) -> None:
        if self.on and (found := GIVEN_AT.search(frame)):
            self.reached.append(time.time() - datetime.fromisoformat(found[1].decode()).timestamp())

    async def watch_lag(self, every: float = 0.05) -> None:
        """Note how late this process is, again and again; commands seem to take that much longer."""
        while True:
            began = time.perf_counter()
            await asyncio.sleep(every)
            if self.on:
                self.lag.append(time.perf_counter() - began - every)


class Connection:
    """A client's persistent connection, for small requests and their answers."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.turn = asyncio.Lock()  # one request at a time

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.reader is None or self.writer is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection(HOST, self.port, limit=1 << 20)
        return self.reader, self.writer

    async def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        async with self.turn:
            return await self._ask(method, path, body, key)

    async def _ask(self, method: str, path: str, body: Any, key: str) -> tuple[int, Any]:
        reader, writer = await self.open()
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{self.port}", f"Authorization: Bearer {self.token}"]
        lines += [f"Idempotency-Key: {key}"] if key else []
        lines += ["Content-Type: application/json", f"Content-Length: {len(data)}", "", ""]
        writer.write("\r\n".join(lines).encode() + data)
        head = b""
        with suppress(ConnectionResetError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
        if not head:  # the server closed an idle connection
            self.reader = self.writer = None
            return await self._ask(method, path, body, key)
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
        answer = await reader.readexactly(length)
        return int(head.split(maxsplit=2)[1]), json.loads(answer) if answer else None


def request_stream(port: int, slug: str, token: str = "") -> bytes:
    lines = [f"GET /api/tables/{slug}/stream HTTP/1.1", f"Host: {HOST}:{port}"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    return "\r\n".join([*lines, "", ""]).encode()


class Stream(asyncio.Protocol):
    """Passes on each event of a table's stream with its name, as bytes."""

    def __init__(self, request: bytes, hear: Callable[[bytes, bytes], None]) -> None:
        self.request, self.hear = request, hear
        self.rest = b""
        self.ended = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.Transport, transport).write(self.request)

    def data_received(self, data: bytes) -> None:
        *frames, self.rest = (self.rest + data).split(b"\n\n")
        for frame in frames:
            at = frame.find(b"\nevent: ") + 8
            if at > 7:
                self.hear(frame[at : frame.find(b"\n", at)], frame)

    def connection_lost(self, error: Exception | None) -> None:
        if self.ended.done():
            return
        if error is None:
            self.ended.set_result(None)
        else:
            self.ended.set_exception(error)


async def follow(port: int, slug: str, token: str, hear: Callable[[bytes, bytes], None]) -> None:
    """Follow a table's stream until the server ends it."""
    request = request_stream(port, slug, token)
    transport, stream = await asyncio.get_running_loop().create_connection(lambda: Stream(request, hear), HOST, port)
    try:
        await stream.ended
    finally:
        transport.close()


class Follower:
    """Somebody who only watches, and notes how old events are when they arrive."""

    def __init__(self, port: int, slug: str, token: str, measures: Measures) -> None:
        self.port, self.slug, self.token, self.measures = port, slug, token, measures

    async def run(self) -> None:
        """Follow the table, again and again: the server ends every stream after ten minutes."""
        while True:
            await follow(self.port, self.slug, self.token, self.hear)

    def hear(self, name: bytes, frame: bytes) -> None:
        if name == b"connected":
            self.measures.connected += 1
        self.measures.reach(frame)


class Person:
    """Plays at a table: bets the minimum and sets the hand the house way. Nothing is polled."""

    def __init__(
        self, line: Connection, name: str, slug: str, standard: str, measures: Measures, pace: str = "casino"
    ) -> None:
        self.line, self.name, self.slug, self.measures = line, name, slug, measures
        self.game = game_of(load_submission(standard))
        self.brisk = pace == "brisk"
        self.bets_within, self.sets_within = THINKING[pace]
        self.sequence = 0
        self.position = 0
        self.acting: dict[str, asyncio.Task[None]] = {}
        self.ages = True  # note the age of events

    def hurry(self, speed: float) -> None:
        """Think so many times as fast."""
        self.bets_within = (self.bets_within[0] / speed, self.bets_within[1] / speed)
        self.sets_within = (self.sets_within[0] / speed, self.sets_within[1] / speed)

    async def give(self, command: dict[str, Any]) -> bool:
        """Give a command, and repeat it if the table has moved on; return whether it was accepted."""
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
                return True
            if outcome != "stale":
                return False
            self.sequence = answer["sequence"]
        return False

    async def sit(self, gate: asyncio.Semaphore | None = None) -> None:
        """Sit down and buy chips, between two rounds if need be."""
        async with asyncio.timeout(PATIENCE):
            while not self.position:
                async with gate or asyncio.Semaphore():
                    await self._take_seat()
                if not self.position:
                    await asyncio.sleep(1.0)

    async def _take_seat(self) -> None:
        status, answer = await self.line.ask("GET", f"/api/tables/{self.slug}/view")
        assert status == 200, answer
        self.sequence = answer["sequence"]
        if self.name in answer["players"]:
            self.position = answer["players"][self.name]["position"]
            return
        taken = {player["position"] for player in answer["players"].values()}
        free = next(place for place in self.game.seats if place not in taken)
        if await self.give({"do": "sit", "position": free, "seed": f"s-{self.name}"}):
            self.position = free
            await self.give({"do": "buy-in", "amount": 500_000})

    async def run(self) -> None:
        """Play, again and again: the server ends every stream after ten minutes."""
        while True:
            await follow(self.line.port, self.slug, self.line.token, self.hear)

    def hear(self, name: bytes, frame: bytes) -> None:
        if self.ages:
            self.measures.reach(frame)
        at = frame.rfind(b"id: ", 0, frame.find(b"\nevent: ")) + 4  # headers come before the first one
        self.sequence = max(self.sequence, int(frame[at : frame.find(b"\n", at)]))
        if name == b"connected":
            self.measures.connected += 1
            self.act(self.catch_up)
        if name not in OWN:
            return
        event = json.loads(frame[frame.find(b"\ndata: ") + 7 :])
        match name:
            case b"mixed" if not event["to_cut"]:
                self.act(self.wager, self.bets_within)
            case b"cards-cut":
                self.act(self.wager, self.bets_within)
            case b"bank-offered" if event["player"] == self.name:
                self.act(self.pass_bank)
            case b"cut-offered" if event["player"] == self.name:
                self.act(self.pass_cut)
            case b"hand-looked-at" if event["player"] == self.name:  # the site picks it up for them
                self.act(self.set, self.sets_within)

    def act(self, action: Callable[[], Awaitable[Any]], seconds: tuple[float, float] = (0.0, 0.0)) -> None:
        """Act after some thinking time, as people do, while the stream is still being read."""

        async def think() -> None:
            await asyncio.sleep(random.uniform(*seconds))
            await action()

        name = action.__name__
        if name not in self.acting or self.acting[name].done():
            self.acting[name] = asyncio.create_task(think())

    async def catch_up(self) -> None:
        """Do what the table waits for already."""
        _, seen = await self.line.ask("GET", f"/api/tables/{self.slug}/view")
        match seen.get("phase"):
            case "betting":
                await self.wager()
            case "setting":
                await self.set()

    async def pass_bank(self) -> None:
        await self.give({"do": "pass-bank"})

    async def pass_cut(self) -> None:
        await self.give({"do": "pass-cut"})

    async def wager(self) -> None:
        amount = self.game.options.minimum
        placed = await self.give({"do": "wager", "position": self.position, "amount": amount, "kind": "main"})
        if not placed:  # too late: the table no longer waits for this person, who wants to play on
            await self.pace("deal-me-in")
        elif self.brisk:  # does not wait for second thoughts
            await self.pace("deal")

    async def pace(self, act: str) -> None:
        await self.line.ask("POST", f"/api/tables/{self.slug}/pace", {"act": act})

    async def set(self) -> None:
        status, seen = await self.line.ask("GET", f"/api/tables/{self.slug}/view")
        if status != 200 or seen["round"] is None:
            return
        pieces = seen["round"]["hands"].get(str(self.position), {}).get("pieces")
        if not pieces:  # nothing was bet
            return
        try:
            setting = str(self.game.kit.house_set(self.game.kit.parse(pieces)).setting)
        except PaigowError:
            return
        await self.give({"do": "set", "position": self.position, "setting": setting})


class Sleepers:
    """Followers in processes of their own."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.processes: list[subprocess.Popen[str]] = []
        self.count = 0

    def add(self, slugs: list[str]) -> None:
        """Open a connection for each name of a table, and wait until all are connected."""
        for at in range(0, len(slugs), AT_ONCE):
            if self.count >= PER_PROCESS * len(self.processes):
                command = [sys.executable, "-m", "benchmarks.crowd", str(self.port)]
                pipe = subprocess.PIPE
                self.processes.append(subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True))
            some = slugs[at : at + AT_ONCE]
            self._ask(self.processes[-1], some)
            self.count += len(some)

    def reconnected(self) -> int:
        """Return how often the server has ended a connection."""
        return sum(self._ask(process, []) for process in self.processes)

    def _ask(self, process: subprocess.Popen[str], slugs: list[str]) -> int:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(" ".join(slugs) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        if not answer:
            raise RuntimeError("a process of sleepers ended")
        return int(answer)

    def close(self) -> None:
        for process in self.processes:
            process.communicate(timeout=60)  # ends with its input


class Sleeping:
    """The connections of one process."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.lines: list[tuple[str, socket.socket]] = []
        self.reconnected = 0
        self.buffer = bytearray(1 << 18)

    def open(self, slug: str) -> socket.socket:
        line = socket.socket()
        line.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT: choose the port on connecting
        line.bind((f"127.0.{random.randrange(1, 250)}.{random.randrange(1, 250)}", 0))  # one address has 28,000 ports
        line.connect((HOST, self.port))
        line.sendall(request_stream(self.port, slug))
        return line

    def add(self, slugs: list[str]) -> None:
        fresh = [(slug, self.open(slug)) for slug in slugs]
        for slug, line in fresh:
            line.settimeout(60.0)
            if not line.recv(1 << 16).startswith(b"HTTP/1.1 200"):
                raise RuntimeError(f"{slug} cannot be followed")
            line.setblocking(False)
        self.lines += fresh

    def drain(self, at: int) -> None:
        """Throw away what one connection has received, or open it again if the server has ended it."""
        slug, line = self.lines[at]
        try:
            if line.recv_into(self.buffer):
                return
        except BlockingIOError:
            return
        except ConnectionError:
            pass
        line.close()
        self.reconnected += 1
        again = self.open(slug)
        again.setblocking(False)
        self.lines[at] = slug, again

    def run(self) -> None:
        """Drain all connections within `SLEEP` seconds, evenly, and open new ones on request, until the input ends."""
        at, began = 0.0, time.monotonic()
        while True:
            if select.select([sys.stdin], [], [], 0.02)[0]:
                asked = sys.stdin.readline()
                if not asked:
                    return
                self.add(asked.split())
                print(self.reconnected, flush=True)
            now = time.monotonic()
            until = at + len(self.lines) * (now - began) / SLEEP
            for number in range(int(at), min(int(until), int(at) + len(self.lines))):
                self.drain(number % len(self.lines))
            at, began = (until % len(self.lines) if self.lines else 0.0), now


if __name__ == "__main__":
    raise_file_limit()
    Sleeping(int(sys.argv[1])).run()
