"""Security headers, and re-authentication after inactivity."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial, wraps
from typing import Any, TypeVar, cast

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseForbidden,
    HttpResponseNotAllowed,
    HttpResponsePermanentRedirect,
    StreamingHttpResponse,
)
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from paigow.web.observe.metrics import METHODS, QUIET
from paigow.web.people import visits
from paigow.web.people.access import PROVED, SEEN, through, too_often
from paigow.web.people.errors import TooOften
from paigow.web.people.models import User
from paigow.web.people.roles import is_staff
from paigow.web.people.streams import still_signed_in, while_good
from paigow.web.people.wallet import sign_of_life
from paigow.web.serving.guard import REFUSED
from paigow.web.serving.problems import AREA, problem, refusal

ViewT = TypeVar("ViewT", bound=Callable[..., HttpResponseBase])
IDLE = 30 * 60  # inactivity in seconds after which staff enter the password again (gaming standards S2)
SHIFT = 12 * 3600  # session length in seconds after which staff enter it again in any case
MONTH = 30 * 24 * 3600  # the same for everybody else; guests have no password
LATELY = 15 * 60  # seconds for which entered credentials allow sensitive actions
TOUCH = 60  # seconds between two updates of a session
CONFIRM = "confirm"  # session key: the password is required before anything else

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


@sync_and_async_middleware
def security_headers(
    get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]],
) -> Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]:
    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = _refused(request) or await get_response(request)
            _add_headers(request, response)
            return response

        return later

    def now(request: HttpRequest) -> HttpResponseBase:
        response = _refused(request) or get_response(request)
        assert isinstance(response, HttpResponseBase)
        _add_headers(request, response)
        return response

    return now


class Presence(MiddlewareMixin):
    """Records that a person is here and counts their time.

    Stops staff who were away until they enter their password.
    """

    def process_request(self, request: HttpRequest) -> HttpResponseBase | None:
        person: User | AnonymousUser = request.user
        if not isinstance(person, User):
            return None
        now = timezone.now()
        seen = request.session.get(SEEN)
        moment = int(now.timestamp())
        if CONFIRM not in request.session and _is_over(request, person, moment):
            request.session[CONFIRM] = True
        if CONFIRM in request.session:
            return None if request.path in (reverse("people:confirm"), reverse("people:sign-out")) else ask(request)
        if _is_by_itself(request):
            return None
        if seen is None or moment - seen >= TOUCH:
            request.session[SEEN] = moment
            request.session.setdefault(PROVED, moment)
            visits.seen(request, person, now)
            sign_of_life(person, now)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        """Answer requests that exceed a rate limit, wherever it was detected."""
        return too_often(request, error) if isinstance(error, TooOften) else None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Watch a stream for as long as it lasts."""
        stream = isinstance(response, StreamingHttpResponse) and response.is_async
        if stream and request.user.is_authenticated and "text/event-stream" in response.headers["Content-Type"]:
            assert isinstance(response, StreamingHttpResponse)
            good = partial(still_signed_in, request.session.session_key)
            response.streaming_content = while_good(cast(AsyncGenerator[bytes, None], response.streaming_content), good)
        return response


def _is_by_itself(request: HttpRequest) -> bool:
    """Return whether the request is automatic, such as a reopened stream or a polled list, and no sign of life."""
    refreshed = request.method == "GET" and "HX-Request" in request.headers
    return refreshed or "text/event-stream" in request.headers.get("Accept", "")


def _is_over(request: HttpRequest, person: User, moment: int) -> bool:
    """Return whether the password is due again: after inactivity or a shift for staff, after a month for others."""
    idle, since = (moment - request.session.get(name, moment) for name in (SEEN, PROVED))
    return (since > MONTH and not person.guest) or ((idle > IDLE or since > SHIFT) and is_staff(person))


def lately_proved(view: ViewT) -> ViewT:
    """Require, for sensitive actions, a password entered within the last quarter of an hour.

    Otherwise it is requested now; the request is not carried out and has to be sent again.
    """

    @wraps(view)
    def held(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if timezone.now().timestamp() - request.session.get(PROVED, 0) > LATELY:
            request.session[CONFIRM] = True
            return ask(request)
        return view(request, *args, **kwargs)

    return cast(ViewT, held)


def ask(request: HttpRequest) -> HttpResponse:
    """Redirect to the password page, and from there back to where the person was."""
    if request.path.startswith("/api/") or "text/event-stream" in request.headers.get("Accept", ""):
        return problem(401, _("Enter your password again."), "confirm")
    return through(request, "people:confirm")
