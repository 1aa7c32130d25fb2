"""New Zealand, section 11: the three kinds of bank, and how wagers are settled under each."""

from collections.abc import Callable, Mapping

import pytest

from paigow.comparison import Result
from paigow.money import BANKER_AREA, COMMISSION, INVENTORY, LOSING_AREA, Halves, bet, rack
from paigow.table import Phase
from paigow.table.banking import AcceptBank, BankAccepted
from paigow.table.box_settlement import divide
from paigow.table.boxes import WagerReleased, chung
from paigow.table.dealer_sets import ConfirmHand, HandConfirmed, TilesShown, TurnBankTile
from paigow.table.delivery import Delivered, EmptyCollected
from paigow.table.games.new_zealand import BankTilesMoved
from paigow.table.model import BANK_STAKE, DEALER, MAIN, HandStatus, WagerKey
from paigow.table.script import Plan, TableScript
from paigow.table.setting import (
    HandsCompared,
    HouseHandSet,
    LookAtHand,
    PlayersReady,
    SetBankHand,
    SetHouseHand,
)
from paigow.table.settlement import BankSettled, ExposeHand, HandExposed, PayWinners, WagerSettled
from paigow.table.staking import (
    AgreeToCoBank,
    BankUncovered,
    StakeBank,
    StakeReturned,
    StakeTaken,
    TakeStake,
    WagerLimited,
    YieldBank,
    stakes,
)
from paigow.table.view import view
from paigow.table.wagers import NoMoreBets, PlaceWager

Table = Callable[..., TableScript]
NZ = "new-zealand"
SEATS = {"ann": 2, "bob": 3, "cyd": 4, "dan": 6}
ALL = dict.fromkeys(SEATS, 10_000)
AGAINST_BOB = {"ann": 10_000, "cyd": 20_000, "dan": 30_000}
BANK, WINS, LOSES, LOSING = "22 22 13 15", "44 44 33 33", "56 36 46 55", "56 36 / 46 55"
PUSHES, PUSHING = "26 25 16 23", "26 25 / 16 23"
TOP = "66 66 11 11"
HOUSE_PLAN = Plan(
    wagers=ALL,
    hands={1: BANK, 2: WINS, 3: LOSES, 4: PUSHES, 6: TOP},
    settings={3: LOSING, 4: PUSHING, 6: "66 66 / 11 11"},
)


def bob_banks(
    table: Table,
    co: bool,
    hands: Mapping[int, str],
    stake: int | None = None,
    choices: Mapping[str, object] | None = None,
) -> TableScript:
    """A round in which bob banks box 3, with these hands, the weak ones set to lose or to push."""
    script = table(NZ, choices or {}, players=SEATS)
    script.play(Plan(wagers=ALL))
    weak = {LOSES: LOSING, PUSHES: PUSHING}
    settings = {box: weak[tiles] for box, tiles in hands.items() if tiles in weak}
    script.begin(Plan(wagers=AGAINST_BOB, bank="bob", co=co, hands={3: BANK, **hands}, settings=settings, stake=stake))
    return script


def in_round(script: TableScript, kind: type) -> list[object]:
    """Events of a kind since the last round opened."""
    start = max(i for i, (command, _) in enumerate(script.history) if command.verb == "open-round")
    return [event for _, events in script.history[start:] for event in events if isinstance(event, kind)]


# 11.1: the house banks alone


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
    script.do(PlaceWager(player="ann", position=5, amount=10_000))  # who sits there may wager elsewhere


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
    assert script.refusal(ExposeHand()).clause == "NZ-11.1.f"
    assert script.refusal(ConfirmHand(player="ann")).clause == "NZ-11.1.e"
    script.do(ConfirmHand())
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
    assert script.last(WagerSettled).clauses == ("NZ-11.1.g",)
    assert script.state.phase is Phase.EXPOSING


