"""New Zealand, sections 12.8 and 12.13 to 12.16: hands set or dealt wrongly, disturbed, or left by their player."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.money import BANKER_AREA, rack
from paigow.table import Phase
from paigow.table.boxes.dealer_sets import AskDealerToSet, ConfirmHand
from paigow.table.boxes.disturbances import HandDisturbed, HandsMixed, KnockOver, MixHands
from paigow.table.core.model import DEALER
from paigow.table.floor.conduct import PlayerWalkedAway, WalkAway
from paigow.table.floor.irregularities import FindMisdeal, HouseHandReset, ResetHouseHand, RoundVoided
from paigow.table.games.new_zealand import BankTilesMoved
from paigow.table.script import Plan, TableScript
from paigow.table.steps.setting import HandSet, LookAtHand, SetBankHand, SetHouseHand
from paigow.table.steps.settlement import ExposeHand, HandExposed

Table = Callable[..., TableScript]
Chips = Callable[[TableScript], dict[str, int]]
Returned = Callable[[TableScript, dict[str, int]], bool]
NZ = "new-zealand"
THREE = {"ann": 2, "bob": 3, "cyd": 4}
ALL = {"ann": 10_000, "bob": 10_000, "cyd": 10_000}
OTHERS = {"ann": 10_000, "cyd": 10_000}
BANK, RIGHT, WRONG = "22 22 13 15", "22 22 / 13 15", "13 22 / 22 15"  # of the house, or of bob, who banks box 3
WINS = "44 44 33 33"


def house(table: Table, phase: Phase, plan: Plan | None = None) -> TableScript:
    script = table(NZ, players=THREE)
    script.to(phase, plan or Plan(wagers=ALL))
    return script


def banked(table: Table, phase: Phase, co: bool = False) -> TableScript:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    script.to(phase, Plan(wagers=OTHERS, bank="bob", co=co, hands={3: BANK}))
    return script


@pytest.mark.clause("NZ-12.8.a")
@pytest.mark.parametrize("bank", [None, "co"])
def test_a_house_hand_set_wrong_is_set_again_before_the_first_players_hand(table: Table, bank: str | None) -> None:
    if bank:
        script, box = banked(table, Phase.BANKING, co=True), 3
    else:
        script, box = house(table, Phase.BANKING, Plan(wagers=ALL, hands={1: BANK})), 1
    script.do(SetHouseHand(setting=script.state.game.kit.parse_setting(WRONG)))
    script.do(ResetHouseHand(position=box))
    event = script.last(HouseHandReset)
    assert (event.clauses[0], str(event.setting)) == ("NZ-12.8.a", RIGHT)
    assert script.refusal(ResetHouseHand(position=box)).clause == "NZ-12.8.a"  # it is right now
    script.to(Phase.FINISHED)
    assert str(script.state.current.hands[box].setting) == RIGHT


@pytest.mark.clause("NZ-12.8.b")
@pytest.mark.parametrize("bank", [None, "co"])
def test_afterwards_it_stands(table: Table, bank: str | None) -> None:
    if bank:
        script, box = banked(table, Phase.BANKING, co=True), 3
        script.do(SetHouseHand(setting=script.state.game.kit.parse_setting(WRONG)))
    else:
        script, box = house(table, Phase.BANKING, Plan(wagers=ALL, hands={1: BANK})), 1
        script.do(SetHouseHand(setting=script.state.game.kit.parse_setting(WRONG)), ConfirmHand())
    script.do(ExposeHand())
    assert script.refusal(ResetHouseHand(position=box)).clause == "NZ-12.8.b"
    script.to(Phase.FINISHED)
    assert str(script.state.current.hands[box].setting) == WRONG


@pytest.mark.clause("NZ-12.8.s2")
def test_the_same_for_a_banks_hand_that_the_dealer_set_by_request(table: Table) -> None:
    script = banked(table, Phase.BANKING)
    wrong = script.state.game.kit.parse_setting(WRONG)
    script.do(AskDealerToSet(player="bob", position=3), SetHouseHand(setting=wrong), ConfirmHand(player="bob"))
    assert script.state.phase is Phase.EXPOSING
    script.do(ResetHouseHand(position=3))
    assert script.last(HouseHandReset).clauses[:2] == ("NZ-12.8.a", "NZ-12.8.s2")
    script = banked(table, Phase.BANKING)
    script.do(LookAtHand(player="bob", position=3))
    script.do(SetBankHand(player="bob", setting=wrong))  # his own choice is not a mistake by the dealer
    assert script.refusal(ResetHouseHand(position=3)).clause == "NZ-12.8.a"


@pytest.mark.clause("NZ-12.8.a", "NZ-12.8.s2")
def test_a_hand_reset_before_its_bank_has_confirmed_it_still_awaits_that(table: Table) -> None:
    script = banked(table, Phase.BANKING)
    script.history.clear()
    script.do(AskDealerToSet(player="bob", position=3))
    script.do(SetHouseHand(setting=script.state.game.kit.parse_setting(WRONG)), ResetHouseHand(position=3))
    assert not script.events(BankTilesMoved)
    script.do(ConfirmHand(player="bob"))
    assert script.state.phase is Phase.EXPOSING
    assert len(script.events(BankTilesMoved)) == 1


@pytest.mark.clause("NZ-12.13")
@pytest.mark.parametrize("bank", [None, "bob"])
def test_tiles_distributed_wrongly_void_the_round(
    table: Table, bank: str | None, chips: Chips, everything_returned: Returned
) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    before = chips(script)
    script.to(Phase.SETTING, Plan(wagers={n: a for n, a in ALL.items() if n != bank}, bank=bank))
    script.step()
    assert script.state.current.hands[2].viewed  # handled or not
    script.do(FindMisdeal(reason="wrong-boxes"))
    assert script.last(RoundVoided).clauses == ("NZ-12.13",)
    assert everything_returned(script, before)
    assert script.state.ledger[BANKER_AREA] == 0
    script.step()
    script.to(Phase.BETTING, Plan())
    assert len(script.state.current.stack.order) == 32


@pytest.mark.clause("NZ-12.14")
def test_tiles_the_dealer_knocks_over_are_set_the_house_way(table: Table) -> None:
    foolish = "44 33 / 44 33"
    plan = Plan(wagers=ALL, hands={1: BANK, 2: WINS}, settings={2: foolish})
    script = house(table, Phase.EXPOSING, plan)
    script.do(KnockOver())
    event = script.last(HandDisturbed)
    assert (event.position, str(event.setting), event.clauses[0]) == (2, "44 44 / 33 33", "NZ-12.14")
    script.do(ExposeHand())
    assert str(script.last(HandExposed).setting) == "44 44 / 33 33"
    assert script.last(HandExposed).result is Result.WIN
    assert script.state.current.hands[2].set_by == "dealer"
    assert house(table, Phase.SETTING).refusal(KnockOver()).clause == "NZ-12.14"


@pytest.mark.clause("NZ-12.15")
@pytest.mark.parametrize("phase", [Phase.SETTING, Phase.EXPOSING])
def test_hands_mixed_beyond_reconstruction_are_void(table: Table, phase: Phase) -> None:
    script = house(table, phase)
    before = script.state.ledger
    script.do(MixHands(position=2, other=4))
    event = script.last(HandsMixed)
    assert (event.positions, event.clauses) == ((2, 4), ("NZ-12.15",))
    for name in ("ann", "cyd"):
        assert script.state.ledger[rack(name)] == before[rack(name)] + 10_000
    script.to(Phase.FINISHED)
    assert [event.position for event in script.events(HandExposed)] == [3]


@pytest.mark.clause("NZ-12.15")
def test_with_the_banks_hand_the_whole_round_is_void(table: Table, chips: Chips, everything_returned: Returned) -> None:
    script = table(NZ, players=THREE)
    before = chips(script)
    script.to(Phase.SETTING, Plan(wagers=ALL))
    assert script.refusal(MixHands(position=2, other=7)).clause == "NZ-12.15"  # nobody plays box 7
    script.do(MixHands(position=2, other=1))
    assert script.last(RoundVoided).clauses == ("NZ-12.15",)
    assert everything_returned(script, before)


@pytest.mark.clause("NZ-12.16")
@pytest.mark.parametrize("phase", [Phase.STARTING, Phase.SETTING])
def test_the_dealer_sets_the_tiles_of_a_player_who_is_not_there(table: Table, phase: Phase) -> None:
    script = house(table, phase, Plan(wagers=ALL, hands={1: BANK, 2: WINS}))
    before = script.state.ledger[rack("ann")]
    script.do(WalkAway(player="ann"))
    assert script.last(PlayerWalkedAway).clauses == ("NZ-12.16",)
    script.to(Phase.FINISHED)
    setting = next(event for event in script.events(HandSet) if event.position == 2)
    assert (setting.set_by, str(setting.setting)) == (DEALER, "44 44 / 33 33")
    assert setting.clauses[0] == "NZ-12.16"
    assert script.state.ledger[rack("ann")] == before + 19_500  # the result is the player's


@pytest.mark.clause("NZ-12.16")
def test_also_the_banks(table: Table) -> None:
    script = banked(table, Phase.SETTING)
    script.do(WalkAway(player="bob"))
    script.to(Phase.FINISHED)
    assert str(script.state.current.hands[3].setting) == RIGHT
    assert script.state.current.hands[3].set_by == DEALER
