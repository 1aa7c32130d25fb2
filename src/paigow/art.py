"""Tiles, cards, dice, chips and the shaker as SVG: one sprite for the site, drawings of hands for notebooks.

`python -m paigow.art` writes the site's sprite; pages refer to its symbols with `<use>`, so a page that shows forty
pieces stays small. The letters on cards take their font from the page.

Chinese dominoes: ones and fours are red, all else is white, and the double six is half red.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from paigow.poker import DECK, Card
from paigow.tiles import TILES, Tile

SPRITE = Path(__file__).resolve().parent / "web" / "static" / "paigow" / "art.svg"
RED, WHITE, INK = "#e2412f", "#f6f1e4", "#1b1a1c"
LEFT, MIDDLE, RIGHT = 11, 20, 29

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((MIDDLE, 23),),
    2: ((LEFT, 11), (RIGHT, 11)),
    3: ((LEFT, 10), (MIDDLE, 23), (RIGHT, 36)),
    4: ((LEFT, 12), (RIGHT, 12), (LEFT, 34), (RIGHT, 34)),
    5: ((LEFT, 11), (RIGHT, 11), (MIDDLE, 23), (LEFT, 35), (RIGHT, 35)),
    6: ((LEFT, 9), (RIGHT, 9), (LEFT, 23), (RIGHT, 23), (LEFT, 37), (RIGHT, 37)),
}
_SUITS = {
    "s": "M10 1c2 4 8 7 8 12a4 4 0 0 1-6.8 2.3c.2 1.7.8 2.9 1.8 3.7H7c1-.8 1.6-2 1.8-3.7A4 4 0 0 1 2 13C2 8 8 5 10 1Z",
    "h": "M10 18.5C6 14 1 10.8 1 6.3a4.6 4.6 0 0 1 9-1.5 4.6 4.6 0 0 1 9 1.5c0 4.5-5 7.7-9 12.2Z",
    "d": "M10 1l7.5 9-7.5 9-7.5-9Z",
    "c": "M10 1a4.3 4.3 0 0 1 3.6 6.7 4.3 4.3 0 1 1-2.4 7.4c.2 1.8.8 3.1 1.8 3.9H7c1-.8 1.6-2.1 1.8-3.9a4.3"
    " 4.3 0 1 1-2.4-7.4A4.3 4.3 0 0 1 10 1Z",
}


def tile_id(tile: Tile) -> str:
    return f"t{tile}"


def card_id(card: Card) -> str:
    return f"c{card}"


def _suit_ids(card: Card) -> tuple[str, ...]:
    return () if card.is_joker else (f"suit-{card.suit}", f"suited-{card.suit}")


def sprite() -> str:
    """Return the whole file."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{chr(10).join(_symbols())}\n</svg>\n'


def drawing(groups: Iterable[Iterable[Tile | Card]], height: int = 84) -> str:
    """Return a self-contained SVG of pieces side by side, with a gap between groups such as low and high hand."""
    symbols = dict(_named_symbols())
    used: dict[str, str] = {}
    placed, x = [], 0
    for group in groups:
        for piece in group:
            if isinstance(piece, Tile):
                name, wide, tall, parts = tile_id(piece), 40, 92, ["tile"]
            else:
                name, wide, tall, parts = card_id(piece), 50, 70, ["card", *_suit_ids(piece)]
            used |= {part: symbols[part] for part in (*parts, name)}
            placed.append(_use(name, f' x="{x}" y="0" width="{wide}" height="{tall}"'))
            x += wide + 4
        x += 16
    tall = 92 if "tile" in used else 70
    wide = max(x - 20, 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" height="{height}" '
        f'font-family="Georgia, serif" font-size="19" font-weight="bold"><defs>{"".join(used.values())}</defs>'
        f"{''.join(placed)}</svg>"
    )


def _symbols() -> Iterator[str]:
    return (symbol for _, symbol in _named_symbols())


