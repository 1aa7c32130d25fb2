"""MDP chapter 12, sections A to H: who banks, alone or with the dealer, and the dealer's wager against a bank."""

from collections.abc import Callable

import pytest

from paigow.money import INVENTORY, bet
from paigow.poker import PokerSetting
from paigow.table import Command, Phase, legal_commands
from paigow.table.core.model import DEALER_WAGER, WagerKey
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import (
    AcceptBank,
    BankAccepted,
    BankOffered,
    DealerWagerDirected,
    DealerWagered,
    DirectDealerWager,
    HouseBanks,
    OfferBank,
    PassBank,
    candidates,
)
from paigow.table.steps.mixing import Mixed
from paigow.table.steps.opening import DisplaySet, TurnSetDown
from paigow.table.steps.seating import LeaveTable, rack_of
from paigow.table.steps.setting import HouseHandSet, SetBankHand, SetHouseHand
from paigow.table.steps.settlement import HandExposed
from paigow.table.steps.start import StartDetermined
from paigow.table.steps.wagers import PlaceWager

Poker = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
FOUR = {"ann": 1, "bob": 3, "cyd": 4, "dan": 6}
ALL = dict.fromkeys(FOUR, 1000)
CHIPS = 1_000_000

BANK = "Qs Qd Ks 8h Jc 4d 2c"  # set Q-Q-8-4-2 / K-J
BEST = "Ac Ah Kd Kc 7s 6d 4h"  # wins
WORST = "2d 3c 5h 7d 9s Ts Jh"  # loses
COPY = "Qc Qh 8s 4c 2h As Td"  # A-T low wins, the high hand is a copy: a tie
COPY_SET = "Qc Qh 8s 4c 2h / As Td"


# who may bank, and who is offered the bank


@pytest.mark.clause("MDP-7.C.1")
def test_who_is_being_offered_the_bank_answers_before_leaving(after_a_round: Poker) -> None:
    script = after_a_round()
    script.begin(Plan(wagers=ALL))
    script.do(OfferBank())
    [asked] = script.state.current.bank.offered
    assert script.refusal(LeaveTable(player=asked)).clause == "MDP-7.C.1"
    script.do(PassBank(player=asked), LeaveTable(player=asked))
    assert asked not in script.state.players


@pytest.mark.clause("MDP-12.C.1.a")
def test_at_a_table_that_was_vacant_the_offer_begins_at_the_far_right_again(after_a_round: Poker) -> None:
    script = after_a_round()
    script.play(Plan(bank="bob", wagers={"ann": 1000}))
    assert script.state.rotation.first == 4  # to the right of bob, who banked
    for name in FOUR:
        script.do(LeaveTable(player=name))
    assert script.state.rotation.first == 1


@pytest.mark.clause("MDP-12.A", "MDP-12.A.1")
def test_players_bank_where_the_submission_offers_it(after_a_round: Poker) -> None:
    script = after_a_round()
    script.to(Phase.BETTING, Plan(bank="cyd", wagers={"ann": 1000}))
    assert script.state.current.bank.player == "cyd"
    assert "MDP-12.A.1" in script.last(BankAccepted).clauses
    never = after_a_round({"banking.offered": False, "banking.co_banking": False})
    never.begin(Plan(wagers=ALL))
    assert never.state.phase is Phase.MIXING
    assert never.refusal(OfferBank()).clause is not None


@pytest.mark.clause("MDP-12.A.2")
def test_whatever_the_chapter_does_not_change_stays_as_it_is(after_a_round: Poker) -> None:
    """Cut, start, deal, setting and optional wagers are those of the other chapters."""
    script = after_a_round()
    script.to(Phase.FINISHED, Plan(bank="cyd", wagers={"ann": 1000}))
    cited = {clause for _, events in script.history for event in events for clause in event.clauses}
    assert {"MDP-5.F", "MDP-8.C", "MDP-8.D.2", "MDP-8.E.1", "MDP-11.A", "MDP-11.B", "MDP-11.G"} <= cited


