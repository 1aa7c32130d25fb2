"""One viewer's view of the table, built from an allow-list: anything not listed is hidden.

Everything that leaves the core is rendered from a view. `view` is plain data, for programs; `seen_by` has the hidden
parts as values, for pages. The viewer is a player's name, `dealer` (who knows no more
about face-down pieces than anybody else), `floor`, or anyone else, who sees what a spectator sees.

`plain` writes any value of a command or event as text, integers, booleans, lists and tables, for files and streams.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from paigow.errors import PaigowError
from paigow.hands.pieces import Piece, Setting
from paigow.money import Transfer, bet
from paigow.poker import Card, PokerSetting
from paigow.table.boxes.boxes import chung
from paigow.table.boxes.laja import Laja
from paigow.table.boxes.orders import Orders
from paigow.table.core.engine import Event
from paigow.table.core.model import FLOOR, Hand, HandStatus, Phase, Round, SeedChain, TableState, WagerKey
from paigow.table.steps.banking import bank_position, bankers, waiting
from paigow.table.steps.opening import Display
from paigow.table.steps.seeds import seeds_missing
from paigow.table.steps.setting import controller
from paigow.tiles import Tile, TileSetting

FACE_DOWN = "?"


@dataclass(frozen=True, slots=True)
class SeenHand:
    """A hand as one viewer sees it. A piece that is face down is None; `foul` is known once the hand is open."""

    status: HandStatus
    pieces: tuple[Piece | None, ...]
    setting: Setting | None
    set_by: str
    foul: bool | None


@dataclass(frozen=True, slots=True)
class Seen:
    """The pieces and dice of a table, as far as one viewer may see them."""

    hands: Mapping[int, SeenHand]
    dice: tuple[int, ...] | None
    display: tuple[Piece, ...]  # the set, while it is shown


def seen_by(state: TableState, viewer: str) -> Seen:
    """Return the pieces and dice that the viewer may see."""
    shown = state.phase is Phase.DISPLAY and not state.part(Display).face_down
    display = state.pieces if shown else ()
    if state.round is None:
        return Seen({}, None, display)
    start = state.round.start
    hands = {position: _hand(state, position, hand, viewer) for position, hand in state.round.hands.items()}
    return Seen(hands, None if start.dice is None or start.position is None else start.dice, display)


def _hand(state: TableState, position: int, hand: Hand, viewer: str) -> SeenHand:
    seen = may_see(state, position, hand, viewer)
    return SeenHand(
        hand.status,
        tuple([piece if seen or place in hand.shown else None for place, piece in enumerate(hand.pieces)]),
        hand.setting if seen else None,
        hand.set_by,
        hand.foul if hand.status is HandStatus.EXPOSED else None,
    )


def view(state: TableState, viewer: str) -> dict[str, Any]:
    """Return the table as the viewer sees it, as plain values ready for JSON."""
    seen = seen_by(state, viewer)
    return {
        "table": state.table_id,
        "standard": state.game.standard,
        "submission": state.game.submission_hash,
        "phase": state.phase.value,
        "time": state.now,
        "sequence": state.sequence,
        "chain": None if state.chain is None else _chain(state.chain),
        "rounds": state.rounds,
        "viewer": viewer,
        "players": {name: _player(state, name) for name in sorted(state.players)},
        "accounts": {str(account): cents for account, cents in sorted(state.ledger.items())},
        "meters": {name: meter.display for name, meter in state.meters.items()},
        "off": sorted(state.part(Orders).off),
        "removed": sorted(state.part(Orders).removed),
        "set_first": sorted(state.part(Orders).set_first),
        "english_only": state.part(Orders).english_only,
        "set": list(map(str, seen.display)),
        "round": None if state.round is None else _round(state, state.round, seen),
    }


def _chain(chain: SeedChain) -> dict[str, Any]:
    """Return the published chain of the server's seeds."""
    return {"tip": chain.tip, "first": chain.first, "length": chain.length}


def _player(state: TableState, name: str) -> dict[str, Any]:
    """Return a player as seen by the viewer.

    Other players' seeds stay hidden until the pieces are mixed; chips are visible to all.
    """
    player = state.players[name]
    return {"position": player.position, "away": player.away}


