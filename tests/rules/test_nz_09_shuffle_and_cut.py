"""New Zealand, section 9: shuffle, laja, dice and cut."""

from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from paigow.table import Phase, legal_commands
from paigow.table.boxes.cutting import (
    AdjustmentNominated,
    CutDirected,
    CutTiles,
    DeclineCut,
    DirectCut,
    NominateAdjustment,
    TilesCut,
)
from paigow.table.boxes.laja import Laja, LajaCalled, LajaPerformed, PerformLaja, RequestLaja
from paigow.table.floor.irregularities import CallNoRoll, ExposeInStacking, NoRollCalled
from paigow.table.script import Plan, TableScript
from paigow.table.steps.delivery import Delivered
from paigow.table.steps.mixing import Mix, Mixed
from paigow.table.steps.start import ChooseDelivery, DiceShaken, ShakeDice, StartDetermined, UncoverDice
from paigow.table.steps.wagers import BetsClosed, NoMoreBets
from paigow.table.view import view
from paigow.tiles import TILE_SET

Table = Callable[..., TableScript]
NZ = "new-zealand"
THREE = {"ann": 2, "bob": 3, "cyd": 4}
ALL = {"ann": 10_000, "bob": 10_000, "cyd": 10_000}
OTHERS = {"ann": 10_000, "cyd": 10_000}
YAT = {"name": "yat-dong-dong-right", "approval": "letter 1", "groups": []}
CUP_SAY = {"name": "cup-say-top-right", "approval": "letter 2", "groups": []}
PONG_YUN = {
    "name": "pong-yun-left",
    "approval": "letter 3",
    "groups": [[4 * ((2 * n + stack) % 8) + n for n in range(4)] for stack in range(8)],
}
ORDER = TILE_SET[::-1]


def banked(
    table: Table, phase: Phase, choices: Mapping[str, object] | None = None, plan: Plan | None = None
) -> TableScript:
    """Let bob bank, and play to this phase."""
    script = table(NZ, choices or {}, players=THREE)
    script.play(Plan(wagers=ALL))
    script.to(phase, plan or Plan(wagers=OTHERS, bank="bob"))
    return script


