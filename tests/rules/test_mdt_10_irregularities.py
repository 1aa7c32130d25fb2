"""Maryland tiles, chapter 10: no rolls, wrong totals, exposed tiles and hands not set the house way."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.hands.pieces import Setting
from paigow.money import INVENTORY, bet
from paigow.table import Command, Phase
from paigow.table.core.model import DEALER, DEALER_WAGER, MAIN, HandStatus, WagerKey
from paigow.table.floor.irregularities import (
    CallNoRoll,
    ExposePiece,
    FindMisdeal,
    HandVoided,
    HouseHandReset,
    NoRollCalled,
    PieceExposed,
    PlayOn,
    ResetHouseHand,
    RoundVoided,
    VoidHand,
)
from paigow.table.layout import Lie, hand_lies
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import DirectDealerWager
from paigow.table.steps.mixing import Mixed
from paigow.table.steps.seating import rack_of
from paigow.table.steps.setting import BankHandExposed, ExposeBankHand, LookAtHand, SetHand, SetHouseHand
from paigow.table.steps.settlement import DealerHandCompared, ExposeHand, HandExposed, RoundSettled
from paigow.table.steps.start import ShakeDice, StartDetermined, UncoverDice
from paigow.table.steps.surrender import Surrender
from paigow.table.view import FACE_DOWN, view

Table = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
clause = pytest.mark.clause
TILES = "maryland-tiles"
BOTH = {"ann": 1000, "bob": 2000}
DEALERS = bet(0, DEALER_WAGER, DEALER)


def tiles(table: Table, choices: dict[str, object] | None = None) -> TableScript:
    """Ann, bob and cyd have played a round against the dealer, so that any of them may bank the next one."""
    script = table(TILES, choices or {}, players=["ann", "bob", "cyd"])
    script.play(Plan(wagers={"ann": 1000, "bob": 1000, "cyd": 1000}))
    return script


def otherwise(script: TableScript, position: int) -> Setting:
    """Return a setting of that hand other than the house way's."""
    kit, pieces = script.state.game.kit, script.state.current.hands[position].pieces
    return next(each for each in kit.settings(pieces) if each != kit.house_set(pieces).setting)


def by_house_way(script: TableScript, position: int) -> Setting:
    return script.state.game.kit.house_set(script.state.current.hands[position].pieces).setting


def assert_void_and_reshuffled(script: TableScript, cited: str, racks: dict[str, int], inventory: int) -> None:
    """Check that all hands are void, all wagers are returned, and the next round's tiles are mixed again."""
    voided = script.last(RoundVoided)
    assert voided.clauses == (cited,)
    assert all(move.clause == cited for move in voided.transfers)
    state = script.state
    assert state.phase is Phase.FINISHED
    assert all(hand.status is HandStatus.VOID for hand in state.current.hands.values())
    assert {name: rack_of(state, name) for name in state.players} == racks
    assert state.ledger[INVENTORY] == inventory
    before = state.current.stack.order
    script.to(Phase.FINISHED)
    script.step()
    assert sorted(map(str, script.state.pieces)) == sorted(map(str, before))
    script.to(Phase.BETTING, Plan(wagers=BOTH))
    assert script.last(Mixed).order == script.state.current.stack.order != before


# dice


@clause("MDT-10.A", "MDT-6.A.2")
def test_dice_that_do_not_lie_flat_are_no_roll_and_are_shaken_again(table: Table) -> None:
    assert no_roll(table, "not-flat").clauses == ("MDT-10.A",)


@clause("MDT-10.B")
def test_dice_that_fall_out_are_no_roll_and_are_shaken_again(table: Table) -> None:
    assert no_roll(table, "fell-out").clauses == ("MDT-10.B",)


def no_roll(table: Table, reason: str) -> NoRollCalled:
    """Call a no roll before the dice are shaken, when it is possible, and after the total is announced."""
    script = table(TILES)
    script.to(Phase.STARTING, Plan(wagers=BOTH))
    early = script.refusal(CallNoRoll(reason=reason))
    script.do(ShakeDice(dice=(1, 2, 3)))
    (called,) = script.do(CallNoRoll(reason=reason))
    assert isinstance(called, NoRollCalled)
    assert called.clauses == (early.clause,)
    assert script.state.phase is Phase.STARTING
    assert script.state.current.start.position is None
    assert script.refusal(UncoverDice()).clause == "MDT-6.A.2"
    script.do(ShakeDice(dice=(6, 6, 5)), UncoverDice())
    found = script.last(StartDetermined)
    assert (found.number, found.start) == (17, 0)
    assert script.refusal(CallNoRoll(reason=reason)).clause == early.clause
    return called


