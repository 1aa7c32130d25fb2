"""Give every request an id, which appears in each of its log lines and in its response."""

import re
import secrets
import time
from collections.abc import Awaitable, Callable

import structlog
from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from paigow.web.observe import metrics

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
    metrics.REQUESTS.labels(match.route if match else "(none)", method, response.status_code).inc()
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


@sync_and_async_middleware
def observed(
    get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]],
) -> Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]:
    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> HttpResponseBase:
            identity, began = request_id(request), time.perf_counter()
            with structlog.contextvars.bound_contextvars(request_id=identity):
                response: HttpResponseBase = await get_response(request)
                _finish(request, response, identity, began)
            return response

        return later

    def now(request: HttpRequest) -> HttpResponseBase:
        identity, began = request_id(request), time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=identity):
            response = get_response(request)
            assert isinstance(response, HttpResponseBase)
            _finish(request, response, identity, began)
        return response

    return now
