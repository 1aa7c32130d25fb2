"""An event cites the ground that applied, and no other; so does a refusal.

Each test plays the same step on two grounds and compares what is cited.
"""

from collections.abc import Callable

import pytest

from paigow.rules import Submission, stored_submission
from paigow.table import Command, Phase, game_of
from paigow.table.boxes.boxes import WagerReleased
from paigow.table.boxes.laja import LajaPerformed, RequestLaja
from paigow.table.boxes.staking import BankUncovered, StakeReturned
from paigow.table.cards.card_cut import DirectShuffle
from paigow.table.cards.decks import MarkDevice, ReportFault
from paigow.table.cards.envy import EnvyHandAnnounced, EnvyPaid
from paigow.table.cards.progressive import ProgressiveReturned
from paigow.table.core.model import WagerKey
from paigow.table.driver import new_table
from paigow.table.floor.irregularities import (
    ExposeInStacking,
    ExposePiece,
    FindMisdeal,
    PlayedOn,
    PlayOn,
    RoundVoided,
    VoidHand,
)
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import BankOffered, DealerWagered, DirectDealerWager
from paigow.table.steps.mixing import Mix, Mixed, OpenRound, RoundOpened
from paigow.table.steps.setting import HouseHandSet
from paigow.table.steps.start import ChooseDelivery, DeliveryChosen, DrawNumber, ShakeDice, StartDetermined
from paigow.table.steps.wagers import BetsClosed, NoMoreBets, PlaceWager, wager_range

Table = Callable[..., TableScript]
Banks = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
clause = pytest.mark.clause

BOTH = {"ann": 1000, "bob": 1000}
NINES = "9s 9h 9d 9c 2s 4h 6d"
ROYAL_AND_KING_QUEEN = "As Ks Qs Js Ts Kh Qh"


# Maryland: why the set is mixed


@clause("MDT-4.I", "MDT-4.G", "MDP-5.A.1", "MDP-5.A.2")
@pytest.mark.parametrize(
    ("standard", "first", "later"),
    [("maryland-tiles", "MDT-4.I", "MDT-4.G"), ("maryland-poker", "MDP-5.A.1", "MDP-5.A.2")],
)
def test_a_round_opens_the_game_or_follows_another(table: Table, standard: str, first: str, later: str) -> None:
    script = table(standard)
    for _ in range(2):
        script.play(Plan(wagers=BOTH))
    grounds = [event.clauses for event in script.events(RoundOpened)]
    assert [first in clauses for clauses in grounds] == [True, False]
    assert [later in clauses for clauses in grounds] == [False, True]


@clause("MDP-5.A.3")
def test_cards_are_shuffled_again_because_the_floor_says_so(table: Table) -> None:
    script = table("maryland-poker")
    script.play(Plan(wagers=BOTH))
    script.to(Phase.STARTING, Plan(wagers=BOTH))
    script.do(DirectShuffle())
    script.to(Phase.DEALING)
    after_a_round, directed = [event.clauses for event in script.events(Mixed)][-2:]
    assert after_a_round == ("MDP-5.A.2", "MDP-5.C.2", "MDP-5.D")
    assert directed == ("MDP-5.A.3", "MDP-5.C.2", "MDP-5.D")


# Maryland: the bank


@clause("MDT-9.H.3", "MDT-9.I.1")
@pytest.mark.parametrize(("directed", "ground", "other"), [(400, "I.1", "H.3"), (1000, "H.3", "I.1")])
def test_the_dealer_wagers_less_because_the_bank_says_so(table: Table, directed: int, ground: str, other: str) -> None:
    script = table("maryland-tiles")
    script.play(Plan(wagers=BOTH))
    less = DirectDealerWager(player="ann", amount=directed)
    script.to(Phase.STARTING, Plan(bank="ann", wagers={"bob": 1000}, before={Phase.BETTING: [less]}))
    wagered = script.last(DealerWagered)
    assert wagered.amount == directed
    assert f"MDT-9.{ground}" in wagered.clauses
    assert f"MDT-9.{other}" not in wagered.clauses


@clause("MDP-12.G.1", "MDP-12.G.3")
def test_so_does_the_dealer_of_cards(table: Table) -> None:
    for directed, clauses in (
        (400, ("MDP-12.G.4", "MDP-12.G.3", "MDP-12.G.2")),
        (None, ("MDP-12.G.4", "MDP-12.G.1", "MDP-12.G.2")),
    ):
        script = table("maryland-poker")
        script.play(Plan(wagers=BOTH))
        said = [] if directed is None else [DirectDealerWager(player="ann", amount=directed)]
        script.to(Phase.STARTING, Plan(bank="ann", wagers={"bob": 1000}, before={Phase.BETTING: said}))
        assert script.last(DealerWagered).clauses == clauses


