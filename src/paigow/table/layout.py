"""The table as furniture, described from the submission: what is marked on the cloth, attached to it, posted beside it
and used on it. And where, at a given moment, the pieces, the shaker, the markers and the dealer's wager lie.

Whoever draws a table draws this. Sides are the dealer's own: positions count from the dealer's far right.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from paigow.comparison import Result
from paigow.money import ToOne, format_cents, odds_text
from paigow.poker import PAYTABLES, PayTable
from paigow.rules.submission import DealerOpen, MarylandPoker, MarylandTiles, NewZealand
from paigow.table.banking import bank_position
from paigow.table.game import Game
from paigow.table.model import DEALER_WAGER, HandStatus, TableState
from paigow.text import Text, text
from paigow.text import gettext_noop as noop
from paigow.tiles import PAIR_FORTUNES_PAYTABLES


class Side(StrEnum):
    PLAYERS = "players"  # along the rim, before a seat
    DEALER = "dealer"  # before the dealer
    RIGHT = "right"  # at the dealer's right
    LEFT = "left"  # at the dealer's left
    CENTRE = "centre"


@dataclass(frozen=True, slots=True)
class Area:
    """A marked part of the cloth. `kind` is what belongs there; one for each position, or one for the table."""

    kind: str
    side: Side
    clause: str
    position: int | None = None
    inscription: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something attached to the table or used on it, how many, what it bears, and what it has to be like."""

    kind: str
    clauses: tuple[str, ...]
    side: Side | None = None
    count: int = 1
    inscription: str = ""
    qualities: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Sign:
    """Words for the players to read, on the layout or on a sign at the table: what is paid or limited, and how much."""

    subject: str
    where: str
    rows: tuple[tuple[Text, Text], ...]
    clause: str
    title: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The sign in English."""
        rows = (": ".join(filter(None, map(str, row))) for row in self.rows)
        return (self.title, *rows) if self.title else tuple(rows)


@dataclass(frozen=True, slots=True)
class Layout:
    standard: str
    inscription: str  # the operator's name or logo on the cloth
    inscription_clause: str
    seats: tuple[int, ...]
    areas: tuple[Area, ...]
    things: tuple[Thing, ...]
    signs: tuple[Sign, ...] = ()
    approvals: Mapping[str, str] = field(default_factory=dict)

    def areas_of(self, kind: str) -> tuple[Area, ...]:
        return tuple(area for area in self.areas if area.kind == kind)

    def thing(self, kind: str) -> Thing:
        return next(thing for thing in self.things if thing.kind == kind)

    def has(self, kind: str) -> bool:
        return any(thing.kind == kind for thing in self.things)


def layout_of(game: Game) -> Layout:
    """The layout of a game's tables."""
    return _BUILDERS[game.standard](game, game.submission)


def _each(game: Game, kind: str, clause: str, inscription: str = "") -> tuple[Area, ...]:
    """An area of its own for each betting position."""
    return tuple(Area(kind, Side.PLAYERS, clause, position, inscription) for position in game.betting)


def _approvals(submission: Any) -> Mapping[str, str]:
    return MappingProxyType({name: text for name, text in submission.approvals.model_dump().items() if text})


