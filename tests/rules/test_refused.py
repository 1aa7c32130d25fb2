"""Maryland and Dealer Open: commands out of turn or without sense are refused, with a reason."""

from collections.abc import Callable

import pytest

from paigow.errors import PaigowError
from paigow.fairness import chain_of, commit
from paigow.fairness.encoding import PROTOCOLS
from paigow.table import Command, Phase
from paigow.table.cards.card_cut import CutCards, OfferCut, RequireRecut
from paigow.table.cards.card_deal import DealWithSlip, DrawInError
from paigow.table.cards.decks import PlaceDeck
from paigow.table.floor.conduct import ComeBack, WalkAway
from paigow.table.floor.equipment import PassTime, ReplaceDice
from paigow.table.floor.irregularities import ExposeInStacking, ExposePiece, FindMisdeal, ResetHouseHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import DirectDealerWager
from paigow.table.steps.closing import AbandonRound, CloseRound
from paigow.table.steps.delivery import Deliver
from paigow.table.steps.mixing import REVISION, Mix, OpenRound
from paigow.table.steps.opening import InspectSet, ReceiveSet, TurnSetDown, ViewSet
from paigow.table.steps.seating import LARGEST_BUY_IN, BuyIn, SitDown, StandBehind
from paigow.table.steps.seeds import PublishChain
from paigow.table.steps.setting import LookAtHand, SetBankHand, SetHand, SetHouseHand
from paigow.table.steps.settlement import PayWinners
from paigow.table.steps.start import ShakeDice
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import NoMoreBets, PlaceWager, WithdrawWager
from paigow.tiles import TILE_SET

Table = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
clause = pytest.mark.clause
TILES, POKER, OPEN, NZ = "maryland-tiles", "maryland-poker", "dealer-open", "new-zealand"


def why(script: TableScript, command: Command) -> str:
    """Return the words in which the command is refused; check that nothing has changed."""
    before = script.state
    error: PaigowError = script.refusal(command)
    assert script.state is before
    return str(error)


@clause("MDP-5.F", "MDP-5.F.1", "MDP-5.F.2")
def test_cards_are_cut_after_they_are_shuffled_by_hand(poker: Table) -> None:
    script = poker()
    script.to(Phase.MIXING, Plan(wagers={"ann": 1000}))
    for command in (OfferCut(), CutCards(depth=20)):
        assert "cut only after they are shuffled by hand" in why(script, command)
    script.to(Phase.BETTING)
    assert "cut only after they are shuffled by hand" in why(script, OfferCut())


@clause("MDP-8.A", "MDP-8.B", "DO-R2", "MDP-8.D.2", "MDP-5.L", "MDP-8.F", "MDP-9.E", "MDP-10.E")
def test_the_deal_begins_when_the_start_is_known(poker: Table, table: Table) -> None:
    script = poker({"start": "shaker", "dealing.method": "manual-shoe", "approvals.shoe_location": "ref 8"})
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    assert "only once the starting position is known" in why(script, Deliver())
    for command in (DrawInError(), DealWithSlip(slip="extra")):
        assert "dealt only once the starting position is known" in why(script, command)
    script.to(Phase.DEALING)
    if not script.state.current.stack.at:
        script.do(PlaceDeck())
    for command in (DealWithSlip(slip="none"), DealWithSlip(slip="extra", position=9)):
        assert "a dealing slip is one of" in why(script, command)
    for standard in (TILES, OPEN, NZ):
        other = table(standard)
        other.to(Phase.STARTING, Plan(wagers={"ann": 20_000}))
        assert "only once the starting position is known" in why(other, Deliver())
        other.to(Phase.SETTING)
        assert "only once the starting position is known" in why(other, Deliver())


@clause("MDP-8.A", "MDP-10.A.1", "MDP-5.B", "MDP-5.I")
def test_cards_in_a_shoe_are_not_held(poker: Table) -> None:
    script = poker({"start": "shaker", "dealing.method": "manual-shoe", "approvals.shoe_location": "ref 8"})
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    assert "dealt from a shoe are not held" in why(script, PlaceDeck(hand="left"))
    script.do(PlaceDeck())
    assert "the cards stay where they are" in why(script, PlaceDeck())


@clause("MDP-5.G.1", "MDP-5.G.2")
def test_a_recut_comes_before_the_deal(poker: Table) -> None:
    script = poker()
    script.to(Phase.CUTTING, Plan(wagers={"ann": 1000}))
    assert "after the cut and before the deal" in why(script, RequireRecut())
    script.to(Phase.SETTING)
    assert "after the cut and before the deal" in why(script, RequireRecut())


