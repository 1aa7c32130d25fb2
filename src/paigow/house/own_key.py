"""Check that a house still uses its own key.

With another key nothing sealed could be opened, and the next event would leave the end of the house's log without a
valid signature for good.
"""

from collections.abc import Iterator

from paigow.errors import PaigowError
from paigow.web.people.events import Kind, note
from paigow.web.people.house_log import head_message
from paigow.web.people.log_models import LogCheckpoint, LogHead, SignificantEvent
from paigow.web.seals.sealing import is_signed, mark, marks, public_key
from paigow.web.serving.environment import has_secret, kept_secrets
from paigow.web.store.appending import head_holds
from paigow.web.store.models import Table

DJANGO_KEY = "django-key"
PLACE = "house/django-key"
TAKE_IT = "Take the key from where the servers of this house have it, or from a backup"


def require_own_key() -> None:
    """Require that some signature or code in the database was made with this key, unless there is none.

    One is enough: the audit finds anything else that was altered.
    """
    signed = LogHead.objects.exclude(entries=0).exists() or Table.objects.exclude(head_code="").exists()
    if not signed:
        return
    if not has_secret("sealing-key"):  # and none is created, which would only be in the way
        raise PaigowError(f"the sealing-key of this house is missing. {TAKE_IT}")
    if not any(_marks()):
        raise PaigowError(
            f"the sealing-key is not that of this house: nothing in its database was signed with it. {TAKE_IT}"
        )


def require_own_django_key() -> None:
    """Require the house's own django-key, which the log identifies by a mark.

    With another key nobody would stay signed in, and issued password reset codes would not work.
    """
    if not has_own_django_key():
        raise PaigowError(
            f"the django-key is not that of this house. {TAKE_IT}; or give the house new keys with `paigow rekey`, "
            "which signs everybody out"
        )
    if _noted_mark() not in marks(kept_secrets(DJANGO_KEY)[0].encode(), PLACE):
        note_django_key()


def has_own_django_key() -> bool:
    """Return whether the key is the house's, even behind another; true if the log does not name one yet."""
    noted = _noted_mark()
    return not noted or any(noted in marks(key.encode(), PLACE) for key in kept_secrets(DJANGO_KEY))


def _noted_mark() -> str:
    last = SignificantEvent.objects.filter(kind=Kind.CONFIG, detail__key=DJANGO_KEY).order_by("pk").last()
    return str(last.detail.get("mark", "")) if last else ""


def note_django_key() -> None:
    """Log the django-key by a mark.

    A mark requires the sealing key, so nobody who reads the log can use it to test keys.
    """
    note(Kind.CONFIG, "", {"key": DJANGO_KEY, "mark": mark(kept_secrets(DJANGO_KEY)[0].encode(), PLACE)})


def _marks() -> Iterator[bool]:
    """Yield whether each existing mark is valid."""
    for head in LogHead.objects.exclude(entries=0):
        yield is_signed(head_message(head.entries, head.head), head.signature, public_key())
    for each in LogCheckpoint.objects.order_by("-number")[:1]:
        yield is_signed(head_message(each.number, each.head), each.signature, public_key())
    yield from map(head_holds, Table.objects.defer("submission").exclude(head_code=""))
