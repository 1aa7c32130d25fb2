"""Where to go after signing in: a page of this site, and no other (open redirects)."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme


def is_ours(request: HttpRequest, url: str) -> bool:
    return url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())


def next_page(request: HttpRequest) -> str:
    """What `next` names, if it is ours; else the lobby."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return wanted if wanted and is_ours(request, wanted) else resolve_url(settings.LOGIN_REDIRECT_URL)


def referring_page(request: HttpRequest) -> str:
    """The page that a form was sent from; only its path, so that it stays here."""
    referrer = request.headers.get("Referer", "")
    path = urlsplit(referrer).path if is_ours(request, referrer) else ""
    return path if path and is_ours(request, path) else resolve_url(settings.LOGIN_REDIRECT_URL)
