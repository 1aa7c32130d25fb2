"""Refusals as problem details (RFC 9457): the API explains everything it refuses in one format.

`reason` is a code for programs, and `clause` the clause of the rule document behind the refusal, if there is one.
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
TITLES = {
    "bad-request": "The request is not valid JSON",
    "busy": "The house is busy",
    "error": "Something went wrong",
    "excluded": "You have excluded yourself from play",
    "forbidden": "You may not do this",
    "hand": "The hand is not valid",
    "invalid": "A value is not valid",
    "key-refused": "The idempotency key is not valid",
    "key-reused": "The idempotency key was used for another request",
    "limit-reached": "Limit reached",
    "method-not-allowed": "This method is not supported here",
    "no-such-clause": "There is no such clause",
    "no-such-record": "There is no such record",
    "no-such-round": "There is no such round",
    "no-such-table": "There is no such table",
    "no-such-token": "There is no such token",
    "no-such-tournament": "There is no such tournament",
    "not-allowed": "You may not do this",
    "not-covered": "Your wallet does not cover this",
    "not-found": "Page not found",
    "not-signed-in": "A valid token or session is required",
    "not-yours": "Somebody else has to do this",
    "notation": "The cards or tiles cannot be read",
    "refused": "The rules do not allow this now",
    "scope-missing": "The token lacks the scope for this",
    "stale": "The table has moved on",
    "table-closed": "The table is closed",
    "table-exists": "A table by that name already exists",
    "too-large": "The request is too large",
    "too-many-shared": "You have shared too many rounds",
    "too-many-tables": "You have too many tables open",
    "too-many-tokens": "You have too many tokens",
    "too-many-tournaments": "You are running too many tournaments",
    "too-often": "Too many requests",
    "tournament-over": "The tournament is over",
    "unsupported-media-type": "The media type is not supported",
}
"""Short summaries of each reason, in the words of the glossary."""


def problem(
    status: int,
    detail: str = "",
    reason: str = "",
    clause: str | None = None,
    *,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> HttpResponse:
    """Return a problem response; `more` are additional members."""
    code = reason or REASONS.get(status, "error")
    details = {
        "type": f"urn:paigow:problem:{code}",
        "title": TITLES.get(code, HTTPStatus(status).phrase),
        "status": status,
        "detail": detail or HTTPStatus(status).description or HTTPStatus(status).phrase,
        "reason": code,
        "clause": clause,
        **more,
    }
    return JsonResponse(details, status=status, content_type=MEDIA_TYPE, headers=headers)


RETRY_AFTER = {429: "5", 503: "2"}


def refusal(request: HttpRequest, status: int) -> HttpResponse:
    """Return an error page that needs neither the database nor the visitor's identity."""
    with translation.override(get_language_from_request(request)):
        texts = {
            413: (_("Too much data"), _("Your request is too long. Nothing was changed.")),
            429: (_("Too many connections"), _("You have too many connections open. Close some pages.")),
            503: (
                _("One moment"),
                _("The house cannot be reached right now. Nothing was lost: try again in a moment."),
            ),
        }
        title, text = texts[status]
        page = loader.render_to_string("refused.html", {"title": title, "text": text, "status": status})
    headers = {"Retry-After": RETRY_AFTER[status]} if status in RETRY_AFTER else {}
    return HttpResponse(page, status=status, headers={"Cache-Control": "no-store", **headers})


def is_away(error: BaseException | None) -> bool:
    """Return whether the error means that the database is unavailable or too busy, or a disk is full."""
    full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    return full or isinstance(error, OperationalError | InterfaceError)


def failed(request: HttpRequest) -> HttpResponse:
    """Handle 500 errors: failures that are not the program's fault are temporary."""
    return refusal(request, 503) if is_away(sys.exc_info()[1]) else server_error(request)


def _as_problem(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Return another part's refusal under the API's URLs in the API's format.

    Its text is dropped, since it may be a page.
    """
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
        return bad_request(request, SuspiciousOperation("a NUL sign")) if found else None


STREAMS = ("/stream", "/feed")
"""The ends of the URLs of views that wait for news: they answer HEAD themselves, at once."""


def _is_meant(request: HttpRequest) -> bool:
    return request.method == "HEAD" and request.path.startswith(AREA) and not request.path.endswith(STREAMS)


@sync_and_async_middleware
def head_as_get(
    get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]],
) -> Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]:
    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> HttpResponseBase:
            if not _is_meant(request):
                answered: HttpResponseBase = await get_response(request)
                return answered
            request.method = "GET"
            response: HttpResponseBase = await get_response(request)
            request.method = "HEAD"
            return response

        return later

    def now(request: HttpRequest) -> HttpResponseBase:
        meant = _is_meant(request)
        if meant:
            request.method = "GET"
        response = get_response(request)
        assert isinstance(response, HttpResponseBase)
        if meant:
            request.method = "HEAD"
        return response

    return now
