"""The dealer's next step according to the document, for a table that runs by itself."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from paigow.table.chance import RoundChance
from paigow.table.core.engine import Command
from paigow.table.core.model import DEALER, Phase, TableState
from paigow.table.core.values import build
from paigow.table.steps import banking, delivery, mixing, setting, settlement, start, wagers


def dealer_command(state: TableState, chance: RoundChance) -> Command | None:
    """Return the next command of a tile game's dealer; other games try their own steps before these."""
    step = _STEPS.get(state.phase)
    return None if step is None else step(state, chance)


def _offer(state: TableState, chance: RoundChance) -> Command | None:
    return None if banking.waiting(state) else banking.OfferBank()


def _start(state: TableState, chance: RoundChance) -> Command:
    if state.game.strategy.start_method(state) == "random-number":
        return build(start.DrawNumber, number=chance.number(state))
    if state.current.start.dice is not None:
        return start.UncoverDice()
    shaker = start.shaker_of(state)
    return build(start.ShakeDice, dice=chance.dice(state), player="" if shaker == DEALER else shaker)


def _house_hand(state: TableState, chance: RoundChance) -> Command | None:
    places = setting.house_positions(state)
    if places and state.current.hands[places[0]].setting is not None:
        return setting.ExposeBankHand()
    return setting.SetHouseHand() if places and setting.follows_house_way(state, places[0]) else None


_STEPS: Mapping[Phase, Callable[[TableState, RoundChance], Command | None]] = MappingProxyType({
    Phase.OFFERING: _offer,
    Phase.MIXING: lambda state, chance: build(mixing.Mix, order=chance.order(state)),
    Phase.BETTING: lambda state, chance: wagers.NoMoreBets(),
    Phase.STARTING: _start,
    Phase.DEALING: lambda state, chance: delivery.Deliver(),
    Phase.BANKING: _house_hand,
    Phase.EXPOSING: lambda state, chance: settlement.ExposeHand(),
    Phase.PAYING: lambda state, chance: settlement.PayWinners(),
})  # fmt: skip
