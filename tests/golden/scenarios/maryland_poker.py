"""Maryland poker."""

from functools import partial

from scenario import scenario

from paigow.poker import PokerSetting
from paigow.record import Chance
from paigow.table import Command, Phase
from paigow.table.cards.card_cut import CutCards, RequireRecut
from paigow.table.cards.card_deal import DealWithSlip, DrawInError, FindFaceUp
from paigow.table.cards.decks import PlaceDeck, ReportFault, RestoreDevice
from paigow.table.floor.irregularities import ExposePiece, PlayOn, ResetHouseHand, VoidHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.seating import LeaveTable
from paigow.table.steps.setting import SetHouseHand
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager

poker = partial(scenario, "maryland-poker")
THREE = ("ann", "bob", "cyd")
EVERYONE = {"ann": 2000, "bob": 1500, "cyd": 1000}
HOUSE = "Ks Kd Qc 9h 7s 5d 3c"  # set Ks Kd 7s 5d 3c / Qc 9h
WINS = "As Ac Kc Td 8h 6s 4d"
LOSES = "9s 9d Jc 8d 6h 4c 2s"
PUSHES = "Ad Ah Tc 8c 6d 4s 2h"


def wager(player: str, position: int, kind: str, amount: int) -> PlaceWager:
    return PlaceWager(player=player, position=position, kind=kind, amount=amount)


@poker("01-win-lose-push", THREE, choices={"vigorish.rounding": "quarter"})
def win_lose_push(script: TableScript) -> None:
    """A win with vigorish in quarters, a loss and a push against the house."""
    hands = {0: HOUSE, 1: WINS, 2: LOSES, 3: PUSHES}
    script.play(Plan(wagers={"ann": 1100, "bob": 2000, "cyd": 3000}, hands=hands, dice=(1, 2, 3)))


@poker("02-copies")
def copies(script: TableScript) -> None:
    """The bank wins copies: two copies lose, a copy and a win push."""
    hands = {0: HOUSE, 1: "Kh Kc Qd 9d 7h 5c 3s", 2: "As Ac Qh 9s 8h 6s 4d"}
    settings = {1: "Kh Kc 7h 5c 3s / Qd 9d", 2: "As Ac 8h 6s 4d / Qh 9s"}
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}, hands=hands, settings=settings, dice=(2, 2, 3)))


@poker("03-foul-hand")
def foul(script: TableScript) -> None:
    """A low hand above the high hand is foul and loses; the Fortune Bonus is settled on the seven cards anyway."""
    bets = [
        wager("ann", 1, "main", 1000),
        wager("ann", 1, "fortune", 500),
        wager("bob", 2, "main", 1000),
    ]
    hands = {0: HOUSE, 1: "As Ac Ah Tc 8h 6s 4d"}
    settings = {1: "Ah Tc 8h 6s 4d / As Ac"}
    script.play(Plan(hands=hands, settings=settings, before={Phase.BETTING: bets}, dice=(3, 2, 3)))


@poker("04-player-bank", THREE)
def player_bank(script: TableScript) -> None:
    """A player banks: the dealer's wager, the centre, the surplus less vigorish; optional wagers stay the house's."""
    script.play(Plan(wagers=EVERYONE, dice=(1, 1, 1)))
    bets = [wager("ann", 1, "main", 2500), wager("ann", 1, "insurance", 500), wager("cyd", 3, "main", 1000)]
    hands = {2: HOUSE, 0: LOSES, 1: "Qs Jd Th 8c 7h 4s 2d", 3: WINS}
    script.play(Plan(bank="bob", hands=hands, before={Phase.BETTING: bets}, dice=(6, 6, 6)))


@poker("05-co-bank", THREE)
def co_bank(script: TableScript) -> None:
    """Two co-banks: the house way sets the hand, a surplus and a deficit are halved, the odd cent is the house's."""
    script.play(Plan(wagers=EVERYONE, dice=(1, 1, 2)))
    wins = {1: WINS, 2: LOSES, 3: HOUSE}
    script.play(Plan(wagers={"bob": 2001, "cyd": 1000}, bank="ann", co=True, hands=wins, dice=(2, 3, 5)))
    loses = {2: LOSES, 1: WINS, 3: HOUSE}
    script.play(Plan(wagers={"ann": 1001, "cyd": 2000}, bank="bob", co=True, hands=loses, dice=(2, 3, 6)))


