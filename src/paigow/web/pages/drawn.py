"""Pictures for apps and crawlers, drawn from our own art: SVG, and PNG for those that need it."""

from unicodedata import east_asian_width
from xml.sax.saxutils import escape

import resvg_py

from paigow.art import drawing
from paigow.poker import Card
from paigow.tiles import TILES, Tile

FELT, GOLD = "#0b4a31", "#e0b44c"
WIDE, TALL = 1200, 630
"""The size of a preview in pixels, as expected by the crawlers of social networks."""


def png(svg: str) -> bytes:
    """Return the picture as PNG. Text needs an installed font; without one the pieces are still drawn."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_family="DejaVu Sans", serif_family="DejaVu Serif"))


def app_icon(size: int, maskable: bool) -> str:
    """Return the icon: a double six on felt, with a margin for systems that crop it."""
    six = next(tile for tile in TILES if str(tile) == "66")
    tall = 60 if maskable else 78
    wide = tall * 40 / 92
    corner = 0 if maskable else 20
    inner = placed(drawing([[six]]), (100 - wide) / 2, (100 - tall) / 2, wide, tall)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="{size}" height="{size}">'
        f'<rect width="100" height="100" rx="{corner}" fill="{FELT}"/>{inner}</svg>'
    )


def placed(svg: str, x: float, y: float, wide: float, tall: float) -> str:
    """Return one drawing placed inside another."""
    at = f'<svg x="{x:g}" y="{y:g}" width="{wide:g}" preserveAspectRatio="xMidYMid meet" '
    return svg.replace("<svg ", at, 1).replace('height="84"', f'height="{tall:g}"', 1)


def preview(title: str, line: str, hands: list[tuple[str, list[list[Tile | Card]]]]) -> str:
    """Return a preview of a round: a title, one line of text, and up to two hands with their names."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {TALL}" width="{WIDE}" height="{TALL}">',
        f'<rect width="{WIDE}" height="{TALL}" fill="{FELT}"/><rect x="20" y="20" width="{WIDE - 40}" '
        f'height="{TALL - 40}" rx="28" fill="none" stroke="{GOLD}" stroke-width="3"/>',
        f'<g font-family="DejaVu Sans, Noto Sans CJK SC, sans-serif" fill="#fff"><text x="60" y="95" font-size="44" '
        f'font-weight="bold">{escape(title)}</text>'
        f'<text x="60" y="150" font-size="34" fill="{GOLD}">{escape(line)}</text>',
    ]
    for row, (name, groups) in enumerate(hands[:2]):
        top = 185 + row * 215
        parts.append(f'<text x="60" y="{top + 95}" font-size="{_size_to_fit(name, 225)}">{escape(name)}</text>')
        parts.append(placed(drawing(groups), 300, top, WIDE - 360, 185))
    return "".join(parts) + "</g></svg>"


def _size_to_fit(name: str, wide: int) -> int:
    """Return the font size, 32 at most, at which the name is about as wide as this: Chinese characters are square."""
    ems = sum(1.0 if east_asian_width(sign) in "WF" else 0.64 for sign in name)
    return min(32, int(wide / ems)) if ems else 32
