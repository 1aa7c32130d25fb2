"""MDP chapter 5, sections K and L: where dealing begins, at the table."""

from collections.abc import Callable

import pytest

from paigow.poker import DECK
from paigow.table import Phase
from paigow.table.cards.button import ButtonMoved, StartMarked
from paigow.table.cards.card_deal import DealWithSlip
from paigow.table.cards.decks import PlaceDeck, ReportFault
from paigow.table.floor.irregularities import CallNoRoll, FindMisdeal, NoRollCalled, RoundVoided
from paigow.table.script import Plan, TableScript
from paigow.table.steps.delivery import ShakerRested
from paigow.table.steps.opening import DisplaySet, TurnSetDown
from paigow.table.steps.seating import LeaveTable, rack_of
from paigow.table.steps.start import DiceShaken, DrawNumber, ShakeDice, StartDetermined, UncoverDice, UseButton
from paigow.table.view import view

Poker = Callable[..., TableScript]
POSITIONS = range(7)
FOUR = {"ann": 2, "bob": 3, "cyd": 5, "dan": 6}
WAGERS = dict.fromkeys(FOUR, 1000)
NUMBER = {"start": "random-number", "approvals.random_number_generator": "ref 2"}
BUTTON = {
    "start": "button",
    "approvals.button": "ref 3",
    "dealing.method": "automated-shoe",
    "dealing.shuffler": "automated",
    "banking.offered": False,
    "banking.co_banking": False,
}


def second_round(script: TableScript) -> None:
    script.play(Plan(wagers=WAGERS))
    script.history.clear()


@pytest.mark.clause("MDP-5.K.1.a")
def test_the_dealer_shakes_three_times_or_more(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.STARTING, Plan(wagers=WAGERS))
    assert script.refusal(ShakeDice(dice=(1, 2, 3), shakes=2)).clause == "MDP-5.K.1.a"
    assert script.refusal(ShakeDice(dice=(1, 2, 3), player="ann")).clause == "MDP-5.K.1.a"
    assert script.refusal(UncoverDice()).clause == "MDP-5.K.1.a"
    script.do(ShakeDice(dice=(1, 2, 3), shakes=3))
    assert script.last(DiceShaken).clauses == ("MDP-5.K.1.a",)


@pytest.mark.clause("MDP-5.K.1.a.i", "MDP-5.K.1.a.ii")
def test_a_bank_shakes_instead_and_as_often(poker: Poker) -> None:
    script = poker(players=FOUR)
    second_round(script)
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}, bank="cyd"))
    assert script.refusal(ShakeDice(dice=(1, 2, 3))).clause == "MDP-5.K.1.a.i"
    assert script.refusal(ShakeDice(dice=(1, 2, 3), shakes=2, player="cyd")).clause == "MDP-5.K.1.a.i"
    script.do(ShakeDice(dice=(1, 2, 3), player="cyd"))
    assert {"MDP-5.K.1.a.i", "MDP-5.K.1.a.ii"} <= set(script.last(DiceShaken).clauses)


@pytest.mark.clause("MDP-5.K.1.b.i", "MDP-5.K.1.b.ii", "MDP-2.C.1.d")
def test_the_lid_comes_off_after_the_shake_and_the_total_is_announced(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.STARTING, Plan(wagers=WAGERS))
    script.do(ShakeDice(dice=(6, 5, 2)))
    assert all(view(script.state, viewer)["round"]["dice"] is None for viewer in ("ann", "dealer", "floor"))
    script.do(UncoverDice())
    found = script.last(StartDetermined)
    assert {"MDP-5.K.1.b.i", "MDP-5.K.1.b.ii"} <= set(found.clauses)
    assert (found.dice, found.number) == ((6, 5, 2), 13)
    assert view(script.state, "ann")["round"]["dice"] == [6, 5, 2]


@pytest.mark.clause("MDP-5.K.1.c")
def test_a_bank_that_lifts_the_lid_shakes_again(poker: Poker) -> None:
    script = poker(players=FOUR)
    second_round(script)
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}, bank="cyd"))
    script.do(ShakeDice(dice=(1, 2, 3), player="cyd"), CallNoRoll(reason="lid-lifted"))
    assert script.last(NoRollCalled).clauses == ("MDP-5.K.1.c",)
    assert script.refusal(UncoverDice()).clause == "MDP-5.K.1.a"
    assert script.refusal(ShakeDice(dice=(1, 1, 1))).clause == "MDP-5.K.1.a.i"
    script.do(ShakeDice(dice=(4, 4, 4), player="cyd"), UncoverDice())
    assert script.last(StartDetermined).number == 12


