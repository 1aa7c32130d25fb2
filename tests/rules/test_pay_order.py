"""New Zealand: winners are paid box by box, counter-clockwise from the bank's own box, wherever that is."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.table import Phase
from paigow.table.script import TableScript
from paigow.table.steps.settlement import HandExposed, WagerSettled

WINNERS = {2: "66 66 11 11", 4: "44 44 55 55", 6: "33 33 46 46"}


@pytest.mark.clause("NZ-11.2.i", "NZ-11.3.i", "NZ-11.2.f", "NZ-11.3.f")
@pytest.mark.parametrize("co", [False, True], ids=["sole", "co-banker"])
def test_the_box_before_the_banks_is_exposed_and_paid_last(bob_banks: Callable[..., TableScript], co: bool) -> None:
    script = bob_banks(co=co, hands=WINNERS)
    script.to(Phase.FINISHED)
    paid = [event for event in script.events(WagerSettled) if event.result is Result.WIN]
    side = "NZ-11.3" if co else "NZ-11.2"
    assert [event.wager.position for event in paid][-3:] == [4, 6, 2]
    assert all(f"{side}.i" in event.clauses for event in paid[-3:])
    assert [event.position for event in script.events(HandExposed)][-3:] == [4, 6, 2]
