"""A process that dealt and ended without a word is a significant event (gaming standards L2), once, whoever finds it:
the process that takes its tables over, or one that starts."""

from django.db import transaction

from paigow.web.people.events import Kind, note
from paigow.web.people.house_log import locked_head
from paigow.web.people.models import SignificantEvent
from paigow.web.store.models import Dealer


def note_outage(dealer: Dealer, tables: int) -> bool:
    """Whether it was not noted yet. An outage is told from others by the dealer and its last sign of life, which
    does not change any more. Never in a transaction that holds a table: the end of the log is locked last."""
    about = {"dealer": dealer.name, "last": dealer.beat_at.isoformat()}
    noted = SignificantEvent.objects.filter(
        kind=Kind.OUTAGE, detail__dealer=about["dealer"], detail__last=about["last"]
    )
    if noted.exists():
        return False
    with transaction.atomic():
        locked_head()  # another process may be about to note it
        if noted.exists():
            return False
        note(Kind.OUTAGE, "", {**about, "tables": tables})
    return True
