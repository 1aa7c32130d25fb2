"""A request handler that enters and leaves a thread only once for each request."""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from asgiref.sync import sync_to_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpRequest, HttpResponseBase

from paigow.web.fast.precedence import precedence
from paigow.web.fast.threads import with_connection

Answer = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

AT_ONCE = 32
"""The number of requests that this process answers at the same time; a stream counts as answered when it starts."""
BACK_REFERENCES = ("auser", "_messages", "htmx")
"""Attributes that middleware gives a request and that refer to it in turn, besides `user`."""


class Request(ASGIRequest):
    """A request that is freed as soon as it is answered."""

    def close(self) -> None:
        """Drop what refers back to the request: its user, its messages and what htmx said.

        Those of a stream have become old by then, and old objects may not be collected for hours. A drawing that other
        visitors wait for may still use the rest; it is drawn for nobody in particular.
        """
        from django.contrib.auth.models import AnonymousUser  # only once the apps are loaded

        super().close()
        for name in BACK_REFERENCES:
            vars(self).pop(name, None)
        self.user = AnonymousUser()


class Handler(ASGIHandler):
    """Django's handler, entering and leaving a thread only once for each request.

    The view runs in the same thread as its middleware, and the loop, which serves thousands of streams, is not involved
    in between. A fixed thread pool is reused; Django starts a thread per request and keeps it for the life of a stream.
    """

    request_class = Request

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(AT_ONCE, "paigow-request")
        super().__init__()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.handle(scope, receive, send)

    async def listen_for_disconnect(self, receive: Any) -> None:
        """Return when the client has left.

        Django raises an exception, which refers to the task that failed with it through its traceback. The request, its
        response and its connection would stay until the oldest objects are collected, which is rare.
        """
        with suppress(RequestAborted):
            await super().listen_for_disconnect(receive)

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the middleware: synchronous from the view outwards, to the first that is not."""
        super().load_middleware(is_async=False)

    def adapt_method_mode(  # type: ignore[override]
        self, is_async: bool, method: Any, method_is_async: bool | None = None, **more: Any
    ) -> Any:
        """Leave the outermost middleware asynchronous; call anything synchronous in a thread."""
        if method_is_async and not is_async:
            return method
        if is_async and not method_is_async:
            return _first(sync_to_async(with_connection(method), thread_sensitive=False, executor=self.threads))
        return super().adapt_method_mode(is_async, method, method_is_async, **more)


def _first(answer: Answer) -> Answer:
    """Mark a request in progress so the dealer yields."""

    async def answered(request: HttpRequest) -> HttpResponseBase:
        with precedence.asking():
            return await answer(request)

    return answered
