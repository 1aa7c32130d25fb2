"""The events of a table as they happen: server-sent events, filtered for the token's owner."""

import re
from collections.abc import AsyncGenerator, Sequence
from typing import Any, get_args

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from paigow.web.api.access import OPEN, reader_of, viewer_of
from paigow.web.api.answers import answer_to
from paigow.web.api.schemas import MAX_SAFE_INTEGER, As
from paigow.web.fast.threads import in_thread
from paigow.web.live.feeds import Frame, events_for, public_events
from paigow.web.live.views import last_event, no_stream, streaming
from paigow.web.people.access import number_in
from paigow.web.people.errors import TooOften
from paigow.web.people.streams import while_good
from paigow.web.service.authority import point_by
from paigow.web.service.errors import ServiceError
from paigow.web.service.seats import watch
from paigow.web.service.tokens import token_of
from paigow.web.serving.problems import problem
from paigow.web.store.models import Table

CURSOR = re.compile(r"(\d{1,18})(?:\.(\d{1,9}))?", re.ASCII)
"""The number of an event, and how often its successor has been waited for in vain."""
PATIENCE = 20.0
"""Seconds that a request for the public feed waits for news."""
KEPT = 60
"""Seconds that a proxy may keep public events. They never change, but few watchers are so far behind."""
PATH = "/api/tables/{slug}/stream"
NUMBER = {"type": "integer", "minimum": 0, "maximum": MAX_SAFE_INTEGER}
OPERATION: dict[str, Any] = {
    "operationId": "follow_table",
    "summary": "Follow Table",
    "description": "The table's events as server-sent events, as the token's owner hears of them, or without a token a "
    "bystander. The id of each is its number: `Last-Event-ID` (or `after`) resumes after that number; without it, or "
    "beyond the last event, the stream begins with what comes, after an event `connected` that has the number of the "
    "last one as its id and its `sequence`.",
    "tags": ["tables"],
    "parameters": [
        {"in": "path", "name": "slug", "required": True, "schema": {"type": "string"}},
        {"in": "query", "name": "after", "required": False, "schema": NUMBER},
        {"in": "query", "name": "as", "required": False, "schema": {"type": "string", "enum": list(get_args(As))}},
        {"in": "header", "name": "Last-Event-ID", "required": False, "schema": NUMBER},
    ],
    "responses": {"200": {"description": "OK", "content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    "security": [{"Token": []}, {}],
}
FEED_PATH = "/api/tables/{slug}/feed"
FEED_OPERATION: dict[str, Any] = {
    "operationId": "public_feed",
    "summary": "Public Feed",
    "description": "The table's public events after event number `after`, as soon as there are any, or none after "
    f"{PATIENCE:.0f} seconds; ask again with `next` as `after`. The answer is the same for everyone and may be cached, "
    "so a proxy serves any number of watchers with one request. Without `after`: only where the table stands.",
    "tags": ["tables"],
    "parameters": [
        {"in": "path", "name": "slug", "required": True, "schema": {"type": "string"}},
        {"in": "query", "name": "after", "required": False, "schema": {"type": "string", "pattern": CURSOR.pattern}},
    ],
    "responses": {
        "200": {
            "description": "OK",
            "content": {
                "application/json": {
                    "schema": {
                        "type": "object",
                        "properties": {
                            "events": {"type": "array", "items": {"type": "object"}},
                            "next": {"type": "string", "pattern": CURSOR.pattern},
                        },
                        "required": ["events", "next"],
                    }
                }
            },
        }
    },
    "security": [{}],
}


@csrf_exempt  # it changes nothing, so any other method is wrong
@require_safe
async def feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Answer with the public events after a cursor: the same bytes for everyone, for proxies to keep.

    The answer is a stream, for one that waits for news must not hold a thread.
    """
    try:
        table = await in_thread(_watched, slug)
    except ServiceError as error:
        return answer_to(error)
    said = request.GET.get("after", "")
    found = CURSOR.fullmatch(said)
    if said and found is None:
        return problem(422, f"after is a number of an event or what `next` said, not {said!r:.40}", "invalid")
    after, turn = (int(found[1]), int(found[2] or 0)) if found else (None, 0)

    async def answer() -> AsyncGenerator[bytes, None]:
        if after is None or after > table.sequence:
            yield _body([], f"{table.sequence}")
        elif frames := await public_events(slug, after, PATIENCE):
            yield _body(frames, f"{frames[-1].number}")
        else:
            yield _body([], f"{after}.{turn + 1}")  # another cursor: what is kept for the last one is no news

    response = StreamingHttpResponse(answer(), content_type="application/json")
    kept = KEPT if after is not None and after <= table.sequence else 1
    response["Cache-Control"] = f"public, max-age={kept}"
    return response


def _watched(slug: str) -> Table:
    """Return a table that anyone may see, and note that somebody watches it: then it plays."""
    table = point_by(AnonymousUser(), slug)
    watch(table)
    return table


def _body(frames: Sequence[Frame], cursor: str) -> bytes:
    return b'{"events":[%b],"next":"%b"}' % (b",".join(each.data for each in frames), cursor.encode())


@csrf_exempt  # it changes nothing, so any other method is wrong
@require_safe
async def stream(request: HttpRequest, slug: str) -> HttpResponseBase:
    try:
        viewer = await in_thread(_viewer, request, slug)
    except (ServiceError, TooOften) as error:
        return answer_to(error)
    if isinstance(viewer, HttpResponse):
        return viewer
    if wrong := _nonsense(request):
        return wrong
    if request.method == "HEAD":
        return no_stream()
    events = events_for(slug, viewer, last_event(request))
    text = request.headers.get("Authorization", "").partition(" ")[2].strip()
    return streaming(while_good(events, lambda: token_of(text) is not None) if text else events)


def _nonsense(request: HttpRequest) -> HttpResponse | None:
    """Return a refusal of an invalid `as` or event number. The stream itself handles numbers that do not exist yet."""
    if (whom := request.GET.get("as", "player")) not in get_args(As):
        return problem(422, f"as is player or floor, not {whom!r:.40}", "invalid")
    for name, said in (("Last-Event-ID", request.headers.get("Last-Event-ID")), ("after", request.GET.get("after"))):
        number = number_in(said) if said else 0
        if number is None or number > MAX_SAFE_INTEGER:
            return problem(
                422, f"{name} is the number of an event, 0 to {MAX_SAFE_INTEGER}, not {said!r:.40}", "invalid"
            )
    return None


def _viewer(request: HttpRequest, slug: str) -> str | HttpResponse:
    request.auth = OPEN(request)  # type: ignore[attr-defined]
    if request.auth is None:  # type: ignore[attr-defined]
        return problem(401, headers={"WWW-Authenticate": 'Bearer realm="paigow"'})
    point_by(reader_of(request), slug)
    return viewer_of(request, request.GET.get("as", "player"))
