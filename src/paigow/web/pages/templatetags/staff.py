"""How rates and wagers are shown to staff."""

from datetime import timedelta
from fractions import Fraction

from django import template
from django.utils import timezone

from paigow.web.audit import software
from paigow.web.pages import words
from paigow.web.people.models import SignificantEvent

register = template.Library()


@register.filter
def rate(value: Fraction | None) -> str:
    return "–" if value is None else f"{float(value) * 100:.3f}%"


@register.filter
def wager_word(kind: str) -> str:
    return words.word(words.KINDS, kind)


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
