"""Maryland tiles, chapter 2: the table, its layout and the shaker."""

from collections.abc import Callable

import pytest

from paigow.errors import Refused
from paigow.table import Phase
from paigow.table.floor.conduct import ConductNoted, NoteConduct
from paigow.table.floor.equipment import PassTime, RemoveSet, ReplaceDice
from paigow.table.layout import Side, layout_of, shaker_lies
from paigow.table.script import Plan, TableScript
from paigow.table.steps.delivery import Deliver
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.opening import TurnSetDown
from paigow.table.steps.seating import SitDown
from paigow.table.steps.start import ShakeDice, StartDetermined, UncoverDice
from paigow.table.view import view

clause = pytest.mark.clause
Table = Callable[..., TableScript]
TILES = "maryland-tiles"
HOUR = 3600
ANY_COMMITMENT = "0" * 64


@clause("MDT-2.A")
def test_six_players_sit_on_one_side_and_the_dealer_on_the_other(table: Table) -> None:
    script = table(TILES, players=["p1", "p2", "p3", "p4", "p5", "p6"])
    layout = layout_of(script.state.game)
    assert layout.seats == (1, 2, 3, 4, 5, 6)
    assert {area.side for area in layout.areas_of("main")} == {Side.PLAYERS}
    assert {area.side for area in layout.areas_of("dealer-hands")} == {Side.DEALER}
    for place in (0, 7, 8):
        assert script.refusal(SitDown(player="p7", position=place, seed="s")).clause == "MDT-2.A"
    assert "taken" in str(script.refusal(SitDown(player="p7", position=6, seed="s")))


@clause("MDT-2.B.1", "MDT-2.B.2", "MDT-2.B.3")
def test_the_layout_has_the_operators_name_a_betting_area_each_and_the_dead_hand(table: Table) -> None:
    layout = layout_of(table(TILES, {"operator": "Harbour House"}).state.game)
    assert (layout.inscription, layout.inscription_clause) == ("Harbour House", "MDT-2.B.1")
    wagers = layout.areas_of("main")
    assert [area.position for area in wagers] == [1, 2, 3, 4, 5, 6]
    assert {area.clause for area in wagers} == {"MDT-2.B.2"}
    (dead,) = layout.areas_of("dead-hand")
    assert (dead.position, dead.side, dead.clause) == (7, Side.LEFT, "MDT-2.B.3")


@clause("MDT-2.B.4.a")
def test_the_bonus_has_an_area_each_when_it_is_offered(table: Table) -> None:
    with_bonus = layout_of(table(TILES).state.game)
    assert [area.position for area in with_bonus.areas_of("pair-fortunes")] == [1, 2, 3, 4, 5, 6]
    without = layout_of(table(TILES, {"wagers.pair_fortunes.offered": False}).state.game)
    assert without.areas_of("pair-fortunes") == ()


@clause("MDT-2.B", "MDT-2.C")
def test_drop_box_and_tip_box_stand_on_opposite_sides_of_the_dealer_as_approved(table: Table) -> None:
    layout = layout_of(table(TILES, {"approvals.boxes": "letter 12"}).state.game)
    assert {layout.thing("drop-box").side, layout.thing("tip-box").side} == {Side.RIGHT, Side.LEFT}
    assert layout.approvals["boxes"] == "letter 12"
    assert layout.approvals["layout"]


@clause("MDT-2.D.1")
def test_three_dice_are_shaken_before_each_deal(table: Table) -> None:
    script = table(TILES)
    for _ in range(2):
        script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
        assert script.refusal(Deliver()).clause == "MDT-6.C"
        assert isinstance(script.refusal(UncoverDice()), Refused)
        script.do(ShakeDice(dice=(1, 2, 6)), UncoverDice(), Deliver())
        found = script.last(StartDetermined)
        assert (found.dice, found.number) == ((1, 2, 6), 9)
        script.play()


@clause("MDT-2.D.2", "MDT-2.D.3")
def test_the_shaker_is_the_dealers_and_is_not_left_alone(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    assert isinstance(script.refusal(ShakeDice(dice=(1, 2, 3), player="ann")), Refused)
    (noted,) = script.do(NoteConduct(kind="shaker-unattended", reporter="floor"))
    assert isinstance(noted, ConductNoted)
    assert set(noted.clauses) == {"MDT-2.D.2", "MDT-2.D.3"}
    assert script.do(ShakeDice(dice=(1, 2, 3)))


@clause("MDT-2.D.4", "MDT-2.D.7")
def test_the_shaker_is_of_an_approved_make_and_bears_the_operators_name(table: Table) -> None:
    layout = layout_of(table(TILES, {"operator": "Harbour House", "approvals.shaker": "letter 9"}).state.game)
    shaker = layout.thing("shaker")
    assert shaker.inscription == "Harbour House"
    assert "protects the integrity of the game" in map(str, shaker.qualities)
    assert layout.approvals["shaker"] == "letter 9"


@clause("MDT-2.D.5")
def test_the_shaker_holds_three_dice_also_at_rest(table: Table) -> None:
    script = table(TILES)
    assert layout_of(script.state.game).thing("dice").count == 3
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    for dice in ((1, 2), (1, 2, 3, 4), (1, 2, 7)):
        assert isinstance(script.refusal(ShakeDice(dice=dice)), Refused)  # type: ignore[arg-type]
    assert shaker_lies(script.state) == ("right", True)
    script.to(Phase.SETTING)
    assert shaker_lies(script.state) == ("right", True)


@clause("MDT-2.D.6")
def test_nobody_sees_the_dice_while_they_are_shaken(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    script.do(ShakeDice(dice=(4, 5, 6)))
    for viewer in ("ann", "bob", "dealer", "floor", "bystander"):
        assert view(script.state, viewer)["round"]["dice"] is None
    script.do(UncoverDice())
    assert view(script.state, "bystander")["round"]["dice"] == [4, 5, 6]


@clause("MDT-2.E")
def test_dice_older_than_24_hours_stop_the_table(table: Table) -> None:
    script = table(TILES)
    script.do(PassTime(now=24 * HOUR), RemoveSet(reason="12 hours"))
    script.do(*script.opening(), TurnSetDown())
    script.play(Plan(wagers={"ann": 1000}))
    script.do(PassTime(now=24 * HOUR + 1))
    refused = script.refusal(OpenRound(commitment=ANY_COMMITMENT))
    assert (refused.clause, "more than 24 hours" in str(refused)) == ("MDT-2.E", True)
    script.do(ReplaceDice())
    assert script.play(Plan(wagers={"ann": 1000})).rounds == 2


@clause("MDT-2.F")
def test_a_generator_stands_on_the_layout_with_its_approval(table: Table) -> None:
    choices = {"start": "random-number", "approvals.random_number_generator": "letter 3"}
    layout = layout_of(table(TILES, choices).state.game)
    assert layout.thing("random-number-display").clauses[0] == "MDT-2.F"
    assert layout.approvals["random_number_generator"] == "letter 3"
    assert not layout.has("shaker")
