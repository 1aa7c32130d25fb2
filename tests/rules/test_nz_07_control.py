"""New Zealand, section 7: who decides about the tiles of a box."""

from collections.abc import Callable, Mapping

import pytest

from paigow.table import Phase, legal_commands
from paigow.table.boxes.boxes import ChooseBox, ControlAscertained, YieldControl, nearest_first
from paigow.table.boxes.dealer_sets import SetForPlayer
from paigow.table.boxes.staking import StakeBank, TakeStake
from paigow.table.core.model import DEALER
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import AcceptBank
from paigow.table.steps.seating import BuyIn, StandBehind
from paigow.table.steps.setting import HandSet, LookAtHand, SetBankHand, SetHand, controller
from paigow.table.steps.wagers import PlaceWager
from paigow.table.view import view

Table = Callable[..., TableScript]
NZ = "new-zealand"
Wagers = Mapping[tuple[str, int], int]


def dealt(
    table: Table, wagers: Wagers, *commands: object, seats: Mapping[str, int] | None = None, edition: int = 2
) -> TableScript:
    """Deal a round with these wagers, with ann at box 2, bob at box 3, and cyd and zed behind them."""
    script = table(NZ, {"edition": edition}, players=seats or {"ann": 2, "bob": 3})
    for name in ("cyd", "zed"):
        script.do(StandBehind(player=name), BuyIn(player=name, amount=1_000_000))
    script.to(Phase.BETTING, Plan())
    for (name, box), amount in wagers.items():
        script.do(PlaceWager(player=name, position=box, amount=amount))
    script.do(*commands)  # type: ignore[arg-type]
    script.to(Phase.SETTING)
    return script


def ascertained(script: TableScript, box: int) -> ControlAscertained:
    return next(event for event in script.events(ControlAscertained) if event.position == box)


@pytest.mark.clause("NZ-7.1.a.i", "NZ-10.7")
def test_who_sits_at_the_box_decides_whatever_the_others_wager(table: Table) -> None:
    script = dealt(table, {("zed", 2): 90_000, ("ann", 2): 10_000})
    assert ascertained(script, 2).player == "ann"
    assert ascertained(script, 2).clauses[0] == "NZ-7.1.a.i"
    assert script.refusal(LookAtHand(player="zed", position=2)).clause == "NZ-10.7"
    script.do(LookAtHand(player="ann", position=2))
    assert view(script.state, "ann")["round"]["hands"][2]["pieces"][0] != "?"
    assert view(script.state, "zed")["round"]["hands"][2]["pieces"] == ["?"] * 4


@pytest.mark.clause("NZ-7.1.a.ii")
def test_with_nobody_seated_the_highest_wager_decides(table: Table) -> None:
    script = dealt(table, {("cyd", 6): 10_000, ("zed", 6): 20_000, ("ann", 6): 15_000})
    assert ascertained(script, 6).player == "zed"
    assert ascertained(script, 6).clauses[0] == "NZ-7.1.a.ii"


@pytest.mark.clause("NZ-7.1.a.ii")
def test_who_sits_there_may_leave_it_to_the_highest_wager(table: Table) -> None:
    wagers = {("ann", 2): 90_000, ("cyd", 2): 10_000, ("zed", 2): 20_000}
    script = dealt(table, wagers, YieldControl(player="ann", position=2))
    assert ascertained(script, 2).player == "zed"
    assert ascertained(script, 2).clauses[0] == "NZ-7.1.a.ii"
    script = dealt(table, {("ann", 2): 10_000})
    script.play()
    script.to(Phase.BETTING, Plan())
    script.do(PlaceWager(player="ann", position=2, amount=10_000))
    assert script.refusal(YieldControl(player="ann", position=2)).clause == "NZ-7.1.a.ii"  # to whom?
    assert script.refusal(YieldControl(player="zed", position=2)).clause == "NZ-7.1.a.ii"


@pytest.mark.clause("NZ-7.1.a.iii")
@pytest.mark.parametrize("first", ["cyd", "zed"])
def test_of_equal_wagers_the_nearest_to_the_dealer_decides(table: Table, first: str) -> None:
    second = "zed" if first == "cyd" else "cyd"
    script = dealt(table, {(first, 6): 20_000, (second, 6): 20_000})
    assert ascertained(script, 6).player == first
    assert ascertained(script, 6).clauses[0] == "NZ-7.1.a.iii"


@pytest.mark.clause("NZ-7.1.a.iii")
def test_nearest_also_decides_among_the_highest_that_are_equal(table: Table) -> None:
    script = dealt(table, {("ann", 6): 10_000, ("zed", 6): 20_000, ("cyd", 6): 20_000})
    assert ascertained(script, 6).player == "zed"


@pytest.mark.clause("NZ-7.1.b", "NZ-7.1.c")
def test_the_dealer_finds_out_before_the_round_and_places_the_wager_nearest(table: Table) -> None:
    script = table(NZ, players={"ann": 2, "bob": 3})
    script.to(Phase.BETTING, Plan())
    script.do(PlaceWager(player="bob", position=2, amount=50_000), PlaceWager(player="ann", position=2, amount=10_000))
    assert nearest_first(script.state, 2) == ("bob", "ann")
    script.to(Phase.STARTING)
    event = ascertained(script, 2)
    assert event.nearest_first == nearest_first(script.state, 2) == ("ann", "bob")
    assert {"NZ-7.1.b", "NZ-7.1.c"} <= set(event.clauses)
    assert not script.state.current.stack.cut  # the round begins with the cut


