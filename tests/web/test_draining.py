"""On the way out: what holds a process, when streams end, and how signals begin it.

No machine is too slow for it: each step waits for the one before.
"""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from paigow.web.serving.draining import POLL, Draining
from paigow.web.serving.lifespan import Lifespan
from tools.waiting import PATIENCE

FOR_EVER = 3600.0
"""Seconds: longer than any test waits."""
SOURCE = Path(__file__).parent.parent.parent / "src"
PROGRAM = """
import asyncio, signal, sys
from pathlib import Path
from paigow.web.serving.draining import draining, drained_by_signals

async def main():
    ended = asyncio.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    with drained_by_signals():
        draining.hold(Path(sys.argv[1]).exists)
        print("ready", flush=True)
        while not draining.begun:
            await asyncio.sleep(0.01)
        print("begun", flush=True)
        await ended.wait()
        print(draining.begun, draining.stopping, flush=True)

asyncio.run(main())
"""


@pytest.fixture
def busy(tmp_path: Path) -> Path:
    """A round is on as long as this file is there."""
    path = tmp_path / "busy"
    path.touch()
    return path


@contextmanager
def draining_process(busy: Path, patience: float) -> Iterator[subprocess.Popen[str]]:
    """A process that was told to end, and has heard it."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PAIGOW_DRAIN": str(patience)}
    command = [sys.executable, "-c", PROGRAM, str(busy)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            process.send_signal(signal.SIGTERM)
            assert process.stdout.readline() == "begun\n"
            yield process
            assert process.communicate(timeout=PATIENCE)[0] == "True True\n"
        finally:
            process.kill()


def test_a_round_is_waited_for(busy: Path) -> None:
    with draining_process(busy, FOR_EVER) as process:
        time.sleep(5 * POLL)  # in which one that does not wait would end
        assert process.poll() is None
        busy.unlink()


def test_but_not_for_ever(busy: Path) -> None:
    with draining_process(busy, 1.0):
        pass  # it ends by itself


def test_a_second_signal_does_not_wait(busy: Path) -> None:
    with draining_process(busy, FOR_EVER) as process:
        process.send_signal(signal.SIGTERM)


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
        async with asyncio.timeout(PATIENCE):
            async for tick in draining.until_stopped(ticks(draining)):
                seen.append(tick)
                if tick == 2:
                    asyncio.get_running_loop().call_soon(draining.stop)  # when it waits for news
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
        async with asyncio.timeout(PATIENCE):
            return [item async for item in Draining().until_stopped(endless(), 0.1)]

    assert set(asyncio.run(read())) <= {1}


def test_what_runs_beside_the_requests_begins_before_and_ends_after_them() -> None:
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
        while not any(each.startswith("lifespan.startup") for each in told):
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
