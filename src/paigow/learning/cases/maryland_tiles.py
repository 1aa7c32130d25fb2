"""Maryland tiles: chapter 10, and the rules of other chapters for mistakes and accidents."""

from functools import partial

from paigow.learning.cases import ANN, BOB, OTHERS, WAGERS, Ruling, also_plausible, banked, case, seat, to, wrong
from paigow.table import Command, Phase
from paigow.table.floor.conduct import WalkAway
from paigow.table.floor.irregularities import (
    CallNoRoll,
    ExposeInStacking,
    ExposePiece,
    FindMisdeal,
    ResetHouseHand,
    ShowPiece,
    VoidHand,
)
from paigow.table.script import Plan, TableScript
from paigow.table.steps.setting import LookAtHand, SetHouseHand
from paigow.table.steps.settlement import ExposeHand
from paigow.text import gettext_noop

tiles = partial(case, "maryland-tiles")
also_plausible("maryland-tiles", Ruling.SHAKE_AGAIN, Ruling.REPLACE)
DEALER, NOBODY, DEAD = 0, 5, 7


@tiles("stacking", gettext_noop("While the stacks are built, before anyone has wagered, a tile turns face up."))
def stacking(script: TableScript) -> Command:
    to(script, Phase.BETTING, Plan())
    return ExposeInStacking()


@tiles("not-flat", gettext_noop("The dealer uncovers the shaker: one of the dice leans against its side."))
def not_flat(script: TableScript) -> Command:
    to(script, Phase.STARTING)
    script.step()
    return CallNoRoll(reason="not-flat")


@tiles("fell-out", gettext_noop("As the shaker is uncovered, a die falls out of it."))
def fell_out(script: TableScript) -> Command:
    to(script, Phase.STARTING)
    script.step()
    return CallNoRoll(reason="fell-out")


@tiles("lid-lifted", gettext_noop("Bob banks. He has shaken the dice and lifts the lid of the shaker himself."))
def lid_lifted(script: TableScript) -> Command:
    banked(script, Phase.STARTING)
    script.step()
    return CallNoRoll(reason="lid-lifted")


@tiles(
    "wrong-total",
    gettext_noop(
        "The tiles are dealt. The dealer sees that the dice were added up wrongly: everybody has somebody else’s stack."
    ),
)
def wrong_total(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return FindMisdeal(reason="wrong-positions")


@tiles(
    "wrong-total-late",
    gettext_noop(
        "The first hand has been opened and its wager settled. Only now does the dealer see that the dice "
        "were added up wrongly."
    ),
)
def wrong_total_late(script: TableScript) -> Command:
    to(script, Phase.EXPOSING)
    script.do(ExposeHand())
    return FindMisdeal(reason="wrong-positions")


@tiles("wrong-count", gettext_noop("After the deal, the set turns out to be incomplete: a tile is missing."))
def wrong_count(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return FindMisdeal(reason="wrong-count")


@tiles("player-tile", gettext_noop("The dealer exposes one of Ann’s tiles. She has not looked at her tiles."))
def player_tile(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return ExposePiece(position=seat(script, ANN))


@tiles(
    "player-tile-seen",
    gettext_noop("Ann has picked up her tiles and looked at them. Then the dealer knocks one of them face up."),
)
def player_tile_seen(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    position = seat(script, ANN)
    script.do(LookAtHand(player=ANN, position=position))
    return ExposePiece(position=position)


@tiles("own-tile", gettext_noop("Ann, who is setting her hand, drops one of her own tiles face up."))
def own_tile(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    position = seat(script, ANN)
    script.do(LookAtHand(player=ANN, position=position))
    return ShowPiece(player=ANN, position=position, place=1)


@tiles(
    "hand-declared-void",
    gettext_noop("The dealer exposed one of Ann’s tiles. Before looking at the others, she declares the hand void."),
)
def declared_void(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    position = seat(script, ANN)
    script.do(ExposePiece(position=position))
    return VoidHand(player=ANN, position=position)


@tiles("dealer-tile", gettext_noop("While the players set their hands, a tile of the dealer’s hand turns face up."))
def dealer_tile(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return ExposePiece(position=DEALER)


@tiles("dead-hand-tile", gettext_noop("A tile of the Dead Hand turns face up while the players set their hands."))
def dead_hand_tile(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return ExposePiece(position=DEAD)


@tiles("idle-tile", gettext_noop("A tile that was dealt to a position without a wager turns face up."))
def idle_tile(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return ExposePiece(position=NOBODY)


@tiles("bank-tile", gettext_noop("Bob banks. The dealer exposes one of his tiles."))
def bank_tile(script: TableScript) -> Command:
    return ExposePiece(position=banked(script, Phase.SETTING))


@tiles(
    "dealer-misset",
    gettext_noop("No player’s hand is open yet. The dealer’s own hand turns out not to be set the house way."),
)
def dealer_misset(script: TableScript) -> Command:
    to(script, Phase.BANKING, Plan(wagers=WAGERS, hands={DEALER: "66 45 12 24"}))
    script.do(SetHouseHand(setting=wrong(script, DEALER)))
    return ResetHouseHand(position=DEALER)


@tiles(
    "dealer-misset-late",
    gettext_noop(
        "One wager has already been settled when the floor sees that the dealer’s hand is not set the house way."
    ),
)
def dealer_misset_late(script: TableScript) -> Command:
    to(script, Phase.BANKING, Plan(wagers=WAGERS, hands={DEALER: "66 45 12 24"}))
    script.do(SetHouseHand(setting=wrong(script, DEALER)), ExposeHand())
    return ResetHouseHand(position=DEALER)


@tiles(
    "co-bank-misset",
    gettext_noop("Bob and the house bank together. The dealer has not set the bank’s hand the house way."),
)
def co_bank_misset(script: TableScript) -> Command:
    script.play(Plan(wagers=WAGERS))
    position = seat(script, BOB)
    hands = {position: "66 45 12 24"}
    script.to(Phase.BANKING, Plan(wagers=OTHERS, bank=BOB, co=True, hands=hands))
    script.do(SetHouseHand(setting=wrong(script, position)))
    return ResetHouseHand(position=position)


@tiles("walked-away", gettext_noop("The tiles are dealt, and Ann leaves her seat before she has set her hand."))
def walked_away(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return WalkAway(player=ANN)
