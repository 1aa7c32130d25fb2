"""Maryland tiles, chapter 3, section A: the set in play."""

from collections.abc import Callable

import pytest

from paigow.table import Phase
from paigow.table.floor.equipment import PassTime, RemoveSet
from paigow.table.script import Plan, TableScript
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.opening import InspectSet, ReceiveSet, SetRejected, TurnSetDown

clause = pytest.mark.clause
Table = Callable[..., TableScript]
TILES = "maryland-tiles"
HOUR = 3600
ANY_COMMITMENT = "0" * 64


@clause("MDT-3.A.1")
@pytest.mark.parametrize("fault", ["missing", "too many", "another's", "damaged"])
def test_a_set_that_is_not_as_it_must_be_is_not_played_with(empty_table: Table, fault: str) -> None:
    script = empty_table(TILES)
    full = script.state.game.kit.full_set
    pieces = {"missing": full[1:], "too many": (*full, full[0]), "another's": (full[2], *full[1:])}.get(fault, full)
    script.do(ReceiveSet(set_id="a", pieces=pieces))
    script.do(InspectSet(flaws=("13 is chipped",) if fault == "damaged" else ()))
    assert script.last(SetRejected).flaws
    assert script.state.phase is Phase.CLOSED
    assert script.refusal(ReceiveSet(set_id="a", pieces=full)).clause == "MDT-4.C.3.a"


@clause("MDT-3.A.2")
def test_after_12_hours_no_round_opens_until_the_set_is_changed(table: Table) -> None:
    script = table(TILES)
    script.do(PassTime(now=12 * HOUR - 1))
    script.play(Plan(wagers={"ann": 1000}))
    script.do(PassTime(now=12 * HOUR))
    refused = script.refusal(OpenRound(commitment=ANY_COMMITMENT))
    assert (refused.clause, "after 12 hours" in str(refused)) == ("MDT-3.A.2", True)
    script.do(RemoveSet(reason="12 hours"))
    script.do(*script.opening(), TurnSetDown())
    assert script.play(Plan(wagers={"ann": 1000})).rounds == 2


@clause("MDT-3.A.2")
def test_an_operator_may_change_sets_sooner(table: Table) -> None:
    script = table(TILES, {"equipment.tiles_hours": 4})
    script.do(PassTime(now=4 * HOUR))
    assert script.refusal(OpenRound(commitment=ANY_COMMITMENT)).clause == "MDT-3.A.2"
