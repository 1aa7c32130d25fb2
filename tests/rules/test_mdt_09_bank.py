"""Maryland tiles, chapter 9, sections A to I: who may bank, co-banking, the cut and the dealer's wager."""

from collections.abc import Callable, Mapping

import pytest

from paigow.money import INVENTORY, bet
from paigow.table import Phase, legal_commands
from paigow.table.core.engine import Event
from paigow.table.core.model import DEALER, DEALER_WAGER, MAIN, WagerKey
from paigow.table.layout import dealer_wager_lies, layout_of, marker_lies
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import (
    AcceptBank,
    BankAccepted,
    BankOffered,
    BankPassed,
    DealerWagered,
    DirectDealerWager,
    HouseBanks,
    OfferBank,
    PassBank,
    candidates,
    why_not_bank,
)
from paigow.table.steps.delivery import Delivered, EmptyCollected, ShakerRested
from paigow.table.steps.mixing import Mixed
from paigow.table.steps.opening import DisplaySet, TurnSetDown
from paigow.table.steps.seating import LeaveTable, rack_of
from paigow.table.steps.setting import HouseHandSet, LookAtHand, SetHand
from paigow.table.steps.settlement import HandExposed, WagerSettled
from paigow.table.steps.stacks import CutStacks, StacksCut
from paigow.table.steps.start import DiceShaken, StartDetermined
from paigow.table.steps.wagers import NoMoreBets, PlaceWager
from paigow.table.view import view

Table = Callable[..., TableScript]
clause = pytest.mark.clause
TILES = "maryland-tiles"
FOUR = {"ann": 1, "bob": 3, "cyd": 4, "dan": 6}
ALL = dict.fromkeys(FOUR, 1000)


def second(table: Table, choices: Mapping[str, object] = {}, wagers: Mapping[str, int] = ALL) -> TableScript:
    """A table after its first round, in which these wagers were made against the dealer."""
    script = table(TILES, choices, players=FOUR)
    script.play(Plan(wagers=wagers))
    return script


def others(bank: str, amount: int = 1000) -> dict[str, int]:
    return {name: amount for name in FOUR if name != bank}


def offered(script: TableScript, wagers: Mapping[str, int] = ALL) -> list[str]:
    """Return who is offered the bank in the next round. Everybody passes, and the house banks."""
    before = len(script.events(BankOffered))
    script.play(Plan(wagers=wagers))
    return [event.player for event in script.events(BankOffered)[before:]]


def banked(script: TableScript, bank: str) -> None:
    script.play(Plan(wagers=others(bank), bank=bank))


# A: the chapter


STEPS: list[type[Event]] = [DiceShaken, StartDetermined, Delivered, EmptyCollected, ShakerRested, HandExposed]


@clause("MDT-9.A.1")
@pytest.mark.parametrize("bank", [None, "bob"])
def test_each_step_follows_the_chapter_of_who_banks(table: Table, bank: str | None) -> None:
    script = table(TILES, players={**FOUR, "eve": 5})
    script.play(Plan(wagers=ALL))
    script.play(Plan(wagers=others(bank or ""), bank=bank))
    for step in STEPS:
        chapter = script.last(step).clauses[0].split(".")[0]
        assert (chapter == "MDT-9") is (bank is not None)


@clause("MDT-9.A.2")
def test_everything_else_applies_when_a_player_banks(table: Table) -> None:
    """That covers late wagers, the bonus wager that the house pays, hands that are final, and the comparison itself."""
    script = second(table, {"vigorish.rounding": "quarter"})
    side = PlaceWager(player="ann", position=1, kind="pair-fortunes", amount=500)
    hands = {1: "11 11 44 44", 3: "13 16 45 24", 4: "35 12 13 25"}
    script.to(Phase.BETTING, Plan(wagers=others("bob", 1010), bank="bob", hands=hands))
    script.do(PlaceWager(player="ann", position=1, amount=1010), side)
    script.to(Phase.STARTING)
    assert script.refusal(PlaceWager(player="ann", position=1, amount=2000)).clause == "MDT-5.D"
    script.to(Phase.BANKING)
    assert script.refusal(LookAtHand(player="ann", position=1)).clause == "MDT-8.A.1"
    script.to(Phase.FINISHED)
    settled = {event.wager: event for event in script.events(WagerSettled)[-7:]}
    won = settled[WagerKey("ann", 1, MAIN)]
    assert (won.won, won.vigorish) == (1010, 75)  # 50.5 cents, up to the next quarter (MDT-8.K)
    exposed = next(event for event in reversed(script.events(HandExposed)) if event.position == 1)
    assert "MDT-8.I.1" in exposed.clauses
    bonus = WagerKey("ann", 1, "pair-fortunes")
    assert bonus in script.state.current.paid


