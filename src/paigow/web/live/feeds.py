"""One feed for each table that somebody in this process follows: news is fetched once and sent to all.

A feed holds the latest events as bytes ready to send. An event that reveals more to one person is encoded a second time
once that person follows the table, which a bot never does.
"""

import asyncio
import json
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

import structlog
from django.db import DatabaseError

from paigow.table import TableState
from paigow.table.hearing import hearer
from paigow.web.fast.threads import in_thread
from paigow.web.service import tables
from paigow.web.service.notices import BOARD, MAX_NEWS, News, news_after
from paigow.web.serving.draining import draining
from paigow.web.store.models import Table

log = structlog.get_logger("paigow.live")
KEPT = 128  # events of each table, more than two rounds; followers further behind read from the database
PAUSE = 15.0  # seconds between keep-alive messages at a quiet table
STILL_HERE = b": still here\n\n"


@dataclass(slots=True)
class Frame:
    """One event, as a server-sent event."""

    number: int
    public: bytes
    person: str = ""
    personal: News | bytes = b""
    """What that person hears instead: the event, or its bytes once they are needed."""

    def to(self, viewer: str) -> bytes:
        if not self.person or viewer != self.person:
            return self.public
        if isinstance(self.personal, News):
            self.personal = _bytes(self.number, self.personal.heard(viewer))
        return self.personal

    @property
    def data(self) -> bytes:
        """The event itself, as everyone hears of it."""
        return self.public.partition(b"\ndata: ")[2].rstrip()


def frame(news: News) -> Frame:
    person = hearer(news.event)
    return Frame(news.number, _bytes(news.number, news.heard("")), person, news if person else b"")


def _bytes(number: int, body: dict[str, Any]) -> bytes:
    data = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    return f"id: {number}\nevent: {body['event']}\ndata: {data}\n\n".encode()


def frames_after(slug: str, number: int) -> list[Frame]:
    return [frame(news) for news in news_after(slug, number)]


class Fresh:
    """The events after a given one. Those who hear nothing special share the same bytes."""

    def __init__(self, after: int, frames: tuple[Frame, ...]) -> None:
        self.after, self.frames = after, frames
        self.last = frames[-1].number if frames else after
        self._people = {each.person for each in frames}
        self._public = b"".join([each.public for each in frames])

    def to(self, viewer: str) -> bytes:
        if not viewer or viewer not in self._people:
            return self._public
        return b"".join([each.to(viewer) for each in self.frames])


