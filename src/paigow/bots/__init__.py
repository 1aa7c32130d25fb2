"""Automated players.

A bot sees only what its seat may see and returns one command or None.

Each bot is a callable of the state and its own name. It looks only at its own hand, the public wagers and the phase; a
test changes everything hidden from it and checks that the answer stays the same.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from random import Random
from types import MappingProxyType
from typing import Any, Protocol, cast

from paigow.comparison import Result
from paigow.errors import PaigowError, Refused
from paigow.hands.pieces import Setting
from paigow.table.boxes import boxes, dealer_sets, staking
from paigow.table.boxes.cutting import NOMINATIONS, NominateAdjustment
from paigow.table.boxes.dealer_sets import AskDealerToSet
from paigow.table.boxes.laja import RequestLaja
from paigow.table.boxes.staking import AgreeToCoBank, StakeBank, Staking, YieldBank, stakes
from paigow.table.cards.card_cut import CutCards, PassCut, depths, waiting_to_cut
from paigow.table.core.engine import Command, can
from paigow.table.core.model import MAIN, Hand, HandStatus, Phase, TableState, WagerKey
from paigow.table.core.values import build
from paigow.table.floor.irregularities import PlayOn
from paigow.table.steps.banking import AcceptBank, PassBank, acting_banker, bank_position, waiting
from paigow.table.steps.seating import rack_of
from paigow.table.steps.setting import (
    LookAtHand,
    SetBankHand,
    SetHand,
    controller,
    follows_house_way,
    house_positions,
    to_set,
)
from paigow.table.steps.settlement import waiting_positions
from paigow.table.steps.start import ChooseDelivery
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager, total_against_bank, wager_range
from paigow.text import words

Chooser = Callable[[TableState, Hand, Random], Setting]
Weights = tuple[tuple[Setting, Fraction], ...]


class Strategy(Protocol):
    """A strategy for setting every hand of a game, such as one side of a `paigow.solver.Solution`."""

    @property
    def game(self) -> str:
        """Return `tiles` or `poker`."""

    def weights(self, pieces: Any) -> Weights:
        """Return the settings of one hand with their probabilities."""


def house_way(state: TableState, hand: Hand, random: Random) -> Setting:
    """Set as the dealer would."""
    return state.game.kit.house_set(hand.pieces).setting


def best_low(state: TableState, hand: Hand, random: Random) -> Setting:
    """Make the low hand as good as the rules allow."""
    kit = state.game.kit
    legal = [setting for setting in kit.settings(hand.pieces) if not kit.is_foul(setting)]
    return max(legal, key=lambda setting: kit.low_key(setting))


def random_legal(state: TableState, hand: Hand, random: Random) -> Setting:
    """Choose any setting that is not foul."""
    kit = state.game.kit
    return random.choice([setting for setting in kit.settings(hand.pieces) if not kit.is_foul(setting)])


def optimal(state: TableState, hand: Hand, random: Random) -> Setting:
    """Set by the best fixed house way, or best against an open dealer's hand."""
    seen = _against_open_dealer(state, hand)
    if seen is not None:
        return seen
    return state.game.kit.with_house_way("optimal").house_set(hand.pieces).setting


def equilibrium(state: TableState, hand: Hand, random: Random) -> Setting:
    """Set by the strategy that no opponent can exploit, as the bank or the player; choose at random if it mixes."""
    seen = _against_open_dealer(state, hand)
    if seen is not None:
        return seen
    side = "bank" if state.current.hands.get(bank_position(state)) is hand else "player"
    return _drawn(state.game.kit.weights(hand.pieces, side), random)


def by_strategy(strategy: Strategy) -> Chooser:
    """Set by a given strategy; choose at random if it mixes."""

    def choose(state: TableState, hand: Hand, random: Random) -> Setting:
        return _against_open_dealer(state, hand) or _drawn(strategy.weights(cast(Any, hand.pieces)), random)

    return choose


def _drawn(weights: Weights, random: Random) -> Setting:
    """Draw one of several settings by their probabilities."""
    drawn = Fraction(random.randrange(parts := lcm(*(share.denominator for _, share in weights))), parts)
    settings = iter(weights)
    chosen, share = next(settings)
    while drawn >= share:
        drawn -= share
        chosen, share = next(settings)
    return chosen