def _maryland_tiles(game: Game, submission: MarylandTiles) -> Layout:
    bonus = submission.wagers.pair_fortunes
    areas = [
        *_each(game, "main", "MDT-2.B.2", noop("Pai Gow")),
        *_each(game, "hands", "MDT-8.A.2"),
        Area("dead-hand", Side.LEFT, "MDT-2.B.3", game.dead, noop("Dead Hand")),
        Area("dealer-hands", Side.DEALER, "MDT-8.C.3.a", game.dealer),
        Area("dealer-wager", Side.DEALER, "MDT-9.I.2"),
        Area("stacks", Side.DEALER, "MDT-4.E.2"),
        Area("settled", Side.RIGHT, "MDT-8.J"),
        Area("centre", Side.CENTRE, "MDT-9.P.3"),
        *(_each(game, "pair-fortunes", "MDT-2.B.4.a", noop("Pair Fortunes")) if bonus.offered else ()),
    ]
    things = [
        Thing("drop-box", ("MDT-2.C",), Side.RIGHT),
        Thing("tip-box", ("MDT-2.C",), Side.LEFT, qualities=(text("attached to the drop box's side of the table"),)),
        Thing("inventory", ("MDT-4.E.2",), Side.DEALER),
        Thing(
            "tiles",
            ("MDT-3.A.1", "MDT-4.C.1"),
            count=len(game.kit.full_set),
            qualities=(text("alike in size, shade, back"),),
        ),
        Thing("bank-marker", ("MDT-1.B.7", "MDT-9.C.1.b"), inscription=noop("Bank")),
        Thing("co-bank-marker", ("MDT-1.B.7", "MDT-9.E.3"), inscription=noop("Co-Bank")),
        Thing("dealer-marker", ("MDT-6.C.2",)),
    ]
    if submission.start == "shaker":
        areas.append(Area("shaker", Side.DEALER, "MDT-6.A.2.b", inscription=noop("Shaker")))
        qualities = (
            text("the dice cannot be seen while shaken"),
            text("holds the dice when they rest"),
            text("guards the game's integrity"),
        )
        shaker = Thing(
            "shaker",
            ("MDT-2.D.2", "MDT-2.D.4", "MDT-2.D.5", "MDT-2.D.6", "MDT-2.D.7"),
            Side.RIGHT,
            inscription=submission.operator,
            qualities=qualities,
        )
        things += [shaker, Thing("dice", ("MDT-2.D.1", "MDT-2.D.5"), count=3)]
    else:
        things.append(Thing("random-number-display", ("MDT-2.F", "MDT-6.A.1"), Side.DEALER))
    paytable = PAIR_FORTUNES_PAYTABLES[bonus.paytable]
    rows = tuple((Text(line), odds_text(ToOne(pay.to_one))) for line, pay in paytable.items())
    signs = (Sign("pair-fortunes", "layout", rows, "MDT-8.L"),) if bonus.offered else ()
    return Layout(
        game.standard,
        submission.operator,
        "MDT-2.B.1",
        game.seats,
        tuple(areas),
        tuple(things),
        signs,
        _approvals(submission),
    )


_POKER_AREAS = (
    ("fortune", "Fortune Bonus", "MDP-2.B.5"),
    ("emperors", "Emperor's Treasure", "MDP-2.B.6"),
    ("insurance", "Pai Gow Insurance", "MDP-2.B.7"),
    ("progressive", noop("Progressive"), "MDP-2.B.8"),
)


