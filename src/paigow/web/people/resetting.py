"""Forgotten passwords.

The house has nobody's email address: an operator who has verified the person's identity issues a code, valid once and
for an hour, with which they choose a new password. Nobody else ever knows it, and the second factor is still required.
"""

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.web.people import visits
from paigow.web.people.access import forgive, try_once
from paigow.web.people.errors import NotAllowed
from paigow.web.people.events import Kind, note
from paigow.web.people.models import User
from paigow.web.people.names import shown_name


class Codes(PasswordResetTokenGenerator):
    """An HMAC over the stored password, the last sign-in and the time: if any of them changes, the code is invalid."""

    key_salt = "paigow.people.resetting"


CODES = Codes()


def code_for(person: User, by: User, why: str, request: HttpRequest | None = None) -> str:
    """Issue a code. Only an administrator may do so for staff, and nobody for themselves."""
    if person == by or (person.has_staff_role and not by.is_superuser):
        raise NotAllowed(_("Only an administrator can do this for staff, and nobody for themselves."))
    if person.guest or not person.is_active:
        raise NotAllowed(_("Guests and suspended accounts have no password to reset."))
    note(Kind.PASSWORD, by, {"of": person.username, "done": "a code for a new one", "why": why}, request)
    return CODES.make_token(person)


def choose(name: str, code: str, password: str, request: HttpRequest | None = None) -> bool:
    """Set a new password with the code. A wrong code counts like a wrong password, and all sessions end."""
    if not try_once(name, timezone.now(), request):
        return False
    person = User.objects.named(name).filter(is_active=True, guest=False).first()
    if person is None or not CODES.check_token(person, code):
        note(Kind.SIGN_IN_FAILED, shown_name(name), {"with": "a code for a new password"}, request)
        return False
    with transaction.atomic():
        person.set_password(password)
        person.save(update_fields=["password"])
        visits.end_all(person)
        note(Kind.PASSWORD, person, {"done": "a new one with a code"}, request, rows=(person,))
    forgive(name)
    return True
