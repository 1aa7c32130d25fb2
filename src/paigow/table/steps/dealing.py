"""The dealer's next step according to the document, for a table that runs by itself."""

from paigow.table.chance import RoundChance
from paigow.table.core.engine import Command
from paigow.table.core.model import DEALER, Phase, TableState
from paigow.table.steps import banking, delivery, mixing, setting, settlement, start, wagers


def dealer_command(state: TableState, chance: RoundChance) -> Command | None:
    """Return the next command of a tile game's dealer; other games try their own steps before these."""
    current = state.current
    match state.phase:
        case Phase.OFFERING:
            return None if banking.waiting(state) else banking.OfferBank()
        case Phase.MIXING:
            return mixing.Mix(order=chance.order(state))
        case Phase.BETTING:
            return wagers.NoMoreBets()
        case Phase.STARTING if state.game.strategy.start_method(state) == "random-number":
            return start.DrawNumber(number=chance.number(state))
        case Phase.STARTING if current.start.dice is None:
            shaker = start.shaker_of(state)
            return start.ShakeDice(dice=chance.dice(state), player="" if shaker == DEALER else shaker)
        case Phase.STARTING:
            return start.UncoverDice()
        case Phase.DEALING:
            return delivery.Deliver()
        case Phase.BANKING:
            places = setting.house_positions(state)
            if places and current.hands[places[0]].setting is not None:
                return setting.ExposeBankHand()
            return setting.SetHouseHand() if places and setting.follows_house_way(state, places[0]) else None
        case Phase.EXPOSING:
            return settlement.ExposeHand()
        case Phase.PAYING:
            return settlement.PayWinners()
        case _:
            return None