# B, C: the offer


@clause("MDT-9.B.1")
def test_no_player_banks_when_the_game_starts(table: Table) -> None:
    script = table(TILES, players=FOUR)
    script.begin(Plan(wagers=ALL))
    assert script.state.phase is Phase.MIXING
    assert candidates(script.state) == ()
    for player in script.state.players.values():
        reason = why_not_bank(script.state, player)
        assert reason is not None
        assert reason[1][0] == "MDT-9.B.1"
    assert script.refusal(AcceptBank(player="ann")).clause == "MDT-9.C.1.a"
    script.play()
    assert offered(script) == list(FOUR)


@clause("MDT-9.B.2")
def test_the_game_starts_anew_after_an_idle_table(table: Table) -> None:
    script = second(table)
    script.do(*(LeaveTable(player=name) for name in FOUR), DisplaySet())
    script.sit(FOUR, 100_000)
    script.do(TurnSetDown())
    assert offered(script) == []
    assert offered(script) == list(FOUR)


@clause("MDT-9.B.2")
def test_read_to_the_letter_every_round_starts_the_game(table: Table) -> None:
    script = second(table, {"readings.start_of_game": "every-mix"})
    assert offered(script) == []


@clause("MDT-9.C")
def test_every_player_takes_the_bank_or_passes_it(table: Table) -> None:
    for bank in FOUR:
        script = second(table)
        script.begin()
        for name in FOUR:
            script.do(OfferBank())
            for other in set(FOUR) - {name}:
                assert script.refusal(AcceptBank(player=other)).clause == "MDT-9.C.1.a"
            verbs = {offer.command.verb for offer in legal_commands(script.state, name)}
            assert {"accept-bank", "pass-bank"} <= verbs
            if name == bank:
                script.do(AcceptBank(player=name))
                break
            (passed, *_) = script.do(PassBank(player=name))
            assert passed == BankPassed(player=name, clauses=("MDT-9.C",))
        assert script.state.current.bank.player == bank


@clause("MDT-9.C.1.a")
def test_the_bank_goes_round_from_the_far_right_until_it_is_accepted(table: Table) -> None:
    script = second(table)
    script.to(Phase.MIXING, Plan(bank="cyd"))
    events = script.events(BankOffered)
    assert [event.player for event in events] == ["ann", "bob", "cyd"]
    assert {event.clauses for event in events} == {("MDT-9.C.1.a",)}
    assert script.state.current.bank.player == "cyd"
    assert script.refusal(OfferBank()).clause == "MDT-9.C.1.a"
    assert offered(second(table)) == ["ann", "bob", "cyd", "dan"]


@clause("MDT-9.C.1.b")
def test_a_marker_goes_in_front_of_the_bank(table: Table) -> None:
    script = second(table)
    assert marker_lies(script.state) == ("", None)
    script.to(Phase.MIXING, Plan(bank="cyd"))
    accepted = script.last(BankAccepted)
    assert (accepted.player, accepted.position) == ("cyd", 4)
    assert "MDT-9.C.1.b" in accepted.clauses
    assert marker_lies(script.state) == ("bank-marker", 4)
    assert "MDT-9.C.1.b" in layout_of(script.state.game).thing("bank-marker").clauses
    assert view(script.state, "ann")["round"]["bank"] == "cyd"


@clause("MDT-9.C.2")
@pytest.mark.parametrize(
    ("bank", "order"),
    [("ann", ["bob", "cyd", "dan"]), ("cyd", ["dan", "ann", "bob"]), ("dan", ["ann", "bob", "cyd"])],
)
def test_the_next_offer_goes_first_to_the_banks_right(table: Table, bank: str, order: list[str]) -> None:
    script = second(table)
    banked(script, bank)
    assert offered(script) == order


