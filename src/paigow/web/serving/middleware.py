"""What happens around every request, whoever makes it; `people.access.Presence` is the one that knows people.

Each function here is a generator: it does its part before the request is answered, gets the response from its `yield`,
and returns the response to send. `middleware` makes Django's middleware of it, synchronous or not.
"""

import re
import secrets
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import closing
from itertools import chain
from typing import Any

import structlog
from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseForbidden,
    HttpResponseNotAllowed,
    HttpResponsePermanentRedirect,
)
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin

from paigow.web.observe.metrics import REQUESTS
from paigow.web.serving.guard import REFUSED
from paigow.web.serving.problems import AREA, MEDIA_TYPE, problem, refusal, unreadable

Around = Generator[None, HttpResponseBase, HttpResponseBase]


def middleware(around: Callable[[HttpRequest], Around]) -> Any:
    """Make a middleware of a generator. One that returns before it yields answers the request by itself."""

    @sync_and_async_middleware
    def wrap(
        get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]],
    ) -> Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]:
        async def later(request: HttpRequest) -> HttpResponseBase:
            with closing(around(request)) as steps:  # also when the request is cancelled
                try:
                    next(steps)
                    steps.send(await get_response(request))  # type: ignore[misc]
                except StopIteration as done:
                    return done.value  # type: ignore[no-any-return]
            raise RuntimeError("a middleware yields once")

        def now(request: HttpRequest) -> HttpResponseBase:
            with closing(around(request)) as steps:
                try:
                    next(steps)
                    steps.send(get_response(request))  # type: ignore[arg-type]
                except StopIteration as done:
                    return done.value  # type: ignore[no-any-return]
            raise RuntimeError("a middleware yields once")

        return later if iscoroutinefunction(get_response) else now

    return wrap


HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{8,64}")
METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
QUIET = frozenset({"/healthz", "/readyz", "/metrics"})
log = structlog.get_logger("paigow.request")


def request_id(request: HttpRequest) -> str:
    """Return the id that a proxy gave, or a new one."""
    given = request.headers.get(HEADER, "")
    return given if WELL_FORMED.fullmatch(given) else secrets.token_hex(8)


def _table_of(request: HttpRequest) -> str | None:
    match = request.resolver_match
    return match.kwargs.get("slug") if match else None


def _person_of(request: HttpRequest) -> str | None:
    """Return the person's name if the request already has it; nobody is looked up for the log."""
    known = request.__dict__
    person = getattr(known.get("auth"), "user", None) or known.get("_cached_user") or known.get("_acached_user")
    return getattr(person, "username", None) or None


def _finish(request: HttpRequest, response: HttpResponseBase, identity: str, began: float) -> None:
    seconds = time.perf_counter() - began
    response.headers.setdefault(HEADER, identity)
    match = request.resolver_match
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(match.route if match else "(none)", method, response.status_code).inc()
    if request.path in QUIET:
        return
    known = {"table": _table_of(request), "user": _person_of(request)}
    if response.status_code >= 400:  # who was refused
        known["address"] = request.META.get("REMOTE_ADDR")
    log.info(
        "request",
        method=request.method,
        path=request.path,
        status=response.status_code,
        seconds=round(seconds, 4),
        **{name: value for name, value in known.items() if value},
    )


@middleware
def observed(request: HttpRequest) -> Around:
    """Log and count the request."""
    identity, began = request_id(request), time.perf_counter()
    with structlog.contextvars.bound_contextvars(request_id=identity):
        response = yield
        _finish(request, response, identity, began)
    return response


@middleware
def problems(request: HttpRequest) -> Around:
    """Return another part's refusal under the API's URLs in the API's format.

    Its text is dropped, since it may be a page.
    """
    response = yield
    if response.status_code < 400 or not request.path.startswith(AREA):
        return response
    if response.headers.get("Content-Type", "").startswith(MEDIA_TYPE):
        return response
    answer = problem(response.status_code)
    for name, value in response.headers.items():
        if name not in ("Content-Type", "Content-Length"):
            answer.headers[name] = value
    answer.cookies = response.cookies
    return answer


HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "Permissions-Policy": ", ".join(
        f"{feature}=()"
        for feature in (
            *("accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "fullscreen", "geolocation"),
            *("gyroscope", "magnetometer", "microphone", "midi", "payment", "picture-in-picture", "usb"),
        )
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


def _refused(request: HttpRequest) -> HttpResponse | None:
    """Return a refusal, if the request must get one.

    This applies to requests that the guard has refused; to methods nothing here supports, such as TRACE; and to plain
    HTTP if the site is behind an HTTPS proxy. A page request is redirected; a program is not, so that it does not keep
    sending its secrets in the open. Monitors connect from this machine.
    """
    if status := getattr(request, "scope", {}).get(REFUSED):
        return refusal(request, status)
    if request.method not in METHODS:
        return HttpResponseNotAllowed(sorted(METHODS))
    if not settings.SECURE or request.is_secure() or request.path in QUIET:
        return None
    if request.method in ("GET", "HEAD") and not request.path.startswith(AREA):
        return HttpResponsePermanentRedirect(f"https://{request.get_host()}{request.get_full_path()}")
    return HttpResponseForbidden()


def _add_headers(request: HttpRequest, response: HttpResponseBase) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if settings.SECURE:  # here and not in Django's middleware, which static files bypass
        strict = f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains"
        response.headers.setdefault("Strict-Transport-Security", strict)
    kind = response.headers.get("Content-Type", "")
    if kind.startswith(("text/", "image/svg+xml")) and "charset=" not in kind:
        response.headers["Content-Type"] = f"{kind}; charset=utf-8"  # so that browsers do not guess it
    if request.path.startswith(AREA) and response.headers.get("Cache-Control", "").startswith("public"):
        response.headers.pop("Vary", None)  # what the API calls public has no owner and no language
    personal = "Cookie" in response.headers.get("Vary", "") or "Authorization" in request.headers
    if personal:  # personal, so it must not be cached
        response.headers.setdefault("Cache-Control", "no-store")


@middleware
def security_headers(request: HttpRequest) -> Around:
    response = _refused(request) or (yield)
    _add_headers(request, response)
    return response


class NoNul(MiddlewareMixin):
    """Refuse text with a NUL character, which PostgreSQL can neither store nor search for.

    The API checks its own requests. It is the innermost middleware and synchronous, so that the middleware around it
    runs in the request's thread without switching threads.
    """

    async_capable = False

    def process_view(
        self, request: HttpRequest, view: object, args: tuple[object, ...], kwargs: dict[str, object]
    ) -> HttpResponse | None:
        if request.path.startswith(AREA):
            return None
        fields = chain(request.GET.lists(), request.POST.lists())
        found = "\0" in request.path or any("\0" in text for name, values in fields for text in (name, *values))
        return unreadable(request, SuspiciousOperation("a NUL sign")) if found else None


STREAMS = ("/stream", "/feed")
"""The ends of the URLs of views that wait for news: they answer HEAD themselves, at once."""


def _is_meant(request: HttpRequest) -> bool:
    return request.method == "HEAD" and request.path.startswith(AREA) and not request.path.endswith(STREAMS)


@middleware
def head_as_get(request: HttpRequest) -> Around:
    """Answer HEAD in the API as GET; the server leaves the content out."""
    meant = _is_meant(request)
    if meant:
        request.method = "GET"
    response = yield
    if meant:
        request.method = "HEAD"
    return response