@clause("MDT-5.C.2", "MDP-7.C.2")
@pytest.mark.parametrize("standard", [TILES, POKER])
def test_whoever_has_left_cannot_leave_again(table: Table, standard: str) -> None:
    script = table(standard)
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000, "bob": 1000}))
    script.do(WalkAway(player="ann"))
    assert "ann has left their seat" in why(script, WalkAway(player="ann"))
    script.do(ComeBack(player="ann"))


@clause("MDT-3.A.2", "MDP-3.C.2", "MDT-2.E", "MDP-2.C.1.c", "DO-R0")
@pytest.mark.parametrize("standard", [TILES, POKER])
def test_the_clock_goes_forward_and_dice_change_between_rounds(table: Table, standard: str) -> None:
    script = table(standard)
    script.do(PassTime(now=500), PassTime(now=500))
    assert "the clock is at 500 and cannot go back" in why(script, PassTime(now=499))
    script.do(ReplaceDice())
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    assert "only between rounds" in why(script, ReplaceDice())


@clause("MDT-4.F", "NZ-12.1")
@pytest.mark.parametrize("standard", [TILES, NZ])
def test_a_tile_shows_in_stacking_before_the_first_wager_only(table: Table, standard: str) -> None:
    script = table(standard)
    script.to(Phase.MIXING, Plan(wagers={"ann": 10_000}))
    assert "between the shuffle and the first wager" in why(script, ExposeInStacking())
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="bob", position=script.state.players["bob"].position or 0, amount=10_000))
    assert "between the shuffle and the first wager" in why(script, ExposeInStacking())
    script.do(WithdrawWager(player="bob", position=script.state.players["bob"].position or 0))
    script.do(ExposeInStacking())


@clause("MDT-10.D", "MDP-14.C", "NZ-12.3.a", "DO-R2")
@pytest.mark.parametrize("standard", [TILES, POKER, NZ])
def test_a_dealt_piece_is_exposed_once_while_hands_are_set(table: Table, standard: str) -> None:
    script = table(standard)
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000}))
    ann = script.state.players["ann"].position or 0
    assert "only while hands are being set" in why(script, ExposePiece(position=ann))
    script.to(Phase.SETTING)
    assert "only while hands are being set" in why(script, ExposePiece(position=99))
    size = len(script.state.current.hands[ann].pieces)
    for place in (-1, size):
        assert f"place {place} of that hand has nothing to expose" in why(
            script, ExposePiece(position=ann, place=place)
        )
    script.do(ExposePiece(position=ann, place=size - 1))
    assert "has nothing to expose" in why(script, ExposePiece(position=ann, place=size - 1))
    script.to(Phase.EXPOSING)
    assert "only while hands are being set" in why(script, ExposePiece(position=ann))


@clause("DO-R2")
def test_dealer_open_has_no_rule_for_an_exposed_card(table: Table) -> None:
    script = table(OPEN)
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}))
    assert "play continues" in why(script, ExposePiece(position=1))


@clause("MDP-14.C")
def test_a_collected_hand_has_no_card_to_expose(poker: Table) -> None:
    script = poker()
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}))
    assert "are in the discard rack" in why(script, ExposePiece(position=5))


@clause("NZ-5.1.b")
def test_in_new_zealand_the_house_makes_no_wager_against_a_bank(table: Table) -> None:
    script = table(NZ, players=["ann", "bob"])
    script.play(Plan(wagers={"ann": 10_000, "bob": 10_000}))
    script.to(Phase.BETTING, Plan(bank="bob"))
    assert "the house makes no wager" in why(script, DirectDealerWager(player="bob", amount=0))


@clause("DO-R10", "MDP-11.J", "MDP-5.A.2", "MDT-8.M")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN, NZ])
def test_a_seed_is_64_hexadecimal_digits_and_fits_the_commitment(table: Table, standard: str) -> None:
    script = table(standard)
    script.to(Phase.SETTING, Plan(wagers={"ann": 10_000}))
    assert "once it is settled or void" in why(script, CloseRound(seed=script.server_seed.hex()))
    script.to(Phase.FINISHED)
    for seed in ("", "0" * 63, "0" * 65, "G" * 64):
        assert "a seed is 64 hexadecimal digits" in why(script, CloseRound(seed=seed))
    assert "does not match the commitment" in why(script, CloseRound(seed="0" * 64))
    script.do(CloseRound(seed=script.server_seed.hex()))


