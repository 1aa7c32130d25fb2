"""Maryland tiles, chapter 6 at the table: from "no more bets" to the shaker put away."""

from collections.abc import Callable

import pytest

from paigow.errors import Refused
from paigow.table import Phase
from paigow.table.core.model import HandStatus
from paigow.table.layout import Side, hand_lies, layout_of, shaker_lies
from paigow.table.script import Plan, TableScript
from paigow.table.steps.delivery import DealerMarked, Deliver, Delivered, EmptyCollected, ShakerRested
from paigow.table.steps.start import DiceShaken, DrawNumber, ShakeDice, StartDetermined, UncoverDice
from paigow.table.steps.wagers import NoMoreBets
from paigow.table.view import FACE_DOWN, view

clause = pytest.mark.clause
Table = Callable[..., TableScript]
TILES = "maryland-tiles"
BY_NUMBER = {"start": "random-number", "approvals.random_number_generator": "yes"}
ONE = Plan(wagers={"ann": 1000})


@clause("MDT-6.A.1", "MDT-6.A.2.d")
def test_a_random_number_is_shown_after_no_more_bets(table: Table) -> None:
    script = table(TILES, BY_NUMBER)
    script.to(Phase.BETTING, ONE)
    assert isinstance(script.refusal(DrawNumber(number=3)), Refused)
    script.to(Phase.STARTING)
    for number in (0, 9):
        assert script.refusal(DrawNumber(number=number)).clause == "MDT-6.A.1"
    assert isinstance(script.refusal(ShakeDice(dice=(1, 1, 1))), Refused)
    script.do(DrawNumber(number=8))
    found = script.last(StartDetermined)
    assert (found.number, found.start, found.dice) == (8, 7, None)
    assert {"MDT-6.A.1", "MDT-6.A.2.d"} <= set(found.clauses)


@clause("MDT-6.A.2")
def test_the_shaker_is_shaken_three_times_after_no_more_bets(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.BETTING, ONE)
    assert isinstance(script.refusal(ShakeDice(dice=(1, 2, 3))), Refused)
    script.to(Phase.STARTING)
    assert script.refusal(ShakeDice(dice=(1, 2, 3), shakes=2)).clause == "MDT-6.A.2"
    (shaken,) = script.do(ShakeDice(dice=(1, 2, 3), shakes=3))
    assert isinstance(shaken, DiceShaken)
    assert shaken.clauses == ("MDT-6.A.2",)


@clause("MDT-6.A.2.a", "MDT-6.A.2.b", "MDT-6.A.2.c", "MDT-6.A.2.d")
def test_the_lid_comes_off_on_the_shakers_area_and_the_total_is_announced(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.STARTING, ONE)
    script.do(ShakeDice(dice=(2, 6, 6)))
    assert shaker_lies(script.state) == ("right", True)
    (found,) = script.do(UncoverDice())
    assert isinstance(found, StartDetermined)
    assert {"MDT-6.A.2.a", "MDT-6.A.2.b", "MDT-6.A.2.c", "MDT-6.A.2.d"} <= set(found.clauses)
    assert found.number == 14
    assert shaker_lies(script.state) == ("shaker", False)
    assert len(layout_of(script.state.game).areas_of("shaker")) == 1


@clause("MDT-6.B", "MDT-6.B.1", "MDT-6.B.2")
@pytest.mark.parametrize(
    ("dice", "start"), [((1, 1, 1), 2), ((2, 2, 1), 4), ((2, 3, 3), 7), ((3, 3, 3), 0), ((6, 6, 6), 1)]
)
def test_the_count_goes_over_all_positions_from_the_dealer(
    table: Table, dice: tuple[int, int, int], start: int
) -> None:
    """3 is the second seat, 5 the fourth, 8 the Dead Hand, 9 the dealer again, 18 the first seat on the third lap."""
    script = table(TILES, players={"ann": 5})
    script.to(Phase.DEALING, Plan(wagers={"ann": 1000}, dice=dice))
    assert script.state.current.start.position == start


@clause("MDT-6.C", "MDT-6.C.1")
def test_stacks_go_counter_clockwise_to_every_position_from_the_dealers_right(table: Table) -> None:
    script = table(TILES, players={"ann": 5})
    order = script.to(Phase.DEALING, Plan(wagers={"ann": 1000}, dice=(1, 1, 3))).current.stack.order
    script.do(Deliver())
    delivered = script.last(Delivered)
    assert [position for position, _ in delivered.hands] == [4, 5, 6, 7, 0, 1, 2, 3]
    assert [pieces for _, pieces in delivered.hands] == [order[n : n + 4] for n in range(0, 32, 4)]
    assert {"MDT-6.C", "MDT-6.C.1"} <= set(delivered.clauses)


@clause("MDT-6.C.2")
def test_a_marker_goes_on_the_dealers_tiles(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.DEALING, ONE)
    events = script.do(Deliver())
    (marked,) = [event for event in events if isinstance(event, DealerMarked)]
    assert (marked.wager, marked.clauses) == (False, ("MDT-6.C.2",))
    assert isinstance(events[events.index(marked) - 1], Delivered)
    assert layout_of(script.state.game).has("dealer-marker")


@clause("MDT-6.D.1", "MDT-6.D.2")
def test_stacks_without_a_wager_join_the_dead_hand_unseen(table: Table) -> None:
    script = table(TILES, players={"ann": 2, "bob": 5})
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}))
    collected = script.last(EmptyCollected)
    assert collected.positions == (1, 3, 4, 5, 6)
    assert collected.clauses == ("MDT-6.D.1", "MDT-6.D.2")
    (dead,) = layout_of(script.state.game).areas_of("dead-hand")
    assert dead.side is Side.LEFT
    for position in (*collected.positions, 7):
        lie = hand_lies(script.state, position)
        assert (lie.area, lie.position, lie.face_up) == ("dead-hand", 7, False)
        for viewer in ("ann", "bob", "dealer", "floor"):
            assert view(script.state, viewer)["round"]["hands"][position]["pieces"] == [FACE_DOWN] * 4
    assert script.state.current.hands[2].status is HandStatus.DEALT


@clause("MDT-6.E.1", "MDT-6.E.2", "MDT-6.E.3")
def test_the_shaker_is_covered_shaken_once_and_put_to_the_right(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.DEALING, ONE)
    events = script.do(Deliver())
    assert isinstance(events[-1], ShakerRested)
    assert events[-1].clauses == ("MDT-6.E.1", "MDT-6.E.2", "MDT-6.E.3")
    assert shaker_lies(script.state) == ("right", True)


@clause("MDT-6.E.1")
def test_without_a_shaker_there_is_none_to_put_away(table: Table) -> None:
    script = table(TILES, BY_NUMBER)
    script.play(ONE)
    assert script.events(ShakerRested) == []


@clause("MDT-6.A.2")
def test_nothing_is_dealt_without_a_wager(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.BETTING)
    assert script.refusal(NoMoreBets()).clause == "MDT-5.D"
