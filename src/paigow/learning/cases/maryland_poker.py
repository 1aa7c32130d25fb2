"""Maryland poker: chapter 14, the count of the stub, and the cut."""

from functools import partial

from paigow.learning.cases import ANN, WAGERS, Ruling, also_plausible, banked, case, foul, seat, to, wrong
from paigow.poker import DECK
from paigow.table import Command, Phase
from paigow.table.cards.card_cut import RequireRecut
from paigow.table.cards.card_deal import DealWithSlip, DrawInError, ExposeWhileDealing, FindFaceUp
from paigow.table.cards.decks import PlaceDeck, ReportFault
from paigow.table.floor.conduct import WalkAway
from paigow.table.floor.irregularities import CallNoRoll, ExposePiece, FindMisdeal, ResetHouseHand, VoidHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.mixing import Mix
from paigow.table.steps.setting import LookAtHand, SetHand, SetHouseHand
from paigow.table.steps.settlement import ExposeHand
from paigow.text import gettext_noop

poker = partial(case, "maryland-poker")
also_plausible(
    "maryland-poker",
    Ruling.SHAKE_AGAIN,
    Ruling.SET_ASIDE,
    Ruling.NEXT_CARD,
    Ruling.DECK_LEAVES,
    Ruling.CUT_AGAIN,
    Ruling.COVER,
)
DEALER = 0
DEALT = {DEALER: "Qs Qd Ks 8h Jc 4d 2c"}
AUTOMATED = {"dealing": {"method": "automated-shoe", "shuffler": "automated"}}
SHUFFLER = {"dealing": {"shuffler": "automated"}}


def dealing(script: TableScript) -> None:
    to(script, Phase.DEALING)
    script.do(PlaceDeck())


@poker("not-flat", gettext_noop("The shaker is uncovered: one of the three dice is not flat."))
def not_flat(script: TableScript) -> Command:
    to(script, Phase.STARTING)
    script.step()
    return CallNoRoll(reason="not-flat")


@poker("fell-out", gettext_noop("A die falls out of the shaker as the dealer takes off the cover."))
def fell_out(script: TableScript) -> Command:
    to(script, Phase.STARTING)
    script.step()
    return CallNoRoll(reason="fell-out")