@dataclass(eq=False)
class Feed:
    """This process's knowledge of one table's events. It exists as long as somebody follows it."""

    slug: str
    latest: int  # number of the last event known
    frames: deque[Frame] = field(default_factory=lambda: deque(maxlen=KEPT))
    followers: set[asyncio.Event] = field(default_factory=set)
    task: asyncio.Task[None] | None = None
    _seen: tuple[Table, TableState] | None = None
    _fresh: Fresh | None = None
    _drawn: dict[str, tuple[object, asyncio.Future[bytes]]] = field(default_factory=dict)

    async def run(self) -> None:
        """Fetch news whenever the table changes, and occasionally in case a wake-up was missed."""
        quiet = False
        with BOARD.listening(self.slug) as bell:
            while self.followers:
                if BOARD.is_cut_off:
                    self._wake()  # they leave
                touched = BOARD.touched(self.slug)
                try:
                    new = self._brought() or await in_thread(frames_after, self.slug, self.latest)
                except DatabaseError:
                    await asyncio.sleep(1.0)  # it is briefly unavailable; the followers wait
                    continue
                except Exception:
                    log.exception("a feed cannot be read", table=self.slug)  # nothing else would report it
                    await asyncio.sleep(1.0)
                    continue
                if new:
                    self.frames.extend(new)
                    self.latest = new[-1].number
                if touched or quiet:
                    self._seen = None  # taking over a table moves its clock without an event
                if new or touched or quiet:
                    self._wake()
                if len(new) == MAX_NEWS:
                    continue  # there may be more
                quiet = False
                try:
                    async with asyncio.timeout(PAUSE):
                        await bell.wait()
                except TimeoutError:
                    quiet = True
                bell.clear()

    @contextmanager
    def followed(self) -> Iterator[asyncio.Event]:
        """Provide an event that is set whenever there is news, after a pause without any, and on shutdown."""
        news = asyncio.Event()
        self.followers.add(news)
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self.run())
        try:
            with draining.waking(news):
                yield news
        finally:
            self.followers.discard(news)
            if not self.followers:
                _FEEDS.pop((id(asyncio.get_running_loop()), self.slug), None)
                BOARD.ring(self.slug)  # the feed sees that nobody is left

    def _wake(self) -> None:
        for follower in self.followers:
            follower.set()

    def _brought(self) -> list[Frame]:
        """Return the events that the wake-ups carried, if they continue where this feed is."""
        news = {each.number: each for each in BOARD.take(self.slug)}
        wanted = range(self.latest + 1, max(news, default=0) + 1)
        return [frame(news[number]) for number in wanted] if all(number in news for number in wanted) else []

    def since(self, number: int) -> Fresh:
        """Return the known events after a given one; usually there are few, and the same for all followers."""
        if self._fresh is None or self._fresh.after != number or self._fresh.last != max(self.latest, number):
            frames = list(takewhile(lambda each: each.number > number, reversed(self.frames)))
            self._fresh = Fresh(number, tuple(reversed(frames)))
        return self._fresh

    async def look(self) -> tuple[Table, TableState]:
        """Return the table and its state as of the last known event, or later.

        It is loaded once for everyone who draws it.
        """
        if self._seen is None or self._seen[1].sequence < self.latest:
            self._seen = await in_thread(_look, self.slug)
        return self._seen

    async def once(self, form: str, version: object, work: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return what looks the same to everyone: it is worked out for the first who asks for this form of it."""
        if form not in self._drawn or self._drawn[form][0] != version:
            self._drawn[form] = version, asyncio.ensure_future(work())
        return await asyncio.shield(self._drawn[form][1])


def _look(slug: str) -> tuple[Table, TableState]:
    table = tables.find(slug)
    return table, tables.state_at(table)


_FEEDS: dict[tuple[int, str], Feed] = {}


async def feed_of(slug: str) -> Feed:
    """Return the feed of a table in this loop, created for the first follower."""
    key = (id(asyncio.get_running_loop()), slug)
    if key not in _FEEDS:
        table = await in_thread(tables.find, slug)
        _FEEDS.setdefault(key, Feed(slug, table.sequence))
    return _FEEDS[key]


async def follow(slug: str) -> AsyncGenerator[Feed, None]:
    """Yield the feed at once, then whenever there is news, and after a pause without any."""
    feed = await feed_of(slug)
    with feed.followed() as news:
        while not BOARD.is_cut_off:
            yield feed
            await news.wait()
            news.clear()


async def goes_on_after(feed: Feed, after: int | None) -> int | None:
    """Return the event after which a stream continues; None if there is no such event.

    The feed may be slightly behind what another process has announced, so the table itself is consulted about events
    unknown to the feed.
    """
    if after is None or after <= feed.latest:
        return after
    table = await in_thread(tables.find, feed.slug)
    return after if after <= table.sequence else None


async def events_for(slug: str, viewer: str, after: int | None) -> AsyncGenerator[bytes, None]:
    """Yield the table's events as the viewer may see them, each once and in order, after event `after`.

    Without it, or if there is no such event yet, start with new events, after a message that says where the table
    stands.
    """
    feed = await feed_of(slug)
    with feed.followed() as news:
        last = await goes_on_after(feed, after)
        if last is None:
            last = feed.latest
            yield f'retry: 1000\nid: {last}\nevent: connected\ndata: {{"sequence":{last}}}\n\n'.encode()
        while not BOARD.is_cut_off:
            while last < feed.latest and (not feed.frames or last + 1 < feed.frames[0].number):
                missed = await in_thread(frames_after, slug, last)
                if not missed:
                    break
                last = missed[-1].number
                yield b"".join([each.to(viewer) for each in missed])  # a limited number at a time, however far behind
            fresh = feed.since(last)
            last = fresh.last
            yield fresh.to(viewer) or STILL_HERE
            await news.wait()
            news.clear()


async def public_events(slug: str, after: int, patience: float) -> Sequence[Frame]:
    """Return the events after `after`, as soon as there are any; none after so many seconds, or on shutdown."""
    with suppress(TimeoutError):
        async with asyncio.timeout(patience), aclosing(follow(slug)) as news:
            async for feed in news:
                if draining.stopping:
                    break
                if feed.latest > after:
                    complete = feed.frames and feed.frames[0].number <= after + 1
                    return feed.since(after).frames if complete else await in_thread(frames_after, slug, after)
    return []
