"""Parsing of a posted form into the command it represents.

The engine decides what is legal; a form is only parsed here, strictly.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol, TypeAlias, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl

from django.utils.translation import gettext as _

from paigow.errors import NotationError
from paigow.money import parse_cents
from paigow.record.wire import read_command
from paigow.table import Command, TableState
from paigow.table.chance import RoundChance
from paigow.table.core.engine import PlayerCommand, commands
from paigow.table.core.model import FLOOR
from paigow.table.steps.banking import bank_position
from paigow.table.steps.seating import BuyIn
from paigow.table.steps.seeds import GiveSeed
from paigow.table.steps.setting import SetHand
from paigow.table.view import FACE_DOWN, view
from paigow.web.pages.table.forms import SETTING_VERBS

NOT_FIELDS = frozenset({"verb", "key", "round", "choice", "low", "chips", "why", "contribution", "csrfmiddlewaretoken"})
Draws: TypeAlias = Callable[[], RoundChance | None]
"""A callable that draws the random outcomes of a round. It unseals a seed, so it is not called for commands without
chance.
"""
MONEY = frozenset({"amount", "cash"})


class Posted(Protocol):
    """The type of Django's `request.POST`."""

    def getlist(self, key: str) -> Sequence[Any]: ...
    def keys(self) -> Any: ...


def read_form(posted: Posted, viewer: str, state: TableState, draws: Draws | None = None) -> Command:
    """Return the command of a form.

    Fields of chance come from `draws`, which is called only for them, never from the form.
    """
    verb = _one(posted, "verb")
    kind = commands().get(verb)
    if kind is None:
        raise NotationError(_("there is no action %(verb)s") % {"verb": verb})
    given = {name: _one(posted, name) for name in posted.keys() if name not in NOT_FIELDS}  # noqa: SIM118
    if choice := _one(posted, "choice"):
        given |= dict(parse_qsl(choice, keep_blank_values=True))
    if verb in SETTING_VERBS and "setting" not in given:
        given["setting"] = _picked(posted.getlist("low"), given.get("position"), viewer, state)
    if verb != GiveSeed.verb:
        given.pop("commitment", None)  # sent along with the seed of a bet
    drawn = dict(kind.drawn)
    table = {name: _value(name, text, kind) for name, text in given.items() if name not in drawn}
    if drawn:
        chance = None if draws is None else draws()
        if chance is None:
            raise NotationError(_("%(verb)s needs a random draw") % {"verb": verb})
        table |= {name: list(getattr(chance, method)(state)) for name, method in drawn.items()}
    if viewer != FLOOR and not issubclass(kind, PlayerCommand):
        table["player"] = viewer
    return read_command({"by": viewer, "do": verb, **table}, state.game.kit)


def _one(posted: Posted, name: str) -> str:
    values = posted.getlist(name)
    return str(values[-1]) if values else ""


def _value(name: str, text: str, kind: type[Command]) -> Any:
    """Convert text to the type of value that the field holds."""
    hint = get_type_hints(kind).get(name, str)
    if name in MONEY:
        return read_money(text)
    try:
        if get_origin(hint) is tuple:
            each = get_args(hint)[0]
            return text if each not in (int, str) else [int(part) if each is int else part for part in text.split()]
        if hint is bool:
            return {"true": True, "false": False}[text]
        return int(text) if hint is int else text
    except (ValueError, KeyError):
        raise NotationError(_("%(text)s is not a valid %(field)s") % {"text": repr(text), "field": name}) from None


def read_money(text: str) -> int:
    """Parse cents from the value of a number field."""
    whole, dot, rest = text.strip().partition(".")
    return parse_cents(f"{whole}.{rest:0<2}" if dot else whole)


def read_chips(posted: Posted, viewer: str, command: Command) -> Command | None:
    """Return the amount of chips that a person who sits down wants to buy."""
    wanted = _one(posted, "chips") if command.verb == "sit" else ""
    return BuyIn(player=viewer, amount=read_money(wanted)) if wanted else None


def _picked(places: Sequence[Any], position: str | None, viewer: str, state: TableState) -> str:
    """Return the setting whose low hand was picked by position, for a hand that the viewer may see."""
    seen: Mapping[str, Any] | None = view(state, viewer)["round"]
    at = _value("position", position, SetHand) if position else bank_position(state) if seen is not None else 0
    hand = {} if seen is None else seen["hands"].get(at, {})
    pieces = hand.get("pieces", [FACE_DOWN])
    picked = sorted({int(place) for place in places if str(place).isdecimal() and len(place) < 3})
    if FACE_DOWN in pieces or len(picked) != 2 or picked[-1] >= len(pieces):
        raise NotationError(_("pick the two cards or tiles of the low hand"))
    high = (piece for place, piece in enumerate(pieces) if place not in picked)
    return " ".join(chain(high, ("/",), (pieces[place] for place in picked)))
