"""Maryland tiles, chapter 1: what a bank and its marker are."""

from collections.abc import Callable

import pytest

from paigow.money import rack
from paigow.table import Phase
from paigow.table.layout import layout_of, marker_lies
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import DirectDealerWager

clause = pytest.mark.clause
Table = Callable[..., TableScript]
TILES = "maryland-tiles"
ALL = {"ann": 1000, "bob": 1000, "cho": 1000}
RICH, MIDDLE = "66 66 12 24", "33 33 22 22"


@clause("MDT-1.B.1")
def test_a_bank_is_a_player_whom_the_others_play_against_and_who_pays_them(table: Table) -> None:
    script = table(TILES, players=list(ALL))
    script.play(Plan(wagers=ALL))
    nothing = (DirectDealerWager(player="bob", amount=0),)
    hands = {1: RICH, 2: MIDDLE, 3: "11 11 55 55"}
    plan = Plan(wagers={"ann": 2000, "cho": 1000}, bank="bob", hands=hands, before={Phase.BETTING: nothing})
    before = script.to(Phase.BETTING, plan).ledger
    after = script.play().ledger
    won = {name: after[rack(name)] - before[rack(name)] for name in ALL}
    assert won == {"ann": 1900, "bob": -3000, "cho": 950}


@clause("MDT-1.B.7")
@pytest.mark.parametrize(("co", "marker"), [(False, "bank-marker"), (True, "co-bank-marker")])
def test_a_marker_designates_the_bank_or_the_co_bank(table: Table, co: bool, marker: str) -> None:
    script = table(TILES, players=list(ALL))
    script.play(Plan(wagers=ALL))
    script.to(Phase.OFFERING, Plan(wagers={"ann": 1000}, bank="cho", co=co))
    assert marker_lies(script.state) == ("", None)
    for phase in (Phase.MIXING, Phase.SETTING, Phase.EXPOSING):
        script.to(phase)
        assert marker_lies(script.state) == (marker, 3)
    assert "MDT-1.B.7" in layout_of(script.state.game).thing(marker).clauses
    script.play()
    assert marker_lies(script.state) == ("", None)