@clause("MDT-9.C.2", "MDT-9.C.1.a")
def test_the_offer_may_be_read_to_start_at_the_far_right_always(table: Table) -> None:
    script = second(table, {"readings.bank_offer": "far-right"})
    banked(script, "cyd")
    assert offered(script) == ["ann", "bob", "dan"]


@clause("MDT-9.C.3")
def test_nobody_banks_two_rounds_in_a_row(table: Table) -> None:
    script = second(table)
    banked(script, "bob")
    reason = why_not_bank(script.state, script.state.players["bob"])
    assert reason is not None
    assert reason[1] == ("MDT-9.C.3",)
    assert offered(script) == ["cyd", "dan", "ann"]
    assert offered(script) == ["cyd", "dan", "ann", "bob"]


@clause("MDT-9.C.4")
def test_without_a_taker_the_round_runs_under_the_ordinary_rules(table: Table) -> None:
    script = second(table)
    inventory = script.state.ledger[INVENTORY]
    script.to(Phase.MIXING, Plan(wagers=ALL, hands={0: "11 11 44 44", 1: "35 12 13 25"}))
    assert script.last(HouseBanks).clauses == ("MDT-9.C.4",)
    assert script.state.current.bank.player is None
    assert marker_lies(script.state) == ("", None)
    script.to(Phase.SETTING)
    assert "MDT-6.C" in script.last(Delivered).clauses
    script.to(Phase.FINISHED)
    lost = [event for event in script.events(WagerSettled) if event.wager == WagerKey("ann", 1, MAIN)][-1]
    assert lost.transfers[0].credit == INVENTORY
    assert script.state.ledger[INVENTORY] != inventory


# D: who qualifies


@clause("MDT-9.D.1", "MDT-9.H.1")
def test_a_bank_has_wagered_in_the_latest_round_that_the_house_banked(table: Table) -> None:
    script = second(table, wagers={"ann": 1000, "bob": 1000})
    assert offered(script, {"cyd": 1000, "dan": 1000}) == ["ann", "bob"]
    assert offered(script, {"cyd": 1000, "dan": 1000}) == ["cyd", "dan"]
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}, bank="cyd"))  # against cyd, not the dealer
    reason = why_not_bank(script.state, script.state.players["ann"])
    assert reason is not None
    assert reason[1] == ("MDT-9.D.1",)
    assert offered(script) == ["dan"]


@clause("MDT-9.D.2", "MDT-9.H.1")
def test_a_bank_covers_all_wagers_against_it(table: Table) -> None:
    script = table(TILES, players=FOUR, chips=10_000)
    hands = {0: "35 12 13 25", 1: "11 11 44 44", 3: "55 26 56 14", 4: "66 66 15 15", 6: "46 46 22 22"}
    script.play(Plan(wagers={**ALL, "bob": 4000}, hands=hands))
    script.to(Phase.BETTING, Plan(bank="bob"))
    funds = rack_of(script.state, "bob")
    script.do(PlaceWager(player="ann", position=1, amount=6000))
    assert script.refusal(PlaceWager(player="cyd", position=4, amount=funds - 6000 + 1)).clause == "MDT-9.D.2"
    script.do(PlaceWager(player="cyd", position=4, amount=funds - 6000))
    assert script.refusal(PlaceWager(player="dan", position=6, amount=1000)).clause == "MDT-9.D.2"


@clause("MDT-9.D.2")
@pytest.mark.parametrize(("reading", "amount"), [("with-dealer", 1500), ("players-only", 4000)])
def test_a_bank_covers_the_dealers_wager_too(table: Table, reading: str, amount: int) -> None:
    script = table(TILES, {"readings.bank_cover": reading}, players=FOUR, chips=10_000)
    script.play(Plan(wagers={**ALL, "bob": 4000}, hands={0: "11 11 44 44", 3: "35 12 13 25"}))
    assert rack_of(script.state, "bob") == 6000
    script.play(Plan(wagers={"ann": 4500}, bank="bob"))
    assert script.last(DealerWagered).amount == amount


