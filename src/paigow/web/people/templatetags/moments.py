"""The only date format on pages: year first, in UTC, the same in every language."""

from datetime import UTC, datetime

from django import template

register = template.Library()


@register.filter
def moment(at: datetime | None, precision: str = "minutes") -> str:
    """Return a date and time: 2026-11-17 06:19, or with seconds; empty for no date."""
    return (
        at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S" if precision == "seconds" else "%Y-%m-%d %H:%M") if at else ""
    )