def _maryland_poker(game: Game, submission: MarylandPoker) -> Layout:
    offered = [(kind, name, clause) for kind, name, clause in _POKER_AREAS if getattr(submission.wagers, kind).offered]
    areas = (
        *_each(game, "main", "MDP-2.B.2", noop("Pai Gow Poker")),
        *_each(game, "high-hand", "MDP-2.B.3", noop("High")),
        *_each(game, "low-hand", "MDP-2.B.3", noop("Low")),
        Area("high-hand", Side.DEALER, "MDP-2.B.4", game.dealer, noop("High")),
        Area("low-hand", Side.DEALER, "MDP-2.B.4", game.dealer, noop("Low")),
        *(area for kind, name, clause in offered for area in _each(game, kind, clause, name)),
        Area("dealer-wager", Side.DEALER, "MDP-12.G.4"),
        Area("chip-count", Side.DEALER, "MDP-8.C.3"),
        Area("centre", Side.CENTRE, "MDP-12.J.2"),
        *(
            (Area("shaker", Side.DEALER, "MDP-5.K.1.b.i", inscription=noop("Shaker")),)
            if submission.start == "shaker"
            else ()
        ),
    )
    dealing = submission.dealing
    elsewhere = submission.equipment.tip_box == "alternative"
    things = [
        Thing("drop-box", ("MDP-2.E.1",), Side.RIGHT),
        Thing("tip-box", ("MDP-2.F",) if elsewhere else ("MDP-2.E.1",), None if elsewhere else Side.LEFT),
        Thing("discard-rack", ("MDP-2.E.2",), Side.DEALER, qualities=(text("securely attached"),)),
        Thing("inventory", ("MDP-12.G.4",), Side.DEALER),
        Thing(
            "deck",
            ("MDP-3.A.1", "MDP-3.A.2"),
            count=dealing.decks,
            qualities=tuple(text("{colour} backs", colour=Text(colour)) for colour in dealing.backs),
        ),
        Thing("cover-card", ("MDP-3.A.3.a",), Side.DEALER, count=2 * dealing.decks),
        Thing("bank-marker", ("MDP-12.C.1.b",), inscription=noop("Bank")),
        Thing("co-bank-marker", ("MDP-12.E.3",), inscription=noop("Co-Bank")),
    ]
    if dealing.method != "hand":
        things.append(Thing(dealing.method, ("MDP-8.A" if dealing.method == "manual-shoe" else "MDP-10.A.1",)))
    if dealing.shuffler != "none":
        things.append(Thing("shuffler", ("MDP-5.I" if dealing.shuffler == "reshuffling-device" else "MDP-5.B",)))
    if submission.start == "shaker":
        parts = ("MDP-2.C.1.a", "MDP-2.C.1.b", "MDP-2.C.1.b.ii", "MDP-2.C.1.d", "MDP-2.C.1.e")
        qualities = (
            text("the dice cannot be seen while shaken"),
            text("holds the dice when they rest"),
            text("guards the game's integrity"),
        )
        things.append(Thing("shaker", parts, Side.RIGHT, inscription=submission.operator, qualities=qualities))
        things.append(Thing("dice", ("MDP-2.C.1.b.ii",), count=3))
    elif submission.start == "random-number":
        things.append(Thing("random-number-display", ("MDP-2.C.2",), Side.DEALER))
    else:
        things.append(Thing("button", ("MDP-2.C.3",), qualities=(text("flat"),)))
    if submission.wagers.fortune.offered or submission.wagers.emperors.offered:
        things.append(Thing("envy-lammer", ("MDP-8.C.1",), count=2 * len(game.betting), inscription=noop("Envy")))
    if submission.wagers.progressive.offered:
        things.append(Thing("wagering-device", ("MDP-2.D.1",), Side.PLAYERS, count=len(game.betting)))
        things.append(Thing("lock-out", ("MDP-2.D", "MDP-2.D.2"), Side.DEALER))
    even = (Text("Pai Gow Poker"), text("1 to 1, less 5 percent"))
    signs = [Sign("main", submission.signs.payouts, (even,), "MDP-2.B.9")]
    for kind, name, _ in offered:
        table = PAYTABLES[kind][getattr(submission.wagers, kind).paytable]
        signs.append(Sign(kind, submission.signs.payouts, _rows(table), "MDP-2.B.9", name))
    if submission.payout_limit is not None:
        posted = (text("Payout limit per hand"), Text(format_cents(submission.payout_limit)))
        generic = (text("Payouts are limited; the limit is posted"), Text(""))
        if submission.signs.payout_limit == "generic":
            signs.append(Sign("payout-limit", "layout", (generic,), "MDP-2.B.10"))
            signs.append(Sign("payout-limit", "sign", (posted,), "MDP-2.B.10"))
        else:
            signs.append(Sign("payout-limit", submission.signs.payout_limit, (posted,), "MDP-2.B.10"))
    return Layout(
        game.standard,
        submission.operator,
        "MDP-2.B.1",
        game.seats,
        areas,
        tuple(things),
        tuple(signs),
        _approvals(submission),
    )


