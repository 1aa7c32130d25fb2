"""`{% piece "66" %}` and `{% pieces "66 45" %}`: tiles and cards on a page, drawn where the drawings are there."""

from pathlib import Path

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from paigow.poker import Card
from paigow.tiles import Tile

register = template.Library()

DRAWN = (Path(__file__).resolve().parents[2] / "static" / "paigow" / "art.svg").is_file()


@register.simple_tag
def piece(code: object) -> SafeString:
    """One tile or card by its notation; its name is for those who do not see it, and on demand."""
    text = str(code)
    kind, name = ("tile", Tile(text).name) if text.isdigit() else ("card", Card(text).name)
    if not DRAWN:
        return format_html('<span class="piece {}" title="{}">{}</span>', kind, name, text)
    return format_html(
        '<svg class="piece {}" role="img" aria-label="{}"><title>{}</title><use href="{}#{}{}"/></svg>',
        kind, name, name, static("paigow/art.svg"), kind[0], text,
    )  # fmt: skip


@register.simple_tag
def pieces(codes: str) -> SafeString:
    """Several, in the order written."""
    return format_html_join(" ", "{}", ((piece(code),) for code in codes.split()))
