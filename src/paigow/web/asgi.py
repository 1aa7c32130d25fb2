"""The application that uvicorn serves."""

import os
from typing import Any

import django
from django.core.handlers.asgi import ASGIHandler

from paigow.web.lifespan import Lifespan, while_serving


class Handler(ASGIHandler):
    """Django's, with one way into a thread and out again for each request: the view is called in the thread in which
    the middleware around it is, and the loop, which has thousands of streams to see to, is not asked in between."""

    def load_middleware(self, is_async: bool = False) -> None:
        """Synchronous from the view outwards, to the first middleware that is not."""
        super().load_middleware(is_async=False)

    def adapt_method_mode(  # type: ignore[override]
        self, is_async: bool, method: Any, method_is_async: bool | None = None, **more: Any
    ) -> Any:
        """The outermost middleware is awaited as it is."""
        if method_is_async and not is_async:
            return method
        return super().adapt_method_mode(is_async, method, method_is_async, **more)


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paigow.web.settings")
django.setup(set_prefix=False)
application = Lifespan(Handler(), while_serving)
