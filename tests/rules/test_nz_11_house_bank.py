"""New Zealand, section 11.1: the house banks alone."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.money import COMMISSION, INVENTORY, bet, rack
from paigow.table import Phase
from paigow.table.boxes.boxes import chung
from paigow.table.boxes.dealer_sets import ConfirmHand, HandConfirmed
from paigow.table.core.model import FLOOR, MAIN, HandStatus
from paigow.table.games.new_zealand import BankTilesMoved
from paigow.table.script import Plan, TableScript
from paigow.table.steps.delivery import Delivered, EmptyCollected
from paigow.table.steps.setting import HouseHandSet, SetHouseHand, awaits_confirmation
from paigow.table.steps.settlement import ExposeHand, HandExposed, PayWinners, WagerSettled
from paigow.table.steps.wagers import PlaceWager
from paigow.table.view import view

Table = Callable[..., TableScript]
NZ = "new-zealand"
SEATS = {"ann": 2, "bob": 3, "cyd": 4, "dan": 6}
ALL = dict.fromkeys(SEATS, 10_000)
BANK, WINS, LOSES, LOSING = "22 22 13 15", "44 44 33 33", "56 36 46 55", "56 36 / 46 55"
PUSHES, PUSHING = "26 25 16 23", "26 25 / 16 23"
TOP = "66 66 11 11"
HOUSE_PLAN = Plan(
    wagers=ALL,
    hands={1: BANK, 2: WINS, 3: LOSES, 4: PUSHES, 6: TOP},
    settings={3: LOSING, 4: PUSHING, 6: "66 66 / 11 11"},
)


@pytest.mark.clause("NZ-11.1.a", "NZ-11.1.a.s2", "NZ-1.chung")
def test_house_the_chung_is_on_box_1_and_its_tiles_go_before_the_float_tray(table: Table) -> None:
    script = table(NZ, players=SEATS)
    script.to(Phase.SETTING, HOUSE_PLAN)
    assert chung(script.state)[0] == 1
    assert script.state.current.hands[1].pieces == script.state.game.kit.parse(BANK)
    events = script.history[-1][1]
    kinds = [type(event) for event in events]
    assert kinds.index(Delivered) < kinds.index(EmptyCollected) < kinds.index(BankTilesMoved)
    assert "NZ-11.1.a" in script.last(Delivered).clauses
    assert script.last(BankTilesMoved).clauses == ("NZ-11.1.a.s2",)
    assert 1 not in script.last(EmptyCollected).positions


@pytest.mark.clause("NZ-11.1.b")
def test_house_no_wagers_on_box_1(table: Table) -> None:
    script = table(NZ, players={"ann": 1, "bob": 2})
    script.to(Phase.BETTING, Plan())
    assert script.refusal(PlaceWager(player="ann", position=1, amount=10_000)).clause == "NZ-11.1.b"
    assert script.state.game.seats == (2, 3, 4, 5, 6, 7, 8)
    script.do(PlaceWager(player="ann", position=5, amount=10_000))  # a player seated there may wager elsewhere


@pytest.mark.clause("NZ-11.1.c", "NZ-11.1.d")
def test_house_its_hand_is_set_last_and_exposed_first(table: Table) -> None:
    script = table(NZ, players=SEATS)
    script.to(Phase.SETTING, HOUSE_PLAN)
    assert script.refusal(SetHouseHand()).clause == "NZ-11.1.c"
    script.to(Phase.BANKING)
    assert all(script.state.current.hands[box].status is HandStatus.SET for box in (2, 3, 4, 6))
    script.do(SetHouseHand())
    event = script.last(HouseHandSet)
    assert {"NZ-11.1.c", "NZ-11.1.d"} <= set(event.clauses)
    assert view(script.state, "nobody")["round"]["hands"][1]["setting"] == "22 22 / 13 15"
    assert not script.events(HandExposed)


@pytest.mark.clause("NZ-11.1.e")
def test_house_the_supervisor_confirms_the_house_way(table: Table) -> None:
    script = table(NZ, players=SEATS)
    script.to(Phase.BANKING, HOUSE_PLAN)
    assert script.refusal(ConfirmHand()).clause == "NZ-11.1.e"
    script.do(SetHouseHand())
    assert awaits_confirmation(script.state) == FLOOR
    assert script.refusal(ExposeHand()).clause == "NZ-11.1.f"
    assert script.refusal(ConfirmHand(player="ann")).clause == "NZ-11.1.e"
    script.do(ConfirmHand())
    assert awaits_confirmation(script.state) == ""
    assert script.last(HandConfirmed).clauses == ("NZ-11.1.e",)
    assert script.state.phase is Phase.EXPOSING


@pytest.mark.clause("NZ-11.1.f", "NZ-1.match")
def test_house_hands_are_exposed_and_matched_counter_clockwise_from_box_1(table: Table) -> None:
    script = table(NZ, players=SEATS)
    script.to(Phase.PAYING, HOUSE_PLAN)
    exposed = script.events(HandExposed)
    assert [event.position for event in exposed] == [2, 3, 4, 6]
    assert [event.result for event in exposed] == [Result.WIN, Result.LOSE, Result.PUSH, Result.WIN]
    assert all(event.clauses[0] == "NZ-11.1.f" for event in exposed)
    assert [event.match.high.winner for event in exposed] == ["player", "bank", "bank", "player"]


@pytest.mark.clause("NZ-11.1.g")
def test_house_losing_wagers_go_to_the_float_tray_at_once(table: Table) -> None:
    script = table(NZ, players=SEATS)
    script.to(Phase.EXPOSING, HOUSE_PLAN)
    script.do(ExposeHand())
    before = script.state.ledger[INVENTORY]
    script.do(ExposeHand())  # box 3 loses while others are still to be exposed
    assert script.state.ledger[INVENTORY] - before == 10_000
    assert script.last(WagerSettled).clauses == ("NZ-11.1.g", "NZ-6.1.b.ii")
    assert script.state.phase is Phase.EXPOSING


@pytest.mark.clause("NZ-11.1.h")
def test_house_a_push_stays_in_the_box(table: Table) -> None:
    script = table(NZ, players=SEATS)
    script.to(Phase.PAYING, HOUSE_PLAN)
    pushed = next(event for event in script.events(WagerSettled) if event.result is Result.PUSH)
    assert (pushed.transfers, pushed.clauses) == ((), ("NZ-11.1.h", "NZ-6.1.c"))
    others = {event.result for event in script.events(WagerSettled)} - {Result.PUSH}
    assert others == {Result.LOSE}  # losers are taken at once, and winners wait too
    assert script.state.ledger[bet(4, MAIN, "cyd")] == 10_000
    before = script.state.ledger[rack("cyd")]
    script.do(PayWinners())
    assert script.state.ledger[rack("cyd")] - before == 10_000  # returned to its owner in full


@pytest.mark.clause("NZ-11.1.i")
def test_house_winners_are_paid_when_all_hands_are_open_box_by_box(table: Table) -> None:
    script = table(NZ, players=SEATS)
    script.to(Phase.PAYING, HOUSE_PLAN)
    assert not [event for event in script.events(WagerSettled) if event.result is Result.WIN]
    before = script.state.ledger
    events = script.do(PayWinners())
    paid = [event for event in events if isinstance(event, WagerSettled)]
    assert [event.wager.position for event in paid] == [2, 6]
    assert all("NZ-11.1.i" in event.clauses for event in paid)
    assert script.state.ledger[rack("ann")] - before[rack("ann")] == 19_500
    assert before[INVENTORY] - script.state.ledger[INVENTORY] == 20_000
    assert script.state.ledger[COMMISSION] - before[COMMISSION] == 1_000