@clause("MDT-7.A", "MDT-9.J")
def test_the_style_is_the_dealers_choice_or_the_banks(table: Table) -> None:
    script = table("maryland-tiles", {"delivery.dealer_may_choose": True})
    script.to(Phase.STARTING, Plan(wagers=BOTH))
    script.do(ChooseDelivery(delivery="jung-quat"))
    assert script.last(DeliveryChosen).clauses == ("MDT-7.A",)
    script.play()
    script.to(Phase.STARTING, Plan(bank="ann", wagers={"bob": 1000}))
    script.do(ChooseDelivery(delivery="jung-quat", player="ann"))
    assert script.last(DeliveryChosen).clauses == ("MDT-9.J", "MDT-7.A")
    plain = table("maryland-tiles")
    plain.to(Phase.STARTING, Plan(wagers=BOTH))
    assert plain.refusal(ChooseDelivery(delivery="jung-quat")).clause == "MDT-7.A"


# Maryland poker: what is returned, and who envies whom


@clause("MDP-8.F.1", "MDP-14.B", "MDP-14.C", "MDP-14.D")
def test_a_progressive_wager_is_returned_on_the_ground_that_voids(table: Table, bets: Bets) -> None:
    def dealt() -> TableScript:
        script = table("maryland-poker")
        placed = bets({name: (seat, {"main": 1000, "progressive": 100}) for name, seat in (("ann", 1), ("bob", 2))})
        script.to(Phase.SETTING, Plan(before=placed))
        return script

    voided, dealers, misdealt = dealt(), dealt(), dealt()
    voided.do(ExposePiece(position=1), VoidHand(player="ann", position=1))
    assert voided.last(ProgressiveReturned).clauses == ("MDP-14.C",)
    dealers.do(ExposePiece(position=0))
    assert dealers.last(ProgressiveReturned).clauses == ("MDP-14.D",)
    misdealt.do(FindMisdeal(reason="wrong-positions"))
    assert misdealt.last(ProgressiveReturned).clauses == misdealt.last(RoundVoided).clauses == ("MDP-14.B",)


@clause("MDP-8.C", "MDP-10.A.2")
def test_bets_close_by_the_chapter_of_the_shoe_that_deals(table: Table) -> None:
    script = table("maryland-poker", {"dealing.method": "automated-shoe", "dealing.shuffler": "automated"})
    script.to(Phase.DEALING, Plan(wagers=BOTH))
    assert script.last(BetsClosed).clauses == ("MDP-10.A.2", "MDP-7.D.1")
    script.do(ReportFault(device="shoe", usable=False), MarkDevice(device="shoe"))
    script.step()
    script.to(Phase.STARTING, Plan(wagers=BOTH))
    assert script.last(BetsClosed).clauses == ("MDP-8.C", "MDP-7.D.1")


@clause("MDP-11.H.3.a.iii", "MDP-11.H.3.a.iv", "MDP-11.H.4.c", "MDP-11.H.4.d")
@pytest.mark.parametrize(
    ("mine", "theirs", "clauses"),
    [
        ((), ("fortune",), ("MDP-11.H.3.a.iv",)),
        ((), ("emperors",), ("MDP-11.H.4.d",)),
        (("fortune",), ("fortune",), ("MDP-11.H.3.a.iii",)),
        (("emperors",), ("fortune",), ("MDP-11.H.3.a.iv",)),
        (("emperors",), ("emperors",), ("MDP-11.H.4.c",)),
        (("fortune",), ("fortune", "emperors"), ("MDP-11.H.3.a.iii", "MDP-11.H.4.d")),
    ],
)
def test_a_hand_is_announced_for_the_tables_of_those_who_envy_it(
    table: Table, bets: Bets, mine: tuple[str, ...], theirs: tuple[str, ...], clauses: tuple[str, ...]
) -> None:
    script = table("maryland-poker")
    wagers = {
        "ann": (1, {"main": 1000, **dict.fromkeys(mine, 500)}),
        "bob": (2, {"main": 1000, **dict.fromkeys(theirs, 500)}),
    }
    script.play(Plan(hands={1: NINES}, before=bets(wagers)))
    assert script.last(EnvyHandAnnounced).clauses == clauses
    assert tuple(paid.kind for paid in script.events(EnvyPaid)) == theirs


