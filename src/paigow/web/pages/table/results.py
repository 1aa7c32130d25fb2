"""What became of the round, in words and money, from the public events of its settlement."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from paigow.comparison import HandComparison, Result, Winner
from paigow.money import rack
from paigow.table import Event, Game
from paigow.table.envy import EnvyPaid
from paigow.table.kit import Setting
from paigow.table.model import MAIN, WagerKey
from paigow.table.progressive import ProgressivePaid
from paigow.table.setting import BankHandExposed, HouseHandSet
from paigow.table.settlement import BankSettled, HandExposed, WagerSettled
from paigow.table.side_wagers import SideWagerSettled
from paigow.table.surrender import Surrendered
from paigow.table.wagers import WagerPlaced, WagerWithdrawn
from paigow.web.pages import words
from paigow.web.pages.phrases import phrase
from paigow.web.pages.table.model import Half, Outcome
from paigow.web.pages.table.money import short

CAGE_REASONS = frozenset({"buy-in", "cash-out", "chips to be changed", "chips changed"})


def net_of(events: Iterable[Event], viewer: str) -> int:
    """What the round has brought the viewer's rack so far; chips bought or changed are no part of it."""
    mine = rack(viewer)
    moves = [move for event in events for move in event.transfers if move.reason not in CAGE_REASONS]
    return sum(move.amount for move in moves if move.credit == mine) - sum(
        move.amount for move in moves if move.debit == mine
    )


def wagers_of(events: Iterable[Event]) -> dict[WagerKey, int]:
    """What lay on the table when the betting was over."""
    placed: dict[WagerKey, int] = {}
    for event in events:
        if isinstance(event, WagerPlaced):
            placed[event.wager] = event.amount
        elif isinstance(event, WagerWithdrawn):
            placed.pop(event.wager, None)
    return placed


def outcomes(events: Sequence[Event], viewer: str, game: Game, bank: int) -> Iterator[Outcome]:
    """Position by position in the order of the document; the viewer's own first."""
    found = list(_outcomes(events, viewer, game, bank))
    yield from sorted(found, key=lambda outcome: not outcome.mine)


def _outcomes(events: Sequence[Event], viewer: str, game: Game, bank: int) -> Iterator[Outcome]:
    house = _bank_setting(events, bank)
    for event in events:
        if isinstance(event, HandExposed):
            paid = [e for e in events if isinstance(e, WagerSettled | SideWagerSettled) and _at(e) == event.position]
            mine = any(e.wager.player == viewer for e in paid)
            yield Outcome(
                position=event.position,
                label=words.place(event.position, game),
                result=event.result.value,
                headline=_headline(event, game),
                mine=mine,
                halves=tuple(_halves(event, house, game)) if house is not None else (),
                money=tuple(_money(paid, game, viewer)),
                clause=event.clauses[-3] if event.foul else event.match.clause,
            )
        elif isinstance(event, Surrendered):
            mine = event.wager.player == viewer
            headline = _("%(player)s gives the hand up") % {"player": event.wager.player}
            place = words.place(event.wager.position, game)
            yield Outcome(event.wager.position, place, "lose", headline, mine, clause=event.clauses[0])
        elif isinstance(event, EnvyPaid):
            headline = _("%(player)s wins %(won)s of envy for %(place)s") % {
                "player": event.player,
                "won": short(event.amount),
                "place": words.place(event.position, game),
            }
            mine = event.player == viewer
            name = words.word(words.KINDS, event.kind)
            yield Outcome(
                event.position, name, "win", headline, mine, money=(phrase(event.hand),), clause=event.clauses[0]
            )
        elif isinstance(event, ProgressivePaid):
            headline = _("%(player)s wins %(won)s") % {"player": event.wager.player, "won": short(event.amount)}
            mine = event.wager.player == viewer
            name = words.word(words.KINDS, event.wager.kind)
            yield Outcome(
                event.wager.position, name, "win", headline, mine, money=(phrase(event.hand),), clause=event.clauses[0]
            )
        elif isinstance(event, BankSettled):
            yield _bank_outcome(event, viewer, game, bank)


def _at(event: Any) -> int:
    return int(event.wager.position)


def _bank_setting(events: Iterable[Event], bank: int) -> Setting | None:
    found = None
    for event in events:
        if isinstance(event, HouseHandSet | BankHandExposed) and event.position == bank:
            found = event.setting
    return found


def _headline(event: HandExposed, game: Game) -> str:
    if event.foul:
        return _("A foul hand: it loses")
    said = {Result.WIN: _("Both hands win"), Result.PUSH: _("One hand each: a push"), Result.LOSE: _("Both hands lose")}
    return f"{said[event.result]} — {phrase(event.call)}" if event.call else said[event.result]


def _halves(event: HandExposed, house: Setting, game: Game) -> Iterator[Half]:
    mine, theirs = words.setting_names(event.setting, game), words.setting_names(house, game)
    labels = (_("High"), _("Low"))
    for number, compared in enumerate((event.match.high, event.match.low)):
        yield Half(
            labels[number], mine[number], theirs[number], compared.winner.value, _said(compared), compared.clause
        )


def _said(compared: HandComparison) -> str:
    match compared.winner:
        case Winner.PLAYER:
            return _("beats")
        case Winner.BANK:
            return _("loses to")
        case Winner.COPY:
            return _("copies, which goes to the bank:")


def _money(paid: Iterable[WagerSettled | SideWagerSettled], game: Game, viewer: str) -> Iterator[str]:
    for event in paid:
        whose = words.word(words.KINDS, event.wager.kind)
        if event.wager.player != viewer or event.wager.kind != MAIN:
            whose = f"{event.wager.player}, {whose}" if event.wager.player != viewer else whose
        if event.won:
            text = _("%(whose)s wins %(won)s") % {"whose": whose, "won": short(event.won)}
            if isinstance(event, WagerSettled) and event.vigorish:
                fee = {"fee": short(event.vigorish), "name": words.commission(game)}
                text += ", " + _("less %(fee)s %(name)s") % fee
            line = getattr(event, "line", "")
            yield f"{text} ({phrase(line)})" if line else text
        elif event.result is Result.PUSH:
            yield _("%(whose)s pushes") % {"whose": whose}
        else:
            yield _("%(whose)s loses") % {"whose": whose}


def _bank_outcome(event: BankSettled, viewer: str, game: Game, bank: int) -> Outcome:
    mine = bool(viewer) and any(rack(viewer) in (move.debit, move.credit) for move in event.transfers)
    if event.collected:
        headline = _("The bank makes up %(sum)s") % {"sum": short(event.collected)}
        return Outcome(bank, _("Bank"), "lose", headline, mine, clause=event.clauses[0])
    headline = _("The bank takes %(sum)s") % {"sum": short(event.surplus)}
    fee = {"fee": short(event.vigorish), "name": words.commission(game)}
    money = (_("less %(fee)s %(name)s") % fee,) if event.vigorish else ()
    return Outcome(bank, _("Bank"), "win", headline, mine, money=money, clause=event.clauses[0])


def told(found: Sequence[Outcome], net: int | None) -> str:
    """The viewer's results in one breath, for those who listen."""
    parts = []
    for outcome in found:
        if outcome.mine:
            halves = "; ".join(f"{half.label}: {half.mine} {half.said} {half.theirs}" for half in outcome.halves)
            parts.append(". ".join(filter(None, (f"{outcome.label}: {outcome.headline}", halves, *outcome.money))))
    if parts and net is not None:
        parts.append(_("This round: %(net)s") % {"net": f"+{short(net)}" if net > 0 else short(net)})
    return ". ".join(parts)
