"""Significant events that the house must keep on record (gaming standards L2)."""

import json
from collections.abc import Iterable, Mapping

from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext as _

from paigow.web.people import house_log
from paigow.web.people.models import SignificantEvent, User
from paigow.web.people.stated import statement
from paigow.web.serving.guard import address_of

Kind = SignificantEvent.Kind


def note(
    kind: str,
    person: User | str | None = None,
    detail: Mapping[str, object] | None = None,
    request: HttpRequest | None = None,
    *,
    rows: Iterable[Model] = (),
    gone: Iterable[Model] = (),
) -> SignificantEvent:
    """Add an event to the house's log; in a transaction, it is committed or rolled back with the action it describes.

    It also states what `rows` are after the action, and which ones are `gone`, so that the audit notices a row that
    somebody changed in the database. It locks the end of the log until that transaction ends, so it should come last.
    """
    if kind not in Kind.values:
        raise ValueError(_("There is no kind of significant event named %(kind)s.") % {"kind": kind})
    about = {**(detail or {}), **statement(rows, gone)}
    return house_log.append(
        {
            "kind": str(kind),
            "person": person.username if isinstance(person, User) else person or "",
            "address": address_of(request) if request else None,
            "detail": json.loads(json.dumps(about), parse_float=str),  # as it will be read back
        }
    )