@pytest.mark.clause("NZ-11.1.h")
def test_house_a_push_stays_in_the_box(table: Table) -> None:
    script = table(NZ, players=SEATS)
    script.to(Phase.PAYING, HOUSE_PLAN)
    pushed = next(event for event in script.events(WagerSettled) if event.result is Result.PUSH)
    assert (pushed.transfers, pushed.clauses) == ((), ("NZ-11.1.h",))
    assert script.state.ledger[bet(4, MAIN, "cyd")] == 10_000
    before = script.state.ledger[rack("cyd")]
    script.do(PayWinners())
    assert script.state.ledger[rack("cyd")] - before == 10_000  # its owner's again, whole


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


# 11.2: a player banks alone


@pytest.mark.clause("NZ-11.2.a")
def test_player_bank_the_chung_and_the_tiles_are_on_its_box(table: Table) -> None:
    script = bob_banks(table, False, {})
    script.to(Phase.SETTING)
    assert chung(script.state) == (3, "Banker")
    assert "NZ-11.2.a" in script.last(BankAccepted).clauses
    assert "NZ-11.2.a" in script.last(Delivered).clauses
    assert script.state.current.hands[3].pieces == script.state.game.kit.parse(BANK)
    assert 3 not in script.last(EmptyCollected).positions
    assert 1 in script.last(EmptyCollected).positions  # box 1 is a box like the others


@pytest.mark.clause("NZ-11.2.b")
def test_player_bank_stakes_at_least_the_wagers_when_they_are_made(table: Table) -> None:
    script = bob_banks(table, False, {}, stake=70_000)
    script.to(Phase.BETTING)
    for name, amount in AGAINST_BOB.items():
        script.do(PlaceWager(player=name, position=SEATS[name], amount=amount))
    assert script.refusal(NoMoreBets()).clause == "NZ-11.2.b"
    assert script.refusal(StakeBank(player="ann", amount=10_000)).clause == "NZ-11.2.b"
    script.do(StakeBank(player="bob", amount=70_000))
    assert script.state.ledger[bet(3, BANK_STAKE, "bob")] == 70_000
    script.do(TakeStake())
    assert script.refusal(PlaceWager(player="ann", position=2, amount=20_000)).clause == "NZ-11.2.b"
    script.do(NoMoreBets())


@pytest.mark.clause("NZ-11.2.c", "NZ-1.banker-wager-area")
def test_player_bank_the_stake_lies_in_the_banker_wager_area(table: Table) -> None:
    script = bob_banks(table, False, {})
    script.to(Phase.STARTING)
    assert script.last(StakeTaken).clauses == ("NZ-11.2.c",)
    assert script.state.ledger[BANKER_AREA] == 60_000
    assert script.state.ledger[bet(3, BANK_STAKE, "bob")] == 0


@pytest.mark.clause("NZ-11.2.b.s2")
def test_uncovered_the_house_banks_and_wagers_on_its_box_are_returned(table: Table) -> None:
    script = bob_banks(table, False, {}, stake=50_000)
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="ann", position=1, amount=10_000))
    before = script.state.ledger[rack("ann")]
    for name, amount in AGAINST_BOB.items():
        script.do(PlaceWager(player=name, position=SEATS[name], amount=amount))
    held = script.state.ledger[rack("bob")]
    script.do(StakeBank(player="bob", amount=50_000), TakeStake())
    event = script.last(BankUncovered)
    assert (event.co, event.clauses) == (False, ("NZ-11.2.b.s2",))
    assert script.state.current.bank is None
    assert chung(script.state)[0] == 1
    assert script.last(WagerLimited).clauses == ("NZ-11.1.b",)
    assert script.state.ledger[rack("ann")] == before - 10_000 + 10_000
    assert script.state.ledger[rack("bob")] == held  # the stake is back
    script.do(PlaceWager(player="bob", position=3, amount=10_000))  # betting is open again
    script.play()
    assert [event.position for event in in_round(script, HandExposed)] == [2, 3, 4, 6]  # type: ignore[attr-defined]