@clause("MDP-6.D.2.b", "MDP-6.E.2")
@pytest.mark.parametrize("kind", ["fortune", "emperors"])
def test_it_is_announced_by_its_name_in_their_table(table: Table, bets: Bets, kind: str) -> None:
    """A king and queen beside a royal flush are a Royal Match for the Fortune Bonus and nothing for the other."""
    script = table("maryland-poker")
    placed = bets({"ann": (1, {"main": 1000}), "bob": (2, {"main": 1000, kind: 500})})
    script.play(Plan(hands={1: ROYAL_AND_KING_QUEEN}, before=placed))
    announced, paid = script.last(EnvyHandAnnounced), script.last(EnvyPaid)
    assert announced.hand == paid.hand
    assert paid.amount == {"fortune": 100_000, "emperors": 5_000}[kind]


# New Zealand


@clause("NZ-11.1.h", "NZ-11.2.h", "NZ-11.3.h")
@pytest.mark.parametrize(("co", "ground"), [(False, "NZ-11.2.h"), (True, "NZ-11.3.h")])
def test_a_push_is_released_by_the_rule_for_its_bank(table: Table, bob_banks: Banks, co: bool, ground: str) -> None:
    script = bob_banks(co=co, hands={2: "26 25 16 23"})
    script.to(Phase.FINISHED)
    assert [event.clauses for event in script.events(WagerReleased) if event.wager.player == "ann"] == [(ground,)]
    house = table("new-zealand")
    push = {house.state.game.seats[0]: "22 13 16 33", 1: "66 66 46 55"}
    house.play(Plan(wagers={"ann": 1000}, hands=push, settings={house.state.game.seats[0]: "16 33 / 22 13"}))
    assert house.last(WagerReleased).clauses == ("NZ-11.1.h",)


@clause("NZ-11.2.b.s2", "NZ-5.3.c")
@pytest.mark.parametrize(("co", "ground"), [(False, ("NZ-11.2.b.s2",)), (True, ("NZ-5.3.c", "NZ-5.6"))])
def test_the_house_banks_because_the_banker_or_the_co_banker_cannot(
    bob_banks: Banks, co: bool, ground: tuple[str, ...]
) -> None:
    """Rule 11.2 is about a player who banks alone; a co-banker without the funds may not hold the bank at all."""
    script = bob_banks(co=co, stake=29_000)
    script.to(Phase.STARTING)
    assert script.last(BankUncovered).clauses == ground


@clause("NZ-12.13", "NZ-12.3.b.s2")
@pytest.mark.parametrize("co", [False, True])
def test_a_stake_is_returned_on_the_ground_that_voids(bob_banks: Banks, co: bool) -> None:
    misdealt, voided = bob_banks(co=co), bob_banks(co=co)
    for script in (misdealt, voided):
        script.to(Phase.SETTING)
    misdealt.do(FindMisdeal(reason="wrong-boxes"))
    assert misdealt.last(StakeReturned).clauses == ("NZ-12.13",)
    voided.do(ExposePiece(position=3, place=0), ExposePiece(position=3, place=1), VoidHand(player="bob", position=3))
    assert voided.last(StakeReturned).clauses == ("NZ-12.3.b.s2",)


@clause("NZ-12.3.a", "NZ-12.3.b")
def test_a_player_plays_on_by_one_rule_and_a_bank_by_another(bob_banks: Banks) -> None:
    script = bob_banks()
    script.to(Phase.SETTING)
    for box, name in ((2, "ann"), (3, "bob")):
        script.do(ExposePiece(position=box, place=0), ExposePiece(position=box, place=1))
        script.do(PlayOn(player=name, position=box))
    assert [event.clauses for event in script.events(PlayedOn)] == [("NZ-12.3.a",), ("NZ-12.3.b",)]


@clause("NZ-9.2.a", "NZ-9.2.b", "NZ-12.1")
def test_a_laja_is_performed_because_it_is_asked_for_or_due(table: Table, bob_banks: Banks) -> None:
    script = table("new-zealand")
    script.to(Phase.BETTING, Plan())
    script.do(RequestLaja(player="ann"))
    script.step()
    script.do(ExposeInStacking())
    script.step()
    assert [event.clauses for event in script.events(LajaPerformed)] == [
        ("NZ-1.laja", "NZ-9.2.a"),
        ("NZ-1.laja", "NZ-12.1"),
    ]
    banked = bob_banks()
    banked.to(Phase.BETTING)
    banked.do(RequestLaja(player="bob"))
    banked.step()
    assert banked.last(LajaPerformed).clauses == ("NZ-1.laja", "NZ-9.2.b")


