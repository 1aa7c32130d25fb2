"""What one viewer may know of one event, for live streams and the log: an allow-list by event type and field.

Every field of every event type is visible to all, to the one person it concerns, or to nobody until what it reveals is
open. An event type that is not listed is hidden entirely. In doubt, `view` decides: whatever the view shows a viewer at
that time may be heard.
"""

from typing import Any

from paigow.table.core.engine import Event, event_name
from paigow.table.core.log import CLAUSES
from paigow.table.core.model import DEALER, FLOOR
from paigow.table.core.plain import own_fields, plain, transfer_table
from paigow.tiles import HOUSE_WAYS

_HOUSE_RULES = frozenset(rule.clause for way in HOUSE_WAYS.values() for rule in way.rules)
"""Clauses that stand for one kind of tile hand. For cards, every house way rule has the same clause."""


def hear(event: Event, viewer: str) -> dict[str, Any]:
    """Return the event as the viewer may see it, as plain values ready for JSON.

    The viewer is a player's name, `dealer`, `floor`, or anyone else. The dealer knows no more about face-down pieces
    than anybody.
    """
    audience = event.audience
    whole = bool(viewer) and viewer == hearer(event)
    heard = audience.public | audience.hidden if whole else audience.public - _covered(event)
    clauses = event.clauses
    if CLAUSES in audience.hidden and not whole:
        clauses = tuple(clause for clause in clauses if clause not in _HOUSE_RULES)
    return _told(event, heard, clauses)


def hearer(event: Event) -> str:
    """Return the player (or the floor) who may see more of this event than everybody else; empty if nobody may."""
    named = event.audience.hearer
    who: str = named if named in ("", FLOOR) else getattr(event, named)
    return "" if who == DEALER else who


def everything(event: Event) -> dict[str, Any]:
    """Return the event with nothing hidden, in the same form, for viewers who may see all of it."""
    return _told(event, frozenset(own_fields(type(event))), event.clauses)


def _covered(event: Event) -> frozenset[str]:
    """Return the field of an event that is hidden because what it reveals is face down this time."""
    if event.audience.covered is None:
        return frozenset()
    flag, field = event.audience.covered
    return frozenset({field}) if getattr(event, flag) else frozenset()


def _told(event: Event, heard: frozenset[str], clauses: tuple[str, ...]) -> dict[str, Any]:
    told: dict[str, Any] = {"event": event_name(type(event))}
    for field in own_fields(type(event)):
        if field in heard:
            item = getattr(event, field)
            told[field] = None if item is None else plain(item)
    told["clauses"] = list(clauses)
    told["transfers"] = [transfer_table(move) for move in event.transfers]
    return told


__all__ = ["everything", "hear", "hearer"]
