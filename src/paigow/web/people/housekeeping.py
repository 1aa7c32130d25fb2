"""Delete expired rates, guards and sessions; run at startup and hourly."""

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session

from paigow.web.people import visits
from paigow.web.people.access import WINDOW
from paigow.web.people.models import Rate, SignInGuard


def tidy(now: datetime) -> None:
    Rate.objects.filter(due__lt=now - timedelta(hours=1)).delete()
    SignInGuard.objects.filter(since__lt=now - 2 * WINDOW).delete()
    Session.objects.filter(expire_date__lt=now).delete()
    visits.tidy(now)
