"""Metrics for Prometheus. Each process counts separately; figures from the database are the same for all."""

import re
import secrets
import time
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import structlog
from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware
from prometheus_client import Counter, Gauge, Histogram

from paigow.errors import PaigowError
from paigow.web.observe import metrics

P = ParamSpec("P")
R = TypeVar("R")

COMMANDS = Counter("paigow_commands_total", "Commands by what was asked and what came of it", ("verb", "outcome"))
COMMAND_SECONDS = Histogram(
    "paigow_command_seconds",
    "Time until a command was durable or refused",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0),
)
REQUESTS = Counter("paigow_requests_total", "Requests by route, method and status", ("route", "method", "status"))
STREAMS = Gauge("paigow_streams", "Streams that this process has open")


def counted(submit: Callable[P, R]) -> Callable[P, R]:
    """Count and time the commands that go through a function whose second argument is the command."""

    @wraps(submit)
    def held(*args: P.args, **kwargs: P.kwargs) -> R:
        verb = getattr(args[1] if len(args) > 1 else kwargs.get("command"), "verb", "?")
        began, outcome = time.perf_counter(), "error"
        try:
            receipt = submit(*args, **kwargs)
            outcome = "repeated" if getattr(receipt, "repeated", False) else "done"
        except PaigowError as error:
            outcome = reason_of(error)
            raise
        finally:
            COMMAND_SECONDS.observe(time.perf_counter() - began)
            COMMANDS.labels(verb, outcome).inc()
        return receipt

    return held


def reason_of(error: PaigowError) -> str:
    """Return the code by which a client recognises the refusal."""
    found = getattr(error, "reason", None) or getattr(error, "code", None)
    return (
        str(found)
        if found
        else {"Refused": "refused", "HandError": "hand", "NotationError": "notation"}.get(
            type(error).__name__, "invalid"
        )
    )


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
