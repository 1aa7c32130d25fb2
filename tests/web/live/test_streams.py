"""Streams from outside: each event once and in order, whoever committed it and however often the line was cut."""

import asyncio
import json
import random
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from httpx_sse import ServerSentEvent, aconnect_sse

from tools.inside import inside
from tools.server import SiteServer

pytestmark = pytest.mark.own_database
NewServer = Callable[..., SiteServer]
QUICK = dict.fromkeys(("between", "offer", "cut", "bet", "quiet", "choose", "set", "surrender"), 0.0)
QUICK |= {"step": 0.02, "bot": 0.0, "always": True}
CALM = {**QUICK, "between": 600.0, "always": False}
"""A table at which nothing happens unless somebody acts."""


@asynccontextmanager
async def stream(
    address: str, path: str, token: str = "", last: str = ""
) -> AsyncIterator[AsyncIterator[ServerSentEvent]]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Last-Event-ID": last} if last else {}
    async with (
        httpx.AsyncClient(base_url=address, timeout=30) as client,
        aconnect_sse(client, "GET", path, headers=headers) as source,
    ):
        assert source.response.status_code == 200
        yield source.aiter_sse()


def give(server: SiteServer, token: str, slug: str, key: str, **command: Any) -> dict[str, Any]:
    """A command at the table as it is now; its receipt."""
    with httpx.Client(base_url=server.address, timeout=30, headers={"Authorization": f"Bearer {token}"}) as client:
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
            if event.event == "set-displayed":
                return


def test_a_line_that_is_cut_at_random_loses_and_repeats_nothing(new_server: NewServer, tmp_path: Path) -> None:
    server = new_server(data=tmp_path / "data", options=("--no-practice",))
    inside(server.data, "", "open", {"tables": {"t": {"standard": "dealer-open", "bots": 2, "pace": QUICK}}})
    chance, wanted = random.Random("cuts"), 300

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

    async def all_of_them() -> list[list[int]]:
        return await asyncio.gather(follower("/tables/t/events/"), follower("/tables/t/events/"), pages())

    first, second, drawn = asyncio.run(all_of_them())
    assert first == list(range(1, len(first) + 1))
    assert second == list(range(1, len(second) + 1))
    assert drawn == sorted(set(drawn))

    server.stop()
    assert server.complaints == []


def test_who_joins_hears_what_comes_from_now_on(pair: Any) -> None:
    tokens = pair.inside(
        "open", {"people": {"joy": "player"}, "tables": {"joins": {"standard": "new-zealand", "pace": CALM}}}
    )
    server = pair.servers[0]

    async def joined() -> tuple[ServerSentEvent, ServerSentEvent]:
        await until_open(server, "joins")
        async with stream(server.address, "/tables/joins/events/") as events:
            hello = await anext(events)
            give(server, tokens["joy"], "joins", "sit", do="sit", position=1, seed="s")
            return hello, await anext(events)

    hello, first = asyncio.run(joined())
    assert (hello.event, hello.id) == ("connected", str(json.loads(hello.data)["sequence"]))
    assert (first.event, int(first.id)) == ("player-seated", int(hello.id) + 1)


def test_what_is_for_one_person_goes_to_that_person_only(pair: Any) -> None:
    people = dict.fromkeys(("kim", "lee"), "player")
    tokens = pair.inside("open", {"people": people, "tables": {"private": {"standard": "new-zealand", "pace": CALM}}})
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

    for (_, name), told in zip(lines, asyncio.run(all_of_them()), strict=True):
        assert ("mine" in told) is (name == "kim")
        assert json.loads(told)["player"] == "kim"


def test_what_one_process_commits_is_heard_at_once_in_the_other(pair: Any) -> None:
    tokens = pair.inside(
        "open", {"people": {"max": "player"}, "tables": {"far": {"standard": "new-zealand", "pace": CALM}}}
    )
    here, there = pair.servers

    async def delays() -> list[float]:
        found = []
        await until_open(here, "far")
        async with stream(here.address, "/tables/far/events/") as events:
            await anext(events)
            await asyncio.to_thread(give, there, tokens["max"], "far", "sit", do="sit", position=1, seed="s")
            await anext(events)
            for number in range(5):
                receipt = await asyncio.to_thread(
                    give, there, tokens["max"], "far", f"k{number}", do="buy-in", amount=1000
                )
                began = time.monotonic()
                event = await anext(events)
                found.append(time.monotonic() - began)
                assert int(event.id) == receipt["first"]
        return found

    assert max(asyncio.run(delays())) < 2.0  # a missed wake-up would cost many seconds


def test_a_stream_outlives_a_database_that_was_away(pair: Any) -> None:
    """All connections are cut; whoever follows hears what comes afterwards, and nothing twice."""
    tokens = pair.inside(
        "open", {"people": {"noa": "player"}, "tables": {"away": {"standard": "new-zealand", "pace": CALM}}}
    )
    here, there = pair.servers

    async def numbers() -> list[int]:
        found = []
        await until_open(here, "away")
        async with stream(here.address, "/tables/away/events/") as events:
            found.append(int((await anext(events)).id))
            await asyncio.to_thread(give, there, tokens["noa"], "away", "sit", do="sit", position=1, seed="s")
            found.append(int((await anext(events)).id))
            with psycopg.connect(pair.url, autocommit=True) as line:
                others = "datname = current_database() AND pid <> pg_backend_pid()"
                line.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
            await asyncio.sleep(0.5)
            await asyncio.to_thread(give_at_last, there, tokens["noa"], "away", "k", do="buy-in", amount=1000)
            found.append(int((await asyncio.wait_for(anext(events), 25)).id))
        return found

    before, sat, bought = asyncio.run(numbers())
    assert (sat, bought) == (before + 1, before + 2)


def give_at_last(*args: Any, **command: Any) -> dict[str, Any]:
    """While connections are made anew a request may fail; the same key makes asking again harmless."""
    for _ in range(20):
        try:
            return give(*args, **command)
        except (AssertionError, KeyError, ValueError):
            time.sleep(0.3)
    return give(*args, **command)


def test_streams_end_when_a_server_is_told_to_go_and_another_goes_on(new_server: NewServer, pair: Any) -> None:
    tokens = pair.inside(
        "open", {"people": {"ora": "player"}, "tables": {"drain": {"standard": "new-zealand", "pace": CALM}}}
    )
    going = new_server(pair.url, data=pair.data, options=("--no-practice",))

    async def told() -> tuple[list[int], int]:
        await until_open(pair.servers[0], "drain")
        async with stream(going.address, "/tables/drain/events/") as events:
            last = int((await anext(events)).id)
            assert going.process is not None
            going.process.send_signal(signal.SIGTERM)
            rest = [event async for event in events]  # it ends by itself
        await asyncio.to_thread(give, pair.servers[1], tokens["ora"], "drain", "sit", do="sit", position=1, seed="s")
        async with stream(pair.servers[0].address, "/tables/drain/events/", last=str(last)) as events:
            return [int(event.id) for event in rest], int((await anext(events)).id) - last

    assert asyncio.run(told()) == ([], 1)
    assert going.stop() == 0