def _named_symbols() -> Iterator[tuple[str, str]]:
    yield _named("tile", "0 0 40 92", _tile_body())
    yield _named("tile-back", "0 0 40 92", _use("tile") + _tile_back())
    yield from (_named(tile_id(tile), "0 0 40 92", _use("tile") + "".join(_pips(tile))) for tile in TILES)
    yield _named(
        "card", "0 0 50 70", '<rect x=".5" y=".5" width="49" height="69" rx="5" fill="#fffdf7" stroke="#b9b2a2"/>'
    )
    yield _named("card-back", "0 0 50 70", _use("card") + _card_back())
    for suit, path in _SUITS.items():
        yield _named(f"suit-{suit}", "0 0 20 20", f'<path d="{path}" fill="{_suit_colour(suit)}"/>')
        yield _named(f"suited-{suit}", "0 0 50 70", _use("card") + _suited(suit))
    yield from (_named(card_id(card), "0 0 50 70", _face(card)) for card in DECK)
    yield from (_named(f"die-{number}", "0 0 46 46", _die(number)) for number in range(1, 7))
    yield _named("chip", "0 0 48 48", _chip())
    yield _named("chip-side", "0 0 40 17", _chip_side())
    yield _named("shaker", "0 0 96 84", _shaker(covered=True))
    yield _named("shaker-open", "0 0 96 84", _shaker(covered=False))
    yield _named("shoe", "0 0 96 70", _shoe())


def _named(name: str, box: str, content: str) -> tuple[str, str]:
    return name, f'<symbol id="{name}" viewBox="{box}">{content}</symbol>'


def _use(name: str, place: str = "") -> str:
    return f'<use href="#{name}"{place}/>'


def _tile_body() -> str:
    return (
        '<rect x=".5" y=".5" width="39" height="91" rx="6" fill="#0c0b0c" stroke="#57524c"/>'
        '<rect x="2.5" y="2" width="35" height="86.5" rx="4.5" fill="#26242a"/>'
        '<path d="M5 4.5h30" stroke="#fff" stroke-opacity=".22" stroke-width="1.4" stroke-linecap="round"/>'
    )


def _tile_back() -> str:
    return (
        '<g fill="none" stroke="#b08d4a" stroke-opacity=".85"><rect x="7" y="8" width="26" height="75" rx="3"/>'
        '<path d="M20 30l9 16-9 16-9-16Z M20 38l4.5 8-4.5 8-4.5-8Z M20 8v22M20 62v21"/></g>'
    )


def _pips(tile: Tile) -> Iterator[str]:
    """Yield the pips of a tile.

    The first number of the notation is the upper half; the lower half is the same, turned round.
    """
    dots: dict[tuple[str, str], list[str]] = {}
    for half, number in enumerate(tile.pips):
        for x, y in _PIPS[number]:
            across, down = (x, y) if half == 0 else (40 - x, 92 - y)
            red = number in (1, 4) or (tile.text == "66" and x == LEFT)
            kind = RED if red else WHITE, "14" if number == 1 else "9.4"
            dots.setdefault(kind, []).append(f"M{across} {down}h0")
    for (colour, width), path in dots.items():
        yield f'<path d="{"".join(path)}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'


def _suit_colour(suit: str) -> str:
    return "#c4162a" if suit in "hd" else INK


def _face(card: Card) -> str:
    if card.is_joker:
        star = "M31 14l5.6 11.6 12.7 1.7-9.3 8.8 2.3 12.6L31 42.6l-11.3 6.1 2.3-12.6-9.3-8.8 12.7-1.7Z"
        letters = "".join(
            f'<text x="8" y="{15 + 11.5 * row:g}" text-anchor="middle">{letter}</text>'
            for row, letter in enumerate("JOKER")
        )
        return (
            f'{_use("card")}<g fill="#6d28a8" font-size="12">{letters}</g>'
            f'<path d="{star}" fill="#d9a51c" stroke="#6d28a8" transform="translate(5 5) scale(.84)"/>'
        )
    label = "10" if str(card)[0] == "T" else str(card)[0]
    squeeze = ' textLength="18" lengthAdjust="spacingAndGlyphs"' if label == "10" else ""
    text = f'<text x="3" y="20" fill="{_suit_colour(card.suit)}"{squeeze}>{label}</text>'
    return _use(f"suited-{card.suit}") + text


def _suited(suit: str) -> str:
    """Return what all cards of a suit have in common."""
    small, large = ' x="4" y="24" width="13" height="13"', ' x="19" y="37" width="27" height="27"'
    return _use(f"suit-{suit}", small) + _use(f"suit-{suit}", large)


