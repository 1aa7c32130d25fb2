"""How people come to be: by signing up, or as guests in one click who may sign up later and keep what they have."""

from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from paigow.web.people import wallet
from paigow.web.people.events import Kind, note
from paigow.web.people.models import User, WalletEntry
from paigow.web.people.names import check_chosen_name, guest_name
from paigow.web.people.roles import PLAYER


@transaction.atomic
def sign_up(name: str, password: str, request: HttpRequest | None = None, *, language: str = "") -> User:
    """A new player with a wallet."""
    check_chosen_name(name)
    require_free(name)
    return _new(User(username=name, language=language), password, request)


@transaction.atomic
def come_as_guest(request: HttpRequest | None = None, *, language: str = "") -> User:
    return _new(User(username=guest_name(), guest=True, language=language), None, request)


@transaction.atomic
def keep_guest(guest: User, name: str, password: str, request: HttpRequest | None = None) -> User:
    """Turns a guest into a player with a password. The name stays once it stands in the record of a table."""
    before = guest.username
    if name != before:
        check_chosen_name(name)
        if has_played(guest):
            raise ValidationError(_("You have played under this name; it stays."), code="name")
        require_free(name)
        guest.username = name
    guest.guest = False
    guest.set_password(password)
    _save(guest)
    note(Kind.SIGN_UP, guest, {"guest": before}, request)
    return guest


def has_played(person: User) -> bool:
    return WalletEntry.objects.filter(account__owner=person, reason=WalletEntry.Reason.BUY_IN).exists()


def require_free(name: str) -> None:
    if User.objects.named(name).exists():
        raise ValidationError(_("Somebody has this name already."), code="taken")


def _new(person: User, password: str | None, request: HttpRequest | None) -> User:
    person.set_password(password)
    _save(person)
    person.groups.add(Group.objects.get(name=PLAYER))
    grant = wallet.open_wallet(person)
    note(Kind.SIGN_UP, person, {"guest": person.guest, "grant": grant}, request)
    return person


def _save(person: User) -> None:
    """Of two who ask for one name at once, the second is told like any other."""
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError as taken:
        raise ValidationError(_("Somebody has this name already."), code="taken") from taken