@pytest.mark.clause("NZ-11.2.b.s2")
@pytest.mark.parametrize(
    ("reading", "agrees", "stake", "co"),
    [
        ("co-bank", True, 30_000, True),
        ("co-bank", True, 29_950, False),
        ("co-bank", False, 30_000, False),
        ("house", True, 30_000, False),
    ],
)
def test_uncovered_a_bank_that_agrees_co_banks_if_half_is_covered(
    table: Table, reading: str, agrees: bool, stake: int, co: bool
) -> None:
    script = bob_banks(table, False, {}, choices={"readings.uncovered_bank": reading})
    script.to(Phase.BETTING)
    for name, amount in AGAINST_BOB.items():
        script.do(PlaceWager(player=name, position=SEATS[name], amount=amount))
    script.do(StakeBank(player="bob", amount=stake))
    if agrees:
        script.do(AgreeToCoBank(player="bob"))
    script.do(TakeStake())
    assert script.last(BankUncovered).co is co
    assert script.state.current.co_banked is co
    assert script.state.current.bank == ("bob" if co else None)
    assert script.state.ledger[BANKER_AREA] == (2 * stake if co else 0)


@pytest.mark.clause("NZ-11.2.b.s2", "NZ-5.1.c")
def test_uncovered_the_displayed_maximum_applies_again(table: Table) -> None:
    script = bob_banks(table, False, {}, choices={"table.maximum": "$150.00"})
    script.to(Phase.BETTING)
    for name, amount in AGAINST_BOB.items():
        script.do(PlaceWager(player=name, position=SEATS[name], amount=amount))
    script.do(AgreeToCoBank(player="bob"), StakeBank(player="bob", amount=20_000), TakeStake())
    assert script.state.current.co_banked
    limited = {key.player: amount for key, amount in script.state.current.wagers.items() if key.kind == MAIN}
    assert limited == {"ann": 10_000, "cyd": 15_000, "dan": 15_000}


@pytest.mark.clause("NZ-11.2.b.s2")
def test_a_bank_may_give_up_at_once(table: Table) -> None:
    script = bob_banks(table, False, {})
    script.to(Phase.BETTING)
    script.do(YieldBank(player="bob"))
    assert script.state.current.bank is None
    assert script.state.phase is Phase.BETTING


@pytest.mark.clause("NZ-11.2.d", "NZ-11.2.e")
def test_player_bank_sets_last_and_the_hand_is_moved_and_shown(table: Table) -> None:
    script = bob_banks(table, False, {})
    script.to(Phase.SETTING)
    setting = script.state.game.kit.parse_setting("22 13 / 22 15")
    assert script.refusal(SetBankHand(player="bob", setting=setting)).clause == "NZ-11.2.d"
    assert script.refusal(LookAtHand(player="bob", position=3)).clause == "NZ-10.7"  # the chung is on the tiles
    script.to(Phase.BANKING)
    assert "NZ-11.2.d" in script.last(PlayersReady).clauses
    script.do(LookAtHand(player="bob", position=3))
    events = script.do(SetBankHand(player="bob", setting=setting))  # as he likes
    assert [type(event) for event in events] == [HouseHandSet, BankTilesMoved, HandsCompared]
    assert script.last(BankTilesMoved).clauses == ("NZ-11.2.e",)
    assert view(script.state, "ann")["round"]["hands"][3]["setting"] == str(setting)


MIXED = {2: WINS, 4: LOSES, 6: PUSHES}


@pytest.mark.clause("NZ-11.2.f")
def test_player_bank_hands_are_matched_counter_clockwise_from_its_box(table: Table) -> None:
    script = bob_banks(table, False, MIXED)
    script.to(Phase.PAYING)
    exposed = script.events(HandExposed)[-3:]
    assert [event.position for event in exposed] == [4, 6, 2]
    assert all(event.clauses[0] == "NZ-11.2.f" for event in exposed)


