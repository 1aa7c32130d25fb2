"""Rules of Maryland poker that act together: banks, players who leave, void hands, bonuses and devices."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from paigow.hands.pieces import Setting
from paigow.money import COMMISSION, INVENTORY, Movement, rack
from paigow.table import Phase
from paigow.table.cards.card_cut import CutCards, CutOffered, DirectShuffle, OfferCut, PassCut, RequireRecut
from paigow.table.cards.decks import DeckPlaced, MarkDevice, PlaceDeck, ReportFault
from paigow.table.cards.discards import HandDiscarded
from paigow.table.cards.envy import EnvyPaid, LammersPlaced
from paigow.table.cards.progressive import (
    CompleteDocuments,
    ProgressiveCollected,
    ProgressiveHit,
    ProgressiveLocked,
    ProgressivePaid,
    ValidateProgressive,
)
from paigow.table.floor.conduct import WagerAbandoned, WalkAway
from paigow.table.floor.equipment import PassTime, ReplaceDice
from paigow.table.floor.irregularities import (
    ExposePiece,
    FindMisdeal,
    HouseHandReset,
    PieceExposed,
    PlayOn,
    ResetHouseHand,
    ShowPiece,
    VoidHand,
)
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import BankOffered, DirectDealerWager
from paigow.table.steps.closing import CloseRound
from paigow.table.steps.delivery import Deliver
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.seating import LeaveTable
from paigow.table.steps.setting import LookAtHand, SetHand
from paigow.table.steps.settlement import RoundSettled, WagerSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.steps.start import DiceShaken, ShakeDice
from paigow.table.steps.wagers import BetsClosed, PlaceWager

Table = Callable[..., TableScript]
Bets = Callable[..., Any]
clause = pytest.mark.clause
BOTH = {"ann": 1000, "bob": 1000}
LOSING = {"readings.abandoned_wager": "losing"}
HOUR = 3600
FIVE_ACES = "As Ad Ah Ac Jk 7d 2c"


def house_setting(script: TableScript, position: int) -> Setting:
    return script.state.game.kit.house_set(script.state.current.hands[position].pieces).setting


# a player who leaves


@clause("MDP-7.C.2", "MDP-12.J.2", "MDP-12.N")
def test_abandoned_wagers_go_to_a_players_bank_and_optional_ones_to_the_house(poker: Table, bets: Bets) -> None:
    script = poker(LOSING)
    script.play(Plan(wagers=BOTH))
    bank, house = script.state.ledger[rack("ann")], script.state.ledger[INVENTORY]
    before = bets({"bob": (2, {"main": 1000, "insurance": 700})})
    before[Phase.BETTING].append(DirectDealerWager(player="ann", amount=0))
    script.to(Phase.SETTING, Plan(wagers={"bob": 1000}, bank="ann", before=before))
    script.do(WalkAway(player="bob"))
    fees = script.state.ledger[COMMISSION]
    script.play()
    assert script.state.ledger[rack("ann")] == bank + 950
    assert script.state.ledger[COMMISSION] == fees + 50
    assert script.state.ledger[INVENTORY] == house + 700


@clause("MDP-7.C.2")
def test_the_round_is_over_when_the_last_player_leaves_before_the_hand_is_opened(poker: Table) -> None:
    script = poker(LOSING)
    script.to(Phase.EXPOSING, Plan(wagers={"ann": 1000}))
    script.do(WalkAway(player="ann"))
    assert [event.wager.player for event in script.events(WagerAbandoned)] == ["ann"]
    assert script.events(RoundSettled)
    assert script.state.phase is Phase.FINISHED


@clause("MDP-5.K.1.a.i", "MDP-7.C.2")
def test_the_dealer_shakes_for_a_bank_that_has_left(poker: Table) -> None:
    script = poker()
    script.play(Plan(wagers=BOTH))
    script.to(Phase.STARTING, Plan(wagers={"bob": 1000}, bank="ann"))
    assert script.refusal(ShakeDice(dice=(1, 2, 3))).clause == "MDP-5.K.1.a.i"
    script.do(WalkAway(player="ann"), ShakeDice(dice=(1, 2, 3)))
    assert script.last(DiceShaken).player == ""


# the bank's turn


@clause("MDP-12.C.2", "MDP-12.C.1.a")
def test_the_offer_goes_on_from_the_last_bank_even_after_a_round_without_one(poker: Table) -> None:
    three = {"ann": 1, "bob": 3, "cyd": 5}
    script = poker(players=three)
    wagers = dict.fromkeys(three, 1000)
    script.play(Plan(wagers=wagers))
    script.play(Plan(wagers={"bob": 1000, "cyd": 1000}, bank="ann"))
    for _ in range(2):
        script.history.clear()
        script.play(Plan(wagers=wagers))
        offered = [event.player for event in script.events(BankOffered)]
        assert offered[0] == "bob"
    assert offered == ["bob", "cyd", "ann"]


# two hands


@clause("MDP-7.F")
def test_two_players_do_not_share_the_position_between_them(poker: Table) -> None:
    script = poker(players={"ann": 1, "bob": 3})
    script.to(Phase.BETTING, Plan(wagers=BOTH))
    script.do(PlaceWager(player="ann", position=2, amount=1000))
    refused = script.refusal(PlaceWager(player="bob", position=2, amount=1000))
    assert refused.clause == "MDP-7.F"
    assert "another player's wager" in str(refused)


# void hands


@clause("MDP-14.C", "MDP-11.H.6.b.iii", "MDP-11.H.6.b.vi")
def test_a_payout_on_a_void_hand_is_documented_before_the_round_is_closed(poker: Table, bets: Bets) -> None:
    script = poker({"readings.exposed_hand_void": "main"})
    before = bets({"ann": (1, {"main": 1000, "progressive": 100})})
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}, hands={1: FIVE_ACES}, before=before))
    script.do(ExposePiece(position=1), VoidHand(player="ann", position=1))
    assert script.state.phase is Phase.FINISHED
    close = CloseRound(seed=script.server_seed.hex())
    assert script.refusal(close).clause == "MDP-11.H.6.b.vi"
    script.do(ValidateProgressive(position=1))
    assert script.refusal(close).clause == "MDP-11.H.6.b.vi"
    script.do(CompleteDocuments(position=1), close)
    closed = script.state
    assert closed.phase is Phase.OPEN


# readings that meet


@clause("MDP-7.E.1", "MDP-11.H.3.a.ii", "MDP-13.B.1.k")
@pytest.mark.parametrize(
    ("threshold", "threes", "won"),
    [
        ("straight", "better-line", 1000),
        ("straight", "highest-ranking", 1000),
        ("three-of-a-kind", "better-line", 1500),
        ("three-of-a-kind", "highest-ranking", 1000),
    ],
)
def test_a_straight_with_three_of_a_kind_always_pays_something(
    poker: Table, bets: Bets, threshold: str, threes: str, won: int
) -> None:
    script = poker({"readings.bonus_threshold": threshold, "readings.threes_over_straight": threes})
    before = bets({"ann": (1, {"main": 1000, "fortune": 500})})
    script.play(Plan(wagers={"ann": 1000}, hands={1: "9s 9d 9h 8c 7d 6s 5h"}, before=before))
    assert script.last(SideWagerSettled).won == won


# devices


@clause("MDP-9.A.2", "MDP-5.I")
def test_a_deck_from_a_reshuffling_device_is_still_dealt_from_the_hand(poker: Table) -> None:
    choices = {
        "dealing.method": "hand",
        "dealing.shuffler": "reshuffling-device",
        "approvals.reshuffling_device": "yes",
        "equipment.cards_hours": 4,
    }
    script = poker(choices)
    script.to(Phase.DEALING, Plan(wagers=BOTH))
    assert not script.events(DeckPlaced)
    assert script.refusal(PlaceDeck()).clause == "MDP-9.A.2"
    script.play()
    (placed,) = script.events(DeckPlaced)
    assert not placed.by_device
    assert "hand" in placed.at


# a bank that need not cover the dealer's wager


@clause("MDP-12.D.2", "MDP-12.J.3", "MDP-12.K")
def test_players_are_paid_before_a_dealer_whose_wager_the_bank_need_not_cover(poker: Table) -> None:
    """The bank has 1,000 beyond what bob's wager takes, and the dealer's wager of 2,000 gets no more than that."""
    script = poker({"readings.bank_cover": "players-only"}, chips=4000)
    script.play(Plan(wagers={"ann": 2000}, hands={0: "2c 3d 5h 7s 9c Td Qh", 1: "As Ad Ks Kd Qs Qd Jc"}))
    assert script.state.ledger[rack("ann")] == 4000 + 1900
    script.do(LeaveTable(player="bob"))
    script.sit({"bob": 2}, 4900)
    hands = {0: "As Ad Ks Kd Qs Jd 9c", 1: "2c 3d 5h 7s 9d Td Qh", 2: "Ac Ah Kc Kh Qc Jh 8s"}
    script.to(Phase.PAYING, Plan(wagers={"bob": 4900}, bank="ann", hands=hands))
    house, commission = script.state.ledger[INVENTORY], script.state.ledger[COMMISSION]
    script.step()
    paid = [(event.wager.player, event.won) for event in script.events(WagerSettled)][-2:]
    assert paid == [("bob", 4900), ("dealer", 1000)]
    assert script.state.ledger[rack("ann")] == 0
    assert script.state.ledger[rack("bob")] == 2 * 4900 - 245
    assert script.state.ledger[INVENTORY] == house + 2000 + 1000
    assert script.state.ledger[COMMISSION] == commission + 245


@clause("MDP-7.C.2", "MDP-11.C.3", "MDP-14.I")
def test_a_hand_that_a_bank_set_freely_stands_after_it_leaves(poker: Table) -> None:
    script = poker({"readings.bank_setting": "free"})
    script.play(Plan(wagers=BOTH))
    cards = "As Ad Ks Kd 7c 4d 2c"
    plan = Plan(wagers={"bob": 1000}, bank="ann", hands={1: cards}, settings={1: "As Ad Ks Kd 2c / 7c 4d"})
    script.to(Phase.EXPOSING, plan)
    script.do(WalkAway(player="ann"))
    assert script.refusal(ResetHouseHand(position=1)).clause == "MDP-12.I.2"
    assert "only a hand that must follow the house way" in str(script.refusal(ResetHouseHand(position=1)))


# void rounds


@clause("MDP-12.B.1", "MDP-12.B.2", "MDP-12.D.1")
def test_a_void_round_is_not_the_first_of_the_game_and_proves_nobody(poker: Table) -> None:
    script = poker()
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    script.do(FindMisdeal(reason="wrong-count"))
    script.step()
    script.to(Phase.BETTING, Plan())
    assert not script.events(BankOffered)  # still the start of the game
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    script.to(Phase.FINISHED)
    script.step()
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    script.do(FindMisdeal(reason="wrong-count"))
    script.step()
    script.history.clear()
    script.to(Phase.BETTING, Plan(wagers=BOTH))
    assert [event.player for event in script.events(BankOffered)] == ["ann"]  # bob wagered only in the void round


# the order of the optional wagers, and the cut again


@clause("MDP-11.H.3", "MDP-11.H.4.b", "MDP-11.H.5.a", "MDP-11.H.6.b.i")
def test_optional_wagers_are_settled_in_the_order_of_the_document(poker: Table, bets: Bets) -> None:
    script = poker()
    kinds = {"progressive": 100, "insurance": 100, "emperors": 100, "fortune": 100}
    before = bets({"ann": (1, {"main": 1000, **kinds})})
    script.to(Phase.FINISHED, Plan(wagers={"ann": 1000}, hands={1: "9s 9d 9h 8c 8d 3s 2h"}, before=before))
    settled = [
        event.wager.kind
        for _, events in script.history
        for event in events
        if isinstance(event, SideWagerSettled | ProgressiveHit)
    ]
    assert settled == ["fortune", "emperors", "insurance", "progressive"]


@clause("MDP-5.G.1", "MDP-8.B")
def test_cards_that_are_cut_again_are_put_into_the_shoe_again(poker: Table) -> None:
    script = poker()
    script.to(Phase.DEALING, Plan(wagers=BOTH))
    script.do(PlaceDeck(), RequireRecut(), CutCards(depth=20))
    assert script.refusal(Deliver()).clause == "MDP-8.B"
    script.do(PlaceDeck(), Deliver())


@clause("MDP-2.C.1.c")
def test_dice_are_replaced_after_the_hours_that_the_submission_allows(poker: Table) -> None:
    script = poker({"equipment.dice_hours": 2})
    script.do(PassTime(now=2 * HOUR))
    script.play(Plan(wagers=BOTH))
    script.do(PassTime(now=2 * HOUR + 1))
    assert script.refusal(OpenRound(commitment="0" * 64, revision=4)).clause == "MDP-2.C.1.c"
    script.do(ReplaceDice())
    script.play(Plan(wagers=BOTH))


@clause("MDP-2.C.1.c", "MDP-2.C.2")
def test_dice_that_are_not_used_do_not_hold_up_a_round(poker: Table) -> None:
    script = poker({"equipment.dice_hours": 2, "start": "random-number", "approvals.random_number_generator": "yes"})
    script.do(PassTime(now=3 * HOUR))
    script.play(Plan(wagers=BOTH))


@clause("MDP-8.C.1", "MDP-8.C.2", "MDP-8.C.3")
def test_lammers_are_placed_before_the_progressive_wagers_are_collected(poker: Table, bets: Bets) -> None:
    script = poker()
    script.to(Phase.SETTING, Plan(before=bets({"ann": (1, {"main": 1000, "fortune": 500, "progressive": 100})})))
    kinds = [type(event) for _, events in script.history for event in events]
    steps = [BetsClosed, LammersPlaced, ProgressiveLocked, ProgressiveCollected]
    assert [kind for kind in kinds if kind in steps] == steps


@clause("MDP-5.A.3", "MDP-5.D.1", "MDP-5.E.1", "MDP-8.B")
def test_cards_that_are_shuffled_again_are_offered_for_a_cut_and_put_into_the_shoe_again(poker: Table) -> None:
    script = poker()
    script.to(Phase.CUTTING, Plan(wagers=BOTH))
    script.do(OfferCut(), PassCut(player="ann"), OfferCut(), CutCards(player="bob", depth=20))
    script.to(Phase.DEALING)
    script.do(PlaceDeck(), DirectShuffle())
    script.step()
    script.do(OfferCut())
    assert script.last(CutOffered).player == "ann"
    script.do(CutCards(player="ann", depth=30))
    assert script.refusal(Deliver()).clause == "MDP-8.B"
    script.play()


@clause("MDP-7.F")
def test_two_areas_are_next_to_each_other_and_no_more_than_two(poker: Table) -> None:
    script = poker(players={"ann": 3})
    script.to(Phase.BETTING, Plan())
    for far in (1, 5):
        assert script.refusal(PlaceWager(player="ann", position=far, amount=1000)).clause == "MDP-7.F"
    script.do(PlaceWager(player="ann", position=2, amount=1000))
    assert script.refusal(PlaceWager(player="ann", position=4, amount=1000)).clause == "MDP-7.F"
    script.do(PlaceWager(player="ann", position=3, amount=1000))
    assert script.refusal(PlaceWager(player="ann", position=4, amount=1000)).clause == "MDP-7.F"


@clause("MDP-12.C.2", "MDP-12.C.3")
def test_a_bank_whose_round_is_void_is_offered_the_bank_again(poker: Table) -> None:
    script = poker()
    script.play(Plan(wagers=BOTH))
    script.to(Phase.SETTING, Plan(bank="ann", wagers={"bob": 1000}))
    script.do(FindMisdeal(reason="wrong-count"))
    script.step()
    script.history.clear()
    script.to(Phase.MIXING, Plan(bank="ann"))
    assert [event.player for event in script.events(BankOffered)] == ["ann"]
    assert script.state.current.bank.player == "ann"


@clause("MDP-8.B", "MDP-9.A.2")
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.STARTING, Phase.DEALING])
def test_cards_may_be_put_in_place_at_any_time_before_the_deal(poker: Table, phase: Phase) -> None:
    script = poker()
    script.to(Phase.CUTTING, Plan(wagers=BOTH))
    assert script.refusal(PlaceDeck()).clause == "MDP-8.B"
    script.to(phase)
    script.do(PlaceDeck())
    assert script.refusal(PlaceDeck()).clause == "MDP-8.D.3"
    script.play()
    assert len(script.events(DeckPlaced)) == 1


# what is refused because there is nothing to rule on


@clause("MDP-11.H.6.b.iii", "MDP-11.H.6.b.vi", "MDP-14.C", "MDP-14.L", "MDP-14.M", "MDP-14.N")
def test_between_rounds_the_floor_has_nothing_to_rule_on(poker: Table) -> None:
    script = poker({"dealing.method": "automated-shoe"})
    nothing = {
        ValidateProgressive(position=1): "MDP-11.H.6.b.iii",
        CompleteDocuments(position=1): "MDP-11.H.6.b.vi",
        ExposePiece(position=1): "MDP-14.C",
        ShowPiece(player="ann", position=1, place=0): "MDP-11.A.4",
        MarkDevice(device="shoe"): "MDP-14.N.1",
        MarkDevice(device="shoe", sign=True): "MDP-14.N.2",
    }
    assert {command: script.refusal(command).clause for command in nothing} == nothing
    script.to(Phase.MIXING, Plan(wagers=BOTH))
    assert script.refusal(ReportFault(device="shuffler")).clause == "MDP-14.L"  # the dealer shuffles
    assert script.refusal(ReportFault(device="shoe")).clause == "MDP-14.M"  # it does not deal yet
    script.to(Phase.SETTING)
    assert script.refusal(ReportFault(device="shoe")).clause == "MDP-14.M"


@clause("MDP-14.C")
def test_only_a_hand_that_nobody_has_set_or_seen_can_be_void(poker: Table) -> None:
    script = poker()
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    script.do(ExposePiece(position=1))
    assert script.refusal(SetHand(player="ann", position=1, setting=house_setting(script, 1))).clause == "MDP-14.C"
    assert script.refusal(LookAtHand(player="ann", position=1)).clause == "MDP-14.C"
    assert script.refusal(VoidHand(player="bob", position=1)).clause == "MDP-14.C"
    script.do(PlayOn(player="ann", position=1), WalkAway(player="ann"), ExposePiece(position=1, place=1))
    assert not script.last(PieceExposed).choice  # the dealer has set it for her
    script.do(LookAtHand(player="bob", position=2), ExposePiece(position=2))
    assert not script.last(PieceExposed).choice


@clause("MDP-11.A.4")
def test_a_player_shows_a_card_of_a_hand_that_is_picked_up_and_not_yet_set(poker: Table) -> None:
    script = poker()
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    shown = ShowPiece(player="ann", position=1, place=2)
    assert script.refusal(shown).clause == "MDP-11.A.4"
    script.do(LookAtHand(player="ann", position=1))
    for other in (replace(shown, player="bob"), replace(shown, place=7), replace(shown, position=5)):
        assert script.refusal(other).clause == "MDP-11.A.4"
    script.do(shown)
    exposed = script.last(PieceExposed)
    assert (exposed.position, exposed.place, exposed.choice) == (1, 2, False)
    assert script.refusal(shown).clause == "MDP-11.A.4"  # it is open
    script.do(SetHand(player="ann", position=1, setting=house_setting(script, 1)))
    assert script.refusal(replace(shown, place=3)).clause == "MDP-11.A.4"


# what is paid, and the clauses for it


@clause("MDP-11.H.3.a.ii", "MDP-13.B.1.g", "MDP-11.H.3.b", "MDP-13.B.2.g", "MDP-11.H.6.b.iv", "MDP-13.E.2.e")
def test_each_payout_cites_its_line_of_the_pay_table(poker: Table, bets: Bets) -> None:
    script = poker()
    placed = {
        "ann": (1, {"main": 1000, "fortune": 500, "progressive": 100}),
        "bob": (2, {"main": 1000, "fortune": 500}),
    }
    script.play(Plan(before=bets(placed), hands={1: "9s 9h 9d 9c Ah 7d 2c", 2: "2d 3c 5h 7s 8s Ts Jh"}))
    won, _ = script.events(SideWagerSettled)
    assert (won.won, won.clauses) == (25 * 500, ("MDP-13.B.1.g", "MDP-11.H.3.a.ii"))
    (envy,) = script.events(EnvyPaid)
    assert (envy.player, envy.amount, envy.clauses) == ("bob", 500, ("MDP-11.H.3.b", "MDP-13.B.2.g"))
    (paid,) = script.events(ProgressivePaid)
    (move,) = paid.transfers
    assert (move.debit, move.credit, move.amount, move.kind) == (INVENTORY, rack("ann"), 7500, Movement.AWARD)
    assert (move.clause, str(move.award)) == ("MDP-13.E.2.e", "four of a kind, 75 for 1")


@clause("MDP-11.H.4.f", "MDP-11.H.3.c")
def test_an_envied_hand_is_put_away_by_the_wagers_of_the_others(poker: Table, bets: Bets) -> None:
    script = poker()
    placed = {"ann": (1, {"main": 1000, "fortune": 500}), "bob": (2, {"main": 1000, "emperors": 500})}
    script.play(Plan(before=bets(placed), hands={1: "9s 9h 9d 9c Ah 7d 2c"}))
    (put_away,) = [event for event in script.events(HandDiscarded) if event.position == 1]
    assert put_away.clauses == ("MDP-11.H.4.f", "MDP-11.J")


@clause("MDP-13.G", "MDP-11.H.6.b.iv")
def test_a_limit_that_is_used_up_leaves_nothing_of_a_fixed_payout(poker: Table, bets: Bets) -> None:
    script = poker({"payout_limit": "$52,020"})
    royal = "As Ks Qs Js Ts Kd Qd"
    placed = {"ann": (1, {"main": 1000, "fortune": 10_000, "progressive": 100})}
    script.play(Plan(before=bets(placed), hands={1: royal}))
    assert script.last(SideWagerSettled).won == 52_020_00
    paid = script.last(ProgressivePaid)
    assert (paid.amount, paid.transfers) == (0, ())


@clause("MDP-14.I", "MDP-12.I.2")
@pytest.mark.parametrize(("amount", "cited"), [(0, ("MDP-14.I",)), (500, ("MDP-12.I.2", "MDP-14.I"))])
def test_the_dealer_corrects_a_bank_under_the_rule_for_his_own_wager_only_if_he_has_one(
    poker: Table, amount: int, cited: tuple[str, ...]
) -> None:
    script = poker()
    script.play(Plan(wagers=BOTH))
    wager = {Phase.BETTING: [DirectDealerWager(player="bob", amount=amount)]}
    hands, wrong = {2: "9s 9h 9d 9c Ah 7d 2c"}, {2: "9s 9h 7d Ah 2c / 9d 9c"}
    script.play(Plan(bank="bob", wagers={"ann": 1000}, before=wager, hands=hands, settings=wrong))
    reset = script.last(HouseHandReset)
    assert reset.clauses[: len(cited)] == cited
    assert ("MDP-12.I.2" in reset.clauses) == bool(amount)