@clause("DO-R0.s2", "DO-R1", "MDP-12.C", "MDT-4.E.1.a", "NZ-9.1")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN, NZ])
def test_a_round_opens_with_a_commitment_once(table: Table, standard: str) -> None:
    script = table(standard)
    for wrong in ("", "0" * 63, "0" * 65, "x" * 64, "A" * 64):
        assert "a commitment is 64 hexadecimal digits" in why(script, OpenRound(commitment=wrong))
    for unknown in (-1, REVISION + 1):
        said = why(script, OpenRound(commitment="0" * 64, revision=unknown))
        assert f"there is no revision {unknown} of the rules: the newest is {REVISION}" in said
    for unknown in (1, PROTOCOLS[-1] + 1):
        said = why(script, PublishChain(tip="0" * 64, length=1, protocol=unknown))
        assert f"there is no protocol {unknown} for a seed chain: choose one of 2, 3" in said
    script.begin(Plan(wagers={"ann": 10_000}))
    assert "no round is in progress" in why(script, OpenRound(commitment="0" * 64))


@clause("DO-R0.s2", "DO-R1", "MDP-12.C")
def test_a_chain_of_seeds_that_is_used_up_opens_no_round(table: Table) -> None:
    script = table(TILES)
    table_id, rules = script.state.table_id, bytes.fromhex(script.state.game.submission_hash)
    secret = bytes(32)
    script.do(PublishChain(tip=chain_of(table_id, 1, secret, 1).tip.hex(), length=1))
    script.do(OpenRound(commitment=str(commit(table_id, 1, secret, submission=rules, protocol=2))))
    script.do(AbandonRound(reason="nobody wagers"), CloseRound(seed=secret.hex()))
    assert "the seed chain is used up" in why(script, OpenRound(commitment="0" * 64))
    script.do(PublishChain(tip=chain_of(table_id, 2, secret, 1).tip.hex(), length=1))
    script.do(OpenRound(commitment="0" * 64))


@clause("NZ-12.1", "NZ-9.2.a", "NZ-9.1")
def test_what_is_due_after_an_exposed_tile_is_a_laja(table: Table) -> None:
    script = table(NZ)
    script.to(Phase.BETTING, Plan())
    script.do(ExposeInStacking())
    assert "a laja is due, not a shuffle" in why(script, Mix(order=TILE_SET))


@clause("MDT-4.A", "MDT-4.D.4", "MDT-4.E", "MDP-4.A", "MDP-4.B.1", "MDP-4.B.2", "DO-R4.s2", "DO-W.s3")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN])
def test_a_set_comes_is_inspected_and_shown_once(table: Table, empty_table: Table, standard: str) -> None:
    script = table(standard)
    pieces = script.state.game.kit.full_set
    assert "already on the table: take it off first" in why(script, ReceiveSet(set_id="second", pieces=pieces))
    assert "there is no set to inspect" in why(script, InspectSet())
    assert "no set is on display" in why(script, TurnSetDown())
    assert "while it is on display" in why(script, ViewSet(player="ann"))
    morning = empty_table(standard)
    assert "there is no set to inspect" in why(morning, InspectSet())
    for command in morning.opening():
        morning.do(command)
        if isinstance(command, InspectSet) and morning.state.phase is Phase.INSPECTION:
            assert "there is no set to inspect" in why(morning, InspectSet())
    if morning.state.phase is Phase.DISPLAY:
        assert "only a player at the table" in why(morning, ViewSet(player="zed"))
        morning.do(SitDown(player="ann", position=1, seed="s"), ViewSet(player="ann"))


@clause("MDP-3.A.1", "MDP-4.A")
def test_two_decks_are_two_sets(empty_table: Table) -> None:
    script = empty_table(POKER, {"dealing.shuffler": "automated", "dealing.decks": 2, "dealing.backs": ["red", "blue"]})
    assert script.state.game.options.sets.decks == 2
    seen = 0
    for command in script.opening():
        if isinstance(command, ReceiveSet):
            seen += 1
            if seen == 2:
                again = ReceiveSet(set_id=script.state.equipment.in_play, pieces=command.pieces)
                assert "is already on the table" in why(script, again)
        script.do(command)
    assert seen == 2


