"""Tokens, each of which lets a program act for one person, within its scopes, until it expires or is revoked.

Only a digest of a token is stored; its text is shown once.
"""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import timedelta
from enum import StrEnum

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.web.fast.statements import TEXT, Statement, row_of
from paigow.web.people.events import Kind, note
from paigow.web.people.models import User
from paigow.web.service.errors import ServiceError
from paigow.web.store.models import ApiToken

PREFIX = "paigow_"
MAX_NAME_LENGTH = 60  # longest token name, in characters
MAX_TOKENS = 20  # tokens that one person may have
USUAL_DAYS, LONGEST_DAYS = 90, 366
"""The default and the maximum number of days for which a token is valid."""


class Scope(StrEnum):
    """A permission a token can have, within what its owner may do."""

    READ = "read"  # read as its owner: views, history, records
    PLAY = "play"  # give commands as a player, practise, set preferences
    RUN = "run"  # act and read as the floor, open tables


class TooManyTokens(ServiceError):
    reason = "too-many-tokens"
    status = 409


class NoSuchToken(ServiceError):
    reason = "no-such-token"
    status = 404


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def issue(
    person: User,
    name: str,
    request: HttpRequest | None = None,
    *,
    scopes: Sequence[Scope] = tuple(Scope),
    days: int = USUAL_DAYS,
) -> tuple[ApiToken, str]:
    """Return a new token and its text, which is shown only once.

    The house logs it: a token without a log entry was not issued by the house.
    """
    text = PREFIX + secrets.token_urlsafe(32)
    made = ApiToken.objects.create(
        user=person,
        name=name,
        digest=digest(text),
        scopes=[scope.value for scope in Scope if scope in scopes],
        expires_at=timezone.now() + timedelta(days=days),
    )
    about = {"token": made.pk, "name": made.name, "done": "made", **made.signs()}
    note(Kind.CONFIG, person, about, request)
    return made, text


def live(person: User) -> "QuerySet[ApiToken]":
    """Return a person's valid tokens."""
    unexpired = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return person.tokens.filter(unexpired, revoked_at=None).order_by("pk")


def make(person: User, name: str, request: HttpRequest, *, scopes: Sequence[Scope], days: int) -> tuple[ApiToken, str]:
    """Issue a token for a person who is signed in, up to the maximum number."""
    if live(person).count() >= MAX_TOKENS:
        raise TooManyTokens(
            _("You already have %(many)d tokens, the maximum. Revoke one first.") % {"many": MAX_TOKENS}
        )
    return issue(person, name, request, scopes=scopes, days=days)


def revoke(person: User, number: int, request: HttpRequest) -> None:
    """Revoke a token at once."""
    with transaction.atomic():
        if not person.tokens.filter(pk=number, revoked_at=None).update(revoked_at=timezone.now()):
            raise NoSuchToken(_("You have no such token."))
        note(Kind.CONFIG, person, {"token": number, "done": "revoked"}, request)


PERSON = ("id", "username", "is_active", "is_superuser", "is_staff")
_GOOD = Statement(
    lambda digest: ApiToken.objects.filter(digest=digest, revoked_at=None, user__is_active=True).values_list(
        "pk", "name", "scopes", "expires_at", *(f"user__{name}" for name in PERSON)
    ),
    TEXT,
)


def token_of(text: str) -> ApiToken | None:
    """Return the token if it is valid and has not expired, and if its owner still has an account."""
    if not text.startswith(PREFIX):
        return None
    for key, name, scopes, expires, *about in _GOOD(digest(text)):
        if expires is not None and expires <= timezone.now():
            return None
        token = row_of(ApiToken, ("id", "name", "scopes", "user_id"), (key, name, scopes, about[0]))
        token.user = row_of(User, PERSON, about)
        return token
    return None
