"""The part of an event that one viewer may know, for live streams and the log: an allow-list by event type and field.

Every field of every event type is visible to all, to the one person it concerns, or to nobody until the pieces it
reveals are open. An event type that is not listed is hidden entirely. When in doubt, `view` decides: a viewer may hear
anything the view shows at that time.
"""

from typing import Any

from paigow.table.core.engine import Event, event_name
from paigow.table.core.log import CLAUSES
from paigow.table.core.model import DEALER, FLOOR
from paigow.table.view import own_fields, plain, transfer_table
from paigow.tiles import HOUSE_WAYS

_HOUSE_RULES = frozenset(rule.clause for way in HOUSE_WAYS.values() for rule in way.rules)
"""Clauses that each identify one kind of tile hand. For cards, all house way rules share one clause."""


def hear(event: Event, viewer: str) -> dict[str, Any]:
    """Return the event as the viewer may see it, as plain values ready for JSON.

    The viewer is a player's name, `dealer`, `floor`, or anyone else. The dealer knows no more about face-down pieces
    than anybody else.
    """
    audience = event.audience
    whole = bool(viewer) and viewer == hearer(event)
    heard = audience.public | audience.hidden if whole else audience.public - _covered(event)
    clauses = event.clauses
    if CLAUSES in audience.hidden and not whole:
        clauses = tuple(clause for clause in clauses if clause not in _HOUSE_RULES)
    return _visible_fields(event, heard, clauses)


def hearer(event: Event) -> str:
    """Return the player (or the floor) who may see more of this event than everybody else; "" if nobody may."""
    named = event.audience.hearer
    who: str = named if named in ("", FLOOR) else getattr(event, named)
    return "" if who == DEALER else who


def everything(event: Event) -> dict[str, Any]:
    """Return the event with nothing hidden, in the same form, for viewers who may see all of it."""
    return _visible_fields(event, frozenset(own_fields(type(event))), event.clauses)


def _covered(event: Event) -> frozenset[str]:
    """Return the field that is hidden in this particular event because the pieces it reveals are face down."""
    if event.audience.covered is None:
        return frozenset()
    flag, field = event.audience.covered
    return frozenset({field}) if getattr(event, flag) else frozenset()


def _visible_fields(event: Event, heard: frozenset[str], clauses: tuple[str, ...]) -> dict[str, Any]:
    visible: dict[str, Any] = {"event": event_name(type(event))}
    for field in own_fields(type(event)):
        if field in heard:
            item = getattr(event, field)
            visible[field] = None if item is None else plain(item)
    visible["clauses"] = list(clauses)
    visible["transfers"] = [transfer_table(move) for move in event.transfers]
    return visible


__all__ = ["everything", "hear", "hearer"]
