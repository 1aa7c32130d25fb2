"""New Zealand, section 1: what a round is, and who is who in it."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.money import COMMISSION, INVENTORY, rack
from paigow.table import Phase
from paigow.table.boxes.boxes import chung
from paigow.table.boxes.cutting import TilesCut
from paigow.table.boxes.laja import LajaPerformed, RequestLaja
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import bank_position, bankers
from paigow.table.steps.settlement import AllExposed, HandExposed, RoundSettled, WagerSettled
from paigow.table.steps.wagers import BetsClosed
from paigow.tiles import TILE_SET

Table = Callable[..., TableScript]
NZ = "new-zealand"
ALL = {"ann": 10_000, "bob": 10_000, "cyd": 10_000}
OTHERS = {"ann": 10_000, "cyd": 10_000}
HANDS = {1: "22 22 13 15", 2: "44 44 33 33", 3: "56 36 46 55", 4: "26 25 16 23"}
SETTINGS = {3: "56 36 / 46 55", 4: "26 25 / 16 23"}


@pytest.mark.clause("NZ-1.round")
def test_a_round_runs_from_the_cut_to_the_last_payout(table: Table) -> None:
    script = table(NZ, players=["ann", "bob", "cyd"])
    script.to(Phase.FINISHED, Plan(wagers=ALL, hands=HANDS, settings=SETTINGS))
    events = [event for _, done in script.history for event in done]
    kinds = [type(event) for event in events]
    assert kinds.index(BetsClosed) < kinds.index(TilesCut) < kinds.index(HandExposed) < kinds.index(AllExposed)
    results = [event.result for event in events if isinstance(event, WagerSettled)]
    assert results == [Result.LOSE, Result.PUSH, Result.WIN]  # collected, pushed and, last, paid
    assert kinds[-1] is RoundSettled
    assert events[-1].clauses == ("NZ-1.round",)


@pytest.mark.clause("NZ-1.banker", "NZ-1.bank.a", "NZ-1.house")
def test_the_house_alone_holds_the_bank(table: Table) -> None:
    script = table(NZ, players=["ann", "bob", "cyd"])
    script.to(Phase.SETTING, Plan(wagers=ALL))
    assert (bankers(script.state), bank_position(script.state)) == ((), script.state.game.house)
    assert script.state.game.house == chung(script.state)[0] == 1
    before = script.state.ledger[INVENTORY] + script.state.ledger[COMMISSION]
    script.play()
    after = script.state.ledger[INVENTORY] + script.state.ledger[COMMISSION]
    left = sum(script.state.ledger[rack(name)] for name in ALL)
    assert after - before == 3 * 1_000_000 - left  # every player wagered against the house and nobody else


@pytest.mark.clause("NZ-1.banker", "NZ-1.player-banker", "NZ-1.co-banker")
@pytest.mark.parametrize("co", [False, True])
def test_a_player_banker_holds_it_alone_or_with_the_house(table: Table, co: bool) -> None:
    script = table(NZ, players=["ann", "bob", "cyd"])
    script.play(Plan(wagers=ALL))
    script.to(Phase.SETTING, Plan(wagers=OTHERS, bank="bob", co=co))
    assert bankers(script.state) == ("bob",)
    assert bank_position(script.state) == 3
    assert script.state.current.bank.co_banked is co


@pytest.mark.clause("NZ-1.laja", "NZ-1.tile")
def test_a_laja_is_a_further_mix_of_the_whole_set(table: Table) -> None:
    script = table(NZ, players=["ann", "bob", "cyd"])
    script.to(Phase.BETTING, Plan(wagers=ALL))
    first = script.state.current.stack.order
    script.do(RequestLaja(player="ann"))
    script.step()
    again = script.last(LajaPerformed).order
    assert again != first
    assert sorted(map(str, again)) == sorted(map(str, first)) == sorted(map(str, TILE_SET))
    assert len(again) == 32
