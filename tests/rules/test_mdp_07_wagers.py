"""MDP chapter 7 at the table: how, when and where wagers are made, and one player with two hands."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.money import INVENTORY, bet, rack
from paigow.table import Command, Phase, legal_commands
from paigow.table.core.model import MAIN, WagerKey
from paigow.table.floor.conduct import HandAbandoned, NoteConduct, WagerAbandoned, WalkAway
from paigow.table.script import Plan, TableScript
from paigow.table.steps.seating import LeaveTable, rack_of
from paigow.table.steps.setting import HandSet, LookAtHand, SetHand
from paigow.table.steps.wagers import (
    CallWager,
    NoMoreBets,
    PlaceWager,
    WagerPlaced,
    WithdrawWager,
)

Poker = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
KINDS = ("fortune", "emperors", "insurance", "progressive")


@pytest.mark.clause("MDP-7.A", "MDP-7.D")
def test_a_wager_is_chips_put_on_the_area(poker: Poker) -> None:
    script = poker()
    script.to(Phase.BETTING, Plan())
    (placed,) = script.do(PlaceWager(player="ann", position=1, amount=2500))
    assert "MDP-7.A" in placed.clauses
    assert script.state.ledger[bet(1, MAIN, "ann")] == 2500
    assert rack_of(script.state, "ann") == 1_000_000 - 2500
    assert script.refusal(PlaceWager(player="bob", position=2, amount=999)).clause == "MDP-7.A"
    assert script.refusal(PlaceWager(player="bob", position=2, amount=500_001)).clause == "MDP-7.A"


@pytest.mark.clause("MDP-7.B")
def test_a_spoken_wager_with_cash_is_refused(poker: Poker) -> None:
    script = poker()
    script.to(Phase.BETTING, Plan())
    before = script.state
    assert script.refusal(CallWager(player="ann", position=1, cash=2500)).clause == "MDP-7.B"
    assert script.state is before


@pytest.mark.clause("MDP-7.C")
def test_only_who_sits_at_the_table_wagers(poker: Poker) -> None:
    script = poker()
    script.to(Phase.BETTING, Plan())
    assert script.refusal(PlaceWager(player="zoe", position=3, amount=2500)).clause == "MDP-7.C"
    assert not [offer for offer in legal_commands(script.state, "zoe") if isinstance(offer.command, PlaceWager)]
    assert script.refusal(PlaceWager(player="ann", position=5, amount=2500)).clause == "MDP-7.F"


@pytest.mark.clause("MDP-7.C.1")
def test_a_player_with_a_wager_stays_to_the_end(poker: Poker) -> None:
    script = poker()
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000, "bob": 1000}))
    assert script.refusal(LeaveTable(player="ann")).clause == "MDP-7.C.1"
    (noted,) = script.do(NoteConduct(kind="left-seat", player="ann"))
    assert noted.clauses == ("MDP-7.C.1",)
    script.play()
    script.do(LeaveTable(player="ann"))
    assert "ann" not in script.state.players


@pytest.mark.clause("MDP-7.C.2")
def test_who_leaves_in_mid_round_may_lose_every_wager(poker: Poker, bets: Bets) -> None:
    wagers = bets({"ann": (1, {"main": 1000, "fortune": 500, "progressive": 100}), "bob": (2, {"main": 1000})})
    script = poker({"readings.abandoned_wager": "losing"})
    script.to(Phase.SETTING, Plan(before=wagers))
    script.do(WalkAway(player="ann"))
    assert script.last(HandAbandoned).position == 1
    script.to(Phase.FINISHED)
    assert {event.wager.kind for event in script.events(WagerAbandoned)} == {"main", "fortune", "progressive"}
    assert all(event.clauses == ("MDP-7.C.2",) for event in script.events(WagerAbandoned))
    assert rack_of(script.state, "ann") == 1_000_000 - 1600


@pytest.mark.clause("MDP-7.C.2")
def test_or_the_dealer_plays_the_hand_the_house_way(poker: Poker) -> None:
    script = poker()
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000, "bob": 1000}))
    script.do(WalkAway(player="ann"))
    laid = script.last(HandSet)
    assert (laid.position, laid.set_by) == (1, "dealer")
    assert laid.setting == script.state.game.kit.house_set(script.state.current.hands[1].pieces).setting
    assert "MDP-7.C.2" in laid.clauses
    script.to(Phase.FINISHED)
    assert WagerKey("ann", 1, MAIN) in script.state.current.results


@pytest.mark.clause("MDP-7.D", "MDP-7.E")
@pytest.mark.parametrize("kind", KINDS)
def test_without_a_pai_gow_poker_wager_there_is_no_other(poker: Poker, kind: str) -> None:
    script = poker()
    script.to(Phase.BETTING, Plan())
    wager = PlaceWager(player="ann", position=1, kind=kind, amount=100)
    assert script.refusal(wager).clause == "MDP-7.E"
    script.do(PlaceWager(player="ann", position=1, amount=1000), wager)
    script.do(WithdrawWager(player="ann", position=1))
    assert not script.state.current.wagers
    assert rack_of(script.state, "ann") == 1_000_000


@pytest.mark.clause("MDP-7.D")
def test_without_a_wager_a_player_has_no_part_in_the_round(poker: Poker) -> None:
    script = poker()
    script.to(Phase.BETTING, Plan())
    assert script.refusal(NoMoreBets()).clause is not None
    script.plan = Plan(wagers={"ann": 1000})
    script.to(Phase.SETTING)
    assert script.refusal(LookAtHand(player="bob", position=2)).clause == "MDP-11.A"


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("fortune", marks=pytest.mark.clause("MDP-7.E.1")),
        pytest.param("emperors", marks=pytest.mark.clause("MDP-7.E.2")),
        pytest.param("insurance", marks=pytest.mark.clause("MDP-7.E.3")),
        pytest.param("progressive", marks=pytest.mark.clause("MDP-7.E.4")),
    ],
)
def test_each_optional_wager_is_offered_by_the_submission_only(
    poker: Poker, request: pytest.FixtureRequest, kind: str
) -> None:
    (clause,) = [mark.args[0] for mark in request.node.iter_markers("clause")]
    main = PlaceWager(player="ann", position=1, amount=1000)
    wager = PlaceWager(player="ann", position=1, kind=kind, amount=100)
    script = poker()
    script.to(Phase.BETTING, Plan())
    script.do(main, wager)
    assert clause in script.last(WagerPlaced).clauses
    without = poker({f"wagers.{kind}.offered": False})
    without.to(Phase.BETTING, Plan())
    without.do(main)
    assert without.refusal(wager).clause == "MDP-7.E"


@pytest.mark.clause("MDP-7.D.1", "MDP-7.D.2")
def test_after_no_more_bets_nothing_is_made_changed_or_taken_back(poker: Poker) -> None:
    script = poker()
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    script.do(PlaceWager(player="ann", position=1, amount=3000))
    script.do(PlaceWager(player="ann", position=1, amount=2000))
    assert script.state.ledger[bet(1, MAIN, "ann")] == 2000
    script.do(NoMoreBets())
    for late in (
        PlaceWager(player="ann", position=1, amount=3000),
        PlaceWager(player="ann", position=1, kind="fortune", amount=500),
        PlaceWager(player="bob", position=2, amount=1000),
        WithdrawWager(player="ann", position=1),
    ):
        assert script.refusal(late).clause == "MDP-7.D.2"
    assert script.state.ledger[bet(1, MAIN, "ann")] == 2000


def test_a_wager_before_the_cut_is_told_that_wagers_open_later(poker: Poker) -> None:
    script = poker()
    script.to(Phase.CUTTING, Plan(wagers={"ann": 1000}))
    early = script.refusal(PlaceWager(player="ann", position=1, amount=1000))
    assert "not open yet" in str(early)
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    assert script.state.ledger[bet(1, MAIN, "ann")] == 1000


# two positions


def two(bets: Bets, first: int, second: int) -> Plan:
    placed = bets({"ann": (3, {"main": first})})[Phase.BETTING] + bets({"ann": (4, {"main": second})})[Phase.BETTING]
    return Plan(before={Phase.BETTING: placed})


@pytest.mark.clause("MDP-7.F")
def test_two_adjacent_areas_if_the_submission_allows_them(poker: Poker, bets: Bets) -> None:
    script = poker(players={"ann": 3, "bob": 2})
    script.to(Phase.BETTING, two(bets, 1000, 2000))
    assert script.refusal(PlaceWager(player="ann", position=5, amount=1000)).clause == "MDP-7.F"
    assert script.refusal(PlaceWager(player="ann", position=2, amount=1000)).clause == "MDP-7.F"
    single = poker({"wagers.two_adjacent": False}, players={"ann": 3})
    single.to(Phase.BETTING, Plan())
    assert single.refusal(PlaceWager(player="ann", position=4, amount=1000)).clause == "MDP-7.F"


@pytest.mark.clause("MDP-7.F.1")
def test_the_two_hands_are_played_separately(poker: Poker, bets: Bets) -> None:
    plan = Plan(
        before=two(bets, 1000, 2000).before,
        hands={
            0: "Qs Qd Ks 8h Jc 4d 2c",
            3: "Ac Ah Kd Kc 7s 6d 4h",
            4: "2d 3c 5h 7d 9s Ts Jh",
        },
    )
    script = poker(players={"ann": 3})
    script.to(Phase.FINISHED, plan)
    results = script.state.current.results
    assert results[WagerKey("ann", 3, MAIN)] is Result.WIN
    assert results[WagerKey("ann", 4, MAIN)] is Result.LOSE
    assert rack_of(script.state, "ann") == 1_000_000 + 950 - 2000


@pytest.mark.clause("MDP-7.F.2")
def test_the_larger_wagers_hand_is_set_first(poker: Poker, bets: Bets) -> None:
    script = poker(players={"ann": 3})
    script.to(Phase.SETTING, two(bets, 1000, 2000))
    look = LookAtHand(player="ann", position=3)
    assert script.refusal(look).clause == "MDP-7.F.2"
    script.do(LookAtHand(player="ann", position=4))
    kit, hands = script.state.game.kit, script.state.current.hands
    first = SetHand(player="ann", position=4, setting=kit.house_set(hands[4].pieces).setting)
    second = SetHand(player="ann", position=3, setting=kit.house_set(hands[3].pieces).setting)
    assert script.refusal(look).clause == "MDP-7.F.2"
    script.do(first, look, second)
    assert [event.position for event in script.events(HandSet)] == [4, 3]


@pytest.mark.clause("MDP-7.F.2")
def test_only_the_main_wagers_are_compared_unless_read_otherwise(poker: Poker, bets: Bets) -> None:
    placed = two(bets, 1000, 1500).before[Phase.BETTING]
    fortune = PlaceWager(player="ann", position=3, kind="fortune", amount=1000)
    for reading, first in (("main", 4), ("all", 3)):
        script = poker({"readings.larger_wager": reading}, players={"ann": 3})
        script.to(Phase.FINISHED, Plan(before={Phase.BETTING: [*placed, fortune]}))
        assert script.events(HandSet)[0].position == first


@pytest.mark.clause("MDP-7.F.3")
def test_with_equal_wagers_the_first_counter_clockwise_is_set_first(poker: Poker, bets: Bets) -> None:
    script = poker(players={"ann": 3})
    script.to(Phase.SETTING, two(bets, 1000, 1000))
    look = LookAtHand(player="ann", position=4)
    assert script.refusal(look).clause == "MDP-7.F.3"
    script.do(LookAtHand(player="ann", position=3))
    kit, hands = script.state.game.kit, script.state.current.hands
    late = SetHand(player="ann", position=4, setting=kit.house_set(hands[4].pieces).setting)
    script.do(SetHand(player="ann", position=3, setting=kit.house_set(hands[3].pieces).setting), look, late)
    assert [event.position for event in script.events(HandSet)] == [3, 4]


@pytest.mark.clause("MDP-7.F.4")
def test_a_hand_that_is_set_is_not_changed(poker: Poker, bets: Bets) -> None:
    script = poker(players={"ann": 3, "bob": 6})
    plan = two(bets, 1000, 1000)
    bob = PlaceWager(player="bob", position=6, amount=1000)
    script.to(Phase.SETTING, Plan(before={Phase.BETTING: [*plan.before[Phase.BETTING], bob]}))
    script.do(LookAtHand(player="ann", position=3))
    first, other, *_ = script.state.game.kit.settings(script.state.current.hands[3].pieces)
    script.do(SetHand(player="ann", position=3, setting=first))
    refusal = script.refusal(SetHand(player="ann", position=3, setting=other))
    assert refusal.clause == "MDP-11.A.5"
    assert "MDP-7.F.4" in script.state.game.cite("set.final")
    assert script.state.current.hands[3].setting == first


@pytest.mark.clause("MDP-7.A")
def test_a_lost_wager_is_the_houses(poker: Poker) -> None:
    script = poker()
    hands = {0: "As Ad Ks Qh Jc 9d 2c", 1: "2d 3c 5h 7d 9s Ts Jh"}
    before = script.state.ledger[INVENTORY]
    script.to(Phase.FINISHED, Plan(wagers={"ann": 1000}, hands=hands))
    assert script.state.ledger[INVENTORY] == before + 1000
    assert script.state.ledger[rack("ann")] == 999_000
