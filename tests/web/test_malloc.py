"""The server's memory is bounded by what it uses, not by the number of its threads or of past connections."""

import asyncio
import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIRequest
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.test import RequestFactory

from paigow.web.fast.handler import Handler, Request

PROGRAM = """
import ctypes, threading, xml.etree.ElementTree as tree
from paigow.web.fast import interpreter

libc = ctypes.CDLL(None)
if not hasattr(libc, "malloc_info"):
    raise SystemExit(77)
interpreter.limit_malloc()
done = threading.Barrier(17)

def work():
    block = bytearray(4096)  # too large for Python's own allocator
    done.wait()

threads = [threading.Thread(target=work) for _ in range(16)]
for thread in threads:
    thread.start()
done.wait()
libc.fdopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, file)
libc.fflush(file)
"""


def test_sixteen_threads_share_two_arenas() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    if done.returncode == 77:
        pytest.skip("only glibc has arenas")
    assert done.returncode == 0, done.stderr
    assert 1 <= done.stdout.count("<heap nr=") <= 2


async def leave_during(path: str) -> None:
    """Make a request, and leave once it is answered."""
    answered = asyncio.Event()
    asked = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> dict[str, Any]:
        for message in asked:
            return message
        await answered.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            assert message["status"] == 200
            answered.set()
            await asyncio.sleep(0)  # it leaves before the answer is complete

    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [(b"host", b"localhost")]}
    handler = Handler()
    await handler(scope, receive, send)
    handler.threads.shutdown()  # a thread holds the request for a moment longer than it takes to hand over the answer


@contextmanager
def without_collections() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def test_a_client_that_leaves_is_forgotten_without_a_collection() -> None:
    """The tasks of the request refer to all of it, its connection included."""
    with without_collections():
        asyncio.run(leave_during("/healthz"))
        left = [task for task in gc.get_objects() if issubclass(type(task), asyncio.Task)]
        assert [task for task in left if "handlers" in str(task.get_coro())] == []
        assert [task for task in left if "disconnect" in str(task.get_coro())] == []


def test_a_request_is_forgotten_without_a_collection() -> None:
    """Its session, user and messages refer back to it."""
    with without_collections():
        asyncio.run(leave_during("/healthz"))
        assert [each for each in gc.get_objects() if issubclass(type(each), ASGIRequest)] == []


def test_a_drawing_goes_on_after_the_visitor_who_began_it_has_left() -> None:
    """Other visitors wait for it; it still asks who plays, in which language, and for a token."""
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [(b"host", b"localhost")]}
    request = Request(scope, BytesIO())
    request.LANGUAGE_CODE = "zh-hant"
    request.close()
    assert not request.user.is_authenticated
    assert request.LANGUAGE_CODE == "zh-hant"
    assert get_token(request)


class Shown:
    """Something on a page."""


def test_what_a_page_shows_is_forgotten_without_a_collection() -> None:
    with without_collections():
        shown = Shown()
        left = weakref.ref(shown)
        response = render(RequestFactory().get("/"), "404.html", {"shown": shown})
        del shown
        assert response.content
        assert left() is None
