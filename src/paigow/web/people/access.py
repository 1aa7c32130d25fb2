"""Signing in and staying signed in: one code path for every form, a lock after repeated failures, and rate limits.

A name is locked after three failures within half an hour, whether or not it exists, and every refusal reads the same:
neither the text nor the response time reveals which names exist. An attempt is counted before the password is checked,
so that even many simultaneous attempts are limited to three (gaming standards S1).
"""

import threading
from collections.abc import AsyncGenerator, Callable
from datetime import UTC, datetime, timedelta
from functools import partial, wraps
from math import ceil
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast
from urllib.parse import urlencode, urlsplit

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.decorators import permission_required
from django.contrib.auth.models import AnonymousUser, Permission
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure
from django.views.decorators.http import require_http_methods

from paigow.web.fast.statements import NUMBER, Statement
from paigow.web.people import visits
from paigow.web.people.display import username_of
from paigow.web.people.errors import TooOften
from paigow.web.people.events import Kind, note
from paigow.web.people.models import Rate, SignInGuard, User
from paigow.web.people.names import MAX_NAME_LENGTH, shown_name
from paigow.web.people.passwords import BoundedArgon2
from paigow.web.people.roles import is_staff
from paigow.web.people.streams import still_signed_in, while_good
from paigow.web.people.wallet import sign_of_life
from paigow.web.serving.guard import address_of, origin_at
from paigow.web.serving.problems import AREA, problem

FAILURES: Final = 3
WINDOW: Final = timedelta(minutes=30)
SLACK: Final = timedelta(minutes=1)  # how far the clocks of two servers may differ
SOON: Final = 5  # seconds
WITH_PASSWORD: Final = ("sign-in", "sign-up")
"""The scopes of requests with a password to check or to hash."""
SEEN = "seen"  # session key: time of the person's last action, in seconds
PROVED = "proved"  # session key: when the person last entered their credentials, in seconds
IDLE = 30 * 60  # inactivity in seconds after which staff enter the password again (gaming standards S2)
SHIFT = 12 * 3600  # session length in seconds after which staff enter it again in any case
MONTH = 30 * 24 * 3600  # the same for everybody else; guests have no password
LATELY = 15 * 60  # seconds for which entered credentials allow sensitive actions
TOUCH = 60  # seconds between two updates of a session
CONFIRM = "confirm"  # session key: the password is required before anything else
_NAMES = Permission.objects.order_by().values_list("content_type__app_label", "codename")
_HELD = Statement(lambda person: _NAMES.filter(user=person).union(_NAMES.filter(group__user=person)), NUMBER)


class GuardedBackend(ModelBackend):
    """Django's password check, behind the guard."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> User | None:
        name = username or kwargs.get(User.USERNAME_FIELD)
        if name is None or password is None:
            return None
        name = username_of(name)  # before the guard, so that a second name gives nobody extra attempts
        if not try_once(name, timezone.now(), request):
            raise PermissionDenied  # no other backend is tried
        person = super().authenticate(request, name, password)
        if person is None:
            note(Kind.SIGN_IN_FAILED, shown_name(name), request=request)
            if is_locked(name, timezone.now()):
                note(Kind.LOCKED_OUT, shown_name(name), request=request)
        else:
            forgive(name)
        return person

    def get_all_permissions(self, user_obj: Any, obj: Any = None) -> set[str]:
        """Return the same as Django's, with one database query instead of two."""
        if user_obj.is_superuser or not user_obj.is_active or user_obj.is_anonymous or obj is not None:
            return super().get_all_permissions(user_obj, obj)
        if not hasattr(user_obj, "_perm_cache"):
            user_obj._perm_cache = {f"{label}.{code}" for label, code in _HELD(user_obj.pk)}
        found: set[str] = user_obj._perm_cache
        return found

    async def aauthenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> User | None:
        """Authenticate through the guard, which Django's own version would bypass."""
        return await sync_to_async(self.authenticate)(request, username, password, **kwargs)


def _key(name: str) -> str:
    return name.lower()[:MAX_NAME_LENGTH]


def is_locked(name: str, now: datetime) -> bool:
    locked = SignInGuard.objects.filter(name=_key(name), failures__gte=FAILURES)
    return locked.filter(since__gt=now - WINDOW, since__lte=now + SLACK).exists()  # ignore the future (clock set back)


def try_once(name: str, now: datetime, request: HttpRequest | None = None) -> bool:
    """Count an attempt; return False if the name is locked.

    The lock lasts for the window from the attempt that set it.
    """
    with transaction.atomic():
        guard, _made = SignInGuard.objects.select_for_update().get_or_create(name=_key(name), defaults={"since": now})
        if not now - WINDOW < guard.since <= now + SLACK:
            guard.failures, guard.since = 0, now
        if guard.failures >= FAILURES:
            note(Kind.SIGN_IN_FAILED, shown_name(name), {"locked": True}, request)
            return False
        guard.failures += 1
        if guard.failures == FAILURES:
            guard.since = now
        guard.save()
    return True


def forgive(name: str) -> None:
    SignInGuard.objects.filter(name=_key(name)).delete()


def shut_out(request: HttpRequest, person: User) -> HttpResponse | None:
    """Sign a person out whose name is locked by failures, and return the redirect to the sign-in page."""
    if not is_locked(person.username, timezone.now()):
        return None
    logout(request)
    return redirect(settings.LOGIN_URL)


def unlock(name: str, by: User, request: HttpRequest | None = None) -> None:
    """Unlock a name early, by an operator."""
    with transaction.atomic():
        forgive(name)
        note(Kind.UNLOCKED, by, {"of": shown_name(name)}, request)


