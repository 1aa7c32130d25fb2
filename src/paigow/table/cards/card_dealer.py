"""The next step of a Maryland poker dealer, for a table that runs by itself."""

from paigow.table.cards.awards import Payouts
from paigow.table.cards.card_cut import CutCards, OfferCut, next_to_cut, waiting_to_cut
from paigow.table.cards.decks import HAND, MarkDevice, PlaceDeck, method
from paigow.table.cards.progressive import CompleteDocuments, ValidateProgressive
from paigow.table.chance import RoundChance
from paigow.table.core.engine import Command
from paigow.table.core.model import Phase, TableState
from paigow.table.steps.dealing import dealer_command
from paigow.table.steps.start import UseButton

MIDDLE = 26


def card_dealer(state: TableState, chance: RoundChance) -> Command | None:
    current, equipment, payouts = state.current, state.equipment, state.part(Payouts)
    if payouts.pending:
        return ValidateProgressive(position=payouts.pending[0].position)
    if payouts.papers:
        return CompleteDocuments(position=min(payouts.papers))
    if unmarked := equipment.faults - equipment.covered:
        return MarkDevice(device=min(unmarked))
    match state.phase:
        case Phase.CUTTING if waiting_to_cut(state):
            return None
        case Phase.CUTTING:
            return OfferCut() if next_to_cut(state) else CutCards(depth=MIDDLE)
        case Phase.STARTING if state.game.strategy.start_method(state) == "button":
            return UseButton()
        case Phase.DEALING if not current.stack.at:
            return PlaceDeck(hand="left" if method(state) == HAND else "")
        case _:
            return dealer_command(state, chance)
