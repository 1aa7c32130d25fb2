"""On the way out: what holds a process, when streams end, and how signals begin it."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path

import pytest

from paigow.web.draining import Draining
from paigow.web.lifespan import Lifespan

FOR_EVER = 240.0
"""Seconds: so long that no machine takes half of it for what it does at once."""
SOURCE = Path(__file__).parent.parent.parent / "src"
PROGRAM = """
import asyncio, signal, sys, time
from paigow.web.draining import draining, drained_by_signals

async def main():
    ended = asyncio.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    with drained_by_signals():
        until = time.monotonic() + float(sys.argv[1])
        draining.hold(lambda: time.monotonic() < until)
        print("ready", flush=True)
        began = time.monotonic()
        await ended.wait()
        print(draining.begun, draining.stopping, flush=True)

asyncio.run(main())
"""


def drained(held: float, patience: float, *signals: signal.Signals) -> tuple[float, str]:
    """How long a process takes to end after these signals, and what it says in the end."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PAIGOW_DRAIN": str(patience)}
    command = [sys.executable, "-c", PROGRAM, str(held)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        began = time.monotonic()
        for number in signals:
            process.send_signal(number)
            time.sleep(0.2)
        said = process.stdout.read()
    return time.monotonic() - began, said.strip()


def test_a_round_is_waited_for() -> None:
    seconds, said = drained(1.5, FOR_EVER, signal.SIGTERM)
    assert seconds > 1
    assert said == "True True"


def test_but_not_for_ever() -> None:
    assert drained(FOR_EVER, 1, signal.SIGTERM)[0] < FOR_EVER / 2


def test_a_second_signal_does_not_wait() -> None:
    assert drained(FOR_EVER, FOR_EVER, signal.SIGTERM, signal.SIGTERM)[0] < FOR_EVER / 2


def test_streams_end_when_the_process_stops() -> None:
    closed = []

    async def ticks(draining: Draining) -> AsyncGenerator[int, None]:
        news = asyncio.Event()
        try:
            with draining.waking(news):
                yield 1
                yield 2
                await news.wait()
                yield 3
                await asyncio.Event().wait()
        finally:
            closed.append(True)

    async def read() -> list[int]:
        draining, seen = Draining(), []
        asyncio.get_running_loop().call_later(0.2, draining.stop)
        async with asyncio.timeout(60):
            async for tick in draining.until_stopped(ticks(draining)):
                seen.append(tick)
        async for tick in draining.until_stopped(ticks(draining)):
            seen.append(tick)
        return seen

    assert asyncio.run(read()) == [1, 2, 3]
    assert closed == [True]


def test_a_stream_may_end_or_fail_by_itself() -> None:
    async def failing() -> AsyncGenerator[int, None]:
        yield 1
        raise LookupError("nothing there")

    async def one() -> AsyncGenerator[int, None]:
        yield 1

    async def read(items: AsyncGenerator[int, None]) -> list[int]:
        return [item async for item in Draining().until_stopped(items)]

    assert asyncio.run(read(one())) == [1]
    with pytest.raises(LookupError):
        asyncio.run(read(failing()))


def test_a_stream_ends_after_its_time() -> None:
    async def endless() -> AsyncGenerator[int, None]:
        while True:
            yield 1
            await asyncio.sleep(0.06)

    async def read() -> list[int]:
        async with asyncio.timeout(60):
            return [item async for item in Draining().until_stopped(endless(), 0.1)]

    assert set(asyncio.run(read())) == {1}


def test_what_runs_beside_the_requests_begins_before_and_ends_after_them() -> None:
    from contextlib import asynccontextmanager

    told: list[str] = []

    @asynccontextmanager
    async def serving() -> AsyncIterator[None]:
        told.append("begins")
        yield
        told.append("ends")

    async def application(scope: object, receive: object, send: object) -> None:
        told.append("request")

    async def run(broken: bool = False) -> None:
        messages = asyncio.Queue[dict[str, str]]()

        async def send(message: object) -> None:
            assert isinstance(message, dict)
            told.append(message["type"])

        lifespan = Lifespan(application, broken_serving if broken else serving)
        task = asyncio.create_task(lifespan({"type": "lifespan"}, messages.get, send))
        await messages.put({"type": "lifespan.startup"})
        await asyncio.sleep(0.01)
        if not broken:
            await lifespan({"type": "http"}, messages.get, send)
        await messages.put({"type": "lifespan.shutdown"})
        await task

    @asynccontextmanager
    async def broken_serving() -> AsyncIterator[None]:
        raise LookupError("no database")
        yield

    asyncio.run(run())
    assert told == ["begins", "lifespan.startup.complete", "request", "ends", "lifespan.shutdown.complete"]
    told.clear()
    with pytest.raises(LookupError):
        asyncio.run(run(broken=True))
    assert told == ["lifespan.startup.failed"]
