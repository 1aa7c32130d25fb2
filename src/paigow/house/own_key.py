"""That a house goes on with the key it has had.

With another nothing that is sealed opens, and the first event that is noted would leave the end of the house's log
without a signature for good.
"""

from collections.abc import Iterator

from paigow.errors import PaigowError
from paigow.web.people.events import Kind, note
from paigow.web.people.house_log import head_message
from paigow.web.people.models import LogCheckpoint, LogHead, SignificantEvent
from paigow.web.seals.sealing import is_signed, mark, marks, public_key
from paigow.web.serving.environment import has_secret, kept_secrets
from paigow.web.store import heads
from paigow.web.store.models import Table

DJANGO_KEY = "django-key"
PLACE = "house/django-key"
TAKE_IT = "Take the key from where the servers of this house have it, or from a backup"


def require_own_key() -> None:
    """Require that some signature in the database was made with this key.

    Some signature or code in the database must be of this key, unless there is none at all. One is enough: what was
    altered besides is for the audit to name.
    """
    signed = LogHead.objects.exclude(entries=0).exists() or Table.objects.exclude(head_code="").exists()
    if not signed:
        return
    if not has_secret("sealing-key"):  # and none is made, which would only be in the way
        raise PaigowError(f"the sealing-key of this house is missing. {TAKE_IT}")
    if not any(_marks()):
        raise PaigowError(
            f"the sealing-key is not that of this house: nothing in its database was signed with it. {TAKE_IT}"
        )


def require_own_django_key() -> None:
    """Require the django-key that the house has had.

    The log tells by a mark which django-key the house has had. With another nobody would stay signed in, and codes for
    forgotten passwords that were given would not hold.
    """
    if not has_own_django_key():
        raise PaigowError(
            f"the django-key is not that of this house. {TAKE_IT}; or give the house new keys with `paigow rekey`, "
            "which signs everybody out"
        )
    if _noted_mark() not in marks(kept_secrets(DJANGO_KEY)[0].encode(), PLACE):
        note_django_key()


def has_own_django_key() -> bool:
    """Also if it is behind another; and in a house whose log does not tell yet."""
    noted = _noted_mark()
    return not noted or any(noted in marks(key.encode(), PLACE) for key in kept_secrets(DJANGO_KEY))


def _noted_mark() -> str:
    last = SignificantEvent.objects.filter(kind=Kind.CONFIG, detail__key=DJANGO_KEY).order_by("pk").last()
    return str(last.detail.get("mark", "")) if last else ""


def note_django_key() -> None:
    """Note the django-key. A mark takes the sealing key to make: nobody who reads the log can try keys by it."""
    note(Kind.CONFIG, "", {"key": DJANGO_KEY, "mark": mark(kept_secrets(DJANGO_KEY)[0].encode(), PLACE)})


def _marks() -> Iterator[bool]:
    """Whether each that there is holds."""
    for head in LogHead.objects.exclude(entries=0):
        yield is_signed(head_message(head.entries, head.head), head.signature, public_key())
    for each in LogCheckpoint.objects.order_by("-number")[:1]:
        yield is_signed(head_message(each.number, each.head), each.signature, public_key())
    yield from map(heads.holds, Table.objects.defer("submission").exclude(head_code=""))
