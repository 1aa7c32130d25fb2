"""Dealer Open: its short document's rules for mistakes, accidents and the dealer's jacks."""

from functools import partial

from paigow.learning.cases import ANN, WAGERS, Ruling, also_plausible, case, foul, seat, to, wrong
from paigow.table import Command, Phase
from paigow.table.cards.jacks import DeclareJacks
from paigow.table.floor.irregularities import FindMisdeal, ResetHouseHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.setting import LookAtHand, SetHand, SetHouseHand
from paigow.table.steps.settlement import ExposeHand
from paigow.text import gettext_noop

dealer_open = partial(case, "dealer-open")
also_plausible("dealer-open", Ruling.ROUND_OVER)
DEALER = 0
HOUSE = Plan(wagers=WAGERS, hands={DEALER: "Ks Kd Qc 9h 7s 5d 3c"})
FOUL = Plan(wagers=WAGERS, hands={DEALER: "Ks Kd Qc 9h 7s 5d 3c", 1: "As Ac Qd Tc 8h 6s 4d"})
JACKS = Plan(wagers=WAGERS, hands={DEALER: "Js Jd 9h 7s 5d 3c 2h"})


@dealer_open("fewer-cards", gettext_noop("Somebody at the table has six cards."))
def fewer(script: TableScript) -> Command:
    to(script, Phase.BANKING, HOUSE)
    return FindMisdeal(reason="fewer-cards")


@dealer_open("more-cards", gettext_noop("Ann has been dealt eight cards."))
def more(script: TableScript) -> Command:
    to(script, Phase.SETTING, HOUSE)
    return FindMisdeal(reason="more-cards")


@dealer_open("fewer-cards-late", gettext_noop("After a wager is settled, somebody is found to have had too few cards."))
def fewer_late(script: TableScript) -> Command:
    to(script, Phase.EXPOSING, HOUSE)
    script.do(ExposeHand())
    return FindMisdeal(reason="fewer-cards")


@dealer_open(
    "misset",
    gettext_noop("The players are setting their hands. The dealer’s hand is open and not set the house way."),
)
def misset(script: TableScript) -> Command:
    to(script, Phase.BANKING, HOUSE)
    script.do(SetHouseHand(setting=wrong(script, DEALER)))
    return ResetHouseHand(position=DEALER)


@dealer_open(
    "misset-late", gettext_noop("During pay and take, it turns out that the dealer’s hand is not set the house way.")
)
def misset_late(script: TableScript) -> Command:
    to(script, Phase.BANKING, HOUSE)
    script.do(SetHouseHand(setting=wrong(script, DEALER)))
    script.to(Phase.EXPOSING)
    script.do(ExposeHand())
    return ResetHouseHand(position=DEALER)


@dealer_open(
    "house-foul",
    gettext_noop("The dealer’s hand has been set with the two-card hand ranking above the five-card hand."),
)
def house_foul(script: TableScript) -> Command:
    to(script, Phase.BANKING, HOUSE)
    script.do(SetHouseHand(setting=foul(script, DEALER)))
    return ResetHouseHand(position=DEALER)


@dealer_open("player-foul", gettext_noop("Ann’s cards are exposed: her two-card hand ranks above her five-card hand."))
def player_foul(script: TableScript) -> Command:
    to(script, Phase.SETTING, FOUL)
    position = seat(script, ANN)
    script.do(LookAtHand(player=ANN, position=position))
    script.do(SetHand(player=ANN, position=position, setting=foul(script, position)))
    script.to(Phase.EXPOSING)
    return ExposeHand()


@dealer_open("two-jacks", gettext_noop("The dealer’s seven cards lie face up, and there are two jacks among them."))
def two_jacks(script: TableScript) -> Command:
    to(script, Phase.BANKING, JACKS)
    return DeclareJacks()