@clause("MDT-10.A", "MDT-10.B")
def test_a_table_that_runs_by_itself_draws_new_dice_after_a_no_roll(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.STARTING, Plan(wagers=BOTH))
    rolls = []
    for reason in ("not-flat", "fell-out", "not-flat", ""):
        script.step()
        rolls.append(script.state.current.start.dice)
        if reason:
            script.do(CallNoRoll(reason=reason))
    assert None not in rolls
    assert len(set(rolls)) > 1
    script.step()
    assert script.last(StartDetermined).dice == rolls[-1]


@clause("MDT-10.A", "MDT-6.A.2")
def test_a_no_roll_has_one_of_the_documents_reasons(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.STARTING, Plan(wagers=BOTH))
    script.do(ShakeDice(dice=(1, 2, 3)))
    assert "not-flat, fell-out" in str(script.refusal(CallNoRoll(reason="unlucky")))
    assert script.refusal(CallNoRoll(reason="lid-lifted")).clause == "MDT-9.J.5"  # nobody but a bank lifts it


# void rounds


@clause("MDT-10.C")
@pytest.mark.parametrize("bank", [None, "bob"])
def test_tiles_dealt_by_a_wrong_total_void_every_hand(table: Table, bets: Bets, bank: str | None) -> None:
    script = tiles(table)
    racks = {name: rack_of(script.state, name) for name in script.state.players}
    inventory = script.state.ledger[INVENTORY]
    before = bets({"ann": (1, {"main": 1000, "pair-fortunes": 500}), "cyd": (3, {"main": 2000})})
    script.to(Phase.DEALING, Plan(bank=bank, before=before))
    found = FindMisdeal(reason="wrong-positions")
    assert script.refusal(found).clause == "MDT-10.C"
    script.to(Phase.SETTING)
    script.do(found)
    assert {hand_lies(script.state, position) for position in range(8)} == {Lie("stacks", None, False, "stack")}
    assert_void_and_reshuffled(script, "MDT-10.C", racks, inventory)


@clause("MDT-10.C", "MDT-6.C")
def test_a_deal_stands_once_a_wager_is_settled(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.EXPOSING, Plan(wagers=BOTH))
    script.do(ExposeHand())
    assert script.refusal(FindMisdeal(reason="wrong-positions")).clause == "MDT-10.C"
    assert script.play().round is None
    assert not script.events(RoundVoided)


@clause("MDT-10.E")
@pytest.mark.parametrize(
    ("bank", "position"),
    [
        pytest.param(None, 0, id="dealer"),
        pytest.param(None, 7, id="dead hand"),
        pytest.param(None, 5, id="no wager"),
        pytest.param("bob", 2, id="bank"),
        pytest.param("bob", 0, id="dealer with a wager"),
        pytest.param("bob", 7, id="dead hand, bob banks"),
        pytest.param("bob", 4, id="no wager, bob banks"),
    ],
)
@pytest.mark.parametrize("place", range(4))
def test_a_tile_exposed_outside_players_hands_voids_every_hand(
    table: Table, bets: Bets, bank: str | None, position: int, place: int
) -> None:
    script = tiles(table)
    racks = {name: rack_of(script.state, name) for name in script.state.players}
    inventory = script.state.ledger[INVENTORY]
    before = bets({"ann": (1, {"main": 1000, "pair-fortunes": 500}), "cyd": (3, {"main": 2000})})
    script.to(Phase.SETTING, Plan(bank=bank, before=before))
    exposed, _ = script.do(ExposePiece(position=position, place=place))
    assert exposed.clauses == ("MDT-10.E",)
    assert not script.state.current.choices
    assert_void_and_reshuffled(script, "MDT-10.E", racks, inventory)


# a player's tile


@clause("MDT-10.D")
@pytest.mark.parametrize("bank", [None, "cyd"])
def test_a_player_whose_tile_the_dealer_exposes_may_void_the_hand_or_play_it(table: Table, bank: str | None) -> None:
    for voids in (True, False):
        script = tiles(table)
        script.to(Phase.SETTING, Plan(wagers=BOTH, bank=bank))
        (exposed,) = script.do(ExposePiece(position=1, place=2))
        assert isinstance(exposed, PieceExposed)
        assert exposed.clauses == ("MDT-10.D",)
        assert exposed.choice
        assert not script.state.current.void
        for other in ("bob", "cyd"):
            assert script.refusal(VoidHand(player=other, position=1)).clause == "MDT-10.D.1"
        assert script.refusal(VoidHand(player="bob", position=2)).clause == "MDT-10.D.1"
        script.do(VoidHand(player="ann", position=1) if voids else PlayOn(player="ann", position=1))
        script.to(Phase.FINISHED)
        results = script.state.current.results
        assert (WagerKey("ann", 1, MAIN) in results) is not voids
        assert WagerKey("bob", 2, MAIN) in results
        assert script.state.current.hands[1].status is (HandStatus.VOID if voids else HandStatus.EXPOSED)


