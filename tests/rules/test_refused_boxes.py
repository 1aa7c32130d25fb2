"""New Zealand: commands out of turn or without sense are refused, with a reason and a clause."""

from collections.abc import Callable

import pytest

from paigow.errors import PaigowError
from paigow.money import bet, rack
from paigow.table import Command, Phase
from paigow.table.boxes.cutting import CutTiles, DeclineCut, DirectCut, TilesCut
from paigow.table.boxes.damage import FindDamage
from paigow.table.boxes.dealer_sets import (
    AskDealerToSet,
    SetForPlayer,
    ShowHand,
    TilesShown,
    TurnBankTile,
    ViewUnused,
)
from paigow.table.boxes.discipline import (
    BanPlayer,
    DirectEnglish,
    DirectSetFirst,
    PlayerRemoved,
    RemoveBox,
    RemovePlayer,
    RestorePlayer,
)
from paigow.table.boxes.disturbances import MixHands
from paigow.table.boxes.laja import PerformLaja, RequestLaja
from paigow.table.boxes.orders import Orders
from paigow.table.boxes.staking import AgreeToCoBank, StakeBank, StakeReturned, Staking, TakeStake
from paigow.table.core.model import DEALER
from paigow.table.floor.irregularities import ExposePiece, FindMisdeal, PlayOn
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import AcceptBank, OfferBank, PassBank, waiting
from paigow.table.steps.seating import BuyIn, StandBehind
from paigow.table.steps.setting import LookAtHand, SetHand
from paigow.table.steps.settlement import ExposeHand
from paigow.table.steps.start import ShakeDice, UncoverDice
from paigow.table.steps.wagers import PlaceWager, WithdrawWager
from paigow.tiles import TILE_SET, TileSetting

Table = Callable[..., TableScript]
clause = pytest.mark.clause
NZ = "new-zealand"
SEVEN = {name: box for box, name in enumerate(("ann", "bob", "cyd", "dan", "eve", "fay", "gus"), 2)}


def refused(script: TableScript, command: Command, words: str, cited: str) -> None:
    """Check that the command is refused in these words and under this clause, and that nothing has changed."""
    before = script.state
    error: PaigowError = script.refusal(command)
    assert words in str(error)
    assert error.clause == cited
    assert script.state is before


@clause("NZ-9.5.s4", "NZ-9.5.s2", "NZ-1.cut", "NZ-9.5")
def test_the_cut_is_decided_once_by_the_bank_after_the_shake(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.STARTING)
    first: tuple[Command, ...] = (DeclineCut(player="bob"), CutTiles())
    for command in first:
        assert "only after the dice are shaken" in str(script.refusal(command))
    script.do(ShakeDice(dice=(1, 2, 3)))
    refused(script, DeclineCut(player="ann"), "only the bank can decide or decline the cut", "NZ-9.5.s4")
    refused(script, UncoverDice(), "the tiles must be cut before the lid comes off", "NZ-9.5")
    approved = sorted(script.state.game.options.start.deliveries)
    script.do(DeclineCut(player="bob"))
    refused(script, DeclineCut(player="bob"), "the cut has been decided", "NZ-9.5.s4")
    script.do(DirectCut(delivery=approved[0]))
    refused(script, DirectCut(delivery=approved[-1]), "the cut has been decided", "NZ-9.5.s4")
    refused(script, DeclineCut(player="bob"), "the cut has been decided", "NZ-9.5.s4")
    script.do(CutTiles())
    assert script.last(TilesCut).delivery == approved[0]
    again: tuple[Command, ...] = (CutTiles(), DirectCut(delivery=approved[-1]), DeclineCut(player="bob"))
    for command in again:
        assert "the tiles have been cut" in str(script.refusal(command))


@clause("NZ-9.5.s2", "NZ-1.approved-cut.a")
def test_the_house_directs_no_cut_before_the_shake(table: Table) -> None:
    script = table(NZ)
    script.to(Phase.STARTING, Plan(wagers={"ann": 10_000}))
    cut = next(iter(script.state.game.options.start.deliveries))
    assert "only after the dice are shaken" in str(script.refusal(DirectCut(delivery=cut)))
    script.do(ShakeDice(dice=(1, 2, 3)), DirectCut(delivery=cut))
    assert "the cut has been decided" in str(script.refusal(DirectCut(delivery=cut)))


