"""Template tags that draw: pieces, chips, dice and links to clauses.

There are no style attributes, because the content security policy forbids them.
"""

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from paigow.money import odds_text
from paigow.text import Text
from paigow.web.pages import words
from paigow.web.pages.standards import way_name
from paigow.web.pages.table.model import BetForm
from paigow.web.pages.table.pieces import HandView, PieceView, Pile, short
from paigow.web.people import display

register = template.Library()
CHIP_STEP = 5


def _sprite() -> str:
    return static("paigow/art.svg")


@register.simple_tag
def piece(shown: PieceView) -> SafeString:
    """Return a tile or a card; its name is its text alternative and shows on demand."""
    return _piece(shown.symbol, shown.name)


@lru_cache(maxsize=1024)
def _piece(symbol: str, name: str) -> SafeString:
    href = f"{_sprite()}#{symbol}"
    kind = "tile" if symbol.startswith("t") else "card"
    if not name:
        return format_html('<svg class="piece {} down" aria-hidden="true"><use href="{}"/></svg>', kind, href)
    return format_html(
        '<svg class="piece {} up" role="img" aria-label="{}"><title>{}</title><use href="{}"/></svg>',
        kind, name, name, href,
    )  # fmt: skip


@register.simple_tag
def hand(shown: HandView) -> SafeString:
    """Return a hand as shown on the felt: a pile, or the low hand in front of the high hand."""
    status = f"is-{shown.status} gone" if shown.gone else f"is-{shown.status}"
    if not shown.is_set:
        return format_html('<div class="hand {}">{}</div>', status, _row(shown.pieces, "heap"))
    return format_html('<div class="hand {}">{}{}</div>', status, _row(shown.low, "low"), _row(shown.high, "high"))


@register.simple_tag
def row(pieces: tuple[PieceView, ...], css: str) -> SafeString:
    """Return tiles or cards side by side."""
    return _row(pieces, css)


def _row(pieces: tuple[PieceView, ...], css: str) -> SafeString:
    return format_html('<span class="row {}">{}</span>', css, format_html_join("", "{}", ((piece(p),) for p in pieces)))


@register.simple_tag
def backs(shown: PieceView, count: int) -> SafeString:
    return format_html_join("", "{}", ((piece(shown),) for _number in range(count)))


@register.simple_tag
def chips(pile: Pile | None) -> SafeString:
    """Return a pile of chips with its value."""
    if pile is None:
        return SafeString("")
    href = f"{_sprite()}#chip-side"
    height = 17 + CHIP_STEP * max(0, len(pile.chips) - 1)
    drawn = format_html_join(
        "",
        '<use class="{}" href="{}" y="{}" width="40" height="17"/>',
        ((css, href, height - 17 - CHIP_STEP * place) for place, (css, _label) in enumerate(pile.chips)),
    )
    return format_html(
        '<span class="pile"><svg viewBox="0 0 40 {}" width="40" height="{}" aria-hidden="true">{}</svg>'
        "<b>{}</b></span>",
        height, height, drawn, short(pile.amount),
    )  # fmt: skip


@register.simple_tag
def chip(css: str, label: str) -> SafeString:
    """Return one chip as seen from above."""
    return format_html(
        '<svg class="chip {}" viewBox="0 0 48 48" aria-hidden="true"><use href="{}#chip"/>'
        '<text class="of-{}" x="24" y="29" text-anchor="middle">{}</text></svg>',
        css, _sprite(), len(label), label,
    )  # fmt: skip


@register.simple_tag
def die(number: int) -> SafeString:
    said = _("%(number)s pips") % {"number": number}
    return format_html(
        '<svg class="die" role="img" aria-label="{}"><use href="{}#die-{}"/></svg>', said, _sprite(), number
    )


@register.simple_tag
def symbol(name: str, css: str = "") -> SafeString:
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', css or name, _sprite(), name)


@register.simple_tag
def clause(name: str) -> SafeString:
    """Return a link to the clause in the rule book."""
    return format_html('<a class="clause" href="/rules/{}/">{}</a>', name, name) if name else SafeString("")


@register.filter
def odds(written: str) -> str:
    """Return odds such as 3 to 1 in the visitor's language."""
    return words.phrase(odds_text(written))


@register.filter
def phrase(text: Text | str) -> str:
    """Translate words of the core into the visitor's language."""
    return words.phrase(text if isinstance(text, Text) else str(text))


@register.filter
def called(name: str) -> str:
    """Return the name that pages use for a player."""
    return display.called(name)


@register.filter
def way(name: str) -> str:
    """Return the name of a house way."""
    return way_name(name)


@register.filter
def for_kind(bets: tuple[BetForm, ...], kind: str) -> BetForm | None:
    """Return the betting circle for a kind of bet, if chips can be placed there now."""
    return next((bet for bet in bets if bet.kind == kind), None)


@register.filter
def money(cents: int | None) -> str:
    return "" if cents is None else short(cents)
