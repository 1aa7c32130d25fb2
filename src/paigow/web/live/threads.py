"""The database is asked in threads; the loop that serves the streams never waits for it."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Calls it in a thread of the pool. A connection that has gone bad or is old is not used again."""

    def call() -> T:
        close_old_connections()
        return function(*args, **kwargs)

    return await sync_to_async(call, thread_sensitive=False)()