@clause("NZ-10.15")
def test_damage_is_reported_in_play_only(empty_table: Table, table: Table) -> None:
    refused(empty_table(NZ), FindDamage(piece="66"), "only during play", "NZ-10.15")
    script = table(NZ)
    script.do(FindDamage(piece="66"))
    assert script.state.equipment.damaged == ("66",)


def exposed_twice(table: Table, *players: str) -> TableScript:
    """Let the dealer expose two tiles at ann's box, so that she has the choice."""
    script = table(NZ, players=players)
    script.to(Phase.SETTING, Plan(wagers=dict.fromkeys(players, 10_000)))
    box = script.state.players["ann"].position or 0
    script.do(ExposePiece(position=box, place=0), ExposePiece(position=box, place=1))
    assert script.state.current.choices == {box}
    return script


@clause("NZ-10.4.a", "NZ-12.3.a", "NZ-12.3")
def test_the_dealer_is_asked_by_whoever_decides_and_once(table: Table, bob_banks: Table) -> None:
    script = exposed_twice(table, "ann", "bob")
    ann, bob = (script.state.players[name].position or 0 for name in ("ann", "bob"))
    refused(script, AskDealerToSet(player="ann", position=ann), "play on or void the hand first", "NZ-12.3")
    script.do(PlayOn(player="ann", position=ann))
    refused(script, AskDealerToSet(player="bob", position=ann), "bob has no hand to set", "NZ-10.4.a")
    refused(script, AskDealerToSet(player="bob", position=9), "bob has no hand to set", "NZ-10.4.a")
    script.do(AskDealerToSet(player="ann", position=ann))
    refused(script, AskDealerToSet(player="ann", position=ann), "already been asked", "NZ-10.4.a")
    script.do(LookAtHand(player="bob", position=bob))
    house = script.state.game.kit.house_set(script.state.current.hands[bob].pieces).setting
    script.do(SetHand(player="bob", position=bob, setting=house))
    refused(script, AskDealerToSet(player="bob", position=bob), "cannot be touched again once it is set", "NZ-10.5")
    wrong = TileSetting.parse("66 66 / 11 11")
    assert "not" in str(script.refusal(SetForPlayer(position=ann, setting=wrong)))
    assert script.refusal(SetForPlayer(position=ann, setting=wrong)).clause == "NZ-10.4.a"
    script.do(SetForPlayer(position=ann))
    assert script.state.current.hands[ann].set_by == DEALER
    assert script.state.phase is Phase.BANKING
    refused(script, SetForPlayer(position=bob), "before the bank", "NZ-10.4.a")
    refused(table(NZ), SetForPlayer(position=bob), "before the bank", "NZ-10.4.a")


@clause("NZ-10.4.c", "NZ-10.4.a")
def test_a_bank_asks_before_its_hand_is_set_and_for_its_own(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.SETTING)
    assert "bob has no hand to set" in str(script.refusal(AskDealerToSet(player="bob", position=2)))
    script.to(Phase.BANKING)
    assert "ann has no hand to set" in str(script.refusal(AskDealerToSet(player="ann", position=2)))
    assert "only before its hand is set" in str(script.refusal(AskDealerToSet(player="bob", position=2)))
    script.do(AskDealerToSet(player="bob", position=3))
    assert "already been asked" in str(script.refusal(AskDealerToSet(player="bob", position=3)))
    while script.state.current.hands[3].setting is None:
        script.step()
    assert script.state.phase is Phase.BANKING  # he has yet to confirm it
    assert "only before its hand is set" in str(script.refusal(AskDealerToSet(player="bob", position=3)))


