"""A script deals what it names, whatever the delivery, the dice and the bank's cut."""

import pytest

from paigow.rules import load_submission
from paigow.table import Command, Phase, game_of
from paigow.table.driver import new_table
from paigow.table.script import Plan, TableScript
from paigow.table.steps.stacks import CutStacks
from paigow.table.steps.start import ChooseDelivery


@pytest.fixture
def script() -> TableScript:
    script = TableScript(new_table(game_of(load_submission("maryland-tiles"))), {})
    script.open({"ann": 1, "bob": 4}, 100_000)
    return script


def test_hands_named_are_dealt(script: TableScript) -> None:
    hands = {0: "66 66 11 11", 1: "12 24 36 45", 4: "13 13 44 44", 7: "22 22 33 33"}
    state = script.to(Phase.SETTING, Plan(wagers={"ann": 1000, "bob": 1000}, hands=hands, dice=(6, 5, 4)))
    assert state.current.start.dice == (6, 5, 4)
    for position, text in hands.items():
        assert state.current.hands[position].pieces == state.game.kit.parse(text)


def test_a_round_is_played_to_its_reveal_and_the_next_has_a_bank(script: TableScript) -> None:
    both = {"ann": 1000, "bob": 1000}
    script.play(Plan(wagers=both))
    cut = CutStacks(player="bob", to_left=(2, 3))
    style = ChooseDelivery(delivery="jung-quat", player="bob")
    before: dict[Phase, list[Command]] = {Phase.BETTING: [cut], Phase.STARTING: [style]}
    hands = {4: "66 66 11 11", 1: "12 24 36 45"}
    plan = Plan(wagers={"ann": 1000}, bank="bob", hands=hands, settings={4: "66 11 / 66 11"}, before=before)
    state = script.to(Phase.EXPOSING, plan)
    assert state.current.bank.player == "bob"
    assert state.current.stack.cut
    assert state.current.start.delivery == "jung-quat"
    assert str(state.current.hands[4].setting) == "66 66 / 11 11"  # the bank is reset to the house way
    assert script.play().rounds == 2
