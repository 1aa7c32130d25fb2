"""The packaged submissions follow the plain words of their documents; everything else is an option.

The tests of a switch choose its value. These tests choose nothing.
"""

from collections.abc import Callable, Mapping

import pytest

from paigow.comparison import Result, Winner
from paigow.hands.pieces import Setting
from paigow.rules import Submission
from paigow.table import Phase
from paigow.table.floor.irregularities import HouseHandReset
from paigow.table.script import Plan, TableScript
from paigow.table.steps.setting import HouseHandSet
from paigow.table.steps.settlement import HandExposed

Table = Callable[..., TableScript]
clause = pytest.mark.clause

MARYLAND = {
    "abandoned_wager": "house-way",
    "larger_wager": "main",
    "start_of_game": "opening-or-idle",
    "bank_offer": "after-last-bank",
    "bank_cover": "with-dealer",
    "co_bank_cover": "half",
    "bank_setting": "house-way",
    "odd_half": "house",
    "bank_surrender": "allowed",
}
READINGS: Mapping[str, Mapping[str, str]] = {
    "maryland-tiles": {
        **MARYLAND,
        "pair_fortunes": "four-tiles",
        "surrender_bonus": "settled",
        "random_number_with_bank": "allowed",
    },
    "maryland-poker": {
        **MARYLAND,
        "wheel": "second",
        "bonus_threshold": "three-of-a-kind",
        "threes_over_straight": "highest-ranking",
        "cut_depth": "both-ends",
        "payout_limit": "all-pays",
        "envy_tables": "each",
        "envy_bank_hand": "counts",
        "void_meter": "reversed",
        "face_up_stub": "reduced",
        "exposed_hand_void": "all-wagers",
    },
    "new-zealand": {
        "zero_zero": "copy",
        "odd_half": "house",
        "shared_bank": "pro-rata",
        "uncovered_bank": "co-bank",
        "co_bank_losses": "half",
        "removed_box": "bank-box",
    },
    "dealer-open": {"wheel": "second", "wrong_count": "any", "ace_high_lines": "highest", "wrong_setting": "everyone"},
}


@pytest.mark.parametrize("standard", READINGS)
def test_every_switch_stands_as_decided(choose: Callable[..., Submission], standard: str) -> None:
    assert choose(standard).data()["readings"] == READINGS[standard]


def otherwise(script: TableScript, position: int) -> Setting:
    kit, pieces = script.state.game.kit, script.state.current.hands[position].pieces
    house = kit.house_set(pieces).setting
    return next(each for each in kit.settings(pieces) if each != house and not kit.is_foul(each))


@clause("MDT-10.F", "MDP-14.I", "MDP-12.I.2")
@pytest.mark.parametrize(
    ("standard", "hand"), [("maryland-tiles", "66 66 36 26"), ("maryland-poker", "2s 4h 6d 8c Ts Qh As")]
)
def test_a_bank_that_sets_otherwise_is_reset(table: Table, standard: str, hand: str) -> None:
    script = table(standard)
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    bank = Plan(wagers={"bob": 1000}, bank="ann", hands={1: hand})
    script.to(Phase.SETTING, bank)
    house = script.state.game.kit.house_set(script.state.current.hands[1].pieces).setting
    wrong = otherwise(script, 1)
    script.plan = Plan(wagers=bank.wagers, bank="ann", settings={1: str(wrong)}, order=script.plan.order)
    script.to(Phase.EXPOSING)
    assert script.state.current.hands[1].setting == house
    cited = [event.clauses for event in script.events(HouseHandSet) if event.position == 1]
    cited += [event.clauses for event in script.events(HouseHandReset) if event.position == 1]
    assert any({"MDT-10.F", "MDP-14.I"} & set(clauses) for clauses in cited)


@clause("NZ-6.1.b.ii", "NZ-6.1.c")
def test_zero_against_zero_loses_that_hand_and_not_the_wager(table: Table) -> None:
    """Box 2 wins the high hand; both low hands have no points."""
    script = table("new-zealand", players={"ann": 2})
    hands = {1: "11 33 46 55", 2: "66 66 56 45"}
    script.to(Phase.BANKING, Plan(wagers={"ann": 1000}, hands=hands, settings={2: "66 66 / 56 45"}))
    script.play()
    shown = script.last(HandExposed)
    assert (shown.match.high.winner, shown.match.low.winner) == (Winner.PLAYER, Winner.COPY)
    assert shown.result is Result.PUSH