@poker("06-fortune-and-emperors", THREE)
def bonuses(script: TableScript) -> None:
    """Fortune Bonus and Emperor's Treasure: a straight flush, a full house and nothing, whatever the main wagers do."""
    bets = [
        *(wager(name, seat, "main", 1000) for seat, name in enumerate(THREE, start=1)),
        *(wager(name, seat, "fortune", 100) for seat, name in enumerate(THREE, start=1)),
        *(wager(name, seat, "emperors", 200) for seat, name in enumerate(THREE, start=1)),
    ]
    hands = {0: HOUSE, 1: "9s 8s 7c 6s 5s Jk 2d", 2: "4s 4d 4c 8h 8d Kc Jh", 3: "As Qd Th 7d 6c 3d 2h"}
    script.play(Plan(hands=hands, before={Phase.BETTING: bets}, dice=(3, 3, 3)))


@poker("07-envy", {"ann": 1, "bob": 2, "cyd": 3, "dan": 4})
def envy(script: TableScript) -> None:
    """Two envied hands in a round: paid to those with lammers, each other's hand included, never one's own."""
    bets = [
        *(wager(name, seat, "main", 1000) for seat, name in enumerate(("ann", "bob", "cyd", "dan"), start=1)),
        wager("ann", 1, "fortune", 500),
        wager("bob", 2, "fortune", 500),
        wager("bob", 2, "emperors", 500),
        wager("cyd", 3, "fortune", 400),  # too little for envy
    ]
    hands = {0: HOUSE, 1: "Ts Td Th Tc 8d 4s 2d", 2: "As Ac Ad Ah Jk 6c 4d"}
    script.play(Plan(hands=hands, before={Phase.BETTING: bets}, dice=(4, 3, 3)))


@poker("08-insurance", THREE)
def insurance(script: TableScript) -> None:
    """Insurance pays for a hand of nothing: queen-high 6 to 1, nine-high 100 to 1; a pair loses it."""
    bets = [
        *(wager(name, seat, "main", 1000) for seat, name in enumerate(THREE, start=1)),
        *(wager(name, seat, "insurance", 500) for seat, name in enumerate(THREE, start=1)),
    ]
    hands = {0: HOUSE, 1: "Qs Jd Th 8c 7h 4s 2d", 2: "9s 8d 7c 6h 4h 3s 2c", 3: "4d 4c Kh Jc Ts 6d 2h"}
    script.play(Plan(hands=hands, before={Phase.BETTING: bets}, dice=(4, 4, 3)))


@poker("09-meter-hit-twice", THREE)
def meter_twice(script: TableScript) -> None:
    """The meter is hit three times in a round: all of it, all of the reset amount, ten percent of what is left."""
    bets = [
        *(wager(name, seat, "main", 1000) for seat, name in enumerate(THREE, start=1)),
        *(wager(name, seat, "progressive", 100) for seat, name in enumerate(THREE, start=1)),
    ]
    hands = {0: HOUSE, 1: "4c 5c 6c 7c 8c 9c Tc", 2: "6d 7d 8d 9d Td Jd Qd", 3: "As Ac Ad Ah Jk 4s 2h"}
    script.play(Plan(hands=hands, before={Phase.BETTING: bets}, dice=(5, 4, 4)))


@poker("10-surrender")
def surrender(script: TableScript) -> None:
    """A player without optional wagers gives up before the hand is opened; with one it would be refused."""
    before = {Phase.EXPOSING: [Surrender(player="ann", position=1)]}
    hands = {0: "As Ac Ad Ah Jk Ks Kd", 1: LOSES}
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}, hands=hands, before=before, dice=(5, 5, 4)))


