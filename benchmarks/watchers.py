"""The cost of people who only watch: `python -m benchmarks.watchers [--watchers 500] [--seconds 20]`.

One table of bots is followed three ways: over the stream that players use, over the public feed, and over the public
feed through nginx, which caches each answer for everyone. Printed for each: the processor time of the
house beyond what it uses to deal, that of nginx, and how long an event takes to arrive; and the ratio of the last to
the first, all from one run.
"""

import argparse
import asyncio
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import Any

import psutil  # type: ignore[import-untyped]

from tools.server import ROOT, SiteServer

QUICK = {"between": 0.2, "offer": 0, "cut": 0, "bet": 0.2, "quiet": 0.1, "seeds": 0.1, "choose": 0, "set": 0.1}
PACE = QUICK | {"step": 0.2, "always": True}
SETTLES = 5.0


class Watching:
    """The events that arrived at any of the watchers, and their age."""

    def __init__(self) -> None:
        self.ages: list[float] = []
        self.on = False

    def hear(self, event: dict[str, Any]) -> None:
        if self.on and "given_at" in event:
            self.ages.append(time.time() - datetime.fromisoformat(event["given_at"]).timestamp())


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> bytes:
    """Send one request on a connection that stays open, and return the body of its answer."""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if b"content-length:" in head:
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        return await reader.readexactly(length)
    body = b""
    while size := int(await reader.readline(), 16):
        body += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return body


async def follow_stream(port: int, slug: str, watching: Watching) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    writer.write(f"GET /api/tables/{slug}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    while line := await reader.readline():
        if line.startswith(b"data: "):
            watching.hear(json.loads(line[6:]))


async def follow_feed(port: int, slug: str, watching: Watching) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    after = ""
    while True:
        told = json.loads(await ask(reader, writer, f"/api/tables/{slug}/feed?after={after}"))
        after = told["next"]
        for event in told["events"]:
            watching.hear(event)


def used(process: psutil.Process) -> float:
    """Return the processor seconds of a process and its children."""
    total = 0.0
    for each in (process, *process.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            times = each.cpu_times()
            total += times.user + times.system
    return total


async def measure(
    how: Any, port: int, slug: str, watchers: int, seconds: float, processes: dict[str, psutil.Process]
) -> tuple[dict[str, float], Watching]:
    watching = Watching()
    tasks = [asyncio.create_task(how(port, slug, watching)) for _ in range(watchers)]
    await asyncio.sleep(SETTLES)
    before = {name: used(process) for name, process in processes.items()}
    watching.on = True
    await asyncio.sleep(seconds)
    watching.on = False
    spent = {name: used(process) - before[name] for name, process in processes.items()}
    broken = [task for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if broken:
        raise RuntimeError(f"{len(broken)} connections broke") from broken[0].exception()
    return spent, watching


@contextmanager
def nginx(upstream: int) -> Iterator[tuple[int, psutil.Process]]:
    """Run nginx with `deploy/feed.conf` in front of the house."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    with tempfile.TemporaryDirectory() as place:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        feed = (ROOT / "deploy" / "feed.conf").read_text(encoding="utf-8")
        feed = feed.replace("/var/cache/nginx/paigow", f"{place}/kept").replace(
            "http://site:8000", f"http://127.0.0.1:{upstream}"
        )
        Path(place, "nginx.conf").write_text(
            f"daemon off; user root; worker_processes 1; pid {place}/pid; error_log stderr;\n"
            f"events {{ worker_connections 20000; }}\nhttp {{ access_log off;\n"
            f"{feed.replace('listen 80', f'listen 127.0.0.1:{port}')}\n}}\n",
            encoding="utf-8",
        )
        running = subprocess.Popen([program, "-p", place, "-c", f"{place}/nginx.conf"], stderr=subprocess.DEVNULL)
        time.sleep(1)
        try:
            yield port, psutil.Process(running.pid)
        finally:
            running.terminate()
            running.wait()


def furnish() -> str:
    """Open the table to watch."""
    from paigow.rules import load_submission
    from paigow.web.service import bots, tables
    from paigow.web.service.attendance import Pace

    tables.open_table("watched", load_submission("maryland-poker"), "bench", pace=Pace.of(PACE), bots=bots.styles(4))
    return "watched"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        os.environ |= {"DATABASE_URL": "", "PAIGOW_DATA": place, "DJANGO_SETTINGS_MODULE": "paigow.web.settings"}
        rates = {"PAIGOW_RATES": "api=1000000,api-open=1000000"}
        with (
            SiteServer(Path(place), options=("--no-practice",), environment=rates) as server,
            nginx(server.port) as (front, proxy),
        ):
            import django

            django.setup()
            slug = furnish()
            assert server.process is not None
            house = psutil.Process(server.process.pid)
            both = {"house": house, "nginx": proxy}
            alone, _ = asyncio.run(measure(follow_stream, server.port, slug, 0, chosen.seconds, both))
            print(f"nobody watches: the house uses {alone['house'] / chosen.seconds * 1000:.0f} ms a second to deal")
            costs = {}
            for name, how, port in (
                ("stream", follow_stream, server.port),
                ("feed", follow_feed, server.port),
                ("feed behind nginx", follow_feed, front),
            ):
                spent, watching = asyncio.run(measure(how, port, slug, chosen.watchers, chosen.seconds, both))
                count = len(watching.ages)
                costs[name] = spent["house"] - alone["house"]
                print(
                    f"{name}: {count:,} events reached {chosen.watchers} watchers, median age "
                    f"{median(watching.ages) * 1000:.0f} ms; beyond dealing the house used "
                    f"{costs[name] / chosen.seconds * 1000:.0f} ms a second, "
                    f"{costs[name] / count * 1e6:.1f} µs an event; nginx {spent['nginx'] / count * 1e6:.1f} µs",
                    flush=True,
                )
            print(f"feed behind nginx / stream, the house's time: {costs['feed behind nginx'] / costs['stream']:.2f}")


if __name__ == "__main__":
    main()
