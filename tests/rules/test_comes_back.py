"""Banks that leave in the middle of a round and come back too late, and hands that are nobody's to touch."""

from collections.abc import Callable

import pytest

from paigow.bots import Bot
from paigow.table import Phase
from paigow.table.awaited import awaited
from paigow.table.boxes.boxes import ControlAscertained, YieldControl
from paigow.table.boxes.dealer_sets import AskDealerToSet, ConfirmHand, ShowHand
from paigow.table.boxes.staking import StakeBank
from paigow.table.core.engine import PlayerCommand
from paigow.table.core.model import HandStatus
from paigow.table.floor.conduct import ComeBack, WalkAway
from paigow.table.floor.irregularities import (
    CallNoRoll,
    ExposePiece,
    HouseHandReset,
    PlayOn,
    ResetHouseHand,
    RoundVoided,
    VoidHand,
)
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import AcceptBank, OfferBank
from paigow.table.steps.setting import HouseHandSet, LookAtHand, SetBankHand, SetHouseHand
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


def shared_bank(table: Table) -> TableScript:
    """Return a table at which ann banks at box 2 and bob shares the bank; all players have set their hands."""
    script = table("new-zealand", players={"ann": 2, "bob": 3, "cyd": 4})
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000, "cyd": 10_000}))
    script.do(PlaceWager(player="bob", position=2, amount=10_000))
    script.play()
    script.begin(Plan(wagers={"cyd": 20_000}))
    script.do(OfferBank(), AcceptBank(player="ann", sharers=("bob",)))
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="cyd", position=4, amount=20_000))
    script.do(*(StakeBank(player=name, amount=10_000) for name in ("ann", "bob")))
    return script


@clause("NZ-7.3", "NZ-12.16", "NZ-11.2.d")
def test_who_shares_the_bank_sets_its_hand_when_the_other_has_left(table: Table) -> None:
    script = shared_bank(table)
    script.to(Phase.SETTING)
    script.do(WalkAway(player="ann"))
    while script.state.phase is Phase.SETTING:
        script.step()
    assert script.refusal(SetHouseHand()).clause == "NZ-11.2.d"
    assert [(ask.player, ask.must) for ask in awaited(script.state)] == [("bob", True)]
    script.do(LookAtHand(player="bob", position=2))
    setting = script.state.game.kit.settings(script.state.current.hands[2].pieces)[-1]
    script.do(SetBankHand(player="bob", setting=setting))
    assert script.last(HouseHandSet).set_by == "bob"
    assert script.state.phase is Phase.EXPOSING


@clause("NZ-10.4.c", "NZ-7.3", "NZ-12.16")
@pytest.mark.parametrize("both", [False, True])
def test_who_shares_the_bank_asks_the_dealer_and_confirms_when_the_other_has_left(table: Table, both: bool) -> None:
    """When nobody is left to confirm what the dealer sets, the floor does."""
    script = shared_bank(table)
    script.to(Phase.BANKING)
    assert script.refusal(AskDealerToSet(player="bob", position=2)).clause == "NZ-10.4.a"
    script.do(WalkAway(player="ann"), AskDealerToSet(player="bob", position=2), SetHouseHand())
    assert script.refusal(ConfirmHand()).clause == "NZ-11.1.e"
    script.do(*([WalkAway(player="bob"), ConfirmHand()] if both else [ConfirmHand(player="bob")]))
    assert script.state.phase is Phase.EXPOSING


@clause("NZ-12.3.b", "NZ-7.3")
def test_who_shares_the_bank_voids_its_hand_when_the_other_has_left(table: Table) -> None:
    script = shared_bank(table)
    script.to(Phase.BANKING)
    script.do(ExposePiece(position=2, place=0), ExposePiece(position=2, place=1))
    assert script.refusal(VoidHand(player="bob", position=2)).clause == "NZ-12.3"
    script.do(WalkAway(player="ann"))
    assert script.refusal(SetHouseHand()).clause == "NZ-11.2.d"
    assert [ask.kinds for ask in awaited(script.state)] == [(PlayOn, VoidHand)]
    script.do(VoidHand(player="bob", position=2))
    assert script.last(RoundVoided).clauses == ("NZ-12.3.b.s2",)


@clause("NZ-12.16")
def test_for_a_shared_bank_that_has_left_the_dealer_sets(table: Table) -> None:
    script = shared_bank(table)
    script.to(Phase.BANKING)
    script.do(WalkAway(player="bob"), WalkAway(player="ann"), SetHouseHand())
    assert script.last(HouseHandSet).clauses[0] == "NZ-12.16"
    assert script.state.phase is Phase.EXPOSING


@clause("NZ-7.3", "NZ-12.16")
def test_a_bot_that_shares_the_bank_sets_its_hand_when_the_other_has_left(table: Table) -> None:
    script = shared_bank(table)
    bot = Bot("bob", "house-way", "seed")
    script.to(Phase.BANKING)
    assert bot(script.state, "bob") is None
    script.do(WalkAway(player="ann"))
    while command := bot(script.state, "bob"):
        script.do(command)
    assert script.last(HouseHandSet).set_by == "bob"
