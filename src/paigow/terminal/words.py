"""What things are called on the screen, in the document's own words where it has them."""

from paigow.comparison import Result
from paigow.money import format_cents
from paigow.poker import PokerSetting, Wheel
from paigow.rules.standards import STANDARDS
from paigow.table.game import Game
from paigow.table.kit import CardKit, Kit, Setting
from paigow.table.layout import layout_of
from paigow.table.model import BANK_STAKE, DEALER_WAGER, MAIN, Phase
from paigow.terminal.text import _


def money(cents: int) -> str:
    """Without the cents where there are none: what a chip stack is called."""
    written = format_cents(cents)
    return written.removesuffix(".00")


def clauses(ids: tuple[str, ...]) -> str:
    return f"[{' '.join(dict.fromkeys(ids))}]" if ids else ""


def hand_names(kit: Kit, setting: Setting) -> tuple[str, str]:
    """What the high and the low hand are."""
    if isinstance(setting, PokerSetting):
        wheel = kit.wheel if isinstance(kit, CardKit) else Wheel.SECOND
        return _(setting.high_rank(wheel).name), _(setting.low_rank.name)
    return _(setting.high_rank.name), _(setting.low_rank.name)


def game_name(game: Game) -> str:
    names = {
        "maryland-tiles": _("Pai Gow tiles, Maryland"),
        "maryland-poker": _("Pai Gow Poker, Maryland"),
        "new-zealand": _("Pai Gow, New Zealand"),
        "dealer-open": _("Dealer Open Pai Gow"),
    }
    return names.get(game.standard) or STANDARDS[game.standard].title


def phase_name(phase: Phase) -> str:
    names = {
        Phase.CLOSED: _("closed"),
        Phase.INSPECTION: _("inspection"),
        Phase.DISPLAY: _("the set is shown"),
        Phase.OPEN: _("between rounds"),
        Phase.OFFERING: _("bank offered"),
        Phase.MIXING: _("mixing"),
        Phase.CUTTING: _("the cut"),
        Phase.BETTING: _("place your bets"),
        Phase.STARTING: _("no more bets"),
        Phase.DEALING: _("dealing"),
        Phase.SETTING: _("set your hands"),
        Phase.BANKING: _("the bank’s hand"),
        Phase.EXPOSING: _("hands exposed"),
        Phase.PAYING: _("payout"),
        Phase.FINISHED: _("settled"),
    }
    return names[phase]


def place_word(game: Game) -> str:
    """New Zealand has boxes where the others have positions."""
    return _("box") if game.options.boxes is not None else _("position")


def place_name(game: Game, position: int) -> str:
    if position == game.dealer:
        return _("dealer")
    return _("Dead Hand") if position == game.dead else f"{place_word(game)} {position}"


def wager_name(game: Game, kind: str) -> str:
    """As it is inscribed on the layout, where it is."""
    if kind == MAIN:
        return _("Pai Gow wager")
    if kind == BANK_STAKE:
        return _("bank’s stake")
    if kind == DEALER_WAGER:
        return _("dealer’s wager")
    areas = layout_of(game).areas_of(kind)
    return _(areas[0].inscription) if areas and areas[0].inscription else kind


def surrender_word(game: Game) -> str:
    return _("concede") if game.options.boxes is not None else _("surrender")


def result_word(result: Result) -> str:
    return {Result.WIN: _("win"), Result.PUSH: _("push"), Result.LOSE: _("lose")}[result]