@pytest.mark.clause("NZ-9.1", "NZ-9.1.s2", "NZ-1.shuffle")
def test_all_tiles_are_shuffled_and_stacked_before_each_round(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    script.play(Plan(wagers=ALL))
    first, second = script.events(Mixed)
    assert Counter(first.order) == Counter(second.order) == Counter(TILE_SET)
    assert first.order != second.order
    script.begin(Plan())
    script.to(Phase.MIXING)
    assert script.refusal(Mix(order=ORDER[:31])).clause == "NZ-9.1"
    script.do(Mix(order=ORDER))
    assert script.refusal(Mix(order=ORDER)).clause == "NZ-9.1"
    seen = view(script.state, "ann")["round"]
    assert seen["hands"] == {}
    assert "order" not in seen  # face down


@pytest.mark.clause("NZ-9.2.a", "NZ-1.laja")
def test_any_player_may_ask_for_a_laja_when_the_house_banks(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.BETTING, Plan(wagers=ALL))
    before = script.state.current.stack.order
    assert "not at this table" in str(script.refusal(RequestLaja(player="nobody")))
    script.do(RequestLaja(player="cyd"))
    assert script.last(LajaCalled).clauses == ("NZ-9.2.a",)
    assert script.refusal(NoMoreBets()).clause == "NZ-9.4"  # the dealer has to perform it
    script.step()
    assert Counter(script.last(LajaPerformed).order) == Counter(TILE_SET)
    assert script.state.current.stack.order == script.last(LajaPerformed).order != before
    assert script.state.phase is Phase.BETTING


@pytest.mark.clause("NZ-9.2.b")
def test_only_the_player_banker_may_ask_when_a_player_banks(table: Table) -> None:
    script = banked(table, Phase.BETTING)
    assert script.refusal(RequestLaja(player="ann")).clause == "NZ-9.2.b"
    script.do(RequestLaja(player="bob"))
    assert script.last(LajaCalled).clauses == ("NZ-9.2.b",)


@pytest.mark.clause("NZ-9.2.a", "NZ-9.2.b")
def test_a_laja_comes_after_stacking_and_before_the_cut_is_determined(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.begin(Plan(wagers=ALL))
    assert script.refusal(RequestLaja(player="ann")).clause == "NZ-9.2.a"
    script.to(Phase.STARTING)
    script.step()
    assert RequestLaja(player="ann") in [offer.command for offer in legal_commands(script.state, "ann")]
    script.do(RequestLaja(player="ann"), PerformLaja(order=ORDER))
    assert script.state.phase is Phase.STARTING  # the bets stay closed, and the dice shaken
    script.do(CutTiles())
    assert script.refusal(RequestLaja(player="ann")).clause == "NZ-9.2.a"
    script = banked(table, Phase.STARTING)
    script.step()
    script.do(DeclineCut(player="bob"))
    assert script.refusal(RequestLaja(player="bob")).clause == "NZ-9.2.b"


@pytest.mark.clause("NZ-9.3")
def test_one_laja_on_request_and_no_more(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.BETTING, Plan())
    script.do(RequestLaja(player="ann"), PerformLaja(order=ORDER))
    assert script.refusal(RequestLaja(player="bob")).clause == "NZ-9.3"


@pytest.mark.clause("NZ-9.3", "NZ-12.1")
def test_a_laja_for_an_irregularity_does_not_use_up_the_request(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.BETTING, Plan())
    script.do(ExposeInStacking(), PerformLaja(order=ORDER))
    script.do(RequestLaja(player="bob"), PerformLaja(order=TILE_SET))
    assert script.state.current.part(Laja).performed == 2
    assert script.refusal(RequestLaja(player="ann")).clause == "NZ-9.3"


@pytest.mark.clause("NZ-9.4")
def test_no_more_bets_is_called_then_the_dice_are_shaken_then_the_tiles_cut(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.BETTING, Plan(wagers=ALL))
    assert script.refusal(ShakeDice(dice=(1, 2, 3))).clause == "NZ-9.4"
    script.to(Phase.STARTING)
    assert script.last(BetsClosed).clauses == ("NZ-9.4",)
    assert script.refusal(CutTiles()).clause == "NZ-9.5"
    script.do(ShakeDice(dice=(1, 2, 3), shakes=1))
    assert script.last(DiceShaken).clauses == ("NZ-9.4",)
    assert script.refusal(UncoverDice()).clause == "NZ-9.5"
    script.do(CutTiles(), UncoverDice())


@pytest.mark.clause("NZ-9.4.s2")
def test_the_player_banker_may_shake_after_the_dealer(table: Table) -> None:
    script = banked(table, Phase.STARTING)
    assert script.refusal(ShakeDice(dice=(6, 6, 6), player="bob")).clause == "NZ-9.4"
    script.do(ShakeDice(dice=(1, 1, 1)))
    assert script.refusal(ShakeDice(dice=(6, 6, 6), player="ann")).clause == "NZ-9.4.s2"
    script.do(ShakeDice(dice=(6, 6, 6), player="bob"))
    assert script.refusal(ShakeDice(dice=(5, 5, 5), player="bob")).clause == "NZ-9.4"
    script.do(CutTiles(), UncoverDice())
    assert script.last(StartDetermined).dice == (6, 6, 6)


@pytest.mark.clause("NZ-9.5", "NZ-9.5.s2", "NZ-1.approved-cut.b")
def test_when_the_house_banks_the_cut_is_yat_dong_dong_or_as_the_supervisor_directs(table: Table) -> None:
    script = table(NZ, {"cuts": [YAT, CUP_SAY]}, players=THREE)
    script.play(Plan(wagers=ALL))
    assert script.last(TilesCut).delivery == "yat-dong-dong-right"
    assert {"NZ-9.5", "NZ-9.5.s2"} <= set(script.last(TilesCut).clauses)
    script.to(Phase.STARTING, Plan(wagers=ALL))
    script.step()
    assert script.refusal(ChooseDelivery(delivery="cup-say-top-right")).clause == "NZ-9.5.s3"
    assert script.refusal(DirectCut(delivery="jung-quat-top")).clause == "NZ-9.5.s2"  # not approved here
    script.do(DirectCut(delivery="cup-say-top-right"), CutTiles())
    assert script.last(CutDirected).clauses == ("NZ-9.5.s2",)
    assert script.last(TilesCut).delivery == "cup-say-top-right"
    script.to(Phase.SETTING)
    assert script.last(Delivered).delivery == "cup-say-top-right"


@pytest.mark.clause("NZ-9.5.s3")
def test_a_player_banker_may_decide_the_cut(table: Table) -> None:
    script = banked(table, Phase.STARTING, {"cuts": [YAT, CUP_SAY]})
    assert script.refusal(ChooseDelivery(delivery="cup-say-top-right", player="bob")).clause == "NZ-9.5.s3"
    script.step()
    assert script.refusal(ChooseDelivery(delivery="cup-say-top-right", player="ann")).clause == "NZ-9.5.s3"
    assert script.refusal(DirectCut(delivery="cup-say-top-right")).clause == "NZ-9.5.s3"
    script.do(ChooseDelivery(delivery="cup-say-top-right", player="bob"), CutTiles())
    assert script.last(TilesCut).delivery == "cup-say-top-right"


@pytest.mark.clause("NZ-9.5.s4")
def test_a_player_banker_who_declines_leaves_it_to_the_house(table: Table) -> None:
    script = banked(table, Phase.STARTING, {"cuts": [YAT, CUP_SAY]})
    script.step()
    script.do(DeclineCut(player="bob"))
    assert script.refusal(ChooseDelivery(delivery="cup-say-top-right", player="bob")).clause == "NZ-9.5.s3"
    script.do(DirectCut(delivery="cup-say-top-right"), CutTiles())
    assert script.last(CutDirected).clauses == ("NZ-9.5.s4",)
    assert script.last(TilesCut).delivery == "cup-say-top-right"
    script = banked(table, Phase.STARTING, {"cuts": [YAT, CUP_SAY]})
    script.step()
    script.do(CutTiles())  # not answering means declining
    assert script.last(TilesCut).delivery == "yat-dong-dong-right"
    assert "NZ-9.5.s4" in script.last(TilesCut).clauses


@pytest.mark.clause("NZ-9.5", "NZ-1.approved-cut.b", "NZ-1.cut")
def test_a_cut_in_the_manner_the_operator_had_approved(table: Table) -> None:
    script = banked(table, Phase.STARTING, {"cuts": [YAT, PONG_YUN]}, Plan(wagers=OTHERS, bank="bob", order=ORDER))
    script.step()
    script.do(ChooseDelivery(delivery="pong-yun-left", player="bob"))
    script.to(Phase.SETTING)
    start = script.last(StartDetermined).start
    groups = PONG_YUN["groups"]
    assert isinstance(groups, list)
    first = tuple(ORDER[place] for place in groups[0])
    assert script.state.current.hands[start].pieces == first


@pytest.mark.clause("NZ-9.6", "NZ-9.6.s2", "NZ-9.7")
@pytest.mark.parametrize("value", [4, -4])
def test_the_player_banker_adjusts_the_point_of_delivery(table: Table, value: int) -> None:
    script = banked(table, Phase.STARTING)
    script.do(ShakeDice(dice=(1, 2, 3)))
    assert script.refusal(NominateAdjustment(player="bob", value=value)).clause == "NZ-9.6"  # the cut comes first
    script.do(CutTiles())
    assert script.refusal(NominateAdjustment(player="ann", value=value)).clause == "NZ-9.6"
    assert script.refusal(NominateAdjustment(player="bob", value=3)).clause == "NZ-9.6"
    script.do(NominateAdjustment(player="bob", value=value))
    assert "NZ-9.7" in script.last(AdjustmentNominated).clauses
    assert script.state.current.start.adjustment == value
    assert script.refusal(NominateAdjustment(player="bob", value=value)).clause == "NZ-9.6"
    script.do(UncoverDice())
    # bob's box 3 is 1; 6 + 4 = 10 and 6 - 4 = 2 both count to box 4
    assert script.last(StartDetermined).start == 4
    assert script.refusal(NominateAdjustment(player="bob", value=value)).clause == "NZ-9.6"


@pytest.mark.clause("NZ-9.6")
def test_no_adjustment_where_it_is_not_offered_or_the_house_banks(table: Table) -> None:
    script = banked(table, Phase.STARTING, {"bank.adjustment": False})
    script.step()
    script.do(CutTiles())
    assert script.refusal(NominateAdjustment(player="bob", value=4)).clause == "NZ-9.6"
    script = table(NZ, players=THREE)
    script.to(Phase.STARTING, Plan(wagers=ALL))
    script.step()
    script.do(CutTiles())
    assert script.refusal(NominateAdjustment(player="bob", value=4)).clause == "NZ-9.6"


@pytest.mark.clause("NZ-9.8", "NZ-3.3.c")
def test_the_cover_comes_off_and_until_then_nobody_sees_the_dice(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.STARTING, Plan(wagers=ALL, dice=(4, 5, 6)))
    script.step()
    assert script.state.current.start.covered
    assert all(view(script.state, who)["round"]["dice"] is None for who in ("ann", "dealer", "floor", "nobody"))
    script.do(CutTiles(), UncoverDice())
    assert "NZ-9.8" in script.last(StartDetermined).clauses
    assert view(script.state, "ann")["round"]["dice"] == [4, 5, 6]


@pytest.mark.clause("NZ-9.8.s2")
def test_dice_that_do_not_lie_flat_are_shaken_again(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.STARTING, Plan(wagers=ALL))
    script.do(ShakeDice(dice=(1, 1, 1)), CutTiles(), CallNoRoll(reason="not-flat"))
    assert script.last(NoRollCalled).clauses == ("NZ-9.8.s2",)
    assert script.refusal(UncoverDice()).clause == "NZ-9.4"
    script.do(ShakeDice(dice=(2, 2, 2)), UncoverDice())
    assert script.last(StartDetermined).dice == (2, 2, 2)


@pytest.mark.clause("NZ-9.9", "NZ-9.9.s2", "NZ-1.total")
@pytest.mark.parametrize(
    ("dice", "house", "bob"), [((1, 1, 1), 3, 5), ((3, 3, 3), 1, 3), ((6, 6, 5), 1, 3), ((6, 6, 6), 2, 4)]
)
def test_the_count_goes_from_the_chung_which_is_1_9_and_17(
    table: Table, dice: tuple[int, int, int], house: int, bob: int
) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL, dice=dice))
    assert script.last(StartDetermined).start == house
    assert script.last(StartDetermined).number == sum(dice)
    script.play(Plan(wagers=OTHERS, bank="bob", dice=dice))
    assert script.last(StartDetermined).start == bob
    assert {"NZ-9.9", "NZ-9.9.s2"} <= set(script.last(StartDetermined).clauses)
