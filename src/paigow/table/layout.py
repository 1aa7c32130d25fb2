"""The physical table, described from the submission.

It covers what is marked on the cloth, attached to it, posted next to it and used on it, and the current places of the
pieces, the shaker, the markers and the dealer's wager. Every front end draws this. Left and right are the dealer's:
positions are counted from the dealer's far right.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from paigow.comparison import Result
from paigow.money import odds_text
from paigow.poker import PayTable
from paigow.table.core.game import DISCARD_RACK, Game
from paigow.table.core.model import DEALER_WAGER, HandStatus, TableState
from paigow.table.steps.banking import bank_position
from paigow.text import Text


class Side(StrEnum):
    PLAYERS = "players"  # along the rim, in front of a seat
    DEALER = "dealer"  # in front of the dealer
    RIGHT = "right"  # at the dealer's right
    LEFT = "left"  # at the dealer's left
    CENTRE = "centre"


@dataclass(frozen=True, slots=True)
class Area:
    """A marked part of the cloth.

    `kind` says what belongs there; there is one area for each position, or one for the table.
    """

    kind: str
    side: Side
    clause: str
    position: int | None = None
    inscription: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something attached to the table or used on it: its number, its inscription, and its required properties."""

    kind: str
    clauses: tuple[str, ...]
    side: Side | None = None
    count: int = 1
    inscription: str = ""
    qualities: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Sign:
    """A notice for the players, on the layout or on a sign at the table: payouts and limits."""

    subject: str
    where: str
    rows: tuple[tuple[Text, Text], ...]
    clause: str
    title: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the text of the sign in English."""
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


@lru_cache(maxsize=64)
def layout_of(game: Game) -> Layout:
    """Return the layout of a game's tables, computed once."""
    return game.layout(game)


def each_position(game: Game, kind: str, clause: str, inscription: str = "") -> tuple[Area, ...]:
    """Return a separate area for each betting position."""
    return tuple(Area(kind, Side.PLAYERS, clause, position, inscription) for position in game.betting)


def approvals_of(submission: Any) -> Mapping[str, str]:
    return MappingProxyType({name: text for name, text in submission.approvals.model_dump().items() if text})


def paytable_rows(table: PayTable) -> tuple[tuple[Text, Text], ...]:
    """Return the rows of a sign that shows a pay table."""
    return tuple((Text(line.hand), odds_text(line)) for line in table.lines)


@dataclass(frozen=True, slots=True)
class Lie:
    """The place of a hand's pieces: the kind of area, its owner, face up or face down, and the arrangement."""

    area: str
    position: int | None
    face_up: bool
    laid: str  # stack, held, two hands, crossed


ON_PIECES = "on the dealer's pieces"


def dealer_has_won(state: TableState, position: int) -> bool:
    """Return whether the dealer's own hand has beaten a player's bank.

    If so, it is put aside with the wager on top (MDT-9.O.2).
    """
    won = (key for key, result in state.current.results.items() if result is Result.WIN)
    return any(key.kind == DEALER_WAGER and key.position == position for key in won)


def hand_lies(state: TableState, position: int) -> Lie:
    """Return the current place of the pieces dealt to a position.

    See MDT-6.D.2, MDT-8.A.2, MDT-8.C.3, MDT-8.E.2.c, MDT-8.J, MDT-9.O.2, MDT-10.C, MDP-2.E.2, NZ-10.3.a, NZ-10.13.s2
    and NZ-11.1.a.s2.
    """
    current = state.current
    hand = current.hands[position]
    house = position in (state.game.dealer, bank_position(state))
    used = state.game.ending.used_area
    if position in current.stack.discards and state.game.ending.idle_area == DISCARD_RACK:
        return Lie(DISCARD_RACK, None, False, "stack")
    match hand.status:
        case HandStatus.COLLECTED:
            return Lie(state.game.ending.idle_area, state.game.dead, False, "stack")
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
        case _ if house and state.game.dealer is None and (current.bank.player is None or current.bank.co_banked):
            return Lie("dealer-hands", position, False, "stack")
        case _:
            if position == state.game.dead:
                return Lie("dead-hand", position, False, "stack")
            return Lie("hands", position, False, "held" if hand.viewed else "stack")


def shaker_lies(state: TableState) -> tuple[str, bool]:
    """Return the shaker's place and whether it is covered.

    It is uncovered in its own area from the announcement of the total to the end of the deal, and otherwise covered to
    the dealer's right (MDT-6.A.2.b, MDT-6.E).
    """
    open_now = state.round is not None and not state.round.start.covered
    return ("shaker", False) if open_now else ("right", True)


def marker_lies(state: TableState) -> tuple[str, int | None]:
    """Return the marker in use and the position it is at (MDT-9.C.1.b, MDT-9.E.3); none while the house banks."""
    if state.round is None or state.round.bank.player is None:
        return "", None
    return "co-bank-marker" if state.round.bank.co_banked else "bank-marker", bank_position(state)


def dealer_wager_lies(state: TableState) -> str:
    """Return the place of the dealer's wager against a bank.

    At first it is in front of the inventory, and then on the dealer's pieces until it is settled (MDT-9.I).
    """
    current = state.round
    key = next((k for k in current.wagers if k.kind == DEALER_WAGER), None) if current else None
    if current is None or key is None or key in current.paid:
        return ""
    return ON_PIECES if current.hands else "dealer-wager"
