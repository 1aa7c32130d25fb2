"""Dealer Open."""

from functools import partial

from scenario import scenario

from paigow.poker import PokerSetting
from paigow.record import Chance
from paigow.table import Phase
from paigow.table.floor.irregularities import FindMisdeal, ResetHouseHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.seating import LeaveTable
from paigow.table.steps.setting import SetHand, SetHouseHand
from paigow.table.steps.settlement import ExposeHand
from paigow.table.steps.wagers import PlaceWager, WithdrawWager

dealer_open = partial(scenario, "dealer-open")
THREE = ("ann", "bob", "cyd")
HOUSE = "Ks Kd Qc 9h 7s 5d 3c"
LINES = [{"jacks": 2, "pays": "3 to 1"}, {"jacks": 3, "pays": "25 to 1"}, {"jacks": 4, "pays": "500 to 1"}]
POSTED = {
    "wagers.jack_beats.offered": True,
    "wagers.jack_beats.lines": LINES,
    "wagers.chan_chu.offered": True,
    "wagers.chan_chu.lines": LINES[1:],
}


def side(player: str, position: int, kind: str, amount: int) -> PlaceWager:
    return PlaceWager(player=player, position=position, kind=kind, amount=amount)


def main_wager(player: str, position: int, amount: int) -> PlaceWager:
    return PlaceWager(player=player, position=position, amount=amount)


@dealer_open("01-win-lose-push", THREE)
def win_lose_push(script: TableScript) -> None:
    """A win at even money without commission, a loss, and a push that is tapped."""
    hands = {0: HOUSE, 1: "As Ac Kc Td 8h 6s 4d", 2: "9s 9d Jc 8d 6h 4c 2s", 3: "Ad Ah Tc 8c 6d 4s 2h"}
    script.play(Plan(wagers={"ann": 1000, "bob": 2000, "cyd": 3000}, hands=hands, number=1))


@dealer_open("02-two-jacks-end-the-round", THREE)
def jacks(script: TableScript) -> None:
    """The dealer has two jacks: nothing is set, and even five aces lose."""
    hands = {0: "Js Jd 9h 7s 5d 3c 2h", 1: "As Ac Ad Ah Jk Ks Kd"}
    script.play(Plan(wagers={"ann": 1000, "bob": 2000}, hands=hands, number=4))


@dealer_open("03-jack-beats-and-chan-chu", THREE, choices=POSTED)
def posted(script: TableScript) -> None:
    """Three rounds of Jack Beats and Chan Chu by the operator's tables: two jacks, three jacks, none."""
    bets = [
        main_wager("ann", 1, 1000),
        side("ann", 1, "jack-beats", 500),
        main_wager("bob", 2, 1000),
        side("bob", 2, "jack-beats", 500),
        side("bob", 2, "chan-chu", 200),
    ]
    for dealer, number in (("Js Jd 9h 7s 5d 3c 2h", 2), ("Js Jd Jh 7s 5d 3c 2h", 5), (HOUSE, 7)):
        script.play(Plan(hands={0: dealer}, before={Phase.BETTING: bets}, number=number))


@dealer_open("04-foul-hand")
def foul(script: TableScript) -> None:
    """Aces in front of a queen: the hand is foul and loses although either pair would have won."""
    hands = {0: HOUSE, 1: "As Ac Qd Tc 8h 6s 4d"}
    settings = {1: "Qd Tc 8h 6s 4d / As Ac"}
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}, hands=hands, settings=settings, number=3))


@dealer_open("05-copies")
def copies(script: TableScript) -> None:
    """Ties go to the dealer: tied twice loses, tied once and won once pushes."""
    hands = {0: HOUSE, 1: "Kh Kc Qd 9d 7h 5c 3s", 2: "As Ac Qh 9s 8h 6s 4d"}
    settings = {1: "Kh Kc 7h 5c 3s / Qd 9d", 2: "As Ac 8h 6s 4d / Qh 9s"}
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}, hands=hands, settings=settings, number=6))


@dealer_open("06-ace-high-wager", THREE)
def ace_high(script: TableScript) -> None:
    """The Ace High wager: both ace-high pays 40 to 1, the dealer alone 5 to 1, without either the wager loses."""
    bets = [
        *(main_wager(name, seat, 1000) for seat, name in enumerate(THREE, start=1)),
        *(side(name, seat, "ace-high", 500) for seat, name in enumerate(THREE[:2], start=1)),
    ]
    hands = {0: "As Kd Qc 9h 7s 5d 3c", 1: "Ah Ks Qd Tc 8h 6d 4c", 2: "9s 9d Jc 8d 6h 4h 2s"}
    script.play(Plan(hands=hands, before={Phase.BETTING: bets}, number=2))
    script.play(Plan(hands={0: HOUSE}, before={Phase.BETTING: bets}, number=3))


