"""MDP chapter 12: players who bank, alone or with the dealer."""

from collections.abc import Callable, Mapping

import pytest

from paigow.comparison import Result
from paigow.money import CENTRE, COMMISSION, INVENTORY, bet, rack
from paigow.poker import PokerSetting
from paigow.table import Command, Phase, legal_commands
from paigow.table.banking import (
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
from paigow.table.irregularities import HouseHandReset
from paigow.table.mixing import Mixed
from paigow.table.model import DEALER_WAGER, MAIN, HandStatus, WagerKey
from paigow.table.opening import DisplaySet, TurnSetDown
from paigow.table.script import Plan, TableScript
from paigow.table.seating import LeaveTable, rack_of
from paigow.table.setting import (
    HandsCompared,
    HouseHandSet,
    LookAtHand,
    SetBankHand,
    SetHouseHand,
)
from paigow.table.settlement import (
    BankSettled,
    DealerHandCompared,
    ExposeHand,
    HandExposed,
    PayWinners,
    WagerSettled,
)
from paigow.table.start import StartDetermined
from paigow.table.wagers import PlaceWager

Poker = Callable[..., TableScript]
FOUR = {"ann": 1, "bob": 3, "cyd": 4, "dan": 6}
ALL = dict.fromkeys(FOUR, 1000)
CHIPS = 1_000_000

BANK = "Qs Qd Ks 8h Jc 4d 2c"  # set Q-Q-8-4-2 / K-J
BEST = "Ac Ah Kd Kc 7s 6d 4h"  # wins
WORST = "2d 3c 5h 7d 9s Ts Jh"  # loses
COPY = "Qc Qh 8s 4c 2h As Td"  # A-T low wins, the high hand is a copy: a tie
COPY_SET = "Qc Qh 8s 4c 2h / As Td"


def second(poker: Poker, choices: Mapping[str, object] = {}, wagers: Mapping[str, int] = ALL) -> TableScript:
    """After a first round, in which nobody can bank; chips are what they were."""
    script = poker(choices, players=FOUR, chips=CHIPS)
    script.play(Plan(wagers=wagers))
    script.history.clear()
    return script


def against(bank: str, others: Mapping[str, int], **more: object) -> Plan:
    return Plan(wagers=others, bank=bank, **more)  # type: ignore[arg-type]


# who may bank, and who is asked


@pytest.mark.clause("MDP-12.A", "MDP-12.A.1")
def test_players_bank_where_the_submission_offers_it(poker: Poker) -> None:
    script = second(poker)
    script.to(Phase.BETTING, against("cyd", {"ann": 1000}))
    assert script.state.current.bank == "cyd"
    assert "MDP-12.A.1" in script.last(BankAccepted).clauses
    never = second(poker, {"banking.offered": False, "banking.co_banking": False})
    never.begin(Plan(wagers=ALL))
    assert never.state.phase is Phase.MIXING
    assert never.refusal(OfferBank()).clause is not None


@pytest.mark.clause("MDP-12.A.2")
def test_whatever_the_chapter_does_not_change_stays_as_it_is(poker: Poker) -> None:
    """Cut, start, deal, setting and optional wagers are those of the other chapters."""
    script = second(poker)
    script.to(Phase.FINISHED, against("cyd", {"ann": 1000}))
    cited = {clause for _, events in script.history for event in events for clause in event.clauses}
    assert {"MDP-5.F", "MDP-8.C", "MDP-8.D.2", "MDP-8.E.1", "MDP-11.A", "MDP-11.B", "MDP-11.G"} <= cited


@pytest.mark.clause("MDP-12.B.1")
def test_nobody_banks_at_the_start_of_the_game(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.begin(Plan(wagers=ALL))
    assert script.state.phase is Phase.MIXING
    assert not script.events(BankOffered)


@pytest.mark.clause("MDP-12.B.2")
def test_a_game_starts_when_the_cards_had_to_be_made_ready_again(poker: Poker) -> None:
    script = second(poker)
    for name in FOUR:
        script.do(LeaveTable(player=name))
    script.do(DisplaySet())
    script.sit({"eve": 2}, CHIPS)
    script.do(TurnSetDown())
    script.begin(Plan(wagers={"eve": 1000}))
    assert script.state.phase is Phase.MIXING
    assert not script.events(BankOffered)


@pytest.mark.clause("MDP-12.B.2")
def test_by_the_letter_every_shuffle_starts_a_game_and_nobody_ever_banks(poker: Poker) -> None:
    script = second(poker, {"readings.start_of_game": "every-mix"})
    script.begin(Plan(wagers=ALL))
    assert script.state.phase is Phase.MIXING
    script.play()
    script.begin(Plan(wagers=ALL))
    assert not script.events(BankOffered)


@pytest.mark.clause("MDP-12.C", "MDP-12.C.1.a")
def test_the_bank_is_offered_from_the_dealers_far_right_until_somebody_takes_it(poker: Poker) -> None:
    script = second(poker)
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
    assert script.state.current.bank == "cyd"
    assert script.refusal(OfferBank()).clause == "MDP-12.C.1.a"


@pytest.mark.clause("MDP-12.C.1.b")
def test_a_marker_goes_in_front_of_the_bank(poker: Poker) -> None:
    script = second(poker)
    script.to(Phase.BETTING, against("bob", {"ann": 1000}))
    accepted = script.last(BankAccepted)
    assert (accepted.player, accepted.co) == ("bob", False)
    assert "MDP-12.C.1.b" in accepted.clauses


@pytest.mark.clause("MDP-12.C.2")
def test_next_time_the_offer_begins_at_the_banks_right(poker: Poker) -> None:
    script = second(poker)
    script.play(against("ann", {"bob": 1000, "cyd": 1000, "dan": 1000}))
    script.history.clear()
    script.to(Phase.MIXING, Plan(wagers=ALL))
    assert [event.player for event in script.events(BankOffered)] == ["bob", "cyd", "dan"]
    fixed = second(poker, {"readings.bank_offer": "far-right"})
    fixed.play(against("cyd", {"ann": 1000, "bob": 1000, "dan": 1000}))
    fixed.history.clear()
    fixed.to(Phase.MIXING, Plan(wagers=ALL))
    assert fixed.events(BankOffered)[0].player == "ann"


@pytest.mark.clause("MDP-12.C.3")
def test_nobody_banks_two_rounds_in_a_row(poker: Poker) -> None:
    script = second(poker)
    script.play(against("bob", {"ann": 1000, "cyd": 1000, "dan": 1000}))
    script.begin(Plan(wagers=ALL))
    assert "bob" not in {player.name for player in candidates(script.state)}
    script.play()
    script.begin(Plan(wagers=ALL))
    assert "bob" in {player.name for player in candidates(script.state)}


@pytest.mark.clause("MDP-12.C.4")
def test_if_nobody_takes_it_the_dealer_banks_as_usual(poker: Poker) -> None:
    script = second(poker)
    script.to(Phase.FINISHED, Plan(wagers=ALL))
    assert script.last(HouseBanks).clauses == ("MDP-12.C.4",)
    assert script.state.current.bank is None
    assert all("MDP-11.E" in event.clauses for event in script.events(HandExposed))


@pytest.mark.clause("MDP-12.D.1")
def test_only_who_wagered_against_the_dealer_in_the_last_round_without_a_bank(poker: Poker) -> None:
    script = second(poker, wagers={"ann": 1000, "cyd": 1000})
    script.begin(Plan(wagers=ALL))
    assert {player.name for player in candidates(script.state)} == {"ann", "cyd"}
    script.play()
    script.play(against("ann", {"bob": 1000, "dan": 1000}))
    script.begin(Plan(wagers=ALL))
    assert {player.name for player in candidates(script.state)} == {"bob", "cyd", "dan"}


@pytest.mark.clause("MDP-12.D.2", "MDP-1.B.1")
def test_a_bank_covers_every_wager_of_the_others_with_the_chips_on_the_table(poker: Poker) -> None:
    script = poker(players=FOUR, chips=10_000)
    script.play(Plan(wagers=ALL, hands={0: BANK, 3: COPY}, settings={3: COPY_SET}))
    script.to(Phase.BETTING, against("bob", {}))
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
def test_co_banking_is_open_to_everybody_where_it_is_offered(poker: Poker) -> None:
    script = second(poker)
    script.begin(Plan(wagers=ALL))
    for name in FOUR:
        script.do(OfferBank())
        taken = {offer.command for offer in legal_commands(script.state, name)}
        assert AcceptBank(player=name, co=True) in taken
        script.do(PassBank(player=name))
    alone = second(poker, {"banking.co_banking": False})
    alone.begin(Plan(wagers=ALL))
    alone.do(OfferBank())
    assert alone.refusal(AcceptBank(player="ann", co=True)).clause == "MDP-12.E"


@pytest.mark.clause("MDP-12.E.2", "MDP-12.E.3")
def test_it_is_asked_for_and_marked(poker: Poker) -> None:
    script = second(poker)
    script.to(Phase.BETTING, against("bob", {"ann": 1000}, co=True))
    accepted = script.last(BankAccepted)
    assert accepted.co
    assert {"MDP-12.E.2", "MDP-12.E.3"} <= set(accepted.clauses)
    alone = second(poker)
    alone.to(Phase.BETTING, against("bob", {"ann": 1000}))
    assert not alone.state.current.co_banked


@pytest.mark.clause("MDP-12.E.4")
def test_the_dealer_sets_the_hand_of_a_co_bank_the_house_way(poker: Poker) -> None:
    script = second(poker)
    script.to(Phase.BANKING, against("bob", {"ann": 1000}, co=True, hands={3: BANK}))
    own = SetBankHand(player="bob", setting=PokerSetting.parse("Qs Qd Ks 8h Jc / 4d 2c"))
    assert script.refusal(own).clause == "MDP-12.E.4"
    script.do(SetHouseHand())
    laid = script.last(HouseHandSet)
    assert (laid.position, laid.set_by) == (3, "dealer")
    assert "MDP-12.E.4" in laid.clauses
    assert str(laid.setting) == "Qs Qd 8h 4d 2c / Ks Jc"


@pytest.mark.clause("MDP-12.E.5")
def test_the_dealer_makes_no_wager_against_a_co_bank(poker: Poker) -> None:
    script = second(poker)
    script.to(Phase.BETTING, against("bob", {"ann": 1000}, co=True))
    assert script.refusal(DirectDealerWager(player="bob", amount=500)).clause == "MDP-12.E.5"
    script.to(Phase.FINISHED)
    assert not script.events(DealerWagered)
    assert 0 not in {event.position for event in script.events(HouseHandSet)}


# the bank's own place, the shuffle, the dealer's wager


@pytest.mark.clause("MDP-12.F")
def test_a_bank_has_one_area_and_no_wager(poker: Poker) -> None:
    script = second(poker)
    script.to(Phase.BETTING, against("bob", {"ann": 1000}))
    for position in (2, 3):
        assert script.refusal(PlaceWager(player="bob", position=position, amount=1000)).clause == "MDP-12.F"
    for kind in ("fortune", "progressive"):
        assert script.refusal(PlaceWager(player="bob", position=3, kind=kind, amount=100)).clause == "MDP-7.E"


@pytest.mark.clause("MDP-12.G")
def test_the_cards_are_shuffled_when_the_bank_is_known(poker: Poker) -> None:
    script = second(poker)
    script.to(Phase.CUTTING, against("bob", {"ann": 1000}))
    assert "MDP-12.G" in script.last(Mixed).clauses
    kinds = [type(event) for _, events in script.history for event in events]
    assert kinds.index(BankAccepted) < kinds.index(Mixed)


@pytest.mark.clause("MDP-12.G.1", "MDP-12.G.2", "MDP-12.G.4")
def test_the_dealer_wagers_what_the_bank_last_wagered_against_him(poker: Poker) -> None:
    script = second(poker, wagers={"ann": 1000, "bob": 2500})
    script.to(Phase.STARTING, against("bob", {"ann": 1000}))
    wagered = script.last(DealerWagered)
    assert wagered.amount == 2500
    assert {"MDP-12.G.1", "MDP-12.G.2", "MDP-12.G.4"} <= set(wagered.clauses)
    assert [(move.debit, move.credit) for move in wagered.transfers] == [(INVENTORY, bet(0, DEALER_WAGER, "dealer"))]
    assert script.state.current.wagers[WagerKey("dealer", 0, DEALER_WAGER)] == 2500


@pytest.mark.clause("MDP-12.G.1")
def test_or_the_amount_of_the_submission(poker: Poker) -> None:
    script = second(poker, {"banking.dealer_wager": "$7.00"})
    script.to(Phase.STARTING, against("bob", {"ann": 1000}))
    assert script.last(DealerWagered).amount == 700


@pytest.mark.clause("MDP-12.G.3")
@pytest.mark.parametrize("amount", [0, 400, 1000])
def test_the_bank_may_want_less_or_none(poker: Poker, amount: int) -> None:
    script = second(poker)
    script.to(Phase.BETTING, against("bob", {"ann": 1000}))
    assert script.refusal(DirectDealerWager(player="ann", amount=0)).clause == "MDP-12.G.3"
    assert script.refusal(DirectDealerWager(player="bob", amount=1001)).clause == "MDP-12.G.3"
    script.do(DirectDealerWager(player="bob", amount=amount))
    assert script.last(DealerWagerDirected).clauses == ("MDP-12.G.3",)
    script.to(Phase.STARTING)
    assert [event.amount for event in script.events(DealerWagered)] == ([amount] if amount else [])


@pytest.mark.clause("MDP-12.H")
def test_the_start_is_found_as_in_the_chapters_on_dealing(poker: Poker) -> None:
    script = second(poker)
    script.to(Phase.DEALING, against("bob", {"ann": 1000}, dice=(2, 2, 2)))
    assert "MDP-12.H" in script.last(StartDetermined).clauses
    assert script.state.current.start == 1  # 3, 4, 5, 6, dealer, 1


# the dealer against the bank


@pytest.mark.clause("MDP-12.I", "MDP-12.I.1")
def test_the_dealers_hands_are_set_and_then_compared_with_the_banks(poker: Poker) -> None:
    script = second(poker)
    script.to(Phase.BANKING, against("bob", {"ann": 1000}, hands={3: BANK, 0: BEST}))
    bank = SetBankHand(player="bob", setting=PokerSetting.parse("Qs Qd 8h 4d 2c / Ks Jc"))
    assert script.refusal(bank).clause == "MDP-11.C"
    script.do(SetHouseHand(), LookAtHand(player="bob", position=3), bank)
    compared = script.last(DealerHandCompared)
    assert {"MDP-12.I", "MDP-12.I.1"} <= set(compared.clauses)
    assert compared.result is Result.WIN
    assert [event.position for event in script.events(HouseHandSet)] == [0, 3]


@pytest.mark.clause("MDP-12.I")
def test_without_a_wager_of_his_own_the_dealer_has_no_hands(poker: Poker) -> None:
    script = second(poker)
    script.to(Phase.BETTING, against("bob", {"ann": 1000}))
    script.do(DirectDealerWager(player="bob", amount=0))
    script.to(Phase.FINISHED)
    assert [event.position for event in script.events(HouseHandSet)] == [3]
    assert not script.events(DealerHandCompared)
    assert 0 in script.state.current.discards


@pytest.mark.clause("MDP-12.I.2")
def test_a_bank_that_fouls_is_set_by_the_house_way(poker: Poker) -> None:
    script = second(poker)
    foul = "Ks 8h Jc 4d 2c / Qs Qd"
    script.to(Phase.EXPOSING, against("bob", {"ann": 1000}, hands={3: BANK}, settings={3: foul}))
    reset = script.last(HouseHandReset)
    assert "MDP-12.I.2" in reset.clauses
    assert str(script.state.current.hands[3].setting) == "Qs Qd 8h 4d 2c / Ks Jc"
    assert not script.state.current.hands[3].foul


@pytest.mark.clause("MDP-12.I.2")
@pytest.mark.parametrize(
    ("reading", "kept"), [("free", "Qs Qd Ks Jc 8h / 4d 2c"), ("house-way", "Qs Qd 8h 4d 2c / Ks Jc")]
)
def test_otherwise_it_sets_as_it_likes_unless_read_strictly(poker: Poker, reading: str, kept: str) -> None:
    script = second(poker, {"readings.bank_setting": reading})
    plan = against("bob", {"ann": 1000}, hands={3: BANK}, settings={3: "Qs Qd Ks Jc 8h / 4d 2c"})
    script.to(Phase.EXPOSING, plan)
    assert str(script.state.current.hands[3].setting) == PokerSetting.parse(kept).__str__()
    assert bool(script.events(HouseHandReset)) == (reading == "house-way")


@pytest.mark.clause("MDP-12.I.3", "MDP-12.K", "MDP-12.J.3")
def test_a_dealer_who_wins_is_paid_from_the_centre_into_the_inventory(poker: Poker) -> None:
    script = second(poker)
    plan = against(
        "bob", {"ann": 1000, "cyd": 3000}, hands={3: BANK, 0: BEST, 1: COPY, 4: WORST}, settings={1: COPY_SET}
    )
    script.to(Phase.PAYING, plan)
    assert "MDP-12.I.3" in script.last(DealerHandCompared).clauses
    area = bet(0, DEALER_WAGER, "dealer")
    assert script.state.ledger[area] == 1000
    assert script.state.current.hands[0].status is HandStatus.EXPOSED
    assert 0 not in script.state.current.discards
    assert script.state.ledger[CENTRE] == 3000
    script.do(PayWinners())
    (paid,) = [event for event in script.events(WagerSettled) if event.wager.kind == DEALER_WAGER]
    assert {"MDP-12.K", "MDP-12.J.3"} <= set(paid.clauses)
    assert [(move.debit, move.credit, move.amount) for move in paid.transfers] == [
        (CENTRE, INVENTORY, 1000),
        (area, INVENTORY, 1000),
    ]


@pytest.mark.clause("MDP-12.I.4")
def test_a_tie_goes_back_into_the_inventory(poker: Poker) -> None:
    script = second(poker)
    hands = {3: BANK, 0: "As Th 9c 9d 5s 3h 6c", 1: WORST.replace("9s", "9h").replace("5h", "5d").replace("3c", "3d")}
    script.to(Phase.EXPOSING, against("bob", {"ann": 1000}, hands=hands))
    settled = script.last(WagerSettled)
    assert script.last(DealerHandCompared).result is Result.PUSH
    assert settled.clauses == ("MDP-12.I.4",)
    assert settled.transfers[0].credit == INVENTORY


@pytest.mark.clause("MDP-12.I.5")
def test_a_loss_goes_to_the_centre(poker: Poker) -> None:
    script = second(poker)
    script.to(Phase.EXPOSING, against("bob", {"ann": 1000}, hands={3: BANK, 0: WORST}))
    assert script.last(DealerHandCompared).result is Result.LOSE
    assert script.last(WagerSettled).clauses == ("MDP-12.I.5",)
    assert script.state.ledger[CENTRE] == 1000


# settlement through the centre


def paying(poker: Poker, hands: Mapping[int, str], co: bool = False, dealer: int = 0) -> TableScript:
    """bob banks at 3; ann 1000, cyd 2000, dan 4001 against him; the dealer as told."""
    script = second(poker)
    script.to(Phase.BETTING, against("bob", {"ann": 1000, "cyd": 2000, "dan": 4001}, co=co, hands={3: BANK, **hands}))
    if not co:
        script.do(DirectDealerWager(player="bob", amount=dealer))
    script.to(Phase.PAYING)
    return script


WIN_4 = "Ad As 3s 3d 7c 6h 5c"
LOSE_1 = "2d 3c 5h 7d 9s Ts Jh"
LOSE_6 = "2s 4s 5s 7h 9d Th Jd"
WIN_6 = BEST


@pytest.mark.clause("MDP-12.J", "MDP-12.J.1", "MDP-12.J.2")
def test_hands_are_opened_in_order_and_losers_go_to_the_centre_at_once(poker: Poker) -> None:
    script = second(poker)
    plan = against("bob", {"ann": 1000, "cyd": 2000, "dan": 4000}, hands={3: BANK, 1: LOSE_1, 6: WIN_6, 4: LOSE_6})
    script.to(Phase.EXPOSING, plan)
    script.do(ExposeHand())
    assert {"MDP-12.J", "MDP-12.J.1"} <= set(script.last(HandExposed).clauses)
    lost = script.last(WagerSettled)
    assert lost.clauses == ("MDP-12.J.2",)
    assert [(move.debit, move.credit, move.amount) for move in lost.transfers] == [(bet(1, MAIN, "ann"), CENTRE, 1000)]
    script.to(Phase.PAYING)
    assert [event.position for event in script.events(HandExposed)] == [1, 4, 6]
    assert [event.result.value for event in script.events(HandExposed)] == ["lose", "lose", "win"]
    assert script.state.ledger[bet(6, MAIN, "dan")] == 4000


@pytest.mark.clause("MDP-12.J.3", "MDP-12.J.6", "MDP-12.J.7")
def test_winners_are_paid_from_the_centre_and_the_rest_less_vigorish_is_the_banks(poker: Poker) -> None:
    script = paying(poker, {1: LOSE_1, 4: WIN_4, 6: LOSE_6})
    bank, commission = rack_of(script.state, "bob"), script.state.ledger[COMMISSION]
    assert script.state.ledger[CENTRE] == 5001
    script.do(PayWinners())
    (paid,) = [event for event in script.events(WagerSettled) if event.result is Result.WIN]
    assert "MDP-12.J.3" in paid.clauses
    assert paid.transfers[0].debit == CENTRE
    surplus = script.last(BankSettled)
    assert {"MDP-12.J.6", "MDP-12.J.7"} <= set(surplus.clauses)
    assert (surplus.surplus, surplus.vigorish) == (3001, 151)
    assert rack_of(script.state, "bob") == bank + 3001 - 151
    assert script.state.ledger[COMMISSION] == commission + 100 + 151
    assert script.state.ledger[CENTRE] == 0


@pytest.mark.clause("MDP-12.J.4", "MDP-12.J.5")
def test_what_the_centre_lacks_comes_from_the_bank_first(poker: Poker) -> None:
    script = paying(poker, {1: LOSE_1, 4: LOSE_6, 6: WIN_6})
    bank = rack_of(script.state, "bob")
    script.do(PayWinners())
    short = script.last(BankSettled)
    assert short.clauses == ("MDP-12.J.4",)
    assert (short.collected, short.surplus) == (1001, 0)
    assert rack_of(script.state, "bob") == bank - 1001
    (paid,) = [event for event in script.events(WagerSettled) if event.result is Result.WIN]
    assert "MDP-12.J.5" in paid.clauses
    assert script.state.ledger[CENTRE] == 0
    kinds = [type(event) for _, events in script.history for event in events]
    assert kinds.index(BankSettled) < max(index for index, kind in enumerate(kinds) if kind is WagerSettled)


@pytest.mark.clause("MDP-12.M")
def test_who_beats_the_bank_pays_vigorish(poker: Poker) -> None:
    script = paying(poker, {1: LOSE_1, 4: LOSE_6, 6: WIN_6})
    before = rack_of(script.state, "dan")
    script.do(PayWinners())
    (paid,) = [event for event in script.events(WagerSettled) if event.result is Result.WIN]
    assert "MDP-12.M" in paid.clauses
    assert paid.vigorish == 201  # 5% of $40.01, a fraction of a cent counting as one
    assert rack_of(script.state, "dan") == before + 4001 + 4001 - 201


# co-bank


@pytest.mark.clause("MDP-12.L", "MDP-12.L.1.a", "MDP-12.L.1.b")
def test_with_a_co_bank_hands_are_opened_once_its_hand_is_set(poker: Poker) -> None:
    script = paying(poker, {1: LOSE_1, 4: WIN_4, 6: LOSE_6}, co=True)
    kinds = [type(event) for _, events in script.history for event in events]
    assert kinds.index(HouseHandSet) < kinds.index(HandsCompared) < kinds.index(HandExposed)
    assert [event.position for event in script.events(HandExposed)] == [1, 4, 6]
    for event in script.events(HandExposed):
        assert {"MDP-12.L", "MDP-12.L.1.a"} <= set(event.clauses)
    lost = [event for event in script.events(WagerSettled) if event.result is Result.LOSE]
    assert all(event.clauses == ("MDP-12.L.1.b",) for event in lost)
    assert script.state.ledger[CENTRE] == 5001


@pytest.mark.clause("MDP-12.L.1.c", "MDP-12.L.3.c", "MDP-12.L.3.d", "MDP-12.L.3.e")
def test_a_surplus_is_halved_and_only_the_banks_half_pays_vigorish(poker: Poker) -> None:
    script = paying(poker, {1: LOSE_1, 4: WIN_4, 6: LOSE_6}, co=True)
    bank, inventory = rack_of(script.state, "bob"), script.state.ledger[INVENTORY]
    script.do(PayWinners())
    (paid,) = [event for event in script.events(WagerSettled) if event.result is Result.WIN]
    assert "MDP-12.L.1.c" in paid.clauses
    surplus = script.last(BankSettled)
    assert surplus.clauses == ("MDP-12.L.3.c", "MDP-12.L.3.d", "MDP-12.L.3.e")
    assert (surplus.surplus, surplus.vigorish) == (3001, 75)  # 5% of 1500
    assert script.state.ledger[INVENTORY] == inventory + 1501
    assert rack_of(script.state, "bob") == bank + 1500 - 75


@pytest.mark.clause("MDP-12.L.2", "MDP-12.L.3.a", "MDP-12.L.3.b")
def test_a_shortfall_is_halved_too(poker: Poker) -> None:
    script = paying(poker, {1: LOSE_1, 4: LOSE_6, 6: WIN_6}, co=True)
    bank, inventory = rack_of(script.state, "bob"), script.state.ledger[INVENTORY]
    script.do(PayWinners())
    short = script.last(BankSettled)
    assert short.clauses == ("MDP-12.L.2", "MDP-12.L.3.a")
    assert [(move.debit, move.amount) for move in short.transfers] == [(rack("bob"), 500), (INVENTORY, 501)]
    (paid,) = [event for event in script.events(WagerSettled) if event.result is Result.WIN]
    assert "MDP-12.L.3.b" in paid.clauses
    assert rack_of(script.state, "bob") == bank - 500
    assert script.state.ledger[INVENTORY] == inventory - 501


@pytest.mark.clause("MDP-12.L.2", "MDP-12.L.3.c", "MDP-1.B.2")
def test_the_odd_cent_may_be_read_as_the_banks(poker: Poker) -> None:
    script = second(poker, {"readings.odd_half": "bank"})
    hands = {3: BANK, 1: LOSE_1, 4: WIN_4, 6: LOSE_6}
    plan = against("bob", {"ann": 1000, "cyd": 2000, "dan": 4001}, co=True, hands=hands)
    script.to(Phase.PAYING, plan)
    inventory = script.state.ledger[INVENTORY]
    script.do(PayWinners())
    assert script.state.ledger[INVENTORY] == inventory + 1500


@pytest.mark.clause("MDP-12.D.2")
@pytest.mark.parametrize(("reading", "most"), [("half", 20_000), ("all", 10_000)])
def test_a_co_bank_covers_half_or_all(poker: Poker, reading: str, most: int) -> None:
    script = poker({"readings.co_bank_cover": reading}, players=FOUR, chips=10_000)
    script.play(Plan(wagers={"bob": 1000}, hands={0: BANK, 3: COPY}, settings={3: COPY_SET}))
    script.to(Phase.BETTING, against("bob", {}, co=True))
    script.do(PlaceWager(player="ann", position=1, amount=10_000 - 1000 if most == 10_000 else 10_000))
    second_wager: Command = PlaceWager(player="cyd", position=4, amount=1000 if most == 10_000 else 10_000)
    script.do(second_wager)
    assert script.refusal(PlaceWager(player="dan", position=6, amount=1000)).clause == "MDP-12.D.2"