@pytest.mark.clause("NZ-11.2.g", "NZ-11.2.h", "NZ-1.losing-wager-area")
def test_player_bank_losers_go_to_the_losing_wager_area_and_pushes_stay(table: Table) -> None:
    script = bob_banks(table, False, MIXED)
    script.to(Phase.EXPOSING)
    script.do(ExposeHand())
    assert script.last(WagerSettled).clauses == ("NZ-11.2.g",)
    assert script.state.ledger[LOSING_AREA] == 20_000
    script.do(ExposeHand())
    assert script.last(WagerSettled).clauses == ("NZ-11.2.h",)
    assert script.state.ledger[bet(6, MAIN, "dan")] == 30_000
    script.to(Phase.FINISHED)
    assert script.last(WagerReleased).wager == WagerKey("dan", 6, MAIN)


@pytest.mark.clause("NZ-11.2.i", "NZ-11.2.i.s2")
def test_player_bank_winners_are_paid_from_the_losers_and_the_rest_is_the_banks(table: Table) -> None:
    script = bob_banks(table, False, MIXED)
    script.to(Phase.PAYING)
    before = script.state.ledger
    events = script.do(PayWinners())
    paid = next(event for event in events if isinstance(event, WagerSettled))
    assert {(t.debit, t.amount) for t in paid.transfers if t.credit == rack("ann")} == {
        (LOSING_AREA, 10_000),
        (bet(2, MAIN, "ann"), 10_000),
    }
    assert "NZ-11.2.i" in paid.clauses
    rest = script.last(BankSettled)
    assert (rest.surplus, rest.vigorish, rest.clauses[0]) == (10_000, 500, "NZ-11.2.i.s2")
    assert script.state.ledger[rack("bob")] - before[rack("bob")] == 60_000 + 9_500
    assert script.state.ledger[INVENTORY] == before[INVENTORY]
    assert script.state.ledger[LOSING_AREA] == script.state.ledger[BANKER_AREA] == 0


@pytest.mark.clause("NZ-11.2.i")
def test_player_bank_winners_are_paid_counter_clockwise_from_its_box(table: Table) -> None:
    script = bob_banks(table, False, {2: WINS, 4: TOP, 6: LOSES})
    script.to(Phase.PAYING)
    paid = [event for event in script.do(PayWinners()) if isinstance(event, WagerSettled)]
    assert [event.wager.position for event in paid] == [4, 2]


@pytest.mark.clause("NZ-11.2.j")
def test_player_bank_a_shortfall_comes_out_of_the_stake(table: Table) -> None:
    script = bob_banks(table, False, {2: LOSES, 4: PUSHES, 6: WINS})
    script.to(Phase.PAYING)
    before = script.state.ledger
    script.do(PayWinners())
    short = script.events(BankSettled)[-1]
    assert (short.collected, short.clauses) == (20_000, ("NZ-11.2.j",))
    assert short.transfers[0].debit == BANKER_AREA
    assert script.state.ledger[rack("bob")] - before[rack("bob")] == 60_000 - 20_000
    assert script.state.ledger[rack("dan")] - before[rack("dan")] == 30_000 + 28_500


# 11.3: a player and the house bank together


@pytest.mark.clause("NZ-11.3.a")
def test_co_bank_the_chung_shows_its_co_banking_face(table: Table) -> None:
    script = bob_banks(table, True, {})
    script.to(Phase.SETTING)
    assert chung(script.state) == (3, "Co-banker")
    assert "NZ-11.3.a" in script.last(Delivered).clauses


@pytest.mark.clause("NZ-11.3.b")
@pytest.mark.parametrize(("stake", "bank"), [(30_000, "bob"), (45_000, "bob"), (29_950, None)])
def test_co_bank_stakes_at_least_half(table: Table, stake: int, bank: str | None) -> None:
    script = bob_banks(table, True, {}, stake=stake)
    script.to(Phase.STARTING)
    assert script.state.current.bank == bank


