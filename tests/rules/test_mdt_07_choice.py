"""Maryland tiles, chapter 7 at the table: who may choose a style of delivery, and that it is used."""

from collections.abc import Callable

import pytest

from paigow.table import Phase
from paigow.table.script import Plan, TableScript
from paigow.table.steps.delivery import Delivered
from paigow.table.steps.start import ChooseDelivery, ShakeDice
from paigow.tiles import MARYLAND_DELIVERIES

clause = pytest.mark.clause
Table = Callable[..., TableScript]
TILES = "maryland-tiles"
ONE = Plan(wagers={"ann": 1000})


@clause("MDT-7.A")
@pytest.mark.parametrize("style", MARYLAND_DELIVERIES)
def test_a_style_that_is_chosen_is_the_one_dealt(table: Table, style: str) -> None:
    script = table(TILES, {"delivery.dealer_may_choose": True})
    script.to(Phase.STARTING, ONE)
    order = script.state.current.stack.order
    script.do(ChooseDelivery(delivery=style))
    script.to(Phase.SETTING)
    delivered = script.last(Delivered)
    assert delivered.delivery == style
    assert MARYLAND_DELIVERIES[style].clause in delivered.clauses
    groups = MARYLAND_DELIVERIES[style].groups
    assert [pieces for _, pieces in delivered.hands] == [tuple(order[place] for place in group) for group in groups]


@clause("MDT-7.A")
def test_the_submission_says_which_styles_and_whether_the_dealer_may_choose(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.STARTING, ONE)
    assert script.refusal(ChooseDelivery(delivery="chee-yee")).clause in ("MDT-9.J", "MDT-7.A")
    few = table(TILES, {"delivery.styles": ["chee-yee"], "delivery.dealer_may_choose": True})
    few.to(Phase.STARTING, ONE)
    assert few.refusal(ChooseDelivery(delivery="jung-quat")).clause in ("MDT-9.J", "MDT-7.A")
    few.do(ChooseDelivery(delivery="chee-yee"))
    assert few.refusal(ChooseDelivery(delivery="house-way-right")).clause in ("MDT-9.J", "MDT-7.A")


@clause("MDT-7.A")
def test_the_style_is_chosen_before_the_dice_can_tell_anything(table: Table) -> None:
    script = table(TILES, {"delivery.dealer_may_choose": True})
    script.to(Phase.STARTING, ONE)
    script.do(ShakeDice(dice=(1, 2, 3)))
    assert script.refusal(ChooseDelivery(delivery="chee-yee")).clause in ("MDT-9.J", "MDT-7.A")
