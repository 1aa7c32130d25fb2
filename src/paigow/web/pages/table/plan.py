"""What is the same for everybody at a table: the real layout and the posted signs.

The layout is the felt and the things on it, drawn from the players' side and explained with their clauses.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, pi, sin
from string import ascii_uppercase

from django.template.loader import get_template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from paigow.table import Game
from paigow.table.layout import Area, Layout, Side, Thing, layout_of
from paigow.web.pages import words
from paigow.web.pages.table.forms import sign_lines
from paigow.web.pages.words import phrase

WIDTH, HEIGHT = 1000, 600
HANDS = ("high-hand", "low-hand", "hands")
MEANINGS: words.Words = {
    "main": lazy("Your main bet. Every player has their own."),
    "side": lazy("A side bet. Every player has a place for it."),
    "hands": lazy("Your hand goes here once you set it."),
    "high-hand": lazy("The high hand goes here."),
    "low-hand": lazy("The low hand goes here."),
    "dealer-hands": lazy("The dealer’s tiles, or those of a bank that the house plays."),
    "dead-hand": lazy("Tiles dealt to no one: the dead hand and empty seats."),
    "dealer-wager": lazy("What the dealer bets when a player banks."),
    "stacks": lazy("The tiles wait here in stacks before the deal."),
    "settled": lazy("Settled hands go here, face down."),
    "centre": lazy("When a player banks, losing bets are gathered here and winners paid from it."),
    "shaker": lazy("The shaker stays here, open, during the deal."),
    "chip-count": lazy("Progressive chips are counted here before the deal."),
    "banker-wager": lazy("The banker’s stake."),
    "losing-wagers": lazy("Losing bets are gathered here before winners are paid."),
    "used-tiles": lazy("Used tiles go here."),
    "drop-box": lazy("Cash for chips goes in here. Players never touch it."),
    "tip-box": lazy("Tips for the dealers."),
    "inventory": lazy("The house’s chips."),
    "float-tray": lazy("The house’s chips."),
    "discard-rack": lazy("Used cards."),
    "lock-out": lazy("Once the dealer presses it, progressive bets are closed."),
    "wagering-device": lazy("Takes your progressive bet and lights up when it is in."),
    "random-number-display": lazy("Shows where the deal starts."),
}


@dataclass(frozen=True, slots=True)
class Spot:
    """A marking as drawn: a circle, or a box with its corner at x, y; `letter` refers to its explanation."""

    kind: str
    x: int
    y: int
    width: int
    height: int
    round: bool
    text: str
    position: int | None = None
    letter: str = ""

    @property
    def centre(self) -> tuple[int, int]:
        return (self.x, self.y) if self.round else (self.x + self.width // 2, self.y + self.height // 2)

    @property
    def radius(self) -> int:
        return self.width // 2


@dataclass(frozen=True, slots=True)
class Entry:
    """The explanation of a letter, or of a thing that is not drawn."""

    letter: str
    label: str
    count: int
    meaning: str
    clauses: tuple[str, ...]
    inscription: str = ""
    qualities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SignView:
    title: str
    lines: tuple[tuple[str, str], ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The drawing with its explanations."""

    operator: str
    operator_clause: str
    inscriptions: tuple[str, ...]
    spots: tuple[Spot, ...]
    areas: tuple[Entry, ...]
    things: tuple[Entry, ...]
    width: int = WIDTH
    height: int = HEIGHT


def plan_of(game: Game) -> Plan:
    """Return the drawing of a game's table."""
    layout = layout_of(game)
    spots = [
        *_places(layout),
        *_column(layout, Side.RIGHT, 50),
        *_column(layout, Side.LEFT, WIDTH - 190),
        *_middle(layout),
    ]
    letters = dict(zip(dict.fromkeys(spot.kind for spot in spots), ascii_uppercase, strict=False))
    dealers = [area for area in layout.areas if area.position == game.dealer and area.inscription]
    return Plan(
        layout.inscription,
        layout.inscription_clause,
        tuple(area.inscription for area in dealers),
        tuple(replace(spot, letter=letters[spot.kind]) for spot in spots),
        tuple(_areas(layout, letters)),
        tuple(_thing(thing, letters) for thing in layout.things),
    )


def render_layout(game: Game) -> str:
    """Return the real layout with its explanations as HTML."""
    return get_template("table/layout.html").render({"plan": plan_of(game)})


def signs(layout: Layout) -> tuple[SignView, ...]:
    """Return the posted pay tables and limits."""
    return tuple(
        SignView(words.word(words.SIGNS, sign.subject), sign_lines(sign), sign.clause) for sign in layout.signs
    )


