"""The events of a table as they happen, for a token: server-sent events, as the token's owner hears of them."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_GET

from paigow.web.api.access import bearer, token_of
from paigow.web.api.answers import answer_to
from paigow.web.live.feeds import events_for
from paigow.web.live.threads import in_thread
from paigow.web.live.views import last_event, streaming
from paigow.web.people.errors import TooOften
from paigow.web.people.streams import while_good
from paigow.web.problems import problem
from paigow.web.service import tables
from paigow.web.service.authority import viewer_for
from paigow.web.service.errors import ServiceError

PATH = "/api/tables/{slug}/stream"
OPERATION: dict[str, Any] = {
    "operationId": "follow_table",
    "summary": "Follow Table",
    "description": "The table's events as server-sent events, as the token's owner hears of them. The id of each is "
    "its number: `Last-Event-ID` (or `after`) resumes after that number; without it the stream begins with what comes.",
    "tags": ["tables"],
    "parameters": [
        {"in": "path", "name": "slug", "required": True, "schema": {"type": "string"}},
        {"in": "query", "name": "after", "required": False, "schema": {"type": "integer", "minimum": 0}},
        {"in": "query", "name": "as", "required": False, "schema": {"type": "string", "enum": ["player", "floor"]}},
        {"in": "header", "name": "Last-Event-ID", "required": False, "schema": {"type": "integer", "minimum": 0}},
    ],
    "responses": {"200": {"description": "OK", "content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    "security": [{"Token": []}],
}


@require_GET
async def stream(request: HttpRequest, slug: str) -> HttpResponseBase:
    try:
        viewer = await in_thread(_viewer, request, slug)
    except (ServiceError, TooOften) as error:
        return answer_to(error)
    if isinstance(viewer, HttpResponse):
        return viewer
    text = request.headers["Authorization"].partition(" ")[2].strip()
    events = events_for(slug, viewer, last_event(request))
    return streaming(while_good(events, lambda: token_of(text) is not None))


def _viewer(request: HttpRequest, slug: str) -> str | HttpResponse:
    token = bearer(request)
    if token is None:
        return problem(401, headers={"WWW-Authenticate": 'Bearer realm="paigow"'})
    tables.find(slug)
    return viewer_for(token.user, request.GET.get("as") == "floor")