@clause("MDT-10.D.1")
def test_the_choice_is_made_without_seeing_the_other_tiles(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    script.do(ExposePiece(position=1, place=2))
    tile = str(script.state.current.hands[1].pieces[2])
    for viewer in ("ann", "bob", "dealer"):
        assert view(script.state, viewer)["round"]["hands"][1]["pieces"] == [FACE_DOWN, FACE_DOWN, tile, FACE_DOWN]
    assert script.refusal(LookAtHand(player="ann", position=1)).clause == "MDT-10.D.1"
    assert script.refusal(SetHand(player="ann", position=1, setting=by_house_way(script, 1))).clause == "MDT-10.D.1"
    assert script.refusal(PlayOn(player="bob", position=1)).clause == "MDT-10.D.1"
    (played,) = script.do(PlayOn(player="ann", position=1))
    assert played.clauses == ("MDT-10.D.1",)
    script.do(LookAtHand(player="ann", position=1))
    assert script.refusal(VoidHand(player="ann", position=1)).clause == "MDT-10.D.1"


@clause("MDT-10.D.1")
def test_who_has_looked_at_the_hand_plays_it(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    script.do(LookAtHand(player="ann", position=1), ExposePiece(position=1, place=0))
    assert not script.last(PieceExposed).choice
    assert script.refusal(VoidHand(player="ann", position=1)).clause == "MDT-10.D.1"
    script.to(Phase.FINISHED)
    assert WagerKey("ann", 1, MAIN) in script.state.current.results


@clause("MDT-10.D.2")
def test_all_wagers_of_a_voided_hand_go_back_to_its_player(table: Table, bets: Bets) -> None:
    script = table(TILES)
    ann, bob = rack_of(script.state, "ann"), rack_of(script.state, "bob")
    before = bets({"ann": (1, {"main": 1000, "pair-fortunes": 500}), "bob": (2, {"main": 2000})})
    script.to(Phase.SETTING, Plan(before=before))
    assert rack_of(script.state, "ann") == ann - 1500
    script.do(ExposePiece(position=1, place=0), VoidHand(player="ann", position=1))
    voided = script.last(HandVoided)
    assert voided.clauses == ("MDT-10.D.2",)
    assert sum(move.amount for move in voided.transfers) == 1500
    assert rack_of(script.state, "ann") == ann
    assert rack_of(script.state, "bob") == bob - 2000
    script.play()
    assert rack_of(script.state, "ann") == ann


@clause("MDT-10.D.2")
def test_when_the_last_hand_to_be_set_is_voided_the_others_are_compared(table: Table) -> None:
    script = tiles(table)
    script.to(Phase.SETTING, Plan(wagers=BOTH, bank="cyd"))
    dealers = script.state.ledger[DEALERS]
    assert dealers
    script.do(ExposePiece(position=1, place=0))
    for name, position in (("bob", 2), ("cyd", 3)):
        script.do(LookAtHand(player=name, position=position))
        script.do(SetHand(player=name, position=position, setting=by_house_way(script, position)))
    script.do(VoidHand(player="ann", position=1))
    assert script.state.phase is Phase.BANKING
    assert script.state.ledger[DEALERS] == dealers  # bob plays on, and so does the dealer


@clause("MDT-10.D.2")
def test_when_the_only_hand_is_voided_the_dealer_plays_on_against_the_bank(table: Table) -> None:
    """The player's wager goes back, and nobody else's."""
    script = tiles(table)
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}, bank="cyd"))
    dealers = script.state.ledger[DEALERS]
    assert dealers
    script.do(ExposePiece(position=1, place=0), VoidHand(player="ann", position=1))
    assert script.last(HandVoided).wagers == (WagerKey("ann", 1, "main"),)
    assert script.state.ledger[DEALERS] == dealers
    script.to(Phase.FINISHED)
    assert len(script.events(DealerHandCompared)) == 1
    assert not script.events(RoundVoided)


@clause("MDT-10.D.2")
def test_when_the_only_hand_is_voided_and_the_dealer_has_no_wager_nothing_is_left(table: Table) -> None:
    for co in (False, True):
        script = tiles(table)
        nothing = [] if co else [DirectDealerWager(player="cyd", amount=0)]
        script.to(Phase.SETTING, Plan(wagers={"ann": 1000}, bank="cyd", co=co, before={Phase.BETTING: nothing}))
        script.do(ExposePiece(position=1, place=0), VoidHand(player="ann", position=1))
        voided = script.last(RoundVoided)
        assert (voided.reason, voided.clauses) == ("no hand is left", ("MDT-10.D.2",))