@pytest.mark.clause("MDP-12.B.1")
def test_nobody_banks_at_the_start_of_the_game(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.begin(Plan(wagers=ALL))
    assert script.state.phase is Phase.MIXING
    assert not script.events(BankOffered)


@pytest.mark.clause("MDP-12.B.2")
def test_a_game_starts_when_the_cards_had_to_be_made_ready_again(after_a_round: Poker) -> None:
    script = after_a_round()
    for name in FOUR:
        script.do(LeaveTable(player=name))
    script.do(DisplaySet())
    script.sit({"eve": 2}, CHIPS)
    script.do(TurnSetDown())
    script.begin(Plan(wagers={"eve": 1000}))
    assert script.state.phase is Phase.MIXING
    assert not script.events(BankOffered)


@pytest.mark.clause("MDP-12.B.2")
def test_by_the_letter_every_shuffle_starts_a_game_and_nobody_ever_banks(after_a_round: Poker) -> None:
    script = after_a_round({"readings.start_of_game": "every-mix"})
    script.begin(Plan(wagers=ALL))
    assert script.state.phase is Phase.MIXING
    script.play()
    script.begin(Plan(wagers=ALL))
    assert not script.events(BankOffered)


@pytest.mark.clause("MDP-12.C", "MDP-12.C.1.a")
def test_the_bank_is_offered_from_the_dealers_far_right_until_somebody_takes_it(after_a_round: Poker) -> None:
    script = after_a_round()
    script.begin(Plan(wagers=ALL))
    assert script.state.phase is Phase.OFFERING
    for name in ("ann", "bob"):
        script.do(OfferBank())
        assert script.last(BankOffered).player == name
        assert "MDP-12.C.1.a" in script.last(BankOffered).clauses
        assert script.refusal(OfferBank()).clause == "MDP-12.C.1.a"
        assert script.refusal(AcceptBank(player="dan")).clause == "MDP-12.C.1.a"
        script.do(PassBank(player=name))
    script.do(OfferBank(), AcceptBank(player="cyd"))
    assert script.state.current.bank.player == "cyd"
    assert script.refusal(OfferBank()).clause == "MDP-12.C.1.a"


@pytest.mark.clause("MDP-12.C.1.b")
def test_a_marker_goes_in_front_of_the_bank(after_a_round: Poker) -> None:
    script = after_a_round()
    script.to(Phase.BETTING, Plan(bank="bob", wagers={"ann": 1000}))
    accepted = script.last(BankAccepted)
    assert (accepted.player, accepted.co) == ("bob", False)
    assert "MDP-12.C.1.b" in accepted.clauses


@pytest.mark.clause("MDP-12.C.2")
def test_next_time_the_offer_begins_at_the_banks_right(after_a_round: Poker) -> None:
    script = after_a_round()
    script.play(Plan(bank="ann", wagers={"bob": 1000, "cyd": 1000, "dan": 1000}))
    script.history.clear()
    script.to(Phase.MIXING, Plan(wagers=ALL))
    assert [event.player for event in script.events(BankOffered)] == ["bob", "cyd", "dan"]
    fixed = after_a_round({"readings.bank_offer": "far-right"})
    fixed.play(Plan(bank="cyd", wagers={"ann": 1000, "bob": 1000, "dan": 1000}))
    fixed.history.clear()
    fixed.to(Phase.MIXING, Plan(wagers=ALL))
    assert fixed.events(BankOffered)[0].player == "ann"


@pytest.mark.clause("MDP-12.C.3")
def test_nobody_banks_two_rounds_in_a_row(after_a_round: Poker) -> None:
    script = after_a_round()
    script.play(Plan(bank="bob", wagers={"ann": 1000, "cyd": 1000, "dan": 1000}))
    script.begin(Plan(wagers=ALL))
    assert "bob" not in {player.name for player in candidates(script.state)}
    script.play()
    script.begin(Plan(wagers=ALL))
    assert "bob" in {player.name for player in candidates(script.state)}


@pytest.mark.clause("MDP-12.C.4")
def test_if_nobody_takes_it_the_dealer_banks_as_usual(after_a_round: Poker) -> None:
    script = after_a_round()
    script.to(Phase.FINISHED, Plan(wagers=ALL))
    assert script.last(HouseBanks).clauses == ("MDP-12.C.4",)
    assert script.state.current.bank.player is None
    assert all("MDP-11.E" in event.clauses for event in script.events(HandExposed))


@pytest.mark.clause("MDP-12.D.1")
def test_only_who_wagered_against_the_dealer_in_the_last_round_without_a_bank(after_a_round: Poker) -> None:
    script = after_a_round(wagers={"ann": 1000, "cyd": 1000})
    script.begin(Plan(wagers=ALL))
    assert {player.name for player in candidates(script.state)} == {"ann", "cyd"}
    script.play()
    script.play(Plan(bank="ann", wagers={"bob": 1000, "dan": 1000}))
    script.begin(Plan(wagers=ALL))
    assert {player.name for player in candidates(script.state)} == {"bob", "cyd", "dan"}


@pytest.mark.clause("MDP-12.D.2", "MDP-1.B.1")
def test_a_bank_covers_every_wager_of_the_others_with_the_chips_on_the_table(poker: Poker) -> None:
    script = poker(players=FOUR, chips=10_000)
    script.play(Plan(wagers=ALL, hands={0: BANK, 3: COPY}, settings={3: COPY_SET}))
    script.to(Phase.BETTING, Plan(bank="bob", wagers={}))
    held = rack_of(script.state, "bob")
    assert held == 10_000
    script.do(PlaceWager(player="ann", position=1, amount=4000))
    script.do(PlaceWager(player="cyd", position=4, amount=4500))
    assert script.refusal(PlaceWager(player="dan", position=6, amount=1501)).clause is not None
    script.do(PlaceWager(player="dan", position=6, amount=1500))
    assert script.refusal(PlaceWager(player="cyd", position=4, amount=4600)).clause is not None


@pytest.mark.clause("MDP-12.D.2")
def test_a_player_without_chips_is_not_offered_the_bank(poker: Poker) -> None:
    script = poker(players={"ann": 1, "bob": 3}, chips=1000)
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}, hands={0: BANK, 1: WORST, 3: BEST}))
    script.begin(Plan())
    assert {player.name for player in candidates(script.state)} == {"bob"}


