"""The page to go to after signing in, which is always a page of this site (no open redirects)."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.csrf import csrf_failure

ViewT = TypeVar("ViewT", bound=Callable[..., HttpResponseBase])


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
    def held(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(request, *args, **kwargs) if request.user.is_authenticated else through(request, settings.LOGIN_URL)

    return cast(ViewT, held)


def out_of_date(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form from before a sign-in or sign-out in this browser, or a forged one.

    If only a part of the page would be redrawn, the whole page is.
    """
    refused = csrf_failure(request, reason)
    if "HX-Request" in request.headers:
        refused["HX-Refresh"] = "true"
    return refused
