"""Who may give which command. Pages and the API ask here, and nowhere else, before they hand a command to `tables`."""

import re

from django.utils.translation import gettext as _

from paigow.table import Command
from paigow.table.engine import PlayerCommand
from paigow.table.model import FLOOR
from paigow.web.people.models import User
from paigow.web.service.errors import KeyRefused, NotYours

PLAY, RUN_TABLES, READ_RECORDS, RUN_HOUSE = (
    f"people.{code}" for code in ("play", "run_tables", "read_records", "run_house")
)
KEY = re.compile(r"[!-~]{1,40}")


def require_may_give(person: User, command: Command) -> None:
    """A player's command is that player's alone; the floor's needs the permission; the dealer and the system are the
    house itself, for whom nobody speaks."""
    if command.by == FLOOR:
        if isinstance(command, PlayerCommand):
            raise NotYours(f"{command.verb} is for a player to do, and the floor is none")
        if not person.has_perm(RUN_TABLES):
            raise NotYours(f"{command.verb} is for the floor to do")
    elif command.by != person.username:
        raise NotYours(f"{command.verb} is for {command.by} to do")
    elif not person.has_perm(PLAY):
        raise NotYours("who works for the house does not play in it")


def require_may_open(person: User) -> None:
    """A table is opened by the floor or the operator."""
    if not (person.has_perm(RUN_TABLES) or person.has_perm(RUN_HOUSE)):
        raise NotYours(_("to open a table is for the floor and the operator"))


def viewer_for(person: User, floor: bool) -> str:
    """The name under which a person looks at a table: their own, or the floor's for who may run tables."""
    if not floor:
        return person.username
    if not person.has_perm(RUN_TABLES):
        raise NotYours("only the floor sees what the floor sees")
    return FLOOR


def own_key(person: User, key: str) -> str:
    """An idempotency key of a person's choice in a name space of that person's own: nobody takes another's, nor one
    that the dealer will need."""
    if not KEY.fullmatch(key):
        raise KeyRefused("an idempotency key has 1 to 40 visible ASCII characters without spaces")
    return f"u{person.pk}:{key}"
