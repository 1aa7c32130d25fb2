"""Maryland tiles."""

from functools import partial

from scenario import scenario

from paigow.record import Chance
from paigow.table import Command, Phase
from paigow.table.floor.conduct import ComeBack, WalkAway
from paigow.table.floor.equipment import PassTime, RemoveSet, ReplaceDice
from paigow.table.floor.irregularities import (
    CallNoRoll,
    ExposeInStacking,
    ExposePiece,
    FindMisdeal,
    PlayOn,
    ResetHouseHand,
    VoidHand,
)
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import DirectDealerWager
from paigow.table.steps.opening import DisplaySet, InspectSet, ReceiveSet, TurnSetDown, VerifySet, ViewSet
from paigow.table.steps.seating import BuyIn, ColourUp, LeaveTable, SitDown
from paigow.table.steps.seeds import GiveSeed
from paigow.table.steps.setting import AskHouseWay, LookAtHand, SetHouseHand
from paigow.table.steps.settlement import ExposeHand
from paigow.table.steps.stacks import CutStacks
from paigow.table.steps.start import ChooseDelivery
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager
from paigow.tiles import TILE_SET, TileSetting

tiles = partial(scenario, "maryland-tiles")
THREE = ("ann", "bob", "cyd")


@tiles("01-win-lose-push", THREE)
def win_lose_push(script: TableScript) -> None:
    """A win with vigorish, a loss and a push against the house."""
    hands = {0: "44 36 13 22", 1: "66 66 11 45", 2: "14 23 56 15", 3: "55 55 46 56"}
    script.play(Plan(wagers={"ann": 2000, "bob": 3000, "cyd": 1050}, hands=hands, dice=(3, 4, 5)))


@tiles("02-copies")
def copies(script: TableScript) -> None:
    """The bank wins copies: two copies lose, a copy and a win push."""
    twice = Plan(
        wagers={"ann": 1000}, hands={0: "66 15 22 56", 1: "66 33 22 56"}, settings={1: "66 33 / 22 56"}, dice=(1, 2, 6)
    )
    once = Plan(
        wagers={"bob": 1000}, hands={0: "66 15 22 56", 2: "66 33 13 22"}, settings={2: "66 33 / 13 22"}, dice=(1, 3, 6)
    )
    script.play(twice)
    script.play(once)


@tiles("03-zero-against-zero")
def zero_zero(script: TableScript) -> None:
    """Zero against zero goes to the bank, whatever the tiles."""
    hands = {0: "44 44 55 46", 1: "66 66 33 22", 2: "36 45 13 33"}
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}, hands=hands, settings={2: "36 45 / 13 33"}, dice=(2, 2, 5)))


@tiles("04-player-bank-surplus", THREE)
def bank_surplus(script: TableScript) -> None:
    """A player banks, the dealer wagers against the bank, and the surplus goes to the bank less vigorish."""
    everyone = {"ann": 2000, "bob": 1500, "cyd": 1000}
    script.play(Plan(wagers=everyone, dice=(1, 1, 1)))
    hands = {2: "12 24 66 66", 0: "14 25 33 44", 1: "13 46 22 35", 3: "11 11 55 34"}
    script.play(Plan(wagers={"ann": 2500, "cyd": 1000}, bank="bob", hands=hands, dice=(6, 6, 6)))


@tiles("05-player-bank-shortfall", THREE)
def bank_shortfall(script: TableScript) -> None:
    """A player's bank loses more than lies in the centre and makes up the rest; it had the dealer wager less."""
    script.play(Plan(wagers={"ann": 2000, "bob": 1500, "cyd": 1000}, dice=(1, 1, 2)))
    less = {Phase.BETTING: [DirectDealerWager(player="ann", amount=500)]}
    hands = {1: "14 25 33 44", 0: "13 46 22 35", 2: "12 24 66 66", 3: "11 11 55 34"}
    script.play(Plan(wagers={"bob": 4000, "cyd": 1000}, bank="ann", hands=hands, before=less, dice=(2, 3, 4)))


