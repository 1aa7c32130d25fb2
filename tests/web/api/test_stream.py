"""The stream of a table's events for a token."""

import asyncio
import json
import re
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import AsyncClient
from django.utils import timezone

from paigow.table import Phase
from paigow.web.live import feeds
from paigow.web.live.feeds import Feed, events_for, follow, frame, goes_on_after
from paigow.web.people import streams
from paigow.web.service.dealer import Desk
from paigow.web.service.notices import BOARD, news_after
from paigow.web.store.models import ApiToken
from tools.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


def heard(caller: Any, path: str, count: int) -> tuple[int, str, list[dict[str, Any]]]:
    """Status, media type, and the first events of a stream."""

    async def listen() -> tuple[int, str, list[dict[str, Any]]]:
        response: Any = await AsyncClient().get(f"/api/{path}", headers=caller.headers)
        found: list[dict[str, Any]] = []
        if response.status_code != 200:
            return response.status_code, response["Content-Type"], [response.json()]
        text = ""
        stream = response.streaming_content
        async for chunk in stream:
            text += chunk.decode()
            found = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
            if len(found) >= count:
                break
        await stream.aclose()
        return 200, response["Content-Type"], found[:count]

    return async_to_sync(listen)()


def test_a_stream_goes_on_after_an_event(house: Any, new_caller: Any) -> None:
    mei, bao = new_caller("mei"), new_caller("bao")
    mei.sit(house.slug, 1)
    house.round(mei)
    last = house.state.sequence
    for caller in (mei, bao):
        known = caller.get(f"tables/{house.slug}/history", after=3, limit=500).json()["events"]
        status, kind, events = heard(caller, f"tables/{house.slug}/stream?after=3", last - 3)
        assert (status, kind) == (200, "text/event-stream; charset=utf-8")
        assert [each["sequence"] for each in events] == list(range(4, last + 1))
        assert events == known
        assert all(datetime.fromisoformat(each["given_at"]).tzinfo for each in events)
        assert any(datetime.fromisoformat(each["given_at"]).microsecond % 1000 for each in events), "nothing is cut off"