# co-banking


@pytest.mark.clause("MDP-12.E", "MDP-12.E.1")
def test_co_banking_is_open_to_everybody_where_it_is_offered(after_a_round: Poker) -> None:
    script = after_a_round()
    script.begin(Plan(wagers=ALL))
    for name in FOUR:
        script.do(OfferBank())
        taken = {offer.command for offer in legal_commands(script.state, name)}
        assert AcceptBank(player=name, co=True) in taken
        script.do(PassBank(player=name))
    alone = after_a_round({"banking.co_banking": False})
    alone.begin(Plan(wagers=ALL))
    alone.do(OfferBank())
    assert alone.refusal(AcceptBank(player="ann", co=True)).clause == "MDP-12.E"


@pytest.mark.clause("MDP-12.E.2", "MDP-12.E.3")
def test_it_is_asked_for_and_marked(after_a_round: Poker) -> None:
    script = after_a_round()
    script.to(Phase.BETTING, Plan(bank="bob", wagers={"ann": 1000}, co=True))
    accepted = script.last(BankAccepted)
    assert accepted.co
    assert {"MDP-12.E.2", "MDP-12.E.3"} <= set(accepted.clauses)
    alone = after_a_round()
    alone.to(Phase.BETTING, Plan(bank="bob", wagers={"ann": 1000}))
    assert not alone.state.current.bank.co_banked


@pytest.mark.clause("MDP-12.E.4")
def test_the_dealer_sets_the_hand_of_a_co_bank_the_house_way(after_a_round: Poker) -> None:
    script = after_a_round()
    script.to(Phase.BANKING, Plan(bank="bob", wagers={"ann": 1000}, co=True, hands={3: BANK}))
    own = SetBankHand(player="bob", setting=PokerSetting.parse("Qs Qd Ks 8h Jc / 4d 2c"))
    assert script.refusal(own).clause == "MDP-12.E.4"
    script.do(SetHouseHand())
    laid = script.last(HouseHandSet)
    assert (laid.position, laid.set_by) == (3, "dealer")
    assert "MDP-12.E.4" in laid.clauses
    assert str(laid.setting) == "Qs Qd 8h 4d 2c / Ks Jc"


@pytest.mark.clause("MDP-12.E.5")
def test_the_dealer_makes_no_wager_against_a_co_bank(after_a_round: Poker) -> None:
    script = after_a_round()
    script.to(Phase.BETTING, Plan(bank="bob", wagers={"ann": 1000}, co=True))
    assert script.refusal(DirectDealerWager(player="bob", amount=500)).clause == "MDP-12.E.5"
    script.to(Phase.FINISHED)
    assert not script.events(DealerWagered)
    assert 0 not in {event.position for event in script.events(HouseHandSet)}


@pytest.mark.clause("MDP-12.D.2")
@pytest.mark.parametrize(("reading", "most"), [("half", 20_000), ("all", 10_000)])
def test_a_co_bank_covers_half_or_all(poker: Poker, reading: str, most: int) -> None:
    script = poker({"readings.co_bank_cover": reading}, players=FOUR, chips=10_000)
    script.play(Plan(wagers={"bob": 1000}, hands={0: BANK, 3: COPY}, settings={3: COPY_SET}))
    script.to(Phase.BETTING, Plan(bank="bob", wagers={}, co=True))
    script.do(PlaceWager(player="ann", position=1, amount=10_000 - 1000 if most == 10_000 else 10_000))
    second_wager: Command = PlaceWager(player="cyd", position=4, amount=1000 if most == 10_000 else 10_000)
    script.do(second_wager)
    assert script.refusal(PlaceWager(player="dan", position=6, amount=1000)).clause == "MDP-12.D.2"


