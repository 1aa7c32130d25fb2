"""Rate limits: a steady rate with a burst of one minute's worth, per address or person.

One number is enough: the time at which the next request would be due at a steady rate. A request moves it by one
interval; it is refused while that time is more than a minute ahead. Shared rates are stored in the database and apply
across all processes; the others are kept in the process, for requests that are too many to write a row for each.
"""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import wraps
from ipaddress import ip_address
from math import ceil
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.web.people.errors import TooOften
from paigow.web.people.models import Rate
from paigow.web.serving.guard import origin_at
from paigow.web.serving.problems import problem

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
BURST = timedelta(minutes=1)
SKEW = timedelta(minutes=1)  # how much later a request may be counted than it arrived
LONG_AGO = datetime.min.replace(tzinfo=UTC)


def address_of(request: HttpRequest) -> str | None:
    """Return the client's address. Behind a proxy, the server takes it from a trusted proxy; we never read headers."""
    try:
        return str(ip_address(request.META.get("REMOTE_ADDR", "")))
    except ValueError:  # a local socket
        return None


def origin_of(request: HttpRequest) -> str:
    """Return the part of an address to which a rate applies: for IPv6, the network of one subscriber."""
    address = address_of(request)
    return "local" if address is None else origin_at(address)


def client_of(request: HttpRequest) -> str:
    """Return the client: a person, by session or token, or an address."""
    person = getattr(getattr(request, "auth", None), "user", None) or getattr(request, "user", None)
    return f"person-{person.pk}" if person is not None and person.is_authenticated else origin_of(request)


def check_rate(scope: str, origin: str, per_minute: int, now: datetime, *, shared: bool = True) -> None:
    """Count a request; raise `TooOften` if it comes too soon."""
    interval = timedelta(minutes=1) / settings.RATES.get(scope, per_minute)
    wait = (_in_database if shared else _in_process)(scope, origin, interval, now)
    if wait > timedelta(0):
        seconds = ceil(wait.total_seconds())
        raise TooOften(_("Too many attempts. Try again in %(seconds)d seconds.") % {"seconds": seconds}, seconds)


def _next(due: datetime, interval: timedelta, now: datetime) -> tuple[datetime, timedelta]:
    """Return the new due time and how long to wait (a refused request is not counted).

    A due time far ahead means the clock has been set back since, so it does not count. One a little further ahead than
    the burst does: requests that arrive together are counted in another order than their times.
    """
    if due > now + BURST + SKEW:
        due = now
    after = max(due, now) + interval
    wait = after - now - BURST
    return (due, wait) if wait > timedelta(0) else (after, timedelta(0))


def _in_database(scope: str, origin: str, interval: timedelta, now: datetime) -> timedelta:
    with transaction.atomic():
        rate, _made = Rate.objects.select_for_update().get_or_create(scope=scope, origin=origin, defaults={"due": now})
        rate.due, wait = _next(rate.due, interval, now)
        rate.save(update_fields=["due"])
    return wait


_process: dict[tuple[str, str], datetime] = {}
_process_lock = threading.Lock()


def _in_process(scope: str, origin: str, interval: timedelta, now: datetime) -> timedelta:
    with _process_lock:
        if len(_process) > 100_000:  # forget origins that have nothing due
            for key in [key for key, due in _process.items() if due <= now]:
                del _process[key]
        _process[scope, origin], wait = _next(_process.get((scope, origin), LONG_AGO), interval, now)
    return wait


def too_often(request: HttpRequest, refused: TooOften) -> HttpResponse:
    """Return a 429 response, as a page or as problem details."""
    if request.path.startswith("/api/"):
        response = problem(429, refused.message, refused.code)
    else:
        response = render(request, "people/too_often.html", {"refused": refused}, status=429)
    response["Retry-After"] = str(refused.retry_after)
    return response


def limited(
    scope: str, per_minute: int, *, shared: bool = True, by_person: bool = False
) -> Callable[[View[P]], View[P]]:
    """Limit posts per minute from one address, or by one person who is signed in; GET is free.

    `settings.RATES` overrides it.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def held(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if request.method not in ("GET", "HEAD", "OPTIONS"):
                try:
                    origin = f"person-{request.user.pk}" if by_person else origin_of(request)
                    check_rate(scope, origin, per_minute, timezone.now(), shared=shared)
                except TooOften as refused:
                    return too_often(request, refused)
            return view(request, *args, **kwargs)

        return held

    return decorate
