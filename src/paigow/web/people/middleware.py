"""Headers that keep a browser from being talked into things, and the question for the password after idleness."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from paigow.web.people.access import SEEN
from paigow.web.people.limits import sign_of_life
from paigow.web.people.models import User
from paigow.web.people.next_page import referring_page
from paigow.web.people.roles import is_staff
from paigow.web.problems import problem

IDLE = 30 * 60  # seconds without a request after which staff give the password again (gaming standards S2)
TOUCH = 60  # seconds; a session is not written more often for this
CONFIRM = "confirm"  # in the session: the password is asked for before anything else

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


def _add_headers(request: HttpRequest, response: HttpResponseBase) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    personal = "Cookie" in response.headers.get("Vary", "") or "Authorization" in request.headers
    if personal:  # made for one person: nobody keeps a copy
        response.headers.setdefault("Cache-Control", "no-store")


@sync_and_async_middleware
def security_headers(
    get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]],
) -> Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]:
    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = await get_response(request)
            _add_headers(request, response)
            return response

        return later

    def now(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        assert isinstance(response, HttpResponseBase)
        _add_headers(request, response)
        return response

    return now


class Presence(MiddlewareMixin):
    """Notes that a person is here, counts their time, and stops staff who were away until they give their password."""

    def process_request(self, request: HttpRequest) -> HttpResponseBase | None:
        person: User | AnonymousUser = request.user
        if not isinstance(person, User):
            return None
        now = timezone.now()
        seen = request.session.get(SEEN)
        moment = int(now.timestamp())
        if seen is not None and moment - seen > IDLE and CONFIRM not in request.session and is_staff(person):
            request.session[CONFIRM] = True
        if CONFIRM in request.session:
            return None if request.path in (reverse("people:confirm"), reverse("people:sign-out")) else _ask(request)
        if "text/event-stream" in request.headers.get("Accept", ""):
            return None  # a browser opens a stream again by itself: that is no sign of a person
        if seen is None or moment - seen >= TOUCH:
            request.session[SEEN] = moment
            sign_of_life(person, now)
        return None


def _ask(request: HttpRequest) -> HttpResponse:
    """To the page that asks for the password, and from there back to where the person was."""
    confirm = reverse("people:confirm")
    if request.path.startswith("/api/") or "text/event-stream" in request.headers.get("Accept", ""):
        return problem(401, _("Give your password again."), "confirm")
    direct = request.method in ("GET", "HEAD") and "HX-Request" not in request.headers
    back = request.get_full_path() if direct else referring_page(request)
    target = f"{confirm}?{urlencode({'next': back})}"
    if "HX-Request" in request.headers:
        return HttpResponse(headers={"HX-Redirect": target})
    return HttpResponseRedirect(target)
