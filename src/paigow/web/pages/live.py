"""The table's page as a stream: its live part is redrawn whenever something changes for the viewer."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from paigow.table import TableState
from paigow.web.fast.threads import in_thread
from paigow.web.live.feeds import follow
from paigow.web.live.views import last_event, no_stream, require_table, streaming, viewer_of
from paigow.web.pages.play import draw
from paigow.web.store.models import Table

STILL_HERE = b"event: still-here\ndata:\n\n"
"""Sent when there is nothing new, so that the page knows that its connection holds."""


@require_safe
async def table_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Stream the live part of the table's page whenever something changes for the viewer.

    A deadline that was extended after an outage is a change, too.
    """
    await require_table(request, slug)
    if request.method == "HEAD":
        return no_stream()
    viewer = await viewer_of(request)

    async def drawings() -> AsyncGenerator[bytes, None]:
        seen, clock = last_event(request), None  # the table's row says more than its events: clocks, who sits out
        async with aclosing(follow(slug)) as news:
            async for feed in news:
                table, state = await feed.look()
                now = (table.deadline_at, table.attendance)
                if seen == state.sequence and (clock == now or (clock is None and table.deadline_at is None)):
                    clock = now
                    yield STILL_HERE
                    continue
                seen, clock = state.sequence, now

                async def drawing(table: Table = table, state: TableState = state) -> bytes:
                    html = await in_thread(draw, request, table, state, viewer)
                    line = " ".join(html.splitlines())  # line breaks are only white space here, and each costs a field
                    return f"id: {state.sequence}\ndata: {line}\n\n".encode()

                if viewer:
                    yield await drawing()
                else:  # visitors without an account all see the same
                    yield await feed.once(get_language() or "", (seen, clock), drawing)

    return streaming(drawings())