def _card_back() -> str:
    lines = "".join(f"M{x} 5L{x - 20} 65M{x - 20} 5L{x} 65" for x in range(16, 60, 7))
    return (
        '<rect x="4" y="4" width="42" height="62" rx="3" fill="#8f1d2c"/>'
        f'<svg x="4" y="4" width="42" height="62" viewBox="4 4 42 62">'
        f'<path d="{lines}" stroke="#e7c9a0" stroke-opacity=".45" fill="none"/></svg>'
        '<rect x="4.5" y="4.5" width="41" height="61" rx="3" fill="none" stroke="#e7c9a0"/>'
    )


def _die(number: int) -> str:
    across = {LEFT: 12, MIDDLE: 23, RIGHT: 34}
    body = '<rect x="1" y="1" width="44" height="44" rx="9" fill="#fbf6ea" stroke="#b7ab90" stroke-width="2"/>'
    colour, size = RED if number in (1, 4) else INK, 8 if number == 1 else 4.6
    dots = "".join(
        f'<circle cx="{across[x]}" cy="{y if number != 2 else 23}" r="{size}" fill="{colour}"/>'
        for x, y in _PIPS[number]
    )
    return body + dots


def _chip() -> str:
    return (
        '<circle cx="24" cy="24" r="22.5" fill="currentColor" stroke="#0006"/>'
        '<circle cx="24" cy="24" r="19" fill="none" stroke="#fff" stroke-width="6.5" '
        'stroke-dasharray="7.46 12.44" stroke-dashoffset="3.7"/>'
        '<circle cx="24" cy="24" r="14.5" fill="#fffaf0" stroke="#0003"/>'
        '<circle cx="24" cy="24" r="12.6" fill="none" stroke="currentColor" stroke-dasharray="1.6 1.7"/>'
    )


def _chip_side() -> str:
    return (
        '<path d="M1 6.5v4.5c0 3 8.5 5.5 19 5.5s19-2.5 19-5.5V6.5Z" fill="currentColor" '
        'stroke="#0008" stroke-width=".8"/>'
        '<path d="M7 10.7v4.4M16 12.2v4.2M25 12.2v4.2M33.5 10.5v4.5" stroke="#fff" stroke-width="4"/>'
        '<ellipse cx="20" cy="6.5" rx="19" ry="6" fill="currentColor" stroke="#0008" stroke-width=".8"/>'
        '<ellipse cx="20" cy="6.5" rx="12" ry="3.6" fill="#fffaf0" fill-opacity=".92"/>'
    )


def _shaker(*, covered: bool) -> str:
    dish = (
        '<ellipse cx="48" cy="72" rx="44" ry="10" fill="#0005"/>'
        '<path d="M6 56c0 12 18 20 42 20s42-8 42-20Z" fill="#8a6a2f"/>'
        '<ellipse cx="48" cy="56" rx="42" ry="13" fill="#c39a4b"/>'
        '<ellipse cx="48" cy="56" rx="35" ry="9.5" fill="#4b3a1c"/>'
    )
    if not covered:
        return dish
    return dish + (
        '<path d="M14 57C14 26 26 12 48 12s34 14 34 45c0 6-15 10-34 10S14 63 14 57Z" fill="#b8924a"/>'
        '<path d="M24 54c0-22 8-32 18-35" fill="none" stroke="#fff" stroke-opacity=".5" '
        'stroke-width="4" stroke-linecap="round"/>'
        '<circle cx="48" cy="9" r="6" fill="#d8b36a" stroke="#7a5c25"/>'
    )


def _shoe() -> str:
    return (
        '<path d="M4 62V24L30 8h62v54Z" fill="#241d19" stroke="#6b5a44"/>'
        '<path d="M4 62L18 34h30l-10 28Z" fill="#3a302a"/>'
        '<path d="M10 58l9-20h24l-7 20Z" fill="#fffdf7" stroke="#b9b2a2"/>'
        '<path d="M36 14h50v42H50" fill="none" stroke="#8f1d2c" stroke-width="6"/>'
    )


def write(path: Path = SPRITE) -> None:
    path.write_text(sprite(), encoding="utf-8")


if __name__ == "__main__":
    write()
