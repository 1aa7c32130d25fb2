"""New Zealand."""

from functools import partial

from scenario import scenario

from paigow.record import Chance
from paigow.table import Command, Phase
from paigow.table.boxes.cutting import NominateAdjustment
from paigow.table.boxes.dealer_sets import AskDealerToSet
from paigow.table.boxes.discipline import RemoveBox, RestoreBox
from paigow.table.boxes.disturbances import MixHands
from paigow.table.boxes.laja import RequestLaja
from paigow.table.boxes.orders import Orders
from paigow.table.boxes.staking import AgreeToCoBank, StakeBank, YieldBank
from paigow.table.floor.irregularities import (
    CallNoRoll,
    ExposeInStacking,
    ExposePiece,
    FindMisdeal,
    ResetHouseHand,
    VoidHand,
)
from paigow.table.script import Plan, TableScript
from paigow.table.steps.seating import BuyIn, StandBehind
from paigow.table.steps.setting import SetHouseHand
from paigow.table.steps.start import ChooseDelivery
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager
from paigow.tiles import TileSetting

new_zealand = partial(scenario, "new-zealand")
THREE = ("ann", "bob", "cyd")  # on boxes 2, 3 and 4; box 1 is the house's
EVERYONE = {"ann": 2000, "bob": 3000, "cyd": 1000}


@new_zealand("01-win-lose-push", THREE)
def win_lose_push(script: TableScript) -> None:
    """Jung, Che and Jowl: losers are taken first, winners paid when every hand is open, less five percent."""
    hands = {1: "44 36 13 22", 2: "66 66 11 45", 3: "14 24 56 15", 4: "55 55 46 56"}
    script.play(Plan(wagers=EVERYONE, hands=hands, dice=(3, 4, 5)))


@new_zealand("02-copies", THREE)
def copies(script: TableScript) -> None:
    """The bank wins copies: two copies lose, a copy and a win push."""
    hands = {1: "56 16 55 15", 2: "55 16 56 24"}
    script.play(Plan(wagers={"ann": 1000}, hands=hands, settings={2: "55 16 / 56 24"}, dice=(1, 2, 6)))
    hands = {1: "35 15 56 66", 3: "33 33 56 24"}
    script.play(Plan(wagers={"bob": 1000}, hands=hands, settings={3: "33 33 / 56 24"}, dice=(1, 3, 6)))


@new_zealand("03-zero-against-zero", THREE)
def zero_zero(script: TableScript) -> None:
    """Zero against zero is a copy, so that hand is the bank's."""
    hands = {1: "13 13 55 46", 2: "66 66 33 22", 3: "36 45 16 12"}
    settings = {2: "66 66 / 33 22", 3: "36 45 / 16 12"}
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}, hands=hands, settings=settings, dice=(2, 2, 5)))


@new_zealand("04-player-banker", THREE)
def player_banker(script: TableScript) -> None:
    """A player banks two rounds running, with a stake that covers the wagers: a surplus, then a deficit."""
    script.play(Plan(wagers=EVERYONE, dice=(1, 1, 1)))
    wins = {2: "12 24 66 66", 3: "14 25 33 44", 4: "13 46 22 35"}
    loses = {2: "14 25 33 44", 3: "12 24 66 66", 4: "11 11 55 34"}
    for hands, dice in ((wins, (6, 6, 6)), (loses, (6, 6, 5))):
        bets = [
            PlaceWager(player="bob", position=3, amount=2000),
            PlaceWager(player="cyd", position=4, amount=1000),
            StakeBank(player="ann", amount=3000),
        ]
        script.play(Plan(bank="ann", hands=hands, before={Phase.BETTING: bets}, dice=dice))


@new_zealand("05-co-banker", THREE)
def co_banker(script: TableScript) -> None:
    """The house co-banks: half of the cover each, profit and loss halved, the odd chip to the house."""
    script.play(Plan(wagers=EVERYONE, dice=(1, 1, 2)))
    hands = {2: "12 24 66 66", 3: "14 25 33 44", 4: "13 46 22 35"}
    bets = [
        PlaceWager(player="bob", position=3, amount=2000),
        PlaceWager(player="cyd", position=4, amount=1000),
        StakeBank(player="ann", amount=1500),
    ]
    script.play(Plan(bank="ann", co=True, hands=hands, before={Phase.BETTING: bets}, dice=(5, 6, 6)))


@new_zealand("06-uncovered-bank", THREE)
def uncovered(script: TableScript) -> None:
    """A banker who cannot cover the wagers agrees to co-bank; in the next round another gives the bank up."""
    script.play(Plan(wagers=EVERYONE, dice=(1, 1, 3)))
    bets = [
        PlaceWager(player="bob", position=3, amount=2000),
        PlaceWager(player="cyd", position=4, amount=1000),
        AgreeToCoBank(player="ann"),
        StakeBank(player="ann", amount=1500),
    ]
    script.play(Plan(bank="ann", before={Phase.BETTING: bets}, dice=(5, 5, 6)))
    wagers = [PlaceWager(player="ann", position=2, amount=1000), PlaceWager(player="cyd", position=4, amount=1000)]
    script.play(Plan(bank="bob", before={Phase.BETTING: [*wagers, YieldBank(player="bob")]}, dice=(5, 5, 5)))