# hands set wrong


@clause("MDT-10.F")
def test_a_dealers_hand_set_wrong_is_reset_and_the_round_finished(table: Table) -> None:
    right, wrong = (table(TILES) for _ in range(2))
    hands = {0: "66 45 12 24", 1: "11 46 35 22", 2: "14 23 15 16"}
    right.play(Plan(wagers=BOTH, hands=hands))
    wrong.to(Phase.BANKING, Plan(wagers=BOTH, hands=hands))
    house = by_house_way(wrong, 0)
    wrong.do(SetHouseHand(setting=otherwise(wrong, 0)), ExposeHand())
    assert wrong.state.current.results
    wrong.do(ResetHouseHand(position=0))
    reset = wrong.last(HouseHandReset)
    assert "MDT-10.F" in reset.clauses
    assert wrong.state.current.hands[0].setting == reset.setting == house
    assert not wrong.state.current.results
    assert wrong.refusal(ResetHouseHand(position=0)).clause == "MDT-10.F"
    wrong.play()
    assert wrong.events(RoundSettled)
    assert not wrong.events(RoundVoided)
    assert wrong.state.ledger == right.state.ledger


@clause("MDT-10.F")
def test_a_reset_changes_who_wins(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.BANKING, Plan(wagers=BOTH, hands={0: "66 66 12 24", 1: "11 46 35 22"}))
    wrong = otherwise(script, 0)
    script.do(SetHouseHand(setting=wrong), ExposeHand())
    script.do(ResetHouseHand(position=0))
    script.to(Phase.FINISHED)
    results = [event.result for event in script.events(HandExposed) if event.position == 1]
    assert results == [Result.PUSH, Result.LOSE]


@clause("MDT-10.F")
def test_a_co_banks_hand_is_reset_too(table: Table) -> None:
    script = tiles(table)
    script.to(Phase.BANKING, Plan(wagers={"ann": 1000, "cyd": 2000}, bank="bob", co=True))
    house = by_house_way(script, 2)
    script.do(SetHouseHand(setting=otherwise(script, 2)), ResetHouseHand(position=2))
    assert "MDT-10.F" in script.last(HouseHandReset).clauses
    assert script.state.current.hands[2].setting == house
    assert script.play().round is None
    assert not script.events(RoundVoided)


@clause("MDT-9.O.1", "MDT-10.F")
@pytest.mark.parametrize("reading", ["free", "house-way"])
def test_a_sole_bank_is_reset_where_the_submission_binds_it(table: Table, reading: str) -> None:
    script = tiles(table, {"readings.bank_setting": reading})
    hands = {2: "66 45 12 24"}
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000, "cyd": 2000}, bank="bob", hands=hands))
    chosen, house = otherwise(script, 2), by_house_way(script, 2)
    script.do(LookAtHand(player="bob", position=2), SetHand(player="bob", position=2, setting=chosen))
    script.to(Phase.BANKING)
    script.do(SetHouseHand(), ExposeBankHand())
    assert script.last(BankHandExposed).setting == chosen
    strict = reading == "house-way"
    assert script.state.current.hands[2].setting == (house if strict else chosen)
    assert script.refusal(ResetHouseHand(position=2)).clause == "MDT-10.F"
    assert script.play().round is None
    assert not script.events(RoundVoided)


@clause("MDT-10.D", "MDT-10.E")
@pytest.mark.parametrize("position", [7, 5], ids=["the Dead Hand", "no wager"])
@pytest.mark.parametrize("phase", [Phase.SETTING, Phase.BANKING, Phase.EXPOSING])
def test_a_tile_out_of_play_voids_the_round_until_a_hand_is_settled(table: Table, phase: Phase, position: int) -> None:
    script = table(TILES)
    script.to(phase, Plan(wagers=BOTH))
    if phase is Phase.EXPOSING:
        script.do(Surrender(player="bob", position=2))
    script.do(ExposePiece(position=position))
    assert script.last(RoundVoided).clauses == ("MDT-10.E",)
    assert [rack_of(script.state, name) for name in ("ann", "bob")] == [1_000_000, 1_000_000]
    settled = table(TILES)
    settled.to(Phase.EXPOSING, Plan(wagers=BOTH))
    settled.step()
    assert settled.refusal(ExposePiece(position=position)).clause == "MDT-10.D"
