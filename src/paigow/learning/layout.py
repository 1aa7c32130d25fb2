"""A settled round as a dealer's question: the layout, the parts of the question, and the right answers."""

from collections.abc import Iterator
from dataclasses import dataclass

from paigow.comparison import Result, Winner
from paigow.learning.rounds import ASKED, Played
from paigow.learning.shown import Shown, show
from paigow.money import COMMISSION, Movement, Transfer, VigorishRounding, format_cents, rack
from paigow.poker import PAYTABLES
from paigow.record.narration import tell_reason
from paigow.rules.wagers import NAMES
from paigow.table import Game
from paigow.table.boxes import boxes
from paigow.table.core.model import DEALER, DEALER_WAGER, MAIN, Hand, WagerKey
from paigow.table.steps.banking import bank_position
from paigow.table.steps.settlement import BankSettled, HandExposed, WagerSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.text import Text, gettext_noop, text
from paigow.tiles import PAIR_FORTUNES_PAYTABLES

CHOICE, CENTS = "choice", "cents"
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class SideWager:
    kind: str
    name: str
    amount: int
    paytable: tuple[tuple[str, str, str], ...] = ()
    """Lines of the pay table: hand, payout, clause."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A hand on the layout with the wagers on it."""

    name: str
    position: int
    pieces: tuple[str, ...]
    setting: Shown | None
    """The setting, or None if the dealer's jacks ended the round before anyone set."""
    wager: int = 0
    side_wagers: tuple[SideWager, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the question. Amounts are answered in cents, or as money: 12.50 or -$3."""

    name: str
    prompt: Text
    kind: str
    choices: tuple[tuple[str, Text], ...] = ()


@dataclass(frozen=True, slots=True)
class Right:
    """The right answer to a part, from the round's events."""

    value: str | int
    clauses: tuple[str, ...]
    explanation: tuple[Text, ...]
    counted: bool = True
    """Whether the answer matters: comparisons of a foul hand are asked about like any other, but decide nothing."""


WINNERS = (
    (Winner.PLAYER.value, text(gettext_noop("the player"))),
    (Winner.BANK.value, text(gettext_noop("the bank"))),
    (Winner.COPY.value, text(gettext_noop("a copy, so the bank wins"))),
)
RESULTS = (
    (Result.WIN.value, text(gettext_noop("it wins"))),
    (Result.PUSH.value, text(gettext_noop("it pushes"))),
    (Result.LOSE.value, text(gettext_noop("it loses"))),
)
WINNERS_WITH_BANKER = (
    WINNERS[0],
    (Winner.BANK.value, text(gettext_noop("the banker"))),
    (Winner.COPY.value, text(gettext_noop("a copy, so the banker wins"))),
)
YES_NO = ((YES, text(gettext_noop("yes"))), (NO, text(gettext_noop("no"))))
BECAUSE = {
    Result.WIN: gettext_noop("The player wins both hands, so the wager wins."),
    Result.PUSH: gettext_noop("The player wins one of the two hands, so the wager pushes."),
    Result.LOSE: gettext_noop("The player wins neither hand, so the wager loses."),
}
ROUNDING = {
    VigorishRounding.QUARTER: gettext_noop("5 percent of the win, rounded up to the next 25 cents."),
    VigorishRounding.CENT: gettext_noop("5 percent of the win, rounded up to the next cent."),
    VigorishRounding.CENT_DOWN: gettext_noop("5 percent of the win, rounded down to the cent."),
    VigorishRounding.NONE: gettext_noop("5 percent of the win, exactly."),
}
OWN_PUSH = gettext_noop("The player wins one of the two hands, so the wager is a {push}.")
NO_VIGORISH = gettext_noop("There is no vigorish in this game.")

Answered = tuple[Part, Right]


class Layout:
    """Reads a played round: the layout, the parts of the question, and the answers according to the events."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.state = played.state
        self.game = played.game
        self.current = played.state.current
        self.seat = self.state.players[ASKED].position or 0
        self.bank_hand = self._lying(self.current.bank.player or "", bank_position(self.state))

    @property
    def bank(self) -> str:
        return "house" if self.current.bank.player is None else "co-bank" if self.current.bank.co_banked else "player"

    def vigorish_rule(self) -> Text:
        if not self.game.ending.commission:
            return text(NO_VIGORISH)
        return text(ROUNDING[self.game.options.vigorish_rounding])

    def _shown(self, hand: Hand) -> Shown | None:
        return None if hand.setting is None else show(self.game.kit, hand.setting)

    def _lying(self, name: str, position: int, key: WagerKey | None = None) -> Lying:
        hand = self.current.hands[position]
        side = tuple(
            SideWager(each.kind, NAMES[each.kind.replace("-", "_")], amount, self._paytable(each.kind))
            for each, amount in self.current.wagers.items()
            if key and key.kind == MAIN and each[:2] == key[:2] and each.kind != MAIN
        )
        pieces = tuple(map(str, self.game.kit.hand(hand.pieces)))
        wager = self.current.wagers[key] if key else 0
        return Lying(name or "the house", position, pieces, self._shown(hand), wager, side)

    def _paytable(self, kind: str) -> tuple[tuple[str, str, str], ...]:
        chosen = self.game.options.side_wagers[kind].paytable
        if kind in self.game.options.tables and chosen == "posted":
            posted = self.game.options.tables[kind]
            return tuple((f"{jacks} jacks", str(odds), "DO-R4.a.s2") for jacks, odds in posted.items())
        if self.game.kit.kind == "tiles":
            return tuple(
                (line, f"{pay.to_one} to 1", pay.clause) for line, pay in PAIR_FORTUNES_PAYTABLES[chosen].items()
            )
        table = PAYTABLES["push-ace-high" if kind == "ace-high" else kind][chosen]
        return tuple((line.hand, str(line), line.clause) for line in table.lines)

    def players(self) -> Iterator[Lying]:
        """Yield the first player asked about, then the others and the dealer's own wager."""
        keys = [key for key in self.current.wagers if key.kind in (MAIN, DEALER_WAGER)]
        for key in sorted(keys, key=lambda each: (each.player != ASKED, each.kind == DEALER_WAGER, each.position)):
            yield self._lying("the dealer" if key.player == DEALER else key.player, key.position, key)

    def answers(self) -> Iterator[tuple[str, Answered]]:
        settled = next(each for each in self.played.find(WagerSettled) if each.wager.player == ASKED)
        exposed = next((each for each in self.played.find(HandExposed) if each.position == self.seat), None)
        if exposed is not None:
            yield from self._comparison(exposed)
        yield "result", self._result(settled, exposed)
        yield "paid", self._paid(settled)
        if self.game.ending.commission:
            yield "vigorish", self._vigorish(settled)
        for side in self.played.find(SideWagerSettled):
            if side.wager.player == ASKED:
                yield f"side-{side.wager.kind}", self._side(side)
        if self.current.bank.player is not None:
            yield from self._banked(self.current.bank.player)

    def _comparison(self, exposed: HandExposed) -> Iterator[tuple[str, Answered]]:
        mine = self._shown(self.current.hands[self.seat])
        banks = self.bank_hand.setting
        if mine is None or banks is None:
            raise LookupError("an exposed hand is set")
        if self.game.kit.can_foul:
            part = Part("foul", text(gettext_noop("Is the player’s hand foul?")), CHOICE, YES_NO)
            sentence = gettext_noop("High: {high_name}. Low: {low_name}.")
            because = text(sentence, high_name=mine.high_name, low_name=mine.low_name)
            clause = self.game.rules.comparing.foul_clause
            yield "foul", (part, Right(YES if exposed.foul else NO, (clause,), (because,)))
        prompts = {
            "high": gettext_noop("Who has the better high hand?"),
            "low": gettext_noop("Who has the better low hand?"),
        }
        names = {"high": (mine.high_name, banks.high_name), "low": (mine.low_name, banks.low_name)}
        for name, each in (("high", exposed.match.high), ("low", exposed.match.low)):
            template = self._own(
                gettext_noop("Player: {player_name}. Bank: {bank_name}."),
                gettext_noop("Player: {player_name}. Banker: {bank_name}."),
            )
            because = text(template, player_name=names[name][0], bank_name=names[name][1])
            right = Right(each.winner.value, (each.clause,), (because,), counted=not exposed.foul)
            yield name, (Part(name, text(prompts[name]), CHOICE, WINNERS_WITH_BANKER if self.boxes else WINNERS), right)

    def _result(self, settled: WagerSettled, exposed: HandExposed | None) -> Answered:
        part = Part(
            "result",
            text(gettext_noop("What happens to the bet?")),
            CHOICE,
            _results(self.push),
        )
        if exposed is None:
            template = gettext_noop("The dealer has two jacks or more: every wager loses, and nothing is set.")
            return part, Right(settled.result.value, settled.clauses, (text(template),))
        foul = text(gettext_noop("A foul hand loses, whatever it holds."))
        own = exposed.result is Result.PUSH and self.push
        because = text(OWN_PUSH, push=own) if own else text(BECAUSE[exposed.result])
        because = foul if exposed.foul else because
        return part, Right(exposed.result.value, (exposed.match.clause,), (because,))

    def _paid(self, settled: WagerSettled) -> Answered:
        prompt = self._own(
            gettext_noop("How much does the wager win, before vigorish?"),
            gettext_noop("How much does the wager win, before commission?"),
        )
        part = Part("paid", text(prompt), CENTS)
        won = format_cents(settled.won)
        if settled.won:
            because = text(gettext_noop("A winning wager is paid 1 to 1: {won}."), won=won)
        else:
            because = text(gettext_noop("Nothing is paid."))
        moved = tuple(move.clause for move in settled.transfers if move.kind is Movement.WIN)
        return part, Right(settled.won, moved or settled.clauses, (because,))

    def _vigorish(self, settled: WagerSettled) -> Answered:
        prompt = self._own(
            gettext_noop("How much vigorish does the player pay?"),
            gettext_noop("How much commission does the player pay?"),
        )
        part = Part("vigorish", text(prompt), CENTS)
        if not settled.won:
            only = self._own(
                gettext_noop("Vigorish is taken only from a win."), gettext_noop("Commission is taken only from a win.")
            )
            because = text(only)
            return part, Right(0, self.game.cite("vigorish")[:1], (because,))
        template = gettext_noop("5 percent of {won} is {fee} at this table.")
        because = text(template, won=format_cents(settled.won), fee=format_cents(settled.vigorish))
        return part, Right(settled.vigorish, _clauses(_to_commission(settled.transfers)), (because,))

    def _side(self, side: SideWagerSettled) -> Answered:
        name = NAMES[side.wager.kind.replace("-", "_")]
        prompt = text(gettext_noop("How much does the {wager_name} wager win?"), wager_name=Text(name))
        if side.result is Result.WIN:
            line = next(move.reason for move in side.transfers if move.debit.kind == "inventory")
            because = text(gettext_noop("{line}: {won}."), line=line, won=format_cents(side.won))
        else:
            because = text(gettext_noop("It loses: the hand is not on the pay table."))
        return Part(f"side-{side.wager.kind}", prompt, CENTS), Right(side.won, side.clauses, (because,))

    def _banked(self, bank: str) -> Iterator[tuple[str, Answered]]:
        """Yield the result of the round for the player who banks, and the vigorish on it."""
        account = rack(bank)
        settled = self.played.find(BankSettled)
        fee = sum(event.vigorish for event in settled)
        charged = [move for event in settled for move in _to_commission(event.transfers)]
        rule = self.game.cite(f"{'co-bank' if self.current.bank.co_banked else 'bank'}.surplus")
        clauses = _clauses(charged) or rule
        if fee:
            template = self._own(
                gettext_noop("5 percent of the bank’s gain of {gain} is {fee}."),
                gettext_noop("5 percent of the banker’s gain of {gain} is {fee}."),
            )
            because = text(template, gain=format_cents(self._gain(settled)), fee=format_cents(fee))
        else:
            template = self._own(
                gettext_noop("The bank gains nothing, so it pays no vigorish."),
                gettext_noop("The banker gains nothing, so pays no commission."),
            )
            because = text(template)
        asked = self._own(
            gettext_noop("How much vigorish does the bank pay?"),
            gettext_noop("How much commission does the banker pay?"),
        )
        yield "bank-vigorish", (Part("bank-vigorish", text(asked), CENTS), Right(fee, clauses, (because,)))
        net = self.state.ledger[account] - self.played.start[account]
        moves = [
            move for event in self.played.events for move in event.transfers if account in (move.debit, move.credit)
        ]
        asked = self._own(
            gettext_noop("What does {player} win as the bank, after vigorish? A loss is negative."),
            gettext_noop("What does {player} win as the banker, after commission? A loss is negative."),
        )
        prompt = text(asked, player=bank)
        moved = tuple(_describe_move(move, self.game, gained=move.credit == account) for move in moves)
        nothing = (text(gettext_noop("The bank’s chips do not move.")),)
        yield "bank-net", (Part("bank-net", prompt, CENTS), Right(net, _clauses(moves) or rule, moved or nothing))

    @property
    def boxes(self) -> bool:
        """Return whether the game has boxes: its lessons then use the words of New Zealand's document."""
        return self.game.has(boxes)

    @property
    def push(self) -> Text | None:
        """Return the document's own word for a push, if it has one."""
        terms = self.game.rules.terms
        return Text(terms.push) if terms.own_push else None

    def _own(self, usual: str, with_boxes: str) -> str:
        return with_boxes if self.boxes else usual

    def _gain(self, settled: list[BankSettled]) -> int:
        charged = next(event for event in settled if event.vigorish)
        return sum(m.amount for m in charged.transfers if m.credit == COMMISSION or m.credit.kind == "rack")


def _results(push: Text | None) -> tuple[tuple[str, Text], ...]:
    """Return the results to choose from; `push` is the document's own word."""
    if push is None:
        return RESULTS
    return RESULTS[0], (Result.PUSH.value, text(gettext_noop("it is a {push}"), push=push)), RESULTS[2]


def _to_commission(transfers: tuple[Transfer, ...]) -> list[Transfer]:
    return [move for move in transfers if move.credit == COMMISSION]


def _clauses(moves: list[Transfer]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(move.clause for move in moves))


def _describe_move(move: Transfer, game: Game, gained: bool) -> Text:
    template = gettext_noop("{amount}: {reason} ({clause}).")
    amount = format_cents(move.amount if gained else -move.amount)
    return text(template, amount=amount, reason=tell_reason(move, game), clause=move.clause)
