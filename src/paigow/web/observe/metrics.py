"""Metrics for Prometheus. Each process counts separately; figures from the database are the same for all."""

from prometheus_client import Counter, Gauge, Histogram

from paigow.errors import PaigowError

COMMANDS = Counter("paigow_commands_total", "Commands by what was asked and what came of it", ("verb", "outcome"))
COMMAND_SECONDS = Histogram(
    "paigow_command_seconds",
    "Time until a command was durable or refused",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0),
)
REQUESTS = Counter("paigow_requests_total", "Requests by route, method and status", ("route", "method", "status"))
STREAMS = Gauge("paigow_streams", "Streams that this process has open")


def reason_of(error: PaigowError) -> str:
    """Return the code by which a client recognises the refusal."""
    usual = {"Refused": "refused", "HandError": "hand", "NotationError": "notation"}
    found = getattr(error, "reason", None) or getattr(error, "code", None)
    return str(found or usual.get(type(error).__name__, "invalid"))