@pytest.mark.parametrize("beyond", [1, 1000, 10**15])
def test_a_number_beyond_the_end_begins_with_what_comes(beyond: int, house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    last = house.state.sequence

    async def listen() -> tuple[list[str], list[str]]:
        headers = mei.headers | {"Last-Event-ID": str(last + beyond)}
        response: Any = await AsyncClient().get(f"/api/tables/{house.slug}/stream", headers=headers)
        async with asyncio.timeout(PATIENCE), aclosing(response.streaming_content) as items:
            opening = (await anext(items)).decode().splitlines()
            await sync_to_async(mei.sit)(house.slug, 1)
            async for chunk in items:
                if b"data: " in chunk:
                    return opening, chunk.decode().splitlines()
        raise AssertionError("it ended")

    opening, first = async_to_sync(listen)()
    assert opening[1:4] == [f"id: {last}", "event: connected", f'data: {{"sequence":{last}}}']
    assert first[:2] == [f"id: {last + 1}", "event: player-seated"]


def test_a_process_that_is_behind_does_not_take_what_was_told_elsewhere_for_nothing(house: Any) -> None:
    """Whoever comes back from another process would otherwise hear events twice."""
    last = house.state.sequence
    behind = Feed(house.slug, last - 1)
    for after, found in ((None, None), (last - 1, last - 1), (last, last), (last + 1, None)):
        assert async_to_sync(goes_on_after)(behind, after) == found


def test_nobody_is_woken_for_what_was_told_already(house: Any) -> None:
    """Two commands at nearly the same time ring twice, and the second time there is nothing new.

    But what rings without news has changed something else.
    """

    async def woken() -> tuple[bool, bool]:
        async with aclosing(follow(house.slug)) as news:
            feed = await anext(news)
            (bell,) = feed.followers
            await asyncio.sleep(0.3)  # it has looked for what is new
            BOARD.ring(house.slug, told)
            await asyncio.sleep(0.3)
            for_nothing = bell.is_set()
            BOARD.ring(house.slug)
            async with asyncio.timeout(PATIENCE):
                await bell.wait()
            return for_nothing, bell.is_set()

    house.deal(lambda state: state.sequence > 0)
    told = news_after(house.slug, house.state.sequence - 1)
    assert told
    assert async_to_sync(woken)() == (False, True)


@pytest.mark.parametrize("said", ["abc", "-1", "1e3", "1.0", "9" * 20, str(2**53 + 1), "٣"])
def test_what_is_no_number_of_an_event_is_refused(said: str, house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")

    async def asked(query: str, headers: dict[str, str]) -> Any:
        return await AsyncClient().get(f"/api/tables/{house.slug}/stream{query}", headers=mei.headers | headers)

    ways: list[tuple[str, dict[str, str]]] = [(f"?after={quote(said)}", {})]
    if said.isascii():
        ways.append(("", {"Last-Event-ID": said}))
    for query, headers in ways:
        refused = async_to_sync(asked)(query, headers)
        assert refused.status_code == 422
        assert refused["Content-Type"] == "application/problem+json"
        told = refused.json()
        assert told["reason"] == "invalid"
        assert "number of an event" in told["detail"]


def test_a_role_that_there_is_not_is_refused(house: Any, new_caller: Any) -> None:
    """As everywhere else: who misspells the floor is not left to believe that this is what the floor hears."""
    fen = new_caller("fen", "floor")
    for path in ("stream", "view", "history"):
        status, kind, told = heard(fen, f"tables/{house.slug}/{path}?as=flor", 1)
        assert (status, kind, told[0]["reason"]) == (422, "application/problem+json", "invalid")


def test_who_is_far_behind_is_told_a_little_at_a_time(
    house: Any, new_caller: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long a table has been played, no more is held for a reader than the database is asked for at once."""
    mei = new_caller("mei")
    mei.sit(house.slug, 1)
    last = house.state.sequence
    at_once = 1
    assert last > at_once
    monkeypatch.setattr(feeds, "frames_after", lambda *place: [frame(each) for each in news_after(*place)[:at_once]])

    async def listen() -> list[int]:
        told: list[int] = []
        async with aclosing(events_for(house.slug, "", 0)) as stream:
            async for chunk in stream:
                told.append(chunk.count(b"\ndata: "))
                if sum(told) >= last:
                    break
        return told

    told = async_to_sync(listen)()
    assert sum(told) == last
    assert max(told) == at_once


def test_a_page_shows_the_clock_as_it_is_when_another_dealer_has_moved_it(house: Any, new_caller: Any) -> None:
    """People get back the time during which nobody dealt, and see it.

    Whoever looks on all the while, and whoever comes back from a server that ended.
    """
    mei = new_caller("mei")
    mei.sit(house.slug, 1)
    house.deal(lambda state: state.phase is Phase.BETTING)
    last = str(house.state.sequence)

    def takes_over() -> None:
        Desk("another").take(house.slug, timezone.now() + timedelta(seconds=30), even_alive=True)

    async def drawn(stream: Any) -> tuple[str, str]:
        async for chunk in stream:
            if b'id="clock"' in chunk:
                number, deadline = (
                    re.search(r"^id: (\d+)", chunk.decode()),
                    re.search(r'data-deadline="([^"]+)"', chunk.decode()),
                )
                assert number
                assert deadline
                return number[1], deadline[1]
        raise AssertionError("the stream has ended")

    async def look() -> list[tuple[str, str]]:
        page = f"/tables/{house.slug}/live/"
        first: Any = await AsyncClient().get(page)
        before = await drawn(first.streaming_content)
        await sync_to_async(takes_over)()
        after = await drawn(first.streaming_content)
        await first.streaming_content.aclose()
        again: Any = await AsyncClient().get(page, headers={"Last-Event-ID": last})
        back = await drawn(again.streaming_content)
        await again.streaming_content.aclose()
        return [before, after, back]

    async def in_time() -> list[tuple[str, str]]:
        return await asyncio.wait_for(look(), PATIENCE)

    (number, early), (same, later), back = async_to_sync(in_time)()
    assert number == same == last
    assert datetime.fromisoformat(later) > datetime.fromisoformat(early)
    assert back == (last, later)


def test_a_stream_is_for_all_and_the_floors_for_the_floor(house: Any, new_caller: Any, stranger: Any) -> None:
    mei, fen = new_caller("mei"), new_caller("fen", "floor")
    mei.sit(house.slug, 1)
    path = f"tables/{house.slug}/stream?after=0"
    for caller, wanted, status in (
        (stranger, path, 200),
        (stranger, path + "&as=floor", 403),
        (replace(stranger, token="paigow_none"), path, 401),
        (mei, path, 200),
        (mei, path + "&as=floor", 403),
        (fen, path + "&as=floor", 200),
        (mei, "tables/nowhere/stream", 404),
    ):
        found, kind, _ = heard(caller, wanted, 1)
        assert found == status
        assert kind == ("text/event-stream; charset=utf-8" if status == 200 else "application/problem+json")


def test_a_stream_ends_with_its_token(house: Any, new_caller: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it goes on the token is looked at again: here at once, else every minute."""
    mei = new_caller("mei")
    mei.sit(house.slug, 1)
    monkeypatch.setattr(streams, "EVERY", 0.0)

    async def listen(revoked: bool) -> bool:
        response: Any = await AsyncClient().get(f"/api/tables/{house.slug}/stream?after=0", headers=mei.headers)
        if revoked:
            await ApiToken.objects.aupdate(revoked_at=timezone.now())
        async with aclosing(response.streaming_content) as items:
            return await anext(items, None) is not None

    assert async_to_sync(listen)(False)
    assert not async_to_sync(listen)(True)
