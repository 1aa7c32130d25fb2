"""Tiles, cards, hands and chips as a page shows them: as values, and the template tags that draw them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, Protocol, TypeVar

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from paigow.hands.pieces import Piece, Setting
from paigow.money import Chips, format_cents, odds_text
from paigow.poker import Card, PokerSetting
from paigow.table.core.game import Game
from paigow.table.core.model import HandStatus, TableState
from paigow.table.steps.banking import bank_position
from paigow.table.view import SeenHand
from paigow.text import Text
from paigow.tiles import TileSetting
from paigow.web.fast.templates import per_language
from paigow.web.pages import words
from paigow.web.pages.standards import way_name
from paigow.web.people import display

OfAKind = TypeVar("OfAKind", bound="HasKind")
Pairs = tuple[tuple[str, str], ...]


class HasKind(Protocol):
    """A bet, or the form of one."""

    @property
    def kind(self) -> str: ...


@dataclass(frozen=True, slots=True)
class PieceView:
    """A tile or card face up with its name, or face down without; `rank` and `suit` are what a hand is sorted by.

    `symbol` is its id in the picture file, which `paigow.art` draws.
    """

    symbol: str
    name: str = ""
    rank: int = 0
    suit: int = 0

    @property
    def up(self) -> bool:
        return bool(self.name)


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand on the felt: as one pile, or as its high and its low hand."""

    pieces: tuple[PieceView, ...] = ()
    high: tuple[PieceView, ...] = ()
    low: tuple[PieceView, ...] = ()
    high_name: str = ""
    low_name: str = ""
    foul: bool = False
    status: str = ""
    gone: bool = False  # open to all, but already put away

    @property
    def is_set(self) -> bool:
        return bool(self.low)


@dataclass(frozen=True, slots=True)
class Pile:
    """Chips in one place: the amount, and the chips that make it up, as (colour class, label) from the bottom."""

    amount: int
    chips: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LowChoice:
    """Two positions that could be the low hand, and the names of both resulting hands.

    If `swapped` is true, the two are the better hand, and so the high one.
    """

    css: str
    high: str
    low: str
    foul: bool = False
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The house way's setting of the hand."""

    places: str
    high: str
    low: str
    rule: str
    clause: str
    value: str


@dataclass(frozen=True, slots=True)
class SetForm:
    """A hand to set: its tiles or cards, each of which can be picked for the low hand."""

    id: str
    verb: str
    label: str
    hidden: Pairs
    pieces: tuple[PieceView, ...]
    lows: tuple[LowChoice, ...]
    suggestion: Suggestion | None
    foul_clause: str = ""
    advice: str = ""  # link to the analysis of the hand
    position: int = 0


USUAL = Chips((100, 500, 2500, 10000, 50000, 100000))
TALLEST = 7  # the number of chips drawn for one pile


def short(cents: int) -> str:
    """Return an amount without zero cents, and with a real minus sign."""
    return format_cents(cents).removesuffix(".00").replace("-", "−")