def _round(state: TableState, current: Round, seen: Seen) -> dict[str, Any]:
    return {
        "number": current.number,
        "commitment": current.commitment,
        "seat_seeds": [list(seed) for seed in current.seeds.seats],
        "seeds_given": sorted(current.seeds.given),
        "seeds_awaited": list(seeds_missing(state)) if state.phase is Phase.SEEDING else [],
        "bank": current.bank.player,
        "co_banked": current.bank.co_banked,
        "sharers": list(current.bank.sharers),
        "chung": list(chung(state)) if state.game.options.boxes else None,
        "stake_taken": current.bank.stake_taken,
        "laja_due": current.part(Laja).due,
        "controllers": dict(current.controllers),
        "offered": list(waiting(state)),
        "wagers": [[*key, amount] for key, amount in sorted(current.wagers.items())],
        "delivery": current.start.delivery,
        "adjustment": current.start.adjustment,
        "dice": None if seen.dice is None else list(seen.dice),
        "number_drawn": current.start.number,
        "start": current.start.position,
        "hands": {position: _plain_hand(hand) for position, hand in seen.hands.items()},
        "results": [[*key, result.value] for key, result in sorted(current.results.items())],
        "choices": sorted(current.choices),
        "void": current.void,
    }


def may_see(state: TableState, position: int, hand: Hand, viewer: str) -> bool:
    """Return whether the viewer may see a hand.

    Open hands are visible to all; a hand that has been picked up is visible only to its controller.
    """
    if hand.status is HandStatus.EXPOSED:
        return True
    if viewer == FLOOR and hand.floor_saw:
        return True
    if not hand.viewed or hand.status not in (HandStatus.DEALT, HandStatus.SET):
        return False
    if position == bank_position(state) and viewer in bankers(state):
        return True
    return controller(state, position) == viewer


def _plain_hand(hand: SeenHand) -> dict[str, Any]:
    return {
        "status": hand.status.value,
        "pieces": [FACE_DOWN if piece is None else str(piece) for piece in hand.pieces],
        "setting": None if hand.setting is None else str(hand.setting),
        "set_by": hand.set_by,
        "foul": hand.foul,
    }


PIECES = (Tile, Card)
SETTINGS = (TileSetting, PokerSetting)
PLAIN = (str, int, bool)
COMMON = frozenset({"clauses", "transfers"})
"""Fields that every event has; the others belong to its type."""


_FIELDS: dict[type[Event], tuple[str, ...]] = {}


def own_fields(kind: type[Event]) -> tuple[str, ...]:
    """Return an event type's own fields, without those common to all events."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(f.name for f in fields(kind) if f.name not in COMMON)
    return _FIELDS[kind]


def plain(item: Any) -> Any:
    """Convert any value of a command or event to plain data."""
    if type(item) in PLAIN:
        return item
    if isinstance(item, Enum):
        return item.value
    if isinstance(item, bool | int | str):
        return item
    if isinstance(item, PIECES + SETTINGS):
        return str(item)
    if isinstance(item, WagerKey):
        return str(bet(item.position, item.kind, item.player))
    if isinstance(item, frozenset | set):
        return [plain(each) for each in sorted(item)]
    if isinstance(item, Sequence):
        if item and all(isinstance(each, PIECES) for each in item):
            return " ".join(map(str, item))
        return [plain(each) for each in item if each is not None]
    if isinstance(item, Mapping):
        return {str(name): plain(each) for name, each in item.items()}
    if is_dataclass(item):
        parts = ((f.name, getattr(item, f.name)) for f in fields(item))
        return {name: plain(part) for name, part in parts if part is not None}
    raise PaigowError("a {kind} cannot be written in a record", kind=type(item).__name__)


def transfer_table(transfer: Transfer) -> dict[str, Any]:
    return {
        "from": str(transfer.debit),
        "to": str(transfer.credit),
        "cents": transfer.amount,
        "for": str(transfer.reason),
        "clause": transfer.clause,
    }
