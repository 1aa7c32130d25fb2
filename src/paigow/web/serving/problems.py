"""Refusals as problem details (RFC 9457): the API explains everything it refuses in one format.

`reason` is a code for programs, and `clause` the clause of the rule document behind the refusal, if there is one.
"""

import errno
import sys
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils import translation
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext as _
from django.views.defaults import server_error

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
DETAILS = {
    401: "Send a token as “Authorization: Bearer paigow_…”. You create tokens on the Tokens page of your account.",
    404: "There is nothing at this address. /api/openapi.json lists all addresses of the API.",
    413: "The request is longer than this house accepts. Nothing was changed.",
}
"""What to do about a refusal that nothing more is known about."""
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
        "detail": detail or DETAILS.get(status) or HTTPStatus(status).description or HTTPStatus(status).phrase,
        "reason": code,
        "clause": clause,
        **more,
    }
    return JsonResponse(details, status=status, content_type=MEDIA_TYPE, headers=headers)


RETRY_AFTER = {429: "5", 503: "2"}


def refusal(request: HttpRequest, status: int, error: Exception | None = None) -> HttpResponse:
    """Return an error page that needs neither the database nor the visitor's identity."""
    with translation.override(get_language_from_request(request)):
        texts = {
            400: (
                _("This request cannot be read"),
                _("Your browser sent something that this site cannot read. Nothing was changed."),
            ),
            413: (_("Too much data"), _("Your request is too long. Nothing was changed.")),
            429: (_("Too many connections"), _("You have too many connections open. Close some pages.")),
            503: (
                _("One moment"),
                _("The house cannot be reached right now. Nothing was lost: try again in a moment."),
            ),
        }
        title, text = texts[status]
        if isinstance(error, DisallowedHost):
            title = _("This site has another address")
            text = _("This site does not answer to this host name. If you run it, add the name to PAIGOW_HOSTS.")
        page = loader.render_to_string("refused.html", {"title": title, "text": text, "status": status})
    headers = {"Retry-After": RETRY_AFTER[status]} if status in RETRY_AFTER else {}
    return HttpResponse(page, status=status, headers={"Cache-Control": "no-store", **headers})


def is_away(error: BaseException | None) -> bool:
    """Return whether the error means that the database is unavailable or too busy, or a disk is full."""
    full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    return full or isinstance(error, OperationalError | InterfaceError)


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Handle 400 errors on pages, such as a host name that the site does not answer to."""
    return refusal(request, 400, exception)


def failed(request: HttpRequest) -> HttpResponse:
    """Handle 500 errors: failures that are not the program's fault are temporary."""
    return refusal(request, 503) if is_away(sys.exc_info()[1]) else server_error(request)
