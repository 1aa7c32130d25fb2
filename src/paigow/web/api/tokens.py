"""Creating and revoking tokens: by a person who is signed in, with the session's CSRF protection."""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Path, Router, Status
from ninja.errors import HttpError
from ninja.security import SessionAuth

from paigow.web.api.answers import answers
from paigow.web.api.schemas import MAX_SAFE_INTEGER, NewToken, TokenList, TokenOnce
from paigow.web.people.access import check_rate
from paigow.web.people.models import User
from paigow.web.service import tokens as kept

RATE = 30


class Session(SessionAuth):
    """Check the sign-in first.

    Without a session there is nothing to forge, and the CSRF check would only hide what is missing.
    """

    def __call__(self, request: HttpRequest) -> Any | None:
        if not request.user.is_authenticated:
            raise HttpError(401, _("Sign in to create or revoke tokens; a token can’t do it."))
        return super().__call__(request)


router = Router(tags=["tokens"], auth=Session())


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    check_rate("tokens", f"person-{request.user.pk}", RATE, timezone.now(), shared=False)
    return request.user


@router.get("", response=answers({200: TokenList}))
def list_tokens(request: HttpRequest) -> Any:
    """Return the tokens of the person who is signed in; their secrets are known only to their holders."""
    return {"tokens": list(_person(request).tokens.order_by("pk"))}


@router.post("", response=answers({201: TokenOnce}))
def make_token(request: HttpRequest, body: NewToken) -> Any:
    """Create a token. Its text is shown only once."""
    made, text = kept.make(_person(request), body.name, request, scopes=body.scopes, days=body.days)
    names = ("id", "name", "scopes", "created_at", "expires_at", "revoked_at")
    line = {name: getattr(made, name) for name in names}
    return Status(201, line | {"token": text})


@router.delete("/{number}", response=answers({204: None}))
def revoke_token(request: HttpRequest, number: Annotated[int, Path(ge=1, le=MAX_SAFE_INTEGER)]) -> Any:
    """Revoke a token at once."""
    kept.revoke(_person(request), number, request)
    return HttpResponse(status=204)