@pytest.mark.clause("NZ-11.3.c")
@pytest.mark.parametrize("stake", [30_000, 45_000])
def test_co_bank_the_house_matches_the_stake(table: Table, stake: int) -> None:
    script = bob_banks(table, True, {}, stake=stake)
    before = script.state.ledger[INVENTORY]
    script.to(Phase.STARTING)
    event = script.last(StakeTaken)
    assert (event.stake, event.house, event.clauses) == (stake, stake, ("NZ-11.3.c",))
    assert script.state.ledger[BANKER_AREA] == 2 * stake
    assert before - script.state.ledger[INVENTORY] == stake
    assert stakes(script.state) == {"bob": stake, DEALER: stake}


@pytest.mark.clause("NZ-11.3.d")
def test_co_bank_the_tiles_go_before_the_float_tray(table: Table) -> None:
    script = bob_banks(table, True, {})
    script.to(Phase.SETTING)
    assert script.last(BankTilesMoved).clauses == ("NZ-11.3.d",)
    assert script.last(BankTilesMoved).position == 3


@pytest.mark.clause("NZ-11.3.e")
def test_co_bank_the_dealer_sets_last_and_the_co_banker_may_turn_two_tiles(table: Table) -> None:
    script = bob_banks(table, True, {})
    script.to(Phase.SETTING)
    assert script.refusal(SetHouseHand()).clause == "NZ-11.1.c"
    assert script.refusal(TurnBankTile(player="bob", place=0)).clause == "NZ-11.3.e"
    script.to(Phase.BANKING)
    assert script.refusal(TurnBankTile(player="ann", place=0)).clause == "NZ-11.3.e"
    script.do(TurnBankTile(player="bob", place=0), TurnBankTile(player="bob", place=2))
    assert script.last(TilesShown).clauses == ("NZ-11.3.e",)
    assert view(script.state, "ann")["round"]["hands"][3]["pieces"] == ["22", "?", "13", "?"]
    assert script.refusal(TurnBankTile(player="bob", place=1)).clause == "NZ-11.3.e"
    script.do(SetHouseHand())
    assert str(script.last(HouseHandSet).setting) == "22 22 / 13 15"
    assert "NZ-11.3.e" in script.last(HouseHandSet).clauses


@pytest.mark.clause("NZ-11.3.e")
def test_co_bank_turning_tiles_is_the_operators_to_permit(table: Table) -> None:
    script = bob_banks(table, True, {}, choices={"bank.co_banker_exposes": False})
    script.to(Phase.BANKING)
    assert script.refusal(TurnBankTile(player="bob", place=0)).clause == "NZ-11.3.e"


@pytest.mark.clause("NZ-11.3.f", "NZ-11.3.g", "NZ-11.3.h")
def test_co_bank_hands_are_matched_losers_gathered_and_pushes_left(table: Table) -> None:
    script = bob_banks(table, True, MIXED)
    script.to(Phase.PAYING)
    exposed = script.events(HandExposed)[-3:]
    assert [event.position for event in exposed] == [4, 6, 2]
    assert all(event.clauses[0] == "NZ-11.3.f" for event in exposed)
    lost, pushed = script.events(WagerSettled)[-2:]
    assert (lost.result, lost.clauses) == (Result.LOSE, ("NZ-11.3.g",))
    assert (pushed.result, pushed.clauses) == (Result.PUSH, ("NZ-11.3.h",))
    assert script.state.ledger[LOSING_AREA] == 20_000
    assert script.state.ledger[bet(6, MAIN, "dan")] == 30_000


@pytest.mark.clause("NZ-11.3.i", "NZ-11.3.j", "NZ-11.3.k", "NZ-11.3.k.s2")
def test_co_bank_a_gain_is_halved_and_the_stakes_go_back(table: Table) -> None:
    script = bob_banks(table, True, MIXED)
    script.to(Phase.PAYING)
    before = script.state.ledger
    events = script.do(PayWinners())
    paid, house, back, own = events[:4]
    assert isinstance(paid, WagerSettled)
    assert isinstance(house, BankSettled)
    assert isinstance(back, StakeReturned)
    assert isinstance(own, BankSettled)
    assert "NZ-11.3.i" in paid.clauses
    assert paid.transfers[0].debit == LOSING_AREA
    assert house.clauses == ("NZ-11.3.j", "NZ-11.3.k")
    assert [(t.debit, t.credit, t.amount) for t in house.transfers] == [(LOSING_AREA, INVENTORY, 5_000)]
    assert {(t.credit, t.amount) for t in back.transfers} == {(INVENTORY, 30_000), (rack("bob"), 30_000)}
    assert (own.surplus, own.vigorish, own.clauses[0]) == (5_000, 250, "NZ-11.3.k.s2")
    assert script.state.ledger[rack("bob")] - before[rack("bob")] == 30_000 + 4_750
    assert script.state.ledger[INVENTORY] - before[INVENTORY] == 30_000 + 5_000


