"""Streams from outside: each event once and in order, whoever committed it and however often the line was cut."""

import asyncio
import json
import random
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

import httpx
import psutil  # type: ignore[import-untyped]
import psycopg
import pytest
from httpx_sse import ServerSentEvent, aconnect_sse

from paigow.web.live.feeds import PAUSE
from tools.inside import inside
from tools.server import SiteServer
from tools.waiting import PATIENCE, wait_until

pytestmark = [pytest.mark.own_database, pytest.mark.long]
NewServer = Callable[..., SiteServer]
QUICK = dict.fromkeys(("between", "offer", "cut", "bet", "quiet", "seeds", "choose", "set", "surrender"), 0.0)
QUICK |= {"step": 0.02, "bot": 0.0, "always": True}
CALM = {**QUICK, "between": 600.0, "always": False}
"""A table at which nothing happens until somebody sits down."""


T = TypeVar("T")
PLACES = {"joins": "joy", "private": "kim", "far": "max", "away": "noa"}
"""Tables and who will act there."""
STILL = "still"
"""A table that nobody comes to, so that it stays as it is."""


@pytest.fixture(scope="module")
def tokens(pair: Any) -> dict[str, str]:
    """Of everybody who acts, each with a table to be alone at."""
    people = dict.fromkeys((*PLACES.values(), "lee"), "player")
    calm = {slug: {"standard": "new-zealand", "pace": CALM} for slug in (*PLACES, STILL)}
    issued: dict[str, str] = pair.inside("open", {"people": people, "tables": calm})
    return issued


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


@asynccontextmanager
async def stream(
    address: str, path: str, token: str = "", last: str = ""
) -> AsyncIterator[AsyncIterator[ServerSentEvent]]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Last-Event-ID": last} if last else {}
    async with (
        httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client,
        aconnect_sse(client, "GET", path, headers=headers) as source,
    ):
        assert source.response.status_code == 200
        yield (event async for event in source.aiter_sse() if event.data)  # a comment is no event


def give(server: SiteServer, token: str, slug: str, key: str, **command: Any) -> dict[str, Any]:
    """A command at the table as it is now; its receipt."""
    with httpx.Client(
        base_url=server.address, timeout=PATIENCE, headers={"Authorization": f"Bearer {token}"}
    ) as client:
        for _ in range(20):
            known = client.get(f"/api/tables/{slug}").json()["sequence"]
            answer = client.post(
                f"/api/tables/{slug}/commands", json={**command, "expected": known}, headers={"Idempotency-Key": key}
            )
            if answer.status_code == 200:
                receipt: dict[str, Any] = answer.json()["receipt"]
                return receipt
            assert answer.json()["reason"] == "stale", answer.text
    raise AssertionError("the table does not stand still")


async def until_open(server: SiteServer, slug: str) -> None:
    """The dealer has brought the set, and now waits for people."""
    async with stream(server.address, f"/tables/{slug}/events/?after=0") as events:
        async for event in events:
            if event.event == "set-verified":
                return


def test_a_line_that_is_cut_at_random_loses_and_repeats_nothing(new_server: NewServer, tmp_path: Path) -> None:
    server = new_server(data=tmp_path / "data", options=("--no-practice",))
    inside(server.data, "", "open", {"tables": {"t": {"standard": "dealer-open", "bots": 2, "pace": QUICK}}})
    chance, wanted = random.Random("cuts"), 150

    async def follower(path: str) -> list[int]:
        """Follows from the first event on, and hangs up again and again, in the middle of whatever comes."""
        numbers: list[int] = []
        last = "0"
        while len(numbers) < wanted:
            left = chance.choice([1, 2, 3, 40])
            async with stream(server.address, path, last=last) as events:
                async for event in events:
                    numbers.append(json.loads(event.data)["sequence"])
                    last = event.id
                    assert last == str(numbers[-1])
                    left -= 1
                    if not left:
                        break
        return numbers

    async def pages() -> list[int]:
        """The page's stream draws the table as it is: numbers may be left out, but never come back."""
        numbers: list[int] = []
        last = ""
        while not numbers or numbers[-1] < wanted:
            async with stream(server.address, "/tables/t/live/", last=last) as events:
                async for event in events:
                    numbers.append(int(event.id))
                    assert 'id="table"' in event.data
                    last = event.id
                    if chance.random() < 0.3:
                        break
        return numbers

    async def all_of_them() -> tuple[list[int], list[int], list[int]]:
        return await asyncio.gather(follower("/tables/t/events/"), follower("/tables/t/events/"), pages())

    first, second, drawn = run(all_of_them())
    assert first == list(range(1, len(first) + 1))
    assert second == list(range(1, len(second) + 1))
    assert drawn == sorted(set(drawn))
    assert run(to_the_end(server)) == 0
    assert server.complaints == []


async def to_the_end(server: SiteServer) -> int:
    """The server is told to go while somebody follows a table and another its page: both streams end by themselves."""
    async with (
        stream(server.address, "/tables/t/events/") as events,
        stream(server.address, "/tables/t/live/") as drawings,
    ):
        last = int((await anext(events)).id)
        await anext(drawings)
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        rest = [int(event.id) async for event in events]
        assert rest == list(range(last + 1, last + 1 + len(rest)))
        async for event in drawings:
            assert int(event.id) >= last
    return await asyncio.to_thread(server.process.wait, PATIENCE)


def test_who_joins_hears_what_comes_from_now_on(pair: Any, tokens: dict[str, str]) -> None:
    server = pair.servers[0]

    async def joined() -> tuple[ServerSentEvent, ServerSentEvent]:
        await until_open(server, "joins")
        async with stream(server.address, "/tables/joins/events/") as events:
            hello = await anext(events)
            give(server, tokens["joy"], "joins", "sit", do="sit", position=1, seed="s")
            return hello, await anext(events)

    hello, first = run(joined())
    assert (hello.event, hello.id) == ("connected", str(json.loads(hello.data)["sequence"]))
    assert (first.event, int(first.id)) == ("player-seated", int(hello.id) + 1)


