"""What staff are warned of."""

from datetime import timedelta

from django import template
from django.utils import timezone

from paigow.house import software
from paigow.web.people.models import SignificantEvent

register = template.Library()


@register.simple_tag
def software_alarm() -> SignificantEvent | None:
    """Return the look at the software that found it changed, as long as nobody has accepted it."""
    return software.alarm()


@register.simple_tag
def alarms() -> list[SignificantEvent]:
    """Of the last week: returns or chance outside what they may be (gaming standards G17)."""
    since = timezone.now() - timedelta(days=7)
    rows = SignificantEvent.objects.filter(kind=SignificantEvent.Kind.ALARM, at__gte=since)
    return list(rows.order_by("-pk")[:5])
