"""The outcome of a round for the person, in words and money: the deciding comparison, the vigorish, and the clauses."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from paigow.comparison import HandComparison, Match, Result, Winner
from paigow.hands.pieces import Setting
from paigow.money import format_cents
from paigow.table import Event, TableState
from paigow.table.cards.envy import EnvyPaid
from paigow.table.cards.jacks import JacksDeclared
from paigow.table.cards.progressive import ProgressivePaid
from paigow.table.core.model import MAIN
from paigow.table.floor.irregularities import HandVoided, RoundVoided, standing
from paigow.table.steps.banking import bank_position, bankers
from paigow.table.steps.settlement import BankSettled, HandExposed, WagerSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.steps.surrender import Surrendered
from paigow.terminal.seat import Played, SeatedTable
from paigow.terminal.text import _, phrase, within
from paigow.terminal.words import clauses, hand_names, has_boxes, place_name, push_word, wager_name


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of the result, and the clauses behind it."""

    text: str
    cited: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} {clauses(self.cited)}".rstrip()


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a round; `net` is the total in cents."""

    net: int
    lines: tuple[Line, ...]

    @property
    def headline(self) -> str:
        if self.net > 0:
            return _("You win {amount}.").format(amount=format_cents(self.net))
        if self.net < 0:
            return _("You lose {amount}.").format(amount=format_cents(-self.net))
        return _("You break even.")


def outcome_of(table: SeatedTable) -> RoundResult | None:
    """Return the last round's outcome, once it is settled or void."""
    played = table.rounds[-1] if table.rounds else None
    if played is None or played.last is None:
        return None
    if table.state.round is not None and table.state.phase.value != "finished":
        return None
    net = table.rack - played.opening_chips - played.bought
    lines = tuple(_lines(played, played.last, table.name))
    return RoundResult(net, lines or (Line(_("You did not play this round.")),))


def _lines(played: Played, state: TableState, me: str) -> Iterator[Line]:
    bank = me in bankers(state)
    for event in standing(played.events):
        yield from _bank_line(event, state) if bank else _player_line(event, state, me)
        match event:
            case RoundVoided():
                yield Line(_("The round is void: {reason}.").format(reason=phrase(event.reason)), event.clauses)
            case EnvyPaid() if event.player == me:
                paid = _("Envy bonus for {hand} at {place}: you are paid {amount}")
                place = place_name(state.game, event.position)
                text = paid.format(hand=phrase(event.hand), place=place, amount=format_cents(event.amount))
                yield Line(text, event.clauses)


def _player_line(event: Event, state: TableState, me: str) -> Iterator[Line]:
    game = state.game
    mine = {key.position for key in state.current.wagers if key.player == me and key.kind == MAIN}
    match event:
        case HandExposed() if event.position in mine:
            several = len(mine) > 1
            for line in comparison(state, event.position, event.setting, event.match, event.foul, event.clauses):
                yield replace(line, text=f"{place_name(game, event.position)}  {line.text}") if several else line
        case JacksDeclared():
            yield Line(_("The dealer has {n} jacks and wins outright.").format(n=event.jacks), event.clauses)
        case WagerSettled() | SideWagerSettled() | Surrendered() | ProgressivePaid() if event.wager.player == me:
            name = wager_name(game, event.wager.kind)
            if event.wager.kind == MAIN and len(mine) > 1:
                name = _("{wager}, {place}").format(wager=name, place=place_name(game, event.wager.position))
            settled = _settled(event, state)
            yield Line(_("{name}: {settled}").format(name=name, settled=settled), event.clauses)
        case HandVoided() if event.position in mine:
            yield Line(_("Your hand is void."), event.clauses)


