"""New Zealand: section 12, a wager that cannot be paid, and a damaged tile."""

from functools import partial

from paigow.learning.cases import ANN, BOB, WAGERS, Ruling, also_plausible, banked, case, seat, to, wrong
from paigow.table import Command, Phase
from paigow.table.boxes.damage import FindDamage
from paigow.table.boxes.dealer_sets import AskDealerToSet, ConfirmHand, TurnBankTile
from paigow.table.boxes.discipline import RemoveBox
from paigow.table.boxes.disturbances import KnockOver, MixHands, OrderReshuffle
from paigow.table.boxes.inexact import AcceptInexact
from paigow.table.boxes.laja import PerformLaja
from paigow.table.floor.conduct import WalkAway
from paigow.table.floor.irregularities import (
    CallNoRoll,
    ExposeInStacking,
    ExposePiece,
    FindMisdeal,
    ResetHouseHand,
    VoidHand,
)
from paigow.table.script import Plan, TableScript
from paigow.table.steps.setting import SetHouseHand
from paigow.table.steps.settlement import ExposeHand
from paigow.table.steps.wagers import NoMoreBets, PlaceWager
from paigow.text import gettext_noop
from paigow.tiles import TILE_SET

boxes = partial(case, "new-zealand")
also_plausible(
    "new-zealand",
    Ruling.SHAKE_AGAIN,
    Ruling.LAJA,
    Ruling.BOX_OFF,
    Ruling.REPLACE,
    Ruling.CUT_DOWN,
)
HOUSE = 1
SEVEN = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus")
HELD = "22 22 13 15"


@boxes("stacking", gettext_noop("A tile is exposed while the tiles are stacked."))
def stacking(script: TableScript) -> Command:
    to(script, Phase.BETTING, Plan())
    return ExposeInStacking()


@boxes("laja-three", gettext_noop("During a laja, three tiles are exposed."))
def laja_three(script: TableScript) -> Command:
    to(script, Phase.BETTING, Plan())
    script.do(ExposeInStacking())
    return PerformLaja(order=TILE_SET[::-1], shown=3)


@boxes("laja-two", gettext_noop("During a laja, two tiles are exposed."), clause="NZ-12.2")
def laja_two(script: TableScript) -> Command:
    to(script, Phase.BETTING, Plan())
    script.do(ExposeInStacking())
    return PerformLaja(order=TILE_SET[::-1], shown=2)


@boxes("not-flat", gettext_noop("The dice are uncovered, and one of them is not flat."))
def not_flat(script: TableScript) -> Command:
    to(script, Phase.STARTING)
    script.step()
    return CallNoRoll(reason="not-flat")


