"""What the pages for signing in and for the account answer alike."""

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext as _

from paigow.web.people.models import User


def wrong() -> str:
    """Return the single answer to every failed sign-in. It does not reveal which names exist (gaming standards S1)."""
    return _("Wrong name or password. After three failures, a name is locked for 30 minutes.")


def remember_language(response: HttpResponse, person: User) -> HttpResponse:
    if person.language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            person.language,
            max_age=365 * 24 * 3600,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response
