"""Roles: Django groups, each with only the permissions that the work requires (gaming standards S5)."""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser, Group
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.web.people import visits
from paigow.web.people.errors import NotAllowed
from paigow.web.people.events import Kind, note
from paigow.web.people.models import STAFF_ROLES, User

PLAYER = "player"
FLOOR, AUDITOR, OPERATOR = STAFF_ROLES
STAFF: Final = frozenset(STAFF_ROLES)
ADMITTED: Final = frozenset({AUDITOR, OPERATOR})  # may open Django's admin

READ = tuple(
    f"view_{model}"
    for model in ("user", "account", "walletentry", "significantevent", "exclusion", "limit", "houselimit")
)
# Permissions of this app by group. Staff may not play.
PERMISSIONS: Final[Mapping[str, tuple[str, ...]]] = {
    PLAYER: ("play",),
    FLOOR: ("run_tables",),
    AUDITOR: ("read_records", *READ),
    OPERATOR: ("run_house", *READ, "change_user", "add_houselimit", "change_houselimit"),
}
TITLES: Final[Mapping[str, str]] = dict(User._meta.permissions)


def establish(apps: Any) -> None:
    """Create the groups with their permissions; safe to repeat.

    Used by a migration and after each migration run, since an emptied database lacks them.
    """
    groups, permissions = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    kinds = apps.get_model("contenttypes", "ContentType")
    for name, codes in PERMISSIONS.items():
        group, _made = groups.objects.get_or_create(name=name)
        for code in codes:
            verb, _sep, model = code.partition("_")
            own = code in TITLES
            kind, _made = kinds.objects.get_or_create(app_label="people", model="user" if own else model)
            title = TITLES[code] if own else f"Can {verb} {_verbose(apps, model)}"
            made, _made = permissions.objects.get_or_create(content_type=kind, codename=code, defaults={"name": title})
            group.permissions.add(made)


def _verbose(apps: Any, model: str) -> str:
    return str(apps.get_model("people", model)._meta.verbose_name_raw)


def is_staff(person: User | AnonymousUser) -> bool:
    """Return whether the person works for the house now, in any role."""
    return isinstance(person, User) and person.is_active and person.has_staff_role


@transaction.atomic
def appoint(person: User, role: str, by: User | None = None, request: HttpRequest | None = None) -> None:
    """Give a person the role and remove any other.

    An administrator does so, or the command line (`by` is None). The person has to sign in again and create new tokens:
    access granted to a player must not continue as the floor's.
    """
    if role not in PERMISSIONS:
        raise NotAllowed(_("The roles are player, floor, auditor and operator."))
    if by is not None and not by.is_superuser:
        raise NotAllowed(_("Only an administrator can assign roles."))
    if by is not None and person.is_superuser:  # including the one who does it
        raise NotAllowed(_("Administrator is not a role: grant or revoke it on the command line."))
    if person.guest and role in STAFF:
        raise NotAllowed(_("Guests have no password and cannot be staff."))
    before = sorted(person.groups.values_list("name", flat=True))
    person.groups.set([Group.objects.get(name=role)])
    person.is_staff = role in ADMITTED
    person.save(update_fields=["is_staff"])
    start_anew(person)
    note(Kind.ROLE, by, {"of": person.username, "before": before, "after": role}, request, rows=(person,))


def start_anew(person: User) -> None:
    """End all sessions and tokens of a person whose role has changed."""
    visits.end_all(person)
    person.tokens.filter(revoked_at=None).update(revoked_at=timezone.now())
    person.__dict__.pop("_perm_cache", None)
    person.__dict__.pop("_group_perm_cache", None)
