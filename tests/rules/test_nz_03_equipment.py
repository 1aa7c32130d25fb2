"""New Zealand, section 3 and appendix 1: table, layout and equipment."""

from collections import Counter
from collections.abc import Callable

import pytest

from paigow.table import Phase
from paigow.table.boxes.boxes import chung
from paigow.table.boxes.cutting import CutTiles, NominateAdjustment
from paigow.table.layout import Layout, Lie, Side, hand_lies, layout_of
from paigow.table.script import Plan, TableScript
from paigow.table.steps.opening import InspectSet, ReceiveSet, SetRejected
from paigow.table.steps.seating import SitDown
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager
from paigow.table.view import view
from paigow.tiles import TILE_SET, Tile

Table = Callable[..., TableScript]
NZ = "new-zealand"
THREE = {"ann": 2, "bob": 3, "cyd": 4}
ALL = {"ann": 10_000, "bob": 10_000, "cyd": 10_000}


@pytest.fixture
def layout(empty_table: Table) -> Callable[..., Layout]:
    def build(**choices: object) -> Layout:
        dotted = {name.replace("__", "."): value for name, value in choices.items()}
        return layout_of(empty_table(NZ, dotted).state.game)

    return build


@pytest.mark.clause("NZ-3.1", "NZ-3.1.s2")
def test_eight_places_across_from_the_dealer_and_a_drop_box(layout: Callable[..., Layout], empty_table: Table) -> None:
    table = layout()
    assert table.seats == (1, 2, 3, 4, 5, 6, 7, 8)
    assert table.thing("drop-box").clauses == ("NZ-3.1.s2",)
    script = empty_table(NZ)
    script.do(*script.opening())
    for place in table.seats:
        script.do(SitDown(player=f"p{place}", position=place, seed="x"))
    assert script.refusal(SitDown(player="p9", position=9, seed="x")).clause == "NZ-3.1"
    assert script.refusal(SitDown(player="p9", position=8, seed="x")).clause == "NZ-3.1"


@pytest.mark.clause("NZ-3.2.a", "NZ-3.2.b", "NZ-A1", "NZ-1.box", "NZ-1.banker-wager-area", "NZ-1.losing-wager-area")
def test_the_cloth_has_eight_numbered_boxes_and_the_dealers_areas(layout: Callable[..., Layout]) -> None:
    table = layout()
    boxes = table.areas_of("main")
    assert [(area.position, area.inscription) for area in boxes] == [(n, str(n)) for n in range(1, 9)]
    assert all(area.side is Side.PLAYERS for area in boxes)
    for kind, clause in (("banker-wager", "NZ-1.banker-wager-area"), ("losing-wagers", "NZ-1.losing-wager-area")):
        (area,) = table.areas_of(kind)
        assert (area.side, area.clause) == (Side.DEALER, clause)
    assert table.areas_of("used-tiles")
    assert table.thing("float-tray").side is Side.DEALER
    assert table.inscription_clause == "NZ-A1"


@pytest.mark.clause("NZ-3.2.a")
def test_wagers_stand_in_one_of_the_eight_boxes(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.BETTING, Plan())
    for box in (0, 9):
        assert script.refusal(PlaceWager(player="ann", position=box, amount=10_000)).clause == "NZ-3.2.a"


@pytest.mark.clause("NZ-3.3.a", "NZ-3.3.a.i", "NZ-1.tile")
def test_a_set_has_the_32_tiles_of_appendix_3(layout: Callable[..., Layout], empty_table: Table) -> None:
    assert layout().thing("tiles").count == len(TILE_SET) == 32
    wrong = (*TILE_SET[:-1], Tile("66"))
    script = empty_table(NZ)
    script.do(ReceiveSet(set_id="set-1", pieces=wrong), InspectSet())
    assert script.last(SetRejected).flaws == ("missing 12", "one 66 too many")
    counts = Counter(TILE_SET)
    single = " ".join(str(tile) for tile, count in counts.items() if count == 1)
    assert single == "36 45 26 35 25 34 24 14 23 12"
    assert len(counts) == 21