@poker("11-void-rounds", THREE)
def voids(script: TableScript) -> None:
    """Three void rounds: a dealer's card exposed, a hand dealt short, a card missing, so that the deck has to go."""
    bets = [wager("ann", 1, "main", 1000), wager("ann", 1, "progressive", 100), wager("bob", 2, "main", 2000)]
    exposed: dict[Phase, list[Command]] = {
        Phase.BETTING: list(bets),
        Phase.SETTING: [ExposePiece(position=0, place=3)],
    }
    script.play(Plan(before=exposed, dice=(1, 2, 2)))
    for slip, dice in (("short", (1, 2, 3)), ("lost", (1, 2, 4))):
        script.to(Phase.DEALING, Plan(before={Phase.BETTING: bets}, dice=dice))
        script.do(PlaceDeck(), DealWithSlip(slip=slip, position=2))
        script.play()
    script.reopen()
    script.play(Plan(wagers={"ann": 1000}, dice=(1, 2, 5)))


@poker("12-exposed-card-of-a-player", THREE)
def exposed_player(script: TableScript) -> None:
    """The dealer exposes cards of two players: one plays on, the other's wagers all go back, the progressive's too."""
    bets = [
        *(wager(name, seat, "main", 1000) for seat, name in enumerate(THREE, start=1)),
        wager("bob", 2, "progressive", 100),
        wager("bob", 2, "fortune", 100),
    ]
    exposed = [
        ExposePiece(position=1, place=2),
        ExposePiece(position=2, place=0),
        PlayOn(player="ann", position=1),
        VoidHand(player="bob", position=2),
    ]
    before: dict[Phase, list[Command]] = {Phase.BETTING: list(bets), Phase.SETTING: list(exposed)}
    script.play(Plan(before=before, dice=(5, 5, 5)))


@poker("13-a-card-face-up-in-the-deck")
def face_up(script: TableScript) -> None:
    """A card found face up is not used and the stub is smaller by it; a card drawn in error is the next card."""
    script.to(Phase.DEALING, Plan(wagers={"ann": 1000, "bob": 1000}, dice=(6, 5, 5)))
    script.do(PlaceDeck(), DrawInError(), FindFaceUp(place=10))
    script.play()


@poker("14-house-hand-set-wrong")
def misset(script: TableScript) -> None:
    """The dealer's hand was set wrong and every wager settled on it: all is undone and put right."""
    wrong = SetHouseHand(setting=PokerSetting.parse("Ks Kd Qc 9h 3c / 7s 5d"))
    plan = Plan(
        wagers={"ann": 1000, "bob": 1000},
        hands={0: HOUSE, 1: "As Ac 8d 6h 4s Td 2c", 2: "9s 9d Kc 8h 7d 5c 2s"},
        settings={1: "As Ac 6h 4s 2c / Td 8d"},
        before={Phase.BANKING: [wrong]},
        dice=(6, 6, 5),
    )
    script.to(Phase.FINISHED, plan)
    script.do(ResetHouseHand(position=0))
    script.play()


BUTTON = {
    "start": "button",
    "approvals.button": "practice table",
    "banking.offered": False,
    "banking.co_banking": False,
}
DECKS = {
    "dealing.method": "automated-shoe",
    "dealing.shuffler": "automated",
    "dealing.decks": 2,
    "dealing.backs": ["red", "blue"],
}


@poker("15-two-decks-and-a-button", choices=BUTTON | DECKS, chance=Chance.SEEDS)
def two_decks(script: TableScript) -> None:
    """Two decks alternate in an automated shoe; the button goes round; a shuffler that jams is covered."""
    both = {"ann": 1000, "bob": 2000}
    script.play(Plan(wagers=both))
    script.to(Phase.MIXING, Plan(wagers=both))
    script.do(ReportFault(device="shuffler", usable=False))
    script.play()
    script.do(RestoreDevice(device="shuffler"))
    script.play(Plan(wagers=both))


@poker("16-cut-and-recut", THREE, chance=Chance.SEEDS)
def recut(script: TableScript) -> None:
    """A cut that the floor has made again; everything else is drawn from the seeds."""
    script.to(Phase.CUTTING, Plan(wagers=EVERYONE))
    script.step()
    script.do(CutCards(player="ann", depth=20))
    script.do(RequireRecut())
    script.play()
    script.do(LeaveTable(player="cyd"))
