"""Refusals as problem details (RFC 9457): whatever the API does not do, it says why in one form.

`reason` is a code for programs, `clause` the clause of the rule document that stands against it, if one does.
"""

import errno
import sys
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from itertools import chain
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.core.exceptions import SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template import loader
from django.utils import translation
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext as _
from django.views.defaults import bad_request, server_error

MEDIA_TYPE = "application/problem+json"
AREA = "/api/"
REASONS = {
    400: "bad-request",
    401: "not-signed-in",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
    429: "too-often",
    503: "busy",
}


def problem(
    status: int,
    detail: str = "",
    reason: str = "",
    clause: str | None = None,
    *,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> HttpResponse:
    """Return the answer; `more` are further members."""
    code = reason or REASONS.get(status, "error")
    told = {
        "type": f"urn:paigow:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail or HTTPStatus(status).description or HTTPStatus(status).phrase,
        "reason": code,
        "clause": clause,
        **more,
    }
    return JsonResponse(told, status=status, content_type=MEDIA_TYPE, headers=headers)


RETRY_AFTER = {429: "5", 503: "2"}


def refusal(request: HttpRequest, status: int) -> HttpResponse:
    """Return a page that needs neither the database nor to know who asks."""
    with translation.override(get_language_from_request(request)):
        told = {
            413: (_("Too much data"), _("What you sent is too long. Nothing was changed.")),
            429: (_("Too many connections"), _("You have too many connections open. Close some pages.")),
            503: (
                _("One moment"),
                _("The house cannot be reached right now. Nothing was lost: try again in a moment."),
            ),
        }
        title, text = told[status]
        page = loader.render_to_string("refused.html", {"title": title, "text": text, "status": status})
    headers = {"Retry-After": RETRY_AFTER[status]} if status in RETRY_AFTER else {}
    return HttpResponse(page, status=status, headers={"Cache-Control": "no-store", **headers})


def is_away(error: BaseException | None) -> bool:
    """Whether it is the database that is away or too busy, or a disk that is full."""
    full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    return full or isinstance(error, OperationalError | InterfaceError)


def failed(request: HttpRequest) -> HttpResponse:
    """For `handler500`: what is no fault of the program is only for now."""
    return refusal(request, 503) if is_away(sys.exc_info()[1]) else server_error(request)


def _as_problem(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Return what another part of the site refused under the API's addresses, in the API's form.

    Nothing of its text is kept: it may be a page.
    """
    if response.status_code < 400 or not request.path.startswith(AREA):
        return response
    if response.headers.get("Content-Type", "").startswith(MEDIA_TYPE):
        return response
    told = problem(response.status_code)
    for name, value in response.headers.items():
        if name not in ("Content-Type", "Content-Length"):
            told.headers[name] = value
    told.cookies = response.cookies
    return told


@sync_and_async_middleware
def problems(
    get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]],
) -> Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]:
    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = await get_response(request)
            return _as_problem(request, response)

        return later

    def now(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        assert isinstance(response, HttpResponseBase)
        return _as_problem(request, response)

    return now


class NoNul(MiddlewareMixin):
    """No text has a NUL sign, and PostgreSQL could neither keep one nor be asked for it: who sends one is told so.

    The API looks at its requests itself.

    It is the innermost middleware and a synchronous one, so that those around it are run in one go in the thread of the
    request, and not each by a way to that thread and back.
    """

    async_capable = False

    def process_view(
        self, request: HttpRequest, view: object, args: tuple[object, ...], kwargs: dict[str, object]
    ) -> HttpResponse | None:
        if request.path.startswith(AREA):
            return None
        fields = chain(request.GET.lists(), request.POST.lists())
        found = "\0" in request.path or any("\0" in text for name, values in fields for text in (name, *values))
        return bad_request(request, SuspiciousOperation("a NUL sign")) if found else None
