"""Permissions to give commands and to see tables.

Pages and the API check them here, and only here, before they pass a command to `tables`.
"""

import re

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from paigow.table import Command
from paigow.table.core.engine import PlayerCommand
from paigow.table.core.model import FLOOR
from paigow.web.people.models import User
from paigow.web.service import tables
from paigow.web.service.errors import KeyRefused, NoSuchTable, NotYours
from paigow.web.store.models import Invited, Table

PLAY, RUN_TABLES, READ_RECORDS, RUN_HOUSE = (
    f"people.{code}" for code in ("play", "run_tables", "read_records", "run_house")
)
KEY = re.compile(r"[!-~]{1,40}")


def require_may_give(person: User, command: Command) -> None:
    """Refuse a command that this person may not give.

    Only the player may give a player's command; floor commands require the floor permission; the dealer and the system
    are the house itself, so no person may act for them.
    """
    if command.by == FLOOR:
        if isinstance(command, PlayerCommand):
            raise NotYours("only players can do this, not the floor: {verb}", verb=command.verb)
        if not person.has_perm(RUN_TABLES):
            raise NotYours("only the floor can do this: {verb}", verb=command.verb)
    elif command.by != person.username:
        raise NotYours("only {by} can do this: {verb}", verb=command.verb, by=command.by)
    elif not person.has_perm(PLAY):
        raise NotYours("staff may not play")


def require_may_open(person: User) -> None:
    """Require permission to open tables (floor or operator)."""
    if not (person.has_perm(RUN_TABLES) or person.has_perm(RUN_HOUSE)):
        raise NotYours(_("only the floor and operators can open a table"))


def may_see(person: User | AnonymousUser, table: Table) -> bool:
    """Return whether the person may see the table.

    A practice table is visible to its owner, an invitation-only table to its host and guests, and every table to staff
    who run or audit the house.
    """
    if not table.private and not table.invitation:
        return True
    name = person.get_username()
    if name == table.opened_by or person.has_perm(RUN_TABLES) or person.has_perm(READ_RECORDS):
        return True
    return not table.private and Invited.objects.filter(table=table, person=name).exists()


def require_may_see(person: User | AnonymousUser, table: Table) -> None:
    """Raise "not found" for anyone who may not see the table, so that its existence stays hidden."""
    if not may_see(person, table):
        raise NoSuchTable("there is no table {slug}", slug=repr(table.slug))


def found_by(person: User | AnonymousUser, slug: str) -> Table:
    """Return a table that the person may see; raise "not found" for any other."""
    table = tables.find(slug)
    require_may_see(person, table)
    return table


def point_by(person: User | AnonymousUser, slug: str) -> Table:
    """Return a table with only its `POINT` columns loaded, if the person may see it."""
    table = tables.point(slug)
    require_may_see(person, table)
    return table


def require_may_sit(person: User, table: Table) -> None:
    require_may_see(person, table)
    if not person.has_perm(PLAY):
        raise NotYours("staff may not play")
    if table.private and person.username != table.opened_by:
        raise NotYours(_("This practice table is somebody else’s."))


def viewer_for(person: User | AnonymousUser, floor: bool) -> str:
    """Return the viewer name for a person at a table: their own, or the floor's for staff who may run tables.

    Anonymous visitors have none.
    """
    if not floor:
        return person.get_username()
    if not person.has_perm(RUN_TABLES):
        raise NotYours("only the floor can see this view")
    return FLOOR


def own_key(person: User, key: str) -> str:
    """Return the person's idempotency key in a namespace of its own.

    Nobody can use another person's key, or one that the dealer will need.
    """
    if not KEY.fullmatch(key):
        raise KeyRefused("an idempotency key has 1 to 40 visible ASCII characters without spaces")
    return f"u{person.pk}:{key}"