@pytest.mark.clause("NZ-11.3.l", "NZ-11.3.l.s2")
@pytest.mark.parametrize(
    ("reading", "stake", "bob_loses"),
    [("half", 30_000, 10_000), ("half", 60_000, 10_000), ("pro-rata", 30_000, 10_000), ("pro-rata", 60_000, 13_334)],
)
def test_co_bank_a_shortfall_comes_out_of_both_stakes(table: Table, reading: str, stake: int, bob_loses: int) -> None:
    hands = {2: LOSES, 4: PUSHES, 6: WINS}
    script = bob_banks(table, True, hands, stake=stake, choices={"readings.co_bank_losses": reading})
    held = script.state.ledger
    script.to(Phase.PAYING)
    script.do(PayWinners())
    short = script.last(BankSettled)
    assert (short.collected, short.clauses) == (20_000, ("NZ-11.3.l",))
    left = script.last(StakeReturned)
    assert left.clauses == ("NZ-11.3.l.s2",)
    assert held[rack("bob")] - script.state.ledger[rack("bob")] == bob_loses
    assert held[INVENTORY] - script.state.ledger[INVENTORY] == 20_000 - bob_loses
    assert script.state.ledger[COMMISSION] - held[COMMISSION] == 1_500  # on dan's win alone


@pytest.mark.clause("NZ-11.3.j", "NZ-11.3.l.s2")
@pytest.mark.parametrize(("reading", "parts"), [("house", Halves(550, 500)), ("bank", Halves(500, 550))])
def test_co_bank_the_odd_chip(table: Table, reading: str, parts: Halves) -> None:
    script = table(NZ, {"readings.odd_half": reading})
    assert divide(script.state, 1_050) == parts
    assert divide(script.state, 1_000) == Halves(500, 500)


@pytest.mark.clause("NZ-11.3.a")
def test_the_offer_of_the_bank_is_answered_with_co_or_not(table: Table) -> None:
    script = bob_banks(table, True, {})
    while "bob" not in script.state.current.offered:
        script.step()
    script.do(AcceptBank(player="bob", co=True))
    assert script.state.current.co_banked


@pytest.mark.clause("NZ-11.2.b.s2", "NZ-11.3.b", "NZ-6.6")
@pytest.mark.parametrize(("stake", "co"), [(5_000, False), (10_000, True)])
def test_half_is_measured_by_what_the_limits_leave_of_the_wagers(table: Table, stake: int, co: bool) -> None:
    """Of bob's wager $100 stays, so that cyd's has room on the box: together $200, of which half is $100."""
    limits = {"table.maximum": "$200", "wagers.box_maximum": "$200", "wagers.player_maximum": "$100"}
    script = table(NZ, limits, players={"ann": 2, "bob": 3, "cyd": 4})
    script.play(Plan(wagers=dict.fromkeys(("ann", "bob", "cyd"), 10_000)))
    script.to(Phase.BETTING, Plan(bank="ann"))
    script.do(PlaceWager(player="bob", position=3, amount=40_000), PlaceWager(player="cyd", position=3, amount=10_000))
    script.do(StakeBank(player="ann", amount=stake), AgreeToCoBank(player="ann"), TakeStake())
    assert script.last(BankUncovered).co is co
    kept = {key.player: amount for key, amount in script.state.current.wagers.items() if key.kind == MAIN}
    assert kept == {"bob": 10_000, "cyd": 10_000}
