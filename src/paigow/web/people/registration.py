"""The creation of accounts: by sign-up, or in one click as guests, who may sign up later and keep everything."""

from django.contrib.auth import login
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from paigow.web.people import display, wallet
from paigow.web.people.access import person_of
from paigow.web.people.events import Kind, note
from paigow.web.people.models import User, WalletEntry
from paigow.web.people.names import check_chosen_name, guest_name, key_of
from paigow.web.people.roles import PLAYER
from paigow.web.store.models import Invited, Table, Tournament, TournamentEntry


@transaction.atomic
def sign_up(
    name: str, password: str, request: HttpRequest | None = None, *, language: str = "", shown: str = ""
) -> User:
    """Create a player with a wallet. `shown` is the display name; without one the user name is shown."""
    check_chosen_name(name)
    require_free(name)
    person = User(username=name, language=language)
    if shown and display.tidy(shown) != name:
        person.display_name = display.check_display_name(shown)
    return _new(person, password, request)


@transaction.atomic
def come_as_guest(request: HttpRequest | None = None, *, language: str = "", shown: str = "") -> User:
    """Create a guest under a display name of their choice, or a generated one."""
    chosen = display.check_display_name(shown) if shown else display.suggest()
    return _new(User(username=guest_name(), guest=True, language=language, display_name=chosen), None, request)


def arrive(request: HttpRequest, shown: str = "") -> User:
    """Return the person behind a request; a stranger becomes a guest under a name of their choice."""
    if not isinstance(request.user, User):
        login(request, come_as_guest(request, language=get_language() or "", shown=shown))
    return person_of(request)


@transaction.atomic
def keep_guest(guest: User, name: str, password: str, request: HttpRequest | None = None, *, shown: str = "") -> User:
    """Turn a guest into a player with a password.

    The user name cannot change once it is in a table's record; the display name can.
    """
    before = guest.username
    if name != before:
        check_chosen_name(name)
        if has_played(guest):
            raise ValidationError(_("You have already played under this name, so it can’t be changed."), code="name")
        require_free(name, guest)
        guest.username = name
    if shown and display.tidy(shown) != guest.display_name:
        display.choose(guest, shown, request)
    guest.guest = False
    guest.set_password(password)
    _save(guest)
    note(Kind.SIGN_UP, guest, {"guest": before}, request, rows=(guest,))
    return guest


def has_played(person: User) -> bool:
    """Return whether the user name is in a record, or stored with a table or tournament.

    Then it cannot change any more.
    """
    name = person.username
    return (
        WalletEntry.objects.filter(account__owner=person, reason=WalletEntry.Reason.BUY_IN).exists()
        or Table.objects.filter(opened_by=name).exists()
        or Invited.objects.filter(person=name).exists()
        or Tournament.objects.filter(opened_by=name).exists()
        or TournamentEntry.objects.filter(person=name).exists()
    )


def require_free(name: str, person: User | None = None) -> None:
    """Refuse a user name that is taken, also as a display name."""
    others = User.objects.exclude(pk=person.pk) if person is not None else User.objects.all()
    if User.objects.named(name).exists() or others.filter(display_key=key_of(name)).exists():
        raise ValidationError(_("That name is already taken."), code="taken")


def _new(person: User, password: str | None, request: HttpRequest | None) -> User:
    person.set_password(password)
    _save(person)
    person.groups.add(Group.objects.get(name=PLAYER))
    grant = wallet.open_wallet(person)
    about = {"guest": person.guest, "grant": grant} | ({"shown": person.display_name} if person.display_name else {})
    note(Kind.SIGN_UP, person, about, request, rows=(person,))
    return person


def _save(person: User) -> None:
    """Save the person; if two request the same name at once, the second is refused as usual."""
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError as taken:
        raise ValidationError(_("That name is already taken."), code="taken") from taken