@pytest.mark.parametrize("last", ["999999", "9" * 20, "abc"])
def test_a_browser_that_says_nonsense_is_shown_the_table_as_it_is(pair: Any, tokens: dict[str, str], last: str) -> None:
    """It may have another house's number, from before a database was set up anew."""
    server = pair.servers[0]

    async def opened() -> tuple[ServerSentEvent, ServerSentEvent]:
        await until_open(server, STILL)
        async with (
            stream(server.address, f"/tables/{STILL}/events/", last=last) as events,
            stream(server.address, f"/tables/{STILL}/live/", last=last) as drawings,
        ):
            return await anext(events), await anext(drawings)

    hello, drawn = run(opened())
    assert hello.event == "connected"
    assert hello.id == drawn.id
    assert 'id="table"' in drawn.data


def test_those_who_follow_hold_neither_threads_nor_connections(pair: Any, tokens: dict[str, str]) -> None:
    """However many come at once, more than are answered at the same time among them; and others are answered still."""
    server = pair.servers[0]
    assert server.process is not None
    process = psutil.Process(server.process.pid)

    async def crowd(many: int) -> tuple[list[str], int, int]:
        async with AsyncExitStack() as lines:
            paths = ("/tables/joins/events/", "/tables/joins/live/")
            coming = [lines.enter_async_context(stream(server.address, paths[each % 2])) for each in range(many)]
            heard = [(await anext(events)).event for events in await asyncio.gather(*coming)]
            async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as client:
                assert (await client.get("/readyz")).status_code == 200
            with psycopg.connect(pair.url) as line:
                counted = line.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
                (connections,) = counted.fetchone() or (0,)
            return heard, process.num_threads(), connections

    heard, threads, connections = run(crowd(200))
    assert heard == ["connected", "message"] * 100
    assert threads < 100
    assert connections <= 2 * (24 + 1) + 1  # what both servers lend, their listeners, and this one


def test_what_is_for_one_person_goes_to_that_person_only(pair: Any, tokens: dict[str, str]) -> None:
    lines = [(server, name) for server in pair.servers for name in ("kim", "lee", "")]

    async def heard(server: SiteServer, name: str) -> str:
        path = "/api/tables/private/stream" if name else "/tables/private/events/"
        async with stream(server.address, path, tokens.get(name, ""), last="0") as events:
            async for event in events:
                if event.event == "player-seated":
                    return event.data
        return ""

    async def all_of_them() -> list[str]:
        await until_open(pair.servers[0], "private")
        tasks = [asyncio.create_task(heard(*line)) for line in lines]
        await asyncio.sleep(0.3)
        await asyncio.to_thread(give, pair.servers[1], tokens["kim"], "private", "k", do="sit", position=1, seed="mine")
        return await asyncio.gather(*tasks)

    for (_, name), told in zip(lines, run(all_of_them()), strict=True):
        assert ("mine" in told) is (name == "kim")
        assert json.loads(told)["player"] == "kim"


def test_what_one_process_commits_is_heard_at_once_in_the_other(pair: Any, tokens: dict[str, str]) -> None:
    here, there = pair.servers
    with psycopg.connect(pair.url, autocommit=True) as line:
        line.execute("NOTIFY paigow, 'words of another version'")  # nobody falls over that

    async def delays() -> list[float]:
        found = []
        await until_open(here, "far")
        async with stream(here.address, "/tables/far/events/") as events:
            last = int((await anext(events)).id)
            for number in range(6):
                command = {"do": "buy-in", "amount": 1000} if number else {"do": "sit", "position": 1, "seed": "s"}
                receipt = await asyncio.to_thread(give, there, tokens["max"], "far", f"k{number}", **command)
                began = time.monotonic()
                last = await heard_through(events, last, receipt["last"])
                found.append(time.monotonic() - began)
        return found

    assert median(run(delays())) < PAUSE / 2  # each missed wake-up would cost all of it


async def heard_through(events: AsyncIterator[ServerSentEvent], last: int, wanted: int) -> int:
    """Reads the stream until it has told an event; none is left out on the way."""
    while last < wanted:
        event = await anext(events)
        assert int(event.id) == last + 1
        last += 1
    return last


def test_a_stream_outlives_a_database_that_was_away(pair: Any, tokens: dict[str, str]) -> None:
    """All connections are cut; whoever follows hears what comes afterwards, and nothing twice."""
    here, there = pair.servers

    async def cut() -> None:
        await until_open(here, "away")
        async with stream(here.address, "/tables/away/events/") as events:
            last = int((await anext(events)).id)
            sat = await asyncio.to_thread(give, there, tokens["noa"], "away", "sit", do="sit", position=1, seed="s")
            last = await heard_through(events, last, sat["last"])
            with psycopg.connect(pair.url, autocommit=True) as line:
                others = "datname = current_database() AND pid <> pg_backend_pid()"
                line.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
            await asyncio.sleep(0.5)
            bought = await asyncio.to_thread(give_at_last, there, tokens["noa"], "away", "k", do="buy-in", amount=1000)
            await asyncio.wait_for(heard_through(events, last, bought["last"]), PATIENCE)

    run(cut())


def give_at_last(*args: Any, **command: Any) -> dict[str, Any]:
    """While connections are made anew a request may fail; the same key makes asking again harmless."""

    def tried() -> dict[str, Any] | None:
        with suppress(AssertionError, KeyError, ValueError):
            return give(*args, **command)
        return None

    return wait_until(tried) or {}
