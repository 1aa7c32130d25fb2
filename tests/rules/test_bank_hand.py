"""The hand of a player who banks: exposed while it waits, turned over by the bank itself, and set on request."""

from collections.abc import Callable

import pytest

from paigow.table import Phase
from paigow.table.awaited import awaited
from paigow.table.boxes.dealer_sets import AskDealerToSet, ConfirmHand, DealerAsked, TurnBankTile
from paigow.table.floor.conduct import WalkAway
from paigow.table.floor.irregularities import ExposePiece, PieceExposed, PlayOn, RoundVoided, VoidHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.setting import HouseHandSet, SetHouseHand

Table = Callable[..., TableScript]
Banks = Callable[..., TableScript]
Chips = Callable[[TableScript], dict[str, int]]
clause = pytest.mark.clause


@clause("MDT-10.E", "MDP-14.D")
@pytest.mark.parametrize(("standard", "ground"), [("maryland-tiles", "MDT-10.E"), ("maryland-poker", "MDP-14.D")])
@pytest.mark.parametrize("co", [False, True])
def test_it_is_exposed_while_the_dealer_sets(table: Table, chips: Chips, standard: str, ground: str, co: bool) -> None:
    """A card or tile of the bank voids all hands as long as the hand lies there unseen."""
    script = table(standard)
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    before = chips(script)
    script.to(Phase.BANKING, Plan(bank="ann", co=co, wagers={"bob": 2000}))
    assert script.refusal(ExposePiece(position=2)).clause is not None  # bob's hand is set
    script.do(ExposePiece(position=1))
    assert script.last(RoundVoided).clauses == (ground,)
    assert chips(script) == before


@clause("MDT-10.E")
def test_the_house_hand_is_turned_over_and_not_exposed(table: Table) -> None:
    script = table("maryland-tiles")
    script.to(Phase.BANKING, Plan(wagers={"ann": 1000}))
    assert script.refusal(ExposePiece(position=0)).clause is not None


@clause("NZ-12.3.b", "NZ-12.3.b.s2")
@pytest.mark.parametrize("co", [False, True])
def test_a_player_banker_may_void_it_while_it_waits(bob_banks: Banks, chips: Chips, co: bool) -> None:
    script = bob_banks(co=co)
    before = chips(script)
    script.to(Phase.BANKING)
    script.do(ExposePiece(position=3, place=0))
    assert not script.last(PieceExposed).choice
    script.do(ExposePiece(position=3, place=1))
    assert script.last(PieceExposed).choice
    script.do(VoidHand(player="bob", position=3))
    assert script.last(RoundVoided).clauses == ("NZ-12.3.b.s2",)
    assert chips(script) == before


@clause("NZ-12.3.b", "NZ-12.4", "NZ-12.6")
def test_a_tile_the_bank_turns_is_not_one_the_dealer_exposes(bob_banks: Banks) -> None:
    """Otherwise a bank could turn one over, and void the round when the dealer slips once."""
    script = bob_banks()
    script.to(Phase.SETTING)
    script.do(TurnBankTile(player="bob", place=0), ExposePiece(position=3, place=1))
    assert (script.last(PieceExposed).clauses, script.last(PieceExposed).choice) == (("NZ-12.4",), False)
    assert script.refusal(VoidHand(player="bob", position=3)).clause == "NZ-12.3"
    script.do(ExposePiece(position=3, place=2))
    assert (script.last(PieceExposed).clauses, script.last(PieceExposed).choice) == (("NZ-12.3.b",), True)


@clause("NZ-10.4.b", "NZ-10.4.c", "NZ-11.3.e")
def test_a_co_banker_neither_asks_for_the_house_way_nor_confirms_it(bob_banks: Banks) -> None:
    script = bob_banks(co=True)
    script.to(Phase.SETTING)
    assert script.refusal(AskDealerToSet(player="bob", position=3)).clause == "NZ-10.4.b"
    script.to(Phase.EXPOSING)  # without anybody's confirmation
    assert {"NZ-10.4.b", "NZ-11.3.e"} <= set(script.last(HouseHandSet).clauses)


@clause("NZ-10.4.c")
def test_a_player_banker_may_ask_while_the_others_set(bob_banks: Banks) -> None:
    script = bob_banks()
    script.to(Phase.SETTING)
    script.do(AskDealerToSet(player="bob", position=3))
    assert script.last(DealerAsked).clauses == ("NZ-10.4.c",)
    script.to(Phase.BANKING)
    script.step()
    assert "NZ-10.4.c" in script.last(HouseHandSet).clauses
    script.do(ConfirmHand(player="bob"))
    assert script.state.phase is Phase.EXPOSING


@clause("NZ-12.3.b", "NZ-12.16")
@pytest.mark.parametrize("co", [False, True])
def test_the_table_waits_for_the_choice_of_a_bank_that_is_there(bob_banks: Banks, co: bool) -> None:
    """A co-banker, whose hand the dealer sets, is asked too; for a bank that has left, the dealer plays the hand."""
    script = bob_banks(co=co)
    script.to(Phase.SETTING)
    script.do(ExposePiece(position=3, place=0), ExposePiece(position=3, place=1))
    script.to(Phase.BANKING)
    assert [(ask.kinds, ask.must) for ask in awaited(script.state)] == [((PlayOn, VoidHand), True)]
    assert script.refusal(SetHouseHand()).clause is not None
    script.do(WalkAway(player="bob"))
    script.do(SetHouseHand())
    assert not script.state.current.choices
    assert script.state.phase is Phase.EXPOSING
