"""That a house goes on with the key it has had. With another nothing that is sealed opens, and the first event that is
noted would leave the end of the house's log without a signature for good."""

from collections.abc import Iterator

from paigow.errors import PaigowError
from paigow.web.environment import has_secret
from paigow.web.people.house_log import head_message
from paigow.web.people.models import LogCheckpoint, LogHead
from paigow.web.store import heads
from paigow.web.store.models import Table
from paigow.web.store.sealing import is_signed, public_key

TAKE_IT = "Take the key from where the servers of this house have it, or from a backup"


def require_own_key() -> None:
    """Some signature or code in the database must be of this key, unless there is none at all. One is enough: what was
    altered besides is for the audit to name."""
    signed = LogHead.objects.exclude(entries=0).exists() or Table.objects.exclude(head_code="").exists()
    if not signed:
        return
    if not has_secret("sealing-key"):  # and none is made, which would only be in the way
        raise PaigowError(f"the sealing-key of this house is missing. {TAKE_IT}")
    if not any(_marks()):
        raise PaigowError(
            f"the sealing-key is not that of this house: nothing in its database was signed with it. {TAKE_IT}"
        )


def _marks() -> Iterator[bool]:
    """Whether each that there is holds."""
    for head in LogHead.objects.exclude(entries=0):
        yield is_signed(head_message(head.entries, head.head), head.signature, public_key())
    for each in LogCheckpoint.objects.order_by("-number")[:1]:
        yield is_signed(head_message(each.number, each.head), each.signature, public_key())
    yield from map(heads.holds, Table.objects.defer("submission").exclude(head_code=""))
