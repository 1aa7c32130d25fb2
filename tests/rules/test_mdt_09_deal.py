"""Maryland tiles, chapter 9, sections I to N: the bank chooses the delivery and shakes the dice, and the deal."""

from collections.abc import Callable

import pytest

from paigow.table import Phase
from paigow.table.core.model import HandStatus
from paigow.table.floor.irregularities import CallNoRoll, NoRollCalled
from paigow.table.layout import Lie, Side, dealer_wager_lies, hand_lies, layout_of, shaker_lies
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import DirectDealerWager
from paigow.table.steps.delivery import DealerMarked, Deliver, Delivered, EmptyCollected, ShakerRested
from paigow.table.steps.setting import LookAtHand
from paigow.table.steps.start import ChooseDelivery, DeliveryChosen, DiceShaken, ShakeDice, StartDetermined, UncoverDice
from paigow.table.view import FACE_DOWN, view
from paigow.tiles import MARYLAND_DELIVERIES

Table = Callable[..., TableScript]
clause = pytest.mark.clause
TILES = "maryland-tiles"
SEATS = {"ann": 1, "bob": 3, "cyd": 4}
WAGERS = {"ann": 1000, "cyd": 1000}
BANKS = Plan(wagers=WAGERS, bank="bob")
STYLES = list(MARYLAND_DELIVERIES)


def second(table: Table) -> TableScript:
    """A table after its first round. Bob may bank at 3, and 2, 5 and 6 are free."""
    script = table(TILES, players=SEATS)
    script.play(Plan(wagers={**WAGERS, "bob": 1000}))
    return script


def order(script: TableScript) -> list[str]:
    """Return the kinds of the events so far."""
    return [type(event).__name__ for _, events in script.history for event in events]


# J: the bank's choices


@clause("MDT-9.J")
@pytest.mark.parametrize("style", STYLES)
def test_the_bank_has_any_style_of_chapter_7_after_no_more_bets(table: Table, style: str) -> None:
    script = second(table)
    choose = ChooseDelivery(player="bob", delivery=style)
    script.to(Phase.BETTING, BANKS)
    assert script.refusal(choose).clause == "MDT-6.A.1"
    script.to(Phase.STARTING)
    for other in ("", "ann", "cyd"):
        assert script.refusal(ChooseDelivery(player=other, delivery=style)).clause == "MDT-9.J"
    (chosen,) = script.do(choose)
    assert isinstance(chosen, DeliveryChosen)
    assert "MDT-9.J" in chosen.clauses
    tiles = script.state.current.stack.order
    script.to(Phase.SETTING)
    dealt = script.last(Delivered)
    assert dealt.delivery == style
    groups = MARYLAND_DELIVERIES[style].groups
    assert [pieces for _, pieces in dealt.hands] == [tuple(tiles[n] for n in group) for group in groups]
    assert "MDT-9.J.1" not in dealt.clauses


@clause("MDT-9.J.1")
def test_without_a_choice_stacks_are_delivered_as_in_chapter_6(table: Table) -> None:
    script = second(table)
    script.to(Phase.SETTING, BANKS)
    dealt = script.last(Delivered)
    assert dealt.delivery == "house-way-right"
    assert {"MDT-9.J.1", "MDT-6.C"} <= set(dealt.clauses)
    tiles = script.state.current.stack.order
    assert [pieces for _, pieces in dealt.hands] == [tiles[4 * n : 4 * n + 4] for n in range(8)]


@clause("MDT-9.J.2")
def test_the_bank_shakes_at_least_three_times(table: Table) -> None:
    script = second(table)
    script.to(Phase.STARTING, BANKS)
    dice = (1, 2, 3)
    for other in ("", "ann", "cyd"):
        assert script.refusal(ShakeDice(player=other, dice=dice)).clause == "MDT-9.J.2"
    for shakes in (0, 1, 2):
        assert script.refusal(ShakeDice(player="bob", dice=dice, shakes=shakes)).clause == "MDT-9.J.2"
    assert script.refusal(UncoverDice()).clause == "MDT-6.A.2"
    (shaken,) = script.do(ShakeDice(player="bob", dice=dice, shakes=3))
    assert shaken == DiceShaken(dice=dice, shakes=3, player="bob", clauses=("MDT-9.J.2",))
    assert script.refusal(ChooseDelivery(player="bob", delivery="chee-yee")).clause == "MDT-9.J"