@clause("NZ-10.14")
def test_a_lone_player_shows_a_hand_once_before_it_is_set(table: Table) -> None:
    script = exposed_twice(table, "ann")
    box = script.state.players["ann"].position or 0
    refused(script, ShowHand(player="bob", position=box), "bob has no hand to show", "NZ-10.14")
    refused(script, ShowHand(player="ann", position=box), "play on or void the hand first", "NZ-10.14")
    script.do(PlayOn(player="ann", position=box), ShowHand(player="ann", position=box))
    assert script.last(TilesShown).places == (0, 1, 2, 3)
    refused(script, ShowHand(player="ann", position=box), "shown only once, before they are set", "NZ-10.14")


@clause("NZ-10.14")
def test_nobody_shows_a_hand_before_the_deal_after_it_is_set_or_beside_another(table: Table) -> None:
    script = table(NZ)
    ann, bob = (script.state.players[name].position or 0 for name in ("ann", "bob"))
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000}))
    refused(script, ShowHand(player="ann", position=ann), "ann has no hand to show", "NZ-10.14")
    script.to(Phase.SETTING)
    script.do(LookAtHand(player="ann", position=ann))
    other = table(NZ)
    other.to(Phase.SETTING, Plan(wagers={"ann": 10_000, "bob": 10_000}))
    refused(other, ShowHand(player="ann", position=ann), "only a lone player against the house", "NZ-10.14")
    other.do(LookAtHand(player="bob", position=bob))
    two = table(NZ)
    two.to(Phase.BETTING, Plan())
    two.do(PlaceWager(player="ann", position=ann, amount=10_000), PlaceWager(player="ann", position=bob, amount=10_000))
    two.to(Phase.SETTING)
    mine = next(box for box in (ann, bob) if two.state.current.controllers.get(box) == "ann")
    house = two.state.game.kit.house_set(two.state.current.hands[mine].pieces).setting
    two.do(LookAtHand(player="ann", position=mine), SetHand(player="ann", position=mine, setting=house))
    assert two.state.phase is Phase.SETTING  # the dealer has the other box to set
    refused(two, ShowHand(player="ann", position=mine), "shown only once, before they are set", "NZ-10.14")


@clause("NZ-11.3.e", "NZ-12.6")
@pytest.mark.parametrize("co", [False, True])
def test_a_bank_turns_each_of_its_own_tiles_once(bob_banks: Table, co: bool) -> None:
    script = bob_banks(co=co)
    script.to(Phase.BANKING)
    cited = "NZ-11.3.e" if co else "NZ-12.6"
    for place in (-1, 4):
        refused(script, TurnBankTile(player="bob", place=place), f"no tile to turn at place {place}", cited)
    script.do(TurnBankTile(player="bob", place=2))
    refused(script, TurnBankTile(player="bob", place=2), "no tile to turn at place 2", cited)
    refused(script, TurnBankTile(player="ann", place=1), "only the bank can turn its tiles", cited)
    while script.state.phase is Phase.BANKING and script.state.current.hands[3].setting is None:
        script.step()
    words = "before its hand is set"
    assert words in str(script.refusal(TurnBankTile(player="bob", place=1)))


@clause("NZ-12.6", "NZ-12.4")
def test_a_bank_with_a_choice_decides_before_it_turns_a_tile(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.SETTING)
    script.do(ExposePiece(position=3, place=0), ExposePiece(position=3, place=1))
    assert script.state.current.choices == {3}
    refused(script, TurnBankTile(player="bob", place=2), "only before its hand is set", "NZ-12.6")
    script.do(PlayOn(player="bob", position=3), TurnBankTile(player="bob", place=2))


@clause("NZ-10.12")
def test_unused_tiles_are_shown_once(table: Table) -> None:
    script = table(NZ)
    script.to(Phase.FINISHED, Plan(wagers={"ann": 10_000}))
    script.do(ViewUnused(player="ann"))
    assert {event.position for event in script.events(TilesShown)} == {3, 4, 5, 6, 7, 8}
    refused(script, ViewUnused(player="bob"), "no unused tiles, or they are already face up", "NZ-10.12")


def full(table: Table) -> TableScript:
    """Put every box in play, with the house as bank and wagers still open."""
    script = table(NZ, players=SEVEN)
    script.to(Phase.BETTING, Plan(wagers=dict.fromkeys(SEVEN, 10_000)))
    while len(script.state.current.wagers) < len(SEVEN):
        script.step()
    return script


