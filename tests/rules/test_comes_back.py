"""Banks that leave in the middle of a round and come back too late, and hands that are nobody's to touch."""

from collections.abc import Callable

import pytest

from paigow.table import Phase
from paigow.table.boxes.boxes import ControlAscertained, YieldControl
from paigow.table.boxes.dealer_sets import AskDealerToSet, ShowHand
from paigow.table.core.engine import PlayerCommand
from paigow.table.core.model import HandStatus
from paigow.table.floor.conduct import ComeBack, WalkAway
from paigow.table.floor.irregularities import CallNoRoll, HouseHandReset, ResetHouseHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import AcceptBank, OfferBank
from paigow.table.steps.setting import HouseHandSet, LookAtHand, SetHouseHand
from paigow.table.steps.settlement import DealerHandCompared
from paigow.table.steps.start import ShakeDice
from paigow.table.steps.wagers import PlaceWager

Table = Callable[..., TableScript]
Chips = Callable[[TableScript], dict[str, int]]
clause = pytest.mark.clause
TILES, POKER = "maryland-tiles", "maryland-poker"
TWO = {"ann": 1, "bob": 3}


def second(table: Table, standard: str = TILES) -> TableScript:
    """Return a table after the first round, in which both players wagered."""
    script = table(standard, players=TWO)
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    script.history.clear()
    return script


@clause("MDT-5.C.2", "MDT-9.O")
@pytest.mark.parametrize("dealer_first", [False, True])
def test_for_a_bank_that_comes_back_too_late_the_dealer_sets(table: Table, dealer_first: bool) -> None:
    """It could only set while the others did, so without the dealer the round would never end."""
    script = second(table)
    script.to(Phase.SETTING, Plan(wagers={"ann": 2000}, bank="bob"))
    script.do(WalkAway(player="bob"))
    script.to(Phase.BANKING)
    if dealer_first:
        script.do(SetHouseHand())
    script.do(ComeBack(player="bob"), *[SetHouseHand()] * (1 if dealer_first else 2))
    assert script.state.phase is Phase.EXPOSING
    assert [event.position for event in script.events(HouseHandSet)] == [0, 3]
    last = script.last(HouseHandSet)
    assert last.set_by == "dealer"
    assert last.clauses[0] == "MDT-5.C.2"
    assert script.play().rounds == 2


@clause("MDT-9.O")
def test_a_bank_that_comes_back_in_time_sets_its_hand(table: Table) -> None:
    script = second(table)
    script.to(Phase.SETTING, Plan(wagers={"ann": 2000}, bank="bob"))
    script.do(WalkAway(player="bob"), ComeBack(player="bob"), LookAtHand(player="bob", position=3))
    script.to(Phase.BANKING)
    assert script.state.current.hands[3].set_by == "bob"


@clause("NZ-12.16", "NZ-11.2.d")
def test_in_new_zealand_a_bank_may_come_back_to_set_its_hand_last(table: Table) -> None:
    script = table("new-zealand", players={"ann": 2, "bob": 3})
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}, bank="bob"))
    script.do(WalkAway(player="bob"))
    script.to(Phase.BANKING)
    script.do(ComeBack(player="bob"))
    assert script.refusal(SetHouseHand()).clause == "NZ-11.2.d"
    script.to(Phase.EXPOSING)
    assert script.last(HouseHandSet).set_by == "bob"


@clause("NZ-5.5", "NZ-5.3.c")
def test_nobody_shares_the_bank_who_has_left(table: Table) -> None:
    """Somebody who is away cannot put up a stake, so their chips do not help to cover the wagers."""
    script = table("new-zealand", {"bank.sharing": True}, players={"ann": 2, "bob": 3})
    both = [PlaceWager(player=name, position=2, amount=1000) for name in ("ann", "bob")]
    script.to(Phase.SETTING, Plan(before={Phase.BETTING: both}))
    script.do(WalkAway(player="bob"))
    script.play()
    script.to(Phase.OFFERING, Plan())
    script.do(OfferBank())
    shared = AcceptBank(player="ann", sharers=("bob",))
    assert script.refusal(shared).clause == "NZ-5.5"
    script.do(ComeBack(player="bob"), shared)
    assert script.state.current.bank.sharers == ("bob",)


@clause("MDT-10.F", "MDP-14.I")
@pytest.mark.parametrize(("standard", "ground"), [(TILES, "MDT-10.F"), (POKER, "MDP-14.I")])
def test_the_dealers_hand_is_reset_before_the_banks_is_shown(table: Table, standard: str, ground: str) -> None:
    script = second(table, standard)
    script.to(Phase.BANKING, Plan(wagers={"ann": 2000}, bank="bob"))
    kit, pieces = script.state.game.kit, script.state.current.hands[0].pieces
    house = kit.house_set(pieces).setting
    wrong = next(each for each in kit.settings(pieces) if each != house and not kit.is_foul(each))
    assert script.refusal(ResetHouseHand(position=0)).clause == ground  # not set yet
    script.do(SetHouseHand(setting=wrong))
    assert script.state.phase is Phase.BANKING
    assert script.refusal(ResetHouseHand(position=3)).clause is not None  # the bank's is not shown yet
    script.do(ResetHouseHand(position=0))
    assert script.last(HouseHandReset).clauses[0] == ground
    assert script.state.phase is Phase.BANKING
    assert script.state.current.hands[0].setting == house
    assert script.state.current.hands[0].status is HandStatus.EXPOSED
    script.to(Phase.EXPOSING)
    assert len(script.events(DealerHandCompared)) == 1
    assert script.play().rounds == 2


@clause("NZ-10.7", "NZ-7.2.s2", "NZ-10.14")
@pytest.mark.parametrize(
    "command",
    [
        LookAtHand(player="", position=7),
        AskDealerToSet(player="", position=7),
        ShowHand(player="", position=7),
        ShowHand(player="", position=9),
    ],
)
def test_a_box_that_the_dealer_sets_is_nobodys_to_handle(table: Table, command: PlayerCommand) -> None:
    script = table("new-zealand", players={"ann": 2})
    wagers = [PlaceWager(player="ann", position=box, amount=1000) for box in (2, 7)]
    script.to(Phase.SETTING, Plan(before={Phase.BETTING: wagers}))
    assert script.state.current.controllers[7] == ""
    assert str(script.refusal(command)) == "a player's command must name the player"


@clause("NZ-7.1.a.ii")
def test_who_yields_a_box_is_no_rival_for_it(table: Table) -> None:
    """Ann and bob wagered the same, but ann leaves the box to bob, who is the highest bettor left."""
    script = table("new-zealand", players={"ann": 2, "bob": 3})
    wagers = [PlaceWager(player=name, position=2, amount=1000) for name in ("ann", "bob")]
    script.to(Phase.SETTING, Plan(before={Phase.BETTING: [*wagers, YieldControl(player="ann", position=2)]}))
    found = script.last(ControlAscertained)
    assert found.player == "bob"
    assert "NZ-7.1.a.ii" in found.clauses
    assert "NZ-7.1.a.iii" not in found.clauses


@clause("MDT-9.J.5")
def test_no_lid_is_lifted_by_a_bank_that_has_left(table: Table) -> None:
    script = second(table)
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}, bank="bob"))
    script.do(WalkAway(player="bob"), ShakeDice(dice=(1, 2, 3)))
    assert script.refusal(CallNoRoll(reason="lid-lifted")).clause == "MDT-9.J.5"