@clause("MDT-9.J.3", "MDT-9.J.4", "MDT-9.K")
@pytest.mark.parametrize(("dice", "start"), [((1, 1, 1), 5), ((1, 2, 2), 7), ((1, 2, 3), 0), ((3, 3, 3), 3)])
def test_the_dealer_takes_off_the_lid_and_announces_the_total(
    table: Table, dice: tuple[int, int, int], start: int
) -> None:
    script = second(table)
    script.to(Phase.STARTING, BANKS)
    script.do(ShakeDice(player="bob", dice=dice))
    assert view(script.state, "bob")["round"]["dice"] is None
    assert shaker_lies(script.state) == ("right", True)
    (found,) = script.do(UncoverDice())
    assert isinstance(found, StartDetermined)
    assert {"MDT-9.J.3", "MDT-9.J.4", "MDT-9.K"} <= set(found.clauses)
    assert (found.number, found.start) == (sum(dice), start)
    assert shaker_lies(script.state) == ("shaker", False)
    assert layout_of(script.state.game).areas_of("shaker")
    assert view(script.state, "ann")["round"]["dice"] == list(dice)


@clause("MDT-9.J.5")
def test_a_bank_that_lifts_the_lid_covers_and_shakes_again(table: Table) -> None:
    script = second(table)
    script.to(Phase.STARTING, BANKS)
    lifted = CallNoRoll(reason="lid-lifted")
    assert script.refusal(lifted).clause == "MDT-9.J.5"
    script.do(ShakeDice(player="bob", dice=(1, 1, 1)))
    (called,) = script.do(lifted)
    assert called == NoRollCalled(reason="lid-lifted", clauses=("MDT-9.J.5",))
    assert shaker_lies(script.state) == ("right", True)
    assert script.refusal(UncoverDice()).clause == "MDT-6.A.2"
    assert script.refusal(ShakeDice(dice=(2, 2, 2))).clause == "MDT-9.J.2"
    script.do(ShakeDice(player="bob", dice=(2, 2, 2)), UncoverDice())
    assert script.last(StartDetermined).number == 6


@clause("MDT-9.J.5")
def test_no_bank_lifts_the_lid_when_the_dealer_shakes(table: Table) -> None:
    script = second(table)
    script.to(Phase.STARTING, Plan(wagers=WAGERS))
    script.do(ShakeDice(dice=(1, 1, 1)))
    assert script.refusal(CallNoRoll(reason="lid-lifted")).clause == "MDT-9.J.5"


# L: the deal


@clause("MDT-9.L.1", "MDT-9.L.2", "MDT-9.K")
@pytest.mark.parametrize("style", ["", "pin-say-left"])
@pytest.mark.parametrize("dice", [(1, 1, 1), (2, 3, 3), (6, 6, 6)])
def test_groups_go_counter_clockwise_from_the_start_to_every_position(
    table: Table, dice: tuple[int, int, int], style: str
) -> None:
    script = second(table)
    script.to(Phase.STARTING, Plan(wagers=WAGERS, bank="bob", dice=dice))
    if style:
        script.do(ChooseDelivery(player="bob", delivery=style))
    assert script.refusal(Deliver()).clause == "MDT-6.C"
    tiles = script.state.current.stack.order
    script.to(Phase.SETTING)
    dealt = script.last(Delivered)
    assert {"MDT-9.L.1", "MDT-9.L.2"} <= set(dealt.clauses)
    first = (3 + sum(dice) - 1) % 8  # bob at 3 is one
    groups = MARYLAND_DELIVERIES[style or "house-way-right"].groups
    assert dealt.start == first
    assert dealt.hands[0] == (first, tuple(tiles[n] for n in groups[0]))
    assert [position for position, _ in dealt.hands] == [(first + k) % 8 for k in range(8)]
    assert all(len(pieces) == 4 for _, pieces in dealt.hands)