def signed_in(sender: object, request: HttpRequest, user: User, **kwargs: object) -> None:
    """Record, at every sign-in, the times of this one and the previous one, which the person is shown (S2)."""
    now = timezone.now()
    user.previous_login, user.last_login = user.last_login, now
    user.save(update_fields=["previous_login", "last_login"])
    if hasattr(request, "session"):
        request.session[SEEN] = request.session[PROVED] = int(now.timestamp())
        visits.seen(request, user, now)
    note(Kind.SIGN_IN, user, {"with": getattr(request, "factors", "a new account")}, request)


ViewT = TypeVar("ViewT", bound=Callable[..., HttpResponseBase])
get_or_post = require_http_methods(["GET", "HEAD", "POST"])


def is_ours(request: HttpRequest, url: str) -> bool:
    return url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())


def next_page(request: HttpRequest) -> str:
    """Return the URL in `next` if it is ours, else the lobby."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return wanted if wanted and is_ours(request, wanted) else resolve_url(settings.LOGIN_REDIRECT_URL)


def referring_page(request: HttpRequest) -> str:
    """Return the page that a form was sent from; only its path, so that it stays on this site."""
    referrer = request.headers.get("Referer", "")
    path = urlsplit(referrer).path if is_ours(request, referrer) else ""
    return path if path and is_ours(request, path) else resolve_url(settings.LOGIN_REDIRECT_URL)


def through(request: HttpRequest, door: str) -> HttpResponse:
    """Redirect to a page that has to be passed first, and from there back to where the person was.

    The target of a form is not a page, and neither is a page fragment.
    """
    direct = request.method in ("GET", "HEAD") and "HX-Request" not in request.headers
    back = request.get_full_path() if direct else referring_page(request)
    target = f"{resolve_url(door)}?{urlencode({'next': back})}"
    if "HX-Request" in request.headers:
        return HttpResponse(headers={"HX-Redirect": target})
    return HttpResponseRedirect(target)


def login_required(view: ViewT) -> ViewT:
    """Ask a stranger, or somebody whose session has ended, to sign in."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(request, *args, **kwargs) if request.user.is_authenticated else through(request, settings.LOGIN_URL)

    return cast(ViewT, checked)


def required(code: str) -> Callable[[ViewT], ViewT]:
    """Require a role. A stranger is asked to sign in; a person without the role gets 403."""

    def decorate(view: ViewT) -> ViewT:
        guarded = login_required(permission_required(f"people.{code}", raise_exception=True)(view))

        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            person = request.user
            if isinstance(person, User) and person.lacks_second_factor:
                return redirect("people:second-factor")
            return guarded(request, *args, **kwargs)

        return cast(ViewT, checked)

    return decorate


floor_required = required("run_tables")
auditor_required = required("read_records")
operator_required = required("run_house")


def person_of(request: HttpRequest) -> User:
    """Return the signed-in person; for use behind `login_required`."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def number_in(text: str, digits: int = 18) -> int | None:
    """Return the number that a form or an address says, if it is one of at most so many digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def attachment(content: str | bytes, kind: str, name: str) -> HttpResponse:
    """Return a file to save."""
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def is_polling(request: HttpRequest) -> bool:
    """Return whether a page asks by itself how far a computation is."""
    return "HX-Request" in request.headers and "waiting" in request.GET


def out_of_date(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form from before a sign-in or sign-out in this browser, or a forged one.

    If only a part of the page would be redrawn, the whole page is.
    """
    refused = csrf_failure(request, reason)
    if "HX-Request" in request.headers:
        refused["HX-Refresh"] = "true"
    return refused


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
BURST = timedelta(minutes=1)
SKEW = timedelta(minutes=1)  # how much later a request may be counted than it arrived
LONG_AGO = datetime.min.replace(tzinfo=UTC)


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
    if request.path.startswith(AREA):
        response = problem(429, refused.message, refused.code)
    else:
        response = render(request, "people/too_often.html", {"refused": refused}, status=429)
    response["Retry-After"] = str(refused.retry_after)
    return response


def _in_turn(request: HttpRequest, answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Answer, unless so many passwords are waiting to be checked that there is no room for another."""
    if not BoundedArgon2.room.acquire(blocking=False):
        busy = _("Many people are signing in right now. Try again in a few seconds.")
        return too_often(request, TooOften(busy, SOON))
    try:
        return answer()
    finally:
        BoundedArgon2.room.release()


def limited(
    scope: str, per_minute: int, *, shared: bool = True, by_person: bool = False, reads: bool = False
) -> Callable[[View[P]], View[P]]:
    """Limit posts per minute from one address, or by one person who is signed in.

    GET is free, except with `reads`, for pages that cost much. `settings.RATES` overrides it.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if reads or request.method not in ("GET", "HEAD", "OPTIONS"):
                try:
                    origin = f"person-{request.user.pk}" if by_person else origin_of(request)
                    check_rate(scope, origin, per_minute, timezone.now(), shared=shared)
                except TooOften as refused:
                    return too_often(request, refused)
                if scope in WITH_PASSWORD:
                    return _in_turn(request, lambda: view(request, *args, **kwargs))
            return view(request, *args, **kwargs)

        return checked

    return decorate


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
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if timezone.now().timestamp() - request.session.get(PROVED, 0) > LATELY:
            request.session[CONFIRM] = True
            return ask(request)
        return view(request, *args, **kwargs)

    return cast(ViewT, checked)


def ask(request: HttpRequest) -> HttpResponse:
    """Redirect to the password page, and from there back to where the person was."""
    if request.path.startswith(AREA) or "text/event-stream" in request.headers.get("Accept", ""):
        return problem(401, _("Enter your password again."), "confirm")
    return through(request, "people:confirm")