def _new_zealand(game: Game, submission: NewZealand) -> Layout:
    areas = (
        *(Area("main", Side.PLAYERS, "NZ-3.2.a", box, str(box)) for box in game.betting),
        *_each(game, "hands", "NZ-10.3.b"),
        Area("banker-wager", Side.DEALER, "NZ-1.banker-wager-area"),
        Area("losing-wagers", Side.DEALER, "NZ-1.losing-wager-area"),
        Area("used-tiles", Side.DEALER, "NZ-10.3.a"),
        Area("dealer-hands", Side.DEALER, "NZ-11.2.e"),
    )
    size = submission.equipment.dice_millimetres
    dots = (text("values marked by dots"), text("faces of {size} millimetres", size=size), text("plastic"))
    things = [
        Thing("drop-box", ("NZ-3.1.s2",)),
        Thing("float-tray", ("NZ-11.1.g",), Side.DEALER),
        Thing(
            "tiles",
            ("NZ-3.3.a", "NZ-3.3.a.ii"),
            count=len(game.kit.full_set),
            qualities=(text("alike in size, shape, back"),),
        ),
        Thing("dice", ("NZ-3.3.b", "NZ-3.3.b.i", "NZ-3.3.b.ii"), count=3, qualities=dots),
        Thing("dice-cup", ("NZ-3.3.c",), qualities=(text("a cover that is not transparent"),)),
        Thing("off-button", ("NZ-3.3.e",), inscription=noop("Off")),
        Thing("chung", ("NZ-3.3.f",), inscription=noop("Banker / Co-banker")),
    ]
    if submission.bank.adjustment:
        things += [
            Thing("plus-four", ("NZ-3.3.d",), inscription="+4"),
            Thing("minus-four", ("NZ-3.3.d",), inscription="-4"),
        ]
    limits = (
        (text("Box maximum"), submission.wagers.box_maximum),
        (text("Player maximum"), submission.wagers.player_maximum),
    )
    rows = tuple((name, Text(format_cents(most))) for name, most in limits if most is not None)
    signs = (Sign("limits", "sign", rows, "NZ-6.6.s2"),) if rows else ()
    return Layout(game.standard, submission.operator, "NZ-A1", game.betting, areas, tuple(things), signs)


def _dealer_open(game: Game, submission: DealerOpen) -> Layout:
    names = {"ace-high": noop("Ace High"), "jack-beats": "Jack Beats", "chan-chu": "Chan Chu"}
    areas = (
        *_each(game, "main", "DO-R1", noop("Pai Gow")),
        *_each(game, "high-hand", "DO-R6"),
        *_each(game, "low-hand", "DO-R6"),
        Area("high-hand", Side.DEALER, "DO-R5", game.dealer),
        Area("low-hand", Side.DEALER, "DO-R5", game.dealer),
        *(area for kind in game.options.side_wagers for area in _each(game, kind, "DO-R1.s2", names[kind])),
    )
    deck = Thing("deck", ("DO-R4.s2",))
    chance = Thing("dice", ("DO-R0.s4",), count=3)
    if submission.start == "random-number":
        chance = Thing("random-number-display", ("DO-R0.s2",), Side.DEALER)
    signs = tuple(_open_sign(game, kind, names[kind]) for kind in game.options.side_wagers)
    return Layout(game.standard, submission.operator, "DO-R1", game.seats, areas, (deck, chance), signs)


def _open_sign(game: Game, kind: str, name: str) -> Sign:
    table = game.options.tables.get(kind)
    if table is not None:
        rows = tuple((Text(f"{jacks} jacks"), odds_text(odds)) for jacks, odds in sorted(table.items()))
        return Sign(kind, "layout", rows, "DO-R4.a.s2", name)
    pays = PAYTABLES["push-ace-high"][game.options.side_wagers[kind].paytable]
    return Sign(kind, "layout", _rows(pays), "DO-P.push-ace-high", name)


