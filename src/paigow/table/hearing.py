"""What one viewer may know of one event, for live streams and the log: an allow-list, kind by kind and field by field.

Every field of every kind of event is either heard by all, or by the one person whom it concerns, or by nobody until
what it tells lies open. A kind that is not listed cannot be heard at all. What is in doubt follows `view`: whatever the
view shows to a viewer at that time may be heard.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from paigow.table.core.engine import Event, event_name
from paigow.table.core.model import DEALER, FLOOR
from paigow.table.core.plain import own_fields, plain, transfer_table
from paigow.tiles import HOUSE_WAYS

CLAUSES = "clauses"


@dataclass(frozen=True, slots=True)
class Hearing:
    """Who hears which fields of a kind of event.

    `clauses` among the fields that are not for all means those that name a rule of the house way: which rule sets a
    hand tells what the hand holds.
    """

    public: frozenset[str]
    hidden: frozenset[str] = frozenset()  # heard by nobody but `whose`
    whose: str = ""  # who hears the hidden fields too: the person named in this field, or the floor; nobody if empty


def _heard(public: str = "", hidden: str = "", whose: str = "") -> Hearing:
    return Hearing(frozenset(public.split()), frozenset(hidden.split()), whose)


HEARINGS: Mapping[str, Hearing] = MappingProxyType(
    {
        # opening: what a set holds is seen when it is spread face up
        "set-received": _heard("set_id prepared", "pieces"),
        "set-cleaned": _heard("set_id"),
        "set-inspected": _heard("set_id"),
        "set-rejected": _heard("set_id flaws table_id time signed"),
        "set-verified": _heard("set_id"),
        "set-displayed": _heard("pieces idle face_down"),
        "set-viewed": _heard("player"),
        "set-turned-up": _heard("player pieces"),
        "set-turned-down": _heard(),
        "set-removed": _heard("set_id reason"),
        "set-laid-out": _heard("pieces"),
        "damage-found": _heard("", "piece", FLOOR),
        "piece-replaced": _heard("piece"),
        "dice-replaced": _heard(),
        "time-passed": _heard("now"),
        "joker-torn": _heard("set_id by"),
        # people: a seat's seed is its player's until the pieces are mixed, or with a chain until seeds are closed
        "player-seated": _heard("player position", "seed", "player"),
        "seed-given": _heard("player commitment", "seed", "player"),
        "seeds-closed": _heard("seats missing", "order"),
        "chips-bought": _heard("player amount"),
        "coloured-up": _heard("player amount"),
        "player-left": _heard("player"),
        "player-walked-away": _heard("player"),
        "player-came-back": _heard("player"),
        "hand-abandoned": _heard("position"),
        "wager-abandoned": _heard("wager"),
        "conduct-noted": _heard("kind player reporter"),
        "table-stopped": _heard("reason"),
        "table-resumed": _heard(),
        "player-removed": _heard("player"),
        "player-restored": _heard("player"),
        "player-banned": _heard("player"),
        "set-first-directed": _heard("player on"),
        "english-directed": _heard("on"),
        # bank and mix: the order of the pieces is nobody's
        "chain-published": _heard("tip first length cuts"),
        "round-opened": _heard("number commitment offering"),
        "bank-offered": _heard("player"),
        "bank-passed": _heard("player"),
        "bank-accepted": _heard("player co position sharers"),
        "house-banks": _heard(),
        "mixed": _heard("to_cut", "order"),
        "stacks-cut": _heard("player places", "order"),
        "stacking-spoiled": _heard(),
        "laja-called": _heard("player"),
        "laja-performed": _heard("shown", "order"),
        "reshuffle-called": _heard("reason"),
        "deck-taken": _heard("deck back stored"),
        "deck-placed": _heard("at draws lays by_device"),
        "deck-removed": _heard("deck"),
        "shuffle-failed": _heard("usable"),
        "device-failed": _heard("device"),
        "device-marked": _heard("device sign"),
        "device-restored": _heard("device"),
        "cut-offered": _heard("player"),
        "cut-passed": _heard("player"),
        "cards-cut": _heard("player depth cover_card"),
        "recut-required": _heard("next_person"),
        "shuffle-directed": _heard(),
        # wagers: chips are on the table for all to see
        "wager-placed": _heard("wager amount"),
        "wager-declared": _heard("wager amount"),
        "wager-withdrawn": _heard("wager"),
        "wager-limited": _heard("wager amount"),
        "wager-cut-down": _heard("wager amount"),
        "wager-released": _heard("wager"),
        "box-chosen": _heard("player position"),
        "control-yielded": _heard("player position"),
        "control-ascertained": _heard("position player nearest_first"),
        "bank-staked": _heard("wager amount"),
        "co-bank-agreed": _heard("player"),
        "bank-uncovered": _heard("player co"),
        "stake-taken": _heard("stake house"),
        "stake-returned": _heard(),
        "lammers-placed": _heard("wagers"),
        "progressive-locked": _heard(),
        "progressive-collected": _heard("wagers chips accepted"),
        "meters-raised": _heard("wagers"),
        "dealer-wager-directed": _heard("amount"),
        "dealer-wagered": _heard("amount"),
        "bets-closed": _heard(),
        # start and deal: the dice are under the lid, the pieces face down
        "delivery-chosen": _heard("delivery player"),
        "cut-declined": _heard("player"),
        "cut-directed": _heard("delivery"),
        "tiles-cut": _heard("delivery"),
        "adjustment-nominated": _heard("value"),
        "dice-shaken": _heard("shakes player", "dice"),
        "no-roll-called": _heard("reason"),
        "start-determined": _heard("number start dice"),
        "start-marked": _heard("position marker"),
        "button-moved": _heard("position"),
        "delivered": _heard("delivery start", "hands stub"),
        "empty-laid-together": _heard("groups"),
        "bank-tiles-moved": _heard("position"),
        "dealer-marked": _heard("wager"),
        "empty-collected": _heard("positions"),
        "shaker-rested": _heard(),
        "stub-counted": _heard("count"),
        "stub-wrong": _heard("count expected misdealt"),
        "card-lost": _heard("", "card"),
        "face-up-found": _heard("card"),
        "drawn-in-error": _heard(),
        "dealer-cards-shown": _heard("position"),
        "jacks-declared": _heard("jacks"),
        # setting: a player's hands lie face down, whoever sets them; the house's and the bank's are set face up
        "hand-looked-at": _heard("player position"),
        "house-way-told": _heard("player position", "setting rule clauses", "player"),
        "dealer-asked": _heard("player position"),
        "hand-set": _heard("position set_by", "setting clauses", "set_by"),
        "hand-confirmed": _heard("position player"),
        "tiles-shown": _heard("position places player"),
        "conceded-viewed": _heard("position"),
        "players-ready": _heard(),
        "house-hand-set": _heard("position setting set_by rule"),
        "bank-hand-exposed": _heard("position setting"),
        "hands-compared": _heard(),
        # settlement: of hands that lie open
        "dealer-hand-compared": _heard("result match"),
        "hand-exposed": _heard("position setting result match foul call"),
        "surrendered": _heard("wager"),
        "wager-settled": _heard("wager result won vigorish"),
        "side-wager-settled": _heard("wager result line won"),
        "all-exposed": _heard("pay"),
        "bank-settled": _heard("collected surplus vigorish"),
        "round-settled": _heard(),
        "round-closed": _heard("number seed void"),
        "round-abandoned": _heard("number reason"),
        "hand-discarded": _heard("position count"),
        "hand-rearranged": _heard("position best name"),
        "envy-hand-announced": _heard("position hand"),
        "envy-paid": _heard("player position kind hand amount"),
        "progressive-hit": _heard("wager hand light"),
        "progressive-paid": _heard("wager hand amount percent meter"),
        "progressive-returned": _heard("wagers reversed"),
        "documents-completed": _heard("position"),
        # irregularities: a hand that was knocked over is set anew, but not yet open
        "removal-shaken": _heard("dice position removed"),
        "box-restored": _heard("position"),
        "hand-disturbed": _heard("position", "setting rule clauses"),
        "hands-mixed": _heard("positions"),
        "round-voided": _heard("reason"),
        "piece-exposed": _heard("position place choice"),
        "hand-voided": _heard("position wagers"),
        "played-on": _heard("position"),
        "house-hand-reset": _heard("position setting rule everyone"),
    }
)

HIDDEN: frozenset[str] = frozenset(name for name, hearing in HEARINGS.items() if hearing.hidden)
"""Kinds of events that hold something not for everybody, and are kept under seal."""

FACE_DOWN: Mapping[str, tuple[str, str]] = MappingProxyType({"set-displayed": ("face_down", "pieces")})
"""A kind, a field that tells that something lies face down, and the field that is not heard then."""

_HOUSE_RULES = frozenset(rule.clause for way in HOUSE_WAYS.values() for rule in way.rules)
"""Clauses that stand for one kind of tile hand. For cards every rule of a house way has the same clause."""


def hear(event: Event, viewer: str) -> dict[str, Any]:
    """Return the event as the viewer hears of it, as plain values ready for JSON.

    The viewer is a player's name, `dealer`, `floor`, or anyone else. The dealer knows no more of face-down pieces than
    anybody.
    """
    hearing = HEARINGS[event_name(type(event))]
    whole = bool(viewer) and viewer == hearer(event)
    heard = hearing.public | hearing.hidden if whole else hearing.public - _covered(event)
    clauses = event.clauses
    if CLAUSES in hearing.hidden and not whole:
        clauses = tuple(clause for clause in clauses if clause not in _HOUSE_RULES)
    return _told(event, heard, clauses)


def hearer(event: Event) -> str:
    """Return the player or the floor who hears more of this event than everybody does; empty if nobody does."""
    hearing = HEARINGS[event_name(type(event))]
    who = _whose(event, hearing) if hearing.whose else ""
    return "" if who == DEALER else who


def everything(event: Event) -> dict[str, Any]:
    """Return the event with nothing kept back, in the same form: for whom all of it is open."""
    return _told(event, frozenset(own_fields(type(event))), event.clauses)


def _whose(event: Event, hearing: Hearing) -> str:
    return FLOOR if hearing.whose == FLOOR else getattr(event, hearing.whose)


def _covered(event: Event) -> frozenset[str]:
    """Return the field of an event that is not heard since what it tells lies face down this time."""
    flag, field = FACE_DOWN.get(event_name(type(event)), ("", ""))
    return frozenset({field}) if flag and getattr(event, flag) else frozenset()


def _told(event: Event, heard: frozenset[str], clauses: tuple[str, ...]) -> dict[str, Any]:
    told: dict[str, Any] = {"event": event_name(type(event))}
    for field in own_fields(type(event)):
        if field in heard:
            item = getattr(event, field)
            told[field] = None if item is None else plain(item)
    told["clauses"] = list(clauses)
    told["transfers"] = [transfer_table(move) for move in event.transfers]
    return told


__all__ = ["HEARINGS", "HIDDEN", "Hearing", "everything", "hear", "hearer"]
