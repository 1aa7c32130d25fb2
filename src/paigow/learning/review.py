"""Review a session: every hand of a player compared with the best play of the same hand, and the difference in value.

Values are exact: the expected gain per unit staked over every hand the other side could have, set by the house way. In
Dealer Open the dealer's cards are open, so the value is against the cards seen. A bank is valued as if vigorish were
taken on each wager it wins.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from paigow.learning.shown import Shown, show
from paigow.money import CAGE, format_cents, rack
from paigow.table import Event, Game, TableState
from paigow.table.core.model import MAIN, Hand, WagerKey
from paigow.table.floor.conduct import WagerAbandoned
from paigow.table.floor.irregularities import HouseHandReset
from paigow.table.steps.banking import bank_position
from paigow.table.steps.mixing import RoundOpened
from paigow.table.steps.settlement import AGAINST_BANK, RoundSettled, WagerSettled
from paigow.table.steps.surrender import Surrendered
from paigow.text import Data, Text, gettext_noop, text

PLAYER, BANK = "player", "bank"
LOST = Fraction(-1)
"""The value of a foul or surrendered hand."""


class Moment(Protocol):
    """One action's events, and the table after it: a step of `paigow.record.Replay`, or of any store."""

    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def state(self) -> TableState: ...


@dataclass(frozen=True, slots=True)
class ReviewedHand:
    """One of the player's hands: its setting, and the settings of the house way and of best play."""

    round: int
    position: int
    role: str
    """"player" or "bank"."""
    pieces: tuple[str, ...]
    dealer: str
    """The dealer's open cards, in Dealer Open."""
    setting: Shown | None
    """The setting; None for a hand that was given up before it was set."""
    own: bool
    """Whether the player set it; otherwise the dealer or the box's controller did."""
    surrendered: bool
    house: Shown
    rule: str
    clause: str
    best: Shown
    value: Fraction
    house_value: Fraction
    best_value: Fraction
    wager: int
    """The amount at stake: the player's wager, or the wagers against the player's bank (half of them, as a co-bank)."""
    result: str
    net: int
    """The result of the wager, or of the bank, in cents, after vigorish."""

    @property
    def cost(self) -> Fraction:
        """Return the amount given away per unit staked."""
        return self.best_value - self.value

    @property
    def cost_cents(self) -> Fraction:
        return self.cost * self.wager

    @property
    def expected_cents(self) -> Fraction:
        return self.value * self.wager

    @property
    def is_mistake(self) -> bool:
        return self.own and self.cost > 0

    @property
    def explanation(self) -> Text:
        if not self.cost:
            template = gettext_noop("Round {round}: {hand} was set as well as possible.")
            return text(template, round=self.round, hand=" ".join(self.pieces))
        if self.surrendered or self.setting is None:
            template = gettext_noop("Round {round}: {hand} was surrendered; {best} would have been worth {cost} more.")
        elif self.setting.foul:
            template = gettext_noop("Round {round}: {hand} was set foul; {best} would have been worth {cost} more.")
        else:
            template = gettext_noop(
                "Round {round}: {hand} was set {setting}; {best} would have been worth {cost} more."
            )
        return text(
            template,
            round=self.round,
            hand=" ".join(self.pieces),
            setting=str(self.setting or ""),
            best=str(self.best),
            cost=format_cents(round(self.cost_cents)),
        )

    def data(self) -> Data:
        return {
            "round": self.round,
            "position": self.position,
            "role": self.role,
            "pieces": list(self.pieces),
            "dealer": self.dealer,
            "setting": self.setting.data() if self.setting else None,
            "own": self.own,
            "surrendered": self.surrendered,
            "house": self.house.data(),
            "rule": self.rule,
            "clause": self.clause,
            "best": self.best.data(),
            "value": str(self.value),
            "value_percent": _percent(self.value),
            "house_value": str(self.house_value),
            "house_value_percent": _percent(self.house_value),
            "best_value": str(self.best_value),
            "best_value_percent": _percent(self.best_value),
            "cost": str(self.cost),
            "cost_percent": _percent(self.cost),
            "cost_cents": round(self.cost_cents),
            "expected_cents": round(self.expected_cents),
            "wager": self.wager,
            "result": self.result,
            "net": self.net,
            "mistake": self.is_mistake,
            "explanation": self.explanation.data(),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """Every hand of a player in the reviewed rounds. Side bets are left out, because no setting changes them."""

    player: str
    standard: str
    hands: tuple[ReviewedHand, ...]

    @property
    def mistakes(self) -> tuple[ReviewedHand, ...]:
        """Return the hands that the player could have set better, costliest first."""
        found = [hand for hand in self.hands if hand.is_mistake]
        return tuple(sorted(found, key=lambda hand: (-hand.cost_cents, hand.round, hand.position)))

    @property
    def wagered(self) -> int:
        return sum(hand.wager for hand in self.hands)

    @property
    def net(self) -> int:
        """Return the actual result."""
        return sum(hand.net for hand in self.hands)

    @property
    def expected(self) -> Fraction:
        """Return the expected result of the hands as set."""
        return sum((hand.expected_cents for hand in self.hands), Fraction(0))

    @property
    def best(self) -> Fraction:
        """Return the expected result of best play of the same hands."""
        return sum((hand.best_value * hand.wager for hand in self.hands), Fraction(0))

    @property
    def by_house_way(self) -> Fraction:
        """Return the expected result of the house way with the same hands."""
        return sum((hand.house_value * hand.wager for hand in self.hands), Fraction(0))

    @property
    def cost(self) -> Fraction:
        """Return the cost of the player's own mistakes."""
        return sum((hand.cost_cents for hand in self.mistakes), Fraction(0))

    @property
    def luck(self) -> Fraction:
        """Return the actual result minus the expected one."""
        return self.net - self.expected

    def data(self) -> Data:
        return {
            "player": self.player,
            "standard": self.standard,
            "hands": [hand.data() for hand in self.hands],
            "mistakes": [hand.data() for hand in self.mistakes],
            "count": len(self.hands),
            "wagered": self.wagered,
            "net": self.net,
            "expected_cents": round(self.expected),
            "best_cents": round(self.best),
            "house_way_cents": round(self.by_house_way),
            "cost_cents": round(self.cost),
            "luck_cents": round(self.luck),
        }


def review(moments: Iterable[Moment], player: str) -> Review:
    """Review every settled round of a record or store. Void rounds and void hands do not count."""
    found: dict[int, tuple[ReviewedHand, ...]] = {}  # by round: settling a round again replaces it
    standard = ""
    notes = _Notes()
    for moment in moments:
        standard = standard or moment.state.game.standard
        for event in moment.events:
            notes = _Notes() if isinstance(event, RoundOpened) else notes
            notes.take(event)
        if any(isinstance(event, RoundSettled) for event in moment.events) and moment.state.round is not None:
            found[moment.state.rounds] = tuple(_hands(moment.state, player, notes))
    return Review(player, standard, tuple(hand for hands in found.values() for hand in hands))


class _Notes:
    """The facts about money in the round's events."""

    def __init__(self) -> None:
        self.net: dict[WagerKey, int] = {}
        self.given_up: set[WagerKey] = set()
        self.moved: dict[str, int] = {}

    def take(self, event: Event) -> None:
        match event:
            case HouseHandReset():
                self.net = {key: cents for key, cents in self.net.items() if key in self.given_up}
            case WagerSettled():
                lost = sum(move.amount for move in event.transfers) if event.result == "lose" else 0
                self.net[event.wager] = event.won - event.vigorish - lost
            case Surrendered() | WagerAbandoned():
                self.net[event.wager] = -sum(move.amount for move in event.transfers)
                self.given_up.add(event.wager)
        for move in event.transfers:
            if CAGE not in (move.debit, move.credit):
                self.moved[move.debit] = self.moved.get(move.debit, 0) - move.amount
                self.moved[move.credit] = self.moved.get(move.credit, 0) + move.amount


def _hands(state: TableState, player: str, notes: _Notes) -> Iterator[ReviewedHand]:
    current = state.current
    keys = sorted(key for key in current.wagers if key.player == player and key.kind == MAIN and key in notes.net)
    judge = _Judge(state, player)
    for key in keys:
        hand = current.hands[key.position]
        if hand.setting is None and key not in notes.given_up:
            continue  # the dealer's jacks ended the round
        result = "surrender" if key in notes.given_up else str(current.results[key])
        yield judge.hand(key.position, hand, PLAYER, current.wagers[key], result, notes.net[key])
    position = bank_position(state)
    if current.bank.player == player and current.hands[position].setting is not None:
        against = sum(amount for key, amount in current.wagers.items() if key.kind in AGAINST_BANK)
        staked = against // 2 if current.bank.co_banked else against
        net = notes.moved.get(rack(player), 0)
        result = "win" if net > 0 else "lose" if net < 0 else "push"
        yield judge.hand(position, current.hands[position], BANK, staked, result, net)


class _Judge:
    """Evaluates settings under a table's rules."""

    def __init__(self, state: TableState, player: str) -> None:
        self.state = state
        self.player = player
        self.game: Game = state.game
        self.hands = state.game.kit

    def hand(self, position: int, hand: Hand, role: str, wager: int, result: str, net: int) -> ReviewedHand:
        pieces = tuple(map(str, self.hands.hand(hand.pieces)))
        shown = None if hand.setting is None else show(self.hands, hand.setting)
        dealer = " ".join(map(str, self.state.current.hands[0].pieces)) if self.game.rules.shows_dealer else ""
        best, values = self._values(pieces, role, dealer)
        decided = self.hands.house_set(hand.pieces)
        house = show(self.hands, decided.setting)
        surrendered = result == "surrender"
        lost = shown is None or surrendered or (shown.foul is not None and role == PLAYER)
        return ReviewedHand(
            round=self.state.current.number,
            position=position,
            role=role,
            pieces=pieces,
            dealer=dealer,
            setting=shown,
            own=surrendered or hand.set_by == self.player,
            surrendered=surrendered,
            house=house,
            rule=decided.rule,
            clause=decided.clause,
            best=best,
            value=LOST if lost or shown is None else values[shown.ranks],
            house_value=values[house.ranks],
            best_value=values[best.ranks],
            wager=wager,
            result=result,
            net=net,
        )

    def _values(
        self, pieces: tuple[str, ...], role: str, dealer: str
    ) -> tuple[Shown, Mapping[tuple[int, int], Fraction]]:
        """Return the best setting and the value of every legal one by its ranks.

        The house way's setting counts as best if it is equally good.
        """
        from paigow.analysis import advise

        advice = advise(
            self.game.submission,
            pieces,
            bank="player" if role == BANK else None,
            dealer=dealer or None,
        )
        shown = [show(self.hands, self.hands.parse_setting(f"{each.high} / {each.low}")) for each in advice.settings]
        return shown[0], {each.ranks: odds.value for each, odds in zip(shown, advice.settings, strict=True)}


def _percent(value: Fraction) -> float:
    return round(float(value * 100), 4)
