"""Background work that runs for as long as a process serves requests."""

from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from paigow.web.serving.draining import drained_by_signals

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


@asynccontextmanager
async def while_serving() -> AsyncIterator[None]:
    """Run the context managers named by `WHILE_SERVING`, from before the first request until after the last."""
    with ExitStack() as beside:
        beside.enter_context(drained_by_signals())
        for name in settings.WHILE_SERVING:  # they need the apps, which are ready only now
            beside.enter_context(import_string(name)())
        yield


class Lifespan:
    """The application with `serving` around it. Django itself handles only requests."""

    def __init__(self, application: Application, serving: Callable[[], AbstractAsyncContextManager[None]]) -> None:
        self.application = application
        self.serving = serving

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.application(scope, receive, send)
            return
        stage = "startup"
        await receive()
        try:
            async with self.serving():
                await send({"type": "lifespan.startup.complete"})
                await receive()
                stage = "shutdown"
        except BaseException as error:
            await send({"type": f"lifespan.{stage}.failed", "message": repr(error)})
            raise
        await send({"type": "lifespan.shutdown.complete"})
