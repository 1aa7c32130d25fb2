"""The player's next task, and the label of the button that performs it."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from paigow.table import TableState
from paigow.table.awaited import Ask, ask_of
from paigow.table.boxes.cutting import DeclineCut, NominateAdjustment
from paigow.table.boxes.dealer_sets import ConfirmHand, TurnBankTile, ViewUnused
from paigow.table.boxes.staking import StakeBank, YieldBank
from paigow.table.cards.card_cut import CutCards
from paigow.table.core.model import Phase
from paigow.table.floor.irregularities import PlayOn
from paigow.table.steps.banking import AcceptBank, DirectDealerWager
from paigow.table.steps.seating import BuyIn
from paigow.table.steps.setting import LookAtHand, SetBankHand, SetHand
from paigow.table.steps.stacks import CutStacks
from paigow.table.steps.start import ChooseDelivery, ShakeDice
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager
from paigow.web.pages.words import Words

DEAL = "deal"  # not a command: the player has finished


@dataclass(frozen=True, slots=True)
class Prompt:
    """A task for the player: `verb` is that of the primary action, or "deal"; `label` is its button's text."""

    text: str
    verb: str
    label: str


LABELS: Words = {
    AcceptBank.verb: lazy("Take the bank"),
    CutCards.verb: lazy("Cut the cards"),
    PlaceWager.verb: lazy("Place your bet"),
    BuyIn.verb: lazy("Buy chips"),
    StakeBank.verb: lazy("Put up your stake"),
    "pass-bank": lazy("Pass the bank"),
    "agree-co-bank": lazy("Share the bank"),
    YieldBank.verb: lazy("Give up the bank"),
    CutStacks.verb: lazy("Cut the stacks"),
    DirectDealerWager.verb: lazy("Dealer’s bet"),
    ChooseDelivery.verb: lazy("Choose the delivery"),
    DeclineCut.verb: lazy("No cut"),
    ShakeDice.verb: lazy("Shake the dice"),
    NominateAdjustment.verb: lazy("Add or take four"),
    LookAtHand.verb: lazy("Pick up"),
    SetHand.verb: lazy("Set hand"),
    SetBankHand.verb: lazy("Set the bank’s hand"),
    PlayOn.verb: lazy("Play on"),
    ConfirmHand.verb: lazy("Confirm"),
    TurnBankTile.verb: lazy("Turn a tile"),
    Surrender.verb: lazy("Surrender"),
    ViewUnused.verb: lazy("See the unused tiles"),
    DEAL: lazy("Deal"),
}


def prompt_for(state: TableState, viewer: str) -> Prompt | None:
    """Return the action that the table expects from the viewer; None if there is none."""
    ask = ask_of(state, viewer)
    if ask is None:
        return None
    kind = ask.kinds[0]
    betting = state.phase is Phase.BETTING and any(key.player == viewer for key in state.current.wagers)
    verb = DEAL if betting and not ask.must else kind.verb
    return Prompt(_text(state, ask, betting), verb, str(LABELS[verb]))


def _text(state: TableState, ask: Ask, betting: bool) -> str:
    kind = ask.kinds[0]
    tiles = state.game.kit.kind == "tiles"
    if kind is StakeBank:
        if not ask.must:
            return _("Your stake is down. You can still change it.")
        return _("You are the banker. Put up your stake.")
    if kind is PlaceWager:
        return _("Your bet is down. Deal when you are ready.") if betting else _("Place your bet.")
    if kind is LookAtHand:
        return _("Your tiles are dealt. Pick them up.") if tiles else _("Your cards are dealt. Pick them up.")
    if kind in (SetHand, SetBankHand):
        return _("Pick two tiles for your low hand.") if tiles else _("Pick two cards for your low hand.")
    if kind is PlayOn:
        if tiles:
            return _("One of your tiles was exposed. Play on or void the hand.")
        return _("One of your cards was exposed. Play on or void the hand.")
    return str(TEXTS[kind.verb])


TEXTS: Words = {
    AcceptBank.verb: lazy("You are offered the bank."),
    "pass-bank": lazy("You are offered the bank."),
    CutCards.verb: lazy("You may cut the cards."),
    BuyIn.verb: lazy("Buy chips to play."),
    YieldBank.verb: lazy("You cannot cover the bets against you. Give up the bank, or share it with the house."),
    "agree-co-bank": lazy("You cannot cover the bets against you. Give up the bank, or share it with the house."),
    CutStacks.verb: lazy("You are the banker. You may cut the stacks."),
    DirectDealerWager.verb: lazy("You are the banker. You may set the dealer’s bet."),
    ChooseDelivery.verb: lazy("You are the banker. Choose how the tiles are dealt."),
    DeclineCut.verb: lazy("You are the banker. Choose the cut, or leave it to the dealer."),
    ShakeDice.verb: lazy("You are the banker. Shake the dice."),
    NominateAdjustment.verb: lazy("You may change the count. Add four, take four away, or continue."),
    ConfirmHand.verb: lazy("The dealer has set your hand. Confirm it."),
    TurnBankTile.verb: lazy("You may turn two of the bank’s tiles."),
    Surrender.verb: lazy("You can surrender: your bet loses and your hand stays hidden."),
    ViewUnused.verb: lazy("You may look at the unused tiles."),
}
