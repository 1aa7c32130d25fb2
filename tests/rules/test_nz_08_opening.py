"""New Zealand, section 8: opening a table for gaming."""

from collections.abc import Callable

import pytest

from paigow.table import Phase
from paigow.table.script import TableScript
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.opening import (
    DisplaySet,
    InspectSet,
    ReceiveSet,
    SetDisplayed,
    SetInspected,
    SetRejected,
    SetVerified,
    TurnSetDown,
    VerifySet,
)
from paigow.tiles import TILE_SET

EmptyTable = Callable[..., TableScript]
NZ = "new-zealand"


def received(empty_table: EmptyTable) -> TableScript:
    script = empty_table(NZ)
    shuffled = TILE_SET[::-1]
    script.do(ReceiveSet(set_id="set-1", pieces=shuffled))
    return script


@pytest.mark.clause("NZ-8")
def test_the_dealer_checks_every_tile(empty_table: EmptyTable) -> None:
    script = received(empty_table)
    assert script.refusal(DisplaySet()).clause == "NZ-8.s2"
    script.do(InspectSet())
    assert script.last(SetInspected).clauses[0] == "NZ-8"
    script = empty_table(NZ)
    script.do(ReceiveSet(set_id="set-2", pieces=TILE_SET[1:]), InspectSet())
    assert script.last(SetRejected).flaws == ("missing 66",)
    assert script.state.phase is Phase.CLOSED


@pytest.mark.clause("NZ-8.s2")
def test_then_shows_them_face_up_by_rank(empty_table: EmptyTable) -> None:
    script = received(empty_table)
    script.do(InspectSet(), DisplaySet())
    shown = script.last(SetDisplayed).pieces
    assert shown == TILE_SET
    ranks = [tile.rank for tile in TILE_SET]
    assert ranks == sorted(ranks)
    assert script.last(SetDisplayed).clauses[0] == "NZ-8.s2"


@pytest.mark.clause("NZ-8.s3")
def test_the_supervisor_checks_them_as_they_lie(empty_table: EmptyTable) -> None:
    script = received(empty_table)
    script.do(InspectSet())
    assert script.refusal(VerifySet()).clause == "NZ-8.s3"
    script.do(DisplaySet())
    script.sit({"ann": 2}, 10_000)
    assert script.refusal(TurnSetDown()).clause == "NZ-8.s3"
    script.do(VerifySet())
    assert script.last(SetVerified).clauses == ("NZ-8.s3",)
    script.do(TurnSetDown())


@pytest.mark.clause("NZ-8.s4")
def test_they_stay_on_display_until_a_player_takes_a_place(empty_table: EmptyTable) -> None:
    script = received(empty_table)
    script.do(InspectSet(), DisplaySet(), VerifySet())
    assert script.refusal(TurnSetDown()).clause == "NZ-8.s4"
    assert script.refusal(OpenRound(commitment="0" * 64)).clause == "NZ-9.1"
    script.sit({"ann": 2}, 10_000)
    script.do(TurnSetDown())
    assert script.state.phase is Phase.OPEN
