"""The events of a table as they happen: server-sent events, filtered for the token's owner."""

from typing import Any, get_args

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from paigow.web.api.access import OPEN, reader_of, viewer_of
from paigow.web.api.answers import answer_to
from paigow.web.api.schemas import MOST, As
from paigow.web.fast.threads import in_thread
from paigow.web.live.feeds import events_for
from paigow.web.live.views import last_event, no_stream, number_in, streaming
from paigow.web.people.errors import TooOften
from paigow.web.people.streams import while_good
from paigow.web.service.authority import point_by
from paigow.web.service.errors import ServiceError
from paigow.web.service.tokens import token_of
from paigow.web.serving.problems import problem

PATH = "/api/tables/{slug}/stream"
NUMBER = {"type": "integer", "minimum": 0, "maximum": MOST}
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
        if number is None or number > MOST:
            return problem(422, f"{name} is the number of an event, 0 to {MOST}, not {said!r:.40}", "invalid")
    return None


def _viewer(request: HttpRequest, slug: str) -> str | HttpResponse:
    request.auth = OPEN(request)  # type: ignore[attr-defined]
    if request.auth is None:  # type: ignore[attr-defined]
        return problem(401, headers={"WWW-Authenticate": 'Bearer realm="paigow"'})
    point_by(reader_of(request), slug)
    return viewer_of(request, request.GET.get("as", "player"))
