"""Rules that could be broken without any other test noticing."""

from collections.abc import Callable

import pytest

from paigow.table import Command, Phase
from paigow.table.boxes.discipline import RemovePlayer
from paigow.table.floor.conduct import WalkAway
from paigow.table.floor.irregularities import ResetHouseHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import AcceptBank
from paigow.table.steps.seating import rack_of
from paigow.table.steps.setting import LookAtHand, SetHand
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager

Table = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
clause = pytest.mark.clause


@clause("MDT-8.E.2.a", "MDT-8.L.1.a")
@pytest.mark.parametrize(("choices", "bonus"), [({}, 300 * 100), ({"readings.surrender_bonus": "lost"}, -100)])
def test_a_bonus_is_settled_before_the_wager_is_surrendered(
    table: Table, bets: Bets, choices: dict[str, object], bonus: int
) -> None:
    script = table("maryland-tiles", choices, players=["ann"])
    placed = bets({"ann": (1, {"main": 1000, "pair-fortunes": 100})})
    script.to(Phase.EXPOSING, Plan(hands={1: "12 24 66 66"}, before=placed))
    script.do(Surrender(player="ann", position=1))
    assert rack_of(script.state, "ann") == 1_000_000 - 1000 + bonus


@clause("NZ-12.9", "NZ-5.5")
def test_nobody_who_shares_the_bank_is_removed(table: Table) -> None:
    script = table("new-zealand", {"bank.sharing": True}, players={f"p{box}": box for box in range(2, 9)})
    script.to(Phase.BETTING, Plan())
    script.do(PlaceWager(player="p3", position=2, amount=1000))
    for box in range(2, 9):
        script.do(PlaceWager(player=f"p{box}", position=box, amount=1000))
    script.plan = Plan()
    script.play()
    script.begin(Plan(bank="p2"))
    script.step()
    script.do(AcceptBank(player="p2", co=True, sharers=("p3",)))
    script.to(Phase.BETTING)
    for box in (1, *range(3, 9)):
        player = "p4" if box in (1, 3) else f"p{box}"
        script.do(PlaceWager(player=player, position=box, amount=1000))
    for banker in ("p2", "p3"):
        assert "holds the bank" in str(script.refusal(RemovePlayer(player=banker)))
    script.do(RemovePlayer(player="p5"))


@clause("MDT-9.O", "MDT-5.C.2")
def test_a_hand_that_the_bank_set_before_it_left_stands(table: Table) -> None:
    """Under the reading that lets a sole bank set its hand freely."""
    script = table("maryland-tiles", {"readings.bank_setting": "free"})
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}, bank="bob", hands={2: "66 66 12 24"}))
    hand = script.state.current.hands[2]
    kit = script.state.game.kit
    other = next(each for each in kit.settings(hand.pieces) if each != kit.house_set(hand.pieces).setting)
    script.do(LookAtHand(player="bob", position=2), SetHand(player="bob", position=2, setting=other))
    script.do(WalkAway(player="bob"))
    script.to(Phase.EXPOSING)
    assert script.state.current.hands[2].setting == other
    assert script.refusal(ResetHouseHand(position=2)).clause == "MDT-10.F"
