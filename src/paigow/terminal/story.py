"""The log of a round: each event in a sentence with its clauses. What lies face down is not told before the seed is."""

from collections.abc import Iterator
from dataclasses import dataclass

from paigow.money import rack
from paigow.poker import Card, PokerSetting
from paigow.record.codec import event_name
from paigow.record.narration import tell, tell_transfer
from paigow.table import Event, Game
from paigow.terminal.seat import Played
from paigow.terminal.text import _
from paigow.terminal.words import place_name
from paigow.tiles import Tile, TileSetting

OPEN = frozenset(
    {
        "set-displayed",
        "set-turned-up",
        "set-laid-out",
        "house-hand-set",
        "house-hand-reset",
        "bank-hand-exposed",
        "hand-exposed",
        "hand-rearranged",
        "hand-disturbed",
        "face-up-found",
        "card-lost",
        "damage-found",
        "piece-replaced",
        "start-determined",
        "removal-shaken",
    }
)
"""Events that show pieces or dice to everybody."""


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    clauses: tuple[str, ...]
    transfers: tuple[str, ...] = ()


def story(played: Played, game: Game, me: str) -> Iterator[Line]:
    """The round so far; all of it once the seed is revealed."""
    for event in played.events:
        yield line(event, game, me, played.closed)


def line(event: Event, game: Game, me: str, revealed: bool = False) -> Line:
    public = revealed or event_name(type(event)) in OPEN or not _holds_pieces(event) or _is_mine(event, me)
    text = tell(event, game, _) if public else _covered(event, game)
    moves = tuple(tell_transfer(move) for move in event.transfers if rack(me) in (move.debit, move.credit))
    return Line(_capital(text), event.clauses, moves)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if text.startswith(("position ", "box ", "the ")) else text


def _is_mine(event: Event, me: str) -> bool:
    """A hand that the person set, or advice to the person."""
    return me in (getattr(event, "set_by", ""), getattr(event, "player", "")) and not hasattr(event, "order")


def _holds_pieces(event: Event) -> bool:
    return any(_is_piece(getattr(event, name)) for name in type(event).__dataclass_fields__ if name != "transfers")


def _is_piece(value: object) -> bool:
    if isinstance(value, tuple):
        return any(_is_piece(each) for each in value)
    return isinstance(value, Tile | Card | TileSetting | PokerSetting)


def _covered(event: Event, game: Game) -> str:
    """What everybody can see of it."""
    name = event_name(type(event))
    position = getattr(event, "position", None)
    where = "" if position is None else place_name(game, position)
    sentences = {
        "mixed": _("The pieces are mixed and stacked, face down."),
        "stacks-cut": _("The bank has the stacks cut."),
        "laja-performed": _("The dealer performs a laja."),
        "delivered": _("The hands are dealt, face down."),
        "hand-set": _("The hand of {place} is set, face down.").format(place=where),
        "house-way-told": _("A player is told the house way."),
    }
    return sentences.get(name) or f"{name.replace('-', ' ').capitalize()}."