@poker("wrong-total", gettext_noop("The dice were added up wrongly, and the first card went to the wrong position."))
def wrong_total(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return FindMisdeal(reason="wrong-positions")


@poker("player-card", gettext_noop("The dealer exposes a card of Ann’s hand, which she has not picked up."))
def player_card(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return ExposePiece(position=seat(script, ANN), place=3)


@poker("player-card-seen", gettext_noop("Ann has looked at her cards. Then the dealer exposes one of them."))
def player_card_seen(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    position = seat(script, ANN)
    script.do(LookAtHand(player=ANN, position=position))
    return ExposePiece(position=position)


@poker(
    "hand-declared-void",
    gettext_noop("The dealer exposed one of Ann’s cards. Without looking at the others, she declares the hand void."),
)
def declared_void(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    position = seat(script, ANN)
    script.do(ExposePiece(position=position))
    return VoidHand(player=ANN, position=position)


@poker("dealer-card", gettext_noop("A card of the dealer’s hand is exposed while the players set theirs."))
def dealer_card(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return ExposePiece(position=DEALER, place=6)


@poker("bank-card", gettext_noop("Bob banks, and the dealer exposes one of his cards."))
def bank_card(script: TableScript) -> Command:
    return ExposePiece(position=banked(script, Phase.SETTING))


@poker("face-up", gettext_noop("During the deal, a card is found face up in the deck."))
def face_up(script: TableScript) -> Command:
    dealing(script)
    return FindFaceUp(place=20)


@poker("two-face-up", gettext_noop("A second card is found face up in the deck in the same deal."))
def two_face_up(script: TableScript) -> Command:
    dealing(script)
    script.do(FindFaceUp(place=5))
    return FindFaceUp(place=17)


@poker("drawn-in-error", gettext_noop("The dealer draws a card from the shoe too early; nobody has seen it."))
def drawn(script: TableScript) -> Command:
    dealing(script)
    return DrawInError()


@poker("extra-card", gettext_noop("The stub is counted: three cards are left, and Ann’s hand has eight."))
def extra(script: TableScript) -> Command:
    dealing(script)
    return DealWithSlip(slip="extra", position=seat(script, ANN))


@poker("short-hand", gettext_noop("The stub is counted: five cards are left, and the dealer’s hand has six."))
def short(script: TableScript) -> Command:
    dealing(script)
    return DealWithSlip(slip="short", position=DEALER)


@poker("deck-incomplete", gettext_noop("Every hand has seven cards, but only three cards are left in the stub."))
def incomplete(script: TableScript) -> Command:
    dealing(script)
    return DealWithSlip(slip="lost")


@poker("dealer-misset", gettext_noop("The dealer’s hand is not set the house way; no wager has been settled yet."))
def misset(script: TableScript) -> Command:
    to(script, Phase.BANKING, Plan(wagers=WAGERS, hands=DEALT))
    script.do(SetHouseHand(setting=wrong(script, DEALER)))
    return ResetHouseHand(position=DEALER)


@poker(
    "dealer-misset-late",
    gettext_noop("After a wager is settled, somebody sees that the dealer’s hand is not set the house way."),
)
def misset_late(script: TableScript) -> Command:
    to(script, Phase.BANKING, Plan(wagers=WAGERS, hands=DEALT))
    script.do(SetHouseHand(setting=wrong(script, DEALER)), ExposeHand())
    return ResetHouseHand(position=DEALER)


@poker("dealer-foul", gettext_noop("The dealer sets the dealer’s hand with the low hand ranking above the high hand."))
def dealer_foul(script: TableScript) -> Command:
    to(script, Phase.BANKING, Plan(wagers=WAGERS, hands=DEALT))
    return SetHouseHand(setting=foul(script, DEALER))


@poker("player-foul", gettext_noop("Ann’s hands are turned over: her low hand ranks above her high hand."))
def player_foul(script: TableScript) -> Command:
    to(script, Phase.SETTING, Plan(wagers=WAGERS, hands={1: "As Ac Qd Tc 8h 6s 4d"}))
    position = seat(script, ANN)
    script.do(LookAtHand(player=ANN, position=position))
    script.do(SetHand(player=ANN, position=position, setting=foul(script, position)))
    script.to(Phase.EXPOSING)
    return ExposeHand()


@poker(
    "stack-exposed",
    gettext_noop("An automated shoe deals stacks of seven. One card is exposed as the dealer delivers them."),
    choices=AUTOMATED,
)
def stack_exposed(script: TableScript) -> Command:
    dealing(script)
    return ExposeWhileDealing()


@poker("shuffler-jam", gettext_noop("The shuffler jams before it has finished the deck."), choices=SHUFFLER)
def shuffler_jam(script: TableScript) -> Command:
    to(script, Phase.MIXING)
    return ReportFault(device="shuffler")


@poker("shoe-jam", gettext_noop("The automated shoe stops in the middle of the deal."), choices=AUTOMATED)
def shoe_jam(script: TableScript) -> Command:
    dealing(script)
    return ReportFault(device="shoe")


@poker(
    "shuffler-broken",
    gettext_noop("The shuffler has broken down. The dealer wants to shuffle the cards by hand."),
    choices=SHUFFLER,
    refused=Ruling.COVER,
)
def shuffler_broken(script: TableScript) -> Command:
    to(script, Phase.MIXING)
    script.do(ReportFault(device="shuffler", usable=False))
    return Mix(order=DECK)


@poker("improper-cut", gettext_noop("The cards are cut. The floor finds that the cut was not done properly."))
def improper_cut(script: TableScript) -> Command:
    to(script, Phase.BETTING)
    return RequireRecut()


@poker("walked-away", gettext_noop("Ann leaves the table after the deal, before her hand is set."))
def walked_away(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return WalkAway(player=ANN)
