"""Signing in: one code path for every form, with a lock after repeated failures (gaming standards S1).

A name is locked after three failures within half an hour, whether or not it exists, and every refusal reads the same:
neither the text nor the response time reveals which names exist. An attempt is counted before the password is checked,
so that even many simultaneous attempts are limited to three.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from paigow.web.fast.statements import NUMBER, Statement
from paigow.web.people import visits
from paigow.web.people.display import username_of
from paigow.web.people.events import Kind, note
from paigow.web.people.models import SignInGuard, User
from paigow.web.people.names import LONGEST, shown_name

FAILURES: Final = 3
WINDOW: Final = timedelta(minutes=30)
SLACK: Final = timedelta(minutes=1)  # how far the clocks of two servers may differ
SEEN = "seen"  # session key: time of the person's last action, in seconds
PROVED = "proved"  # session key: when the person last entered their credentials, in seconds
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
    return name.lower()[:LONGEST]


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
