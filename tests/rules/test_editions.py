"""Tables of the program's first edition keep citing every possible ground, where others cite the one that applies."""

from collections.abc import Callable

import pytest

from paigow.table import Phase
from paigow.table.script import Plan, TableScript
from paigow.table.steps.settlement import HandExposed

Table = Callable[..., TableScript]


@pytest.mark.clause("NZ-6.1.b", "NZ-10.11")
@pytest.mark.parametrize(("edition", "ground"), [(1, "NZ-6.1.b.i"), (2, "NZ-6.1.b.ii")])
def test_zero_against_zero_loses_on_a_ground_of_its_own(table: Table, edition: int, ground: str) -> None:
    script = table("new-zealand", {"edition": edition}, players={"ann": 3})
    plan = Plan(wagers={"ann": 10_000}, hands={1: "22 22 13 15", 3: "56 36 46 55"}, settings={3: "56 36 / 46 55"})
    script.to(Phase.PAYING, plan)
    exposed = script.last(HandExposed)
    assert exposed.match is not None
    assert exposed.match.clause == ground
    assert ("NZ-6.1.b.i" in exposed.clauses) is (edition == 1)


@pytest.mark.clause("MDP-11.F.1.c")
@pytest.mark.parametrize("edition", [1, 2])
def test_a_hand_set_the_wrong_way_round_is_foul(table: Table, edition: int) -> None:
    script = table("maryland-poker", {"edition": edition}, players=["ann"])
    hand, foul = "As Ac Kd Qh 9s 7c 5d", "Kd Qh 9s 7c 5d / As Ac"
    script.to(Phase.FINISHED, Plan(wagers={"ann": 1000}, hands={1: hand}, settings={1: foul}))
    cited = script.last(HandExposed).clauses
    assert "MDP-11.F.1.c" in cited
    assert ("MDP-11.F.1.d" in cited) is (edition == 1)