@dealer_open("07-ace-high-with-the-joker", choices={"wagers.ace_high.paytable": "2"})
def ace_high_joker(script: TableScript) -> None:
    """Pay table 2: a dealer's ace-high with the joker pays 12 to 1."""
    bets = [main_wager("ann", 1, 1000), side("ann", 1, "ace-high", 500), main_wager("bob", 2, 1000)]
    hands = {0: "Jk Kd Qc 9h 7s 5d 3c", 1: "9s 9d Jc 8d 6h 4h 2s"}
    script.play(Plan(hands=hands, before={Phase.BETTING: bets}, number=1))


@dealer_open("08-wrong-count")
def wrong_count(script: TableScript) -> None:
    """A packet of six kills the round and one of eight the next; then play goes on."""
    both = {"ann": 1000, "bob": 2000}
    for number, reason in ((1, "fewer-cards"), (2, "more-cards")):
        script.to(Phase.BANKING, Plan(wagers=both, hands={0: HOUSE}, number=number))
        script.do(FindMisdeal(reason=reason))
        script.play()
    script.play(Plan(wagers=both, hands={0: HOUSE}, number=3))


MISSET = {0: HOUSE, 1: "As Ac 8d 6h 4s Td 2c", 2: "9s 9d Kc 8h 7d 5c 2s"}
WRONG = SetHouseHand(setting=PokerSetting.parse("Ks Kd Qc 9h 3c / 7s 5d"))


@dealer_open("09-house-hand-set-wrong")
def misset(script: TableScript) -> None:
    """The house hand was set wrong and all was paid: it is reset, everyone sets again, and all is settled again."""
    plan = Plan(wagers={"ann": 1000, "bob": 2000}, hands=MISSET, before={Phase.BANKING: [WRONG]}, number=5)
    script.to(Phase.FINISHED, plan)
    script.do(ResetHouseHand(position=0))
    script.do(SetHand(player="ann", position=1, setting=PokerSetting.parse("As Ac 8d 6h 4s / Td 2c")))
    script.play()


@dealer_open("10-only-the-dealer-sets-again", choices={"readings.wrong_setting": "dealer"})
def misset_dealer(script: TableScript) -> None:
    """By another reading the players' settings stand when the house hand was set wrong."""
    plan = Plan(
        wagers={"ann": 1000, "bob": 2000},
        hands=MISSET,
        settings={1: "As Ac 6h 4s 2c / Td 8d"},
        before={Phase.BANKING: [WRONG]},
        number=5,
    )
    script.to(Phase.EXPOSING, plan)
    script.do(ExposeHand(), ResetHouseHand(position=0))
    script.play()


@dealer_open("11-dice", THREE, choices={"start": "shaker"})
def dice(script: TableScript) -> None:
    """A cup of three dice: eight and fifteen are the dealer, nine is the first player."""
    for shown in ((1, 1, 6), (5, 5, 5), (3, 3, 3)):
        script.play(Plan(wagers={"ann": 1000, "cyd": 1000}, hands={0: HOUSE}, dice=shown))


@dealer_open("12-the-joker", THREE)
def joker(script: TableScript) -> None:
    """The joker completes a flush, then a straight, and is an ace without a suit otherwise."""
    for cards, setting in (
        ("6s 5s 4s 2s Jk Ah Tc", "Jk 6s 5s 4s 2s / Ah Tc"),
        ("6s 5c 4s 2s Jk Ah Tc", "Jk 6s 5c 4s 2s / Ah Tc"),
        ("8s 8d 8c 2s Jk 4h Tc", "8s 8d 8c 4h 2s / Jk Tc"),
    ):
        script.play(Plan(wagers={"ann": 1000}, hands={0: HOUSE, 1: cards}, settings={1: setting}, number=1))


@dealer_open("13-drawn-from-the-seeds", THREE, chance=Chance.SEEDS)
def seeds(script: TableScript) -> None:
    """Three rounds as the seeds have them; one wager is taken back in time, and a player leaves at the end."""
    back = [main_wager("bob", 2, 2000), side("bob", 2, "ace-high", 100), WithdrawWager(player="bob", position=2)]
    script.play(Plan(wagers={"ann": 1000, "cyd": 1000}, before={Phase.BETTING: back}))
    script.play(Plan(wagers={"ann": 1000, "bob": 1000, "cyd": 1000}))
    script.play(Plan(wagers={"bob": 5000}))
    script.do(LeaveTable(player="cyd"))