@clause("MDT-9.D.2")
@pytest.mark.parametrize(("reading", "covered"), [("half", 12_000), ("all", 6_000)])
def test_a_co_bank_covers_half(table: Table, reading: str, covered: int) -> None:
    script = table(TILES, {"readings.co_bank_cover": reading}, players=FOUR, chips=20_000)
    script.play(Plan(wagers={"ann": 1000, "bob": 14_000}, hands={0: "11 11 44 44", 1: "36 16 33 23", 3: "35 12 13 25"}))
    assert rack_of(script.state, "bob") == 6000
    script.to(Phase.BETTING, Plan(bank="bob", co=True))
    assert script.refusal(PlaceWager(player="ann", position=1, amount=covered + 1)).clause == "MDT-9.D.2"
    script.do(PlaceWager(player="ann", position=1, amount=covered))
    assert script.refusal(PlaceWager(player="cyd", position=4, amount=1000)).clause == "MDT-9.D.2"


@clause("MDT-9.D.2")
@pytest.mark.parametrize(("held", "offered"), [(500, False), (501, True)])
def test_half_of_an_odd_minimum_is_rounded_up(table: Table, held: int, offered: bool) -> None:
    script = table(TILES, {"table.minimum": "$10.01"}, players=FOUR, chips=10_000)
    wagers = {**dict.fromkeys(FOUR, 1001), "bob": 10_000 - held}
    script.play(Plan(wagers=wagers, hands={0: "11 11 44 44", 3: "35 12 13 25"}))
    assert rack_of(script.state, "bob") == held
    script.begin()
    assert ("bob" in [player.name for player in candidates(script.state)]) is offered


@clause("MDT-9.D.2", "MDT-9.H.1")
def test_who_cannot_cover_the_least_wager_is_not_offered_the_bank(table: Table) -> None:
    script = table(TILES, players=FOUR, chips=10_000)
    script.play(Plan(wagers={**ALL, "bob": 9501}, hands={0: "11 11 44 44", 3: "35 12 13 25"}))
    assert rack_of(script.state, "bob") == 499
    script.begin()
    reason = why_not_bank(script.state, script.state.players["bob"])
    assert reason is not None
    assert reason[1] == ("MDT-9.D.2",)
    script.do(OfferBank(), PassBank(player="ann"), OfferBank())
    assert script.last(BankOffered).player == "cyd"
    assert script.refusal(AcceptBank(player="bob")).clause == "MDT-9.C.1.a"
    accepted, *_ = script.do(AcceptBank(player="cyd"))
    assert "MDT-9.H.1" in accepted.clauses


@clause("MDT-9.D.2", "MDT-9.E.1")
@pytest.mark.parametrize("co_banking", [True, False])
def test_who_covers_half_of_the_least_wager_is_offered_the_bank_to_co_bank_it(table: Table, co_banking: bool) -> None:
    script = table(TILES, {"banking.co_banking": co_banking}, players=FOUR, chips=10_000)
    script.play(Plan(wagers={**ALL, "bob": 9500}, hands={0: "11 11 44 44", 3: "35 12 13 25"}))
    assert rack_of(script.state, "bob") == 500
    script.begin()
    assert ("bob" in [player.name for player in candidates(script.state)]) is co_banking
    if not co_banking:
        return
    script.do(OfferBank(), PassBank(player="ann"), OfferBank())
    assert script.refusal(AcceptBank(player="bob")).clause == "MDT-9.D.2"
    script.do(AcceptBank(player="bob", co=True))
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    assert script.refusal(PlaceWager(player="ann", position=1, amount=1001)).clause == "MDT-9.D.2"


# E: with the dealer


@clause("MDT-9.E.1")
def test_co_banking_is_open_to_every_player(table: Table) -> None:
    script = second(table)
    script.begin()
    for name in FOUR:
        script.do(OfferBank())
        mine = [offer.command for offer in legal_commands(script.state, name)]
        assert AcceptBank(player=name, co=True) in mine
        script.do(PassBank(player=name))


@clause("MDT-9.E.2", "MDT-9.E.3")
@pytest.mark.parametrize("co", [True, False])
def test_a_bank_co_banks_only_on_request_and_gets_a_marker(table: Table, co: bool) -> None:
    script = second(table)
    script.to(Phase.MIXING, Plan(bank="bob", co=co))
    accepted = script.last(BankAccepted)
    assert accepted.co is script.state.current.bank.co_banked is co
    assert ({"MDT-9.E.2", "MDT-9.E.3"} <= set(accepted.clauses)) is co
    assert marker_lies(script.state) == ("co-bank-marker" if co else "bank-marker", 3)
    assert "MDT-9.E.3" in layout_of(script.state.game).thing("co-bank-marker").clauses
    assert view(script.state, "ann")["round"]["co_banked"] is co