@clause("MDT-5.C", "MDP-7.C", "DO-R1", "MDP-12.F")
@pytest.mark.parametrize("standard", [TILES, POKER])
def test_two_wagers_are_on_positions_of_nobody_else(table: Table, standard: str) -> None:
    script = table(standard, players={"ann": 1, "bob": 3})
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000, "bob": 1000}))
    script.do(PlaceWager(player="ann", position=1, amount=1000), PlaceWager(player="ann", position=2, amount=1000))
    script.do(PlaceWager(player="bob", position=3, amount=1000))
    assert "position 2 has another player's wager" in why(script, PlaceWager(player="bob", position=2, amount=1000))


@clause("MDT-5.C", "MDP-2.A", "MDP-7.C", "DO-R1")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN, NZ])
def test_who_may_sit_down_and_with_what(table: Table, standard: str) -> None:
    script = table(standard)
    free = max(script.state.game.betting)
    for seed in ("a b", "x" * 65, "é"):
        assert "1 to 64 visible ASCII characters" in why(script, SitDown(player="cyd", position=free, seed=seed))
    assert "must name the player" in why(script, SitDown(player="", position=free, seed="s"))
    for name in ("floor", "system", "a b"):
        assert "use letters, digits" in why(script, SitDown(player=name, position=free, seed="s"))
    assert "already has a place" in why(script, SitDown(player="ann", position=free, seed="s"))
    for amount in (0, -1, LARGEST_BUY_IN + 1):
        assert f"not {amount}" in why(script, BuyIn(player="ann", amount=amount))
    script.do(BuyIn(player="ann", amount=LARGEST_BUY_IN), BuyIn(player="ann", amount=1))


@clause("NZ-6.5")
def test_who_may_stand_behind(table: Table) -> None:
    script = table(NZ)
    assert "ann is already at the table" in why(script, StandBehind(player="ann"))
    script.do(StandBehind(player="cyd"))
    assert "cyd is already at the table" in why(script, StandBehind(player="cyd"))
    script.begin(Plan())
    assert "only between rounds" in why(script, StandBehind(player="dan"))


@clause("MDT-8.A", "MDP-11.A", "MDP-11.A.1", "DO-R4", "DO-R6", "NZ-10.4")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN, NZ])
def test_a_hand_is_looked_at_once_and_then_set(table: Table, standard: str) -> None:
    script = table(standard)
    script.to(Phase.SETTING, Plan(wagers={"ann": 10_000, "bob": 10_000}))
    ann = script.state.players["ann"].position or 0
    house = script.state.game.kit.house_set(script.state.current.hands[ann].pieces).setting
    assert "look at your hand before you set it" in why(script, SetHand(player="ann", position=ann, setting=house))
    script.do(LookAtHand(player="ann", position=ann))
    assert "the hand has been picked up" in why(script, LookAtHand(player="ann", position=ann))
    script.do(SetHand(player="ann", position=ann, setting=house))


@clause("MDT-8.F", "MDP-11.F.4", "DO-W.s4", "MDT-9.P.1", "MDP-12.J")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN])
def test_winners_are_paid_when_all_hands_are_open(table: Table, standard: str) -> None:
    script = table(standard)
    script.to(Phase.EXPOSING, Plan(wagers={"ann": 1000, "bob": 1000}))
    assert "only once all hands are open" in why(script, PayWinners())


@clause("MDT-9.J", "MDT-9.N", "MDP-12.I", "MDT-9.K", "MDT-9.O", "MDP-11.C.3")
@pytest.mark.parametrize(
    ("standard", "early", "late"),
    [
        (TILES, "only while the players set theirs", "has set its hand; expose it next"),
        (POKER, "the dealer's hand is set first", "only the bank can set its hand"),
    ],
)
def test_a_banks_hand_is_set_in_its_turn_and_by_the_bank(table: Table, standard: str, early: str, late: str) -> None:
    players = {"ann": 1, "bob": 2, "cyd": 3}
    script = table(standard, players=players)
    script.play(Plan(wagers=dict.fromkeys(players, 2000)))
    script.to(Phase.BANKING, Plan(wagers={"ann": 1000, "cyd": 1000}, bank="bob"))
    setting = script.state.game.kit.house_set(script.state.current.hands[2].pieces).setting
    assert early in why(script, SetBankHand(player="bob", setting=setting))
    script.do(SetHouseHand())
    assert late in why(script, SetHouseHand())


