"""Making and revoking tokens: by a person who is signed in, with the session's own protection against forgery."""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Path, Router, Status
from ninja.security import SessionAuth

from paigow.web.api.access import issue
from paigow.web.api.answers import answers
from paigow.web.api.schemas import MOST, NewToken, TokenList, TokenOnce
from paigow.web.people.events import Kind, note
from paigow.web.people.models import User
from paigow.web.people.rates import check_rate
from paigow.web.service.errors import ServiceError
from paigow.web.store.models import ApiToken

router = Router(tags=["tokens"], auth=SessionAuth())
MANY = 20
RATE = 30


class TooManyTokens(ServiceError):
    reason = "too-many-tokens"
    status = 409


class NoSuchToken(ServiceError):
    reason = "no-such-token"
    status = 404


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    check_rate("tokens", f"person-{request.user.pk}", RATE, timezone.now(), shared=False)
    return request.user


@router.get("", response=answers({200: TokenList}))
def list_tokens(request: HttpRequest) -> Any:
    """The tokens of the person who is signed in; what they say is known to their holders only."""
    return {"tokens": list(_person(request).tokens.order_by("pk"))}


@router.post("", response=answers({201: TokenOnce}))
def make_token(request: HttpRequest, body: NewToken) -> Any:
    """A new token. It is shown this once."""
    person = _person(request)
    if person.tokens.filter(revoked_at=None).count() >= MANY:
        raise TooManyTokens(f"a person has at most {MANY} tokens; revoke one first")
    made, text = issue(person, body.name)
    note(Kind.CONFIG, person, {"token": made.pk, "name": made.name, "done": "made"}, request)
    line = {name: getattr(made, name) for name in ("id", "name", "created_at", "revoked_at")}
    return Status(201, line | {"token": text})


@router.delete("/{number}", response=answers({204: None}))
def revoke_token(request: HttpRequest, number: Annotated[int, Path(ge=1, le=MOST)]) -> Any:
    """From now on the token opens nothing."""
    person = _person(request)
    revoked = ApiToken.objects.filter(pk=number, user=person, revoked_at=None).update(revoked_at=timezone.now())
    if not revoked:
        raise NoSuchToken("you have no such token")
    note(Kind.CONFIG, person, {"token": number, "done": "revoked"}, request)
    return HttpResponse(status=204)
