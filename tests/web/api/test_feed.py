"""The public feed, which any proxy may keep, and the page that visitors without an account share."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import aclosing
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import AsyncClient

from paigow.table import Phase
from paigow.web.api import stream
from paigow.web.live.feeds import feed_of
from paigow.web.pages import live, play
from paigow.web.store.models import Table
from tools.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


NOBODY: Mapping[str, str] = {}


def fed(house: Any, query: str = "", headers: Mapping[str, str] = NOBODY) -> tuple[Any, bytes]:
    """The answer, and its body."""

    async def ask() -> tuple[Any, bytes]:
        answer: Any = await AsyncClient().get(f"/api/tables/{house.slug}/feed{query}", headers=headers)
        return answer, b"".join([part async for part in answer]) if answer.streaming else answer.content

    return async_to_sync(ask)()


def test_everyone_gets_the_same_bytes_and_a_proxy_may_keep_them(house: Any, new_caller: Any, stranger: Any) -> None:
    mei = new_caller("mei")
    mei.sit(house.slug, 1)
    house.round(mei)
    public = stranger.get(f"tables/{house.slug}/history", after=3, limit=500).json()["events"]
    answers = [fed(house, "?after=3", headers) for headers in (NOBODY, mei.headers)]
    assert answers[0][1] == answers[1][1]
    assert json.loads(answers[0][1]) == {"events": public, "next": str(house.state.sequence)}
    for answer, _body in answers:
        assert answer["Cache-Control"] == f"public, max-age={stream.KEPT}"
        assert "Vary" not in answer
        assert not answer.cookies


def test_it_says_where_the_table_stands(house: Any) -> None:
    last = house.state.sequence
    for query in ("", f"?after={last + 1000}"):
        answer, body = fed(house, query)
        assert json.loads(body) == {"events": [], "next": str(last)}
        assert answer["Cache-Control"] == "public, max-age=1"


def test_it_waits_for_news_and_holds_no_thread(house: Any, new_caller: Any) -> None:
    mei, last = new_caller("mei"), house.state.sequence

    async def ask() -> bytes:
        answer: Any = await AsyncClient().get(f"/api/tables/{house.slug}/feed?after={last}")
        body = asyncio.ensure_future(anext(aiter(answer)))
        while not (await feed_of(house.slug)).followers:
            await asyncio.sleep(0.01)
        assert not body.done()
        await sync_to_async(mei.sit)(house.slug, 1)
        return await asyncio.wait_for(body, PATIENCE)

    events = json.loads(async_to_sync(ask)())["events"]
    assert [each["sequence"] for each in events] == list(range(last + 1, last + 1 + len(events)))
    assert events


def test_without_news_the_cursor_changes_so_that_a_kept_answer_is_not_asked_for_again(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "PATIENCE", 0.05)
    cursor = str(house.state.sequence)
    for turn in (1, 2):
        told = json.loads(fed(house, f"?after={cursor}")[1])
        cursor = told["next"]
        assert told == {"events": [], "next": f"{house.state.sequence}.{turn}"}


@pytest.mark.parametrize("said", ["x", "-1", "1.", "1.x", "9" * 19, "1.2.3"])
def test_a_cursor_that_is_none_is_refused(house: Any, said: str) -> None:
    answer, body = fed(house, f"?after={said}")
    assert answer.status_code == 422
    assert "after is a number of an event" in json.loads(body)["detail"]


def test_a_private_table_has_no_public_feed(house: Any) -> None:
    Table.objects.filter(slug=house.slug).update(private=True)
    assert fed(house)[0].status_code == 404


def test_visitors_without_an_account_share_one_drawing(
    house: Any, new_caller: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mei = new_caller("mei")
    mei.sit(house.slug, 1)
    house.deal(lambda state: state.phase is Phase.BETTING)
    drawn = []

    def counted(request: Any, table: Any, state: Any, viewer: str) -> str:
        drawn.append((viewer, state.sequence))
        return str(real(request, table, state, viewer))

    real = play.draw
    monkeypatch.setattr(live, "draw", counted)

    async def watch() -> list[bytes]:
        clients = [await AsyncClient().get(f"/tables/{house.slug}/live/") for _ in range(5)]
        pages = []
        for client in clients:
            async with aclosing(client.streaming_content) as items:  # type: ignore[attr-defined]
                pages.append(await anext(items))
        return pages

    pages = async_to_sync(watch)()
    assert len(set(pages)) == 1
    assert drawn == [("", house.state.sequence)]
    assert b"<form" not in pages[0]