@clause("NZ-5.2.s2", "NZ-5.4", "NZ-9.1")
def test_the_bank_goes_round_from_box_1_and_then_on_from_its_holder(table: Table) -> None:
    script = table("new-zealand", players={"ann": 2, "bob": 3})
    script.play(Plan(wagers=BOTH))
    script.play(Plan(wagers={"bob": 1000}, bank="ann"))
    assert [event.clauses for event in script.events(BankOffered)] == [("NZ-5.2.s2",)]
    script.play(Plan(wagers={"ann": 1000}, bank="bob"))
    assert [event.clauses for event in script.events(BankOffered)[1:]] == [("NZ-5.4",), ("NZ-5.4",)]
    assert [event.clauses for event in script.events(RoundOpened)] == [
        ("NZ-9.1",),
        ("NZ-9.1", "NZ-5.2.s2"),
        ("NZ-9.1", "NZ-5.4"),
    ]


@clause("NZ-7.3", "NZ-11.2.d")
def test_only_a_shared_bank_is_set_jointly(bob_banks: Banks) -> None:
    script = bob_banks()
    script.to(Phase.EXPOSING)
    assert script.last(HouseHandSet).clauses == ("NZ-11.2.d",)


@clause("NZ-6.3", "NZ-6.6", "NZ-6.8.s2", "NZ-6.12")
def test_a_wager_is_refused_for_what_is_wrong_with_it(table: Table) -> None:
    choices = {"table.minimum": "$20.00", "wagers.box_maximum": "$100.00", "wagers.player_maximum": "$80.00"}
    script = table("new-zealand", choices, players={"ann": 2, "bob": 3}, chips=7_000)
    script.to(Phase.BETTING, Plan())
    wrong = {1_000: "NZ-6.8.s2", 2_050: "NZ-6.12", 9_000: "NZ-6.6", 8_000: "NZ-6.3"}
    assert {
        amount: script.refusal(PlaceWager(player="ann", position=2, amount=amount)).clause for amount in wrong
    } == wrong
    script.do(PlaceWager(player="ann", position=2, amount=6_000))
    assert script.refusal(PlaceWager(player="bob", position=2, amount=5_000)).clause == "NZ-6.6"
    script.do(PlaceWager(player="bob", position=2, amount=4_000))


@clause("DO-R1", "MDP-7.A", "MDT-5.A", "NZ-6.3")
@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker", "new-zealand", "dealer-open"])
def test_nobody_wagers_more_than_they_have(table: Table, standard: str) -> None:
    script = table(standard, players={"ann": 2}, chips=7_050)
    script.to(Phase.BETTING, Plan())
    unit = script.state.game.options.unit
    assert wager_range(script.state, WagerKey("ann", 2, "main"))[-1] == 7_050 // unit * unit
    script.do(PlaceWager(player="ann", position=2, amount=3_000))
    assert wager_range(script.state, WagerKey("ann", 2, "main"))[-1] == 7_050 // unit * unit


# Dealer Open


@clause("DO-R0.s2", "DO-R0.s3", "DO-R0.s4", "DO-R0.s5")
def test_the_count_is_to_the_dice_or_to_the_number(table: Table) -> None:
    number, dice = table("dealer-open"), table("dealer-open", {"start": "shaker"})
    for script in (number, dice):
        script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    number.step()
    assert number.last(StartDetermined).clauses == ("DO-R0.s2", "DO-R0.s3")
    dice.do(ShakeDice(dice=(1, 2, 3)))
    dice.step()
    assert dice.last(StartDetermined).clauses == ("DO-R0.s4", "DO-R0.s5")


# Rounds from before


@clause("DO-R0.s2", "NZ-11.2.h")
def test_a_round_that_is_not_precise_is_told_as_it_was(table: Table) -> None:
    """What version 0.2 recorded verifies: its rounds do not say that they are precise."""
    script = table("dealer-open")
    script.do(OpenRound(commitment="0" * 64), Mix(order=script.state.game.kit.full_set))
    script.do(PlaceWager(player="ann", position=1, amount=1000), NoMoreBets(), DrawNumber(number=3))
    assert not script.last(RoundOpened).revision
    assert script.last(StartDetermined).clauses == ("DO-R0.s2", "DO-R0.s3", "DO-R0.s5")


@clause("DO-R1")
def test_a_table_of_the_first_edition_opens_no_precise_round(choose: Callable[..., Submission]) -> None:
    kept = {name: value for name, value in choose("dealer-open").data().items() if name != "edition"}
    script = TableScript(new_table(game_of(stored_submission(kept))), {})
    script.open({"ann": 1}, 100_000)
    script.begin()
    assert not script.last(RoundOpened).revision