@clause("MDT-9.E", "MDT-9.E.2")
def test_there_is_no_co_bank_where_it_is_not_offered(table: Table) -> None:
    script = second(table, {"banking.co_banking": False})
    script.begin()
    script.do(OfferBank())
    assert script.refusal(AcceptBank(player="ann", co=True)).clause == "MDT-9.E"
    script.do(AcceptBank(player="ann"))


@clause("MDT-9.E.4")
@pytest.mark.parametrize(("house_way", "way"), [("maryland", "11 11 / 16 36"), ("foxwoods", "11 36 / 11 16")])
def test_the_dealer_sets_the_co_banks_hand_the_submissions_way(table: Table, house_way: str, way: str) -> None:
    script = second(table, {"house_way": house_way})
    hands = {3: "11 11 36 16"}
    script.to(Phase.SETTING, Plan(wagers=others("bob"), bank="bob", co=True, hands=hands))
    house = script.state.game.kit.parse_setting(way)
    assert script.refusal(LookAtHand(player="bob", position=3)).clause == "MDT-9.E.4"
    assert script.refusal(SetHand(player="bob", position=3, setting=house)).clause == "MDT-9.E.4"
    script.to(Phase.EXPOSING)
    (event,) = [each for each in script.events(HouseHandSet) if each.position == 3]
    assert (event.set_by, event.setting) == (DEALER, house)
    assert "MDT-9.E.4" in event.clauses


@clause("MDT-9.E.5", "MDT-9.I.4")
def test_no_chips_of_the_dealer_go_against_a_co_bank(table: Table) -> None:
    script = second(table)
    inventory = script.state.ledger[INVENTORY]
    script.to(Phase.BETTING, Plan(wagers=others("bob"), bank="bob", co=True))
    assert script.refusal(DirectDealerWager(player="bob", amount=0)).clause == "MDT-9.E.5"
    script.to(Phase.EXPOSING)
    assert not script.events(DealerWagered)
    assert not any(key.kind == DEALER_WAGER for key in script.state.current.wagers)
    assert script.state.ledger[INVENTORY] == inventory


# F, G: one area, one cut


@clause("MDT-9.F")
def test_a_bank_plays_one_area_only(table: Table) -> None:
    script = second(table)
    script.to(Phase.BETTING, Plan(wagers=others("bob"), bank="bob"))
    for position in script.state.game.betting:
        assert script.refusal(PlaceWager(player="bob", position=position, amount=1000)).clause == "MDT-9.F"
    script.do(PlaceWager(player="ann", position=1, amount=1000), PlaceWager(player="ann", position=2, amount=1000))
    script.to(Phase.BANKING)
    assert [p for p, hand in script.state.current.hands.items() if hand.set_by == "bob"] == [3]


@clause("MDT-9.G.1")
def test_the_bank_cuts_once_when_the_tiles_are_stacked(table: Table) -> None:
    script = second(table)
    cut = CutStacks(player="bob", to_right=(4, 5))
    script.to(Phase.MIXING, Plan(wagers=others("bob"), bank="bob"))
    assert script.refusal(cut).clause == "MDT-9.G.2"
    script.to(Phase.BETTING)
    before = script.state.current.stack.order
    stacks = [before[4 * n : 4 * n + 4] for n in range(8)]
    (done,) = script.do(cut)
    assert {"MDT-9.G.1", "MDT-9.G.3.a"} <= set(done.clauses)
    moved = [stacks[n] for n in (3, 4, 0, 1, 2, 5, 6, 7)]
    assert script.state.current.stack.order == tuple(tile for stack in moved for tile in stack)
    assert script.refusal(cut).clause == "MDT-9.G.1"
    script.to(Phase.SETTING)
    assert script.last(Delivered).hands[0][1] == stacks[3]


@clause("MDT-9.G.2")
@pytest.mark.parametrize("bank", [None, "bob"])
def test_nobody_else_cuts(table: Table, bank: str | None) -> None:
    script = second(table)
    script.to(Phase.BETTING, Plan(wagers=others("bob"), bank=bank))
    mixed = script.last(Mixed).order
    for name in set(FOUR) - {bank}:
        assert script.refusal(CutStacks(player=name, to_right=(4,))).clause == "MDT-9.G.2"
    script.to(Phase.STARTING)
    assert script.refusal(CutStacks(player="bob", to_right=(4,))).clause == "MDT-9.G.2"
    script.to(Phase.SETTING)
    assert not script.events(StacksCut)
    assert [tiles for _, tiles in script.last(Delivered).hands] == [mixed[4 * n : 4 * n + 4] for n in range(8)]