@pytest.mark.clause("MDP-5.K.1.d")
@pytest.mark.parametrize(("dice", "start"), [((1, 1, 1), 2), ((2, 2, 3), 6), ((2, 3, 3), 0), ((6, 6, 6), 3)])
def test_every_position_counts_from_the_dealer_on(poker: Poker, dice: tuple[int, int, int], start: int) -> None:
    script = poker(players={"ann": 4})
    script.to(Phase.DEALING, Plan(wagers={"ann": 1000}, dice=dice))
    assert script.state.current.start.position == start
    assert "MDP-5.K.1.d" in script.last(StartDetermined).clauses


@pytest.mark.clause("MDP-5.K.1.e")
def test_with_a_bank_the_count_starts_there(poker: Poker) -> None:
    script = poker(players=FOUR)
    second_round(script)
    script.to(Phase.DEALING, Plan(wagers={"ann": 1000}, bank="cyd", dice=(1, 2, 1)))
    assert script.state.current.start.position == 1  # 5, 6, dealer, 1
    assert "MDP-5.K.1.e" in script.last(StartDetermined).clauses


@pytest.mark.clause("MDP-5.K.1.f")
def test_after_the_deal_the_shaker_is_put_away_unless_the_deal_is_void(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.SETTING, Plan(wagers=WAGERS))
    assert script.last(ShakerRested).clauses == ("MDP-5.K.1.f",)
    assert script.state.current.start.covered
    other = poker(players=FOUR)
    other.to(Phase.DEALING, Plan(wagers=WAGERS))
    other.do(PlaceDeck(), DealWithSlip(slip="short", position=3))
    assert not other.events(ShakerRested)


@pytest.mark.clause("MDP-5.K.2", "MDP-5.K.2.a")
@pytest.mark.parametrize("number", [1, 5, 7])
def test_a_random_number_from_one_to_seven_is_counted_from_the_dealer(poker: Poker, number: int) -> None:
    script = poker(NUMBER, players=FOUR)
    script.to(Phase.STARTING, Plan(wagers=WAGERS))
    for wrong in (0, 8):
        assert script.refusal(DrawNumber(number=wrong)).clause == "MDP-5.K.2"
    assert script.refusal(ShakeDice(dice=(1, 1, 1))).clause == "MDP-8.D.1"
    script.do(DrawNumber(number=number))
    assert script.state.current.start.position == number - 1
    assert script.last(StartDetermined).clauses == ("MDP-5.K.2", "MDP-5.K.2.a")


@pytest.mark.clause("MDP-5.K.2.b")
def test_with_a_bank_the_number_is_counted_from_there(poker: Poker) -> None:
    script = poker(NUMBER, players=FOUR)
    second_round(script)
    script.to(Phase.DEALING, Plan(wagers={"ann": 1000}, bank="dan", number=3))
    assert script.state.current.start.position == 1  # 6, dealer, 1
    assert "MDP-5.K.2.b" in script.last(StartDetermined).clauses


@pytest.mark.clause("MDP-5.K.3.b")
def test_where_there_is_no_button_none_moves(poker: Poker) -> None:
    script = poker({"start": "shaker"}, players=FOUR)
    script.play(Plan(wagers=WAGERS))
    assert script.events(ButtonMoved) == []


@pytest.mark.clause("MDP-5.K.3.a")
def test_when_play_resumes_the_button_is_in_front_of_the_dealer_again(poker: Poker) -> None:
    script = poker(BUTTON)
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    assert script.state.equipment.button == 6
    script.do(LeaveTable(player="ann"), LeaveTable(player="bob"), DisplaySet())
    script.sit({"cyd": 3}, 10_000)
    script.do(TurnSetDown())
    script.play(Plan(wagers={"cyd": 1000}))
    resumed = script.last(StartDetermined)
    assert (resumed.start, resumed.clauses) == (0, ("MDP-5.K.3", "MDP-5.K.3.a"))


