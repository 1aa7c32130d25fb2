"""Tokens: each lets a bot or client act for one person, until it is revoked. Only a digest of it is kept."""

import hashlib
import secrets
import threading
import time
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from paigow.web.people.events import Kind, note
from paigow.web.people.limits import sign_of_life
from paigow.web.people.models import User
from paigow.web.people.rates import check_rate, origin_of
from paigow.web.rows import TEXT, Kept, row_of
from paigow.web.service.errors import ServiceError
from paigow.web.store.models import ApiToken

PREFIX = "paigow_"
LONGEST = 60  # characters of a token's name
MANY = 20  # tokens of one person
RATE = 600
"""Requests a minute that a token may make; `api` in `PAIGOW_RATES` says otherwise."""
WRONG_RATE = 60
"""Requests a minute from one address with a token that is none."""
TOUCH = 60.0  # seconds; a person's time is not written more often

_seen: dict[int, float] = {}
_seen_lock = threading.Lock()


class TooManyTokens(ServiceError):
    reason = "too-many-tokens"
    status = 409


class NoSuchToken(ServiceError):
    reason = "no-such-token"
    status = 404


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def issue(person: User, name: str, request: HttpRequest | None = None) -> tuple[ApiToken, str]:
    """A new token and its text, which is shown this once. It is noted: one that is not was not made by the house."""
    text = PREFIX + secrets.token_urlsafe(32)
    made = ApiToken.objects.create(user=person, name=name, digest=digest(text))
    about = {"token": made.pk, "name": made.name, "done": "made", "sha256": made.digest}
    note(Kind.CONFIG, person, about, request)
    return made, text


def make(person: User, name: str, request: HttpRequest) -> tuple[ApiToken, str]:
    """On the word of a person who is signed in, and has not too many."""
    if person.tokens.filter(revoked_at=None).count() >= MANY:
        raise TooManyTokens(_("You have %(many)d tokens, the most there may be; revoke one first.") % {"many": MANY})
    return issue(person, name, request)


def revoke(person: User, number: int, request: HttpRequest) -> None:
    """From now on it opens nothing."""
    with transaction.atomic():
        if not person.tokens.filter(pk=number, revoked_at=None).update(revoked_at=timezone.now()):
            raise NoSuchToken(_("You have no such token."))
        note(Kind.CONFIG, person, {"token": number, "done": "revoked"}, request)


PERSON = ("id", "username", "is_active", "is_superuser", "is_staff")
_GOOD = Kept(
    lambda digest: ApiToken.objects.filter(digest=digest, revoked_at=None, user__is_active=True).values_list(
        "pk", "name", *(f"user__{name}" for name in PERSON)
    ),
    TEXT,
)


def token_of(text: str) -> ApiToken | None:
    """The token, if it is good and its owner still has an account."""
    if not text.startswith(PREFIX):
        return None
    for key, name, *about in _GOOD(digest(text)):
        token = row_of(ApiToken, ("id", "name", "user_id"), (key, name, about[0]))
        token.user = row_of(User, PERSON, about)
        return token
    return None


def bearer(request: HttpRequest) -> ApiToken | None:
    """The token that a request carries. Whoever asks too often is refused (`TooOften`)."""
    scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
    now = timezone.now()
    token = token_of(text.strip()) if scheme.lower() == "bearer" else None
    if token is None:
        check_rate("api-wrong", origin_of(request), WRONG_RATE, now, shared=False)
        return None
    check_rate("api", f"token-{token.pk}", RATE, now, shared=False)
    return token


class Token(HttpBearer):
    """`Authorization: Bearer …` on every route but those for tokens themselves."""

    def __call__(self, request: HttpRequest) -> Any | None:
        return bearer(request)

    def authenticate(self, request: HttpRequest, token: str) -> Any | None:
        raise NotImplementedError("a request is looked at as a whole")


def person_of(request: HttpRequest) -> User:
    token = getattr(request, "auth", None)
    assert isinstance(token, ApiToken), "this route needs a token"
    return token.user


def note_presence(person: User) -> None:
    """Who plays through the API is here, and the time counts."""
    now = time.monotonic()
    with _seen_lock:
        if now - _seen.get(person.pk, -TOUCH) < TOUCH:
            return
        if len(_seen) > 10_000:
            _seen.clear()
        _seen[person.pk] = now
    sign_of_life(person, timezone.now())
