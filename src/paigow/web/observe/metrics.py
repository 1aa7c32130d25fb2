"""Metrics for Prometheus. Each process counts separately; figures from the database are the same for all."""

import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from prometheus_client import Counter, Gauge, Histogram

from paigow.errors import PaigowError

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