# the bank's own place, the shuffle, the dealer's wager


@pytest.mark.clause("MDP-12.F")
def test_a_bank_has_one_area_and_no_wager(after_a_round: Poker) -> None:
    script = after_a_round()
    script.to(Phase.BETTING, Plan(bank="bob", wagers={"ann": 1000}))
    for position in (2, 3):
        assert script.refusal(PlaceWager(player="bob", position=position, amount=1000)).clause == "MDP-12.F"
    for kind in ("fortune", "progressive"):
        assert script.refusal(PlaceWager(player="bob", position=3, kind=kind, amount=100)).clause == "MDP-7.E"


@pytest.mark.clause("MDP-12.G")
def test_the_cards_are_shuffled_when_the_bank_is_known(after_a_round: Poker) -> None:
    script = after_a_round()
    script.to(Phase.CUTTING, Plan(bank="bob", wagers={"ann": 1000}))
    assert "MDP-12.G" in script.last(Mixed).clauses
    kinds = [type(event) for _, events in script.history for event in events]
    assert kinds.index(BankAccepted) < kinds.index(Mixed)


@pytest.mark.clause("MDP-12.G.1", "MDP-12.G.2", "MDP-12.G.4")
def test_the_dealer_wagers_what_the_bank_last_wagered_against_him(after_a_round: Poker) -> None:
    script = after_a_round(wagers={"ann": 1000, "bob": 2500})
    script.to(Phase.STARTING, Plan(bank="bob", wagers={"ann": 1000}))
    wagered = script.last(DealerWagered)
    assert wagered.amount == 2500
    assert {"MDP-12.G.1", "MDP-12.G.2", "MDP-12.G.4"} <= set(wagered.clauses)
    assert [(move.debit, move.credit) for move in wagered.transfers] == [(INVENTORY, bet(0, DEALER_WAGER, "dealer"))]
    assert script.state.current.wagers[WagerKey("dealer", 0, DEALER_WAGER)] == 2500


@pytest.mark.clause("MDP-12.G.1")
def test_side_wagers_do_not_count_as_the_banks_last_wager(poker: Poker, bets: Bets) -> None:
    script = poker(players=["ann", "bob"])
    script.play(Plan(before=bets({"ann": (1, {"main": 1000}), "bob": (2, {"main": 2000, "fortune": 500})})))
    script.to(Phase.STARTING, Plan(bank="bob", wagers={"ann": 1000}))
    assert script.last(DealerWagered).amount == 2000


@pytest.mark.clause("MDP-12.G.1")
def test_or_the_amount_of_the_submission(after_a_round: Poker) -> None:
    script = after_a_round({"banking.dealer_wager": "$7.00"})
    script.to(Phase.STARTING, Plan(bank="bob", wagers={"ann": 1000}))
    assert script.last(DealerWagered).amount == 700


@pytest.mark.clause("MDP-12.G.3")
@pytest.mark.parametrize("amount", [0, 400, 1000])
def test_the_bank_may_want_less_or_none(after_a_round: Poker, amount: int) -> None:
    script = after_a_round()
    script.to(Phase.BETTING, Plan(bank="bob", wagers={"ann": 1000}))
    assert script.refusal(DirectDealerWager(player="ann", amount=0)).clause == "MDP-12.G.3"
    assert script.refusal(DirectDealerWager(player="bob", amount=1001)).clause == "MDP-12.G.3"
    script.do(DirectDealerWager(player="bob", amount=amount))
    assert script.last(DealerWagerDirected).clauses == ("MDP-12.G.3",)
    script.to(Phase.STARTING)
    assert [event.amount for event in script.events(DealerWagered)] == ([amount] if amount else [])


@pytest.mark.clause("MDP-12.H")
def test_the_start_is_found_as_in_the_chapters_on_dealing(after_a_round: Poker) -> None:
    script = after_a_round()
    script.to(Phase.DEALING, Plan(bank="bob", wagers={"ann": 1000}, dice=(2, 2, 2)))
    assert "MDP-12.H" in script.last(StartDetermined).clauses
    assert script.state.current.start.position == 1  # 3, 4, 5, 6, dealer, 1