def render_signs(game: Game) -> str:
    """Return the posted pay tables and limits as HTML."""
    about = {
        "signs": signs(layout_of(game)),
        "document": _(game.rules.lobby.region),
        "game": _(game.rules.lobby.game_name),
        "minimum": game.options.minimum,
        "maximum": game.options.maximum,
    }
    return get_template("table/signs.html").render(about)


def _areas(layout: Layout, letters: dict[str, str]) -> Iterator[Entry]:
    """Yield each kind of marking once, with every clause that requires it."""
    for kind in dict.fromkeys(area.kind for area in layout.areas):
        alike = layout.areas_of(kind)
        first = alike[0]
        named = first.inscription if not first.inscription.isdecimal() else ""
        side = first.side is Side.PLAYERS and kind not in ("main", *HANDS)
        yield Entry(
            letters[kind],
            phrase(named) or words.word(words.THINGS, kind),
            len(alike),
            words.word(MEANINGS, "side" if side else kind),
            tuple(dict.fromkeys(area.clause for area in alike)),
            " ".join(area.inscription for area in alike) if first.inscription.isdecimal() else "",
        )


def _thing(thing: Thing, letters: dict[str, str]) -> Entry:
    return Entry(
        letters.get(thing.kind, ""),
        words.word(words.THINGS, thing.kind),
        thing.count,
        str(MEANINGS.get(thing.kind, "")),
        thing.clauses,
        phrase(thing.inscription),
        tuple(map(phrase, thing.qualities)),
    )


def _places(layout: Layout) -> Iterator[Spot]:
    """Yield the markings in front of each player, along the rim.

    The first position is on the left of somebody facing the dealer. Bets are nearest to the player, hands nearer to the
    dealer.
    """
    own = [area for area in layout.areas if area.side is Side.PLAYERS]
    positions = sorted({area.position for area in own if area.position is not None})
    for number, position in enumerate(positions):
        there = [area for area in own if area.position == position]
        angle = pi * (0.93 - 0.86 * number / (len(positions) - 1))
        sides = [area for area in there if area.kind not in ("main", *HANDS)]
        for area in there:
            if area.kind == "main" and area.inscription.isdecimal():
                x, y = _at(angle, 1.0, 0)
                yield Spot(area.kind, x - 32, y - 26, 64, 52, False, area.inscription, position)
            elif area.kind == "main":
                yield _circle(area, angle, 1.0, 0, 60)
        for place, area in enumerate(sides):
            yield _circle(area, angle, 0.80, place - (len(sides) - 1) / 2, 32)
        for place, area in enumerate(area for area in there if area.kind in HANDS):
            several = sum(one.kind in HANDS for one in there) > 1
            x, y = _at(angle, 0.60, (place - 0.5) * 1.45 if several else 0)
            yield Spot(area.kind, x - 20, y - 15, 40, 30, False, "", position)


def _circle(area: Area, angle: float, reach: float, aside: float, size: int) -> Spot:
    x, y = _at(angle, reach, aside)
    return Spot(area.kind, x, y, size, size, True, "", area.position)


def _at(angle: float, reach: float, aside: float) -> tuple[int, int]:
    """Return a point on an arc around the dealer; `aside` moves along it."""
    turned = angle - aside * 0.094 / max(reach, 0.1)
    return round(WIDTH / 2 + 430 * reach * cos(turned)), round(190 + 350 * reach * sin(turned))


def _everything(layout: Layout) -> tuple[Area | Thing, ...]:
    return (*layout.areas, *layout.things)


def _column(layout: Layout, side: Side, x: int) -> Iterator[Spot]:
    """Yield the things on the dealer's right, which is the left of somebody facing the dealer, or on the dealer's left.

    A box whose place the document leaves open is drawn on the right.
    """
    found = [each for each in _everything(layout) if each.side is side]
    if side is Side.RIGHT:
        found += [thing for thing in layout.things if thing.side is None and thing.kind == "drop-box"]
    for number, each in enumerate(found):
        yield Spot(each.kind, x, 24 + 44 * number, 140, 36, False, words.word(words.THINGS, each.kind))


def _middle(layout: Layout) -> Iterator[Spot]:
    """Yield the things in front of the dealer, in rows, and the centre."""
    before = [each for each in _everything(layout) if each.side is Side.DEALER]
    for number, each in enumerate(before):
        row, place = divmod(number, 4)
        yield Spot(each.kind, 210 + 147 * place, 24 + 44 * row, 139, 36, False, words.word(words.THINGS, each.kind))
    for area in layout.areas:
        if area.side is Side.CENTRE:
            y = 40 + 44 * -(-len(before) // 4)
            yield Spot(area.kind, 400, y, 200, 40, False, words.word(words.THINGS, area.kind))


__all__ = ["Entry", "Plan", "Spot", "plan_of", "render_layout"]