@tiles("06-co-bank", THREE)
def co_bank(script: TableScript) -> None:
    """A co-bank: the dealer sets by the house way, surplus and deficit are halved, the odd cent is the house's."""
    script.play(Plan(wagers={"ann": 2000, "bob": 1500, "cyd": 1000}, dice=(1, 1, 3)))
    wins = {1: "12 24 66 66", 2: "14 25 33 44", 3: "13 46 22 35"}
    script.play(Plan(wagers={"bob": 2001, "cyd": 1000}, bank="ann", co=True, hands=wins, dice=(2, 3, 5)))
    loses = {2: "14 25 33 44", 1: "12 24 66 66", 3: "11 11 55 34"}
    script.play(Plan(wagers={"ann": 1001, "cyd": 2000}, bank="bob", co=True, hands=loses, dice=(2, 3, 6)))


@tiles("07-pair-fortunes", THREE)
def pair_fortunes(script: TableScript) -> None:
    """Pair Fortunes is settled on the four tiles, whatever the main wager did, without vigorish."""
    seated = list(enumerate(THREE, start=1))
    mains = [PlaceWager(player=name, position=seat, amount=1000) for seat, name in seated]
    bets = [PlaceWager(player=name, position=seat, kind="pair-fortunes", amount=500) for seat, name in seated]
    hands = {0: "66 66 11 11", 1: "12 24 44 44", 2: "36 45 22 56", 3: "13 34 46 55"}
    script.play(Plan(hands=hands, before={Phase.BETTING: [*mains, *bets]}, dice=(3, 3, 3)))


@tiles("08-surrender")
def surrender(script: TableScript) -> None:
    """A player who sees the dealer's hands gives up before his own are opened."""
    hands = {0: "66 66 11 11", 1: "13 34 46 55"}
    before = {Phase.EXPOSING: [Surrender(player="ann", position=1)]}
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}, hands=hands, before=before, dice=(4, 4, 4)))


@tiles("09-two-adjacent-hands", ["ann"])
def adjacent(script: TableScript) -> None:
    """Two adjacent positions: the hand with the larger wager is set first."""
    bets = [PlaceWager(player="ann", position=1, amount=1000), PlaceWager(player="ann", position=2, amount=2000)]
    hands = {0: "44 36 13 22", 1: "66 66 11 45", 2: "12 14 25 33"}
    script.play(Plan(hands=hands, before={Phase.BETTING: bets}, dice=(5, 4, 4)))


@tiles("10-exposed-tile-of-a-player", THREE)
def exposed_player(script: TableScript) -> None:
    """The dealer exposes tiles of two players: one plays on, the other declares the hand void."""
    exposed = [
        ExposePiece(position=1, place=2),
        ExposePiece(position=2, place=0),
        PlayOn(player="ann", position=1),
        VoidHand(player="bob", position=2),
    ]
    wagers = {"ann": 1000, "bob": 2000, "cyd": 3000}
    script.play(Plan(wagers=wagers, before={Phase.SETTING: exposed}, dice=(5, 5, 5)))


@tiles("11-void-rounds")
def void_rounds(script: TableScript) -> None:
    """Two void rounds, one for a tile of the dealer exposed and one dealt to the wrong positions; then play goes on."""
    both = {"ann": 1000, "bob": 2000}
    script.play(Plan(wagers=both, before={Phase.SETTING: [ExposePiece(position=0, place=1)]}, dice=(1, 5, 5)))
    script.play(Plan(wagers=both, before={Phase.SETTING: [FindMisdeal(reason="wrong-positions")]}, dice=(2, 5, 5)))
    script.play(Plan(wagers=both, dice=(3, 5, 5)))


@tiles("12-mixed-and-shaken-again", chance=Chance.SEEDS)
def again(script: TableScript) -> None:
    """A tile shows in stacking, the dice do not lie flat and one falls out: everything drawn again from the seeds."""
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000, "bob": 2000}))
    script.do(ExposeInStacking())
    script.to(Phase.STARTING)
    script.step()
    script.do(CallNoRoll(reason="not-flat"))
    script.step()
    script.do(CallNoRoll(reason="fell-out"))
    script.play()