@clause("NZ-11.2.d", "NZ-12.4")
def test_a_player_banker_looks_before_setting_and_decides_first(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.SETTING)
    script.do(ExposePiece(position=3, place=0), ExposePiece(position=3, place=1))
    while script.state.phase is Phase.SETTING:
        script.step()
    setting = script.state.game.kit.house_set(script.state.current.hands[3].pieces).setting
    assert "play on or void the hand" in why(script, SetBankHand(player="bob", setting=setting))
    assert "only the bank can set its hand" in why(script, SetHouseHand())
    shared = bob_banks(co=True)
    shared.to(Phase.SETTING)
    shared.do(ExposePiece(position=3, place=0), ExposePiece(position=3, place=1))
    while shared.state.phase is Phase.SETTING:
        shared.step()
    assert "must play on or void the hand first" in why(shared, SetHouseHand())


@clause("NZ-11.2.d")
def test_a_player_banker_does_not_set_unseen(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.BANKING)
    setting = script.state.game.kit.house_set(script.state.current.hands[3].pieces).setting
    assert "must look at its hand before setting it" in why(script, SetBankHand(player="bob", setting=setting))
    assert "not time to set hands" in why(script, LookAtHand(player="bob", position=2))
    script.do(LookAtHand(player="bob", position=3))
    assert "has been picked up" in why(script, LookAtHand(player="bob", position=3))
    anns = script.state.game.kit.house_set(script.state.current.hands[2].pieces).setting
    assert script.refusal(SetBankHand(player="bob", setting=anns)).clause == "NZ-11.2.d"
    script.do(SetBankHand(player="bob", setting=setting))


@clause("MDT-8.E", "MDP-11.D", "MDP-11.D.1", "NZ-10.13")
def test_only_who_decides_for_a_hand_gives_it_up(table: Table) -> None:
    script = table(NZ, players={"ann": 2, "bob": 3})
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000}))
    script.do(PlaceWager(player="bob", position=2, amount=10_000))
    script.to(Phase.EXPOSING)
    assert "bob does not control the hand at 2" in why(script, Surrender(player="bob", position=2))


@clause("MDT-5.A", "MDP-7.A", "DO-R1", "DO-R1.s2", "MDP-2.B.2", "DO-R2", "MDT-5.B")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN])
def test_a_wager_is_of_chips_and_on_an_area(table: Table, standard: str) -> None:
    script = table(standard, chips=900)
    least = script.state.game.options.minimum
    assert least > 900
    script.to(Phase.BETTING, Plan())
    assert "has $9.00, and the smallest wager is" in why(script, PlaceWager(player="ann", position=1, amount=least))
    assert "ann has no main wager on 1" in why(script, WithdrawWager(player="ann", position=1))
    assert "nobody has wagered" in why(script, NoMoreBets())
    script.do(BuyIn(player="ann", amount=least - 900), PlaceWager(player="ann", position=1, amount=least))
    script.do(NoMoreBets())
    assert "only while wagers are open" in why(script, NoMoreBets())


@clause("NZ-9.4", "NZ-9.4.s2", "MDT-9.J.2")
def test_a_player_banker_shakes_before_the_cut(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.STARTING)
    script.do(ShakeDice(dice=(1, 2, 3)))
    while not script.state.current.stack.cut:
        script.step()
    assert "shaken before the cut" in why(script, ShakeDice(dice=(1, 2, 3), player="bob"))


@clause("MDT-5.C", "MDP-7.C", "DO-R1", "NZ-6.5")
@pytest.mark.parametrize("standard", [TILES, POKER, OPEN, NZ])
def test_nobody_acts_under_the_dealers_name(table: Table, standard: str) -> None:
    script = table(standard)
    assert "must not name a player" in why(script, BuyIn(player="dealer", amount=100))


@clause("MDT-10.F")
def test_a_void_round_leaves_no_hand_to_reset(table: Table) -> None:
    script = table(TILES, players=["ann"])
    script.to(Phase.BANKING, Plan(wagers={"ann": 2000}))
    kit, pieces = script.state.game.kit, script.state.current.hands[0].pieces
    house = kit.house_set(pieces).setting
    script.do(SetHouseHand(setting=next(each for each in kit.settings(pieces) if each != house)))
    script.do(FindMisdeal(reason="wrong-positions"))
    assert script.state.current.void
    assert "before the round is over" in why(script, ResetHouseHand(position=0))