def _against_open_dealer(state: TableState, hand: Hand) -> Setting | None:
    """Return the best setting against the dealer's hand, if it can be seen.

    Ties go to the one the house way ranks first.
    """
    kit, dealer = state.game.kit, state.game.dealer
    shown = None if dealer is None else state.current.hands.get(dealer)
    if shown is None or shown is hand or shown.status is not HandStatus.EXPOSED or shown.setting is None:
        return None
    usual, bank = kit.house_set(hand.pieces).setting, shown.setting
    legal = [setting for setting in kit.settings(hand.pieces) if not kit.is_foul(setting)]
    order = (Result.LOSE, Result.PUSH, Result.WIN)
    return max(legal, key=lambda each: (order.index(kit.compare(each, bank).result), each == usual))


USUAL: Mapping[str, Chooser] = MappingProxyType(
    {"house-way": house_way, "best-low": best_low, "random-legal": random_legal}
)
"""Styles used in turn for bots without a chosen style."""
CHOOSERS: Mapping[str, Chooser] = MappingProxyType({**USUAL, "optimal": optimal, "equilibrium": equilibrium})
"""Every style by name."""


def known_style(style: str) -> str:
    """Return the style; refuse an unknown one with a list of the known ones."""
    if style not in CHOOSERS:
        raise PaigowError(
            "there is no bot style {style}; the styles are {styles}", style=repr(style), styles=words(CHOOSERS)
        )
    return style


