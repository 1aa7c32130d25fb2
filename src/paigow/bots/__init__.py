"""Players without a person. A bot reads what its seat may see and answers with one command or none.

Each bot is a callable of the state and its own name. It looks at its own hand, the public wagers and the phase only;
a test changes what is hidden from it and finds the same answer.
"""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from paigow.errors import Refused
from paigow.table.banking import AcceptBank, PassBank, waiting
from paigow.table.engine import Command
from paigow.table.irregularities import PlayOn
from paigow.table.kit import Setting
from paigow.table.model import MAIN, Hand, Phase, TableState, WagerKey
from paigow.table.setting import LookAtHand, SetBankHand, SetHand, house_positions, to_set
from paigow.table.wagers import PlaceWager, wager_range

Chooser = Callable[[TableState, Hand, Random], Setting]


def house_way(state: TableState, hand: Hand, random: Random) -> Setting:
    """Sets as the dealer would."""
    return state.game.kit.house_set(hand.pieces).setting


def best_low(state: TableState, hand: Hand, random: Random) -> Setting:
    """Makes the low hand as good as the rules allow."""
    kit = state.game.kit
    legal = [setting for setting in kit.settings(hand.pieces) if not kit.is_foul(setting)]
    return max(legal, key=lambda setting: kit.low_key(setting))


def random_legal(state: TableState, hand: Hand, random: Random) -> Setting:
    """Any setting that is not foul."""
    kit = state.game.kit
    return random.choice([setting for setting in kit.settings(hand.pieces) if not kit.is_foul(setting)])


CHOOSERS: Mapping[str, Chooser] = MappingProxyType(
    {"house-way": house_way, "best-low": best_low, "random-legal": random_legal}
)


class Bot:
    """Wagers, sometimes banks, and sets its hands by its chooser."""

    def __init__(self, name: str, style: str = "house-way", seed: str = "", banks: bool = True) -> None:
        self.name = name
        self.choose = CHOOSERS[style]
        self.random = Random(f"{seed}/{name}/{style}")
        self.banks = banks
        self._round = 0

    def __call__(self, state: TableState, name: str) -> Command | None:
        match state.phase:
            case Phase.OFFERING if name in waiting(state):
                return self._answer_bank(state)
            case Phase.BETTING:
                return self._wager(state)
            case Phase.SETTING:
                return self._set(state)
            case Phase.BANKING if state.current.bank == name and not state.current.co_banked:
                return self._set_bank(state)
            case _:
                return None

    def _answer_bank(self, state: TableState) -> Command:
        if not self.banks or self.random.random() < 0.5:
            return PassBank(player=self.name)
        co = state.game.options.co_bank and self.random.random() < 0.5
        return AcceptBank(player=self.name, co=co)

    def _wager(self, state: TableState) -> Command | None:
        """One Pai Gow wager a round, and now and then an optional one."""
        position = state.players[self.name].position
        if position is None or state.current.bank == self.name:
            return None
        wagers = state.current.wagers
        if WagerKey(self.name, position, MAIN) not in wagers:
            return self._place(state, WagerKey(self.name, position, MAIN), 5)
        if self._round == state.current.number:
            return None
        self._round = state.current.number
        kinds = [kind for kind in state.game.options.side_wagers if self.random.random() < 0.5]
        return self._place(state, WagerKey(self.name, position, kinds[0]), 3) if kinds else None

    def _place(self, state: TableState, key: WagerKey, most: int) -> Command | None:
        try:
            amounts = wager_range(state, key)
        except Refused:
            return None
        times = self.random.randint(1, most)
        amount = min(amounts.start * times, amounts[-1])
        amount -= (amount - amounts.start) % amounts.step
        return PlaceWager(player=key.player, position=key.position, kind=key.kind, amount=amount)

    def _set(self, state: TableState) -> Command | None:
        for position in to_set(state, self.name):
            hand = state.current.hands[position]
            if position in state.current.choices:
                return PlayOn(player=self.name, position=position)
            if not hand.viewed:
                return LookAtHand(player=self.name, position=position)
            return SetHand(player=self.name, position=position, setting=self.choose(state, hand, self.random))
        return None

    def _set_bank(self, state: TableState) -> Command | None:
        places = house_positions(state)
        if state.game.bank_sets_with_players or not places or places[0] == state.game.dealer:
            return None
        hand = state.current.hands[places[0]]
        return SetBankHand(player=self.name, setting=self.choose(state, hand, self.random))
