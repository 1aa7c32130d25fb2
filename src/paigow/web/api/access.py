"""Access to the API.

A token lets a program act for one person, within its scopes, until it expires or is revoked; only a digest of it is
stored. Public data needs no token.
"""

import threading
import time
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from paigow.table.core.model import FLOOR
from paigow.web.people.access import check_rate, origin_of
from paigow.web.people.models import User
from paigow.web.people.wallet import sign_of_life
from paigow.web.service.authority import viewer_for
from paigow.web.service.errors import ServiceError
from paigow.web.service.tokens import Scope, token_of
from paigow.web.store.models import ApiToken

RATE = 600
"""The maximum number of requests per minute with a token; `api` in `PAIGOW_RATES` overrides it."""
OPEN_RATE = 120
"""The maximum number of requests per minute from one address without a token."""
WRONG_RATE = 60
"""The maximum number of requests per minute from one address with an invalid token."""
TOUCH = 60.0  # seconds between two updates of a person's last activity

_seen: dict[int, float] = {}
_seen_lock = threading.Lock()


class ScopeMissing(ServiceError):
    reason = "scope-missing"
    status = 403


def bearer(request: HttpRequest) -> ApiToken | None:
    """Return the token that a request carries. Refuse clients that ask too often (`TooOften`)."""
    scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
    now = timezone.now()
    token = token_of(text.strip()) if scheme.lower() == "bearer" else None
    if token is None:
        check_rate("api-wrong", origin_of(request), WRONG_RATE, now, shared=False)
        return None
    check_rate("api", f"token-{token.pk}", RATE, now, shared=False)
    return token


def require_scope(token: ApiToken, scope: Scope) -> None:
    if scope.value not in token.scopes:
        raise ScopeMissing(_("This token needs the scope “%(scope)s” for that.") % {"scope": scope.value})


class Token(HttpBearer):
    """`Authorization: Bearer …` on every route except those for tokens themselves.

    On an open route, a request without it is anonymous.
    """

    def __init__(self, scope: Scope = Scope.READ, *, open_to_all: bool = False) -> None:
        super().__init__()
        self.scope, self.open_to_all = scope, open_to_all

    def __call__(self, request: HttpRequest) -> Any | None:
        if self.open_to_all and not request.headers.get("Authorization"):
            check_rate("api-open", origin_of(request), OPEN_RATE, timezone.now(), shared=False)
            return AnonymousUser()
        token = bearer(request)
        if token is not None:
            require_scope(token, self.scope)
        return token

    def authenticate(self, request: HttpRequest, token: str) -> Any | None:
        raise NotImplementedError("a request is looked at as a whole")


OPEN = Token(open_to_all=True)
PLAY = Token(Scope.PLAY)
RUN = Token(Scope.RUN)


def person_of(request: HttpRequest) -> User:
    """Return the token's owner."""
    token = getattr(request, "auth", None)
    assert isinstance(token, ApiToken), "this route needs a token"
    return token.user


def whole_person(request: HttpRequest) -> User:
    """Load the token's owner in full: a token carries only part of its owner."""
    return User.objects.get(pk=person_of(request).pk)


def reader_of(request: HttpRequest) -> User | AnonymousUser:
    """Return the person who reads: a token's owner, or on an open route an anonymous visitor."""
    reader = getattr(request, "auth", None)
    return reader if isinstance(reader, AnonymousUser) else person_of(request)


def viewer_of(request: HttpRequest, as_whom: str) -> str:
    """Return the name under which the request sees a table or acts there. Acting as the floor needs its own scope."""
    reader = reader_of(request)
    if as_whom == FLOOR and isinstance(request.auth, ApiToken):  # type: ignore[attr-defined]
        require_scope(request.auth, Scope.RUN)  # type: ignore[attr-defined]
    return viewer_for(reader, as_whom == FLOOR)


def note_presence(person: User) -> None:
    """Count API activity as presence."""
    now = time.monotonic()
    with _seen_lock:
        if now - _seen.get(person.pk, -TOUCH) < TOUCH:
            return
        if len(_seen) > 10_000:
            _seen.clear()
        _seen[person.pk] = now
    sign_of_life(person, timezone.now())
