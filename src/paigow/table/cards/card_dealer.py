"""The next step of a Maryland poker dealer, for a table that runs by itself."""

from collections.abc import Callable, Mapping

from paigow.table.cards.awards import Payouts
from paigow.table.cards.card_cut import CutCards, OfferCut, next_to_cut, waiting_to_cut
from paigow.table.cards.decks import HAND, MarkDevice, PlaceDeck, method
from paigow.table.cards.progressive import CompleteDocuments, ValidateProgressive
from paigow.table.chance import RoundChance
from paigow.table.core.engine import Command
from paigow.table.core.model import Phase, TableState
from paigow.table.core.values import build
from paigow.table.steps.dealing import dealer_command
from paigow.table.steps.start import UseButton

MIDDLE = 26


def card_dealer(state: TableState, chance: RoundChance) -> Command | None:
    """Return the dealer's next command."""
    equipment, payouts = state.equipment, state.part(Payouts)
    if payouts.pending:
        return ValidateProgressive(position=payouts.pending[0].position)
    if payouts.papers:
        return CompleteDocuments(position=min(payouts.papers))
    if unmarked := equipment.faults - equipment.covered:
        return MarkDevice(device=min(unmarked))
    return _STEPS.get(state.phase, dealer_command)(state, chance)


def _cut(state: TableState, chance: RoundChance) -> Command | None:
    if waiting_to_cut(state):
        return None
    return OfferCut() if next_to_cut(state) else build(CutCards, depth=MIDDLE)


def _start(state: TableState, chance: RoundChance) -> Command | None:
    return UseButton() if state.game.strategy.start_method(state) == "button" else dealer_command(state, chance)


def _deal(state: TableState, chance: RoundChance) -> Command | None:
    if state.current.stack.at:
        return dealer_command(state, chance)
    return build(PlaceDeck, hand="left" if method(state) == HAND else "")


_STEPS: Mapping[Phase, Callable[[TableState, RoundChance], Command | None]] = {
    Phase.CUTTING: _cut,
    Phase.STARTING: _start,
    Phase.DEALING: _deal,
}
"""The steps that only cards have; a tile game's dealer takes all others."""