@clause("MDT-9.I", "MDT-9.I.3", "MDT-9.L.3")
def test_the_dealers_wager_tops_the_dealers_stack_as_soon_as_it_is_dealt(table: Table) -> None:
    script = second(table)
    script.to(Phase.DEALING, BANKS)
    assert dealer_wager_lies(script.state) == "dealer-wager"
    script.to(Phase.SETTING)
    marked = script.last(DealerMarked)
    assert marked.wager
    assert {"MDT-9.I.3", "MDT-9.L.3"} <= set(marked.clauses)
    assert "MDT-6.C.2" not in marked.clauses  # not the marker
    done = order(script)
    assert done[done.index("Delivered", done.index("DealerWagered")) + 1] == "DealerMarked"
    assert dealer_wager_lies(script.state) == "on the dealer's pieces"
    script.to(Phase.FINISHED)
    assert dealer_wager_lies(script.state) == "", "it is settled"
    script.play()
    assert dealer_wager_lies(script.state) == ""
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}))
    assert dealer_wager_lies(script.state) == "", "the house banks"


@clause("MDT-9.L.3")
@pytest.mark.parametrize("co", [True, False])
def test_a_dealer_without_a_wager_has_the_marker(table: Table, co: bool) -> None:
    script = second(table)
    script.to(Phase.BETTING, Plan(wagers=WAGERS, bank="bob", co=co))
    if not co:
        script.do(DirectDealerWager(player="bob", amount=0))
    script.to(Phase.SETTING)
    marked = script.last(DealerMarked)
    assert not marked.wager
    assert {"MDT-9.L.3", "MDT-6.C.2"} <= set(marked.clauses)


# M, N: what nobody plays, and the shaker


@clause("MDT-9.M.1", "MDT-9.M.2")
@pytest.mark.parametrize(("wager", "collected"), [(1000, (2, 5, 6)), (0, (0, 2, 5, 6))])
def test_stacks_that_nobody_plays_join_the_dead_hand_unseen(
    table: Table, wager: int, collected: tuple[int, ...]
) -> None:
    script = second(table)
    script.to(Phase.BETTING, BANKS)
    script.do(DirectDealerWager(player="bob", amount=wager))
    script.to(Phase.SETTING)
    event = script.last(EmptyCollected)
    assert event.clauses == ("MDT-9.M.1", "MDT-9.M.2")
    assert tuple(sorted(event.positions)) == collected
    hands = script.state.current.hands
    assert [p for p, hand in hands.items() if hand.status is HandStatus.COLLECTED] == list(collected)
    for position in (*collected, 7):
        assert hand_lies(script.state, position) == Lie("dead-hand", 7, False, "stack")
        for viewer in ("ann", "bob", "cyd", "dealer", "floor"):
            assert view(script.state, viewer)["round"]["hands"][position]["pieces"] == [FACE_DOWN] * 4
    (area,) = layout_of(script.state.game).areas_of("dead-hand")
    assert area.side is Side.LEFT
    assert hands[3].status is HandStatus.DEALT  # the bank's is never collected
    script.do(LookAtHand(player="bob", position=3))


@clause("MDT-9.N.1", "MDT-9.N.2")
def test_then_the_shaker_is_covered_shaken_once_and_put_to_the_right(table: Table) -> None:
    script = second(table)
    script.to(Phase.DEALING, BANKS)
    assert shaker_lies(script.state) == ("shaker", False)
    script.to(Phase.SETTING)
    assert script.last(ShakerRested).clauses == ("MDT-9.N.1", "MDT-9.N.2")
    assert order(script)[-2:] == ["EmptyCollected", "ShakerRested"]
    assert shaker_lies(script.state) == ("right", True)
    assert layout_of(script.state.game).thing("shaker").side is Side.RIGHT
