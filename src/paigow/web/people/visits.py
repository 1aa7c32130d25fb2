"""A person's sessions: shown to them, and ended one by one or all at once.

A session is Django's own row; in addition, we store only data that help people recognise their devices.
"""

from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest

from paigow.web.people.models import User, Visit
from paigow.web.serving.guard import address_of

log = structlog.get_logger("paigow.people")


def seen(request: HttpRequest, person: User, now: datetime) -> None:
    """Record that the person is here. A session is written about once a minute, not at every request."""
    session = request.session
    if not session.session_key:
        session.create()
    device = "".join(sign for sign in request.headers.get("User-Agent", "")[:200] if sign.isprintable())
    known = {"person": person, "seen": now, "address": address_of(request), "device": device}
    key = str(session.session_key)
    if not Visit.objects.filter(session_key=key).update(**known):
        Visit.objects.bulk_create([Visit(session_key=key, began=now, **known)], ignore_conflicts=True)


def of(person: User, now: datetime) -> list[Visit]:
    """Return the valid sessions, latest first."""
    alive = Session.objects.filter(expire_date__gt=now).values("session_key")
    return list(Visit.objects.filter(person=person, session_key__in=alive))


def moved(request: HttpRequest, before: str | None) -> None:
    """Record that the session continues under another key."""
    Visit.objects.filter(session_key=before).update(session_key=request.session.session_key)


def go_on_alone(request: HttpRequest, person: User) -> None:
    """End the other sessions after a change of password or second factor; this one continues under a new key."""
    before = request.session.session_key
    update_session_auth_hash(request, person)
    moved(request, before)
    end(person, but=request.session.session_key)


@transaction.atomic
def end(person: User, *, only: int | None = None, but: str | None = None) -> int:
    """End sessions of the person; return their number."""
    visits = Visit.objects.filter(person=person).exclude(session_key=but or "")
    if only is not None:
        visits = visits.filter(pk=only)
    Session.objects.filter(session_key__in=list(visits.values_list("session_key", flat=True))).delete()
    return visits.delete()[0]


@transaction.atomic
def end_all(person: User) -> int:
    """End all sessions, including ones not recorded here: every session is checked against the stamp."""
    person.stamp += 1
    person.save(update_fields=["stamp"])
    return end(person)


def signed_out(sender: object, request: HttpRequest, user: User | None, **kwargs: object) -> None:
    """Record every sign-out."""
    if user is not None:
        Visit.objects.filter(session_key=request.session.session_key or "").delete()
        log.info("signed out", user=user.username)


def tidy(now: datetime) -> None:
    Visit.objects.filter(seen__lt=now - timedelta(seconds=settings.SESSION_COOKIE_AGE)).delete()