@pytest.mark.clause("MDP-5.K.3", "MDP-5.K.3.a", "MDP-5.K.3.b")
def test_a_button_starts_at_the_dealer_and_moves_clockwise_round_by_round(poker: Poker) -> None:
    script = poker(BUTTON, players=FOUR)
    script.to(Phase.STARTING, Plan(wagers=WAGERS))
    assert script.refusal(ShakeDice(dice=(1, 1, 1))).clause == "MDP-10.B"
    assert script.refusal(DrawNumber(number=1)).clause == "MDP-10.B"
    script.play()
    script.to(Phase.BETTING, Plan(wagers=WAGERS))
    assert script.refusal(UseButton()).clause is not None  # wagers are still open
    assert script.state.current.start.position is None
    script.play()
    for _ in range(6):
        script.play(Plan(wagers=WAGERS))
    starts = [event.start for event in script.events(StartDetermined)]
    assert starts == [0, 6, 5, 4, 3, 2, 1, 0]
    first, *later = [event.clauses for event in script.events(StartDetermined)]
    assert first == ("MDP-5.K.3", "MDP-5.K.3.a")
    assert set(later) == {("MDP-5.K.3", "MDP-5.K.3.b")}
    assert [event.position for event in script.events(ButtonMoved)] == [6, 5, 4, 3, 2, 1, 0, 6]
    assert script.last(ButtonMoved).clauses == ("MDP-5.K.3.b",)
    shaken = poker({"start": "shaker"}, players=FOUR)
    assert shaken.refusal(UseButton()).clause == "MDP-8.D.1"
    shaken.to(Phase.STARTING, Plan(wagers=WAGERS))
    assert "determines the start by" in str(shaken.refusal(UseButton()))


@pytest.mark.clause("MDP-5.K.3")
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_no_button_once_another_method_takes_over(poker: Poker, device: str) -> None:
    script = poker(BUTTON, players=FOUR)
    script.play(Plan(wagers=WAGERS))
    script.to(Phase.MIXING if device == "shuffler" else Phase.DEALING, Plan(wagers=WAGERS))
    script.do(*([PlaceDeck()] if device == "shoe" else []), ReportFault(device=device, usable=False))
    if device == "shoe":
        while script.state.round is not None:  # which is void; the shoe is covered
            script.step()
        script.history.clear()
        script.to(Phase.STARTING, Plan(wagers=WAGERS))
    else:
        script.history.clear()
        script.to(Phase.STARTING)
    button = script.state.equipment.button
    assert script.refusal(UseButton()).clause is not None
    script.do(ShakeDice(dice=(1, 1, 2)), UncoverDice())
    assert script.state.current.start.position == 3
    assert "MDP-5.K.1.d" in script.last(StartDetermined).clauses
    script.play()
    assert not script.events(ButtonMoved)
    assert script.state.equipment.button == button


@pytest.mark.clause("MDP-5.K.2")
@pytest.mark.parametrize("phase", [Phase.STARTING, Phase.DEALING])
def test_a_generator_that_fails_before_the_deal_returns_all_wagers(poker: Poker, phase: Phase) -> None:
    script = poker(NUMBER, players=FOUR)
    script.to(phase, Plan(wagers=WAGERS))
    script.do(FindMisdeal(reason="number-fault"))
    voided = script.last(RoundVoided)
    assert (voided.reason, voided.clauses[0]) == ("number-fault", "MDP-5.K.2")
    assert all(rack_of(script.state, name) == 1_000_000 for name in FOUR)
    assert script.play().phase is Phase.OPEN
    with_dice = poker(players=FOUR)
    with_dice.to(phase, Plan(wagers=WAGERS))
    assert with_dice.refusal(FindMisdeal(reason="number-fault")).clause == "MDP-5.K.2"


@pytest.mark.clause("MDP-5.L")
def test_the_starting_position_may_be_marked(poker: Poker) -> None:
    plain = poker(players=FOUR)
    plain.to(Phase.DEALING, Plan(wagers=WAGERS))
    assert not plain.events(StartMarked)
    marked = poker({"dealing.start_marker": "cover-card"}, players=FOUR)
    marked.to(Phase.DEALING, Plan(wagers=WAGERS))
    assert marked.last(StartMarked).position == marked.state.current.start.position
    assert marked.last(StartMarked).clauses == ("MDP-5.L",)
    assert len(marked.state.current.stack.order) == len(DECK)
