"""Dealer Open, step 1: the main wager and the side wagers."""

from collections.abc import Callable

import pytest

from paigow.money import bet
from paigow.table import Phase, legal_commands
from paigow.table.script import Plan, TableScript
from paigow.table.steps.wagers import NoMoreBets, PlaceWager, WagerPlaced

Table = Callable[..., TableScript]
OPEN = "dealer-open"
LINES = [{"jacks": 2, "pays": "3 to 1"}, {"jacks": 4, "pays": "100 to 1"}]
POSTED = {
    "wagers.jack_beats.offered": True,
    "wagers.jack_beats.lines": LINES,
    "wagers.chan_chu.offered": True,
    "wagers.chan_chu.lines": LINES,
}


@pytest.mark.clause("DO-R1")
def test_nobody_plays_without_a_main_wager(table: Table) -> None:
    script = table(OPEN)
    script.to(Phase.BETTING)
    assert script.refusal(NoMoreBets()).clause == "DO-R1"
    side = PlaceWager(player="ann", position=1, kind="ace-high", amount=100)
    assert script.refusal(side).clause == "DO-R1"
    script.do(PlaceWager(player="ann", position=1, amount=1000), side)
    assert script.state.ledger[bet(1, "main", "ann")] == 1000
    assert script.state.ledger[bet(1, "ace-high", "ann")] == 100
    state = script.to(Phase.SETTING)
    assert script.last(WagerPlaced).clauses == ("DO-P.push-ace-high",)
    assert state.current.hands[2].status == "collected"  # bob did not wager and has no hand


@pytest.mark.clause("DO-R1.s2")
@pytest.mark.parametrize("kinds", [[], ["jack-beats"], ["chan-chu"], ["jack-beats", "chan-chu"]])
def test_jack_beats_and_chan_chu_are_optional_either_or_both(table: Table, kinds: list[str]) -> None:
    script = table(OPEN, POSTED)
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    for kind in kinds:
        script.do(PlaceWager(player="ann", position=1, kind=kind, amount=500))
        assert script.last(WagerPlaced).clauses == ("DO-R1.s2",)
    script.do(NoMoreBets())
    assert {key.kind for key in script.state.current.wagers} == {"main", *kinds}


@pytest.mark.clause("DO-R1.s2", "DO-R4.a.s2")
@pytest.mark.parametrize("kind", ["jack-beats", "chan-chu"])
def test_they_are_refused_while_no_table_is_posted(table: Table, kind: str) -> None:
    script = table(OPEN)
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    refused = script.refusal(PlaceWager(player="ann", position=1, kind=kind, amount=500))
    assert refused.clause == "DO-R4.a.s2"
    offered = [offer.command for offer in legal_commands(script.state, "ann")]
    assert {c.kind for c in offered if isinstance(c, PlaceWager)} == {"main", "ace-high"}


@pytest.mark.clause("DO-R1")
def test_wagers_wait_for_the_next_round_once_they_are_closed(table: Table) -> None:
    script = table(OPEN)
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    assert script.refusal(PlaceWager(player="bob", position=2, amount=1000)).clause == "DO-R1"


@pytest.mark.clause("DO-R0.s2", "DO-R1")
@pytest.mark.parametrize("seats", [1, 4, 6])
def test_there_are_as_many_places_to_wager_as_were_chosen(table: Table, seats: int) -> None:
    script = table(OPEN, {"table.seats": seats}, players={"ann": seats})
    assert script.state.game.seats == tuple(range(1, seats + 1))
    script.to(Phase.BETTING)
    assert script.refusal(PlaceWager(player="ann", position=seats + 1, amount=1000)).clause == "DO-R1"
    script.do(PlaceWager(player="ann", position=seats, amount=1000))


@pytest.mark.clause("DO-R1", "DO-R1.s2", "DO-P.push-ace-high")
@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("main", "table"),
        ("ace-high", "wagers.ace_high"),
        ("jack-beats", "wagers.jack_beats"),
        ("chan-chu", "wagers.chan_chu"),
    ],
)
def test_a_wager_is_as_high_as_the_table_allows(table: Table, kind: str, key: str) -> None:
    most = {"$40.00": 4_000, "none": 900_000}
    for maximum, amount in most.items():
        script = table(OPEN, {**POSTED, f"{key}.maximum": maximum})
        script.to(Phase.BETTING)
        if kind != "main":
            script.do(PlaceWager(player="ann", position=1, amount=1000))
        over = PlaceWager(player="ann", position=1, kind=kind, amount=amount + 100)
        if maximum != "none":
            assert "40.00" in str(script.refusal(over))
        script.do(PlaceWager(player="ann", position=1, kind=kind, amount=amount))
        assert script.state.ledger[bet(1, kind, "ann")] == amount


@pytest.mark.clause("DO-P.push-ace-high")
def test_ace_high_is_refused_where_it_is_not_offered(table: Table) -> None:
    script = table(OPEN, {"wagers.ace_high.offered": False})
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    refused = script.refusal(PlaceWager(player="ann", position=1, kind="ace-high", amount=500))
    assert "there is no ace-high wager here" in str(refused)