@pytest.mark.clause("NZ-3.3.a.ii")
def test_tiles_that_can_be_told_apart_from_behind_are_not_used(
    layout: Callable[..., Layout], empty_table: Table
) -> None:
    assert "alike in size, shape and back" in map(str, layout().thing("tiles").qualities)
    script = empty_table(NZ)
    script.do(ReceiveSet(set_id="set-1", pieces=TILE_SET), InspectSet(flaws=("a scratched back",)))
    assert script.last(SetRejected).flaws == ("a scratched back",)
    assert script.refusal(ReceiveSet(set_id="set-1", pieces=TILE_SET)).clause == "NZ-10.15"


@pytest.mark.clause("NZ-3.3.b", "NZ-3.3.b.i", "NZ-3.3.b.ii")
def test_three_dice_with_dots(layout: Callable[..., Layout]) -> None:
    dice = layout(equipment__dice_millimetres=16).thing("dice")
    assert dice.count == 3
    assert {"plastic", "values marked by dots", "16-millimetre faces"} == set(map(str, dice.qualities))


@pytest.mark.clause("NZ-3.3.c")
def test_a_dice_cup_with_a_cover_nobody_sees_through(layout: Callable[..., Layout], table: Table) -> None:
    assert [*map(str, layout().thing("dice-cup").qualities)] == ["an opaque cover"]
    script = table(NZ, players=THREE)
    script.to(Phase.STARTING, Plan(wagers=ALL, dice=(1, 5, 6)))
    script.step()
    assert script.state.current.start.dice == (1, 5, 6)
    assert view(script.state, "dealer")["round"]["dice"] is None


@pytest.mark.clause("NZ-3.3.d", "NZ-9.7")
def test_plus_four_and_minus_four_buttons_where_the_option_is_offered(
    layout: Callable[..., Layout], table: Table
) -> None:
    with_buttons = layout()
    assert with_buttons.thing("plus-four").inscription == "+4"
    assert with_buttons.thing("minus-four").inscription == "-4"
    without = layout(bank__adjustment=False)
    assert not without.has("plus-four")
    assert not without.has("minus-four")
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    script.to(Phase.STARTING, Plan(wagers={"ann": 10_000, "cyd": 10_000}, bank="bob"))
    script.step()
    script.do(CutTiles(), NominateAdjustment(player="bob", value=-4))
    assert view(script.state, "ann")["round"]["adjustment"] == -4  # for everybody to see


@pytest.mark.clause("NZ-3.3.e")
def test_an_off_button(layout: Callable[..., Layout]) -> None:
    assert layout().thing("off-button").inscription == "Off"


@pytest.mark.clause("NZ-3.3.f", "NZ-1.chung")
@pytest.mark.parametrize(("co", "face"), [(False, "Banker"), (True, "Co-banker")])
def test_the_chung_has_a_face_for_co_banking(layout: Callable[..., Layout], table: Table, co: bool, face: str) -> None:
    assert face in layout().thing("chung").inscription.split(" / ")
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    script.to(Phase.BETTING, Plan(bank="bob", co=co))
    assert chung(script.state) == (3, face)
    assert view(script.state, "ann")["round"]["chung"] == [3, face]


@pytest.mark.clause("NZ-6.6", "NZ-6.6.s2")
def test_maxima_of_a_box_or_a_player_are_on_a_sign(layout: Callable[..., Layout]) -> None:
    (sign,) = layout(wagers__box_maximum="$300.00", wagers__player_maximum="$200.00").signs
    assert (sign.where, sign.clause) == ("sign", "NZ-6.6.s2")
    assert sign.lines == ("Box maximum: $300.00", "Player maximum: $200.00")
    (sign,) = layout(wagers__player_maximum="$200.00").signs
    assert sign.lines == ("Player maximum: $200.00",)
    assert layout().signs == ()


@pytest.mark.clause("NZ-10.3.a", "NZ-10.13.s2", "NZ-11.1.a.s2")
def test_where_tiles_lie(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.SETTING, Plan(wagers=ALL))
    assert hand_lies(script.state, 8).area == "used-tiles"
    assert hand_lies(script.state, 2) == Lie("hands", 2, False, "stack")
    assert hand_lies(script.state, 1) == Lie("dealer-hands", 1, False, "stack")
    script.do(Surrender(player="ann", position=2))
    lie = hand_lies(script.state, 2)
    assert (lie.area, lie.face_up) == ("used-tiles", False)
