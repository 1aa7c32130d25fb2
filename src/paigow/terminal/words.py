"""Names on the screen, in the document's own words if it has them."""

from paigow.comparison import Result
from paigow.hands import AnyHands
from paigow.hands.pieces import Setting
from paigow.language.codes import KINDS
from paigow.language.saying import setting_names
from paigow.money import format_cents
from paigow.rules.standards import STANDARDS
from paigow.table.boxes import boxes
from paigow.table.core.game import Game
from paigow.table.core.model import BANK_STAKE, DEALER_WAGER, MAIN, Phase
from paigow.table.layout import layout_of
from paigow.terminal.text import _, phrase, voice, within


def money(cents: int) -> str:
    """Return an amount without zero cents, as for a stack of chips."""
    written = format_cents(cents)
    return written.removesuffix(".00")


def clauses(ids: tuple[str, ...]) -> str:
    return f"[{' '.join(dict.fromkeys(ids))}]" if ids else ""


def hand_names(kit: AnyHands, setting: Setting) -> tuple[str, str]:
    """Return the names of the high and the low hand."""
    return setting_names(setting, kit, voice())


def standard_name(standard: str) -> str:
    return _(STANDARDS[standard].lobby.label)


def has_boxes(game: Game) -> bool:
    """Return whether the game has boxes: the words are then those of New Zealand's document."""
    return game.has(boxes)


def phase_name(phase: Phase, game: Game) -> str:
    names = {
        Phase.CLOSED: within("phase", "closed"),
        Phase.INSPECTION: _("inspection"),
        Phase.DISPLAY: _("table opening"),
        Phase.OPEN: _("between rounds"),
        Phase.OFFERING: _("bank offered"),
        Phase.MIXING: within("phase", "mixing"),
        Phase.CUTTING: _("the cut"),
        Phase.BETTING: _("place your bets"),
        Phase.SEEDING: _("no more bets"),
        Phase.STARTING: _("no more bets"),
        Phase.DEALING: within("phase", "dealing"),
        Phase.SETTING: _("set your hands"),
        Phase.BANKING: _("the banker’s hand") if has_boxes(game) else _("the bank’s hand"),
        Phase.EXPOSING: _("hands exposed"),
        Phase.PAYING: within("phase", "payout"),
        Phase.FINISHED: within("phase", "settled"),
    }
    return names[phase]


def place_name(game: Game, position: int) -> str:
    if position == game.dealer:
        return _("dealer")
    if position == game.dead:
        return _("Dead Hand")
    return phrase(game.rules.terms.place_at(position))


def wager_name(game: Game, kind: str) -> str:
    """Return a wager's name as inscribed on the layout, if it has an inscription."""
    if kind == MAIN:
        return _("Pai Gow bet")
    if kind == BANK_STAKE:
        return _("banker’s wager") if has_boxes(game) else _("bank’s stake")
    if kind == DEALER_WAGER:
        return _("dealer’s wager")
    areas = layout_of(game).areas_of(kind)
    return phrase(areas[0].inscription) if areas and areas[0].inscription else _(KINDS.get(kind, kind))


def surrender_word(game: Game) -> str:
    return phrase(game.rules.terms.give_up)


def result_word(result: Result, game: Game) -> str:
    return {Result.WIN: _("win"), Result.PUSH: push_word(game), Result.LOSE: _("lose")}[result]


def push_word(game: Game) -> str:
    return phrase(game.rules.terms.push)


def dice_word(game: Game) -> str:
    """Return the word for the container of the dice."""
    cup = any(thing.kind == "dice-cup" for thing in layout_of(game).things)
    return _("dice cup, covered") if cup else _("shaker, covered")