class Bot:
    """Bets, sometimes banks, and sets its hands with its chooser."""

    def __init__(self, name: str, style: str | Strategy = "house-way", seed: str = "", banks: bool = True) -> None:
        self.name = name
        if isinstance(style, str):
            self.choose = CHOOSERS[known_style(style)]
        else:
            self.choose, style = by_strategy(style), "strategy"
        self.random = Random(f"{seed}/{name}/{style}")
        self.banks = banks
        self._round = 0
        self._waited = 0
        self._side: list[str] = []  # side bets still to be made this round
        self._behind: list[int] = []  # other players' boxes to bet on this round, if allowed
        self._laja = False
        self.phases = USUAL_PHASES

    def __call__(self, state: TableState, name: str) -> Command | None:
        if state.phase not in self.phases or name in state.away:
            return None
        return _ACTS[state.phase](self, state)

    def _offered(self, state: TableState) -> Command | None:
        return self._answer_bank(state) if self.name in waiting(state) else None

    def _cutting(self, state: TableState) -> Command | None:
        return self._cut_cards(state) if waiting_to_cut(state) == self.name else None

    def _starting(self, state: TableState) -> Command | None:
        banks = state.current.bank.player == self.name
        return self._cut(state) if banks and not state.game.course.delivery_first else None

    def _banking(self, state: TableState) -> Command | None:
        mine = acting_banker(state) == self.name and not state.current.bank.co_banked
        return self._set_bank(state) if mine else None

    def _plan_round(self, state: TableState) -> None:
        """Plan this round's optional bets."""
        self._round = state.current.number
        self._side = [kind for kind in state.game.options.side_wagers if self.random.random() < 0.4]
        self.phases = ALL_PHASES if self.random.random() < 0.03 else USUAL_PHASES
        if state.game.has(boxes):
            self._behind = [self.random.choice(state.game.betting)] if self.random.random() < 0.2 else []
            self._laja = self.random.random() < 0.05

    def _answer_bank(self, state: TableState) -> Command:
        if not self.banks or self.random.random() < 0.5:
            return build(PassBank, player=self.name)
        alone = rack_of(state, self.name) >= state.game.options.minimum
        co = state.game.options.bank.co_bank and (self.random.random() < 0.5 or not alone)
        return build(AcceptBank, player=self.name, co=co)

    def _wager(self, state: TableState) -> Command | None:
        """Make one Pai Gow wager a round, and occasionally side bets."""
        if self._round != state.current.number:
            self._plan_round(state)
        current, name = state.current, self.name
        position = state.players[name].position
        if current.bank.player == name:
            return self._stake(state)
        if position is None:
            return None
        if (name, position, MAIN) not in current.wagers:
            return self._place(state, WagerKey(name, position, MAIN), 5)
        while self._side:
            placed = self._place(state, WagerKey(name, position, self._side.pop()), 6)
            if placed is not None:
                return placed
        while self._behind:
            placed = self._place(state, WagerKey(name, self._behind.pop(), MAIN), 3)
            if placed is not None:
                return placed
        if self._laja:
            self._laja = False
            return self._if_legal(state, RequestLaja(player=self.name))
        return None

    def _surrender(self, state: TableState) -> Command | None:
        """Surrender, if allowed."""
        self.phases = USUAL_PHASES
        for position in waiting_positions(state):
            command = Surrender(player=self.name, position=position)
            if controller(state, position) == self.name and can(state, command):
                return command
        return None

    def _stake(self, state: TableState) -> Command | None:
        """Put up a bank's stake (New Zealand).

        Cover all wagers once the others have had time to make them, or else half of them, or none.
        """
        current = state.current
        if not state.game.has(staking) or current.bank.stake_taken or stakes(state):
            return None
        if self._waited != current.number:
            self._waited = current.number
            return None
        chip, held = boxes.box_rules(state).chip, rack_of(state, self.name)
        total = total_against_bank(state)
        half = -(-total // (2 * chip)) * chip
        if (
            not (current.bank.co_banked or current.part(Staking).co_agreed)
            and 0 < total <= held
            and self.random.random() < 0.9
        ):
            return build(StakeBank, player=self.name, amount=total)
        if half > held or not total:
            return YieldBank(player=self.name)
        if not current.bank.co_banked and not current.part(Staking).co_agreed:
            return AgreeToCoBank(player=self.name)
        return build(StakeBank, player=self.name, amount=half)

    def _cut_cards(self, state: TableState) -> Command:
        if self.random.random() < 0.5:
            return build(PassCut, player=self.name)
        return build(CutCards, player=self.name, depth=self.random.choice(depths(state)))

    def _cut(self, state: TableState) -> Command | None:
        """Decide, as the bank, whether to shake the dice after the dealer, to cut and to adjust."""
        current = state.current
        if current.start.dice is None or current.start.position is not None or self.random.random() < 0.5:
            return None
        if current.stack.cut:
            value = self.random.choice(NOMINATIONS)
            return (
                None
                if current.start.adjustment
                else self._if_legal(state, NominateAdjustment(player=self.name, value=value))
            )
        if current.start.delivery or current.start.cut_declined:
            return None
        style = self.random.choice(tuple(state.game.options.start.deliveries))
        return ChooseDelivery(delivery=style, player=self.name)

    def _if_legal(self, state: TableState, command: Command) -> Command | None:
        return command if can(state, command) else None

    def _place(self, state: TableState, key: WagerKey, most: int) -> Command | None:
        try:
            amounts = wager_range(state, key)
        except Refused:
            return None
        least, times = amounts.start, 1 + self.random.randrange(most)
        amount = min(least * times, amounts[-1])
        amount -= (amount - least) % amounts.step
        return build(PlaceWager, player=key.player, position=key.position, kind=key.kind, amount=amount)

    def _set(self, state: TableState) -> Command | None:
        for position in to_set(state, self.name):
            hand = state.current.hands[position]
            if hand.asked_dealer:
                continue
            if position in state.current.choices:
                return PlayOn(player=self.name, position=position)
            if not hand.viewed:
                if state.game.has(dealer_sets) and self.random.random() < 0.1:
                    return AskDealerToSet(player=self.name, position=position)
                return build(LookAtHand, player=self.name, position=position)
            return build(SetHand, player=self.name, position=position, setting=self.choose(state, hand, self.random))
        return None

    def _set_bank(self, state: TableState) -> Command | None:
        places = house_positions(state)
        if places and places[0] in state.current.choices:
            return PlayOn(player=self.name, position=places[0])
        if state.game.banking.sets_with_players or not places or follows_house_way(state, places[0]):
            return None
        hand = state.current.hands[places[0]]
        if not hand.viewed:
            return LookAtHand(player=self.name, position=places[0])
        return SetBankHand(player=self.name, setting=self.choose(state, hand, self.random))


_ACTS: Mapping[Phase, Callable[[Bot, TableState], Command | None]] = MappingProxyType({
    Phase.OFFERING: Bot._offered,
    Phase.CUTTING: Bot._cutting,
    Phase.BETTING: Bot._wager,
    Phase.SETTING: Bot._set,
    Phase.STARTING: Bot._starting,
    Phase.BANKING: Bot._banking,
    Phase.EXPOSING: Bot._surrender,
})  # fmt: skip
"""What a bot may do in each phase; nothing in all others."""
ALL_PHASES = frozenset(_ACTS)
USUAL_PHASES = ALL_PHASES - {Phase.EXPOSING}
"""The phases in which a bot acts in a round in which it does not want to surrender."""
