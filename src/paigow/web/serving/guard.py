"""Early refusals: bodies that are too long, clients with too much open, and everything while the database hangs.

Django writes the whole body of a request to disk before it looks at anything, and a thread that waits for a hanging
database is lost until the database recovers. Here a refusal costs no disk and no thread. The request continues to the
middleware without its body, marked as refused, so that it is logged and answered like any other.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address, ip_network

from django.http import HttpRequest

from paigow.web.serving.lifespan import Application, Message, Receive, Send
from paigow.web.serving.pulse import pulse

REFUSED = "paigow.refused"
"""Key in the scope of a request: the status with which it is refused."""
MAX_BODY = 2_500_000
"""The longest body in bytes, which Django keeps in memory."""
LONGER = {"/verify/": 10_100_000}
"""Longest body in bytes by URL, where a file may be sent."""
STREAM = re.compile(r"/(tables/[^/]+/(events|live)/|api/tables/[^/]+/(stream|feed))")
AWAY = frozenset({"/healthz"})
"""URLs answered without the database."""


class TooLarge(Exception):
    """Raised when more arrives than was declared, or than is allowed."""


def origin_at(address: str) -> str:
    """Return one subscriber's address: for IPv6, the network."""
    try:
        return str(ip_network(f"{address}/64", strict=False)) if ip_address(address).version == 6 else address
    except ValueError:
        return address


def address_of(request: HttpRequest) -> str | None:
    """Return the client's address. Behind a proxy, the server takes it from a trusted proxy; we never read headers."""
    try:
        return str(ip_address(request.META.get("REMOTE_ADDR", "")))
    except ValueError:  # a local socket
        return None


class Guard:
    """Wraps the application. A client is an address; one on a local socket is the proxy and not counted."""

    def __init__(self, application: Application, requests: int, streams: int) -> None:
        self._application = application
        self._most = {False: requests, True: streams}
        self._open: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        path, client = scope["path"], origin_at((scope.get("client") or [""])[0])
        is_stream = bool(STREAM.fullmatch(path))
        most = LONGER.get(path, MAX_BODY)
        if client and self._open[is_stream][client] >= self._most[is_stream]:
            await self._refuse(429, scope, send)
        elif _declared(scope) > most:
            await self._refuse(413, scope, send)
        else:
            with self._counted(is_stream, client):
                await self._pass_on(scope, receive, send, most)

    @contextmanager
    def _counted(self, is_stream: bool, client: str) -> Iterator[None]:
        counter = self._open[is_stream]
        counter[client] += 1
        try:
            yield
        finally:
            counter[client] -= 1
            if not counter[client]:
                del counter[client]

    async def _pass_on(self, scope: Message, receive: Receive, send: Send, most: int) -> None:
        begun = asyncio.Event()
        came = 0

        async def counted() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > most:
                raise TooLarge
            return message

        async def noted(message: Message) -> None:
            begun.set()
            await send(message)

        answering = asyncio.ensure_future(self._application(scope, counted, noted))
        try:
            if scope["path"] in AWAY or await self._begins(answering, begun):
                await answering
            else:
                answering.cancel()
                await self._refuse(503, scope, send)
        except TooLarge:
            await self._refuse(413, scope, send)
        except asyncio.CancelledError:
            answering.cancel()
            raise

    async def _begins(self, answering: "asyncio.Future[None]", begun: asyncio.Event) -> bool:
        """Return whether a response starts before the database is found to hang."""
        while not begun.is_set() and not answering.done():
            if pulse.stands_still:
                return False
            await asyncio.wait({answering}, timeout=pulse.EVERY)
        return True

    async def _refuse(self, status: int, scope: Message, send: Send) -> None:
        async def nothing() -> Message:
            if asked.is_set():
                await asyncio.Event().wait()  # no thread involved: the response is immediate
            asked.set()
            return {"type": "http.request", "body": b"", "more_body": False}

        asked = asyncio.Event()
        headers = [(name, value) for name, value in scope["headers"] if name not in (b"content-length", b"cookie")]
        await self._application({**scope, REFUSED: status, "headers": headers}, nothing, send)


def _declared(scope: Message) -> int:
    """Return the length that the request declares."""
    said = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(said) if said.isdigit() and len(said) < 19 else 0