@clause("NZ-12.10", "NZ-12.10.s2", "NZ-12.9")
def test_a_box_or_player_is_removed_when_all_boxes_are_in_play_and_the_house_banks(
    table: Table, bob_banks: Table
) -> None:
    script = full(table)
    for dice in ((0, 1, 1), (1, 7, 1), (1, 1, 7)):
        refused(script, RemoveBox(dice=dice), "give three dice from 1 to 6", "NZ-12.10")
    script.do(RemoveBox(dice=(6, 1, 1)))
    assert script.state.part(Orders).off == {8}
    (back,) = script.history[-1][1][0].transfers
    assert (back.debit, back.credit, back.clause) == (bet(8, "main", "gus"), rack("gus"), "NZ-12.10")
    some = table(NZ)
    some.to(Phase.BETTING, Plan(wagers={"ann": 10_000}))
    some.step()
    for command in (RemoveBox(dice=(1, 1, 1)), RemovePlayer(player="ann")):
        assert "only when all boxes are in play" in str(some.refusal(command))
    banked = bob_banks()
    banked.to(Phase.BETTING)
    for command in (RemoveBox(dice=(1, 1, 1)), RemovePlayer(player="ann")):
        assert "only where the house banks" in str(banked.refusal(command))
    banked.to(Phase.SETTING)
    for command in (RemoveBox(dice=(1, 1, 1)), RemovePlayer(player="ann")):
        assert "only while wagers are open" in str(banked.refusal(command))


@clause("NZ-12.9", "NZ-12.11")
def test_who_is_removed_gets_the_wagers_back_and_nobody_else_does(table: Table) -> None:
    script = full(table)
    refused(script, RestorePlayer(player="cyd"), "cyd is not removed", "NZ-12.11")
    script.do(RemovePlayer(player="cyd"))
    event = script.last(PlayerRemoved)
    assert [(move.debit, move.credit, move.amount, move.clause) for move in event.transfers] == [
        (bet(4, "main", "cyd"), rack("cyd"), 10_000, "NZ-12.9")
    ]
    assert {key.player for key in script.state.current.wagers} == SEVEN.keys() - {"cyd"}
    script.do(PlaceWager(player="dan", position=4, amount=10_000))
    refused(script, RemovePlayer(player="cyd"), "cyd is already removed", "NZ-12.9")
    script.do(RestorePlayer(player="cyd"))
    assert script.state.part(Orders).removed == frozenset()


@clause("NZ-12.9")
def test_once_the_round_is_settled_no_wager_goes_back_and_a_co_banker_stays(table: Table) -> None:
    script = full(table)
    script.to(Phase.FINISHED)
    before = script.state.ledger
    script.do(RemovePlayer(player="cyd"))
    assert script.last(PlayerRemoved).transfers == ()
    assert script.state.ledger == before
    co = table(NZ, players=SEVEN)
    co.play(Plan(wagers=dict.fromkeys(SEVEN, 10_000)))
    co.to(Phase.BETTING, Plan(wagers=dict.fromkeys(SEVEN.keys() - {"bob"}, 10_000), bank="bob", co=True))
    co.do(PlaceWager(player="ann", position=1, amount=10_000))
    while len([key for key in co.state.current.wagers if key.kind == "main"]) < len(SEVEN):
        co.step()
    refused(co, RemovePlayer(player="bob"), "bob holds the bank", "NZ-12.9")
    co.do(RemovePlayer(player="cyd"))


@clause("NZ-12.12.a", "NZ-12.12.b", "NZ-12.12.c")
def test_directions_are_given_once_and_to_players(table: Table) -> None:
    script = table(NZ)
    for command in (BanPlayer(player="zed"), DirectSetFirst(player="zed")):
        assert "zed" in str(script.refusal(command))
    refused(script, DirectEnglish(on=False), "instruction already applies", "NZ-12.12.c")
    script.do(DirectEnglish(on=True))
    refused(script, DirectEnglish(on=True), "instruction already applies", "NZ-12.12.c")
    script.do(BanPlayer(player="bob"))
    assert "already barred" in str(script.refusal(BanPlayer(player="bob")))


