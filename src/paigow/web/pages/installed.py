"""Standard site files: manifest, icons, service worker, robots.txt, security.txt."""

from datetime import timedelta
from functools import lru_cache

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from paigow.version import __version__
from paigow.web.pages.drawn import FELT, app_icon, png

SIZES = (192, 512)
KEPT = ("site.css", "people.css", "icon.svg", "art.svg", "offline.js")
"""Files that the offline page needs."""
CLOSED = ("/account/", "/admin/", "/api/", "/audit/", "/floor/", "/join/", "/operator/", "/tables/*/do/", "/review/")


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the manifest that a phone needs to install the site as an app."""
    icons = [
        {
            "src": reverse("app-icon", args=(size, purpose)),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in SIZES
        for purpose in ("any", "maskable")
    ]
    data = {
        "id": "/",
        "name": _("Pai Gow"),
        "short_name": _("Pai Gow"),
        "description": _("Play Pai Gow with tiles or cards, under four official rule sets."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": FELT,
        "theme_color": FELT,
        "icons": icons,
        "shortcuts": [
            {"name": _("Learn"), "url": reverse("learn")},
            {"name": _("Create a table"), "url": reverse("host")},
        ],
    }
    return JsonResponse(data, content_type="application/manifest+json", headers={"Vary": "Accept-Language"})


@require_safe
def icon(request: HttpRequest, size: int, purpose: str) -> HttpResponse:
    """Return the app's icon; a maskable one has a margin for systems that crop it."""
    if size not in SIZES or purpose not in ("any", "maskable"):
        raise Http404
    return _image(app_icon(size, purpose == "maskable"))


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Return the icon for browsers that request it here without reading the page."""
    return _image(app_icon(64, False))


@lru_cache(maxsize=16)
def _drawn(svg: str) -> bytes:
    return png(svg)


def _image(svg: str) -> HttpResponse:
    headers = {"Cache-Control": "public, max-age=86400"}
    return HttpResponse(_drawn(svg), content_type="image/png", headers=headers)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, which shows the offline page when there is no network."""
    found = finders.find("paigow/offline-worker.js")
    if not isinstance(found, str):
        raise Http404
    kept = [reverse("offline"), *(static(f"paigow/{name}") for name in KEPT)]
    with open(found, encoding="utf-8") as file:
        text = file.read()
    listed = ", ".join(f'"{address}"' for address in kept)
    text = text.replace("/* FILES */", listed).replace("VERSION", __version__)
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return HttpResponse(text, content_type="text/javascript; charset=utf-8", headers=headers)


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Return the page that the app shows without a network: what is safe, and what to do."""
    return render(request, "offline.html")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED), "Allow: /"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the contact for reporting a vulnerability (RFC 9116): what the operator has set, else the site itself."""
    expires = (timezone.now() + timedelta(days=180)).date().isoformat() + "T00:00:00Z"
    here = request.build_absolute_uri(request.path)
    lines = (
        f"Contact: {settings.SECURITY_CONTACT or request.build_absolute_uri('/')}",
        f"Expires: {expires}",
        "Preferred-Languages: en, zh",
        f"Canonical: {here}",
    )
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