@tiles("13-house-hand-set-wrong")
def misset(script: TableScript) -> None:
    """The dealer's hand was set wrong, a wager was paid on it, and all is put right."""
    hands = {0: "66 11 56 46", 1: "13 13 44 22", 2: "22 33 25 34"}
    wrong = SetHouseHand(setting=TileSetting.parse("66 11 / 56 46"))
    plan = Plan(wagers={"ann": 1000, "bob": 1000}, hands=hands, before={Phase.BANKING: [wrong]}, dice=(3, 2, 1))
    script.to(Phase.EXPOSING, plan)
    script.do(ExposeHand(), ResetHouseHand(position=0))
    script.play()


@tiles("17-found-when-all-was-paid", ["ann"])
def found_late(script: TableScript) -> None:
    """The only wager has been paid when the dealer's hand is found wrong: it is taken back, and the wager loses."""
    hands = {0: "66 66 12 24", 1: "11 46 35 22"}
    wrong = SetHouseHand(setting=TileSetting.parse("66 24 / 66 12"))
    script.to(Phase.FINISHED, Plan(wagers={"ann": 1000}, hands=hands, before={Phase.BANKING: [wrong]}, dice=(3, 2, 1)))
    script.do(ResetHouseHand(position=0))
    script.play()


@tiles("14-cut-and-delivery-of-the-bank", THREE)
def cut_and_delivery(script: TableScript) -> None:
    """The bank has stacks cut, chooses its delivery and shakes; a lid lifted too soon is no roll."""
    script.play(Plan(wagers={"ann": 2000, "bob": 1500, "cyd": 1000}, dice=(6, 1, 1)))
    before: dict[Phase, list[Command]] = {
        Phase.BETTING: [CutStacks(player="ann", to_right=(4, 5))],
        Phase.STARTING: [ChooseDelivery(player="ann", delivery="dragon-head-phoenix-tail-right")],
    }
    script.to(Phase.STARTING, Plan(wagers={"bob": 1000, "cyd": 1000}, bank="ann", before=before, dice=(6, 2, 1)))
    script.step()
    script.do(CallNoRoll(reason="lid-lifted"))
    script.play()


@tiles("15-opening-and-closing", opened=False, players=())
def opening(script: TableScript) -> None:
    """A bad set is sent back, a good one opened; people come, ask, change chips and seeds, and leave."""
    floor = script.do
    floor(ReceiveSet(set_id="worn", pieces=TILE_SET[1:] + TILE_SET[-1:]), InspectSet())
    floor(ReceiveSet(set_id="fresh", pieces=TILE_SET), InspectSet(), VerifySet(), DisplaySet())
    floor(SitDown(player="ann", position=3, seed="mine"), BuyIn(player="ann", amount=20_000), ViewSet(player="ann"))
    floor(TurnSetDown(), PassTime(now=3600), GiveSeed(player="ann", seed="lucky-8"))
    ask = [LookAtHand(player="ann", position=3), AskHouseWay(player="ann", position=3)]
    script.play(Plan(wagers={"ann": 1000}, before={Phase.SETTING: ask}, dice=(1, 3, 4)))
    floor(ColourUp(player="ann", amount=5_000), PassTime(now=12 * 3600), ReplaceDice())
    floor(LeaveTable(player="ann"), RemoveSet(reason="twelve hours are over"))


@tiles("16-a-player-walks-away", THREE)
def walk_away(script: TableScript) -> None:
    """A player leaves in mid-round: the dealer plays the hand; he comes back for the next round."""
    before = {Phase.STARTING: [WalkAway(player="bob")]}
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}, before=before, dice=(4, 3, 2)))
    script.do(ComeBack(player="bob"))
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}, dice=(4, 3, 3)))
