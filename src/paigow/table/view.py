"""One viewer's view of the table, built from an allow-list: anything not listed is hidden.

Everything that leaves the core is rendered from a view. The viewer is a player's name, `dealer` (who knows no more
about face-down pieces than anybody else), `floor`, or anyone else, who sees what a spectator sees.

`plain` writes any value of a command or event as text, integers, booleans, lists and tables, for files and streams.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from paigow.errors import PaigowError
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


def view(state: TableState, viewer: str) -> dict[str, Any]:
    """Return the table as the viewer sees it, as plain values ready for JSON."""
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
        "set": [str(piece) for piece in state.pieces]
        if state.phase is Phase.DISPLAY and not state.part(Display).face_down
        else [],
        "round": None if state.round is None else _round(state, state.round, viewer),
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


def _round(state: TableState, current: Round, viewer: str) -> dict[str, Any]:
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
        "dice": None if current.start.dice is None or current.start.position is None else list(current.start.dice),
        "number_drawn": current.start.number,
        "start": current.start.position,
        "hands": {position: _hand(state, position, hand, viewer) for position, hand in current.hands.items()},
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


def _hand(state: TableState, position: int, hand: Hand, viewer: str) -> dict[str, Any]:
    seen = may_see(state, position, hand, viewer)
    pieces = [str(p) if seen or place in hand.shown else FACE_DOWN for place, p in enumerate(hand.pieces)]
    return {
        "status": hand.status.value,
        "pieces": pieces,
        "setting": str(hand.setting) if seen and hand.setting is not None else None,
        "set_by": hand.set_by,
        "foul": hand.foul if hand.status is HandStatus.EXPOSED else None,
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