@clause("NZ-12.7", "NZ-12.15")
def test_mixed_hands_leave_the_others_to_play_or_a_void_round(table: Table) -> None:
    players = {"ann": 2, "bob": 3, "cyd": 4}
    script = table(NZ, players=players)
    script.to(Phase.SETTING, Plan(wagers=dict.fromkeys(players, 10_000)))
    script.do(LookAtHand(player="cyd", position=4))
    house = script.state.game.kit.house_set(script.state.current.hands[4].pieces).setting
    script.do(SetHand(player="cyd", position=4, setting=house), MixHands(position=2, other=3))
    assert script.state.phase is Phase.BANKING  # nobody is left to set
    late = table(NZ, players=players)
    late.to(Phase.EXPOSING, Plan(wagers=dict.fromkeys(players, 10_000)))
    late.do(ExposeHand())
    assert late.state.phase is Phase.EXPOSING
    left = [box for box in (2, 3, 4) if late.state.current.hands[box].match is None]
    late.do(MixHands(position=left[0], other=left[1]))
    assert late.state.phase.value == Phase.PAYING.value  # nobody is left to compare
    two = table(NZ)
    two.to(Phase.SETTING, Plan(wagers={"ann": 10_000, "bob": 10_000}))
    two.do(MixHands(position=2, other=3))
    assert (two.state.phase, two.state.current.void) == (Phase.FINISHED, "no hand is left")


@clause("NZ-12.13", "NZ-11.2.c", "NZ-11.3.c")
def test_only_a_stake_that_was_taken_is_returned_with_a_void_round(table: Table, bob_banks: Table) -> None:
    house = table(NZ)
    house.to(Phase.SETTING, Plan(wagers={"ann": 10_000}))
    house.do(FindMisdeal(reason="wrong-boxes"))
    assert (house.state.current.void, house.events(StakeReturned)) == ("wrong-boxes", [])
    script = bob_banks()
    script.to(Phase.SETTING)
    script.do(FindMisdeal(reason="wrong-boxes"))
    assert len(script.events(StakeReturned)) == 1


@clause("NZ-12.4", "NZ-12.3")
def test_tiles_of_a_box_where_nobody_wagers_leave_nobody_a_choice(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.SETTING)
    script.do(ExposePiece(position=7, place=0), ExposePiece(position=7, place=1))
    assert script.state.current.choices == frozenset()


@clause("NZ-1.laja", "NZ-12.2", "NZ-9.2.a")
def test_a_laja_is_due_and_of_the_whole_set(table: Table) -> None:
    script = table(NZ)
    script.to(Phase.MIXING, Plan(wagers={"ann": 10_000}))
    assert "only when it is asked for or due" in str(script.refusal(PerformLaja(order=TILE_SET)))
    script.to(Phase.BETTING)
    assert "only when it is asked for or due" in str(script.refusal(PerformLaja(order=TILE_SET)))
    script.do(RequestLaja(player="ann"))
    refused(
        script, PerformLaja(order=TILE_SET[:-1]), "the whole set, each tile once", script.state.game.cite("laja")[0]
    )
    for shown in (-1, 33):
        assert f"not {shown}" in str(script.refusal(PerformLaja(order=TILE_SET, shown=shown)))
    script.do(PerformLaja(order=TILE_SET, shown=32))


def banked(table: Table) -> TableScript:
    """Open the second round: bob banks alone at box 3, and nobody has wagered."""
    script = table(NZ, players={"ann": 2, "bob": 3, "cyd": 4})
    script.play(Plan(wagers=dict.fromkeys(("ann", "bob", "cyd"), 10_000)))
    script.to(Phase.BETTING, Plan(bank="bob"))
    return script