# H, I: the dealer's wager


@clause("MDT-9.H.2")
def test_the_dealer_wagers_when_the_tiles_are_mixed_stacked_and_cut(table: Table) -> None:
    script = second(table)
    script.to(Phase.MIXING, Plan(wagers=others("bob"), bank="bob"))
    assert script.refusal(NoMoreBets()).clause == "MDT-5.D"
    script.to(Phase.BETTING)
    script.do(CutStacks(player="bob", to_left=(1,)))
    script.to(Phase.STARTING)
    kinds = [type(event) for _, events in script.history for event in events]
    assert kinds.index(DealerWagered) > kinds.index(StacksCut) > kinds.index(Mixed)
    assert "MDT-9.H.2" in script.last(DealerWagered).clauses
    assert script.refusal(CutStacks(player="bob", to_left=(1,))).clause == "MDT-9.G.2"


@clause("MDT-9.H.3", "MDT-9.I")
@pytest.mark.parametrize(("choice", "amount"), [("last-wager", 2300), ("$70.00", 7000)])
def test_the_dealer_wagers_the_banks_last_wager_or_the_submissions_amount(
    table: Table, choice: str, amount: int
) -> None:
    script = second(table, {"banking.dealer_wager": choice}, {**ALL, "bob": 2300})
    banked(script, "ann")  # bob's wager against ann is not one against the dealer
    inventory = script.state.ledger[INVENTORY]
    script.to(Phase.STARTING, Plan(wagers=others("bob", 5000), bank="bob"))
    wagered = script.last(DealerWagered)
    assert wagered.amount == amount
    assert {"MDT-9.H.3", "MDT-9.I"} <= set(wagered.clauses)
    (move,) = wagered.transfers
    assert (move.debit, move.credit) == (INVENTORY, bet(0, DEALER_WAGER, DEALER))
    assert script.state.ledger[INVENTORY] == inventory - amount


@clause("MDT-9.I.1")
@pytest.mark.parametrize("amount", [0, 400, 1000])
def test_the_bank_may_want_a_smaller_wager_or_none(table: Table, amount: int) -> None:
    script = second(table)
    script.to(Phase.BETTING, Plan(wagers=others("bob"), bank="bob"))
    assert script.refusal(DirectDealerWager(player="ann", amount=amount)).clause == "MDT-9.I.1"
    assert script.refusal(DirectDealerWager(player="bob", amount=1001)).clause == "MDT-9.I.1"
    (directed,) = script.do(DirectDealerWager(player="bob", amount=amount))
    assert directed.clauses == ("MDT-9.I.1",)
    script.to(Phase.STARTING)
    assert script.state.current.wagers.get(WagerKey(DEALER, 0, DEALER_WAGER), 0) == amount
    assert bool(script.events(DealerWagered)) is (amount > 0)
    assert script.refusal(DirectDealerWager(player="bob", amount=0)).clause == "MDT-9.I.1"


@clause("MDT-9.I.1")
def test_what_a_bank_wants_is_for_one_round(table: Table) -> None:
    script = second(table)
    script.to(Phase.BETTING, Plan(wagers=others("bob"), bank="bob"))
    script.do(DirectDealerWager(player="bob", amount=0))
    script.play()
    banked(script, "cyd")
    banked(script, "bob")
    assert [event.amount for event in script.events(DealerWagered)] == [1000, 1000]


@clause("MDT-9.I.2")
def test_the_dealers_wager_lies_before_the_inventory(table: Table) -> None:
    script = second(table)
    script.to(Phase.STARTING, Plan(wagers=others("bob"), bank="bob"))
    assert "MDT-9.I.2" in script.last(DealerWagered).clauses
    assert dealer_wager_lies(script.state) == "dealer-wager"
    (area,) = layout_of(script.state.game).areas_of("dealer-wager")
    assert area.clause == "MDT-9.I.2"
    assert area.side == layout_of(script.state.game).thing("inventory").side
