"""How play money is shown in pages."""

from django import template

from paigow.money import format_cents

register = template.Library()


@register.filter
def money(cents: int) -> str:
    return format_cents(cents)


@register.filter
def minutes(seconds: int) -> int:
    return seconds // 60
