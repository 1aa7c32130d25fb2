"""Answer HEAD wherever the API answers GET: the same headers, and the server leaves out the body."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from paigow.web.serving.problems import AREA

STREAMS = ("/stream", "/feed")
"""The ends of the URLs of views that wait for news: they answer HEAD themselves, at once."""


def _is_meant(request: HttpRequest) -> bool:
    return request.method == "HEAD" and request.path.startswith(AREA) and not request.path.endswith(STREAMS)


@sync_and_async_middleware
def head_as_get(
    get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]],
) -> Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]:
    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> HttpResponseBase:
            if not _is_meant(request):
                answered: HttpResponseBase = await get_response(request)
                return answered
            request.method = "GET"
            response: HttpResponseBase = await get_response(request)
            request.method = "HEAD"
            return response

        return later

    def now(request: HttpRequest) -> HttpResponseBase:
        meant = _is_meant(request)
        if meant:
            request.method = "GET"
        response = get_response(request)
        assert isinstance(response, HttpResponseBase)
        if meant:
            request.method = "HEAD"
        return response

    return now
