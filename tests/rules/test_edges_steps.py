"""Edges of the steps of a round that a change of one sign or number used to get past every test of their clauses."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from paigow.errors import HandError
from paigow.fairness import chain_of, commit
from paigow.money import bet, rack
from paigow.table import Command, Phase
from paigow.table.boxes.dealer_sets import AskDealerToSet
from paigow.table.boxes.staking import StakeBank, TakeStake
from paigow.table.cards.discards import HandDiscarded
from paigow.table.cards.progressive import ValidateProgressive
from paigow.table.core.model import MAIN
from paigow.table.floor.equipment import PassTime
from paigow.table.floor.irregularities import ExposePiece, FindMisdeal, VoidHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import BankOffered
from paigow.table.steps.closing import AbandonRound, CloseRound, RoundClosed
from paigow.table.steps.delivery import Delivered, EmptyCollected
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.opening import InspectSet, ReceiveSet, VerifySet
from paigow.table.steps.seating import BuyIn, ColourUp, LeaveTable, SitDown, StandBehind
from paigow.table.steps.seeds import CloseSeeds, GiveSeed, PublishChain
from paigow.table.steps.setting import LookAtHand, SetBankHand, SetHouseHand, awaits_confirmation
from paigow.table.steps.start import DrawNumber, ShakeDice, StartDetermined, UncoverDice, UseButton
from paigow.table.steps.surrender import Surrender, Surrendered
from paigow.table.steps.wagers import DeclareWager, NoMoreBets, PlaceWager, WithdrawWager

Table = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
TILES, POKER, OPEN, NZ = "maryland-tiles", "maryland-poker", "dealer-open", "new-zealand"
MARYLAND = [TILES, POKER]
clause = pytest.mark.clause


def why(script: TableScript, command: Command) -> str:
    return str(script.refusal(command))


# the players


@clause("MDT-5.A", "MDP-7.A", "NZ-6.3", "NZ-6.4", "DO-R1", "MDT-2.B.2", "MDP-2.B.2")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN, NZ])
def test_who_is_not_at_the_table_has_no_chips_and_no_wager(table: Table, standard: str) -> None:
    script = table(standard)
    script.to(Phase.BETTING, Plan())
    for command in (
        BuyIn(player="zed", amount=1000),
        ColourUp(player="zed", amount=1000),
        LeaveTable(player="zed"),
        PlaceWager(player="zed", position=2, amount=10_000),
        WithdrawWager(player="zed", position=2),
    ):
        assert "zed is not at this table" in why(script, command)
    if standard == NZ:
        assert "zed is not at this table" in why(script, DeclareWager(player="zed", position=2, amount=10_000))


@clause("MDT-2.A", "MDP-7.C", "NZ-3.1", "DO-R1")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN, NZ])
def test_players_sit_down_between_rounds_with_a_seed_that_can_be_read(table: Table, standard: str) -> None:
    script = table(standard)
    for seed in ("two words", "", "x" * 65):
        assert "1 to 64 visible ASCII characters" in why(script, GiveSeed(player="ann", seed=seed))
    script.to(Phase.BETTING, Plan())
    assert "only between rounds" in why(script, SitDown(player="zed", position=5, seed="z"))


@clause("NZ-6.5")
def test_who_stands_behind_needs_a_name_too(table: Table) -> None:
    script = table(NZ)
    assert "cannot be a player's name" in why(script, StandBehind(player="a b"))
    script.do(StandBehind(player="zed"))


@clause("MDT-5.C", "MDP-7.C")
@pytest.mark.parametrize("standard", MARYLAND)
def test_only_who_is_seated_wagers(table: Table, standard: str) -> None:
    script = table(standard)
    script.to(Phase.BETTING, Plan())
    standing = replace(script.state.players["ann"], position=None)
    script.state = replace(script.state, players={**script.state.players, "ann": standing})
    assert "only a player who is seated" in why(script, PlaceWager(player="ann", position=1, amount=1000))


@clause("MDT-5.E", "MDP-7.F")
@pytest.mark.parametrize("standard", MARYLAND)
def test_a_neighbours_seat_is_not_free(table: Table, standard: str) -> None:
    script = table(standard, {"wagers.two_adjacent": True}, players={"ann": 1, "bob": 2})
    script.to(Phase.BETTING, Plan())
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    assert "is another player's" in why(script, PlaceWager(player="ann", position=2, amount=1000))


# the set


@clause("MDP-4.A", "MDP-3.A.1", "MDT-4.A")
@pytest.mark.parametrize("standard", MARYLAND)
def test_one_set_is_enough(empty_table: Table, standard: str) -> None:
    script = empty_table(standard)
    pieces = script.state.game.box
    script.do(ReceiveSet(set_id="one", pieces=pieces), InspectSet())
    for verified in (False, True):
        assert "take it off first" in why(script, ReceiveSet(set_id="two", pieces=pieces))
        if not verified:
            script.do(VerifySet())


@clause("MDT-3.A.2", "MDP-3.C.2")
@pytest.mark.parametrize("standard", MARYLAND)
def test_no_round_opens_with_a_set_that_is_overdue(table: Table, standard: str) -> None:
    script = table(standard)
    script.do(PassTime(now=script.state.now + script.state.game.options.sets.seconds))
    assert "due to be changed" in why(script, OpenRound(commitment="0" * 64))


# the start


@clause("MDT-6.A.2", "MDP-5.K.1.a", "NZ-9.4", "DO-R0.s4", "NZ-9.8")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN, NZ])
def test_dice_are_shaken_and_uncovered_once(table: Table, standard: str) -> None:
    script = table(standard, {"start": "shaker"})
    script.to(Phase.STARTING, Plan(wagers={"bob": 10_000}))
    while script.state.current.start.dice is None:
        script.step()
    assert "the lid comes off next" in why(script, ShakeDice(dice=(1, 2, 3)))
    script.to(Phase.DEALING)
    assert "before the deal" in why(script, UncoverDice())


@clause("MDT-6.A.1", "MDP-5.K.2", "DO-R0.s2")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN])
def test_no_number_is_drawn_where_dice_are_shaken(table: Table, standard: str) -> None:
    script = table(standard, {"start": "shaker"})
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    assert "determines the start by shaker" in why(script, DrawNumber(number=3))


@clause("MDP-5.K.3", "MDP-5.K.3.a")
def test_where_the_button_is_counts_as_one(table: Table) -> None:
    button: dict[str, object] = {"start": "button", "approvals.button": "ref", "dealing.method": "automated-shoe"}
    more = {"dealing.shuffler": "automated", "banking.offered": False, "banking.co_banking": False}
    script = table(POKER, button | more)
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    script.do(UseButton())
    found = script.last(StartDetermined)
    assert (found.number, found.start) == (1, script.state.equipment.button)


# wagers


@clause("MDT-2.B.2", "NZ-3.2.a")
@pytest.mark.parametrize(("standard", "told"), [(TILES, "no position 9 to bet on"), (NZ, "no box 9 to bet on")])
def test_a_place_that_does_not_exist_is_named_as_the_document_does(table: Table, standard: str, told: str) -> None:
    script = table(standard)
    script.to(Phase.BETTING, Plan())
    assert told in why(script, PlaceWager(player="bob", position=9, amount=10_000))


@clause("MDT-5.D", "MDP-7.D.2", "NZ-6.3.s2", "DO-R1")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN, NZ])
def test_a_wager_out_of_time_is_told_whether_it_is_early_or_late(table: Table, standard: str) -> None:
    script = table(standard)
    script.to(Phase.MIXING, Plan(wagers={"bob": 10_000}))
    wager = PlaceWager(player="bob", position=2, amount=10_000)
    assert "not open yet" in why(script, wager)
    script.to(Phase.STARTING)
    assert "before the dealer announces" in why(script, wager)


@clause("MDT-5.A", "MDP-7.A", "NZ-6.3")
@pytest.mark.parametrize("standard", [TILES, POKER, NZ])
def test_chips_that_lie_there_count_when_a_wager_is_raised(table: Table, standard: str) -> None:
    script = table(standard, players={"bob": 2}, chips=10_000)
    script.to(Phase.BETTING, Plan())
    script.do(PlaceWager(player="bob", position=2, amount=6_000))
    script.do(PlaceWager(player="bob", position=2, amount=10_000))
    assert script.state.ledger[rack("bob")] == 0


@clause("NZ-6.4")
def test_chips_that_lie_there_count_for_a_wager_called_out(table: Table) -> None:
    script = table(NZ, players={"bob": 2}, chips=10_000)
    script.to(Phase.BETTING, Plan())
    assert "does not have chips for $100.01" in why(script, DeclareWager(player="bob", position=2, amount=10_001))
    script.do(PlaceWager(player="bob", position=2, amount=6_000))
    script.do(DeclareWager(player="bob", position=2, amount=10_000))
    assert script.state.ledger[rack("bob")] == 0


@clause("DO-R1.s2", "DO-R4.a.s2", "DO-R1")
def test_a_wager_is_made_in_steps_that_can_be_paid(table: Table) -> None:
    lines = [{"jacks": 2, "pays": "25 to 2"}]
    jack = {"wagers.jack_beats.offered": True, "wagers.jack_beats.lines": lines, "wagers.jack_beats.minimum": "$1.01"}
    script = table(OPEN, jack)
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    side = PlaceWager(player="ann", position=1, kind="jack-beats", amount=101)
    assert "$1.02 to $100.00 in steps of $0.02, not $1.01" in why(script, side)
    script.do(replace(side, amount=102))
    main = why(script, PlaceWager(player="ann", position=1, amount=999))
    assert "to $5,000.00, not $9.99" in main


@clause("MDT-5.F", "MDP-7.E", "DO-R4.a.s2")
@pytest.mark.parametrize(
    ("standard", "choices", "told"),
    [
        (TILES, {}, "choose one of pair-fortunes"),
        (TILES, {"wagers.pair_fortunes.offered": False}, "choose one of none"),
        (OPEN, {}, "choose one of ace-high"),
    ],
)
def test_other_wagers_than_are_offered_are_refused(
    table: Table, standard: str, choices: Mapping[str, object], told: str
) -> None:
    script = table(standard, choices)
    script.to(Phase.BETTING, Plan())
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    assert told in why(script, PlaceWager(player="ann", position=1, kind="red", amount=100))


@clause("MDT-5.A", "MDP-7.A", "DO-R1")
@pytest.mark.parametrize(("standard", "kind"), [(TILES, "pair-fortunes"), (POKER, "fortune"), (OPEN, "ace-high")])
def test_a_side_wager_is_withdrawn_alone(table: Table, standard: str, kind: str) -> None:
    script = table(standard)
    script.to(Phase.BETTING, Plan())
    for each, amount in ((MAIN, 1000), (kind, 500)):
        script.do(PlaceWager(player="ann", position=1, kind=each, amount=amount))
    script.do(WithdrawWager(player="ann", position=1, kind=kind))
    assert (script.state.ledger[bet(1, MAIN, "ann")], script.state.ledger[bet(1, kind, "ann")]) == (1000, 0)


@clause("NZ-11.2.b", "NZ-6.3", "NZ-9.4", "NZ-6.2")
def test_covered_wagers_stay_as_they_are(table: Table) -> None:
    script = table(NZ, players={"ann": 2, "bob": 3})
    script.play(Plan(wagers={"ann": 10_000, "bob": 10_000}))
    script.to(Phase.BETTING, Plan(bank="bob"))
    script.do(PlaceWager(player="ann", position=2, amount=10_000))
    assert "stake is taken before" in why(script, NoMoreBets())
    script.do(StakeBank(player="bob", amount=10_000), TakeStake())
    for late in (PlaceWager(player="ann", position=2, amount=20_000), WithdrawWager(player="ann", position=2)):
        assert "has covered the wagers as they are" in why(script, late)
    script.do(NoMoreBets())


@clause("MDT-9.D.2", "MDP-12.D.2", "MDT-5.A", "MDP-7.A")
@pytest.mark.parametrize("standard", MARYLAND)
def test_a_wager_that_the_bank_covers_is_refused_for_another_reason(table: Table, standard: str) -> None:
    script = table(standard, players={"ann": 1, "bob": 2}, chips=10_000)
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    script.do(BuyIn(player="bob", amount=20_000))
    script.to(Phase.BETTING, Plan(bank="bob"))
    cover = script.state.ledger[rack("bob")]
    covered, more = (script.state.game.cite(name)[0] for name in ("wager.chips", "bank.cover"))
    assert script.refusal(PlaceWager(player="ann", position=1, amount=cover)).clause == covered
    assert script.refusal(PlaceWager(player="ann", position=1, amount=cover + 1)).clause == more


# hands


@clause("MDT-6.D.1", "MDP-8.G", "NZ-10.3.a", "DO-R2")
@pytest.mark.parametrize("standard", [TILES, OPEN, NZ])
def test_nothing_is_collected_where_every_hand_is_played(table: Table, standard: str) -> None:
    script = table(standard)
    seats = script.state.game.seats
    script = table(standard, players={f"p{seat}": seat for seat in seats})
    script.to(Phase.SETTING, Plan(wagers={f"p{seat}": 10_000 for seat in seats}, hands=NO_JACKS.get(standard, {})))
    assert script.events(EmptyCollected) == []


NO_JACKS = {OPEN: {0: "As Kd Qc 9h 7s 5d 3c"}}


@clause("MDT-9.J.1", "MDT-6.C", "MDT-6.C.1")
def test_only_a_bank_that_chose_no_delivery_is_dealt_to_in_the_usual_way(table: Table) -> None:
    found = {}
    for bank in (None, "bob"):
        script = table(TILES)
        script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
        script.to(Phase.SETTING, Plan(wagers={"ann": 1000}, bank=bank))
        found[bank] = "MDT-9.J.1" in script.last(Delivered).clauses
    assert found == {None: False, "bob": True}


@clause("NZ-11.2.d", "NZ-10.3.b", "NZ-10.7")
@pytest.mark.parametrize("co", [False, True])
def test_the_bank_picks_up_its_own_hand_and_not_one_that_the_dealer_sets(bob_banks: Table, co: bool) -> None:
    script = bob_banks(co=co)
    script.to(Phase.BANKING)
    assert "not time to set hands" in why(script, LookAtHand(player="bob", position=2))
    own = LookAtHand(player="bob", position=3)
    if co:
        assert "not time to set hands" in why(script, own)
    else:
        script.do(own)


@clause("NZ-11.2.d", "NZ-10.4.c")
def test_a_bank_that_asked_the_dealer_does_not_pick_up_its_hand(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.BANKING)
    script.do(AskDealerToSet(player="bob", position=3))
    assert "not time to set hands" in why(script, LookAtHand(player="bob", position=3))


@clause("MDT-9.O")
def test_a_bank_of_tiles_sets_with_the_players(table: Table) -> None:
    script = table(TILES)
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    script.to(Phase.BANKING, Plan(wagers={"ann": 1000}, bank="bob"))
    setting = script.state.game.kit.house_set(script.state.current.hands[2].pieces).setting
    assert "only while the players set theirs" in why(script, SetBankHand(player="bob", setting=setting))


def of_another_hand(script: TableScript, position: int) -> Any:
    return script.state.game.kit.house_set(script.state.current.hands[position].pieces).setting


@clause("MDT-8.C.1", "MDP-11.C", "NZ-11.1.c", "DO-R4.s3")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN, NZ])
def test_the_house_sets_its_own_pieces(table: Table, standard: str) -> None:
    script = table(standard)
    script.to(Phase.BANKING, Plan(wagers={"bob": 10_000}, hands=NO_JACKS.get(standard, {})))
    refused = script.refusal(SetHouseHand(setting=of_another_hand(script, 2)))
    assert isinstance(refused, HandError)
    assert refused.clause == script.state.game.cite("set.dealer")[0]


@clause("NZ-11.2.d")
def test_a_bank_sets_its_own_tiles(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.BANKING)
    script.do(LookAtHand(player="bob", position=3))
    refused = script.refusal(SetBankHand(player="bob", setting=of_another_hand(script, 2)))
    assert (type(refused), refused.clause) == (HandError, "NZ-11.2.d")


@clause("NZ-11.1.e", "NZ-10.4.c")
@pytest.mark.parametrize(("standard", "who"), [(TILES, ""), (NZ, "floor")])
def test_somebody_confirms_the_house_hand_or_nobody(table: Table, standard: str, who: str) -> None:
    script = table(standard)
    script.to(Phase.BANKING, Plan(wagers={"bob": 10_000}))
    assert awaits_confirmation(script.state) == who
    script.to(Phase.EXPOSING)
    assert awaits_confirmation(script.state) == ""


@clause("MDT-8.E", "MDP-11.D", "NZ-10.13")
@pytest.mark.parametrize(
    ("standard", "told"),
    [(TILES, "to surrender at position 5"), (POKER, "to surrender at position 5"), (NZ, "to concede at box 5")],
)
def test_what_is_given_up_is_lost_by_the_rule_that_says_so(table: Table, standard: str, told: str) -> None:
    script = table(standard)
    script.to(Phase.EXPOSING, Plan(wagers={"bob": 10_000}))
    place = script.state.players["bob"].position or 0
    assert told in why(script, Surrender(player="bob", position=5))
    script.do(Surrender(player="bob", position=place))
    given = script.last(Surrendered)
    assert [move.clause for move in given.transfers] == [script.state.game.cite("surrender")[0]]


@clause("NZ-10.13", "NZ-11.1.e")
def test_when_every_hand_is_conceded_nothing_is_left_to_expose(table: Table) -> None:
    script = table(NZ, players={"ann": 2})
    script.to(Phase.SETTING, Plan(wagers={"ann": 10_000}))
    script.do(Surrender(player="ann", position=2))
    script.to(Phase.PAYING)
    assert script.play().round is None


# the end of a round


@clause("MDT-8.M", "MDT-8.J")
def test_the_seed_of_a_round_is_the_next_of_the_chain(table: Table) -> None:
    script = table(TILES)
    table_id, rules = script.state.table_id, bytes.fromhex(script.state.game.submission_hash)
    secret = bytes(32)
    for tip in ("12" * 32, chain_of(table_id, 1, secret, 1).tip.hex()):
        script = table(TILES)
        script.do(PublishChain(tip=tip, length=1))
        script.do(OpenRound(commitment=str(commit(table_id, 1, secret, submission=rules, protocol=2))))
        script.do(AbandonRound(reason="nobody wagers"))
        if tip == "12" * 32:
            assert "not the next one in the published chain" in why(script, CloseRound(seed=secret.hex()))
    script.do(CloseRound(seed=secret.hex()))
    assert script.state.round is None


@clause("MDT-4.E.1.c")
def test_what_is_dealt_with_a_chain_is_the_whole_set(table: Table) -> None:
    script = table(TILES)
    script.do(PublishChain(tip="12" * 32, length=1), OpenRound(commitment="12" * 32))
    script.plan, script.server_seed = Plan(wagers={"ann": 1000}), bytes(32)
    script.to(Phase.SEEDING)
    refused = script.refusal(CloseSeeds(order=script.state.game.kit.full_set[1:]))
    assert (type(refused), refused.clause) == (HandError, "MDT-4.E.1.c")


@clause("MDP-11.H.6.b.vi", "MDP-11.J")
def test_a_round_that_waits_for_the_floor_is_not_closed(table: Table, bets: Bets) -> None:
    script = table(POKER, {"readings.exposed_hand_void": "main"})
    wagers = bets({"ann": (1, {"main": 1000, "progressive": 100}), "bob": (2, {"main": 1000})})
    script.to(Phase.SETTING, Plan(before=wagers, hands={1: "8s 8h 8d Qc Qd 6h 3c"}))
    script.do(ExposePiece(position=1), VoidHand(player="ann", position=1))
    script.to(Phase.FINISHED)
    assert "waiting for the floor" in why(script, CloseRound(seed="0" * 64))
    script.do(ValidateProgressive(position=1))
    script.step()
    assert script.state.round is None


@clause("MDP-11.J", "MDP-5.A.2")
@pytest.mark.parametrize("edition", [1, 2])
def test_the_hands_of_a_void_round_are_not_picked_up_one_by_one(table: Table, edition: int) -> None:
    script = table(POKER, {"edition": edition})
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}))
    script.do(FindMisdeal(reason="wrong-count"))
    script.step()
    assert [type(event) for event in script.history[-1][1]] == [RoundClosed]
    script.play(Plan(wagers={"ann": 1000}))
    rest = [event.position for event in script.history[-1][1] if isinstance(event, HandDiscarded)]
    assert (0 in rest) is (edition == 2)


@clause("MDT-9.D.1", "MDT-9.H.3")
def test_of_two_wagers_the_one_at_the_own_seat_is_the_last(table: Table) -> None:
    script = table(TILES, {"wagers.two_adjacent": True}, players={"ann": 1})
    script.to(Phase.BETTING, Plan())
    for position, amount in ((1, 1000), (2, 3000)):
        script.do(PlaceWager(player="ann", position=position, amount=amount))
    script.play()
    assert script.state.players["ann"].last_main == 1000


@clause("MDT-9.C.2", "NZ-5.4")
@pytest.mark.parametrize(("standard", "rounds"), [(TILES, 1), (NZ, 2)])
def test_after_a_round_of_the_house_the_offer_goes_on_where_it_was(table: Table, standard: str, rounds: int) -> None:
    players = {"ann": 2, "bob": 3, "cyd": 4}
    script = table(standard, players=players)
    script.play(Plan(wagers=dict.fromkeys(players, 10_000)))
    for _ in range(rounds):
        script.play(Plan(wagers={"ann": 10_000, "cyd": 10_000}, bank="bob"))
    for _ in range(2):
        script.history.clear()
        script.play(Plan(wagers=dict.fromkeys(players, 10_000)))
    assert [event.player for event in script.events(BankOffered)] == ["cyd", "ann", "bob"]
