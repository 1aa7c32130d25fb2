"""`{% piece "66" %}` and `{% pieces "As Td" %}`: tiles and cards by their notation, drawn as at the table."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from paigow.poker import Card
from paigow.tiles import Tile
from paigow.web.pages.table import pieces as drawn

register = template.Library()


@register.simple_tag
def piece(code: str) -> SafeString:
    """Return one tile or card; its name is its text alternative."""
    return drawn.piece(drawn.piece_view(Tile(code) if code.isdigit() else Card(code)))


@register.simple_tag
def pieces(codes: str) -> SafeString:
    """Return several tiles or cards, in the order written."""
    return format_html_join(" ", "{}", ((piece(code),) for code in codes.split()))


@register.filter
def with_code(text: str) -> SafeString:
    """Return a text as HTML, with what stands between backticks set as code."""
    each = (
        (part if number % 2 == 0 else format_html("<code>{}</code>", part))
        for number, part in enumerate(text.split("`"))
    )
    return format_html_join("", "{}", ((part,) for part in each))
