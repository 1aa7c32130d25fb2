"""The stream of a table's events for a token."""

import json
from contextlib import aclosing
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient
from django.utils import timezone

from paigow.web.people import streams
from paigow.web.store.models import ApiToken

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
        assert [each.keys() for each in events] == [each.keys() for each in known]


def test_a_stream_is_for_who_has_a_token(house: Any, new_caller: Any, stranger: Any) -> None:
    mei, fen = new_caller("mei"), new_caller("fen", "floor")
    mei.sit(house.slug, 1)
    path = f"tables/{house.slug}/stream?after=0"
    for caller, wanted, status in (
        (stranger, path, 401),
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
