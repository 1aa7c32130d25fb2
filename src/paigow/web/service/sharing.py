"""Links to finished rounds: created by somebody at the table, and open to everyone with the link until withdrawn.

The house's log records who shared what, because the link shows what only that person saw.
"""

import secrets
from typing import Final

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from paigow.web.people.events import Kind, note
from paigow.web.people.models import User
from paigow.web.service import history, records
from paigow.web.service.errors import NotYours, ServiceError
from paigow.web.store.models import SharedRound, Table

MAX_SHARED: Final = 200  # links that one person may have


class TooManyShared(ServiceError):
    reason = "too-many-shared"
    status = 409


@transaction.atomic
def share(person: User, table: Table, number: int, request: HttpRequest | None = None) -> SharedRound:
    """Return the person's link to a round, creating it unless there is one already."""
    _require_own(person, table)
    history.finished_round(table, number)
    mine = SharedRound.objects.filter(person=person.username)
    if kept := mine.filter(table=table, number=number).first():
        return kept
    if mine.count() >= MAX_SHARED:
        raise TooManyShared(_("You have shared too many rounds. Stop sharing one first."))
    defaults = {"token": secrets.token_urlsafe(12), "at": timezone.now()}
    kept, made = SharedRound.objects.get_or_create(
        table=table, number=number, person=person.username, defaults=defaults
    )
    if made:
        note(Kind.SHARE, person, {"table": table.slug, "round": number, "done": "shared"}, request, rows=(kept,))
    return kept


@transaction.atomic
def withdraw(person: User, table: Table, number: int, request: HttpRequest | None = None) -> None:
    """Invalidate the link, if there is one."""
    _require_own(person, table)
    links = SharedRound.objects.filter(table=table, number=number, person=person.username)
    if gone := list(links):
        links.delete()
        note(Kind.SHARE, person, {"table": table.slug, "round": number, "done": "withdrawn"}, request, gone=gone)


def _require_own(person: User, table: Table) -> None:
    if not records.played_at(person, table):
        raise NotYours(_("Only those who were at the table can share its rounds."))