def typed(cents: int) -> str:
    """Return an amount as the value of a number field."""
    whole, rest = divmod(cents, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


def chips_of(game: Game) -> Chips:
    """Return the chip denominations of a table: those of its submission, or else the usual ones."""
    own = getattr(getattr(game.submission, "table", None), "chips", None)
    return Chips(tuple(own)) if own else USUAL


def face(value: int) -> str:
    """Return the text on a chip."""
    if value < 100:
        return f"{value}¢"
    return f"{value // 100000}K" if value % 100000 == 0 else typed(value)


def css(value: int) -> str:
    return f"chip-{value}"


def pile(amount: int, chips: Chips) -> Pile:
    """Return the amount in as few chips as possible, large ones at the bottom; small change is not drawn."""
    drawn: list[tuple[str, str]] = []
    left = amount
    for value in reversed(chips.values):
        number, left = divmod(left, value)
        drawn += [(css(value), face(value))] * number
    return Pile(amount, tuple(drawn[:TALLEST]))


def advice_link(
    game: Game, held: Setting | Iterable[Piece], dealer: Setting | Iterable[Piece] | None = None, *, banks: bool = False
) -> str:
    """Return a link to advice on a hand, whether or not it is set.

    The dealer's cards count only if they are open beforehand.
    """
    asked = {
        "rules": game.standard,
        "way": _way(game),
        "hand": _codes(held),
        "bank": "player" if banks else "house",
    }
    if dealer is not None and game.rules.shows_dealer:
        asked["dealer"] = _codes(dealer)
    if isinstance(held, TileSetting | PokerSetting):
        asked["set"] = str(held)
    return f"{reverse('advice')}?{urlencode(asked)}"


@lru_cache(maxsize=256)
def _way(game: Game) -> str:
    return str(game.submission.data()["house_way"])


def _codes(held: Setting | Iterable[Piece]) -> str:
    pieces = (*held.high, *held.low) if isinstance(held, TileSetting | PokerSetting) else tuple(held)
    return " ".join(map(str, pieces))


RANKS = "AKQJT98765432"
"""Card ranks in the order in which a hand is sorted; the joker comes before them."""


@per_language
def piece_view(piece: Piece) -> PieceView:
    if isinstance(piece, Card):
        rank, suit = (0, 0) if piece.is_joker else (RANKS.index(str(piece)[0]) + 1, "shdc".index(piece.suit) + 1)
        return PieceView(f"c{piece}", words.piece_name(piece), rank, suit)
    return PieceView(f"t{piece}", words.piece_name(piece), piece.index, piece.total % 10)


def back_of(game: Game) -> PieceView:
    return PieceView("tile-back" if game.kit.kind == "tiles" else "card-back")


def hand_view(seen: SeenHand, game: Game) -> HandView:
    """Return a hand as the viewer sees it: set hands are shown as two, face up if the viewer may see them."""
    status = seen.status.value
    if seen.setting is not None:
        return setting_view(seen.setting, game, foul=bool(seen.foul), status=status)
    back = back_of(game)
    pieces = tuple(back if piece is None else piece_view(piece) for piece in seen.pieces)
    if seen.status is HandStatus.SET:
        return HandView(high=pieces[2:], low=pieces[:2], status=status)
    return HandView(pieces=pieces, status=status)


def known_pieces(seen: SeenHand | None) -> tuple[Piece, ...] | None:
    """Return the pieces of a hand of which none is face down."""
    pieces = () if seen is None else seen.pieces
    return tuple(piece for piece in pieces if piece is not None) if pieces and None not in pieces else None


@per_language
def setting_view(setting: Setting, game: Game, *, foul: bool = False, status: str = "exposed") -> HandView:
    """Return a hand as it was set, face up, with its names."""
    high, low = words.setting_names(setting, game)
    return HandView(
        high=tuple(map(piece_view, setting.high)),
        low=tuple(map(piece_view, setting.low)),
        high_name=high,
        low_name=low,
        foul=foul,
        status=status,
    )


def built(pieces: Sequence[Piece], low: tuple[int, int]) -> Setting:
    """Return the setting whose low hand is at these two positions."""
    two: Any = tuple(pieces[place] for place in low)
    rest: Any = tuple(piece for place, piece in enumerate(pieces) if place not in low)
    return PokerSetting(rest, two) if len(pieces) == 7 else TileSetting(rest, two)


@per_language
def low_choices(pieces: tuple[Piece, ...], game: Game) -> tuple[LowChoice, ...]:
    """Return every pair of positions that could be the low hand, with the names of both resulting hands."""
    return tuple(_low_choice(pieces, low, game) for low in combinations(range(len(pieces)), 2))


def _low_choice(pieces: tuple[Piece, ...], low: tuple[int, int], game: Game) -> LowChoice:
    setting = built(pieces, low)
    high_name, low_name = words.setting_names(setting, game)
    picked = sorted(str(pieces[place]) for place in low)
    swapped = sorted(map(str, setting.low)) != picked
    return LowChoice(f"low-{low[0]}-{low[1]}", high_name, low_name, game.kit.is_foul(setting), swapped)


def set_form(state: TableState, hands: Mapping[int, SeenHand], verb: str, position: int | None) -> SetForm:
    """Return the form for the viewer's own hand.

    Every setting is named beforehand, since the page itself knows no rules. `hands` are those the viewer sees; without
    a position, it is the bank's hand.
    """
    game = state.game
    at = bank_position(state) if position is None else position
    pieces = known_pieces(hands[at])
    assert pieces is not None, "a hand is offered for setting once it is picked up"
    dealer = None if game.dealer is None else known_pieces(hands.get(game.dealer))
    return SetForm(
        id=f"set-{at}",
        position=at,
        verb=verb,
        label=words.place(at, game),
        hidden=() if position is None else (("position", str(position)),),
        pieces=tuple(map(piece_view, pieces)),
        lows=tuple(low_choices(pieces, game)),
        suggestion=_suggestion(game, pieces),
        foul_clause=game.rules.comparing.foul_clause,
        advice=advice_link(game, pieces, dealer, banks=position is None),
    )


def _suggestion(game: Game, pieces: tuple[Piece, ...]) -> Suggestion:
    house = game.kit.house_set(pieces)
    places = next(low for low in combinations(range(len(pieces)), 2) if built(pieces, low) == house.setting)
    high, low = words.setting_names(house.setting, game)
    if isinstance(house.setting, TileSetting) and {pieces[place] for place in places} != set(house.setting.low):
        places = next(
            pair
            for pair in combinations(range(len(pieces)), 2)
            if sorted(map(str, (pieces[place] for place in pair))) == sorted(map(str, house.setting.low))
        )
    value = urlencode([("setting", str(house.setting))])
    return Suggestion(" ".join(map(str, places)), high, low, words.phrase(house.rule), house.clause, value)


CHIP_STEP = 5
register = template.Library()
"""The tags that draw; they use no style attributes, which the content security policy forbids."""


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
def for_kind(bets: tuple[OfAKind, ...], kind: str) -> OfAKind | None:
    """Return the betting circle for a kind of bet, if chips can be placed there now."""
    return next((bet for bet in bets if bet.kind == kind), None)


@register.filter
def money(cents: int | None) -> str:
    return "" if cents is None else short(cents)
