"""Where the page shows the dealer's wager against a player's bank."""

import pytest

from paigow.rules import load_submission
from paigow.table import Phase, game_of
from paigow.table.driver import new_table
from paigow.table.layout import layout_of
from paigow.table.script import Plan, TableScript
from paigow.table.view import seen_by
from paigow.web.pages.table.felt import zones
from paigow.web.pages.table.model import Zone
from paigow.web.pages.table.pieces import chips_of

SEATS = {"ann": 1, "bob": 3, "cyd": 4}
WAGERS = {"ann": 1000, "cyd": 1000}


def area(script: TableScript) -> Zone:
    state, game = script.state, script.state.game
    shown = zones(state, seen_by(state, "ann"), layout_of(game), chips_of(game))
    return next(zone for zone in shown if zone.kind == "dealer-wager")


@pytest.mark.clause("MDT-9.I.2", "MDT-9.I.3", seen=True)
def test_the_dealers_wager_goes_from_its_area_onto_the_dealers_tiles() -> None:
    script = TableScript(new_table(game_of(load_submission("maryland-tiles"))), {})
    script.open(SEATS, 1_000_000)
    script.play(Plan(wagers={**WAGERS, "bob": 1000}))
    script.to(Phase.DEALING, Plan(wagers=WAGERS, bank="bob"))
    before = area(script)
    assert before.pile is not None
    assert "tiles" not in before.label
    script.to(Phase.SETTING)
    dealt = area(script)
    assert dealt.pile == before.pile
    assert dealt.label == f"{before.label}, on the dealer’s tiles"
    script.to(Phase.FINISHED)
    assert area(script).pile is None
    assert area(script).label == before.label
