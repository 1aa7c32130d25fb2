"""Health checks: whether the process is up, whether it can serve, and how it is doing."""

import os
import threading
from collections.abc import Iterator
from ipaddress import ip_address

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Min
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import REGISTRY
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from paigow.web.observe.metrics import STREAMS
from paigow.web.service.dealer import DealerThread
from paigow.web.service.notices import BOARD
from paigow.web.serving.draining import draining
from paigow.web.serving.guard import address_of
from paigow.web.store.models import Table

_migrated = threading.Event()  # once migrated it stays so: a newer version is another process
PROXIED = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")
STREAMS.set_function(BOARD.listeners)


class OfTheHouse(Collector):
    """Facts from the database, looked up when they are requested."""

    def describe(self) -> Iterator[GaugeMetricFamily]:
        yield GaugeMetricFamily("paigow_open_tables", "Tables that are open")
        yield GaugeMetricFamily("paigow_dealer_lag_seconds", "How long the table that waits longest is overdue")

    def collect(self) -> Iterator[GaugeMetricFamily]:
        now = timezone.now()
        tables = Table.objects.filter(closed_at=None)
        first = tables.aggregate(due=Min("due_at"))["due"]
        late = max(0.0, (now - first).total_seconds()) if first else 0.0
        opened, lag = self.describe()
        opened.add_metric([], tables.count())
        lag.add_metric([], late)
        yield opened
        yield lag


REGISTRY.register(OfTheHouse())


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the process is up."""
    return JsonResponse({"status": "up"})


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer whether new visitors should be sent to this process."""
    try:
        migrated = _is_migrated()
        database = True
    except DatabaseError:
        database = migrated = False
    checks = {
        "database": database,
        "migrations": migrated,
        "dealer": _somebody_deals(),
        "staying": not draining.begun,
    }
    ready = all(checks.values())
    return JsonResponse({"status": "ready" if ready else "not ready", "checks": checks}, status=200 if ready else 503)


def may_measure(request: HttpRequest) -> bool:
    """Return whether the request may read the metrics.

    It needs `PAIGOW_METRICS_TOKEN`; if none is set, it must come from this machine or a private network without a
    proxy, since a proxy forwards requests from anywhere.
    """
    if settings.METRICS_TOKEN:
        scheme, _space, given = request.headers.get("Authorization", "").partition(" ")
        right = constant_time_compare(given.strip().encode(), settings.METRICS_TOKEN.encode())
        return scheme.lower() == "bearer" and right
    if any(name in request.headers for name in PROXIED):
        return False
    address = address_of(request)
    return address is None or ip_address(address).is_private


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    if not may_measure(request):
        return HttpResponseForbidden()
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)


def _is_migrated() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    if not _migrated.is_set():
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return False
        _migrated.set()
    return True


def _somebody_deals() -> bool:
    """Return whether this process deals, or is configured not to."""
    if os.environ.get("PAIGOW_DEALER", "1") == "0":
        return True
    return any(isinstance(thread, DealerThread) and thread.is_dealing() for thread in threading.enumerate())
