"""What one viewer may know of one event, for live streams and the log.

It is an allow-list: each kind of event says in its class who hears each of its fields (`audience`), and one that does
not cannot be made. What is in doubt follows `view`: whatever the view shows to a viewer at that time may be heard.
"""

from typing import Any

from paigow.table.core.engine import Event, event_name
from paigow.table.core.log import CLAUSES
from paigow.table.core.model import DEALER, FLOOR
from paigow.table.core.plain import own_fields, plain, transfer_table
from paigow.tiles import HOUSE_WAYS

_HOUSE_RULES = frozenset(rule.clause for way in HOUSE_WAYS.values() for rule in way.rules)
"""Clauses that stand for one kind of tile hand. For cards every rule of a house way has the same clause."""


def hear(event: Event, viewer: str) -> dict[str, Any]:
    """Return the event as the viewer hears of it, as plain values ready for JSON.

    The viewer is a player's name, `dealer`, `floor`, or anyone else. The dealer knows no more of face-down pieces than
    anybody.
    """
    audience = event.audience
    whole = bool(viewer) and viewer == hearer(event)
    heard = audience.public | audience.hidden if whole else audience.public - _covered(event)
    clauses = event.clauses
    if CLAUSES in audience.hidden and not whole:
        clauses = tuple(clause for clause in clauses if clause not in _HOUSE_RULES)
    return _told(event, heard, clauses)


def hearer(event: Event) -> str:
    """Return the player or the floor who hears more of this event than everybody does; empty if nobody does."""
    named = event.audience.hearer
    who: str = named if named in ("", FLOOR) else getattr(event, named)
    return "" if who == DEALER else who


def everything(event: Event) -> dict[str, Any]:
    """Return the event with nothing kept back, in the same form: for whom all of it is open."""
    return _told(event, frozenset(own_fields(type(event))), event.clauses)


def _covered(event: Event) -> frozenset[str]:
    """Return the field of an event that is not heard since what it tells lies face down this time."""
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