@pytest.mark.clause("NZ-7.2", "NZ-7.2.s2")
def test_nobody_controls_two_boxes_and_names_the_one(table: Table) -> None:
    wagers = {("ann", 2): 10_000, ("ann", 5): 10_000, ("ann", 6): 10_000, ("bob", 3): 10_000}
    script = dealt(table, wagers, ChooseBox(player="ann", position=5))
    assert {box: controller(script.state, box) for box in (2, 3, 5, 6)} == {2: "", 3: "bob", 5: "ann", 6: ""}
    assert script.refusal(LookAtHand(player="ann", position=2)).clause == "NZ-10.7"
    script.to(Phase.BANKING)
    by = {event.position: event.set_by for event in script.events(HandSet)}
    assert by == {2: DEALER, 3: "bob", 5: "ann", 6: DEALER}
    kit = script.state.game.kit
    for box in (2, 6):
        hand = script.state.current.hands[box]
        assert hand.setting == kit.house_set(hand.pieces).setting
        event = next(e for e in script.events(HandSet) if e.position == box)
        assert event.clauses[0] == "NZ-7.2.s2"


@pytest.mark.clause("NZ-7.2", "NZ-7.2.s2")
def test_who_names_no_box_keeps_his_seat_or_the_first(table: Table) -> None:
    script = dealt(table, {("bob", 2): 10_000, ("bob", 3): 10_000, ("zed", 5): 10_000, ("zed", 6): 10_000})
    assert {box: controller(script.state, box) for box in (2, 3, 5, 6)} == {2: "", 3: "bob", 5: "zed", 6: ""}
    assert script.refusal(ChooseBox(player="zed", position=6)).clause == "NZ-7.2.s2"


@pytest.mark.clause("NZ-7.2.s2")
def test_the_dealer_sets_the_other_box_whoever_else_wagers_there(table: Table) -> None:
    wagers = {("zed", 5): 20_000, ("cyd", 5): 10_000, ("zed", 6): 20_000, ("cyd", 7): 10_000}
    script = dealt(table, wagers, ChooseBox(player="zed", position=6))
    assert {box: controller(script.state, box) for box in (5, 6, 7)} == {5: "", 6: "zed", 7: "cyd"}
    assert ascertained(script, 5).clauses == ("NZ-7.2.s2", "NZ-7.2")
    assert script.refusal(LookAtHand(player="cyd", position=5)).clause == "NZ-10.7"
    script.to(Phase.BANKING)
    hand = script.state.current.hands[5]
    assert (hand.set_by, hand.setting) == (DEALER, script.state.game.kit.house_set(hand.pieces).setting)


@pytest.mark.clause("NZ-7.2", "NZ-7.2.s2")
@pytest.mark.parametrize(("edition", "decides"), [(1, "cyd"), (2, "")])
def test_a_table_of_the_first_edition_keeps_giving_the_box_to_the_next_in_line(
    table: Table, edition: int, decides: str
) -> None:
    wagers = {("zed", 5): 20_000, ("cyd", 5): 10_000, ("zed", 6): 20_000}
    script = dealt(table, wagers, ChooseBox(player="zed", position=6), edition=edition)
    assert {box: controller(script.state, box) for box in (5, 6)} == {5: decides, 6: "zed"}


@pytest.mark.clause("NZ-7.2.s2")
def test_a_box_is_named_only_with_a_wager_on_it(table: Table) -> None:
    script = table(NZ)
    script.to(Phase.BETTING, Plan())
    assert script.refusal(ChooseBox(player="ann", position=5)).clause == "NZ-7.2.s2"
    assert not [o for o in legal_commands(script.state, "ann") if isinstance(o.command, ChooseBox)]


@pytest.mark.clause("NZ-7.3")
def test_those_who_share_the_bank_decide_together(table: Table) -> None:
    script = table(NZ, players={"ann": 2, "bob": 3, "cyd": 4})
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000, "cyd": 10_000}))
    script.do(PlaceWager(player="bob", position=2, amount=10_000))
    script.play()
    script.begin(Plan(wagers={"cyd": 20_000}))
    script.step()
    script.do(AcceptBank(player="ann", sharers=("bob",)))
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="cyd", position=4, amount=20_000))
    script.do(StakeBank(player="ann", amount=10_000), StakeBank(player="bob", amount=10_000), TakeStake())
    script.to(Phase.BANKING)
    script.do(LookAtHand(player="bob", position=2))
    for name in ("ann", "bob"):
        assert view(script.state, name)["round"]["hands"][2]["pieces"][0] != "?"
    assert view(script.state, "cyd")["round"]["hands"][2]["pieces"] == ["?"] * 4
    setting = script.state.game.kit.settings(script.state.current.hands[2].pieces)[0]
    assert script.refusal(SetBankHand(player="cyd", setting=setting)).clause == "NZ-11.2.d"
    script.do(SetBankHand(player="bob", setting=setting))
    assert script.state.current.hands[2].setting == setting


@pytest.mark.clause("NZ-10.7", "NZ-7.2.s2")
def test_the_dealer_sets_only_where_it_is_his_to_set(table: Table) -> None:
    script = dealt(table, {("ann", 2): 10_000, ("bob", 3): 10_000})
    assert script.refusal(SetForPlayer(position=2)).clause == "NZ-10.4.a"
    setting = script.state.game.kit.settings(script.state.current.hands[2].pieces)[0]
    assert script.refusal(SetHand(player="bob", position=2, setting=setting)).clause == "NZ-10.7"