def _settled(event: WagerSettled | SideWagerSettled | Surrendered | ProgressivePaid, state: TableState) -> str:
    staked = format_cents(state.current.wagers.get(event.wager, 0))
    match event:
        case Surrendered():
            given_up = _("{staked} conceded.") if has_boxes(state.game) else _("{staked} surrendered.")
            return given_up.format(staked=staked)
        case ProgressivePaid():
            return _("{hand} is paid {amount}.").format(hand=phrase(event.hand), amount=format_cents(event.amount))
        case SideWagerSettled() if event.result is Result.WIN:
            return _("{line} wins {amount}.").format(line=phrase(event.line), amount=format_cents(event.won))
        case WagerSettled() if event.result is Result.WIN:
            won = format_cents(event.won)
            if event.vigorish:
                fee = format_cents(event.vigorish)
                less = (
                    _("you win {amount}, less {vigorish} commission.")
                    if has_boxes(state.game)
                    else _("you win {amount}, less {vigorish} vigorish (commission).")
                )
                return less.format(amount=won, vigorish=fee)
            return _("you win {amount}.").format(amount=won)
    if event.result is Result.PUSH:
        if state.game.rules.terms.own_push:
            returned = _("{push} (push), your {staked} is returned.")
            return returned.format(push=push_word(state.game), staked=staked)
        return _("push, your {staked} is returned.").format(staked=staked)
    return _("you lose {staked}.").format(staked=staked)


def _bank_line(event: Event, state: TableState) -> Iterator[Line]:
    game = state.game
    match event:
        case WagerSettled() if event.wager.player:
            push = _("{staked} is a {push}") if game.rules.terms.own_push else _("{staked} pushes")
            words = {Result.WIN: _("{staked} is paid"), Result.PUSH: push, Result.LOSE: _("{staked} loses to you")}
            staked = format_cents(state.current.wagers.get(event.wager, 0))
            name = event.wager.player if event.wager.kind == MAIN else wager_name(game, event.wager.kind)
            settled = words[event.result].format(staked=staked, push=push_word(game))
            yield Line(_("{name}: {settled}").format(name=name, settled=settled), event.clauses)
        case Surrendered():
            text = _("{player} concedes to you.") if has_boxes(game) else _("{player} surrenders to you.")
            yield Line(text.format(player=event.wager.player), event.clauses)
        case BankSettled() if event.collected:
            text = _("As the bank you pay in {amount}.")
            yield Line(text.format(amount=format_cents(event.collected)), event.clauses)
        case BankSettled():
            text = (
                _("{amount} is left over for the banker, less {vigorish} commission.")
                if has_boxes(game)
                else _("{amount} is left over for the bank, less {vigorish} vigorish (commission).")
            )
            kept = text.format(amount=format_cents(event.surplus), vigorish=format_cents(event.vigorish))
            yield Line(kept, event.clauses)


def comparison(
    state: TableState, position: int, setting: Setting, match: Match, foul: bool, cited: tuple[str, ...]
) -> Iterator[Line]:
    """Yield high against high and low against low by name, with the winner and clause of each."""
    game = state.game
    bank = state.current.hands[bank_position(state)].setting
    if foul:
        yield Line(_("Your hand is foul and loses."), cited)
        return
    if bank is None:
        return
    mine, theirs = hand_names(game.kit, setting), hand_names(game.kit, bank)
    for half, own, other, decided in (
        (within("name of a hand", "High"), mine[0], theirs[0], match.high),
        (within("name of a hand", "Low"), mine[1], theirs[1], match.low),
    ):
        yield _compared(half, own, other, decided, has_boxes(game))


def _compared(half: str, own: str, other: str, decided: HandComparison, boxes: bool) -> Line:
    copies = _("{half}: {own} copies {other}, so the bank wins")
    copies_banker = _("{half}: {own} copies {other}, so the banker wins")
    sentences = {
        Winner.PLAYER: _("{half}: {own} beats {other}"),
        Winner.BANK: _("{half}: {own} loses to {other}"),
        Winner.COPY: copies_banker if boxes else copies,
    }
    return Line(sentences[decided.winner].format(half=half, own=own, other=other), (decided.clause,))
