"""Events and their values as text, integers, booleans, lists and tables, for files and streams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from paigow.errors import PaigowError
from paigow.money import Transfer, bet
from paigow.poker import Card, PokerSetting
from paigow.table.core.engine import Event
from paigow.table.core.model import WagerKey
from paigow.tiles import Tile, TileSetting

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