@boxes("one-tile", gettext_noop("The dealer exposes one tile of the hand dealt to Ann’s box."))
def one_tile(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return ExposePiece(position=seat(script, ANN))


@boxes("two-tiles", gettext_noop("The dealer exposes a second tile of Ann’s hand. She has not looked at the others."))
def two_tiles(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    position = seat(script, ANN)
    script.do(ExposePiece(position=position, place=0))
    return ExposePiece(position=position, place=1)


@boxes("house-tiles", gettext_noop("The house banks, and two tiles of the house’s own hand have been exposed."))
def house_tiles(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    script.do(ExposePiece(position=HOUSE, place=0))
    return ExposePiece(position=HOUSE, place=1)


@boxes("bank-tiles", gettext_noop("Bob is the player/banker. The dealer exposes two tiles of his hand."))
def bank_tiles(script: TableScript) -> Command:
    position = banked(script, Phase.SETTING)
    script.do(ExposePiece(position=position, place=0))
    return ExposePiece(position=position, place=1)


@boxes(
    "bank-voids",
    gettext_noop(
        "The dealer has exposed two tiles of the player/banker’s hand, and the player/banker declares the hand void."
    ),
)
def bank_voids(script: TableScript) -> Command:
    position = banked(script, Phase.SETTING)
    script.do(ExposePiece(position=position, place=0), ExposePiece(position=position, place=1))
    return VoidHand(player=BOB, position=position)


@boxes("bank-own-tile", gettext_noop("Bob is the player/banker and turns up tiles of his own hand by mistake."))
def bank_own_tile(script: TableScript) -> Command:
    banked(script, Phase.SETTING)
    return TurnBankTile(player=BOB, place=0)


@boxes(
    "tracking",
    gettext_noop(
        "Wagers are down and the tiles are stacked. The game supervisor suspects tile tracking and orders a reshuffle."
    ),
)
def tracking(script: TableScript) -> Command:
    to(script, Phase.STARTING)
    return OrderReshuffle(reason="tile-tracking")


@boxes(
    "reshuffle-dealt",
    gettext_noop(
        "The tiles are dealt and no hand is open. The supervisor orders a reshuffle because tiles were exposed."
    ),
)
def reshuffle_dealt(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return OrderReshuffle(reason="exposed-tiles")


@boxes(
    "house-misset", gettext_noop("The house’s hand is not set the house way. No player’s hand has been exposed yet.")
)
def house_misset(script: TableScript) -> Command:
    to(script, Phase.BANKING, Plan(wagers=WAGERS, hands={HOUSE: HELD}))
    script.do(SetHouseHand(setting=wrong(script, HOUSE)))
    return ResetHouseHand(position=HOUSE)


@boxes(
    "house-misset-late",
    gettext_noop(
        "The house’s hand is not set the house way. This is noticed after the first player’s hand has been exposed."
    ),
)
def house_misset_late(script: TableScript) -> Command:
    to(script, Phase.BANKING, Plan(wagers=WAGERS, hands={HOUSE: HELD}))
    script.do(SetHouseHand(setting=wrong(script, HOUSE)), ConfirmHand(), ExposeHand())
    return ResetHouseHand(position=HOUSE)


@boxes(
    "bank-misset",
    gettext_noop(
        "The player/banker had the dealer set his hand. It is not set the house way, and no player’s hand "
        "has been exposed yet."
    ),
)
def bank_misset(script: TableScript) -> Command:
    position = banked(script, Phase.BANKING)
    script.do(AskDealerToSet(player=BOB, position=position))
    script.do(SetHouseHand(setting=wrong(script, position)), ConfirmHand(player=BOB))
    return ResetHouseHand(position=position)


def _every_box(script: TableScript) -> None:
    to(script, Phase.BETTING, Plan())
    for name in SEVEN:
        script.do(PlaceWager(player=name, position=seat(script, name), amount=2000))


@boxes(
    "signals",
    gettext_noop(
        "Every box is in play, the house banks, and a player is suspected of telling others the values of tiles. "
        "The dice are shaken and point to box 6."
    ),
    players=SEVEN,
)
def signals(script: TableScript) -> Command:
    _every_box(script)
    return RemoveBox(dice=(1, 2, 3))


@boxes(
    "signals-house-box",
    gettext_noop("A box is to be removed from play. The dice are shaken and point to the house’s own box."),
    players=SEVEN,
)
def signals_house(script: TableScript) -> Command:
    _every_box(script)
    return RemoveBox(dice=(3, 3, 3))


@boxes(
    "wrong-boxes",
    gettext_noop("Some players have handled their tiles when it is found that tiles went to the wrong boxes."),
)
def wrong_boxes(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    script.step()
    return FindMisdeal(reason="wrong-boxes")


@boxes("knocked-over", gettext_noop("About to expose Ann’s hand, the dealer knocks its tiles over."))
def knocked_over(script: TableScript) -> Command:
    to(script, Phase.EXPOSING)
    return KnockOver()


@boxes("mixed-up", gettext_noop("The tiles of two players’ hands get mixed up, and nobody can tell whose is whose."))
def mixed_up(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return MixHands(position=seat(script, ANN), other=seat(script, BOB))


@boxes("mixed-with-bank", gettext_noop("The tiles of Ann’s hand get mixed up with the bank’s."))
def mixed_with_bank(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return MixHands(position=seat(script, ANN), other=HOUSE)


@boxes("absent", gettext_noop("Ann is not at the table when her tiles are to be set."))
def absent(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return WalkAway(player=ANN)


@boxes("inexact", gettext_noop("The dealer has accepted a wager that chips cannot pay exactly, and bets are closed."))
def inexact(script: TableScript) -> Command:
    to(script, Phase.BETTING, Plan())
    options = script.state.game.options
    chip = options.boxes.chip if options.boxes else 1
    amount = options.minimum - options.minimum % options.unit + options.unit + chip
    script.do(AcceptInexact(player=ANN, position=seat(script, ANN), amount=amount))
    return NoMoreBets()


@boxes("damaged", gettext_noop("In the middle of a round a tile is found to be marked."))
def damaged(script: TableScript) -> Command:
    to(script, Phase.SETTING)
    return FindDamage(piece="56")