def _rows(table: PayTable) -> tuple[tuple[Text, Text], ...]:
    return tuple((Text(line.hand), odds_text(line)) for line in table.lines)


_BUILDERS: Mapping[str, Callable[[Game, Any], Layout]] = MappingProxyType(
    {
        "maryland-tiles": _maryland_tiles,
        "maryland-poker": _maryland_poker,
        "new-zealand": _new_zealand,
        "dealer-open": _dealer_open,
    }
)


@dataclass(frozen=True, slots=True)
class Lie:
    """Where a hand's pieces lie: the kind of area, whose, face up or down, and how."""

    area: str
    position: int | None
    face_up: bool
    laid: str  # stack, held, two hands, crossed


def dealer_has_won(state: TableState, position: int) -> bool:
    """The dealer's own hand has beaten a player's bank: it is put aside with the wager on top (MDT-9.O.2)."""
    won = (key for key, result in state.current.results.items() if result is Result.WIN)
    return any(key.kind == DEALER_WAGER and key.position == position for key in won)


def hand_lies(state: TableState, position: int) -> Lie:
    """Where the pieces dealt to a position are now (MDT-6.D.2, MDT-8.A.2, MDT-8.C.3, MDT-8.E.2.c, MDT-8.J, MDT-9.O.2;
    NZ-10.3.a, NZ-10.13.s2, NZ-11.1.a.s2)."""
    current = state.current
    hand = current.hands[position]
    house = position in (state.game.dealer, bank_position(state))
    used = "settled" if state.game.options.boxes is None else "used-tiles"
    if position in current.discards and state.game.dead is None and state.game.options.boxes is None:
        return Lie("discard-rack", None, False, "stack")
    match hand.status:
        case HandStatus.COLLECTED:
            return Lie("dead-hand" if state.game.options.boxes is None else used, state.game.dead, False, "stack")
        case HandStatus.SURRENDERED:
            return Lie(used, None, False, "stack")
        case HandStatus.VOID:
            return Lie("stacks", None, False, "stack")
        case HandStatus.SET:
            return Lie("hands", position, False, "two hands")
        case HandStatus.EXPOSED if house and dealer_has_won(state, position):
            return Lie("settled", None, True, "stack")
        case HandStatus.EXPOSED if house:
            return Lie("dealer-hands", position, True, "crossed")
        case HandStatus.EXPOSED:
            open_wagers = any(key.position == position and key not in current.paid for key in current.wagers)
            return Lie("hands", position, True, "two hands") if open_wagers else Lie(used, None, True, "two hands")
        case _ if house and state.game.options.boxes is not None and (current.bank is None or current.co_banked):
            return Lie("dealer-hands", position, False, "stack")
        case _:
            if position == state.game.dead:
                return Lie("dead-hand", position, False, "stack")
            return Lie("hands", position, False, "held" if hand.viewed else "stack")


def shaker_lies(state: TableState) -> tuple[str, bool]:
    """Where the shaker stands and whether it is covered: uncovered on its own area from the announcement of the total
    to the end of the deal, else covered at the dealer's right (MDT-6.A.2.b, MDT-6.E)."""
    open_now = state.round is not None and not state.round.covered
    return ("shaker", False) if open_now else ("right", True)


def marker_lies(state: TableState) -> tuple[str, int | None]:
    """Which marker is out and before whom (MDT-9.C.1.b, MDT-9.E.3); none while the house banks."""
    if state.round is None or state.round.bank is None:
        return "", None
    return "co-bank-marker" if state.round.co_banked else "bank-marker", bank_position(state)


def dealer_wager_lies(state: TableState) -> str:
    """The dealer's wager against a bank: before the inventory, then on the dealer's pieces, then settled (MDT-9.I)."""
    current = state.round
    key = next((k for k in current.wagers if k.kind == DEALER_WAGER), None) if current else None
    if current is None or key is None or key in current.paid:
        return ""
    return "on the dealer's pieces" if current.hands else "dealer-wager"
