"""The streams.

Every follower of a table gets what that person may see; a browser gets the redrawn fragment of its page.
"""

import secrets
from collections.abc import AsyncGenerator

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_safe

from paigow.web.fast.threads import in_thread
from paigow.web.live.feeds import events_for
from paigow.web.people.access import number_in
from paigow.web.service import tables
from paigow.web.service.authority import require_may_see
from paigow.web.service.errors import NoSuchTable
from paigow.web.serving.draining import draining

LIFETIME = 600.0
"""Approximate maximum stream lifetime in seconds."""


def last_event(request: HttpRequest) -> int | None:
    """Return the number of the last event that a client has. A page that states anything else is simply redrawn."""
    return number_in(request.headers.get("Last-Event-ID") or request.GET.get("after", ""))


class EventStream(StreamingHttpResponse):
    """A response whose items are sent as they are. Django would pass each through two more generators."""

    def __init__(self, items: AsyncGenerator[bytes, None]) -> None:
        super().__init__(items, content_type="text/event-stream")
        self._items = items

    def __aiter__(self) -> AsyncGenerator[bytes, None]:
        return self._items


def streaming(items: AsyncGenerator[bytes, None]) -> StreamingHttpResponse:
    """Return a stream of limited duration.

    Followers reconnect with the number of the last event, and are authenticated again. So no stream continues for long
    after its account was suspended, its token revoked or its session ended.
    """
    lifetime = LIFETIME + secrets.randbelow(60)  # not all come back at once
    response = EventStream(draining.until_stopped(items, lifetime))
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


async def viewer_of(request: HttpRequest) -> str:
    """Return the name under which a person looks at a table; anonymous visitors have none."""
    user = await request.auser()
    return "" if isinstance(user, AnonymousUser) else user.get_username()


def no_stream() -> HttpResponse:
    """Return the headers of a stream, for HEAD."""
    return HttpResponse(content_type="text/event-stream")


async def require_table(request: HttpRequest, slug: str) -> None:
    """Require that the table exists and the viewer may see it."""
    user = await request.auser()

    def seen() -> None:
        require_may_see(user, tables.find(slug))

    try:
        await in_thread(seen)
    except NoSuchTable as error:
        raise Http404(str(error)) from error


@require_safe
async def table_events(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Stream every event of the table as the viewer may hear it; `Last-Event-ID` resumes after that number."""
    await require_table(request, slug)
    if request.method == "HEAD":
        return no_stream()
    return streaming(events_for(slug, await viewer_of(request), last_event(request)))
