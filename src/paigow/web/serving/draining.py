"""Graceful shutdown: first the rounds in progress end, then the streams, then the process.

SIGTERM starts it. From then on `draining.begun` is true: the dealer opens no new rounds here, and `/readyz` sends new
visitors elsewhere, while people already here play on. Whatever must end first holds the process (`hold`). When nothing
holds it any more, or the time is up, `stopped` ends the streams, which would otherwise stay open forever; their readers
reconnect to another server, with the number of the last event they saw. SIGINT and a second SIGTERM do not wait.
"""

import asyncio
import math
import os
import signal
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from types import FrameType
from typing import TypeVar

PATIENCE = "60"
"""The number of seconds for which a process waits for its rounds, unless `PAIGOW_DRAIN` overrides it."""
POLL = 0.1

Item = TypeVar("Item")


class Draining:
    """This process's progress towards shutdown. Safe to use from any thread."""

    def __init__(self) -> None:
        self.begun = False
        self.stopping = False
        self._holds: set[Callable[[], bool]] = set()
        self._woken: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def hold(self, busy: Callable[[], bool]) -> None:
        """Delay shutdown while `busy()` returns true. Called often; must not block."""
        self._holds.add(busy)

    def release(self, busy: Callable[[], bool]) -> None:
        self._holds.discard(busy)

    def begin(self) -> None:
        self.begun = True

    def stop(self) -> None:
        self.begun = self.stopping = True
        for loop, event in tuple(self._woken):
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)

    async def idle(self, patience: float) -> None:
        """Wait until nothing holds the process, for at most this many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while not self.stopping and any(busy() for busy in tuple(self._holds)):
                    await asyncio.sleep(POLL)

    @contextmanager
    def waking(self, event: asyncio.Event) -> Iterator[None]:
        """Register an event that is also set on shutdown."""
        entry = asyncio.get_running_loop(), event
        self._woken.add(entry)
        try:
            yield
        finally:
            self._woken.discard(entry)

    async def until_stopped(
        self, items: AsyncGenerator[Item, None], seconds: float = math.inf
    ) -> AsyncGenerator[Item, None]:
        """Yield the items of a stream until shutdown, or until a number of seconds have passed.

        It is checked after every item instead of with a timer, because there are thousands of streams: waiting ones
        wake up now and then anyway.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        async with aclosing(items):
            while not self.stopping and loop.time() < until:
                try:
                    yield await anext(items)
                except StopAsyncIteration:
                    return


draining = Draining()
"""The process-wide instance."""


@contextmanager
def drained_by_signals() -> Iterator[None]:
    """Intercept the server's signals while it serves, and pass them on once the process is drained."""
    server = signal.getsignal(signal.SIGTERM)
    if threading.current_thread() is not threading.main_thread() or not callable(server):
        yield  # do not wait for a server that handles signals in another way
        return
    ends, loop, patience = server, asyncio.get_running_loop(), float(os.environ.get("PAIGOW_DRAIN", PATIENCE))
    tasks: set[asyncio.Task[None]] = set()

    async def drain() -> None:
        await draining.idle(patience)
        draining.stop()
        ends(signal.SIGTERM, None)

    def asked(number: int, frame: FrameType | None) -> None:
        if number == signal.SIGTERM and not draining.begun:
            draining.begin()
            loop.call_soon_threadsafe(lambda: tasks.add(loop.create_task(drain())))
        else:
            draining.stop()
            ends(number, frame)

    before = {number: signal.signal(number, asked) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
