"""The house's own log: significant events in a hash chain, like the tables' events (gaming standards L3).

Each link covers the event and the previous link. The end of the chain is signed at every event, and stored as a
checkpoint at every hundredth; the key is not in the database. Its one row is locked while an event is added, so that
processes add events one after the other; any other locks must be taken before.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from paigow.web.people.log_models import LogCheckpoint, LogHead, SignificantEvent
from paigow.web.seals.sealing import canonical, fingerprint, is_signed, public_key, sign

EVERY: Final = 100  # events between two checkpoints
ONE: Final = 1  # the head's id
SLACK: Final = timedelta(seconds=5)  # how far the clocks of several machines may differ
TOLD: Final = ("kind", "person", "address", "detail")

Kind = SignificantEvent.Kind


def genesis() -> str:
    return fingerprint({"log": "house"})


def link(before: str, number: int, at: datetime, data: Mapping[str, Any]) -> str:
    return fingerprint({"before": before, "number": number, "at": at.isoformat(), **data})


def chained_data(event: Any) -> dict[str, Any]:
    """Return the part of an event that the chain covers, besides its time."""
    return {name: getattr(event, name) for name in TOLD}


def head_message(number: int, head: str) -> str:
    return f"paigow/v1/log {number} {head}"


def locked_head() -> LogHead:
    """Lock the head; call it in a transaction, after all its other locks."""
    first = {"head": genesis(), "at": timezone.now(), "signature": sign(head_message(0, genesis()))}
    return LogHead.objects.select_for_update().get_or_create(pk=ONE, defaults=first)[0]


@transaction.atomic
def append(data: Mapping[str, Any]) -> SignificantEvent:
    """Add an event. A clock that was set back is a separate event (L1)."""
    head, now = locked_head(), timezone.now()
    if now < head.at - SLACK:
        back = {"last": head.at.isoformat(), "seconds": (head.at - now) // timedelta(seconds=1)}
        _add(head, now, {"kind": Kind.CLOCK.value, "person": "", "address": None, "detail": back})
    event = _add(head, now, data)
    head.save()
    return event


def _add(head: LogHead, at: datetime, data: Mapping[str, Any]) -> SignificantEvent:
    _push(head, at, data)
    event: SignificantEvent = SignificantEvent.objects.create(at=at, number=head.entries, hash=head.head, **data)
    return event


def _push(head: LogHead, at: datetime, data: Mapping[str, Any]) -> None:
    """Append the next link and its signature, without saving the head.

    If the last signature is invalid, the new one is left empty: writing on must not repair a truncated log.
    """
    canonical(data)  # anything that is not JSON is refused before anything is written
    holds = not head.entries or is_signed(head_message(head.entries, head.head), head.signature, public_key())
    head.entries += 1
    head.head = link(head.head, head.entries, at, data)
    head.at, head.signature = at, sign(head_message(head.entries, head.head)) if holds else ""
    if head.entries % EVERY == 0:
        checkpoint(head)


def checkpoint(head: LogHead) -> None:
    kept = {"head": head.head, "at": head.at, "signature": head.signature, "key": public_key()}
    LogCheckpoint.objects.get_or_create(number=head.entries, defaults=kept)


@transaction.atomic
def adopt() -> int:
    """Add to the chain the events written by a version without one while both ran, and log it."""
    rows = SignificantEvent._base_manager.filter(number=None).order_by("pk")
    if not rows.exists():
        return 0
    head = locked_head()
    found = [row.pk for row in _chained(head, rows)]
    _add(head, timezone.now(), _adoption_note(found))
    head.save()
    return len(found)


def _chained(head: LogHead, rows: Any) -> Iterator[SignificantEvent]:
    for row in rows:
        _push(head, row.at, chained_data(row))
        SignificantEvent._base_manager.filter(pk=row.pk).update(number=head.entries, hash=head.head)
        yield row


def _adoption_note(pks: list[int]) -> dict[str, Any]:
    about = {"log": "chained", "events": len(pks), "first": pks[0], "last": pks[-1]}
    return {"kind": Kind.DATA.value, "person": "", "address": None, "detail": about}
