"""Database queries in threads, so that the loop that serves the streams never waits for them."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")


def with_connection(function: Callable[P, T]) -> Callable[P, T]:
    """Provide a database connection that the thread returns afterwards."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        close_old_connections()
        try:
            return function(*args, **kwargs)
        finally:
            close_old_connections()

    return call


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in a thread of the pool."""
    return await sync_to_async(with_connection(function), thread_sensitive=False)(*args, **kwargs)
