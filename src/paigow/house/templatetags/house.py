"""Warnings for staff."""

from datetime import timedelta

from django import template
from django.utils import timezone

from paigow.house import software
from paigow.web.people.log_models import SignificantEvent

register = template.Library()


@register.simple_tag
def software_alarm() -> SignificantEvent | None:
    """Return the check that found the software changed, as long as nobody has accepted it."""
    return software.alarm()


@register.simple_tag
def alarms() -> list[SignificantEvent]:
    """Return last week's alarms about returns or randomness (gaming standards G17)."""
    since = timezone.now() - timedelta(days=7)
    rows = SignificantEvent.objects.filter(kind=SignificantEvent.Kind.ALARM, at__gte=since)
    return list(rows.order_by("-pk")[:5])
