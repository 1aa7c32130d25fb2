"""Formatting of play money on pages."""

from django import template

from paigow.money import format_cents
from paigow.version import __version__

register = template.Library()


@register.filter
def money(cents: int) -> str:
    return format_cents(cents).replace("-", "−")


@register.filter
def minutes(seconds: int) -> int:
    return seconds // 60


@register.simple_tag
def software_version() -> str:
    """Return the software version, which every page shows (gaming standards L6)."""
    return f"paigow {__version__}"