@clause("NZ-11.2.b", "NZ-11.2.b.s2", "NZ-6.2")
def test_a_stake_covers_wagers_that_lie_and_is_taken_once(table: Table) -> None:
    script = banked(table)
    refused(script, TakeStake(), "after the others have wagered", "NZ-11.2.b")
    refused(script, StakeBank(player="ann", amount=10_000), "only the banker can put up a stake", "NZ-11.2.b")
    refused(script, AgreeToCoBank(player="ann"), "only the banker can put up a stake", "NZ-11.2.b")
    boxes = script.state.game.options.boxes
    assert boxes is not None
    held, chip = script.state.ledger[rack("bob")], boxes.chip
    for amount in (0, chip - 1, held + chip, held // chip * chip + chip):
        assert "in chips of" in str(script.refusal(StakeBank(player="bob", amount=amount)))
    script.do(BuyIn(player="bob", amount=chip - 1 - held % chip))  # a cent short of one more chip
    held = script.state.ledger[rack("bob")]
    assert "in chips of" in str(script.refusal(StakeBank(player="bob", amount=held + 1)))
    script.do(PlaceWager(player="ann", position=2, amount=20_000))
    script.do(StakeBank(player="bob", amount=10_000))
    first = script.history[-1][1][0].transfers
    script.do(StakeBank(player="bob", amount=held // chip * chip))  # everything he has, including the first stake
    second = script.history[-1][1][0].transfers
    script.do(StakeBank(player="bob", amount=20_000))
    third = script.history[-1][1][0].transfers
    assert [(move.amount, move.clause) for move in (*first, *second, *third)] == [
        (10_000, "NZ-11.2.b"),
        (held // chip * chip - 10_000, "NZ-11.2.b"),
        (held // chip * chip - 20_000, "NZ-11.2.b"),
    ]
    assert script.state.ledger[rack("bob")] == held - 20_000
    script.do(AgreeToCoBank(player="bob"))
    refused(script, AgreeToCoBank(player="bob"), "co-banks or has agreed to", "NZ-11.2.b.s2")
    script.do(TakeStake())
    refused(script, TakeStake(), "the stake has been taken", "NZ-11.2.b")
    refused(script, StakeBank(player="bob", amount=10_000), "the dealer has taken the stake", "NZ-11.2.b")
    for command in (PlaceWager(player="cyd", position=4, amount=10_000), WithdrawWager(player="ann", position=2)):
        refused(script, command, "the bank has covered the wagers as they are", "NZ-11.2.b")
    script.to(Phase.SETTING)
    refused(script, TakeStake(), "only from a player who banks", "NZ-11.2.b")
    house = table(NZ)
    house.to(Phase.BETTING, Plan(wagers={"ann": 10_000}))
    refused(house, TakeStake(), "only from a player who banks", "NZ-11.2.b")


@clause("NZ-11.2.b.s2")
def test_a_co_bank_need_not_agree_to_what_it_is(table: Table) -> None:
    script = table(NZ, players={"ann": 2, "bob": 3, "cyd": 4})
    script.play(Plan(wagers=dict.fromkeys(("ann", "bob", "cyd"), 10_000)))
    script.to(Phase.BETTING, Plan(bank="bob", co=True))
    assert script.state.current.bank.co_banked
    refused(script, AgreeToCoBank(player="bob"), "co-banks or has agreed to", "NZ-11.2.b.s2")


@clause("NZ-11.2.b.s2", "NZ-5.5")
def test_of_those_who_share_the_bank_only_the_banker_agrees(table: Table) -> None:
    script = table(NZ, players={"ann": 2, "bob": 3})
    script.do(StandBehind(player="cyd"), BuyIn(player="cyd", amount=1_000_000))
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000, "bob": 20_000}))
    script.do(PlaceWager(player="cyd", position=3, amount=10_000))
    script.play()
    script.to(Phase.OFFERING, Plan())
    while "bob" not in waiting(script.state):
        asked = waiting(script.state)
        script.do(PassBank(player=asked[0]) if asked else OfferBank())
    script.do(AcceptBank(player="bob", sharers=("cyd",)))
    script.to(Phase.BETTING)
    refused(script, AgreeToCoBank(player="cyd"), "only the banker can put up a stake", "NZ-11.2.b")
    script.do(AgreeToCoBank(player="bob"))
    assert script.state.part(Staking).co_agreed
