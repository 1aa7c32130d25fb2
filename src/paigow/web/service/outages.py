"""Outages of a dealing process, which ended without notice or could not deal for a while.

An outage is a significant event (gaming standards L2), logged once by whichever process finds it first: the one that
takes over its tables, one that starts, or the affected process itself.
"""

from datetime import datetime

from django.db import transaction

from paigow.web.people.events import Kind, note
from paigow.web.people.house_log import locked_head
from paigow.web.people.log_models import SignificantEvent


def note_outage(dealer: str, last: datetime, tables: int) -> bool:
    """Log an outage; return whether it was new.

    An outage is identified by the dealer and its last heartbeat. Never call this in a transaction that has locked a
    table: the end of the log is locked last.
    """
    about = {"dealer": dealer, "last": last.isoformat()}
    noted = SignificantEvent.objects.filter(
        kind=Kind.OUTAGE, detail__dealer=about["dealer"], detail__last=about["last"]
    )
    if noted.exists():
        return False
    with transaction.atomic():
        locked_head()  # another process may be about to log it
        if noted.exists():
            return False
        note(Kind.OUTAGE, "", {**about, "tables": tables})
    return True
