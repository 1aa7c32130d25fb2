"""Serve the site with uvicorn: one process, or several that share a PostgreSQL."""

import asyncio
import signal
import socket
import sys
from collections import Counter
from types import FrameType
from typing import Any, ClassVar

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.supervisors import Multiprocess

from paigow.errors import PaigowError
from paigow.web.serving.guard import origin_at

PORT = 8000
LAST_WORD = 5
"""The number of seconds for requests in progress when the process ends; streams end by themselves before that."""
IDLE = 75
"""The number of seconds for which an idle connection stays open. A proxy keeps its connections to us for less (nginx:
60), so it is always the proxy that closes them. Otherwise, a request would occasionally hit a connection being closed.
"""
MAX_HEAD = 65_536
"""The longest head of a request in bytes, with whatever else is not its body. The parser itself has no limit."""
FRAMED = 9
"""How many bytes a byte of a body may take, if it is sent in chunks of one byte."""
MAX_AHEAD = 64
"""How many requests a client may send ahead of the responses. Browsers and proxies send none."""


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket. The default port is 8000, or a free one if that is taken; 0 picks a free one."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, PORT if port is None else port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror as error:
        raise PaigowError(f"{host} is not an address of this machine") from error
    try:
        return socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        if port is None:
            return listen(host, 0)
        raise PaigowError(f"cannot listen on {host} port {port}: {error.strerror}; choose another port") from error


def address_of(listening: socket.socket) -> str:
    """Return the URL for a browser on this machine."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Connections(HttpToolsProtocol):
    """HTTP with a limit on connections per address, and deadlines for clients that stop sending or reading.

    Behind a proxy all come from the proxy, which counts them itself.
    """

    of: ClassVar[Counter[str]] = Counter()

    def connection_made(self, transport: Any) -> None:
        from django.conf import settings

        super().connection_made(transport)
        self.origin = origin_at(self.client[0]) if self.client else ""
        self.of[self.origin] += 1
        self._patience = settings.REQUEST_SECONDS
        self._sending: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None
        self._next_request()
        self._await_request()
        if self.origin and not settings.SECURE and self.of[self.origin] > settings.CONNECTIONS:
            transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        self.of[self.origin] -= 1
        if not self.of[self.origin]:
            del self.of[self.origin]
        self._next_request()
        self.resume_writing()
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        self._came += len(data)
        self._await_request()
        super().data_received(data)
        if self._came > MAX_HEAD + FRAMED * self._body or len(self.pipeline) > MAX_AHEAD:
            self.transport.abort()

    def on_message_begin(self) -> None:
        self._await_request()
        super().on_message_begin()

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._next_request()
        super().on_message_complete()

    def _await_request(self) -> None:
        """Give the client a limited time to send the whole request, from its first byte on."""
        if self._sending is None:
            self._sending = self.loop.call_later(self._patience, self.transport.abort)

    def _next_request(self) -> None:
        self._came = self._body = 0
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None

    def pause_writing(self) -> None:
        """Wait for the client to read, but not for ever."""
        super().pause_writing()
        self._reading = self.loop.call_later(self._patience, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None


def configuration(processes: int = 1) -> uvicorn.Config:
    """Return uvicorn's configuration for the site."""
    return uvicorn.Config(
        "paigow.web.asgi:application",
        workers=processes,
        lifespan="on",
        ws="none",
        http=Connections,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=LAST_WORD,
        timeout_worker_healthcheck=30,
    )


def serve(listening: socket.socket, processes: int) -> None:
    """Serve until a signal stops it."""
    config = configuration(processes)
    if processes > 1:
        Multiprocess(config, sockets=[listening]).run()
        return
    signal.signal(signal.SIGTERM, _end)  # uvicorn raises the signal again at the end: not a failure
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        return


def _end(number: int, frame: FrameType | None) -> None:
    sys.exit(0)
