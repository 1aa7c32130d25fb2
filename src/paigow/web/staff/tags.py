"""Formatting of rates and wagers for staff."""

from fractions import Fraction

from django import template

from paigow.web.pages import words

register = template.Library()


@register.filter
def rate(value: Fraction | None) -> str:
    return "–" if value is None else f"{float(value) * 100:.3f}%"


@register.filter
def wager_word(kind: str) -> str:
    return words.word(words.KINDS, kind)