@new_zealand("07-three-bettors-on-a-box", {"ann": 2, "bob": 3, "cyd": 4})
def bettors(script: TableScript) -> None:
    """Others bet on ann's box, one of them standing behind; she decides, and each wager is settled by itself."""
    script.do(StandBehind(player="dan"), BuyIn(player="dan", amount=50_000))
    bets = [
        PlaceWager(player="ann", position=2, amount=1000),
        PlaceWager(player="dan", position=2, amount=5000),
        PlaceWager(player="bob", position=2, amount=2000),
        PlaceWager(player="cyd", position=4, amount=1000),
    ]
    hands = {1: "44 36 13 22", 2: "66 66 11 45"}
    script.play(Plan(hands=hands, before={Phase.BETTING: bets}, dice=(4, 4, 4)))


@new_zealand("08-laja-and-cut", THREE, chance=Chance.SEEDS)
def laja(script: TableScript) -> None:
    """A tile shows in stacking, a player asks for a laja, the dice do not lie flat: all drawn from the seeds."""
    script.to(Phase.BETTING, Plan(wagers=EVERYONE))
    script.do(ExposeInStacking())
    script.to(Phase.BETTING)
    script.do(RequestLaja(player="bob"))
    script.to(Phase.STARTING)
    script.step()
    script.do(CallNoRoll(reason="not-flat"))
    script.play()


@new_zealand("09-concede", THREE)
def concede(script: TableScript) -> None:
    """The only bettor on a box concedes when he sees his tiles."""
    before = {Phase.SETTING: [Surrender(player="ann", position=2)]}
    script.play(Plan(wagers=EVERYONE, before=before, dice=(2, 2, 2)))


@new_zealand("10-the-dealer-sets", THREE)
def dealer_sets(script: TableScript) -> None:
    """A player has the dealer set his hand, after the others."""
    before = {Phase.SETTING: [AskDealerToSet(player="ann", position=2)]}
    script.play(Plan(wagers=EVERYONE, before=before, dice=(2, 2, 3)))


@new_zealand("11-voids", THREE)
def voids(script: TableScript) -> None:
    """A hand of which two tiles were exposed is void, two hands got mixed, and tiles went to the wrong boxes."""
    exposed = [
        ExposePiece(position=2, place=0),
        ExposePiece(position=2, place=1),
        VoidHand(player="ann", position=2),
    ]
    script.play(Plan(wagers=EVERYONE, before={Phase.SETTING: exposed}, dice=(3, 3, 3)))
    mixed = [MixHands(position=2, other=3)]
    script.play(Plan(wagers=EVERYONE, before={Phase.SETTING: mixed}, dice=(3, 3, 4)))
    wrong = [FindMisdeal(reason="wrong-boxes")]
    script.play(Plan(wagers=EVERYONE, before={Phase.SETTING: wrong}, dice=(3, 3, 5)))


@new_zealand("12-house-hand-set-wrong", THREE)
def misset(script: TableScript) -> None:
    """The house's hand is set wrong and put right before a player's hand is opened."""
    hands = {1: "66 11 56 46", 2: "13 13 44 22"}
    wrong = SetHouseHand(setting=TileSetting.parse("66 11 / 56 46"))
    before: dict[Phase, list[Command]] = {Phase.BANKING: [wrong], Phase.EXPOSING: [ResetHouseHand(position=1)]}
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}, hands=hands, before=before, dice=(3, 2, 1)))


@new_zealand("13-adjustment", THREE)
def adjustment(script: TableScript) -> None:
    """The banker chooses the cut and has four added to the dice."""
    script.play(Plan(wagers=EVERYONE, dice=(1, 1, 4)))
    bets = [PlaceWager(player="bob", position=3, amount=1000), StakeBank(player="ann", amount=1000)]
    script.to(Phase.STARTING, Plan(bank="ann", before={Phase.BETTING: bets}, dice=(1, 1, 5)))
    script.step()
    script.do(ChooseDelivery(player="ann", delivery="yat-dong-dong-right"))
    script.step()
    script.do(NominateAdjustment(player="ann", value=4))
    script.play()


SEVEN = ("ann", "bob", "cyd", "dan", "eve", "fay", "gus")


@new_zealand("14-a-box-is-removed", SEVEN, chance=Chance.SEEDS)
def removal(script: TableScript) -> None:
    """With every box in play the floor has one taken out by the dice, drawn from the seeds, and gives it back later."""
    everyone = dict.fromkeys(SEVEN, 1000)
    bets = [PlaceWager(player=name, position=box, amount=1000) for box, name in enumerate(SEVEN, start=2)]
    script.to(Phase.BETTING, Plan(before={Phase.BETTING: bets}))
    while not script.state.part(Orders).off:
        script.do(RemoveBox(dice=script.draws().removal(script.state)))
    (box,) = script.state.part(Orders).off
    script.play()
    gone = next(name for name, player in script.state.players.items() if player.position == box)
    script.play(Plan(wagers={name: 1000 for name in SEVEN if name != gone}))
    script.do(RestoreBox(position=box))
    script.play(Plan(wagers=everyone))
